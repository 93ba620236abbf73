// SPDX-License-Identifier: Apache-2.0
/// \file
/// What candidates are run on and compared with: seeded data, the native loops' results, a tolerance.
#pragma once

#include <cstdint>
#include <memory>

#include <hone/config.hpp>
#include <hone/measure/tensors.hpp>
#include <hone/tune/request.hpp>

namespace hone::core::engine {

struct reference_data {
  std::shared_ptr<measure::shared_tensors> tensors;
  measure::tolerance tolerance;
  measure::measurement native;  ///< time of the loops as the user's compiler made them; none when they are too slow
};

/// Every element of the output is computed where the native loops take less than `patience_s` seconds by the count of
/// operations, sampled points (corners, borders, drawn ones) where they do not. The tolerance allows
/// twice the error bound at some of the points, unless `given`.
HONE_DECL reference_data make_reference(const ast::problem& problem, const native_operator& own, std::uint64_t seed,
                                        double patience_s, const std::optional<measure::tolerance>& given);

/// The addresses that native loops take, by symbol, from one address per argument.
HONE_DECL std::vector<void*> by_symbol(const ast::problem& problem, std::span<void* const> arguments);

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/reference.ipp>
#endif
