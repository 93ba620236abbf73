// SPDX-License-Identifier: Apache-2.0
/// \file
/// Structs to bytes and back, field by field. A struct lists its fields once, beside its definition or in a fields.hpp:
///
///     template <FieldsOf<layout> T, class Visit>
///     void each_field(T& x, Visit&& visit) { visit(x.rank, x.extents, x.strides, x.alignment); }
///
/// so that writing and reading cannot disagree. Fields are numbers, enumerators, texts, arrays, vectors, optional
/// and shared values, and structs that list theirs.
#pragma once

#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <hone/meta/bytes.hpp>

namespace hone {

/// `Struct` or `const Struct`, for the one function that lists the fields of both.
template <class T, class Struct>
concept FieldsOf = std::same_as<std::remove_const_t<T>, Struct>;

class field_writer {
 public:
  explicit field_writer(byte_writer& out) : out_(out) {}

  template <class... Fields>
  void operator()(const Fields&... fields) { (write(fields), ...); }

 private:
  template <class T>
  void write(const T& x) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) out_.value(x);
    else each_field(x, *this);
  }
  void write(const std::string& text) { out_.text(text); }
  void write(std::string_view text) { out_.text(text); }
  void write(const byte_string& bytes) { out_.blob(bytes); }
  template <class T>
  void write(const std::vector<T>& elements) {
    out_.sequence(elements, [this](byte_writer&, const T& element) { write(element); });
  }
  template <class T, std::size_t Count>
  void write(const std::array<T, Count>& elements) {
    for (const auto& element : elements) write(element);
  }
  template <class T>
  void write(const std::shared_ptr<const T>& shared) { write(*shared); }
  template <class T>
  void write(const std::optional<T>& value) {
    out_.value(value.has_value());
    if (value) write(*value);
  }

  byte_writer& out_;
};

/// Overwrites fields with what a `field_writer` wrote. A `std::string_view` refers to the bytes that are read. Bytes that
/// end early, and enumerators beyond the last where `last_of(enumerator)` names it, throw `error{bad_program}`.
class field_reader {
 public:
  explicit field_reader(byte_reader& in) : in_(in) {}

  template <class... Fields>
  void operator()(Fields&... fields) { (read(fields), ...); }

 private:
  template <class T>
  void read(T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      x = in_.value<std::uint8_t>() != 0;
    } else if constexpr (std::is_enum_v<T>) {
      x = in_.value<T>();
      if constexpr (requires { last_of(x); })
        if (x > last_of(x)) throw error(error_code::bad_program, "the bytes hold a value that its type does not have");
    } else if constexpr (std::is_arithmetic_v<T>) {
      x = in_.value<T>();
    } else {
      each_field(x, *this);
    }
  }
  void read(std::string& text) { text = in_.text_view(); }
  void read(std::string_view& text) { text = in_.text_view(); }
  void read(byte_string& bytes) { bytes = in_.blob(); }
  template <class T>
  void read(std::vector<T>& elements) {
    elements = in_.sequence([this](byte_reader&) {
      T element{};
      read(element);
      return element;
    });
  }
  template <class T, std::size_t Count>
  void read(std::array<T, Count>& elements) {
    for (auto& element : elements) read(element);
  }
  template <class T>
  void read(std::shared_ptr<const T>& shared) {
    T value{};
    read(value);
    shared = std::make_shared<const T>(std::move(value));
  }
  template <class T>
  void read(std::optional<T>& value) {
    value.reset();
    if (in_.value<std::uint8_t>() != 0) read(value.emplace());
  }

  byte_reader& in_;
};

/// The bytes of a struct that lists its fields.
template <class T>
byte_string fields_to_bytes(const T& x) {
  byte_writer out;
  field_writer{out}(x);
  return out.take();
}

/// The reverse. Bytes that are left over are `error{bad_program}` as well.
template <class T>
T fields_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  T x{};
  field_reader{in}(x);
  if (!in.at_end()) throw error(error_code::bad_program, "there are bytes after the data");
  return x;
}

}  // namespace hone
