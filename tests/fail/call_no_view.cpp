// SPDX-License-Identifier: Apache-2.0
// build error: the_tensor<'A'>::is_given_something_that_is_no_pointer_span_container_or_view
/// \file
/// Only memory is given.
#include <kernels.hpp>

struct nothing_t {};

void user(const multiply_kernel& multiply, [[maybe_unused]] const float* a, const float* b, float* c,
          [[maybe_unused]] const nothing_t& nothing) {
#if defined(HONE_TWIN)
  multiply(A = a, B = b, C = c);
#else
  multiply(A = nothing, B = b, C = c);
#endif
}
