// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a caller passes for a tensor: pointers, spans, containers, strided memory, all seen as one kind of view.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

#include <hone/ast/tree.hpp>
#include <hone/diag/error.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::core::runtime {

/// What is known about the shape of the memory behind a view.
enum class view_shape : std::uint8_t {
  unknown,  ///< an address only: the caller vouches for the rest
  flat,     ///< `extents[0]` elements in a row, for a tensor of any rank
  strided,  ///< `rank` extents and strides, to be compared with the tensor's
};

/// Memory of the caller. Extents and strides count elements; the view owns nothing.
struct memory_view {
  void* data = nullptr;
  scalar_type type = scalar_type::f32;
  view_shape shape = view_shape::unknown;
  bool writable = false;
  std::int32_t rank = 0;
  std::array<std::int64_t, ast::max_rank> extents{};
  std::array<std::int64_t, ast::max_rank> strides{};
};

/// How a type is seen as memory: `element` (const where it may not be written) and `view(x)`. `T` is const where the
/// object is. Specialise it for types of your own; `runtime/eigen.hpp` does so for Eigen.
template <class T>
struct view_traits;

namespace detail {

template <class Element>
concept viewable_element = TensorElement<std::remove_const_t<Element>>;

template <class Element>
memory_view view_at(Element* data, view_shape shape) {
  memory_view v;
  v.data = const_cast<std::remove_const_t<Element>*>(data);
  v.type = scalar_type_of<std::remove_const_t<Element>>;
  v.shape = shape;
  v.writable = !std::is_const_v<Element>;
  return v;
}

template <class Element>
memory_view flat_view(Element* data, std::size_t count) {
  memory_view v = view_at(data, view_shape::flat);
  v.rank = 1;
  v.extents[0] = static_cast<std::int64_t>(count);
  v.strides[0] = 1;
  return v;
}

/// A type that knows more of its shape than a number of elements (Eigen, Armadillo, xtensor): seen as elements in a row
/// it could be read transposed, so it needs a `view_traits` of its own.
template <class T>
concept has_own_shape = requires(T& x) {
  x.rows();
}
|| requires(T& x) { x.n_rows; }
|| requires(T& x) { x.shape(); };

template <class T>
concept contiguous_container = !has_own_shape<T> && requires(T & x) {
  { std::size(x) } -> std::convertible_to<std::size_t>;
  requires std::is_pointer_v<decltype(std::data(x))>;
  requires viewable_element<std::remove_pointer_t<decltype(std::data(x))>>;
};

}  // namespace detail

/// A pointer to the first element: extents are the tensor's, size unchecked.
template <detail::viewable_element Element>
struct view_traits<Element*> {
  using element = Element;
  static memory_view view(Element* data) { return detail::view_at(data, view_shape::unknown); }
};

template <detail::viewable_element Element>
struct view_traits<Element* const> : view_traits<Element*> {};

/// A number, for a tensor of rank 0.
template <detail::viewable_element Element>
struct view_traits<Element> {
  using element = Element;
  static memory_view view(Element& value) { return detail::view_at(&value, view_shape::strided); }
};

/// std::vector, std::array, std::span, arrays: elements in a row, at least as many as the tensor spans.
template <detail::contiguous_container Container>
struct view_traits<Container> {
  using element = std::remove_pointer_t<decltype(std::data(std::declval<Container&>()))>;
  static memory_view view(Container& c) { return detail::flat_view(std::data(c), std::size(c)); }
};

/// A view that the program has made itself; its element type is checked when it is bound.
template <>
struct view_traits<memory_view> {
  using element = void;
  static memory_view view(const memory_view& v) { return v; }
};
template <>
struct view_traits<const memory_view> : view_traits<memory_view> {};

/// Memory with extents and strides, whose element type the compiler knows. Made by `strided`.
template <detail::viewable_element Element>
struct strided_view {
  memory_view memory;
};

template <class Element>
struct view_traits<strided_view<Element>> {
  using element = Element;
  static memory_view view(const strided_view<Element>& v) { return v.memory; }
};
template <class Element>
struct view_traits<const strided_view<Element>> : view_traits<strided_view<Element>> {};

/// Rows of a larger matrix: `strided(p, {rows, columns}, {row_stride, 1})`. Strides count elements.
template <detail::viewable_element Element>
strided_view<Element> strided(Element* data, std::initializer_list<std::int64_t> extents,
                              std::initializer_list<std::int64_t> strides) {
  if (extents.size() != strides.size() || extents.size() > ast::max_rank)
    throw error(error_code::bad_argument, "strided() needs as many strides as extents, at most " +
                                              std::to_string(ast::max_rank) + ", and was given " +
                                              std::to_string(extents.size()) + " extents and " +
                                              std::to_string(strides.size()) + " strides");
  strided_view<Element> v{detail::view_at(data, view_shape::strided)};
  v.memory.rank = static_cast<std::int32_t>(extents.size());
  std::copy(extents.begin(), extents.end(), v.memory.extents.begin());
  std::copy(strides.begin(), strides.end(), v.memory.strides.begin());
  return v;
}

/// Something that can be passed for a tensor.
template <class T>
concept TensorView = requires(std::remove_reference_t<T>& x) {
  { view_traits<std::remove_reference_t<T>>::view(x) } -> std::same_as<memory_view>;
};

/// The element type of what is passed, const where it may not be written; void where only the program knows it.
template <TensorView T>
using view_element = typename view_traits<std::remove_reference_t<T>>::element;

/// A number, pointer, span, container, matrix or strided memory as a view. What it refers to must outlive the call.
template <TensorView T>
memory_view view_of(T&& x) {
  return view_traits<std::remove_reference_t<T>>::view(x);
}

}  // namespace hone::core::runtime
