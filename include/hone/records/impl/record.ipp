// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `record.hpp`.
#pragma once

#include <hone/records/record.hpp>

#include <algorithm>
#include <ctime>

#include <hone/config.hpp>
#include <hone/meta/hash.hpp>

namespace hone::core::records {
namespace detail {

HONE_DECL json to_json(const space::configuration& c) {
  json::object knobs;
  for (const auto& k : c.knobs) knobs.emplace_back(k.knob, numbers_to_json(k.values));
  return knobs;
}

HONE_DECL std::optional<space::configuration> configuration_from_json(const json* value) {
  if (value == nullptr || value->members() == nullptr) return std::nullopt;
  space::configuration c;
  for (const auto& [knob, numbers] : *value->members()) {
    auto values = numbers_from_json(&numbers);
    if (!values) return std::nullopt;
    c.knobs.push_back({knob, std::move(*values)});
  }
  return c;
}

/// Only outcomes that occurred, by name.
HONE_DECL json statuses_to_json(const std::array<std::int64_t, measure::status_count>& statuses) {
  json::object counts;
  for (std::size_t k = 0; k < statuses.size(); ++k)
    if (statuses[k] != 0) counts.emplace_back(std::string(measure::status_names[k]), statuses[k]);
  return counts;
}

HONE_DECL std::optional<measure::status> status_from_name(std::string_view name) {
  const auto at = std::find(measure::status_names.begin(), measure::status_names.end(), name);
  if (at == measure::status_names.end()) return std::nullopt;
  return static_cast<measure::status>(at - measure::status_names.begin());
}

/// Reads members of an object and remembers whether each was there and of the wanted kind.
class member_reader {
 public:
  explicit member_reader(const json& object) : object_(object) {}

  double number(const char* name) {
    return take(name, object_.find(name) ? object_.find(name)->number() : std::nullopt);
  }
  std::int64_t integer(const char* name) {
    return take(name, object_.find(name) ? object_.find(name)->integer() : std::nullopt);
  }
  std::string text(const char* name) { return take(name, text_of(object_.find(name))); }
  /// "" when there is no such member.
  std::string text_if_any(const char* name) { return object_.find(name) == nullptr ? std::string() : text(name); }
  /// Whatever `read` makes of the member; it is nothing when the member does not fit.
  template <class Value>
  Value take(const char* name, std::optional<Value> value) {
    if (!value && missing_.empty()) missing_ = name;
    return std::move(value).value_or(Value{});
  }
  const json* find(const char* name) const { return object_.find(name); }
  /// The first member that was not there, "" when all were.
  const std::string& missing() const { return missing_; }

 private:
  const json& object_;
  std::string missing_;
};

/// What every line starts with: which of our schemas it is of, and which kind of line.
template <class T>
parsed_line<T> line_of(std::string_view line, std::string_view kind, T (*read)(member_reader&)) {
  json_error why;
  const auto value = parse_json(line, &why);
  if (!value) return {line_kind::torn, {}, why.reason + " at byte " + std::to_string(why.offset)};
  member_reader members(*value);
  const auto schema = members.integer("hone");
  if (!members.missing().empty()) return {line_kind::foreign, {}, "it is no record"};
  if (schema < record_schema) return {line_kind::older, {}, "it has schema " + std::to_string(schema)};
  if (schema > record_schema) return {line_kind::newer, {}, "it has schema " + std::to_string(schema)};
  if (members.text("kind") != kind) return {line_kind::foreign, {}, "it is no " + std::string(kind)};
  parsed_line<T> result{line_kind::good, read(members), {}};
  if (!members.missing().empty()) return {line_kind::foreign, {}, "it has no '" + members.missing() + "'"};
  return result;
}

HONE_DECL std::array<std::int64_t, measure::status_count> read_statuses(member_reader& members) {
  std::array<std::int64_t, measure::status_count> statuses{};
  const auto* counts = members.find("statuses");
  members.take("statuses", counts != nullptr && counts->members() != nullptr ? std::optional(true) : std::nullopt);
  if (counts != nullptr && counts->members() != nullptr)
    for (const auto& [name, count] : *counts->members())
      if (const auto s = status_from_name(name); s && count.integer())
        statuses[static_cast<std::size_t>(*s)] = *count.integer();
  return statuses;
}

HONE_DECL record read_record(member_reader& members) {
  record r;
  const auto* key = members.find("key");
  r.key = members.take("key", key == nullptr ? std::nullopt : key_from_json(*key));
  r.operator_name = members.text("operator");
  r.shape = members.text_if_any("shape");
  r.object = members.text_if_any("object");
  r.configuration = members.take("configuration", configuration_from_json(members.find("configuration")));
  r.best_ns = members.number("best_ns");
  r.median_ns = members.number("median_ns");
  r.spread = members.number("spread");
  r.default_ns = members.number("default_ns");
  r.native_ns = members.number("native_ns");
  r.trials = members.integer("trials");
  r.seed = static_cast<std::uint64_t>(members.integer("seed"));
  r.statuses = read_statuses(members);
  r.library = members.text("library");
  r.compiler = members.text("compiler");
  r.device_model = members.text("device_model");
  r.date = members.text("date");
  return r;
}

HONE_DECL trial read_trial(member_reader& members) {
  trial t;
  t.configuration = members.take("configuration", configuration_from_json(members.find("configuration")));
  t.outcome.status = members.take("status", status_from_name(members.text("status")));
  t.outcome.message = members.text("message");
  t.outcome.best_ns = members.number("best_ns");
  t.outcome.median_ns = members.number("median_ns");
  t.outcome.spread = members.number("spread");
  t.outcome.runs = members.take("runs", small_integer(members.find("runs")));
  t.outcome.compile_ms = members.number("compile_ms");
  t.outcome.check_ms = members.number("check_ms");
  t.outcome.measure_ms = members.number("measure_ms");
  t.outcome.spills = members.integer("spills");
  return t;
}

/// JSON has to be UTF-8, and messages of compilers need not be.
HONE_DECL std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const auto length = utf8_length(text);
    valid.append(length == 0 ? "?" : text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return valid;
}

}  // namespace detail

HONE_DECL std::string to_line(const record& r) {
  json::object members{{"hone", record_schema},
                       {"kind", "record"},
                       {"operator", detail::valid_utf8(r.operator_name)},
                       {"configuration", detail::to_json(r.configuration)},
                       {"best_ns", r.best_ns},
                       {"median_ns", r.median_ns},
                       {"spread", r.spread},
                       {"default_ns", r.default_ns},
                       {"native_ns", r.native_ns},
                       {"trials", r.trials},
                       {"seed", static_cast<std::int64_t>(r.seed)},  // the same 64 bits; large ones look negative
                       {"statuses", detail::statuses_to_json(r.statuses)},
                       {"library", detail::valid_utf8(r.library)},
                       {"compiler", detail::valid_utf8(r.compiler)},
                       {"device_model", detail::valid_utf8(r.device_model)},
                       {"date", detail::valid_utf8(r.date)},
                       {"key", to_json(r.key)}};
  // came later: without them a line is what it always was
  if (!r.shape.empty()) members.emplace_back("shape", detail::valid_utf8(r.shape));
  if (!r.object.empty()) members.emplace_back("object", detail::valid_utf8(r.object));
  return to_text(std::move(members));
}

HONE_DECL std::string to_line(const trial& t) {
  const auto& o = t.outcome;
  return to_text(json::object{{"hone", record_schema},
                              {"kind", "trial"},
                              {"configuration", detail::to_json(t.configuration)},
                              {"status", measure::name_of(o.status)},
                              {"message", detail::valid_utf8(o.message)},
                              {"best_ns", o.best_ns},
                              {"median_ns", o.median_ns},
                              {"spread", o.spread},
                              {"runs", o.runs},
                              {"compile_ms", o.compile_ms},
                              {"check_ms", o.check_ms},
                              {"measure_ms", o.measure_ms},
                              {"spills", o.spills}});
}

HONE_DECL parsed_line<record> record_from_line(std::string_view line) {
  return detail::line_of<record>(line, "record", &detail::read_record);
}

HONE_DECL parsed_line<trial> trial_from_line(std::string_view line) {
  return detail::line_of<trial>(line, "trial", &detail::read_trial);
}

HONE_DECL std::string record_id(const record& r) { return stable_hash().add(to_line(r)).hex(); }

HONE_DECL std::string library_version() {
  return std::to_string(HONE_VERSION_MAJOR) + "." + std::to_string(HONE_VERSION_MINOR) + "." +
         std::to_string(HONE_VERSION_PATCH);
}

HONE_DECL std::string date_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm utc{};
  ::gmtime_r(&time, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

HONE_DECL std::string current_date() { return date_text(std::time(nullptr)); }

}  // namespace hone::core::records
