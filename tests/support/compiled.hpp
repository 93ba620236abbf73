// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators compiled in this process with many schedules, and run on memory between guard pages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <hone/ast/bind.hpp>
#include <hone/interp/run.hpp>
#include <hone/ir/bytes.hpp>
#include <hone/jit/plugin.hpp>
#include <hone/lower/arguments.hpp>
#include <hone/lower/lower.hpp>
#include <hone/measure/guarded.hpp>
#include <hone/native/run.hpp>
#include <hone/runtime/kernel.hpp>
#include <hone/space/default_schedule.hpp>
#include <hone/space/derive.hpp>
#include <hone/space/resolve.hpp>
#include <hone/space/space.hpp>
#include <hone/target/bytes.hpp>
#include <hone/target/detect.hpp>
#include <random/schedules.hpp>
#include <support/catch.hpp>

namespace hone::core::test {

/// The compiler, in this process.
inline const jit::plugin& orc() {
  static const auto plugin = jit::open_backend("orc");
  return plugin;
}

inline const target::cpu& this_cpu() {
  static const auto cpu = target::detect();
  return cpu;
}

inline runtime::compiled_plan compiled(const lower::candidate& candidate, const target::cpu& target = this_cpu()) {
  const auto built = orc().compile(ir::to_bytes(candidate.programs), target::to_bytes(target));
  INFO(built.error);
  REQUIRE(built.ok());
  return {candidate.plan, runtime::load_object(built.object)};
}

/// The tensors of a call. Each has a guard page right after it (or right before it), and canaries on the other side.
class guarded_tensors {
 public:
  explicit guarded_tensors(std::vector<lower::argument> arguments,
                           measure::placement where = measure::placement::at_end)
      : arguments_(std::move(arguments)) {
    for (const auto& a : arguments_) {
      const auto size = static_cast<std::int64_t>(bytes_of(a.type));
      auto& memory = memories_.emplace_back(measure::guarded_memory(std::max<std::int64_t>(a.layout.span() * size, 1)));
      addresses_.push_back(memory.place(a.layout.span() * size, size, where));
    }
  }

  /// The elements of a tensor, padding included.
  template <class T>
  std::span<T> of(std::string_view name) {
    const auto k = place(name);
    REQUIRE(arguments_[k].type == scalar_type_of<T>);
    return {static_cast<T*>(addresses_[k]), static_cast<std::size_t>(arguments_[k].layout.span())};
  }
  template <class T>
  void fill(std::string_view name, T value) {
    std::ranges::fill(of<T>(name), value);
  }
  /// From now on both names mean the memory of the second.
  void alias(std::string_view name, std::string_view as) { addresses_[place(name)] = addresses_[place(as)]; }

  std::span<void* const> addresses() const { return addresses_; }
  bool intact() const {
    return std::all_of(memories_.begin(), memories_.end(), [](const auto& m) { return m.canaries_intact(); });
  }

 private:
  std::size_t place(std::string_view name) const {
    const auto at = std::find_if(arguments_.begin(), arguments_.end(), [&](const auto& a) { return a.name == name; });
    REQUIRE(at != arguments_.end());
    return static_cast<std::size_t>(at - arguments_.begin());
  }
  std::vector<lower::argument> arguments_;
  std::vector<measure::guarded_memory> memories_;
  std::vector<void*> addresses_;
};

/// first, first + 1, ...
template <class T>
void count_from(std::span<T> values, T first) {
  for (T& v : values) v = first++;
}

/// Calls `f(candidate)` for the default schedule, `derived` points of the derived space, and `drawn` schedules that are
/// drawn without any sense of speed.
template <class F>
void for_each_candidate(const ast::problem& p, int derived, int drawn, F f, const target::cpu& target = this_cpu()) {
  f(lower::lower(p, space::default_schedule(p, target), target));
  random_generator random(17);
  const auto knobs = space::derive(p, target);
  const space::space all(knobs, &p, target);
  for (int k = 0; k < derived; ++k) f(lower::lower(p, space::resolve(knobs, all.sample(random), p, target), target));
  int made = 0;
  for (int k = 0; k < 20 * drawn && made < drawn; ++k) {
    try {
      const auto candidate = lower::lower(p, random_test::schedule_maker(p, random).draw(), target);
      ++made;
      f(candidate);
    } catch (const error& e) {
      if (e.code() != error_code::bad_configuration) throw;  // a schedule that does not fit is refused
    }
  }
  REQUIRE(made == drawn);
}

/// Runs the native loops on the tensors of a call, which are in the order of the symbols.
template <class Operator>
void run_native(const Operator& op, const ast::problem& p, std::span<void* const> arguments) {
  std::vector<void*> by_symbol(p.op.symbols.size(), nullptr);
  std::size_t next = 0;
  for (std::size_t s = 0; s < by_symbol.size(); ++s)
    if (p.op.symbols[s].kind == ast::symbol_kind::tensor) by_symbol[s] = arguments[next++];
  native::run(op, p, by_symbol);
}

/// Runs the loop programs by interpretation.
inline void interpret(const lower::candidate& candidate, std::span<void* const> arguments) {
  std::vector<measure::guarded_memory> scratch;
  std::vector<void*> all(arguments.begin(), arguments.end());
  for (const auto& s : candidate.plan.scratches) {
    scratch.emplace_back(s.bytes);
    all.push_back(scratch.back().place(s.bytes, s.alignment, measure::placement::at_end));
    std::memset(all.back(), 0xff, static_cast<std::size_t>(s.bytes));  // NaN, or far outside of anything
  }
  for (const auto& program : candidate.programs) interp::run(program, all);
}

/// Runs `fill(tensors)` then the operator, then `check(tensors)`: with the native loops, and for each candidate by
/// interpretation and compiled, with guard pages after and before the tensors.
template <class Operator, class Fill, class Check>
void run_every_way(const Operator& op, const ast::problem& p, int derived, int drawn, Fill fill, Check check,
                   const target::cpu& target = this_cpu()) {
  const auto arguments = lower::arguments_of(p);
  for (const auto where : {measure::placement::at_end, measure::placement::at_start}) {
    guarded_tensors native(arguments, where);
    fill(native);
    run_native(op, p, native.addresses());
    check(native);
  }
  for_each_candidate(
      p, derived, drawn,
      [&](const lower::candidate& candidate) {
        guarded_tensors interpreted(arguments);
        fill(interpreted);
        interpret(candidate, interpreted.addresses());
        check(interpreted);
        const auto kernel = compiled(candidate, target);
        for (const auto where : {measure::placement::at_end, measure::placement::at_start}) {
          guarded_tensors tensors(arguments, where);
          fill(tensors);
          REQUIRE(kernel.run(tensors.addresses()) == runtime::run_status::ok);
          check(tensors);
          REQUIRE(tensors.intact());
        }
      },
      target);
}

}  // namespace hone::core::test
