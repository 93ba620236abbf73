// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/vectorize.hpp.
#pragma once

#include <bit>

#include <hone/diag/error.hpp>
#include <hone/ir/rewrite.hpp>
#include <hone/lower/vectorize.hpp>

namespace hone::core::lower {
namespace detail {

class vectorizer : public ir::rewriter {
 public:
  using rewriter::rewriter;

 private:
  ir::stmt_id on_statement(ir::stmt_id id) override {
    const ir::stmt s = build().statement(id);
    if (s.kind == ir::stmt_kind::loop && s.loop == ir::loop_kind::vectorized) return as_vector(s);
    if (lanes_ == 1) return rebuild_statement(id);
    if (s.kind == ir::stmt_kind::allocate) return per_lane(s);
    if (s.kind == ir::stmt_kind::store) return vector_store(s);
    return rebuild_statement(id);
  }

  ir::stmt_id as_vector(const ir::stmt& s) {
    const auto extent = build().as_integer(expression(s.value[1]));
    if (!extent) throw internal_error("a vectorised loop has no constant extent");
    if (lanes_ > 1) throw internal_error("a vectorised loop stands inside another");
    const auto first = expression(s.value[0]);
    if (*extent <= 1) return *extent == 1 ? with(s.ref, first, s.body) : ir::none;
    lanes_ = static_cast<std::int32_t>(std::bit_ceil(static_cast<std::uint64_t>(*extent)));
    const auto lane = build().ramp(build().index(0), build().index(1), lanes_);
    mask_ = lanes_ == *extent ? ir::none : build().binary(ir::expr_kind::lt, lane, build().index(*extent));
    forget();
    const auto body = with(s.ref, build().ramp(first, build().index(1), lanes_), s.body);
    lanes_ = 1;
    mask_ = ir::none;
    forget();
    return body;
  }

  bool is_vector(const ir::index_list& indices) {
    for (const auto i : indices)
      if (build().type_of(i).lanes > 1) return true;
    return false;
  }

  ir::expr_id masked(ir::expr_id predicate) {
    if (mask_ == ir::none) return predicate;
    return predicate == ir::none ? mask_ : build().binary(ir::expr_kind::logical_and, mask_, predicate);
  }

  /// The indices of an access in the vector's terms; a buffer with a value per lane takes the lane as well.
  ir::index_list indices_of(ir::buffer_id buffer, std::int32_t first, std::int32_t count) {
    auto indices = expressions(first, count);
    for (const auto b : widened_)
      if (b == buffer) indices.push_back(build().ramp(build().index(0), build().index(1), lanes_));
    return indices;
  }

  ir::expr_id on_expression(ir::expr_id id) override {
    const ir::expr e = build().at(id);
    if (lanes_ == 1 || e.kind != ir::expr_kind::load) return rebuild_expression(id);
    const auto indices = indices_of(e.ref, e.first, e.count);
    const auto predicate = expression(e.operands[0]);
    const bool vector = is_vector(indices) || (predicate != ir::none && build().type_of(predicate).lanes > 1);
    return build().load(renamed(e.ref), indices, vector ? masked(predicate) : predicate);
  }

  ir::stmt_id vector_store(const ir::stmt& s) {
    const auto indices = indices_of(s.ref, s.first, s.count);
    if (!is_vector(indices)) throw internal_error("a vectorised loop stores to one place in every iteration");
    const auto value = expression(s.value[0]);
    return build().store(renamed(s.ref), indices, value, masked(expression(s.value[1])));
  }

  ir::stmt_id per_lane(const ir::stmt& s) {
    auto wide = ir::buffer(build().buffer_of(s.ref));
    for (std::int32_t d = 0; d < wide.rank; ++d) wide.strides[static_cast<std::size_t>(d)] *= lanes_;
    wide.extents[static_cast<std::size_t>(wide.rank)] = lanes_;
    wide.strides[static_cast<std::size_t>(wide.rank)] = 1;
    ++wide.rank;
    const auto mine = build().add_buffer(wide);
    widened_.push_back(s.ref);
    renamed_.emplace_back(s.ref, mine);
    forget();
    const auto body = statement(s.body);
    widened_.pop_back();
    renamed_.pop_back();
    return build().allocate(mine, body);
  }

  ir::buffer_id renamed(ir::buffer_id b) const {
    for (const auto& [from, to] : renamed_)
      if (from == b) return to;
    return b;
  }

  std::int32_t lanes_ = 1;
  ir::expr_id mask_ = ir::none;
  std::vector<ir::buffer_id> widened_;
  std::vector<std::pair<ir::buffer_id, ir::buffer_id>> renamed_;
};

}  // namespace detail

HONE_DECL ir::program vectorize(const ir::program& p) { return detail::vectorizer(p).run(); }

}  // namespace hone::core::lower
