// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which sanitizer a test was compiled with: gcc defines macros, clang answers `__has_feature`.
#pragma once

#if defined(__has_feature)
#define HONE_TEST_HAS_FEATURE(x) __has_feature(x)
#else
#define HONE_TEST_HAS_FEATURE(x) 0
#endif

#if defined(__SANITIZE_THREAD__) || HONE_TEST_HAS_FEATURE(thread_sanitizer)
#define HONE_TEST_THREAD_SANITIZER 1
#else
#define HONE_TEST_THREAD_SANITIZER 0
#endif

#if defined(__SANITIZE_ADDRESS__) || HONE_TEST_HAS_FEATURE(address_sanitizer)
#define HONE_TEST_ADDRESS_SANITIZER 1
#else
#define HONE_TEST_ADDRESS_SANITIZER 0
#endif
