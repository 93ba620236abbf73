// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/unroll.hpp.
#pragma once

#include <hone/diag/error.hpp>
#include <hone/ir/rewrite.hpp>
#include <hone/lower/unroll.hpp>

namespace hone::core::lower {
namespace detail {

class unroller : public ir::rewriter {
 public:
  using rewriter::rewriter;

 private:
  ir::stmt_id on_statement(ir::stmt_id id) override {
    const ir::stmt s = build().statement(id);
    if (s.kind == ir::stmt_kind::allocate && depth_ > 0) return own_buffer(s);
    if (s.kind == ir::stmt_kind::store && ++stores_ > max_unrolled_statements)
      throw error(error_code::bad_configuration,
                  "the schedule unrolls more than " + std::to_string(max_unrolled_statements) + " statements");
    if (s.kind != ir::stmt_kind::loop || s.loop != ir::loop_kind::unrolled) return rebuild_statement(id);
    const auto extent = build().as_integer(expression(s.value[1]));
    if (!extent) throw internal_error("an unrolled loop has no constant extent");
    const auto first = expression(s.value[0]);
    std::vector<ir::stmt_id> copies;
    ++depth_;
    for (std::int64_t k = 0; k < *extent; ++k)
      copies.push_back(with(s.ref, build().add(first, build().index(k)), s.body));
    --depth_;
    return build().block(copies);
  }

  ir::stmt_id own_buffer(const ir::stmt& s) {
    const auto mine = build().add_buffer(ir::buffer(build().buffer_of(s.ref)));
    substitute_buffer(s.ref, mine);
    return build().allocate(mine, statement(s.body));
  }

  int depth_ = 0;
  int stores_ = 0;
};

}  // namespace detail

HONE_DECL ir::program unroll(const ir::program& p) { return detail::unroller(p).run(); }

}  // namespace hone::core::lower
