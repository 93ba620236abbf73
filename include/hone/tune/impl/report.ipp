// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of tune/report.hpp.
#pragma once

#include <string_view>

#include <hone/ast/flops.hpp>
#include <hone/ast/print.hpp>
#include <hone/tune/report.hpp>
#include <hone/tune/text.hpp>

namespace hone::core {
namespace detail {

HONE_DECL std::string timing_line(const char* name, const tuning_report& r, const measure::measurement& m) {
  if (m.median_ns <= 0) return {};
  std::string line = formatted("  %-8s %10s  +- %4.1f %%", name, spelled_time(m.median_ns).c_str(), 100 * m.spread);
  if (r.flops > 0) line += formatted("  %8.2f GFLOP/s", r.gflops(m));
  if (r.native.median_ns > 0 && &m != &r.native) line += formatted("  %6.1fx native", r.native.median_ns / m.median_ns);
  return line + "\n";
}

HONE_DECL std::string failure_lines(const tuning_report& r) {
  std::string lines;
  for (std::size_t s = 0; s < r.statuses.size(); ++s) {
    const auto status = static_cast<measure::status>(s);
    if (r.statuses[s] == 0 || status == measure::status::ok || status == measure::status::dropped) continue;
    lines +=
        formatted("  %lld %s", static_cast<long long>(r.statuses[s]), std::string(measure::name_of(status)).c_str());
    if (!r.messages[s].empty()) lines += ": " + r.messages[s].substr(0, 120);
    lines += "\n";
  }
  return lines;
}

HONE_DECL std::string trial_line(const tuning_report& r) {
  if (r.trials == 0) return {};
  const auto of = r.space_size > 0 ? formatted(r.space_size < 1e7 ? " of %s%.0f" : " of %s%.2g",
                                               r.space_exact ? "" : "about ", r.space_size)
                                   : std::string();
  return formatted("  %lld trials%s in %.1f s (%lld given up early), stopped by %s\n", static_cast<long long>(r.trials),
                   of.c_str(), r.seconds,
                   static_cast<long long>(r.statuses[static_cast<std::size_t>(measure::status::dropped)]),
                   std::string(search::name_of(r.stopped)).c_str());
}

HONE_DECL std::string source_line(const tuning_report& r) {
  switch (r.source) {
    case kernel_source::native: return "  runs the loops that this program's compiler made";
    case kernel_source::fallback: return "  runs the default schedule";
    case kernel_source::tuned: return "  runs " + r.schedule;
    case kernel_source::record: return "  runs " + r.schedule + " (from an earlier search)";
  }
  return {};
}

}  // namespace detail

HONE_DECL tuning_report begin_report(const ast::problem& p, int threads) {
  tuning_report r;
  r.operation = ast::to_string(p.op);
  for (std::size_t s = 0; s < p.op.symbols.size(); ++s)
    if (p.op.symbols[s].kind != ast::symbol_kind::tensor)
      r.shape += (r.shape.empty() ? "" : " ") + std::string(p.op.symbols[s].label.view()) + "=" + std::to_string(p.values[s]);
  r.flops = ast::flops(p);
  r.threads = threads;
  return r;
}

HONE_DECL std::string summary(const tuning_report& r) {
  std::string text = "hone: " + r.operation + "  [" + r.shape +
                     (r.threads == 1 ? ", 1 thread" : detail::formatted(", %d threads", r.threads)) +
                     (r.backend.empty() ? "" : ", " + r.backend) + "]\n";
  text += detail::timing_line("native", r, r.native);
  text += detail::timing_line("default", r, r.fallback);
  text += detail::timing_line("tuned", r, r.tuned);
  text += detail::source_line(r) + (r.note.empty() ? "" : ": " + r.note) + "\n";
  text += detail::trial_line(r);
  text += detail::failure_lines(r);
  if (!r.stored.empty()) text += "  stored in " + r.stored + "\n";
  return text;
}

}  // namespace hone::core
