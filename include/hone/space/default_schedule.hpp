// SPDX-License-Identifier: Apache-2.0
/// \file
/// A good schedule from the description of the target, with no search: what runs before, and instead of, tuning.
#pragma once

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/schedule.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

/// Valid for every operator, extent and target.
HONE_DECL schedule default_schedule(const ast::problem& problem, const target::cpu& target);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/default_schedule.ipp>
#endif
