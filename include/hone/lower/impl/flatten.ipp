// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/flatten.hpp.
#pragma once

#include <algorithm>

#include <hone/ir/linear.hpp>
#include <hone/ir/rewrite.hpp>
#include <hone/lower/flatten.hpp>

namespace hone::core::lower {
namespace detail {

class flattener : public ir::rewriter {
 public:
  using rewriter::rewriter;

 private:
  /// One index stays: of a buffer of one dimension it is multiplied by the stride where it is used.
  static bool is_flat(std::int32_t indices) { return indices == 1; }

  /// Sums are gathered before they are built: every access of an unrolled program comes here.
  ir::expr_id flat(ir::buffer_id b, const ir::index_list& indices) {
    const auto strides = build().buffer_of(b).strides;
    ir::linear base, step;  // of a ramp
    std::int32_t lanes = 1;
    ir::expr_id irregular = build().index(0);
    for (std::size_t d = 0; d < indices.size(); ++d) {
      const ir::expr e = build().at(indices[d]);
      lanes = std::max(lanes, e.type.lanes);
      if (e.kind == ir::expr_kind::ramp) {
        add_to(base, build().so_far(), e.operands[0], strides[d]);
        add_to(step, build().so_far(), e.operands[1], strides[d]);
      } else if (const auto scalar = build().as_scalar(indices[d])) {
        add_to(base, build().so_far(), *scalar, strides[d]);
      } else {
        irregular = build().add(irregular, build().mul(indices[d], build().index(strides[d])));
      }
    }
    return build().add(irregular, build().ramp(to_expression(build(), base), to_expression(build(), step), lanes));
  }

  ir::expr_id on_expression(ir::expr_id id) override {
    const ir::expr e = build().at(id);
    if (e.kind != ir::expr_kind::load || is_flat(e.count)) return rebuild_expression(id);
    const auto index = flat(e.ref, expressions(e.first, e.count));
    return build().load(e.ref, {index}, expression(e.operands[0]));
  }

  ir::stmt_id on_statement(ir::stmt_id id) override {
    const ir::stmt s = build().statement(id);
    if (s.kind != ir::stmt_kind::store || is_flat(s.count)) return rebuild_statement(id);
    const auto index = flat(s.ref, expressions(s.first, s.count));
    const auto value = expression(s.value[0]);
    return build().store(s.ref, {index}, value, expression(s.value[1]));
  }
};

}  // namespace detail

HONE_DECL ir::program flatten(const ir::program& p) { return detail::flattener(p).run(); }

}  // namespace hone::core::lower
