// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `notice.hpp`.
#pragma once

#include <hone/diag/notice.hpp>

#include <mutex>
#include <string>
#include <unordered_set>

#include <sys/uio.h>
#include <unistd.h>

namespace hone::diag {

HONE_DECL void notice(std::string_view sentence) noexcept {
  static constexpr std::string_view before = "hone: ", after = "\n";
  const auto part = [](std::string_view s) { return iovec{const_cast<char*>(s.data()), s.size()}; };
  const iovec parts[] = {part(before), part(sentence), part(after)};
  // nowhere to say it: nothing to be done about that
  [[maybe_unused]] const auto written = ::writev(STDERR_FILENO, parts, 3);
}

HONE_DECL void notice_once(std::string_view sentence) {
  static std::mutex guard;
  static auto& said = *new std::unordered_set<std::string>;  // outlives every static object that may still speak
  {
    const std::lock_guard lock(guard);
    if (!said.emplace(sentence).second) return;
  }
  notice(sentence);
}

}  // namespace hone::diag
