// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of engine/reference.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <hone/ast/flops.hpp>
#include <hone/lower/arguments.hpp>
#include <hone/measure/check.hpp>
#include <hone/measure/clock.hpp>
#include <hone/measure/statistics.hpp>
#include <hone/native/bounds.hpp>
#include <hone/native/sampling.hpp>
#include <hone/engine/reference.hpp>

namespace hone::core::engine {
namespace detail {

/// What plain loops manage at least on this century's processors.
inline constexpr double native_flops_per_second = 5e8;
/// Elements that are compared where all of them are too many, and of those how many have their error bound computed.
inline constexpr std::int64_t compared_points = 2000;
inline constexpr std::size_t bounded_points = 48;

HONE_DECL void store_element(void* data, scalar_type type, std::int64_t offset, double value) {
  const auto put = [&](auto x) { std::memcpy(static_cast<char*>(data) + offset * static_cast<std::int64_t>(sizeof x), &x, sizeof x); };
  switch (type) {
    case scalar_type::f64: return put(value);
    case scalar_type::f32: return put(static_cast<float>(value));
    case scalar_type::i32: return put(static_cast<std::int32_t>(value));
    case scalar_type::i8: return put(static_cast<std::int8_t>(value));
    default: return put(static_cast<std::uint8_t>(value));
  }
}

/// Row-major number of an element.
HONE_DECL std::int64_t number_of(const ast::layout& layout, const native::point& where) {
  std::int64_t number = 0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(layout.rank); ++d) number = number * layout.extents[d] + where[d];
  return number;
}

/// The tolerance that error bounds at some of the points give: floats only, integers are exact.
HONE_DECL native::tolerance bound_errors(const ast::problem& p, scalar_type type, std::span<void* const> tensors,
                                         const std::vector<native::point>& points) {
  if (!is_float(type)) return {};
  std::vector<native::point> some;
  const auto step = std::max<std::size_t>(1, points.size() / bounded_points);
  for (std::size_t k = 0; k < points.size(); k += step) some.push_back(points[k]);
  auto allowed = native::tolerance_for(native::bounded_values(p, tensors, some));
  allowed.relative = std::max(allowed.relative, type == scalar_type::f32 ? 1e-6 : 1e-14);
  return allowed;
}

/// Runs the loops as declared a few times into memory of its own.
HONE_DECL measure::measurement time_native(const ast::problem& p, const native_operator& own, std::vector<void*> tensors) {
  const auto target = static_cast<std::size_t>(p.op.assignments.front().target);
  const auto bytes = static_cast<std::size_t>(p.layouts[target].span()) * bytes_of(p.op.symbols[target].type);
  std::vector<std::uint8_t> output(std::max<std::size_t>(bytes, 1));
  tensors[target] = output.data();
  std::vector<double> samples;
  double spent = 0;
  for (int run = 0; run < 7 && (run < 2 || spent < 1e8); ++run) {
    if (run > 0 && spent > 3e8) break;
    const double start = measure::thread_cpu_ns();
    own.run(tensors);
    samples.push_back(measure::thread_cpu_ns() - start);
    spent += samples.back();
  }
  measure::measurement m;
  m.status = measure::status::ok;
  measure::summarise(samples, m);
  return m;
}

}  // namespace detail

HONE_DECL std::vector<void*> by_symbol(const ast::problem& problem, std::span<void* const> arguments) {
  std::vector<void*> addresses(problem.op.symbols.size(), nullptr);
  std::size_t next = 0;
  for (std::size_t s = 0; s < addresses.size(); ++s)
    if (problem.op.symbols[s].kind == ast::symbol_kind::tensor) addresses[s] = arguments[next++];
  return addresses;
}

HONE_DECL reference_data make_reference(const ast::problem& problem, const native_operator& own, std::uint64_t seed,
                                        double patience_s, const std::optional<measure::tolerance>& given) {
  const auto arguments = lower::arguments_of(problem);
  reference_data r;
  r.tensors = std::make_shared<measure::shared_tensors>(arguments);
  r.tensors->seed(seed);
  std::vector<void*> before, after;
  int output = -1;
  for (int a = 0; a < r.tensors->size(); ++a) {
    const bool written = arguments[static_cast<std::size_t>(a)].written;
    if (written) output = a;
    before.push_back(r.tensors->initial(a));
    after.push_back(written ? r.tensors->reference(a) : r.tensors->initial(a));
  }
  const auto& layout = arguments[static_cast<std::size_t>(output)].layout;
  const auto type = arguments[static_cast<std::size_t>(output)].type;
  const auto inputs = by_symbol(problem, before);
  const auto points = native::sample_points(problem, detail::compared_points, seed);
  r.tolerance = given ? *given : detail::bound_errors(problem, type, inputs, points);
  const double flops = ast::flops(problem);
  if (flops <= patience_s * detail::native_flops_per_second) {
    r.native = detail::time_native(problem, own, by_symbol(problem, before));
    own.run_reference(by_symbol(problem, after));
    return r;
  }
  std::vector<std::int64_t> compared;
  for (const auto& where : points) {
    compared.push_back(detail::number_of(layout, where));
    const double value = own.at(inputs, std::span(where).first(static_cast<std::size_t>(layout.rank)));
    detail::store_element(after[static_cast<std::size_t>(output)], type, measure::offset_of(layout, compared.back()), value);
  }
  std::sort(compared.begin(), compared.end());
  r.tensors->compare_only(output, std::move(compared));
  return r;
}

}  // namespace hone::core::engine
