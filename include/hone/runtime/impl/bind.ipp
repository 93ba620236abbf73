// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `bind.hpp`.
#pragma once

#include <hone/runtime/bind.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace hone::core::runtime {
namespace detail {

/// A set of bytes: base + sum of i_d * stride_d, 0 <= i_d < extent_d, `element` bytes at each. Empty when an extent is.
struct footprint {
  std::uintptr_t base = 0;
  std::int64_t element = 1;
  std::int64_t bytes = 0;  ///< from the first to one past the last
  const ast::layout* layout = nullptr;
};

HONE_DECL bool ranges_meet(const footprint& a, const footprint& b) noexcept {
  return a.bytes > 0 && b.bytes > 0 && a.base < b.base + static_cast<std::uintptr_t>(b.bytes) &&
         b.base < a.base + static_cast<std::uintptr_t>(a.bytes);
}

/// One unknown of the equation below: an integer from 0 to `last`, times `stride` bytes.
struct term {
  std::int64_t stride;
  std::int64_t last;
};

/// Whether two footprints have a byte in common. That is an integer solution of
///   sum of i_d s_d + e  =  delta + sum of j_d t_d + f,
/// with the element's own bytes e, f as further unknowns. Substituting j by last - j makes all signs positive; then
/// unknowns are tried from the largest stride to the smallest, each in the few values that the smaller ones can make
/// up for. Layouts that need more than `budget` steps count as overlapping.
class overlap_search {
 public:
  overlap_search(const footprint& a, const footprint& b) {
    add(a);
    std::int64_t target = static_cast<std::int64_t>(b.base - a.base);
    target += b.bytes - 1;  // every j at its end
    add(b);
    std::sort(terms_.begin(), terms_.begin() + count_, [](term x, term y) { return x.stride > y.stride; });
    found_ = solve(0, target);
  }
  bool found() const { return found_; }

 private:
  void add(const footprint& f) {
    for (int d = 0; d < f.layout->rank; ++d) {
      const auto k = static_cast<std::size_t>(d);
      if (f.layout->extents[k] > 1) push({f.layout->strides[k] * f.element, f.layout->extents[k] - 1});
    }
    push({1, f.element - 1});
  }
  void push(term t) {
    if (t.stride > 0) terms_[static_cast<std::size_t>(count_++)] = t;
  }
  std::int64_t reach_after(int k) const {
    std::int64_t sum = 0;
    for (int j = k + 1; j < count_; ++j)
      sum += terms_[static_cast<std::size_t>(j)].stride * terms_[static_cast<std::size_t>(j)].last;
    return sum;
  }
  bool solve(int k, std::int64_t target) {
    if (target < 0) return false;
    if (k == count_) return target == 0;
    if (--budget_ < 0) return true;
    const auto [stride, last] = terms_[static_cast<std::size_t>(k)];
    const auto lacking = target - reach_after(k);
    const auto first = lacking <= 0 ? 0 : (lacking + stride - 1) / stride;
    for (auto x = std::min(last, target / stride); x >= first; --x)
      if (solve(k + 1, target - x * stride)) return true;
    return false;
  }

  std::array<term, 2 * ast::max_rank + 2> terms_{};
  int count_ = 0;
  int budget_ = 1000;
  bool found_ = false;
};

HONE_DECL bind_result problem_at(bind_problem problem, std::size_t argument, std::int64_t expected, std::int64_t given,
                                 int dimension = 0) noexcept {
  return {problem, static_cast<std::int32_t>(argument), 0, dimension, expected, given};
}

}  // namespace detail

HONE_DECL binder::binder(std::span<const lower::argument> arguments)
    : arguments_(arguments.begin(), arguments.end()) {
  for (const auto& a : arguments_) spans_.push_back(a.layout.span());
}

HONE_DECL bind_result binder::check(std::span<const memory_view> views) const noexcept {
  using detail::problem_at;
  if (views.size() != arguments_.size())
    return problem_at(bind_problem::wrong_count, 0, static_cast<std::int64_t>(arguments_.size()),
                      static_cast<std::int64_t>(views.size()));
  for (std::size_t k = 0; k < views.size(); ++k)
    if (const auto result = check_one(k, views[k]); !result.ok()) return result;
  for (std::size_t k = 0; k < views.size(); ++k)
    if (arguments_[k].written)
      if (const auto result = check_overlap(k, views); !result.ok()) return result;
  return {};
}

HONE_DECL bind_result binder::check_one(std::size_t argument, const memory_view& view) const noexcept {
  using detail::problem_at;
  const auto& wanted = arguments_[argument];
  if (view.type != wanted.type)
    return problem_at(bind_problem::wrong_type, argument, static_cast<int>(wanted.type), static_cast<int>(view.type));
  if (wanted.written && !view.writable) return problem_at(bind_problem::read_only, argument, 1, 0);
  if (view.shape == view_shape::flat && view.extents[0] < spans_[argument])
    return problem_at(bind_problem::too_small, argument, spans_[argument], view.extents[0]);
  if (view.shape == view_shape::strided) {
    if (view.rank != wanted.layout.rank)
      return problem_at(bind_problem::wrong_rank, argument, wanted.layout.rank, view.rank);
    for (int d = 0; d < view.rank; ++d) {
      const auto k = static_cast<std::size_t>(d);
      if (view.extents[k] != wanted.layout.extents[k])
        return problem_at(bind_problem::wrong_extent, argument, wanted.layout.extents[k], view.extents[k], d);
      // the stride of a dimension with one element is never used
      if (view.strides[k] != wanted.layout.strides[k] && view.extents[k] > 1)
        return problem_at(bind_problem::wrong_stride, argument, wanted.layout.strides[k], view.strides[k], d);
    }
  }
  if (spans_[argument] == 0) return {};
  if (view.data == nullptr) return problem_at(bind_problem::missing, argument, spans_[argument], 0);
  const auto natural = static_cast<std::int64_t>(bytes_of(wanted.type));
  const auto alignment = std::max<std::int64_t>(natural, wanted.layout.alignment);
  const auto off =
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(view.data) % static_cast<std::uintptr_t>(alignment));
  if (off != 0) return problem_at(bind_problem::misaligned, argument, alignment, off);
  return {};
}

HONE_DECL bind_result binder::check_overlap(std::size_t written, std::span<const memory_view> views) const noexcept {
  const auto footprint_of = [&](std::size_t k) {
    const auto element = static_cast<std::int64_t>(bytes_of(arguments_[k].type));
    return detail::footprint{reinterpret_cast<std::uintptr_t>(views[k].data), element, spans_[k] * element,
                             &arguments_[k].layout};
  };
  const auto same_layout = [&](std::size_t k) {
    return arguments_[k].type == arguments_[written].type &&
           arguments_[k].layout.rank == arguments_[written].layout.rank &&
           arguments_[k].layout.extents == arguments_[written].layout.extents &&
           arguments_[k].layout.strides == arguments_[written].layout.strides;
  };
  const auto output = footprint_of(written);
  for (std::size_t k = 0; k < views.size(); ++k) {
    if (k == written) continue;
    const auto input = footprint_of(k);
    if (!detail::ranges_meet(output, input)) continue;
    if (arguments_[k].in_place && !arguments_[k].written && input.base == output.base && same_layout(k)) continue;
    if (!detail::overlap_search(output, input).found()) continue;
    auto result =
        detail::problem_at(bind_problem::overlap, written, 0, static_cast<std::int64_t>(input.base - output.base));
    result.other = static_cast<std::int32_t>(k);
    return result;
  }
  return {};
}

HONE_DECL std::string binder::sentence(const bind_result& r) const {
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  const auto type = [](std::int64_t n) { return std::string(name_of(static_cast<scalar_type>(n))); };
  const auto in_dimension = " in dimension " + number(r.dimension);
  if (r.problem == bind_problem::wrong_count)
    return "the operator takes " + number(r.expected) + " tensors and was given " + number(r.given);
  if (r.ok()) return "the arguments fit";
  const auto name_at = [&](std::int32_t k) { return "'" + arguments_[static_cast<std::size_t>(k)].name + "'"; };
  const auto tensor = "tensor " + name_at(r.argument);
  switch (r.problem) {
    case bind_problem::missing: return tensor + " has no memory: the address given is null";
    case bind_problem::wrong_type: return tensor + " holds " + type(r.expected) + " and was given " + type(r.given);
    case bind_problem::read_only: return tensor + " is written and was given memory that is const";
    case bind_problem::too_small:
      return tensor + " spans " + number(r.expected) + " elements and was given " + number(r.given);
    case bind_problem::wrong_rank:
      return tensor + " has " + number(r.expected) + " dimensions and was given " + number(r.given);
    case bind_problem::wrong_extent:
      return tensor + " has extent " + number(r.expected) + in_dimension + " and was given " + number(r.given);
    case bind_problem::wrong_stride:
      return tensor + " was tuned for stride " + number(r.expected) + in_dimension + " and was given " +
             number(r.given) + ", counted in elements";
    case bind_problem::misaligned:
      return tensor + " was tuned for addresses that are multiples of " + number(r.expected) +
             " bytes and was given one that is " + number(r.given) + " past such a multiple";
    default:
      return tensor + " is written and shares memory with " + name_at(r.other) + ", which starts " +
             number(r.given < 0 ? -r.given : r.given) + " bytes " + (r.given < 0 ? "before" : "after") +
             " it; give the result memory of its own";
  }
}

HONE_DECL error binder::to_error(const bind_result& r) const {
  const auto code = r.problem == bind_problem::overlap ? error_code::overlapping_arguments
                    : r.problem == bind_problem::missing || r.problem == bind_problem::wrong_count
                        ? error_code::missing_argument
                        : error_code::bad_argument;
  return {code, sentence(r)};
}

}  // namespace hone::core::runtime
