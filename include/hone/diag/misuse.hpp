// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every compile-time sentence, on one page. What can be written wrongly is listed in `misuse`; how the compiler says
/// it is the name of an incomplete type: `hone::diag::axis<'k'>::is_neither_an_index_of<'C'>::nor_reduced`.
#pragma once

#include <cstdint>
#include <string_view>

namespace hone::diag {

/// What can be wrong with an operator. Each has one sentence below, a test in tests/fail, and a twin that compiles.
enum class misuse : std::uint8_t {
  none,
  bad_name,    ///< not an identifier, or too long
  taken_name,  ///< the name of a function of the language
  rank,        ///< number of indices
  no_indices,  ///< a tensor where an element is needed
  float_index,
  index_expression,  ///< min, select, a comparison, ... as an index
  index_product,     ///< i * j
  data_dependent,
  index_division,  ///< division by something that varies
  float_remainder,
  integer_elementary,  ///< exp of an integer
  fractional_literal,  ///< 0.5 meets an integer
  comparison_chain,    ///< a < b < c
  not_a_condition,     ///< select on a number, && of numbers
  padding_value,
  cast_type,
  narrowing,
  accumulator,   ///< narrower than the terms
  output_index,  ///< not an axis
  scatter,       ///< an output index that is read from a tensor
  output_index_twice,
  output_is_read,
  free_axis,
  reduced_output_axis,
  nested_reduction,
  reduction_twice,   ///< sum(k, k)
  reduced_non_axis,  ///< sum(h) of a size
  too_many_axes,     ///< more than 8 in one reduction
  name_clash,
  tensor_clash,  ///< one name, two types or shapes
  extent_axis,   ///< a declared extent that is an axis foreign to the operator
  extent_twice,  ///< extents(i = 1, i = 2)
  argument_twice,
  too_many_dimensions,
};

/// A misuse and the names that its sentence needs.
struct finding {
  misuse kind = misuse::none;
  std::string_view first;
  std::string_view second;
};

/// A name as characters.
template <char...>
struct text;

// ---- the sentences: none of the innermost types is ever defined -----------------------------------------------------

template <char... Name>
struct name {
  struct must_be_an_identifier_of_at_most_31_letters_digits_and_underscores;
  struct is_taken_by_a_function_please_choose_another;
  struct is_reduced_over_but_is_not_an_axis;
  template <char... Kind>
  struct is_used_for_two_different_things_an_axis_a_size_an_attribute_or_a_tensor;
};

template <char... Axis>
struct axis {
  template <char... Output>
  struct is_neither_an_index_of {
    struct nor_reduced_by_a_sum_product_min_over_or_max_over;
  };
  template <char... Output>
  struct is_reduced_but_is_also_an_index_of;
  struct is_reduced_by_a_reduction_inside_another_one_over_the_same_axis;
  struct appears_twice_in_one_reduction;
  template <char... Output>
  struct appears_twice_among_the_indices_of;
  template <char... Tensor>
  struct is_declared_as_an_extent_of {
    struct but_the_operator_has_no_such_axis_use_a_size_instead;
  };
};

template <char... Tensor>
struct tensor {
  template <char... Counts>
  struct has_another_rank_than_it_has_indices;
  struct is_used_without_indices_write_its_indices_in_parentheses;
  struct is_indexed_with_a_floating_point_value_indices_are_integers;
  struct is_indexed_by_something_other_than_sums_differences_products_quotients_and_remainders_of_axes_and_integers;
  struct is_indexed_by_a_product_of_two_axes;
  struct is_read_at_indices_that_are_read_from_a_tensor_data_dependent_reads_are_not_supported;
  struct is_written_at_indices_that_are_read_from_a_tensor_scatters_are_not_supported_loop_over_the_output_instead;
  struct is_written_at_an_index_that_is_not_a_plain_axis;
  struct is_read_by_its_own_assignment_write_plus_equals_to_accumulate;
  struct is_padded_with_a_value_that_is_not_a_number;
  template <char... Types>
  struct would_be_assigned_a_wider_type_write_cast_to_narrow_it;
  struct is_used_with_two_different_element_types_or_shapes;
  struct has_more_than_8_dimensions;
};

template <char... Expression>
struct index {
  struct is_divided_by_something_that_is_neither_an_integer_constant_nor_an_attribute;
};

template <char... Type>
struct the_floating_point_type {
  struct has_no_remainder_write_a_minus_b_times_floor_of_a_over_b;
};

template <char... Function>
struct function {
  template <char... Type>
  struct needs_a_floating_point_value_write_cast_of_float;
};

template <char... Type>
struct a_literal_with_a_fraction_meets_the_integer_type {
  struct write_cast_of_float_around_the_other_operand;
};

template <char... Operator>
struct the_comparison {
  struct compares_a_comparison_which_is_no_chain_join_the_two_with_logical_and;
};

template <char... Type>
struct a_condition_of_type {
  struct is_a_number_and_not_a_comparison;
};

struct a_reduction_runs_over_at_most_8_axes;

struct cast_needs_one_of_double_float_int32_t_int8_t_uint8_t_and_int64_t;

template <char... Accumulator>
struct the_accumulator {
  template <char... Type>
  struct is_narrower_than_the_terms_of_type;
};

template <char... Name>
struct the_value_of {
  struct is_given_twice;
};

template <char... Name>
struct the_argument {
  struct is_given_twice;
};

// ---- which sentence a misuse has ------------------------------------------------------------------------------------

template <misuse Kind, class First, class Second>
struct sentence;

#define HONE_SENTENCE(kind, ...)                          \
  template <char... A, char... B>                         \
  struct sentence<misuse::kind, text<A...>, text<B...>> { \
    using type = typename __VA_ARGS__;                    \
  };

HONE_SENTENCE(bad_name, name<A...>::must_be_an_identifier_of_at_most_31_letters_digits_and_underscores)
HONE_SENTENCE(taken_name, name<A...>::is_taken_by_a_function_please_choose_another)
HONE_SENTENCE(rank, tensor<A...>::template has_another_rank_than_it_has_indices<B...>)
HONE_SENTENCE(no_indices, tensor<A...>::is_used_without_indices_write_its_indices_in_parentheses)
HONE_SENTENCE(float_index, tensor<A...>::is_indexed_with_a_floating_point_value_indices_are_integers)
HONE_SENTENCE(
    index_expression,
    tensor<A...>::
        is_indexed_by_something_other_than_sums_differences_products_quotients_and_remainders_of_axes_and_integers)
HONE_SENTENCE(index_product, tensor<A...>::is_indexed_by_a_product_of_two_axes)
HONE_SENTENCE(data_dependent,
              tensor<A...>::is_read_at_indices_that_are_read_from_a_tensor_data_dependent_reads_are_not_supported)
HONE_SENTENCE(index_division, index<A...>::is_divided_by_something_that_is_neither_an_integer_constant_nor_an_attribute)
HONE_SENTENCE(float_remainder, the_floating_point_type<A...>::has_no_remainder_write_a_minus_b_times_floor_of_a_over_b)
HONE_SENTENCE(integer_elementary, function<A...>::template needs_a_floating_point_value_write_cast_of_float<B...>)
HONE_SENTENCE(fractional_literal,
              a_literal_with_a_fraction_meets_the_integer_type<A...>::write_cast_of_float_around_the_other_operand)
HONE_SENTENCE(comparison_chain,
              the_comparison<A...>::compares_a_comparison_which_is_no_chain_join_the_two_with_logical_and)
HONE_SENTENCE(not_a_condition, a_condition_of_type<A...>::is_a_number_and_not_a_comparison)
HONE_SENTENCE(padding_value, tensor<A...>::is_padded_with_a_value_that_is_not_a_number)
HONE_SENTENCE(narrowing, tensor<A...>::template would_be_assigned_a_wider_type_write_cast_to_narrow_it<B...>)
HONE_SENTENCE(accumulator, the_accumulator<A...>::template is_narrower_than_the_terms_of_type<B...>)
HONE_SENTENCE(output_index, tensor<A...>::is_written_at_an_index_that_is_not_a_plain_axis)
HONE_SENTENCE(
    scatter,
    tensor<A...>::
        is_written_at_indices_that_are_read_from_a_tensor_scatters_are_not_supported_loop_over_the_output_instead)
HONE_SENTENCE(output_index_twice, axis<A...>::template appears_twice_among_the_indices_of<B...>)
HONE_SENTENCE(output_is_read, tensor<A...>::is_read_by_its_own_assignment_write_plus_equals_to_accumulate)
HONE_SENTENCE(free_axis,
              axis<A...>::template is_neither_an_index_of<B...>::nor_reduced_by_a_sum_product_min_over_or_max_over)
HONE_SENTENCE(reduced_output_axis, axis<A...>::template is_reduced_but_is_also_an_index_of<B...>)
HONE_SENTENCE(nested_reduction, axis<A...>::is_reduced_by_a_reduction_inside_another_one_over_the_same_axis)
HONE_SENTENCE(reduction_twice, axis<A...>::appears_twice_in_one_reduction)
HONE_SENTENCE(reduced_non_axis, name<A...>::is_reduced_over_but_is_not_an_axis)
HONE_SENTENCE(name_clash,
              name<A...>::template is_used_for_two_different_things_an_axis_a_size_an_attribute_or_a_tensor<B...>)
HONE_SENTENCE(tensor_clash, tensor<A...>::is_used_with_two_different_element_types_or_shapes)
HONE_SENTENCE(
    extent_axis,
    axis<A...>::template is_declared_as_an_extent_of<B...>::but_the_operator_has_no_such_axis_use_a_size_instead)
HONE_SENTENCE(extent_twice, the_value_of<A...>::is_given_twice)
HONE_SENTENCE(argument_twice, the_argument<A...>::is_given_twice)
HONE_SENTENCE(too_many_dimensions, tensor<A...>::has_more_than_8_dimensions)
#undef HONE_SENTENCE

template <class A, class B>
struct sentence<misuse::too_many_axes, A, B> {
  using type = a_reduction_runs_over_at_most_8_axes;
};
template <class A, class B>
struct sentence<misuse::cast_type, A, B> {
  using type = cast_needs_one_of_double_float_int32_t_int8_t_uint8_t_and_int64_t;
};

}  // namespace hone::diag
