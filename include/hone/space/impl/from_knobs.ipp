// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of knobs to symbols and knob numbers.
#pragma once

#include <hone/diag/error.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/names.hpp>
#include <hone/space/verify.hpp>

namespace hone::core::space {

namespace detail {

[[noreturn]] inline void bad_space(const std::string& sentence) { throw error(error_code::bad_space, sentence); }

inline std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

/// Looks names up in the operator and among the knobs read so far.
struct name_resolver {
  const ast::tree* op;
  definition result;

  std::int32_t symbol(std::string_view name) const {
    if (!op) bad_space(quoted(name) + " is used by a knob, but the space has no operator");
    for (std::size_t s = 0; s < op->symbols.size(); ++s)
      if (op->symbols[s].label.view() == name) return static_cast<std::int32_t>(s);
    bad_space("a knob or constraint uses " + quoted(name) + ", which operator " + quoted(op->label.view()) +
              " does not have");
  }
  std::int32_t symbol(std::string_view name, ast::symbol_kind kind, const char* what) const {
    const auto s = symbol(name);
    if (op->symbols[static_cast<std::size_t>(s)].kind != kind) bad_space(quoted(name) + " is not " + what);
    return s;
  }

  loop_ref loop(const dsl::loop_name& l) const { return {symbol(l.axis, ast::symbol_kind::axis, "an axis"), l.level}; }

  knob read(const dsl::plain_knob& k) const {
    knob out{k.kind, std::string(k.name), -1, k.extent, k.levels, k.values, {}};
    if (k.kind == knob_kind::tile && !k.subject.empty())
      out.symbol = symbol(k.subject, ast::symbol_kind::axis, "an axis");
    if (k.kind == knob_kind::pack) out.symbol = symbol(k.subject, ast::symbol_kind::tensor, "a tensor");
    for (const auto& alternative : k.loops) {
      auto& loops = out.loops.emplace_back();
      for (const auto& l : alternative) loops.push_back(loop(l));
    }
    return out;
  }

  std::int32_t named_knob(std::string_view name) const {
    const auto k = find_knob(result, name);
    if (name.empty() || k < 0) bad_space("a constraint uses a knob " + quoted(name) + " that the space does not have");
    return k;
  }
  std::int32_t tile_of(const dsl::loop_name& l) const {
    if (l.axis.empty()) return named_knob(l.knob);
    const auto k = find_tile(result, symbol(l.axis));
    if (k < 0) bad_space("a constraint uses a loop of axis " + quoted(l.axis) + ", but no knob of the space tiles it");
    return k;
  }

  term read(const dsl::plain_term& t) const {
    using source = dsl::plain_term::source_kind;
    switch (t.source) {
      case source::constant: return {term_kind::constant, node_kind::literal, -1, 0, t.value};
      case source::extent: return {term_kind::extent, node_kind::literal, symbol(t.name), 0, 0};
      case source::fact: return {term_kind::fact, node_kind::literal, static_cast<std::int32_t>(t.which), 0, 0};
      case source::level: return {term_kind::level, node_kind::literal, tile_of(t.loop), t.loop.level, 0};
      case source::knob: return {term_kind::value, node_kind::literal, named_knob(t.name), 0, 0};
      case source::operation: return {term_kind::operation, t.operation, -1, 0, 0};
    }
    throw internal_error("a term of a constraint with an unknown source");
  }
};

}  // namespace detail

HONE_DECL definition resolve_names(const dsl::plain_knobs& knobs, const ast::tree* op) {
  detail::name_resolver resolver{op, {}};
  for (const auto& k : knobs.knobs) resolver.result.knobs.push_back(resolver.read(k));
  for (const auto& terms : knobs.constraints) {
    constraint c;
    for (const auto& t : terms) c.terms.push_back(resolver.read(t));
    c.text = spell(c, resolver.result, op);
    resolver.result.constraints.push_back(std::move(c));
  }
  verify(resolver.result, op);
  return std::move(resolver.result);
}

}  // namespace hone::core::space
