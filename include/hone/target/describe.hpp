// SPDX-License-Identifier: Apache-2.0
/// \file
/// A processor as text: a line for people, and the fingerprint that record keys contain.
#pragma once

#include <string>
#include <string_view>

#include <hone/config.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::target {

/// "AMD EPYC: 2 cores, avx2 fma, 16 vectors of 32 bytes, caches 32 KB, 512 KB, 32 MB".
HONE_DECL std::string describe(const cpu& c);

/// Architecture, features and caches, and neither the model name nor the number of cores (a kernel's threads are in the
/// key): two machines with the same text run the same kernels equally well as far as Hone can tell. One word without
/// spaces.
HONE_DECL std::string fingerprint(const cpu& c);

/// The architecture and the features that a fingerprint names; the rest is as in any `cpu`.
HONE_DECL cpu from_fingerprint(std::string_view text);

}  // namespace hone::core::target

#if !defined(HONE_COMPILED)
#include <hone/target/impl/describe.ipp>
#endif
