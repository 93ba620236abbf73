// SPDX-License-Identifier: Apache-2.0
/// \file
/// Records as people read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hone/measure/measurement.hpp>
#include <hone/records/record.hpp>

namespace hone::tools {

/// Without characters that would control a terminal.
std::string printable(std::string_view text);

/// "the default schedule", or the knobs with their values.
std::string schedule_of(const core::space::configuration& c);

/// "3.12 us +- 1.0 %".
std::string time_text(double median_ns, double spread);

/// "2.0x", how much faster than something that took `before_ns`; "" where either is not known.
std::string gain_text(double before_ns, double now_ns);

/// "30 ok, 7 build_error".
std::string counts_text(const std::array<std::int64_t, core::measure::status_count>& statuses);

/// "1 record", "2 records".
std::string counted(std::int64_t n, const std::string& one, const std::string& many);

/// The rows under each other, columns two spaces apart and no spaces at the ends; the last column may be of any width.
std::string table(const std::vector<std::vector<std::string>>& rows);

/// The start of a text that does not fit, and "...".
std::string shortened(std::string text, std::size_t width);

}  // namespace hone::tools
