// SPDX-License-Identifier: Apache-2.0
/// \file
/// A file of lines that many processes append to at once, any of which may be killed at any moment.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <hone/config.hpp>

namespace hone::core::records {

/// Appends a line in one write under the file's lock; the file is created for its owner only. Where the last line has
/// no end (its writer was killed) a new one is begun first. "" or the reason of a failure, after which the file is as
/// before.
HONE_DECL std::string append_line(const std::string& path, std::string_view line);

/// The whole file, read under its lock; "" when there is no file, nothing when it cannot be read.
HONE_DECL std::optional<std::string> read_journal(const std::string& path);

/// Exchanges the file for one with the text that `change` makes of it; nothing leaves it as it is. All under the lock
/// of appends: who waits to append finds the new file. No file: nothing is done. "" or the reason of a failure, after
/// which the file is as before.
HONE_DECL std::string rewrite_journal(const std::string& path,
                                      const std::function<std::optional<std::string>(std::string_view)>& change);

/// Deletes the file under its lock: who waits to append begins a new one. "" or the reason of a failure.
HONE_DECL std::string remove_journal(const std::string& path);

/// Calls `visit(number, line)` for each line that is not empty, numbered from 1.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (int number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    if (!line.empty()) visit(number, line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/journal.ipp>
#endif
