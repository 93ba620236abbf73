// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of lower/plan_bytes.hpp.
#pragma once

#include <hone/lower/plan_bytes.hpp>

namespace hone::core::lower {

HONE_DECL byte_string to_bytes(const plan& p) { return fields_to_bytes(p); }

HONE_DECL plan plan_from_bytes(byte_view bytes) {
  auto p = fields_from_bytes<plan>(bytes);
  for (const auto& a : p.arguments)
    if (a.layout.rank < 0 || a.layout.rank > ast::max_rank)
      throw error(error_code::bad_program, "a tensor of the plan has no such rank");
  return p;
}

}  // namespace hone::core::lower
