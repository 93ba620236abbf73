// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of native/bounds.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include <hone/ast/symbols.hpp>
#include <hone/diag/error.hpp>
#include <hone/native/bounds.hpp>
#include <hone/native/tracked.hpp>

namespace hone::core::native {
namespace detail {

/// A tracked value of any type: floats are held in `real`, all others in `whole`.
struct tracked_any {
  double real = 0;
  std::int64_t whole = 0;
  double bound = 0;

  template <class T>
  static tracked_any from(const tracked<T>& v) {
    if constexpr (std::is_floating_point_v<T>) return {v.value, 0, v.bound};
    else return {0, static_cast<std::int64_t>(v.value), v.bound};
  }
  template <class T>
  tracked<T> as() const {
    if constexpr (std::is_floating_point_v<T>) return {real, bound};
    else return {static_cast<T>(whole), bound};
  }
};

/// Calls `f` with a value of the C++ type.
template <class F>
auto with_type(scalar_type type, F f) {
  switch (type) {
    case scalar_type::f64: return f(double{});
    case scalar_type::f32: return f(float{});
    case scalar_type::i32: return f(std::int32_t{});
    case scalar_type::i8: return f(std::int8_t{});
    case scalar_type::u8: return f(std::uint8_t{});
    case scalar_type::i64: return f(std::int64_t{});
    case scalar_type::boolean: return f(bool{});
  }
  throw internal_error("a node of no type");
}

template <node_kind Kind>
using kind_constant = std::integral_constant<node_kind, Kind>;

class tree_walk {
 public:
  tree_walk(const ast::problem& p, std::span<void* const> tensors)
      : problem_(p), tensors_(tensors), axes_(p.op.symbols.size()) {}

  bounded_value at(const ast::assignment& body, std::span<const std::int64_t> where) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(body.rank); ++d)
      axes_[static_cast<std::size_t>(body.indices[d])] = where[d];
    const auto type = problem_.op.symbols[static_cast<std::size_t>(body.target)].type;
    const auto value = converted(evaluate(body.root), node(body.root).type, type);
    return with_type(type, [&](auto t) { return stored<decltype(t)>(body, value, where); });
  }

 private:
  const ast::node& node(std::int32_t id) const { return ast::node_at(problem_.op, id); }
  std::int32_t operand(const ast::node& n, std::int32_t k) const { return n.operands[static_cast<std::size_t>(k)]; }

  tracked_any evaluate(std::int32_t id) {
    const ast::node& n = node(id);
    switch (n.kind) {
      case node_kind::literal: return literal(n);
      case node_kind::axis: return {0, axes_[static_cast<std::size_t>(n.symbol)], 0};
      case node_kind::size:
      case node_kind::attribute: return {0, problem_.values[static_cast<std::size_t>(n.symbol)], 0};
      case node_kind::read: return read(n, 0);
      case node_kind::padded_read: return read(n, 1);
      case node_kind::reduce: return reduced(n);
      case node_kind::cast: return converted(evaluate(n.operands[0]), node(n.operands[0]).type, n.type);
      case node_kind::select: return selected(n);
      default: break;
    }
    if (n.operand_count == 1) return unary(n);
    return is_comparison(n.kind) || is_logical(n.kind) ? compared(n) : binary(n);
  }

  static tracked_any literal(const ast::node& n) {
    return is_float(n.type) ? tracked_any{n.as_double(), 0, 0} : tracked_any{0, n.bits, 0};
  }

  /// The element at the indices that follow `first` operands; of a padded read operand 0 where they are outside.
  tracked_any read(const ast::node& n, std::int32_t first) {
    const auto& layout = problem_.layouts[static_cast<std::size_t>(n.symbol)];
    std::int64_t offset = 0;
    for (std::int32_t k = first; k < n.operand_count; ++k) {
      const auto d = static_cast<std::size_t>(k - first);
      const auto index = evaluate(operand(n, k)).whole;
      if (first > 0 && (index < 0 || index >= layout.extents[d])) return evaluate(n.operands[0]);
      offset += index * layout.strides[d];
    }
    return element(n.symbol, offset);
  }

  tracked_any element(std::int32_t tensor, std::int64_t offset) const {
    const auto type = problem_.op.symbols[static_cast<std::size_t>(tensor)].type;
    return with_type(type, [&](auto t) {
      using T = decltype(t);
      T value;
      std::memcpy(&value, static_cast<const char*>(tensors_[static_cast<std::size_t>(tensor)]) + offset * std::int64_t{sizeof(T)},
                  sizeof value);
      return tracked_any::from(tracked_numbers::from(value));
    });
  }

  static tracked_any converted(const tracked_any& v, scalar_type from, scalar_type to) {
    if (from == to) return v;
    return with_type(from, [&](auto f) {
      return with_type(to, [&](auto t) {
        return tracked_any::from(tracked_numbers::convert<decltype(t)>(v.as<decltype(f)>()));
      });
    });
  }

  tracked_any selected(const ast::node& n) {
    const auto c = evaluate(n.operands[0]), a = evaluate(n.operands[1]), b = evaluate(n.operands[2]);
    return with_type(n.type, [&](auto t) {
      using T = decltype(t);
      return tracked_any::from(tracked_numbers::select(c.as<bool>(), a.as<T>(), b.as<T>()));
    });
  }

  template <node_kind... Kinds, class F>
  static tracked_any with_kind(node_kind kind, F f) {
    tracked_any result;
    const bool found = ((kind == Kinds && (result = f(kind_constant<Kinds>{}), true)) || ...);
    if (!found) throw internal_error("a node of a kind that its operands do not have");
    return result;
  }

  tracked_any unary(const ast::node& n) {
    using enum node_kind;
    const auto a = evaluate(n.operands[0]);
    return with_type(n.type, [&](auto t) {
      using T = decltype(t);
      const auto apply = [&](auto kind) {
        return tracked_any::from(tracked_numbers::unary<kind.value, T>(a.as<T>()));
      };
      if constexpr (std::is_same_v<T, bool>) return with_kind<logical_not>(n.kind, apply);
      else if constexpr (std::is_integral_v<T>) return with_kind<neg, abs>(n.kind, apply);
      else return with_kind<neg, abs, exp, log, sqrt, tanh, sin, cos, erf, floor, ceil>(n.kind, apply);
    });
  }

  tracked_any binary(const ast::node& n) {
    using enum node_kind;
    const auto a = evaluate(n.operands[0]), b = evaluate(n.operands[1]);
    return with_type(n.type, [&](auto t) -> tracked_any {
      using T = decltype(t);
      if constexpr (std::is_same_v<T, bool>) throw internal_error("arithmetic of conditions");
      else return with_kind<add, sub, mul, div, mod, min, max>(n.kind, [&](auto kind) {
        return tracked_any::from(tracked_numbers::binary<kind.value, T>(a.as<T>(), b.as<T>()));
      });
    });
  }

  tracked_any compared(const ast::node& n) {
    using enum node_kind;
    const auto a = evaluate(n.operands[0]), b = evaluate(n.operands[1]);
    return with_type(node(n.operands[0]).type, [&](auto t) {
      using T = decltype(t);
      const auto apply = [&](auto kind) {
        return tracked_any::from(tracked_numbers::compare<kind.value, T>(a.as<T>(), b.as<T>()));
      };
      if constexpr (std::is_same_v<T, bool>) return with_kind<eq, ne, logical_and, logical_or>(n.kind, apply);
      else return with_kind<lt, le, gt, ge, eq, ne>(n.kind, apply);
    });
  }

  tracked_any reduced(const ast::node& n) {
    switch (n.combine) {
      case reduction::sum: return reduced<reduction::sum>(n);
      case reduction::product: return reduced<reduction::product>(n);
      case reduction::min: return reduced<reduction::min>(n);
      case reduction::max: return reduced<reduction::max>(n);
    }
    throw internal_error("a reduction of no kind");
  }

  template <reduction Kind>
  tracked_any reduced(const ast::node& n) {
    return with_type(n.type, [&](auto t) -> tracked_any {
      using T = decltype(t);
      if constexpr (std::is_same_v<T, bool>) throw internal_error("a reduction of conditions");
      else {
        auto total = tracked_numbers::start<Kind, T>();
        for_each_step(n, 0, [&] {
          const auto body = operand(n, n.operand_count - 1);
          const auto term = converted(evaluate(body), node(body).type, n.type);
          tracked_numbers::combine<Kind, T>(total, term.template as<T>());
        });
        return tracked_any::from(tracked_numbers::finish<Kind, T>(total));
      }
    });
  }

  /// The first axis of a reduction is the outermost.
  template <class F>
  void for_each_step(const ast::node& n, std::int32_t axis, const F& f) {
    if (axis == n.operand_count - 1) return f();
    const auto symbol = static_cast<std::size_t>(node(operand(n, axis)).symbol);
    for (std::int64_t k = 0; k < problem_.values[symbol]; ++k) {
      axes_[symbol] = k;
      for_each_step(n, axis + 1, f);
    }
  }

  template <class T>
  bounded_value stored(const ast::assignment& body, const tracked_any& value, std::span<const std::int64_t> where) const {
    auto result = value.as<T>();
    if constexpr (!std::is_same_v<T, bool>) {
      if (body.accumulates) {
        const auto& layout = problem_.layouts[static_cast<std::size_t>(body.target)];
        std::int64_t offset = 0;
        for (std::size_t d = 0; d < where.size(); ++d) offset += where[d] * layout.strides[d];
        const auto old = element(body.target, offset).template as<T>();
        result = tracked_numbers::binary<node_kind::add, T>(old, result);
        // the old value is at most what was there and what was added
        result.bound += accumulation_bound<T>(std::fabs(static_cast<double>(old.value)) +
                                              std::fabs(static_cast<double>(result.value)));
      }
    }
    return {static_cast<double>(result.value), result.bound};
  }

  /// What adding the terms of a reduction to the output's old value one by one may lose: a rounding of the running total
  /// per term (as for the reduction itself, in a statistical sense: 8 sqrt(n)).
  template <class T>
  double accumulation_bound(double size) const {
    double terms = 1;
    for (std::size_t s = 0; s < problem_.values.size(); ++s)
      if (problem_.op.symbols[s].reduced)
        terms *= static_cast<double>(std::max<std::int64_t>(problem_.values[s], 1));
    return terms > 1 ? std::min(terms, 8 * std::sqrt(terms)) * roundoff<T> * size : 0;
  }

  const ast::problem& problem_;
  std::span<void* const> tensors_;
  std::vector<std::int64_t> axes_;  ///< the current point, by symbol
};

}  // namespace detail

HONE_DECL bounded_value bounded_at(const ast::problem& p, std::span<void* const> tensors,
                                   std::span<const std::int64_t> where) {
  return detail::tree_walk(p, tensors).at(p.op.assignments.front(), where);
}

HONE_DECL std::vector<bounded_value> bounded_values(const ast::problem& p, std::span<void* const> tensors,
                                                    std::span<const point> points) {
  detail::tree_walk walk(p, tensors);
  const auto& body = p.op.assignments.front();
  std::vector<bounded_value> values;
  for (const point& where : points)
    values.push_back(walk.at(body, std::span(where).first(static_cast<std::size_t>(body.rank))));
  return values;
}

namespace detail {

/// The least absolute part that, beside `relative`, allows what each value needs; and how generous the pair is: the
/// mean logarithm of what it allows.
struct allowance {
  double absolute = 0;
  double cost = 0;
};

HONE_DECL allowance allow(std::span<const bounded_value> values, double relative) {
  allowance a;
  for (const auto& v : values) a.absolute = std::max(a.absolute, 2 * v.bound - relative * std::fabs(v.value));
  for (const auto& v : values)
    a.cost += std::log(a.absolute + relative * std::fabs(v.value) + std::numeric_limits<double>::min());
  return a;
}

}  // namespace detail

HONE_DECL tolerance tolerance_for(std::span<const bounded_value> values) {
  std::vector<bounded_value> known;
  for (const auto& v : values)
    if (std::isfinite(v.value) && std::isfinite(v.bound)) known.push_back(v);
  tolerance best;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](double relative) {
    const auto a = detail::allow(known, relative);
    if (a.cost >= least) return;
    least = a.cost;
    best = {a.absolute, relative};
  };
  if (known.empty()) return best;
  consider(0);
  // the relative part that some value needs on its own, from a few of them
  const std::size_t step = known.size() / 64 + 1;
  for (std::size_t k = 0; k < known.size(); k += step)
    if (known[k].value != 0) consider(2 * known[k].bound / std::fabs(known[k].value));
  return best;
}

}  // namespace hone::core::native
