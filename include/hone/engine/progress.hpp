// SPDX-License-Identifier: Apache-2.0
/// \file
/// One line that shows how a search goes on.
#pragma once

#include <string>

#include <hone/config.hpp>
#include <hone/search/history.hpp>

namespace hone::core::engine {

/// On a terminal one line that is rewritten at most ten times a second; elsewhere a plain line every few seconds.
class progress_line {
 public:
  /// `flops` of one call; `budget_s` for the share of time; `each`: a line for every trial.
  HONE_DECL progress_line(std::string operation, double flops, double budget_s, bool each);
  /// Ends the line.
  HONE_DECL ~progress_line();
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  HONE_DECL void show(const search::history& known);

 private:
  HONE_DECL void write(const std::string& text);

  std::string operation_;
  double flops_;
  double budget_s_;
  bool each_;
  bool terminal_;
  bool open_ = false;  ///< an unfinished line stands on the terminal
  double began_;
  double shown_;
};

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/progress.ipp>
#endif
