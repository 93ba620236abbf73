// SPDX-License-Identifier: Apache-2.0
/// \file
/// A candidate after the compiler.
#pragma once

#include <hone/jit/backend.h>
#include <hone/lower/plan.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::measure {

/// All that runs a candidate again, here or elsewhere.
struct artefact {
  lower::plan plan;
  byte_string object;
  hone_resources resources{-1, -1, -1, -1, -1};
  double compile_ms = 0;
};

}  // namespace hone::core::measure
