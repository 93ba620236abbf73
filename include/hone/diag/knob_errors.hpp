// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sentences about knobs, said as in diag/say.hpp: each is the name of a type that is never defined.
#pragma once

#include <cstddef>
#include <utility>

#include <hone/diag/error.hpp>
#include <hone/diag/say.hpp>
#include <hone/meta/fixed_string.hpp>

namespace hone::diag {

template <char... Name>
struct two_knobs_are_named {
  struct but_a_name_stands_for_one_knob;
};

template <char... Axis>
struct two_tiles_split_the_axis {
  struct but_one_tile_makes_all_of_its_loops;
};

template <char... Axis>
struct a_knob_is_on_the_axis {
  template <char... Operator>
  struct but_there_is_no_such_axis_in_the_operator;
};

template <char... Tensor>
struct pack_copies_the_tensor {
  template <char... Operator>
  struct but_it_is_not_read_by_the_operator;
};

template <class Argument>
struct knobs_takes_knobs_and_where_but_this_is_neither;

template <class Argument>
struct tile_splits_an_axis_or_a_number_but_this_is_neither;

// What the types do not tell. In a constant the sentence is the name of a function that is not constexpr; at run time it
// is an error like others.
[[noreturn]] inline void a_loop_is_asked_for_that_the_tile_does_not_have() {
  throw error(error_code::bad_space, "a loop is asked for that the tile does not have");
}
[[noreturn]] inline void a_tile_has_at_least_one_loop() {
  throw error(error_code::bad_space, "a tile has at least one loop");
}

namespace detail {

template <template <char...> class Sentence, fixed_string Name, std::size_t... Places>
auto spelled(std::index_sequence<Places...>) -> Sentence<Name.text[Places]...>;

}  // namespace detail

/// A sentence about a name: `about<two_knobs_are_named, "ti">` is `two_knobs_are_named<'t', 'i'>`.
template <template <char...> class Sentence, fixed_string Name>
using about = decltype(detail::spelled<Sentence, Name>(std::make_index_sequence<sizeof(Name.text) - 1>{}));

}  // namespace hone::diag
