// SPDX-License-Identifier: Apache-2.0
/// \file
/// The user's knobs to a definition: the only step of the search space that is a template.
#pragma once

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>
#include <hone/dsl/knobs.hpp>
#include <hone/space/definition.hpp>

namespace hone::core::space {

/// Resolves the names of knobs through the operator's symbols (null: no operator). Throws `error{bad_space}` for a name
/// that the operator or the space does not have.
HONE_DECL definition resolve_names(const dsl::plain_knobs& knobs, const ast::tree* op);

template <class... Knobs>
definition to_definition(const dsl::knob_set<Knobs...>& knobs, const ast::tree& op) {
  return resolve_names(knobs.plain(), &op);
}
/// Of knobs with no operator.
template <class... Knobs>
definition to_definition(const dsl::knob_set<Knobs...>& knobs) {
  return resolve_names(knobs.plain(), nullptr);
}

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/from_knobs.ipp>
#endif
