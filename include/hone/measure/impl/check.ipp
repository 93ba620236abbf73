// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/check.hpp.
#pragma once

#include <hone/measure/check.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include <hone/measure/elements.hpp>
#include <hone/measure/tensors.hpp>

namespace hone::core::measure {

namespace detail {

/// The shortest text that reads back as the same number, whatever the locale.
template <class T>
std::string text_of(T value) {
  char buffer[64];
  if constexpr (std::is_floating_point_v<T>) {
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
    return std::string(buffer, end.ptr);
  } else {
    return std::to_string(static_cast<int>(value));
  }
}

/// "C[3, 17]"
HONE_DECL std::string element_name(const lower::argument& argument, std::int64_t number) {
  std::string text;
  for (int d = argument.layout.rank - 1; d >= 0; --d) {
    const auto extent = argument.layout.extents[static_cast<std::size_t>(d)];
    text = std::to_string(number % extent) + (text.empty() ? "" : ", ") + text;
    number /= extent;
  }
  return argument.name + (text.empty() ? "" : "[" + text + "]");
}

template <class T>
T poisoned(std::uint8_t byte) {
  T value;
  std::memset(&value, byte, sizeof value);
  return value;
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class T>
bool near(T x, T r, const tolerance& allowed) {
  if constexpr (std::is_floating_point_v<T>) {
    if (x == r) return true;  // infinities too
    if (std::isnan(x) || std::isnan(r)) return std::isnan(x) && std::isnan(r);
    if (std::isinf(x) || std::isinf(r)) return false;
    const double difference = std::abs(static_cast<double>(x) - static_cast<double>(r));
    return difference <= allowed.absolute + allowed.relative * std::abs(static_cast<double>(r));
  } else {
    return x == r;
  }
}

/// Compares the elements of one output. Separate from the sentence, so that the loop stays small.
template <class T>
class comparison {
 public:
  comparison(const lower::argument& argument, const void* output, const expectation& expected, const tolerance& allowed)
      : argument_(argument),
        output_(static_cast<const T*>(output)),
        reference_(static_cast<const T*>(expected.reference)),
        expected_(expected),
        allowed_(allowed),
        poison_(poisoned<T>(expected.poison)) {}

  check_result run() {
    if (expected_.points.empty()) {
      for_each_row(argument_.layout, [this](const row& r) {
        for (std::int64_t k = 0; k < r.extent; ++k) compare(r.first + k * r.stride, r.number + k);
      });
    } else {
      for (const auto point : expected_.points) compare(offset_of(argument_.layout, point), point);
      count_unwritten_elsewhere();
    }
    if (argument_.layout.span() != argument_.layout.size()) count_padding();
    say();
    return std::move(result_);
  }

 private:
  // A NaN poison must not pass for the NaN of a reference, so that it is looked for first; an integer may be equal to
  // its poison by right.
  bool left_over(T x) const { return expected_.before == nullptr && same_bits(x, poison_); }

  void compare(std::int64_t offset, std::int64_t number) {
    const T x = output_[offset];
    const T r = reference_[offset];
    const bool unwritten = left_over(x) && (std::is_floating_point_v<T> || x != r);
    if (!unwritten && near(x, r, allowed_)) return;
    note(offset, number, unwritten);
  }

  void note(std::int64_t offset, std::int64_t number, bool unwritten) {
    if (result_.mismatches++ == 0) {
      first_number_ = number;
      first_offset_ = offset;
      first_unwritten_ = unwritten;
    }
    result_.unwritten += unwritten ? 1 : 0;
  }

  /// Without a reference an integer that equals its poison is left alone; the run with the other poison finds it.
  void count_unwritten_elsewhere() {
    if (!std::is_floating_point_v<T> || expected_.before != nullptr) return;
    for_each_row(argument_.layout, [this](const row& r) {
      for (std::int64_t k = 0; k < r.extent; ++k) {
        const auto number = r.number + k;
        if (left_over(output_[r.first + k * r.stride]) &&
            !std::binary_search(expected_.points.begin(), expected_.points.end(), number))
          note(r.first + k * r.stride, number, true);
      }
    });
  }

  void count_padding() {
    std::vector<bool> is_element(static_cast<std::size_t>(argument_.layout.span()), false);
    for_each_row(argument_.layout, [&](const row& r) {
      for (std::int64_t k = 0; k < r.extent; ++k) is_element[static_cast<std::size_t>(r.first + k * r.stride)] = true;
    });
    const auto* before = static_cast<const T*>(expected_.before);
    for (std::size_t k = 0; k < is_element.size(); ++k)
      if (!is_element[k] && !same_bits(output_[k], before != nullptr ? before[k] : poison_))
        result_.padding += static_cast<std::int64_t>(sizeof(T));
  }

  void say() {
    if (result_.mismatches > 0) {
      result_.sentence = element_name(argument_, first_number_) +
                         (first_unwritten_ ? std::string(" was never written")
                                           : " is " + text_of(output_[first_offset_]) + " instead of " +
                                                 text_of(reference_[first_offset_]));
      if (const auto further = result_.mismatches - 1; further > 0)
        result_.sentence += " (and " + std::to_string(further) +
                            (further == 1 ? " further element is wrong)" : " further elements are wrong)");
    } else if (result_.padding > 0) {
      result_.sentence =
          std::to_string(result_.padding) + " bytes between the rows of " + argument_.name + " were written to";
    }
  }

  const lower::argument& argument_;
  const T* output_;
  const T* reference_;
  const expectation& expected_;
  const tolerance& allowed_;
  T poison_;
  check_result result_;
  std::int64_t first_number_ = 0;
  std::int64_t first_offset_ = 0;
  bool first_unwritten_ = false;
};

}  // namespace detail

HONE_DECL check_result check(const lower::argument& argument, const void* output, const expectation& expected,
                             const tolerance& allowed) {
  return detail::with_element_type(
      argument.type, [&]<class T>(T) { return detail::comparison<T>(argument, output, expected, allowed).run(); });
}

}  // namespace hone::core::measure
