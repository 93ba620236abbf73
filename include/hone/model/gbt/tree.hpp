// SPDX-License-Identifier: Apache-2.0
/// \file
/// One regression tree, and how it is grown level by level from histograms of first and second derivatives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hone/config.hpp>
#include <hone/model/gbt/bins.hpp>
#include <hone/model/gbt/params.hpp>

namespace hone::core::model::gbt {

/// A complete binary tree in heap order. A row goes left where its value <= threshold; a node without a column is a
/// leaf.
struct tree {
  struct node {
    std::int32_t column = -1;
    float threshold = 0;
    float value = 0;  ///< of a leaf
  };
  std::vector<node> nodes;

  float operator()(const float* row) const {
    std::size_t n = 0;
    while (nodes[n].column >= 0) {
      const float x = row[nodes[n].column];
      n = 2 * n + (x > nodes[n].threshold ? 2 : 1);  // NaN goes left, as the smallest value
    }
    return nodes[n].value;
  }
};

/// Grows a tree against the derivatives of the loss, one pair per row, and adds its leaves to `margins`.
/// Gain of a split: (GL^2 / (HL + l) + GR^2 / (HR + l) - G^2 / (H + l)) / 2 - gamma; leaf: -rate * G / (H + l).
HONE_DECL tree grow(const binned& data, std::span<const float> first, std::span<const float> second,
                    const params& p, std::span<float> margins);

}  // namespace hone::core::model::gbt

#if !defined(HONE_COMPILED)
#include <hone/model/gbt/impl/tree.ipp>
#endif
