// SPDX-License-Identifier: Apache-2.0
/// \file
/// A sentence on the standard error stream, and only once where that is asked for.
#include <string>

#include <unistd.h>

#include <hone/diag/notice.hpp>
#include <support/captured_stderr.hpp>
#include <support/catch.hpp>

TEST_CASE("a notice is one line, and one that is said once is said once") {
  hone::core::test::captured_stderr captured;
  hone::diag::notice("first");
  hone::diag::notice_once("second, of the notice test");
  hone::diag::notice_once("second, of the notice test");
  hone::diag::notice_once("third, of the notice test");
  CHECK(captured.text() == "hone: first\nhone: second, of the notice test\nhone: third, of the notice test\n");
}
