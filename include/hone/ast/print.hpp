// SPDX-License-Identifier: Apache-2.0
/// \file
/// An operator as text: one line for people, or the full form that `ast::parse` reads back.
#pragma once

#include <string>

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>

namespace hone::core::ast {

/// `matmul: C(i, j) = sum(k)(A(i, k) * B(k, j))`. Casts are shown, types of literals are not.
HONE_DECL std::string to_string(const tree& op);

/// Symbols with their types and extents, one a line, then the assignments, with the types of literals:
/// ```
/// operator matmul
/// axis i
/// axis j
/// reduced axis k
/// tensor A f32 [i, k]
/// tensor B f32 [k, j]
/// output C f32 [i, j]
/// C(i, j) = sum(k)(A(i, k) * B(k, j))
/// ```
/// `parse(to_text(op)) == op`.
HONE_DECL std::string to_text(const tree& op);

template <int Symbols, int Nodes>
std::string to_string(const fixed_tree<Symbols, Nodes>& op) {
  return to_string(to_tree(op));
}
template <int Symbols, int Nodes>
std::string to_text(const fixed_tree<Symbols, Nodes>& op) {
  return to_text(to_tree(op));
}

}  // namespace hone::core::ast

#if !defined(HONE_COMPILED)
#include <hone/ast/impl/print.ipp>
#endif
