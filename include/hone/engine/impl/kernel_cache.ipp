// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of engine/kernel_cache.hpp.
#pragma once

#include <utility>

#include <hone/diag/error.hpp>
#include <hone/ir/bytes.hpp>
#include <hone/runtime/kernel.hpp>
#include <hone/engine/kernel_cache.hpp>

namespace hone::core::engine {

HONE_DECL std::optional<made_kernel> kernel_cache::cached(const lower::candidate& candidate) const {
  const auto programs = ir::to_bytes(candidate.programs);
  auto object = objects_.load(programs, target_);
  if (!object) return {};
  try {
    (void)runtime::compiled_plan(candidate.plan, runtime::load_object(*object));
  } catch (const error&) {
    objects_.forget(programs, target_);
    return {};
  }
  return made_kernel{candidate.plan, std::move(*object)};
}

HONE_DECL made_kernel kernel_cache::kernel(const lower::candidate& candidate, const compile_function& compile) const {
  if (auto found = cached(candidate)) return std::move(*found);
  auto built = compile(candidate);
  save(candidate, built.object);
  return {candidate.plan, std::move(built.object)};
}

HONE_DECL void kernel_cache::save(const lower::candidate& candidate, byte_view object) const {
  objects_.save(ir::to_bytes(candidate.programs), target_, object);
}

HONE_DECL std::string kernel_cache::name(const lower::candidate& candidate) const {
  return records::object_cache::name(ir::to_bytes(candidate.programs), target_);
}

}  // namespace hone::core::engine
