// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operator + schedule -> plan and loop programs, by an ordered list of small passes.
#pragma once

#include <functional>
#include <string_view>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/ir/program.hpp>
#include <hone/lower/plan.hpp>
#include <hone/lower/stages.hpp>
#include <hone/space/schedule.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::lower {

/// Called with the name of each pass and the program that it made.
using pass_observer = std::function<void(std::string_view pass, const ir::program& program)>;

/// Lowers a schedule. Entries are named after the operator; two schedules of one operator have the same entry names.
/// A problem whose output has no element gives a plan without launches. Throws `error{bad_configuration}` with the
/// reason when the schedule does not fit the operator.
HONE_DECL candidate lower(const ast::problem& problem, const space::schedule& schedule, const target::cpu& target,
                          const pass_observer& observe = {});

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/lower.ipp>
#endif
