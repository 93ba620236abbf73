// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiled once for each part of the program, with HONE_ODR_PART as its number.
#include <all_headers.hpp>  // made by CMake

#include <odr/part.hpp>

namespace odr {
namespace {

using this_part = part<HONE_ODR_PART>;

/// Its key is made from an operator that this part has instantiated.
hone::core::records::record_key key_of(std::int64_t factor) {
  constexpr hone::axis<"i"> i;
  constexpr hone::tensor<"x", float, 1> x;
  constexpr hone::tensor<"y", float, 1> y;
  const auto p = hone::core::ast::bind(hone::op<"product">(y(i) = x(i) * 2.0F), hone::extents(i = factor));
  return hone::core::records::make_key(hone::stable_hash().add(hone::core::ast::structural_hash(p.op)).hex(), p,
                                 hone::core::target::known::avx2(), 1);
}

}  // namespace

template <>
view this_part::look() {
  const auto& environment = hone::diag::process_environment();
  return {&hone::core::runtime::default_executor(), &environment,
          HONE_VERSION_MAJOR * 10000 + HONE_VERSION_MINOR * 100 + HONE_VERSION_PATCH, environment.verbose.value_or(1)};
}

template <>
void this_part::notice_once(const std::string& sentence) {
  hone::diag::notice_once(sentence);
}

template <>
void this_part::store_result(const std::string& folder, std::int64_t factor) {
  hone::core::records::store store(folder, {});
  hone::core::records::record r;
  r.key = key_of(factor);
  r.operator_name = "product";
  r.configuration = hone::core::space::default_configuration();
  r.best_ns = r.median_ns = static_cast<double>(factor);
  store.append(r);
}

template <>
double this_part::stored_result(const std::string& folder, std::int64_t factor) {
  const auto found = hone::core::records::store(folder, {}).best(key_of(factor));
  return found ? found->median_ns : 0;
}

template struct part<HONE_ODR_PART>;

}  // namespace odr
