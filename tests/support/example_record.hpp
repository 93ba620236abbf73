// SPDX-License-Identifier: Apache-2.0
/// \file
/// A record with every field set, for tests.
#pragma once

#include <string>

#include <hone/records/record.hpp>

namespace hone::core::test {

inline hone::core::records::record_key example_key(std::int64_t extent = 512) {
  hone::core::records::record_key key;
  key.operation = "0123456789abcdef";
  key.values = {extent, extent, extent};
  for (int k = 0; k < 3; ++k) key.tensors.push_back({hone::scalar_type::f32, {extent, extent}, {extent, 1}, 64});
  key.threads = 2;
  key.tolerance = 1e-5;
  key.device = "x86_64;avx2;fma;32768,524288,8388608";
  return key;
}

inline hone::core::records::record example_record(std::int64_t extent = 512, double median_ns = 1000.5) {
  hone::core::records::record r;
  r.key = example_key(extent);
  r.operator_name = "matmul";
  r.configuration.knobs = {{"ti", {6, 2}}, {"u", {4}}};
  r.best_ns = median_ns - 1;
  r.median_ns = median_ns;
  r.spread = 0.01;
  r.default_ns = 2 * median_ns;
  r.native_ns = 8 * median_ns;
  r.trials = 37;
  r.seed = ~std::uint64_t{0};
  r.statuses[0] = 30;
  r.statuses[8] = 7;
  r.library = "0.1.0";
  r.compiler = "LLVM 19.1.7";
  r.device_model = "a \"processor\"";
  r.date = "2026-01-31T12:00:00Z";
  return r;
}

inline hone::core::records::trial example_trial(std::int64_t unroll) {
  hone::core::records::trial t;
  t.configuration.knobs = {{"u", {unroll}}};
  t.outcome.status = hone::core::measure::status::ok;
  t.outcome.best_ns = 10.0 * static_cast<double>(unroll);
  t.outcome.runs = 5;
  return t;
}

}  // namespace hone::core::test
