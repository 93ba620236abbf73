// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sentences about calls of a kernel, said as in diag/say.hpp: each is the name of a type that is never defined.
#pragma once

#include <hone/diag/knob_errors.hpp>

namespace hone::diag {

template <char... Tensor>
struct the_tensor {
  struct is_not_given_in_the_call_write_its_name_equals_your_data;
  struct is_given_in_the_call_but_the_operator_has_no_such_tensor;
  struct is_given_data_of_another_element_type;
  struct is_written_by_the_operator_but_is_given_constant_data;
  struct is_given_something_that_is_no_pointer_span_container_or_view;
};

}  // namespace hone::diag
