// SPDX-License-Identifier: Apache-2.0
// build error: the_tensor<'B'>::is_given_data_of_another_element_type
/// \file
/// Data has the element type of its tensor.
#include <kernels.hpp>

void user(const multiply_kernel& multiply, const float* a, [[maybe_unused]] const float* b,
          [[maybe_unused]] const double* wide, float* c) {
#if defined(HONE_TWIN)
  multiply(A = a, B = b, C = c);
#else
  multiply(A = a, B = wide, C = c);
#endif
}
