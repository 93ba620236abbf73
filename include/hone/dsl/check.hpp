// SPDX-License-Identifier: Apache-2.0
/// \file
/// What makes a statement an operator. Plain loops over the steps of its expressions, run by the compiler; the first
/// misuse found becomes a sentence (diag/misuse.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include <hone/diag/say.hpp>
#include <hone/dsl/trace.hpp>

namespace hone::dsl {

namespace detail {

using diag::finding;
using diag::misuse;

/// The steps of an expression with, for each, where its operands begin: step s and its operands are
/// steps [first[s], s].
template <std::size_t Length>
struct nested_steps {
  const std::array<step, Length>& steps;
  std::array<std::size_t, Length> first{};

  constexpr explicit nested_steps(const std::array<step, Length>& list) : steps(list) {
    for (std::size_t s = 0; s < Length; ++s) {
      first[s] = s;
      for (int k = 0; k < steps[s].operands; ++k) first[s] = first[first[s] - 1];
    }
  }
  /// Calls `f(step)` for the last step of each operand, from the last operand to the first.
  template <class F>
  constexpr void for_operands(std::size_t s, F f) const {
    std::size_t at = s;
    for (int k = 0; k < steps[s].operands; ++k) {
      f(at - 1);
      at = first[at - 1];
    }
  }
  constexpr bool any(std::size_t from, std::size_t to, auto predicate) const {
    for (std::size_t s = from; s < to; ++s)
      if (predicate(steps[s])) return true;
    return false;
  }
  /// How many axes the reduction at step s runs over; they are its first steps.
  constexpr std::size_t axis_count(std::size_t s) const { return static_cast<std::size_t>(steps[s].operands) - 1; }
  constexpr bool reduces(std::size_t s, std::string_view axis) const {
    return steps[s].kind == node_kind::reduce &&
           any(first[s], first[s] + axis_count(s), [axis](const step& each) { return each.name == axis; });
  }
};

constexpr bool is_read(const step& s) { return s.kind == node_kind::read || s.kind == node_kind::padded_read; }
constexpr bool is_index_kind(node_kind k) {
  return k <= node_kind::attribute || (k >= node_kind::add && k <= node_kind::mod) || k == node_kind::neg;
}

/// The output is written once at each point of its axes: its indices are distinct axes.
template <std::size_t Length>
constexpr finding check_target(const nested_steps<Length>& target) {
  const auto& tensor = *target.steps[Length - 1].tensor;
  if (target.any(0, Length - 1, is_read)) return {misuse::scatter, tensor.name, ""};
  if (target.any(0, Length - 1, [](const step& each) { return each.kind != node_kind::axis; }))
    return {misuse::output_index, tensor.name, ""};
  for (std::size_t a = 0; a + 1 < Length; ++a)
    if (target.any(0, a, [&](const step& each) { return each.name == target.steps[a].name; }))
      return {misuse::output_index_twice, target.steps[a].name, tensor.name};
  return {};
}

/// The indices of the read at step s are integer arithmetic on axes.
template <std::size_t Length>
constexpr finding check_indices(const nested_steps<Length>& e, std::size_t s) {
  const auto& steps = e.steps;
  const std::size_t from = e.first[s] + (steps[s].kind == node_kind::padded_read ? 1 : 0);
  const auto name = steps[s].tensor->name;
  const auto is_axis_step = [](const step& each) { return each.kind == node_kind::axis; };
  if (e.any(from, s, is_read)) return {misuse::data_dependent, name, ""};
  if (e.any(from, s, [](const step& each) { return is_float(each.type); })) return {misuse::float_index, name, ""};
  for (std::size_t i = from; i < s; ++i) {
    if (!is_index_kind(steps[i].kind)) return {misuse::index_expression, name, ""};
    const std::size_t right = i == 0 ? 0 : i - 1;
    if (steps[i].kind == node_kind::mul && e.any(e.first[right], i, is_axis_step) &&
        e.any(e.first[i], e.first[right], is_axis_step))
      return {misuse::index_product, name, ""};
  }
  return {};
}

/// The reduction at step s binds axes that nothing around it or inside it binds.
template <std::size_t T, std::size_t Length>
constexpr finding check_reduction(const nested_steps<T>& target, const nested_steps<Length>& e, std::size_t s) {
  if (e.axis_count(s) > 8) return {misuse::too_many_axes, "", ""};
  for (std::size_t a = 0; a < e.axis_count(s); ++a) {
    const std::size_t at = e.first[s] + a;
    const auto name = e.steps[at].name;
    const auto same = [name](const step& other) { return other.kind == node_kind::axis && other.name == name; };
    if (target.any(0, T - 1, same)) return {misuse::reduced_output_axis, name, target.steps[T - 1].tensor->name};
    if (e.any(e.first[s], at, same)) return {misuse::reduction_twice, name, ""};
    for (std::size_t inner = at; inner < s; ++inner)
      if (e.reduces(inner, name)) return {misuse::nested_reduction, name, ""};
  }
  return {};
}

/// The axis at step s is one of the output's, or a reduction around it binds it.
template <std::size_t T, std::size_t Length>
constexpr bool is_bound(const nested_steps<T>& target, const nested_steps<Length>& e, std::size_t s) {
  const auto name = e.steps[s].name;
  if (target.any(0, T - 1, [name](const step& each) { return each.name == name; })) return true;
  for (std::size_t around = s + 1; around < Length; ++around)
    if (e.first[around] <= s && e.reduces(around, name)) return true;
  return false;
}

template <std::size_t T, std::size_t Length>
constexpr finding check_value(const nested_steps<T>& target, const nested_steps<Length>& e) {
  const auto& output = *target.steps[T - 1].tensor;
  for (std::size_t s = 0; s < Length; ++s) {
    const auto& at = e.steps[s];
    finding found;
    if (at.kind == node_kind::reduce)
      found = check_reduction(target, e, s);
    else if (is_read(at))
      found = at.tensor->name == output.name ? finding{misuse::output_is_read, output.name, ""} : check_indices(e, s);
    else if (at.kind == node_kind::axis && !is_bound(target, e, s))
      found = {misuse::free_axis, at.name, output.name};
    if (found.kind != misuse::none) return found;
  }
  return {};
}

/// What a name stands for; two uses of one name must agree.
struct meaning {
  std::string_view name;
  node_kind kind = node_kind::axis;
  const tensor_facts* tensor = nullptr;
};

/// The names met so far. `Capacity` counts every use, declared extents included.
template <std::size_t Capacity>
struct dictionary {
  std::array<meaning, Capacity> known{};
  std::size_t count = 0;

  constexpr finding learn(const meaning& m) {
    for (std::size_t k = 0; k < count; ++k) {
      if (known[k].name != m.name) continue;
      if (known[k].kind != m.kind) return {misuse::name_clash, m.name, ""};
      if (m.kind == node_kind::read && known[k].tensor != m.tensor && !(*known[k].tensor == *m.tensor))
        return {misuse::tensor_clash, m.name, ""};
      return {};
    }
    known[count++] = m;
    return {};
  }
  constexpr finding learn(const step& s) {
    if (s.kind >= node_kind::axis && s.kind <= node_kind::attribute) return learn(meaning{s.name, s.kind, nullptr});
    if (!is_read(s)) return {};
    for (const auto& extent : s.tensor->extents)
      if (extent.kind != node_kind::literal) {
        const auto found = learn(meaning{extent.name, extent.kind, nullptr});
        if (found.kind != misuse::none) return found;
      }
    return learn(meaning{s.tensor->name, node_kind::read, s.tensor});
  }
};

template <std::size_t T, std::size_t Length>
constexpr finding check_names(const std::array<step, T>& target, const std::array<step, Length>& value) {
  dictionary<9 * (T + Length)> names;
  for (const auto& s : target)
    if (const auto found = names.learn(s); found.kind != misuse::none) return found;
  for (const auto& s : value)
    if (const auto found = names.learn(s); found.kind != misuse::none) return found;
  return {};
}

constexpr bool has_axis(std::span<const step> steps, std::string_view name) {
  for (const step& s : steps)
    if (s.kind == node_kind::axis && s.name == name) return true;
  return false;
}

/// An extent is declared by an axis of the operator, so that it has a value.
constexpr finding check_extents(std::span<const step> steps, std::span<const step> target,
                                std::span<const step> value) {
  for (const step& s : steps) {
    if (!is_read(s)) continue;
    for (const auto& extent : s.tensor->extents)
      if (extent.kind == node_kind::axis && !has_axis(target, extent.name) && !has_axis(value, extent.name))
        return {misuse::extent_axis, extent.name, s.tensor->name};
  }
  return {};
}

template <std::size_t T, std::size_t Length>
constexpr finding find_misuse(const std::array<step, T>& target, const std::array<step, Length>& value) {
  if (target[T - 1].operands != target[T - 1].tensor->rank) return {};  // was said where the indices stand
  const nested_steps<T> t(target);
  const nested_steps<Length> v(value);
  if (const auto found = check_names(target, value); found.kind != misuse::none) return found;
  if (const auto found = check_target(t); found.kind != misuse::none) return found;
  if (const auto found = check_value(t, v); found.kind != misuse::none) return found;
  if (const auto found = check_extents(target, target, value); found.kind != misuse::none) return found;
  return check_extents(value, target, value);
}

}  // namespace detail

/// The first misuse of `Target = Value`, if there is one.
template <class Target, class Value>
struct checked_statement {
  static constexpr diag::finding value = detail::find_misuse(steps_of<Target>, steps_of<Value>);
};

}  // namespace hone::dsl
