// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an operator computes, as a number: the same whatever its axes and tensors are called.
#pragma once

#include <cstdint>

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>

namespace hone::core::ast {

/// A stable hash of the structure. Names do not count, nor does the operator's label; the order of symbols is that of
/// their appearance, so two operators that differ in names alone have one hash.
HONE_DECL std::uint64_t structural_hash(const tree& op);

}  // namespace hone::core::ast

#if !defined(HONE_COMPILED)
#include <hone/ast/impl/hash.ipp>
#endif
