// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plain data to bytes and back, for what crosses a process or plug-in boundary on one machine (native byte order).
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <hone/diag/error.hpp>

namespace hone {

using byte_string = std::vector<std::uint8_t>;
using byte_view = std::span<const std::uint8_t>;

class byte_writer {
 public:
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void value(T v) { raw(&v, sizeof v); }
  void text(std::string_view s) {
    value(static_cast<std::uint64_t>(s.size()));
    raw(s.data(), s.size());
  }
  void blob(byte_view b) {
    value(static_cast<std::uint64_t>(b.size()));
    raw(b.data(), b.size());
  }
  /// Calls `write(writer, element)` for each element.
  template <class Range, class Write>
  void sequence(const Range& range, Write write) {
    value(static_cast<std::uint64_t>(std::size(range)));
    for (const auto& element : range) write(*this, element);
  }
  byte_string take() { return std::move(bytes_); }
  const byte_string& bytes() const { return bytes_; }

 private:
  void raw(const void* data, std::size_t n) {
    if (n == 0) return;
    const auto at = bytes_.size();
    bytes_.resize(at + n);
    std::memcpy(bytes_.data() + at, data, n);
  }
  byte_string bytes_;
};

/// Reads what a `byte_writer` wrote. Bytes that end early throw `error{bad_program}`.
class byte_reader {
 public:
  explicit byte_reader(byte_view bytes) : bytes_(bytes) {}

  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  T value() {
    T v;
    std::memcpy(&v, need(sizeof v), sizeof v);
    return v;
  }
  std::string text() { return std::string(text_view()); }
  /// Refers to the bytes that are read.
  std::string_view text_view() {
    const auto n = length(1);
    const auto* p = need(n);
    return {reinterpret_cast<const char*>(p), n};
  }
  byte_string blob() {
    const auto n = length(1);
    const auto* p = need(n);
    return {p, p + n};
  }
  /// Calls `read(reader)` for each element and gathers the results.
  template <class Read>
  auto sequence(Read read) {
    std::vector<std::decay_t<decltype(read(*this))>> out(length(1));
    for (auto& element : out) element = read(*this);
    return out;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::size_t length(std::size_t element_bytes) {
    const auto n = value<std::uint64_t>();
    if (n > (bytes_.size() - at_) / element_bytes) fail();
    return static_cast<std::size_t>(n);
  }
  const std::uint8_t* need(std::size_t n) {
    if (n > bytes_.size() - at_) fail();
    const auto* p = bytes_.data() + at_;
    at_ += n;
    return p;
  }
  [[noreturn]] static void fail() { throw error(error_code::bad_program, "the bytes end before the data does"); }

  byte_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace hone
