// SPDX-License-Identifier: Apache-2.0
/// \file
/// Keeps the compiled library from being mixed with headers in header-only mode. The rest of its sources are made by
/// CMake: one a folder, which includes the folder's impl/*.ipp.
#include <hone/config.hpp>

#if !defined(HONE_COMPILED)
#error "the compiled library is built with HONE_COMPILED"
#endif
