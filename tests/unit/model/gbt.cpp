// SPDX-License-Identifier: Apache-2.0
/// \file
/// Gradient-boosted trees: what they can learn, what leaves them without an opinion, and their derivatives.
#include <support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <hone/meta/random.hpp>
#include <hone/diag/error.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/model/gbt/objectives.hpp>

using namespace hone;
using namespace hone::core;
using model::feature_matrix;
using model::gbt::booster;
using model::gbt::objective;
using model::gbt::params;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

params with(objective o, int rounds = 60) {
  params p;
  p.objective = o;
  p.rounds = rounds;
  return p;
}

/// Rows of `columns` uniform numbers in [0, 1).
feature_matrix random_rows(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  random_generator random(seed);
  feature_matrix m{columns, {}};
  for (std::size_t k = 0; k < rows * columns; ++k) m.values.push_back(static_cast<float>(random.uniform()));
  return m;
}

template <class F>
std::vector<double> quality_of(const feature_matrix& m, F f) {
  std::vector<double> q;
  for (std::size_t r = 0; r < m.rows(); ++r) q.push_back(f(m.row(r)));
  return q;
}

std::vector<double> scores_of(const model::cost_model& b, const feature_matrix& m) {
  std::vector<double> scores(m.rows(), -1);
  b.score(m, scores);
  return scores;
}

/// Share of the pairs of different quality that the scores put in the right order.
double ordered_pairs(const std::vector<double>& scores, const std::vector<double>& quality) {
  double right = 0, all = 0;
  for (std::size_t a = 0; a < scores.size(); ++a)
    for (std::size_t b = 0; b < scores.size(); ++b) {
      if (quality[a] <= quality[b]) continue;
      ++all;
      right += scores[a] > scores[b] ? 1 : 0;
    }
  return right / all;
}

bool no_opinion(const booster& b, const feature_matrix& m) {
  const auto scores = scores_of(b, m);
  return !b.ready() && std::all_of(scores.begin(), scores.end(), [](double s) { return s == 0; });
}

double product_of_two(const float* row) { return static_cast<double>(row[0]) * row[1]; }

}  // namespace

TEST_CASE("squared error fits a step") {
  const auto m = random_rows(200, 3, 1);
  const auto step = [](const float* row) { return row[1] > 0.5f ? 0.9 : 0.2; };
  booster b(with(objective::squared));
  b.fit(m, quality_of(m, step));
  REQUIRE(b.ready());
  const auto unseen = random_rows(100, 3, 2);
  const auto scores = scores_of(b, unseen);
  for (std::size_t r = 0; r < unseen.rows(); ++r)
    if (std::fabs(unseen.row(r)[1] - 0.5f) > 0.02f) CHECK(scores[r] == Approx(step(unseen.row(r))).margin(0.02));
}

TEST_CASE("both objectives order a product of features") {
  const auto m = random_rows(400, 4, 3), unseen = random_rows(200, 4, 4);
  const auto expected = quality_of(unseen, product_of_two);
  for (const auto o : {objective::squared, objective::pairwise_rank}) {
    booster b(with(o));
    b.fit(m, quality_of(m, product_of_two));
    CHECK(ordered_pairs(scores_of(b, unseen), expected) > 0.93);
  }
  // one that knows nothing orders half of them
  booster b(with(objective::pairwise_rank));
  std::vector<double> noise(m.rows());
  random_generator random(9);
  for (auto& q : noise) q = random.uniform();
  b.fit(m, noise);
  CHECK(ordered_pairs(scores_of(b, unseen), expected) < 0.65);
}

TEST_CASE("trees are no deeper, and no more, than asked for") {
  params p = with(objective::squared, 7);
  p.depth = 2;
  const auto m = random_rows(100, 3, 5);
  booster b(p);
  b.fit(m, quality_of(m, product_of_two));
  REQUIRE(b.trees().size() == 7);
  for (const auto& t : b.trees()) {
    CHECK(t.nodes.size() == 7);
    for (std::size_t n = 3; n < 7; ++n) CHECK(t.nodes[n].column == -1);
  }
  p.depth = 100;
  p.rounds = -3;
  booster clamped(p);
  clamped.fit(m, quality_of(m, product_of_two));
  REQUIRE(clamped.trees().size() == 1);
  CHECK(clamped.trees()[0].nodes.size() == (2u << 8) - 1);
}

TEST_CASE("the same data and seed give the same trees") {
  const auto m = random_rows(100, 3, 6);
  const auto quality = quality_of(m, product_of_two);
  booster a(with(objective::pairwise_rank)), b(with(objective::pairwise_rank));
  a.fit(random_rows(50, 3, 7), std::vector<double>(quality.begin(), quality.begin() + 50));  // is forgotten
  a.fit(m, quality);
  b.fit(m, quality);
  CHECK(scores_of(a, m) == scores_of(b, m));
  params other = with(objective::pairwise_rank);
  other.seed = 2;
  booster c(other);
  c.fit(m, quality);
  CHECK(scores_of(a, m) != scores_of(c, m));
}

TEST_CASE("without differences there is no opinion") {
  booster b;
  const auto m = random_rows(20, 2, 8);
  CHECK(no_opinion(b, m));
  b.fit(m, std::vector<double>(20, 0.5));  // equal qualities
  CHECK(no_opinion(b, m));
  b.fit({2, {}}, std::vector<double>{});  // no rows
  CHECK(no_opinion(b, m));
  b.fit({2, {1, 2}}, std::vector<double>{1});  // one row
  CHECK(no_opinion(b, m));
  std::vector<double> quality(20, 0.1);
  quality[3] = 0.9;
  b.fit({2, std::vector<float>(40, 1.0f)}, quality);  // constant columns
  CHECK(no_opinion(b, m));
  b.fit(m, quality);
  CHECK(b.ready());
  b.fit(m, std::vector<double>(20, 0));  // what it knew is forgotten
  CHECK(no_opinion(b, m));
}

TEST_CASE("rows of another width score 0") {
  const auto m = random_rows(50, 3, 10);
  booster b;
  b.fit(m, quality_of(m, product_of_two));
  const auto scores = scores_of(b, random_rows(5, 4, 11));
  CHECK(scores == std::vector<double>(5, 0));
  CHECK_THROWS_AS(b.fit(m, std::vector<double>(49, 0.5)), internal_error);
}

TEST_CASE("qualities that are no share are taken as the nearest one") {
  const auto m = random_rows(60, 2, 12);
  auto quality = quality_of(m, product_of_two);
  auto odd = quality;
  quality[0] = 0, quality[1] = 1, quality[2] = 0, quality[3] = 0;
  odd[0] = -7, odd[1] = 3, odd[2] = std::nan(""), odd[3] = std::numeric_limits<double>::infinity();
  booster a, b;
  a.fit(m, quality);
  b.fit(m, odd);
  CHECK(scores_of(a, m) == scores_of(b, m));
}

TEST_CASE("NaN counts as the smallest value") {
  feature_matrix m{1, {}};
  std::vector<double> quality;
  for (int r = 0; r < 60; ++r) {
    m.values.push_back(r % 3 == 0 ? not_a_number : static_cast<float>(r % 3));
    quality.push_back(r % 3 == 0 ? 0.9 : 0.1);
  }
  booster b(with(objective::squared));
  b.fit(m, quality);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto scores = scores_of(b, {1, {not_a_number, -infinity, -1e30f, 1, infinity}});
  CHECK(scores[0] == Approx(0.9).margin(0.02));
  CHECK(scores[1] == scores[0]);
  CHECK(scores[2] == Approx(0.1).margin(0.02));
  CHECK((scores[3] == scores[2] && scores[4] == scores[2]));
}

TEST_CASE("duplicate rows are no harm") {
  feature_matrix m{2, {}};
  std::vector<double> quality;
  for (int r = 0; r < 40; ++r) {
    m.values.insert(m.values.end(), {static_cast<float>(r % 2), 5});
    quality.push_back(r % 2 == 0 ? 0.2 : (r % 4 == 1 ? 0.7 : 0.9));  // the same row with two qualities
  }
  booster b(with(objective::squared));
  b.fit(m, quality);
  const auto scores = scores_of(b, {2, {0, 5, 1, 5}});
  CHECK(scores[0] == Approx(0.2).margin(0.02));
  CHECK(scores[1] == Approx(0.8).margin(0.02));
}

TEST_CASE("bins hold every value, or quantiles of more than 255") {
  feature_matrix few{2, {3, 1, 1, 1, 2, 1, 3, 1}};
  const auto b = model::gbt::bin(few);
  CHECK(b.columns == std::vector<std::size_t>{0});  // the other is constant
  CHECK(b.thresholds[0] == std::vector<float>{1, 2, 3});
  CHECK(b.by_row == std::vector<std::uint8_t>{2, 0, 1, 2});

  feature_matrix many{1, {}};
  for (int r = 0; r < 1000; ++r) many.values.push_back(static_cast<float>(r * 7 % 1000));
  const auto q = model::gbt::bin(many);
  REQUIRE(q.thresholds[0].size() == model::gbt::max_bins);
  CHECK(q.thresholds[0].back() == 999);
  std::vector<int> held(model::gbt::max_bins);
  for (std::size_t r = 0; r < many.rows(); ++r) {
    const auto at = q.bin(r, 0);
    ++held[at];
    CHECK(many.values[r] <= q.thresholds[0][at]);
    if (at > 0) CHECK(many.values[r] > q.thresholds[0][at - 1u]);
  }
  CHECK(*std::max_element(held.begin(), held.end()) - *std::min_element(held.begin(), held.end()) <= 1);

  booster model(with(objective::squared));
  model.fit(many, quality_of(many, [](const float* row) { return row[0] < 300 ? 0.25 : 0.75; }));
  const auto scores = scores_of(model, {1, {100, 900}});
  CHECK(scores[0] == Approx(0.25).margin(0.02));
  CHECK(scores[1] == Approx(0.75).margin(0.02));
}

TEST_CASE("derivatives of the squared error are its differences") {
  const std::vector<float> scores{0.5f, -1, 2};
  const std::vector<double> quality{1, 0, 0.25};
  std::vector<float> first(3), second(3);
  random_generator random(1);
  model::gbt::differentiate(with(objective::squared), scores, quality, random, first, second);
  CHECK(first == std::vector<float>{-0.5f, -1, 1.75f});
  CHECK(second == std::vector<float>{1, 1, 1});
}

TEST_CASE("derivatives of the rank loss are its differences") {
  params p = with(objective::pairwise_rank);
  for (const double exponent : {0.0, 4.0}) {
    p.gain_exponent = exponent;
    const std::vector<float> scores{0.5f, -1, 2, 0.1f, 0.3f};
    const std::vector<double> quality{1, 0, 0.25, 0.25, 0.8};
    // the pairs that the generator will draw
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    random_generator same(3);
    for (std::size_t a = 0; a < 5; ++a)
      for (int k = 0; k < p.partners; ++k) {
        const auto b = static_cast<std::size_t>(same.below(5));
        if (quality[a] != quality[b]) pairs.push_back(quality[a] > quality[b] ? std::pair{a, b} : std::pair{b, a});
      }
    REQUIRE(pairs.size() > 10);
    const auto loss = [&](std::size_t moved, double by) {
      double sum = 0;
      for (const auto& [better, worse] : pairs) {
        const double gain = exponent == 0 ? 1 : (std::exp2(exponent * quality[better]) - std::exp2(exponent * quality[worse])) /
                                                    (std::exp2(exponent) - 1);
        const double margin = static_cast<double>(scores[better]) - scores[worse] + (better == moved ? by : 0) - (worse == moved ? by : 0);
        sum += gain * std::log1p(std::exp(-margin));
      }
      return sum;
    };
    std::vector<float> first(5, 77), second(5, 77);
    random_generator random(3);
    model::gbt::differentiate(p, scores, quality, random, first, second);
    constexpr double h = 1e-4;
    for (std::size_t r = 0; r < 5; ++r) {
      CHECK(first[r] == Approx((loss(r, h) - loss(r, -h)) / (2 * h)).margin(1e-5));
      CHECK(second[r] == Approx((loss(r, h) - 2 * loss(r, 0) + loss(r, -h)) / (h * h)).margin(1e-5));
    }
    CHECK(std::accumulate(first.begin(), first.end(), 0.0) == Approx(0).margin(1e-5));
  }
}
