// SPDX-License-Identifier: Apache-2.0
// build error: the_tensor<'B'>::is_not_given_in_the_call_write_its_name_equals_your_data
/// \file
/// Every tensor is given in a call.
#include <kernels.hpp>

void user(const multiply_kernel& multiply, const float* a, [[maybe_unused]] const float* b, float* c) {
#if defined(HONE_TWIN)
  multiply(A = a, B = b, C = c);
#else
  multiply(A = a, C = c);
#endif
}
