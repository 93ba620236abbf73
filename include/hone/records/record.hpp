// SPDX-License-Identifier: Apache-2.0
/// \file
/// A tuned result, and a single trial, as lines of JSON. Parameters by name, never indices of a space.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <hone/config.hpp>
#include <hone/measure/measurement.hpp>
#include <hone/records/key.hpp>
#include <hone/space/configuration.hpp>

namespace hone::core::records {

/// Changed whenever an older reader would misread a line.
inline constexpr std::int64_t record_schema = 1;

/// The winner of a session. Times are nanoseconds of one call; 0 where not measured.
struct record {
  record_key key;
  std::string operator_name;  ///< a label
  std::string shape;          ///< a label: "i=512 j=512 k=512"; "" in records of 0.1.0 and of plain code
  std::string object;         ///< name of its file of object code (objects.hpp); "" where it is not known
  space::configuration configuration;
  double best_ns = 0;
  double median_ns = 0;
  double spread = 0;      ///< median absolute deviation over median
  double default_ns = 0;  ///< of the default schedule, in the same session
  double native_ns = 0;   ///< of the operator as the user's compiler compiled it
  std::int64_t trials = 0;
  std::uint64_t seed = 0;
  std::array<std::int64_t, measure::status_count> statuses{};  ///< trials by outcome
  std::string library;                                         ///< version of Hone
  std::string compiler;                                        ///< "LLVM 19.1.7"
  std::string device_model;                                    ///< a label
  std::string date;                                            ///< UTC, "2026-01-31T12:00:00Z"
  friend bool operator==(const record&, const record&) = default;
};

/// One measured candidate, so that a session that was killed goes on where it stopped.
struct trial {
  space::configuration configuration;
  measure::measurement outcome;
};

/// What a line turned out to be.
enum class line_kind : std::uint8_t {
  good,
  torn,     ///< not JSON: cut off or overwritten
  foreign,  ///< JSON, but nothing that this library wrote
  older,    ///< of an older schema: ignored, never misread
  newer,    ///< of a newer one
};

template <class T>
struct parsed_line {
  line_kind kind = line_kind::torn;
  T value;             ///< where good
  std::string reason;  ///< where not
};

/// One line without its end.
HONE_DECL std::string to_line(const record& r);
HONE_DECL std::string to_line(const trial& t);
HONE_DECL parsed_line<record> record_from_line(std::string_view line);
HONE_DECL parsed_line<trial> trial_from_line(std::string_view line);

/// Sixteen hexadecimal digits that tell a record from every other one.
HONE_DECL std::string record_id(const record& r);

/// "0.1.0"; a time in seconds since 1970, and now, in UTC as records have it: texts in the order of the times.
HONE_DECL std::string library_version();
HONE_DECL std::string date_text(std::int64_t seconds);
HONE_DECL std::string current_date();

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/record.ipp>
#endif
