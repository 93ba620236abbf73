// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a lowered candidate to a kernel: cached object code first, the compiler only where there is none.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/measure/artefact.hpp>
#include <hone/records/objects.hpp>
#include <hone/target/cpu.hpp>
#include <hone/tune/request.hpp>

namespace hone::core::engine {

class kernel_cache {
 public:
  /// `directory`: of the record store; "" caches nothing.
  kernel_cache(const std::string& directory, const target::cpu& target) : objects_(directory), target_(target) {}

  using compile_function = std::function<measure::artefact(const lower::candidate&)>;
  /// The kernel of a candidate. What is not cached goes through `compile` (which may throw) and is cached then.
  HONE_DECL made_kernel kernel(const lower::candidate& candidate, const compile_function& compile) const;
  /// The same, without compiling. Object code that does not load is forgotten.
  HONE_DECL std::optional<made_kernel> cached(const lower::candidate& candidate) const;
  HONE_DECL void save(const lower::candidate& candidate, byte_view object) const;
  /// What a record calls the object code of a candidate.
  HONE_DECL std::string name(const lower::candidate& candidate) const;

 private:
  records::object_cache objects_;
  const target::cpu& target_;
};

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/kernel_cache.ipp>
#endif
