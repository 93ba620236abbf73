// SPDX-License-Identifier: Apache-2.0
/// \file
/// The only macros of the library. Non-template code is written once, in `impl/*.ipp`, and is either included by
/// every header (header-only mode) or compiled once into the library (`HONE_COMPILED`, set by the CMake target).
#pragma once

#define HONE_VERSION_MAJOR 0
#define HONE_VERSION_MINOR 1
#define HONE_VERSION_PATCH 0

#if defined(HONE_COMPILED)
#define HONE_DECL
#else
#define HONE_DECL inline
#endif
