// SPDX-License-Identifier: Apache-2.0
/// \file
/// How far a candidate's output may be from the reference.
#pragma once

namespace hone::core::native {

/// An element x with the reference r is right when |x - r| <= absolute + relative * |r|. Integers are compared exactly.
struct tolerance {
  double absolute = 0;
  double relative = 0;
};

}  // namespace hone::core::native
