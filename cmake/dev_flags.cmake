# SPDX-License-Identifier: Apache-2.0
# The flags of our own targets, which link hone_dev; hone::hone carries none of them to a user.
add_library(hone_dev INTERFACE)

# Another project that adds this one as a folder must not fail on a newer compiler's warnings.
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(hone_dev INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror
    # gcc 12 sees overlaps in std::string's operator+ that are not there (its bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
endif()

if(HONE_SANITIZE)
  # Level 1 keeps the stacks readable and the run short; no recovery, so that a report is a failed test.
  target_compile_options(hone_dev INTERFACE
    -fsanitize=${HONE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1 -UNDEBUG)
  target_link_options(hone_dev INTERFACE -fsanitize=${HONE_SANITIZE})
endif()

# Tests keep their assertions and build quickly.
add_library(hone_test_flags INTERFACE)
target_compile_options(hone_test_flags INTERFACE -O1 -g1 -UNDEBUG)
