// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether knobs fit.
#pragma once

#include <algorithm>
#include <string>

#include <hone/diag/error.hpp>
#include <hone/space/loops.hpp>
#include <hone/space/names.hpp>
#include <hone/space/verify.hpp>

namespace hone::core::space {

namespace detail {

[[noreturn]] inline void misfit(const std::string& sentence) { throw error(error_code::bad_space, sentence); }

inline std::string called(const knob& k) { return k.name.empty() ? "a fixed knob" : "knob '" + k.name + "'"; }

inline void verify_loop(const loop_ref& loop, const knob& k, const definition& d, const ast::tree& op) {
  const auto known = loop.axis >= 0 && loop.axis < static_cast<std::int32_t>(op.symbols.size()) &&
                     op.symbols[static_cast<std::size_t>(loop.axis)].kind == ast::symbol_kind::axis;
  if (!known) misfit(called(k) + " uses a loop of an axis that the operator does not have");
  if (loop.level < 0 || loop.level >= levels_of(d, loop.axis))
    misfit(called(k) + " uses loop " + spell(loop, d, &op) + ", which no tile of the space makes");
  if (k.kind == knob_kind::parallel && op.symbols[static_cast<std::size_t>(loop.axis)].reduced)
    misfit(called(k) + " runs loop " + spell(loop, d, &op) + " in parallel, which is a reduction");
  if (k.kind == knob_kind::parallel && loop.level != 0)
    misfit(called(k) + " runs loop " + spell(loop, d, &op) + " in parallel, which is not the outermost of its axis");
}

inline void verify_loops(const knob& k, const definition& d, const ast::tree* op) {
  const bool refers = k.kind != knob_kind::tile && k.kind != knob_kind::choice && k.kind != knob_kind::pack;
  if (!refers) return;
  if (!op) misfit(called(k) + " refers to loops, but the space has no operator");
  if (k.loops.empty()) misfit(called(k) + " has no alternative");
  for (const auto& alternative : k.loops) {
    for (std::size_t n = 0; n < alternative.size(); ++n) {
      verify_loop(alternative[n], k, d, *op);
      if (std::find(alternative.begin(), alternative.begin() + static_cast<std::ptrdiff_t>(n), alternative[n]) !=
          alternative.begin() + static_cast<std::ptrdiff_t>(n))
        misfit(called(k) + " lists loop " + spell(alternative[n], d, op) + " twice");
    }
  }
}

inline void verify_values(const knob& k) {
  const bool needs = k.kind == knob_kind::choice || k.kind == knob_kind::unroll || k.kind == knob_kind::pack;
  if (needs && k.values.empty()) misfit(called(k) + " has no candidates");
  const std::int64_t least = k.kind == knob_kind::pack ? 0 : 1;
  if (k.kind != knob_kind::choice && std::any_of(k.values.begin(), k.values.end(), [&](auto v) { return v < least; }))
    misfit(called(k) + " has a candidate below " + std::to_string(least));
  if (k.kind == knob_kind::tile && k.levels < 1) misfit(called(k) + " makes no loop");
  if (k.kind == knob_kind::tile && k.name.empty() && k.values.size() + 1 != static_cast<std::size_t>(k.levels))
    misfit("a fixed tile needs as many sizes as it has inner loops");
}

inline void verify_operand(const knob& k, const ast::tree* op) {
  if (k.kind != knob_kind::pack) return;
  if (!op) misfit(called(k) + " packs a tensor, but the space has no operator");
  if (op->symbols[static_cast<std::size_t>(k.symbol)].output)
    misfit(called(k) + " packs the output, but only inputs can be packed");
}

inline void verify_terms(const constraint& c, const definition& d) {
  for (const auto& t : c.terms)
    if (t.kind == term_kind::level && (t.level < 0 || t.level >= d.at(t.subject).levels))
      misfit("the constraint " + c.text + " uses a loop that the space does not have");
}

}  // namespace detail

HONE_DECL void verify(const definition& d, const ast::tree* op) {
  for (std::size_t k = 0; k < d.knobs.size(); ++k) {
    const auto& knob = d.knobs[k];
    if (!knob.name.empty() && find_knob(d, knob.name) != static_cast<std::int32_t>(k))
      detail::misfit("two knobs are named '" + knob.name + "'");
    if (knob.kind == knob_kind::tile && knob.symbol >= 0 && find_tile(d, knob.symbol) != static_cast<std::int32_t>(k))
      detail::misfit("two tiles split axis '" + spell_symbol(knob.symbol, op) + "'");
    detail::verify_values(knob);
    detail::verify_operand(knob, op);
    detail::verify_loops(knob, d, op);
  }
  for (const auto kind : {knob_kind::vectorize, knob_kind::order, knob_kind::parallel, knob_kind::register_tile})
    if (std::count_if(d.knobs.begin(), d.knobs.end(), [&](const knob& k) { return k.kind == kind; }) > 1)
      detail::misfit("two knobs decide on the same thing: one vectorize, order, parallel and register_tile each");
  for (const auto& c : d.constraints) detail::verify_terms(c, d);
  if (!op) return;
  for_each_choice(d, [&](const chosen_loops& chosen, const auto&) {
    if (const auto why = misfit_of(d, *op, chosen); !why.empty()) detail::misfit(why);
  });
}

}  // namespace hone::core::space
