// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/lower.hpp: the pipeline as a table.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include <hone/diag/error.hpp>
#include <hone/ir/simplify.hpp>
#include <hone/ir/verify.hpp>
#include <hone/ir/visit.hpp>
#include <hone/lower/arguments.hpp>
#include <hone/lower/contract.hpp>
#include <hone/lower/emitter.hpp>
#include <hone/lower/expand_functions.hpp>
#include <hone/lower/flatten.hpp>
#include <hone/lower/lower.hpp>
#include <hone/lower/region.hpp>
#include <hone/lower/unroll.hpp>
#include <hone/lower/vectorize.hpp>

namespace hone::core::lower {
namespace detail {

struct pass {
  std::string_view name;
  ir::program (*run)(const ir::program& p, const target::cpu& target);
};

/// In this order, because
inline constexpr std::array pipeline{
    // ... constant sizes must be known before loops are taken away,
    pass{"simplify", [](const ir::program& p, const target::cpu&) { return ir::simplify(p); }},
    // ... a vectorised loop is cheaper to rewrite once than in every copy that unrolling makes,
    pass{"vectorize", [](const ir::program& p, const target::cpu&) { return vectorize(p); }},
    pass{"unroll", [](const ir::program& p, const target::cpu&) { return unroll(p); }},
    // ... only the operator's own arithmetic may be contracted; expanded functions choose for themselves,
    pass{"contract", [](const ir::program& p, const target::cpu& t) { return t.has("fma") ? contract(p) : p; }},
    pass{"expand_functions", [](const ir::program& p, const target::cpu& t) { return expand_functions(p, t.has("fma")); }},
    // ... the verifier and the interpreter can check each dimension of an access as long as it has them,
    pass{"flatten", [](const ir::program& p, const target::cpu&) { return flatten(p); }},
    pass{"simplify_indices", [](const ir::program& p, const target::cpu&) { return ir::simplify(p); }},
};

HONE_DECL ir::program run_passes(ir::program p, const target::cpu& target, const pass_observer& observe) {
  if (observe) observe("emit", p);
  for (const auto& step : pipeline) {
    p = step.run(p, target);
#if !defined(NDEBUG)
    if (const auto broken = ir::verify(p)) throw internal_error("after " + std::string(step.name) + ": " + *broken);
#endif
    if (observe) observe(step.name, p);
  }
  return p;
}

/// Letters, digits and underscores: what a symbol of an object file can hold.
HONE_DECL std::string symbol_name(std::string_view label) {
  std::string name = "hone_";
  for (const char c : label) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

HONE_DECL std::int64_t iterations_of(const ir::program& p) {
  if (p.root == ir::none) return 0;
  const auto& root = p.statement(p.root);
  if (root.kind != ir::stmt_kind::loop || root.loop != ir::loop_kind::parallel) return 1;
  return p.at(root.value[1]).bits;
}

HONE_DECL void add_launch(candidate& c, ir::program p) {
  const auto iterations = iterations_of(p);
  if (iterations <= 0) return;
  c.plan.launches.push_back({p.name, iterations});
  c.programs.push_back(std::move(p));
}

HONE_DECL std::int64_t product(const std::vector<std::int64_t>& extents) {
  std::int64_t n = 1;
  for (const auto e : extents) n *= e;
  return n;
}

}  // namespace detail

HONE_DECL candidate lower(const ast::problem& problem, const space::schedule& schedule, const target::cpu& target,
                          const pass_observer& observe) {
  candidate c;
  c.plan.arguments = arguments_of(problem);
  if (problem.layouts[static_cast<std::size_t>(problem.op.assignments.front().target)].size() == 0) return c;

  const auto graph = build_stages(problem, schedule, target);
  emitter::slots slots;
  slots.argument_of_symbol.assign(problem.op.symbols.size(), -1);
  std::int32_t slot = 0;
  for (std::size_t s = 0; s < problem.op.symbols.size(); ++s)
    if (problem.op.symbols[s].kind == ast::symbol_kind::tensor) slots.argument_of_symbol[s] = slot++;
  slots.first_copy = slot;
  slots.first_memory = slot + static_cast<std::int32_t>(graph.copies.size());
  for (const auto& copy : graph.copies) {
    const auto type = problem.op.symbols[static_cast<std::size_t>(copy.tensor)].type;
    c.plan.scratches.push_back({copy.size() * static_cast<std::int64_t>(bytes_of(type)), 64, !copy.once});
  }
  if (graph.partial == partial_sums::memory)
    for (const auto n : graph.reductions.nodes) {
      const auto type = problem.op.nodes[static_cast<std::size_t>(n)].type;
      c.plan.scratches.push_back({detail::product(graph.memory_extents) * static_cast<std::int64_t>(bytes_of(type)), 64, true});
    }

  const auto name = detail::symbol_name(problem.op.label.view());
  for (std::size_t k = 0; k < graph.copies.size(); ++k) {
    if (!graph.copies[k].once) continue;
    emitter e(problem, graph, slots, name + "_pack" + std::to_string(k));
    detail::add_launch(c, detail::run_passes(e.copy_program(k), target, observe));
  }
  emitter e(problem, graph, slots, name);
  detail::add_launch(c, detail::run_passes(e.nest_program(), target, observe));
  return c;
}

}  // namespace hone::core::lower
