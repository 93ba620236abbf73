// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `environment.hpp`.
#pragma once

#include <hone/diag/environment.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <unistd.h>

#include <hone/diag/notice.hpp>

namespace hone::diag {
namespace detail {

/// A whole number in [least, most], or nothing.
template <class Integer>
std::optional<Integer> number_in(std::string_view text, Integer least, Integer most) {
  Integer value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || value < least || value > most) return std::nullopt;
  return value;
}

inline constexpr std::array<std::string_view, 4> tune_mode_names{"off", "read", "missing", "force"};
inline constexpr std::array<std::string_view, 4> backend_names{"native", "orc", "cuda", "opencl"};

/// A variable: how to take its value over (false: not a value that it takes), and which values it takes.
struct known_variable {
  std::string_view name;
  bool (*read)(std::string_view text, environment& values);
  std::string_view valid;
};

/// Sets an optional number, when the text is one.
template <class Member, class Integer>
bool read_number(std::string_view text, Member& member, Integer least, Integer most) {
  const auto value = number_in<Integer>(text, least, most);
  if (value) member = *value;
  return value.has_value();
}

inline constexpr known_variable known_variables[] = {
    {"HONE_TUNE",
     [](std::string_view text, environment& e) {
       const auto at = std::find(tune_mode_names.begin(), tune_mode_names.end(), text);
       if (at == tune_mode_names.end()) return false;
       e.tune = static_cast<tune_mode>(at - tune_mode_names.begin());
       return true;
     },
     "off, read, missing or force"},
    {"HONE_BUDGET_MS",
     [](std::string_view text, environment& e) {
       return read_number<std::optional<std::int64_t>, std::int64_t>(text, e.budget_ms, 0, 1000LL * 3600 * 24 * 365);
     },
     "a number of milliseconds"},
    {"HONE_CACHE_DIR", [](std::string_view text, environment& e) { return e.cache_directory = text, true; },
     "a folder"},
    {"HONE_PLUGIN_DIR", [](std::string_view text, environment& e) { return e.plugin_directory = text, true; },
     "a folder"},
    {"HONE_VERBOSE",
     [](std::string_view text, environment& e) { return read_number<std::optional<int>, int>(text, e.verbose, 0, 2); },
     "0, 1 or 2"},
    {"HONE_SEED",
     [](std::string_view text, environment& e) {
       return read_number<std::optional<std::uint64_t>, std::uint64_t>(text, e.seed, 0,
                                                                       std::numeric_limits<std::uint64_t>::max());
     },
     "a whole number from 0"},
    {"HONE_BACKEND",
     [](std::string_view text, environment& e) {
       if (std::find(backend_names.begin(), backend_names.end(), text) == backend_names.end()) return false;
       e.backend = text;
       return true;
     },
     "native, orc, cuda or opencl"},
    {"HONE_THREADS",
     [](std::string_view text, environment& e) { return read_number<int, int>(text, e.threads, 1, 4096); },
     "a number from 1 to 4096"},
};

HONE_DECL std::string known_names() {
  std::string names;
  for (const auto& v : known_variables) names.append(names.empty() ? "" : ", ").append(v.name);
  return names;
}

HONE_DECL void read_variable(std::string_view name, std::string_view text, parsed_environment& result) {
  const auto* known = std::find_if(std::begin(known_variables), std::end(known_variables),
                                   [&](const known_variable& v) { return v.name == name; });
  if (known == std::end(known_variables))
    result.complaints.push_back("the environment variable " + std::string(name) + " is not known; there are " +
                                known_names());
  else if (!text.empty() && !known->read(text, result.values))  // set to nothing is the same as not set
    result.complaints.push_back(std::string(name) + "=" + std::string(text) +
                                " is not understood and ignored; it takes " + std::string(known->valid));
}

}  // namespace detail

HONE_DECL std::string_view name_of(tune_mode mode) { return detail::tune_mode_names[static_cast<std::size_t>(mode)]; }

HONE_DECL parsed_environment parse_environment(const std::vector<std::string_view>& variables) {
  parsed_environment result;
  for (const auto variable : variables) {
    const auto equals = variable.find('=');
    const auto name = variable.substr(0, equals);
    if (equals == std::string_view::npos || !name.starts_with("HONE_") || name.starts_with("HONE_TEST_")) continue;
    detail::read_variable(name, variable.substr(equals + 1), result);
  }
  return result;
}

namespace detail {

HONE_DECL const parsed_environment& parsed_process_environment() {
  static const auto& parsed = *new parsed_environment([] {  // never destroyed: static objects may still ask
    std::vector<std::string_view> variables;
    for (char** v = ::environ; v != nullptr && *v != nullptr; ++v) variables.emplace_back(*v);
    return parse_environment(variables);
  }());
  return parsed;
}

}  // namespace detail

HONE_DECL const environment& process_environment() { return detail::parsed_process_environment().values; }

HONE_DECL void report_environment() {
  for (const auto& complaint : detail::parsed_process_environment().complaints) notice_once(complaint);
}

}  // namespace hone::diag
