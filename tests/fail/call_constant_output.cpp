// SPDX-License-Identifier: Apache-2.0
// build error: the_tensor<'C'>::is_written_by_the_operator_but_is_given_constant_data
/// \file
/// What is written is not constant.
#include <kernels.hpp>

void user(const multiply_kernel& multiply, const float* a, const float* b, [[maybe_unused]] float* c) {
#if defined(HONE_TWIN)
  multiply(A = a, B = b, C = c);
#else
  multiply(A = a, B = b, C = a);
#endif
}
