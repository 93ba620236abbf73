// SPDX-License-Identifier: Apache-2.0
/// \file
/// The small files in which Linux tells about the machine.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include <hone/config.hpp>

namespace hone::core::target {

/// A whole small file without the newline at its end; empty when there is none.
inline std::string file_text(const std::string& path) {
  std::string text;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  char part[1024];
  for (ssize_t n = 0; (n = ::read(file, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(n));
  ::close(file);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// The number that a text begins with; 0 when it begins with none. The rest of the text goes to `rest`.
inline std::int64_t leading_number(std::string_view text, std::string_view* rest = nullptr) {
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (rest != nullptr) *rest = text.substr(static_cast<std::size_t>(end - text.data()));
  return failure == std::errc{} ? value : 0;
}

}  // namespace hone::core::target
