// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of tune/kernel_cache.hpp.
#pragma once

#include <hone/diag/error.hpp>
#include <hone/ir/bytes.hpp>
#include <hone/tune/kernel_cache.hpp>

namespace hone::core {

HONE_DECL std::optional<runtime::compiled_plan> kernel_cache::cached(const lower::candidate& candidate) const {
  const auto programs = ir::to_bytes(candidate.programs);
  const auto object = objects_.load(programs, target_);
  if (!object) return {};
  try {
    return runtime::compiled_plan(candidate.plan, runtime::load_object(*object));
  } catch (const error&) {
    objects_.forget(programs, target_);
    return {};
  }
}

HONE_DECL runtime::compiled_plan kernel_cache::kernel(const lower::candidate& candidate, const compile_function& compile) const {
  if (auto found = cached(candidate)) return std::move(*found);
  const auto built = compile(candidate);
  save(candidate, built.object);
  return runtime::compiled_plan(candidate.plan, runtime::load_object(built.object));
}

HONE_DECL void kernel_cache::save(const lower::candidate& candidate, byte_view object) const {
  objects_.save(ir::to_bytes(candidate.programs), target_, object);
}

}  // namespace hone::core
