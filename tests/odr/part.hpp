// SPDX-License-Identifier: Apache-2.0
/// \file
/// Case C02: a program of two sources and two shared libraries, all of which include every public header.
#pragma once

namespace odr {

/// What one part of the program sees. `Part` numbers the copies of part.cpp: 0 and 1 are sources of the program, 2 and
/// 3 shared libraries.
struct view {
  const void* state;  ///< address of what must be one per process
  int version;        ///< of the headers
};

template <int Part>
view look();
template <> view look<0>();
template <> view look<1>();
template <> view look<2>();
template <> view look<3>();

}  // namespace odr
