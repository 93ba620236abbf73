// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the compiler is made to print one sentence: a type that is named like the sentence and never defined.
///
/// A `static_assert` text cannot hold the user's names in C++20. The name of an incomplete type can: both gcc and clang
/// print it in their one `error:` line. Names are packs of characters, since clang 14 prints class-type string
/// parameters as numbers. The assertion stands in a class, not in a function: a function that contains an error is no
/// longer usable in a constant expression, which would bring further errors about every variable that it initialises.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include <hone/diag/misuse.hpp>
#include <hone/meta/fixed_string.hpp>

namespace hone::diag {

namespace detail {

/// A misuse and its names as the compiler finds them by value (`found::value`), turned into a sentence.
template <class Found, class A, class B>
struct spell;
template <class Found, std::size_t... First, std::size_t... Second>
struct spell<Found, std::index_sequence<First...>, std::index_sequence<Second...>> {
  using type =
      typename sentence<Found::value.kind, text<Found::value.first[First]...>, text<Found::value.second[Second]...>>::type;
};

template <misuse Kind, class First, class Second>
struct named {
  static constexpr finding value{Kind, First::view(), Second::view()};
};

}  // namespace detail

/// Instantiating it is the error. It says `Sentence`, once.
template <class Sentence>
struct say {
  static_assert(sizeof(Sentence) > 0);
};

/// The sentence of `Found::value`, a `finding`.
template <class Found>
using sentence_of = typename detail::spell<Found, std::make_index_sequence<Found::value.first.size()>,
                                           std::make_index_sequence<Found::value.second.size()>>::type;

/// Says nothing if `Found::value` is no misuse.
template <class Found>
constexpr void report() {
  if constexpr (Found::value.kind != misuse::none) (void)say<sentence_of<Found>>{};
}

/// A name as a type, for sentences whose names are known as template parameters. `Dependent` delays a word that depends
/// on nothing else until the template around it is instantiated: clang would say the sentence at its definition.
template <fixed_string Name, class... Dependent>
struct word {
  static constexpr std::string_view view() { return {Name.text, sizeof(Name.text) - 1}; }
};

/// `refuse<misuse::float_index, word<"A">>()`.
template <misuse Kind, class First = word<"">, class Second = word<"">>
constexpr void refuse() {
  (void)say<sentence_of<detail::named<Kind, First, Second>>>{};
}

}  // namespace hone::diag
