// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiled once for each part of the program, with HONE_ODR_PART as its number.
#include <all_headers.hpp>  // made by CMake

#include <odr/part.hpp>

template <>
odr::view odr::look<HONE_ODR_PART>() {
  return {&hone::runtime::default_executor(), HONE_VERSION_MAJOR * 10000 + HONE_VERSION_MINOR * 100 + HONE_VERSION_PATCH};
}
