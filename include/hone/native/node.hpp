// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values bound to a problem: leaves, arithmetic, comparison, select, casts. Reads and reductions have files of their
/// own.
///
/// A node is evaluated a row at a time. The loops keep a current point; `move(slot, delta)` says that an axis of it
/// has changed, and `row(slot, n)` gives a small object that holds, by value, all that the next `n` values along
/// `slot` need: `row(t)` is the value `t` steps further. Everything that is constant in a row is thus out of the
/// innermost loop before the compiler looks at it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include <hone/dsl/types.hpp>
#include <hone/native/index.hpp>
#include <hone/native/number.hpp>

namespace hone::core::native {

/// What an element of a row of `n` costs, in the bytes that it takes the memory to move on (a quarter of a nanosecond,
/// roughly): its own share of the traffic and of the set-up of the row.
constexpr std::int64_t row_cost(std::int64_t traffic, std::int64_t n) {
  return traffic + 128 / std::max<std::int64_t>(n, 1);
}

/// `node<Numbers, Expression>`: constructed from the expression, the context, and the current point.
template <class Numbers, class Expression>
struct node;

/// A value that no axis changes.
template <class Numbers, class T>
struct constant_node {
  using value_type = T;
  typename Numbers::template number<T> value;

  struct row_type {
    typename Numbers::template number<T> value;
    auto operator()(std::int64_t) const { return value; }
  };
  void move(int, std::int64_t) {}
  row_type row(int, std::int64_t) { return {value}; }
  std::int64_t traffic(int) const { return 0; }  ///< bytes of memory that a step along a slot moves on, roughly
};

template <class Numbers, class T>
struct node<Numbers, dsl::literal<T>> : constant_node<Numbers, T> {
  node(const dsl::literal<T>& number, const context&, axis_values&)
      : constant_node<Numbers, T>{Numbers::from(number.value)} {}
};

template <class Numbers, fixed_string Name>
struct node<Numbers, dsl::size<Name>> : constant_node<Numbers, std::int64_t> {
  node(const dsl::size<Name>&, const context& names, axis_values&)
      : constant_node<Numbers, std::int64_t>{Numbers::from(names.value(Name.view(), ast::symbol_kind::size))} {}
};

template <class Numbers, fixed_string Name>
struct node<Numbers, dsl::attribute<Name>> : constant_node<Numbers, std::int64_t> {
  node(const dsl::attribute<Name>&, const context& names, axis_values&)
      : constant_node<Numbers, std::int64_t>{Numbers::from(names.value(Name.view(), ast::symbol_kind::attribute))} {}
};

template <class Numbers, fixed_string Name>
struct node<Numbers, dsl::axis<Name>> {
  using value_type = std::int64_t;
  int slot;
  const axis_values* axes;

  node(const dsl::axis<Name>&, const context& names, axis_values& current)
      : slot(names.slot(names.symbol(Name.view(), ast::symbol_kind::axis))), axes(&current) {}

  struct row_type {
    std::int64_t first, step;
    auto operator()(std::int64_t t) const { return Numbers::from(first + step * t); }
  };
  void move(int, std::int64_t) {}
  row_type row(int along, std::int64_t) { return {(*axes)[static_cast<std::size_t>(slot)], along == slot}; }
  std::int64_t traffic(int) const { return 0; }
};

template <class Numbers, node_kind Kind, class T, class A>
struct node<Numbers, dsl::apply<Kind, T, A>> {
  using value_type = T;
  using operand = node<Numbers, A>;
  operand a;

  node(const dsl::apply<Kind, T, A>& expression, const context& names, axis_values& axes)
      : a(dsl::hana::at_c<0>(expression.operands), names, axes) {}

  struct row_type {
    typename operand::row_type a;
    auto operator()(std::int64_t t) const {
      return Numbers::template unary<Kind, T>(Numbers::template convert<T, typename operand::value_type>(a(t)));
    }
  };
  void move(int slot, std::int64_t delta) { a.move(slot, delta); }
  row_type row(int slot, std::int64_t n) { return {a.row(slot, n)}; }
  std::int64_t traffic(int slot) const { return a.traffic(slot); }
};

template <class Numbers, node_kind Kind, class T, class A, class B>
struct node<Numbers, dsl::apply<Kind, T, A, B>> {
  using value_type = T;
  using left = node<Numbers, A>;
  using right = node<Numbers, B>;
  left a;
  right b;

  node(const dsl::apply<Kind, T, A, B>& expression, const context& names, axis_values& axes)
      : a(dsl::hana::at_c<0>(expression.operands), names, axes),
        b(dsl::hana::at_c<1>(expression.operands), names, axes) {}

  struct row_type {
    typename left::row_type a;
    typename right::row_type b;
    auto operator()(std::int64_t t) const {
      using L = typename left::value_type;
      using R = typename right::value_type;
      using Operation = dsl::element_t<dsl::operation_type(Kind, scalar_type_of<L>, scalar_type_of<R>)>;
      const auto x = Numbers::template convert<Operation, L>(a(t));
      const auto y = Numbers::template convert<Operation, R>(b(t));
      if constexpr (is_comparison(Kind) || is_logical(Kind)) return Numbers::template compare<Kind, Operation>(x, y);
      else return Numbers::template binary<Kind, T>(x, y);
    }
  };
  void move(int slot, std::int64_t delta) {
    a.move(slot, delta);
    b.move(slot, delta);
  }
  row_type row(int slot, std::int64_t n) { return {a.row(slot, n), b.row(slot, n)}; }
  std::int64_t traffic(int slot) const { return a.traffic(slot) + b.traffic(slot); }
};

/// select(condition, value if true, value if false)
template <class Numbers, node_kind Kind, class T, class A, class B, class C>
struct node<Numbers, dsl::apply<Kind, T, A, B, C>> {
  using value_type = T;
  using condition = node<Numbers, A>;
  using if_true = node<Numbers, B>;
  using if_false = node<Numbers, C>;
  condition a;
  if_true b;
  if_false c;

  node(const dsl::apply<Kind, T, A, B, C>& expression, const context& names, axis_values& axes)
      : a(dsl::hana::at_c<0>(expression.operands), names, axes),
        b(dsl::hana::at_c<1>(expression.operands), names, axes),
        c(dsl::hana::at_c<2>(expression.operands), names, axes) {}

  struct row_type {
    typename condition::row_type a;
    typename if_true::row_type b;
    typename if_false::row_type c;
    auto operator()(std::int64_t t) const {
      return Numbers::template select<T>(Numbers::template convert<bool, typename condition::value_type>(a(t)),
                                         Numbers::template convert<T, typename if_true::value_type>(b(t)),
                                         Numbers::template convert<T, typename if_false::value_type>(c(t)));
    }
  };
  void move(int slot, std::int64_t delta) {
    a.move(slot, delta);
    b.move(slot, delta);
    c.move(slot, delta);
  }
  row_type row(int slot, std::int64_t n) { return {a.row(slot, n), b.row(slot, n), c.row(slot, n)}; }
  std::int64_t traffic(int slot) const { return a.traffic(slot) + b.traffic(slot) + c.traffic(slot); }
};

template <class Numbers, class T, class A>
struct node<Numbers, dsl::cast_node<T, A>> {
  using value_type = T;
  using operand_node = node<Numbers, A>;
  operand_node a;

  node(const dsl::cast_node<T, A>& expression, const context& names, axis_values& axes)
      : a(expression.operand, names, axes) {}

  struct row_type {
    typename operand_node::row_type a;
    auto operator()(std::int64_t t) const {
      return Numbers::template convert<T, typename operand_node::value_type>(a(t));
    }
  };
  void move(int slot, std::int64_t delta) { a.move(slot, delta); }
  row_type row(int slot, std::int64_t n) { return {a.row(slot, n)}; }
  std::int64_t traffic(int slot) const { return a.traffic(slot); }
};

}  // namespace hone::core::native
