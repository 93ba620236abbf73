// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of target/known.hpp.
#include <hone/target/known.hpp>

#include <string>
#include <utility>
#include <vector>

#include <hone/target/features.hpp>

namespace hone::core::target::known {

namespace detail {

HONE_DECL cpu described(std::string model, std::int32_t cores, const std::vector<std::string>& wanted) {
  cpu c;
  c.model = std::move(model);
  c.cores = cores;
  return with_features(std::move(c), wanted);
}

HONE_DECL std::vector<std::string> avx2_features() {
  return {"sse2",  "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "movbe",
          "lzcnt", "bmi",  "bmi2",  "avx",    "f16c",   "fma",    "avx2"};
}

}  // namespace detail

HONE_DECL cpu baseline() { return detail::described("x86-64 baseline", 4, {"sse2"}); }

HONE_DECL cpu avx2() { return detail::described("x86-64 with AVX2", 4, detail::avx2_features()); }

HONE_DECL cpu avx512() {
  auto wanted = detail::avx2_features();
  for (const char* name : {"avx512f", "avx512cd", "avx512dq", "avx512bw", "avx512vl"}) wanted.emplace_back(name);
  cpu c = detail::described("x86-64 with AVX-512", 8, wanted);
  c.l2_bytes = 1024 * 1024;
  c.l3_bytes = 16 * 1024 * 1024;
  return c;
}

}  // namespace hone::core::target::known
