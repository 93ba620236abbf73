// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs pairs of a random operator and a random schedule, and shrinks the first that fails.
///
///     test_random --seed 1 --pairs 500
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include <hone/ast/bind.hpp>
#include <hone/ast/print.hpp>
#include <hone/engine/reference.hpp>
#include <hone/interp/run.hpp>
#include <hone/ir/bytes.hpp>
#include <hone/jit/plugin.hpp>
#include <hone/lower/arguments.hpp>
#include <hone/lower/lower.hpp>
#include <hone/measure/tensors.hpp>
#include <hone/native/bounds.hpp>
#include <hone/runtime/kernel.hpp>
#include <hone/space/default_schedule.hpp>
#include <hone/space/derive.hpp>
#include <hone/space/resolve.hpp>
#include <hone/space/space.hpp>
#include <hone/target/bytes.hpp>
#include <hone/target/detect.hpp>

#include "harness.hpp"
#include "schedules.hpp"

namespace random_test {

std::vector<random_case>& cases() {
  static std::vector<random_case> all;
  return all;
}

namespace {

using namespace hone;
using namespace hone::core;

/// What a pair is made of, so that it can be run again after a change.
struct pair_under_test {
  const random_case* of = nullptr;
  ast::problem problem;
  space::schedule schedule;
  target::cpu target;
  std::uint64_t data_seed = 0;
};

enum class verdict { passed, refused, failed };

struct result {
  verdict is = verdict::passed;
  std::string reason;
};

/// Memory for one run: arguments as seeded, scratch filled with a pattern.
class memory {
 public:
  memory(const lower::plan& plan, measure::shared_tensors& data) {
    for (int a = 0; a < data.size(); ++a) {
      const auto bytes = static_cast<std::size_t>(data.entry(a).bytes);
      blocks_.emplace_back(bytes + alignment, std::uint8_t{0xff});
      addresses_.push_back(aligned(blocks_.back()));
      const auto& argument = data.entry(a).argument;
      if (argument.read) std::memcpy(addresses_.back(), data.initial(a), bytes);
    }
    for (const auto& s : plan.scratches) {
      blocks_.emplace_back(static_cast<std::size_t>(s.bytes) + alignment, std::uint8_t{0xff});
      addresses_.push_back(aligned(blocks_.back()));
    }
  }
  std::span<void* const> all() const { return addresses_; }

 private:
  static constexpr std::size_t alignment = 64;
  static void* aligned(std::vector<std::uint8_t>& block) {
    const auto address = reinterpret_cast<std::uintptr_t>(block.data());
    return block.data() + (alignment - address % alignment) % alignment;
  }
  std::vector<std::vector<std::uint8_t>> blocks_;
  std::vector<void*> addresses_;
};

double element(const void* data, scalar_type type, std::int64_t offset) {
  const auto get = [&](auto x) {
    std::memcpy(&x, static_cast<const char*>(data) + offset * static_cast<std::int64_t>(sizeof x), sizeof x);
    return static_cast<double>(x);
  };
  switch (type) {
    case scalar_type::f64: return get(double{});
    case scalar_type::f32: return get(float{});
    case scalar_type::i32: return get(std::int32_t{});
    case scalar_type::i8: return get(std::int8_t{});
    default: return get(std::uint8_t{});
  }
}

std::string at_element(const char* what, std::int64_t k, double got, double expected) {
  char line[160];
  std::snprintf(line, sizeof line, "%s: element %lld is %.9g instead of %.9g", what, static_cast<long long>(k), got, expected);
  return line;
}

class runner {
 public:
  explicit runner(jit::plugin backend) : backend_(backend) {}

  result run(const pair_under_test& pair) const {
    try {
      return compare(pair);
    } catch (const error& e) {
      if (e.code() == error_code::bad_configuration) return {verdict::refused, e.what()};
      return {verdict::failed, e.what()};
    } catch (const std::exception& e) {
      return {verdict::failed, e.what()};
    }
  }

 private:
  result compare(const pair_under_test& pair) const {
    const auto problem = std::make_shared<const ast::problem>(pair.problem);
    const auto candidate = lower::lower(*problem, pair.schedule, pair.target);
    if (candidate.programs.empty()) return {};
    measure::shared_tensors data(candidate.plan.arguments);
    data.seed(pair.data_seed);
    int output = 0;
    for (int a = 0; a < data.size(); ++a)
      if (data.entry(a).argument.written) output = a;

    const memory interpreted(candidate.plan, data), compiled(candidate.plan, data), plain(candidate.plan, data);
    for (const auto& p : candidate.programs) interp::run(p, interpreted.all());
    const auto built = backend_.compile(ir::to_bytes(candidate.programs), target::to_bytes(pair.target));
    if (!built.ok()) return {verdict::failed, "the compiler refused it: " + built.error};
    const runtime::compiled_plan kernel(candidate.plan, runtime::load_object(built.object));
    const auto arguments = static_cast<std::size_t>(data.size());
    if (kernel.run(compiled.all().first(arguments)) != runtime::run_status::ok) return {verdict::failed, "the kernel failed"};
    const auto own = pair.of->native(problem);
    own.run(engine::by_symbol(*problem, plain.all().first(arguments)));
    return outputs(pair, own, data, output, interpreted, compiled, plain);
  }

  static result outputs(const pair_under_test& pair, const native_operator& own, measure::shared_tensors& data, int output,
                        const memory& interpreted, const memory& compiled, const memory& plain) {
    const auto& argument = data.entry(output).argument;
    const auto o = static_cast<std::size_t>(output);
    std::vector<void*> before;
    for (int a = 0; a < data.size(); ++a) before.push_back(data.initial(a));
    const auto inputs = engine::by_symbol(pair.problem, before);
    const auto elements = argument.layout.size();
    for (std::int64_t k = 0; k < elements; ++k) {
      const auto offset = measure::offset_of(argument.layout, k);
      const auto of = [&](const memory& m) { return element(m.all()[o], argument.type, offset); };
      const double i = of(interpreted), c = of(compiled), n = of(plain);
      if (i != c && !(std::isnan(i) && std::isnan(c))) return {verdict::failed, at_element("compiled against interpreted", k, c, i)};
      if (c == n || (std::isnan(c) && std::isnan(n))) continue;
      if (elements > 400 && k % 7 != 0) continue;  // bounds are dear
      std::vector<std::int64_t> point(static_cast<std::size_t>(argument.layout.rank));
      auto rest = k;
      for (auto d = point.size(); d-- > 0;) {
        point[d] = rest % argument.layout.extents[d];
        rest /= argument.layout.extents[d];
      }
      const auto [value, bound] = native::bounded_at(pair.problem, inputs, point);
      const double compiled_value = own.at(inputs, point);
      if (value != compiled_value && !(std::isnan(value) && std::isnan(compiled_value)))
        return {verdict::failed, at_element("the tree walked against native", k, value, compiled_value)};
      if (std::isnan(value) || !std::isfinite(bound)) continue;
      if (!(std::fabs(c - value) <= bound)) return {verdict::failed, at_element("compiled against native", k, c, value)};
    }
    return {};
  }

  jit::plugin backend_;
};

// ---- shrinking ------------------------------------------------------------------------------------------------------

/// The pair with another extent or attribute, where the operator can be bound with it.
std::optional<pair_under_test> with_value(const pair_under_test& pair, std::size_t symbol, std::int64_t value) {
  std::vector<dsl::named_value> values;
  for (std::size_t k = 0; k < pair.problem.values.size(); ++k)
    if (const auto& s = pair.problem.op.symbols[k]; s.kind != ast::symbol_kind::tensor)
      values.push_back({s.label.view(), k == symbol ? value : pair.problem.values[k]});
  try {
    auto changed = pair;
    changed.problem = ast::bind(pair.problem.op, values);
    return changed;
  } catch (const error&) {
    return std::nullopt;
  }
}

/// Every pair that is one step simpler.
std::vector<pair_under_test> simpler(const pair_under_test& pair) {
  std::vector<pair_under_test> all;
  const auto with = [&](auto change) {
    all.push_back(pair);
    change(all.back());
  };
  for (std::size_t k = 0; k < pair.problem.values.size(); ++k) {
    const auto value = pair.problem.values[k];
    if (pair.problem.op.symbols[k].kind == ast::symbol_kind::tensor || value <= 1) continue;
    for (const auto smaller : {std::int64_t{1}, value / 2, value - 1})
      if (auto p = with_value(pair, k, smaller); p && smaller >= 1) all.push_back(std::move(*p));
  }
  auto& s = pair.schedule;
  for (std::size_t k = 0; k < s.packed.size(); ++k) with([&](auto& p) { p.schedule.packed.erase(p.schedule.packed.begin() + static_cast<std::ptrdiff_t>(k)); });
  for (std::size_t k = 0; k < s.unrolled.size(); ++k) with([&](auto& p) { p.schedule.unrolled.erase(p.schedule.unrolled.begin() + static_cast<std::ptrdiff_t>(k)); });
  if (s.parallel) with([](auto& p) { p.schedule.parallel.reset(); });
  if (s.vectorized) with([](auto& p) { p.schedule.vectorized.reset(); });
  if (!s.register_tile.empty()) with([](auto& p) { p.schedule.register_tile.erase(p.schedule.register_tile.begin()); });
  for (std::size_t t = 0; t < s.tilings.size(); ++t) {
    if (s.tilings[t].inner.empty()) continue;
    with([&](auto& p) {  // drop the innermost level
      const space::loop_ref gone{s.tilings[t].axis, static_cast<std::int32_t>(s.tilings[t].inner.size())};
      p.schedule.tilings[t].inner.pop_back();
      const auto drop = [&](auto& loops) { loops.erase(std::remove(loops.begin(), loops.end(), gone), loops.end()); };
      drop(p.schedule.order);
      drop(p.schedule.register_tile);
      if (p.schedule.vectorized == gone) p.schedule.vectorized.reset();
      auto& u = p.schedule.unrolled;
      u.erase(std::remove_if(u.begin(), u.end(), [&](const auto& x) { return x.loop == gone; }), u.end());
    });
  }
  return all;
}

pair_under_test shrunk(const runner& run, pair_under_test pair) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& smaller : simpler(pair))
      if (run.run(smaller).is == verdict::failed) {
        pair = std::move(smaller);
        changed = true;
        break;
      }
  }
  return pair;
}

void describe(const pair_under_test& pair, const std::string& reason) {
  std::printf("FAILED %s\n  %s\n  %s\n  extents:", pair.of->name.c_str(), reason.c_str(), ast::to_string(pair.problem.op).c_str());
  for (std::size_t k = 0; k < pair.problem.values.size(); ++k)
    if (pair.problem.op.symbols[k].kind != ast::symbol_kind::tensor)
      std::printf(" %s=%lld", std::string(pair.problem.op.symbols[k].label.view()).c_str(), static_cast<long long>(pair.problem.values[k]));
  std::printf("\n  vectors of %d bytes\n%s", pair.target.vector_bytes,
              lower::to_string(lower::build_stages(pair.problem, pair.schedule, pair.target), pair.problem.op).c_str());
}

/// This machine, or this machine with less: AVX2 without FMA, or SSE2 alone.
target::cpu drawn_target(random_generator& random) {
  const auto host = target::detect();
  switch (random.below(4)) {
    case 0: return target::restrict_to(host, {"sse2"});
    case 1: return target::restrict_to(host, {"sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2"});
    default: return host;
  }
}

space::schedule drawn_schedule(const ast::problem& p, const target::cpu& target, random_generator& random) {
  switch (random.below(5)) {
    case 0: return space::default_schedule(p, target);
    case 1: {
      const auto knobs = space::derive(p, target);
      return space::resolve(knobs, space::space(knobs, &p, target).sample(random), p, target);
    }
    default: return schedule_maker(p, random).draw();
  }
}

}  // namespace
}  // namespace random_test

int main(int argc, char** argv) {
  using namespace random_test;
  std::uint64_t seed = 1;
  int pairs = 400;
  std::string plugin, only;
  CLI::App app("Random operators with random schedules");
  app.add_option("--seed", seed, "of extents, data and schedules");
  app.add_option("--pairs", pairs, "how many");
  app.add_option("--plugin", plugin, "folder of the ORC plug-in");
  app.add_option("--only", only, "one operator");
  CLI11_PARSE(app, argc, argv);

  const runner run(hone::core::jit::open_backend("orc", plugin));
  std::printf("%zu operators, seed %llu\n", cases().size(), static_cast<unsigned long long>(seed));
  int passed = 0, refused = 0, unbound = 0;
  for (int k = 0; passed < pairs; ++k) {
    hone::random_generator random(hone::splitmix64(seed) + static_cast<std::uint64_t>(k));
    const auto& c = cases()[static_cast<std::size_t>(k) % cases().size()];
    if (!only.empty() && c.name != only) continue;
    if (refused + unbound > 20 * pairs + 1000) break;
    pair_under_test pair{&c, {}, {}, drawn_target(random), random.next()};
    try {
      pair.problem = c.draw(random);
      pair.schedule = drawn_schedule(pair.problem, pair.target, random);
    } catch (const hone::error& e) {
      if (++unbound < 4) std::printf("not bound: %s: %s\n", c.name.c_str(), e.what());
      continue;
    }
    const auto outcome = run.run(pair);
    if (outcome.is == verdict::failed) {
      describe(pair, outcome.reason);
      const auto small = shrunk(run, pair);
      std::printf("shrunk (--seed %llu, pair %d):\n", static_cast<unsigned long long>(seed), k);
      describe(small, run.run(small).reason);
      return 1;
    }
    ++(outcome.is == verdict::refused ? refused : passed);
  }
  std::printf("%d pairs agree; %d schedules refused with a reason, %d not bound\n", passed, refused, unbound);
  return passed >= pairs ? 0 : 1;
}
