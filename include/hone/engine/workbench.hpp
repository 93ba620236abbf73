// SPDX-License-Identifier: Apache-2.0
/// \file
/// Configurations to measurements: resolves, lowers and hands them to the measurer.
#pragma once

#include <map>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/measure/pool.hpp>
#include <hone/search/evaluator.hpp>
#include <hone/space/definition.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::engine {

/// The candidate of a configuration of a space, or of the default schedule. Throws `error{bad_configuration}`.
HONE_DECL lower::candidate lower_configuration(const ast::problem& problem, const space::definition& knobs,
                                               const target::cpu& target, const space::configuration& c);

class workbench final : public search::evaluator {
 public:
  workbench(measure::measurer& m, const ast::problem& problem, const space::definition& knobs, const target::cpu& target)
      : measurer_(m), problem_(problem), knobs_(knobs), target_(target) {}

  HONE_DECL void submit(int trial, const space::configuration& candidate, double incumbent_ns) override;
  HONE_DECL measure::measurement wait(int trial) override;

  /// Milliseconds of processor time spent in lowering so far.
  double lower_ms() const { return lower_ms_; }

 private:
  measure::measurer& measurer_;
  const ast::problem& problem_;
  const space::definition& knobs_;
  const target::cpu& target_;
  std::map<int, measure::measurement> failed_;  ///< trials that did not reach the measurer
  double lower_ms_ = 0;
};

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/workbench.ipp>
#endif
