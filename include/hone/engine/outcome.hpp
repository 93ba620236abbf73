// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a search found, told to the program and written down.
#pragma once

#include <string>

#include <hone/config.hpp>
#include <hone/engine/progress.hpp>
#include <hone/records/record.hpp>
#include <hone/search/loop.hpp>
#include <hone/target/cpu.hpp>
#include <hone/tune/options.hpp>
#include <hone/tune/report.hpp>
#include <hone/tune/settings.hpp>

namespace hone::core::engine {

/// What options and settings say about any search; its time, its first points and its target are the caller's.
HONE_DECL search::loop_options loop_of(const tune_options& options, const tune_settings& settings);

/// Tells of the last trial: the program where it listens, else the progress line unless all is to be silent.
HONE_DECL void tell(const search::history& known, const tune_options& options, const tune_settings& settings,
                    progress_line& progress);

/// Trials, causes of failure, and what the trials cost.
HONE_DECL void fill_in(tuning_report& report, const search::loop_result& found);

/// "the default schedule", or the knobs with their values.
HONE_DECL std::string spelled(const space::configuration& c);

/// The record of a report's winner.
HONE_DECL records::record record_of(const tuning_report& report, const records::record_key& key, const std::string& name,
                                    const space::configuration& winner, const target::cpu& device);

/// The reverse: what a record says of an earlier search.
HONE_DECL void fill_in(tuning_report& report, const records::record& record);

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/outcome.ipp>
#endif
