// SPDX-License-Identifier: Apache-2.0
// build error: the_tensor<'v'>::is_given_in_the_call_but_the_operator_has_no_such_tensor
/// \file
/// Nothing is given that the operator does not have.
#include <kernels.hpp>

void user(const multiply_kernel& multiply, const float* a, const float* b, float* c) {
#if defined(HONE_TWIN)
  multiply(A = a, B = b, C = c);
#else
  multiply(A = a, B = b, C = c, v = a);
#endif
}
