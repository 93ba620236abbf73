// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads of tensors, plain and padded. Where the indices are affine, an offset is carried along and a row is a pointer
/// and a stride; where they are not (division and modulo of axes), the indices are computed for each element.
#pragma once

#include <hone/native/node.hpp>

namespace hone::core::native {

template <class Tensor>
struct tensor_traits;
template <fixed_string Name, class T, int Rank>
struct tensor_traits<dsl::tensor<Name, T, Rank>> {
  using element_type = T;
  static constexpr auto name = Name;
};
template <fixed_string Name, class T, auto... Extents>
struct tensor_traits<dsl::shaped_tensor<Name, T, Extents...>> {
  using element_type = T;
  static constexpr auto name = Name;
};

namespace detail {

/// The current point with `t` steps along a slot added.
struct stepped_axes {
  const axis_values* axes;
  int along;
  std::int64_t t;
  std::int64_t operator()(int slot) const {
    return (*axes)[static_cast<std::size_t>(slot)] + (slot == along ? t : 0);
  }
};

template <class Index>
void fill_slopes(const Index& index, axis_values& slopes) {
  for (int slot = 0; slot < max_axes; ++slot) slopes[static_cast<std::size_t>(slot)] = slope(index, slot);
  slopes[no_axis] = 0;
}

inline std::int64_t origin_of(int) { return 0; }

/// Steps over few bytes stay in a cache line, others take a new one each.
inline std::int64_t bytes_per_step(std::int64_t stride, std::size_t element) {
  return std::min<std::int64_t>(std::abs(stride) * static_cast<std::int64_t>(element), 64);
}

/// The iterations t of a row with 0 <= x + s t < extent.
struct interval {
  std::int64_t first, last;
  void clip(std::int64_t x, std::int64_t s, std::int64_t extent) {
    if (s == 0) {
      if (x < 0 || x >= extent) last = first - 1;
    } else if (s == 1) {  // no division where it is not needed: short rows feel it
      first = std::max(first, -x);
      last = std::min(last, extent - 1 - x);
    } else if (s > 0) {
      first = std::max(first, -floor_div(x, s));
      last = std::min(last, floor_div(extent - 1 - x, s));
    } else {
      first = std::max(first, -floor_div(extent - 1 - x, -s));
      last = std::min(last, floor_div(x, -s));
    }
  }
};

}  // namespace detail

/// A read whose indices are affine: `offset` is that of the current point.
template <class Numbers, class T>
struct affine_read {
  using value_type = T;
  const T* data;
  std::int64_t offset = 0;
  axis_values slopes{};

  template <class Indices>
  affine_read(const Indices& indices, const ast::layout& layout, const void* address, const axis_values& axes)
      : data(static_cast<const T*>(address)) {
    for_each_index(indices, [&](const auto& index, std::size_t dimension) {
      const std::int64_t elements_apart = layout.strides[dimension];  // users have axes and attributes of shorter names
      axis_values steps;
      detail::fill_slopes(index, steps);
      offset += index.at(detail::stepped_axes{&axes, no_axis, 0}) * elements_apart;
      for (std::size_t slot = 0; slot < slopes.size(); ++slot) slopes[slot] += steps[slot] * elements_apart;
    });
  }

  struct row_type {
    const T* first;
    std::int64_t stride;
    auto operator()(std::int64_t t) const { return Numbers::from(first[t * stride]); }
  };
  void move(int slot, std::int64_t delta) { offset += slopes[static_cast<std::size_t>(slot)] * delta; }
  row_type row(int slot, std::int64_t) { return {data + offset, slopes[static_cast<std::size_t>(slot)]}; }
  std::int64_t traffic(int slot) const {
    return detail::bytes_per_step(slopes[static_cast<std::size_t>(slot)], sizeof(T));
  }
};

/// A padded read whose indices are affine: the part of a row that is inside the tensor is one interval.
template <class Numbers, class T, std::size_t Rank>
struct affine_padded_read {
  using value_type = T;
  const T* data;
  const ast::layout* layout;
  T outside;
  std::array<std::int64_t, Rank> at{};  ///< the indices at the current point
  std::array<axis_values, Rank> slopes{};

  template <class Indices>
  affine_padded_read(const Indices& indices, const ast::layout& place, const void* address, const axis_values& axes,
                     T value)
      : data(static_cast<const T*>(address)), layout(&place), outside(value) {
    for_each_index(indices, [&](const auto& index, std::size_t dimension) {
      detail::fill_slopes(index, slopes[dimension]);
      at[dimension] = index.at(detail::stepped_axes{&axes, no_axis, 0});
    });
  }

  struct row_type {
    const T* data;
    std::int64_t offset, stride, first;
    std::uint64_t inside;  ///< length of the interval that begins at `first`
    T outside;
    auto operator()(std::int64_t t) const {
      const bool in = static_cast<std::uint64_t>(t - first) < inside;
      return Numbers::from(in ? data[offset + t * stride] : outside);
    }
  };
  void move(int slot, std::int64_t delta) {
    for (std::size_t d = 0; d < Rank; ++d) at[d] += slopes[d][static_cast<std::size_t>(slot)] * delta;
  }
  row_type row(int slot, std::int64_t n) {
    row_type r{data, 0, 0, 0, 0, outside};
    detail::interval inside{0, n - 1};
    for (std::size_t d = 0; d < Rank; ++d) {
      const std::int64_t step = slopes[d][static_cast<std::size_t>(slot)];
      inside.clip(at[d], step, layout->extents[d]);
      r.offset += at[d] * layout->strides[d];
      r.stride += step * layout->strides[d];
    }
    r.first = inside.first;
    r.inside = static_cast<std::uint64_t>(std::max<std::int64_t>(inside.last - inside.first + 1, 0));
    return r;
  }
  std::int64_t traffic(int slot) const {
    std::int64_t stride = 0;
    for (std::size_t d = 0; d < Rank; ++d) stride += slopes[d][static_cast<std::size_t>(slot)] * layout->strides[d];
    return detail::bytes_per_step(stride, sizeof(T));
  }
};

/// Any other read: the indices are computed for each element.
template <class Numbers, class T, class Indices, bool Padded>
struct general_read {
  using value_type = T;
  const T* data;
  const ast::layout* layout;
  const axis_values* current;
  Indices bound;
  T outside;

  general_read(const Indices& indices, const ast::layout& place, const void* address, const axis_values& axes, T value)
      : data(static_cast<const T*>(address)), layout(&place), current(&axes), bound(indices), outside(value) {}

  struct row_type {
    const general_read* read;
    int along;
    auto operator()(std::int64_t t) const { return Numbers::from(read->at({read->current, along, t})); }
  };
  void move(int, std::int64_t) {}
  row_type row(int slot, std::int64_t) { return {this, slot}; }
  std::int64_t traffic(int) const { return 64; }

 private:
  T at(const detail::stepped_axes& where) const {
    std::int64_t offset = 0;
    bool inside = true;
    for_each_index(bound, [&](const auto& index, std::size_t dimension) {
      const std::int64_t place = index.at(where);
      if constexpr (Padded) inside = inside && place >= 0 && place < layout->extents[dimension];
      offset += place * layout->strides[dimension];
    });
    return inside ? data[offset] : outside;
  }
};

namespace detail {

template <class Indices>
struct all_affine;
template <class... Indices>
struct all_affine<std::tuple<Indices...>> : std::bool_constant<(Indices::affine && ...)> {};

template <class... Indices>
using bound_indices = decltype(bind_indices(std::declval<const dsl::hana::basic_tuple<Indices...>&>(),
                                            std::declval<const context&>()));

template <class Numbers, class T, class Indices>
using read_base = std::conditional_t<all_affine<Indices>::value, affine_read<Numbers, T>,
                                     general_read<Numbers, T, Indices, false>>;
template <class Numbers, class T, class Indices>
using padded_base = std::conditional_t<all_affine<Indices>::value && (std::tuple_size_v<Indices> > 0),
                                       affine_padded_read<Numbers, T, std::tuple_size_v<Indices>>,
                                       general_read<Numbers, T, Indices, true>>;

}  // namespace detail

template <class Numbers, class Tensor, class... Indices>
struct node<Numbers, dsl::read<Tensor, Indices...>>
    : detail::read_base<Numbers, typename tensor_traits<Tensor>::element_type, detail::bound_indices<Indices...>> {
  using element = typename tensor_traits<Tensor>::element_type;
  using base = detail::read_base<Numbers, element, detail::bound_indices<Indices...>>;

  node(const dsl::read<Tensor, Indices...>& expression, const context& names, axis_values& axes)
      : node(bind_indices(expression.indices, names), names,
             names.symbol(tensor_traits<Tensor>::name.view(), ast::symbol_kind::tensor), axes) {}

 private:
  template <class Bound>
  node(const Bound& indices, const context& names, std::int32_t symbol, const axis_values& axes)
      : base(make(indices, names.layout(symbol), names.address(symbol), axes)) {}
  template <class Bound>
  static base make(const Bound& indices, const ast::layout& place, const void* address, const axis_values& axes) {
    if constexpr (detail::all_affine<Bound>::value) return base(indices, place, address, axes);
    else return base(indices, place, address, axes, element{});
  }
};

template <class Numbers, class Tensor, class Value, class... Indices>
struct node<Numbers, dsl::padded_read<Tensor, Value, Indices...>>
    : detail::padded_base<Numbers, typename tensor_traits<Tensor>::element_type, detail::bound_indices<Indices...>> {
  using element = typename tensor_traits<Tensor>::element_type;
  using base = detail::padded_base<Numbers, element, detail::bound_indices<Indices...>>;

  node(const dsl::padded_read<Tensor, Value, Indices...>& expression, const context& names, axis_values& axes)
      : node(expression, names, names.symbol(tensor_traits<Tensor>::name.view(), ast::symbol_kind::tensor), axes) {}

 private:
  node(const dsl::padded_read<Tensor, Value, Indices...>& expression, const context& names, std::int32_t symbol,
       axis_values& axes)
      : base(bind_indices(expression.indices, names), names.layout(symbol), names.address(symbol), axes,
             native::convert<element>(expression.value.value)) {}
};

}  // namespace hone::core::native
