// SPDX-License-Identifier: Apache-2.0
/// \file
/// Building constraints in code.
#pragma once

#include <hone/space/constraint.hpp>

namespace hone::core::space {

namespace detail {
inline expression leaf(term_kind kind, std::int32_t subject, std::int64_t value = 0) {
  term t;
  t.kind = kind;
  t.subject = subject;
  t.value = value;
  return {{t}};
}
}  // namespace detail

HONE_DECL expression constant(std::int64_t value) { return detail::leaf(term_kind::constant, -1, value); }
HONE_DECL expression extent(std::int32_t symbol) { return detail::leaf(term_kind::extent, symbol); }
HONE_DECL expression target_fact(fact f) { return detail::leaf(term_kind::fact, static_cast<std::int32_t>(f)); }
HONE_DECL expression value_of(std::int32_t knob) { return detail::leaf(term_kind::value, knob); }

HONE_DECL expression level(std::int32_t knob, std::int32_t level) {
  auto e = detail::leaf(term_kind::level, knob);
  e.terms.back().level = level;
  return e;
}

HONE_DECL expression combine(node_kind operation, const expression& a, const expression& b) {
  expression result = a;
  result.terms.insert(result.terms.end(), b.terms.begin(), b.terms.end());
  term t;
  t.kind = term_kind::operation;
  t.operation = operation;
  result.terms.push_back(t);
  return result;
}

HONE_DECL expression ceil_div(const expression& a, const expression& b) { return (a + b - constant(1)) / b; }

}  // namespace hone::core::space
