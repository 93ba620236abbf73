// SPDX-License-Identifier: Apache-2.0
// build error: pack_copies_the_tensor<'B'>::but_it_is_not_read_by_the_operator<'s', 'u', 'm', 's'>
/// \file
/// Tensors that are packed are read by the operator.
#include <hone/dsl/knobs.hpp>
#include <names.hpp>

constexpr auto sums = op<"sums">(v(i) = sum(k)(A(i, k)));
#if defined(HONE_TWIN)
constexpr auto space_of_sums = knobs(pack<"p">(A));
#else
constexpr auto space_of_sums = knobs(pack<"p">(B));
#endif
void user() { dsl::check_fit<decltype(sums), decltype(space_of_sums)>(); }
