// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two jobs of a worker. Each says hello, answers requests one by one, and returns when the program is gone.
#pragma once

#include <string>

#include <hone/measure/channel.hpp>
#include <hone/measure/protocol.hpp>

namespace hone::core::worker {

void serve_builds(measure::channel& program, const std::string& plugin);
void serve_runs(measure::channel& program);

/// Sends, however long it takes: the program has the deadlines.
bool say(measure::channel& program, measure::message kind, byte_view payload);

}  // namespace hone::core::worker
