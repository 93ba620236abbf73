// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/contract.hpp.
#pragma once

#include <hone/ir/rewrite.hpp>
#include <hone/lower/contract.hpp>

namespace hone::core::lower {
namespace detail {

class contractor : public ir::rewriter {
 public:
  using rewriter::rewriter;

 private:
  bool is_product(ir::expr_id e) { return build().at(e).kind == ir::expr_kind::mul; }
  ir::expr_id negated(ir::expr_id e) { return build().unary(ir::expr_kind::neg, e); }

  ir::expr_id on_expression(ir::expr_id id) override {
    const ir::expr e = build().at(id);
    const bool sum = e.kind == ir::expr_kind::add, difference = e.kind == ir::expr_kind::sub;
    if ((!sum && !difference) || !is_float(e.type.scalar)) return rebuild_expression(id);
    const auto a = expression(e.operands[0]), b = expression(e.operands[1]);
    const auto factors = [&](ir::expr_id product) { return build().at(product).operands; };
    if (is_product(b)) {
      const auto f = factors(b);
      return build().fma(sum ? f[0] : negated(f[0]), f[1], a);
    }
    if (is_product(a)) {
      const auto f = factors(a);
      return build().fma(f[0], f[1], sum ? b : negated(b));
    }
    return rebuild_expression(id);
  }
};

}  // namespace detail

HONE_DECL ir::program contract(const ir::program& p) { return detail::contractor(p).run(); }

}  // namespace hone::core::lower
