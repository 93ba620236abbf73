// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of text.hpp.
#include "text.hpp"

#include <algorithm>

#include <hone/engine/outcome.hpp>
#include <hone/tune/text.hpp>

namespace hone::tools {

using core::detail::formatted;

std::string printable(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return result;
}

std::string schedule_of(const core::space::configuration& c) { return printable(core::engine::spelled(c)); }

std::string time_text(double median_ns, double spread) {
  return core::detail::spelled_time(median_ns) + formatted(" +- %.1f %%", 100 * spread);
}

std::string gain_text(double before_ns, double now_ns) {
  return before_ns > 0 && now_ns > 0 ? formatted("%.2fx", before_ns / now_ns) : std::string();
}

std::string counts_text(const std::array<std::int64_t, core::measure::status_count>& statuses) {
  std::string text;
  for (std::size_t k = 0; k < statuses.size(); ++k)
    if (statuses[k] != 0)
      text +=
          (text.empty() ? "" : ", ") + std::to_string(statuses[k]) + " " + std::string(core::measure::status_names[k]);
  return text;
}

std::string counted(std::int64_t n, const std::string& one, const std::string& many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) line += row[c] + std::string(widths[c] - row[c].size() + 2, ' ');
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string shortened(std::string text, std::size_t width) {
  if (text.size() <= width) return text;
  auto end = width - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // no half of a character
  return text.substr(0, end) + "...";
}

}  // namespace hone::tools
