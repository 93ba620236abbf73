// SPDX-License-Identifier: Apache-2.0
// build error: the_argument<'A'>::is_given_twice
/// \file
/// An argument is given once.
#include <names.hpp>

template <dsl::NamedArgument... Arguments>
void call(const Arguments&...) {
  dsl::check_arguments<Arguments...>();
}

void user(float* a, float* b) {
#if defined(HONE_TWIN)
  call(A = a, B = b);
#else
  call(A = a, A = b);
#endif
}
