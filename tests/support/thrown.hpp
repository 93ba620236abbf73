// SPDX-License-Identifier: Apache-2.0
/// \file
/// The error that something ends with.
#pragma once

#include <hone/diag/error.hpp>
#include <support/catch.hpp>

namespace hone::core::test {

/// Its code; a test in which nothing is thrown fails.
template <class F>
error_code code_of(F f) {
  try {
    f();
  } catch (const error& e) {
    return e.code();
  }
  FAIL("nothing was thrown");
  return {};
}

}  // namespace hone::core::test
