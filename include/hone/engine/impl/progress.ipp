// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of engine/progress.hpp.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include <hone/measure/clock.hpp>
#include <hone/space/text.hpp>
#include <hone/engine/progress.hpp>
#include <hone/tune/text.hpp>

namespace hone::core::engine {

HONE_DECL progress_line::progress_line(std::string operation, double flops, double budget_s, bool each)
    : operation_(std::move(operation)),
      flops_(flops),
      budget_s_(budget_s),
      each_(each),
      terminal_(isatty(STDERR_FILENO) == 1),
      began_(measure::wall_ns() * 1e-9),
      shown_(began_) {}

HONE_DECL progress_line::~progress_line() {
  if (open_) std::fputs("\n", stderr);
}

HONE_DECL void progress_line::write(const std::string& text) {
  if (terminal_ && !each_) std::fprintf(stderr, "\r\033[K%s", text.c_str());
  else std::fprintf(stderr, "%s\n", text.c_str());
  open_ = terminal_ && !each_;
  std::fflush(stderr);
}

HONE_DECL void progress_line::show(const search::history& known) {
  const double now = measure::wall_ns() * 1e-9;
  const auto& last = known.trials().back();
  if (each_) {
    std::string text = "hone: trial " + std::to_string(known.trials().size()) + " " + std::string(measure::name_of(last.outcome.status));
    if (last.outcome.usable()) text += " " + core::detail::spelled_time(last.outcome.median_ns);
    return write(text + "  " + space::to_text(last.configuration));
  }
  if (now - shown_ < (terminal_ ? 0.1 : 3.0)) return;
  shown_ = now;
  const auto failed = std::count_if(known.trials().begin(), known.trials().end(), [](const auto& t) { return !t.outcome.usable(); });
  std::string text = core::detail::formatted("hone: %s  %4.1f", operation_.c_str(), now - began_);
  if (budget_s_ > 0) text += core::detail::formatted(" of %.1f", budget_s_);
  text += core::detail::formatted(" s  %zu trials", known.trials().size());
  if (failed > 0) text += core::detail::formatted(" (%lld failed)", static_cast<long long>(failed));
  if (known.best() >= 0) {
    text += "  best " + core::detail::spelled_time(known.best_ns());
    if (flops_ > 0) text += core::detail::formatted(", %.1f GFLOP/s", flops_ / known.best_ns());
  }
  write(text);
}

}  // namespace hone::core::engine
