// SPDX-License-Identifier: Apache-2.0
/// \file
/// Gradient-boosted trees as a cost model.
#pragma once

#include <vector>

#include <hone/config.hpp>
#include <hone/model/cost_model.hpp>
#include <hone/model/gbt/params.hpp>
#include <hone/model/gbt/tree.hpp>

namespace hone::core::model::gbt {

/// Friedman's boosting with the second-order gain of Chen and Guestrin (XGBoost, 2016, section 2). The same data and
/// seed give the same trees.
class booster final : public cost_model {
 public:
  HONE_DECL explicit booster(const params& p = {});

  HONE_DECL void fit(const feature_matrix& candidates, std::span<const double> quality) override;
  HONE_DECL void score(const feature_matrix& candidates, std::span<double> scores) const override;
  bool ready() const override { return !trees_.empty(); }

  const std::vector<tree>& trees() const { return trees_; }

 private:
  params params_;
  std::size_t columns_ = 0;
  std::vector<tree> trees_;
};

}  // namespace hone::core::model::gbt

#if !defined(HONE_COMPILED)
#include <hone/model/gbt/impl/booster.ipp>
#endif
