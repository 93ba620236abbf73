// SPDX-License-Identifier: Apache-2.0
/// \file
/// Eigen's matrices, maps, blocks and vectors as views, of either storage order. Include it where you pass them.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hone/runtime/view.hpp>

namespace hone::core::runtime {
namespace detail {

/// An expression whose coefficients lie in memory; others have to be evaluated first.
template <class T>
concept eigen_memory = std::is_base_of_v<Eigen::DenseBase<std::remove_const_t<T>>, std::remove_const_t<T>> &&
                           (static_cast<int>(std::remove_const_t<T>::Flags) & Eigen::DirectAccessBit) != 0 &&
                       viewable_element<typename std::remove_const_t<T>::Scalar>;

template <class T>
inline constexpr bool eigen_writable =
    !std::is_const_v<T> && (static_cast<int>(std::remove_const_t<T>::Flags) & Eigen::LvalueBit) != 0;

}  // namespace detail

/// A vector has rank 1, a matrix rank 2: rows, then columns.
template <detail::eigen_memory T>
struct view_traits<T> {
  using scalar = typename std::remove_const_t<T>::Scalar;
  using element = std::conditional_t<detail::eigen_writable<T>, scalar, const scalar>;

  static memory_view view(T& x) {
    memory_view v = detail::view_at<element>(x.data(), view_shape::strided);
    if constexpr (std::remove_const_t<T>::IsVectorAtCompileTime) {
      v.rank = 1;
      v.extents[0] = x.size();
      v.strides[0] = x.innerStride();
    } else {
      v.rank = 2;
      v.extents[0] = x.rows();
      v.extents[1] = x.cols();
      v.strides[0] = x.rowStride();
      v.strides[1] = x.colStride();
    }
    return v;
  }
};

}  // namespace hone::core::runtime
