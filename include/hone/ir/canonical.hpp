// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbering of a program that depends on its meaning as a tree only.
#pragma once

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// The same program with statements, expressions and variables numbered in the order in which the tree meets them
/// (children first), equal expressions shared, blocks flat, and what the root does not reach left out. Buffers keep
/// their ids.
/// Two programs that print the same have equal canonical forms.
HONE_DECL program canonical(const program& p);
/// The same with another root.
HONE_DECL program canonical(const program& p, stmt_id root);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/canonical.ipp>
#endif
