# SPDX-License-Identifier: Apache-2.0
# The flags of our own targets, which link hone_dev; hone::hone carries none of them to a user.
add_library(hone_dev INTERFACE)

# Another project that adds this one as a folder must not fail on a newer compiler's warnings.
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(hone_dev INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror
    # gcc 12 sees overlaps in std::string's operator+ (its bug 105651) and unset values in std::optional (its bug 80635)
    # that are not there; clang and the sanitizers watch over both.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

if(HONE_SANITIZE)
  # Level 1 keeps the stacks readable and the run short; no recovery, so that a report is a failed test.
  target_compile_options(hone_dev INTERFACE
    -fsanitize=${HONE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1 -UNDEBUG)
  target_link_options(hone_dev INTERFACE -fsanitize=${HONE_SANITIZE})
endif()

# Tests keep their assertions, and so does the code that they test; level 1 builds quickly.
add_library(hone_test_flags INTERFACE)
target_compile_options(hone_test_flags INTERFACE -O1 -g1 -UNDEBUG)
