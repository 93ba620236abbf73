// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `key.hpp`.
#pragma once

#include <hone/records/key.hpp>

#include <algorithm>
#include <limits>

#include <hone/meta/hash.hpp>
#include <hone/target/describe.hpp>

namespace hone::core::records {
namespace detail {

HONE_DECL json numbers_to_json(const std::vector<std::int64_t>& numbers) {
  return json::array(numbers.begin(), numbers.end());
}

HONE_DECL std::optional<std::vector<std::int64_t>> numbers_from_json(const json* value) {
  if (value == nullptr || value->elements() == nullptr) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const auto& element : *value->elements()) {
    const auto n = element.integer();
    if (!n) return std::nullopt;
    numbers.push_back(*n);
  }
  return numbers;
}

HONE_DECL std::optional<scalar_type> type_from_name(std::string_view name) {
  const auto at = std::find_if(scalar_types.begin(), scalar_types.end(), [&](const auto& t) { return t.name == name; });
  if (at == scalar_types.end()) return std::nullopt;
  return static_cast<scalar_type>(at - scalar_types.begin());
}

HONE_DECL std::optional<std::int32_t> small_integer(const json* value) {
  const auto n = value == nullptr ? std::nullopt : value->integer();
  if (!n || *n < 0 || *n > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  return static_cast<std::int32_t>(*n);
}

HONE_DECL std::optional<std::string> text_of(const json* value) {
  if (value == nullptr || value->text() == nullptr) return std::nullopt;
  return *value->text();
}

HONE_DECL json to_json(const tensor_key& t) {
  return json::object{{"type", name_of(t.type)},
                      {"extents", numbers_to_json(t.extents)},
                      {"strides", numbers_to_json(t.strides)},
                      {"alignment", t.alignment}};
}

HONE_DECL std::optional<tensor_key> tensor_from_json(const json& value) {
  const auto type = type_from_name(text_of(value.find("type")).value_or(""));
  auto extents = numbers_from_json(value.find("extents")), strides = numbers_from_json(value.find("strides"));
  const auto alignment = small_integer(value.find("alignment"));
  if (!type || !extents || !strides || !alignment) return std::nullopt;
  return tensor_key{*type, std::move(*extents), std::move(*strides), *alignment};
}

HONE_DECL tensor_key tensor_of(scalar_type type, const ast::layout& layout) {
  return {type,
          {layout.extents.begin(), layout.extents.begin() + layout.rank},
          {layout.strides.begin(), layout.strides.begin() + layout.rank},
          alignment_class(std::max<std::int64_t>(layout.alignment, static_cast<std::int64_t>(bytes_of(type))))};
}

}  // namespace detail

HONE_DECL std::int32_t alignment_class(std::int64_t bytes) {
  std::int32_t power = 1;
  while (power < 64 && bytes >= 2 * power && bytes % (2 * power) == 0) power *= 2;
  return power;
}

HONE_DECL std::string record_key::text() const { return to_text(to_json(*this)); }

HONE_DECL std::string record_key::hash() const { return stable_hash().add(text()).hex(); }

HONE_DECL record_key make_key(std::string_view operation, const ast::problem& problem, const target::cpu& device,
                              std::int32_t threads, double tolerance) {
  record_key key;
  key.operation = operation;
  for (std::size_t k = 0; k < problem.op.symbols.size(); ++k) {
    const auto& symbol = problem.op.symbols[k];
    if (symbol.kind == ast::symbol_kind::tensor)
      key.tensors.push_back(detail::tensor_of(symbol.type, problem.layouts.at(k)));
    else
      key.values.push_back(problem.values.at(k));
  }
  key.threads = threads;
  key.tolerance = tolerance;
  key.device = target::fingerprint(device);
  return key;
}

HONE_DECL std::vector<std::string> differences(const record_key& a, const record_key& b) {
  std::vector<std::string> names;
  const auto compare = [&](const char* name, const auto& x, const auto& y) {
    if (!(x == y)) names.emplace_back(name);
  };
  compare("operation", a.operation, b.operation);
  compare("values", a.values, b.values);
  compare("tensors", a.tensors, b.tensors);
  compare("threads", a.threads, b.threads);
  compare("tolerance", a.tolerance, b.tolerance);
  compare("numerics", a.numerics, b.numerics);
  compare("device", a.device, b.device);
  return names;
}

HONE_DECL json to_json(const record_key& key) {
  json::array tensors;
  for (const auto& t : key.tensors) tensors.push_back(detail::to_json(t));
  return json::object{{"operation", key.operation},    {"values", detail::numbers_to_json(key.values)},
                      {"tensors", std::move(tensors)}, {"threads", key.threads},
                      {"tolerance", key.tolerance},    {"numerics", key.numerics},
                      {"device", key.device}};
}

HONE_DECL std::optional<record_key> key_from_json(const json& value) {
  auto operation = detail::text_of(value.find("operation")), numerics = detail::text_of(value.find("numerics")),
       device = detail::text_of(value.find("device"));
  auto values = detail::numbers_from_json(value.find("values"));
  const auto threads = detail::small_integer(value.find("threads"));
  const auto* tolerance = value.find("tolerance");
  const auto* tensors = value.find("tensors");
  if (!operation || !numerics || !device || !values || !threads || tolerance == nullptr || !tolerance->number() ||
      tensors == nullptr || tensors->elements() == nullptr)
    return std::nullopt;
  record_key key{std::move(*operation), std::move(*values), {}, *threads, *tolerance->number(),
                 std::move(*numerics),  std::move(*device)};
  for (const auto& element : *tensors->elements()) {
    auto tensor = detail::tensor_from_json(element);
    if (!tensor) return std::nullopt;
    key.tensors.push_back(std::move(*tensor));
  }
  return key;
}

}  // namespace hone::core::records
