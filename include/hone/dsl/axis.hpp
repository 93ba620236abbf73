// SPDX-License-Identifier: Apache-2.0
/// \file
/// The named integers of an operator: axes, sizes and attributes. `i = 512` gives one a value.
#pragma once

#include <concepts>
#include <cstdint>

#include <hone/diag/say.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/names.hpp>

namespace hone::dsl {

/// `i = 512`: what `extents(...)` takes. `Symbol` is an axis, size or attribute.
template <class Symbol>
struct bound_value {
  using symbol_type = Symbol;
  std::int64_t value;
};

/// A named loop index: `constexpr axis<"i"> i;`. Its extent is what `i = 512` says.
template <fixed_string Name>
struct axis : node_base {
  static constexpr auto name = Name;
  using value_type = std::int64_t;
  constexpr axis() { diag::report<checked_name<Name>>(); }
  constexpr auto operator=(std::integral auto value) const {
    return bound_value<axis>{static_cast<std::int64_t>(value)};
  }
};

/// A named extent that is no axis's: `constexpr size<"h"> h;`
template <fixed_string Name>
struct size : node_base {
  static constexpr auto name = Name;
  using value_type = std::int64_t;
  constexpr size() { diag::report<checked_name<Name>>(); }
  constexpr auto operator=(std::integral auto value) const {
    return bound_value<size>{static_cast<std::int64_t>(value)};
  }
};

/// An integer that is fixed when tuning: `constexpr attribute<"stride"> stride;`
template <fixed_string Name>
struct attribute : node_base {
  static constexpr auto name = Name;
  using value_type = std::int64_t;
  constexpr attribute() { diag::report<checked_name<Name>>(); }
  constexpr auto operator=(std::integral auto value) const {
    return bound_value<attribute>{static_cast<std::int64_t>(value)};
  }
};

}  // namespace hone::dsl
