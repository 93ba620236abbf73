// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random operators meet random schedules: the loop program through ORC against the interpreter, bit for bit, and
/// against the native loops within tracked error bounds. Generated sources register their operators here.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <hone/ast/bind.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/meta/random.hpp>
#include <hone/tune.hpp>

namespace random_test {

using hone::dsl::literal;

/// One operator of the generated sources.
struct random_case {
  std::string name;
  std::function<hone::core::ast::problem(hone::random_generator&)> draw;  ///< bound at random extents; may throw `error`
  std::function<hone::core::native_operator(std::shared_ptr<const hone::core::ast::problem>)> native;
};

/// All operators that are linked in.
std::vector<random_case>& cases();

/// Small extents, odd ones and multiples of a vector; smaller the more axes there are.
inline std::int64_t drawn_extent(hone::random_generator& random, int axes) {
  constexpr std::int64_t choices[] = {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 24, 31, 33, 64, 127};
  const std::uint64_t count = axes <= 1 ? 16 : axes == 2 ? 14 : axes == 3 ? 10 : axes <= 5 ? 6 : 4;
  return random.below(40) == 0 ? 0 : choices[random.below(count)];
}

template <class Operator>
bool add_case(const std::string& name, const Operator& op,
              std::vector<hone::dsl::named_value> (*draw)(hone::random_generator&)) {
  cases().push_back({name,
                     [op, draw](hone::random_generator& random) {
                       const auto values = draw(random);
                       return hone::core::ast::bind(hone::core::ast::reify_tree(op), values);
                     },
                     [op](std::shared_ptr<const hone::core::ast::problem> p) { return hone::core::detail::native_of(op, std::move(p)); }});
  return true;
}

}  // namespace random_test
