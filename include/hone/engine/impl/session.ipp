// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of engine/session.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <hone/ast/hash.hpp>
#include <hone/diag/notice.hpp>
#include <hone/features/knob_features.hpp>
#include <hone/jit/find.hpp>
#include <hone/measure/clock.hpp>
#include <hone/measure/pool.hpp>
#include <hone/measure/statistics.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/records/store.hpp>
#include <hone/search/annealing.hpp>
#include <hone/search/loop.hpp>
#include <hone/space/derive.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>
#include <hone/target/detect.hpp>
#include <hone/engine/session.hpp>
#include <hone/engine/kernel_cache.hpp>
#include <hone/engine/outcome.hpp>
#include <hone/engine/progress.hpp>
#include <hone/engine/reference.hpp>
#include <hone/tune/request.hpp>
#include <hone/tune/settings.hpp>
#include <hone/engine/workbench.hpp>

namespace hone::core::engine {
namespace detail {

HONE_DECL double seconds_now() { return measure::wall_ns() * 1e-9; }

/// The space that a request asks for.
HONE_DECL space::definition definition_of(const tune_request& request, const target::cpu& target) {
  const auto& problem = *request.problem;
  if (request.source == space_source::derived) return space::derive(problem, target);
  auto knobs = space::resolve_names(request.knobs, &problem.op);
  return request.source == space_source::given ? knobs : space::edit(space::derive(problem, target), knobs);
}

class tune_session {
 public:
  explicit tune_session(const tune_request& request)
      : request_(request),
        problem_(*request.problem),
        target_(target::host()),
        settings_(settle(request.options, diag::process_environment())),
        began_(seconds_now()),
        knobs_(definition_of(request, target_)),
        store_(settings_.cache_directory),
        key_(records::make_key(stable_hash().add(ast::structural_hash(problem_.op)).hex(), problem_, target_,
                               settings_.threads, request.options.tolerance ? request.options.tolerance->absolute : 0)),
        cache_(store_.directory(), target_) {}

  tune_outcome run() {
    outcome_.report = begin_report(problem_, settings_.threads);
    find_kernel();
    outcome_.report.seconds = seconds_now() - began_;
    return std::move(outcome_);
  }

 private:
  // ---- what to do -------------------------------------------------------------------------------------------------

  void find_kernel() {
    if (settings_.mode != tune_mode::off && settings_.mode != tune_mode::force && from_record()) return;
    const bool search = settings_.mode == tune_mode::missing || settings_.mode == tune_mode::force;
    if (!find_tools()) return;
    try {
      if (!search || !tune()) use_default(search ? outcome_.report.note : "no record, and tuning is off");
    } catch (const error& e) {
      if (e.code() == error_code::bad_space || e.code() == error_code::empty_space || settings_.backend_demanded) throw;
      diag::notice_once(std::string("operators run as this program's compiler made them: ") + e.what());
      native_because(e.what());
    }
  }

  void native_because(const std::string& reason) {
    outcome_.report.source = kernel_source::native;
    outcome_.report.note = reason;
  }

  // ---- earlier results --------------------------------------------------------------------------------------------

  /// The fastest record of the key that is a point of this space: others may come from other spaces of the operator.
  std::optional<records::record> record_of_space() const {
    auto best = store_.best(key_);
    if (!best || space::is_default(best->configuration)) return best;
    const space::space s(knobs_, &problem_, target_);
    if (s.contains(best->configuration)) return best;
    best.reset();
    for (auto& r : store_.related(key_)) {
      const bool better = r.key == key_ && (!best || r.median_ns < best->median_ns);
      if (better && (space::is_default(r.configuration) || s.contains(r.configuration))) best = std::move(r);
    }
    return best;
  }

  bool from_record() {
    const auto found = record_of_space();
    if (!found) return false;
    try {
      const auto candidate = lower_configuration(problem_, knobs_, target_, found->configuration);
      auto kernel = cache_.cached(candidate);
      if (!kernel) {
        if (!find_tools()) return false;
        kernel = cache_.kernel(candidate, [&](const auto& c) { return bench().build(c); });
      }
      outcome_.kernel = std::move(kernel);
    } catch (const error& e) {
      diag::notice("the record of " + outcome_.report.operation + " is not usable here: " + e.what());
      return false;
    }
    fill_in(outcome_.report, *found);
    outcome_.report.stored = store_.directory();
    return true;
  }

  // ---- tools ------------------------------------------------------------------------------------------------------

  /// False, with native loops and one line that says why, when the backend or the worker is not there.
  bool find_tools() {
    if (!plugin_.empty()) return true;
    const auto plugin = jit::find_plugin(settings_.backend, settings_.plugin_directory);
    const auto worker = jit::find_worker(settings_.plugin_directory);
    if (!plugin.found() || !worker.found()) {
      const auto reason = plugin.found() ? "the worker, hone-worker: " + worker.reason
                                         : "the backend, libhone-" + settings_.backend + ".so: " + plugin.reason;
      if (settings_.backend_demanded)
        throw error(plugin.found() ? error_code::no_worker : error_code::no_backend,
                    "there is no " + settings_.backend + " kernel: " + reason);
      diag::notice_once("no kernels can be made, so operators run as this program's compiler made them: " + reason +
                        "; HONE_PLUGIN_DIR can name the folder that Hone's build put both in");
      native_because(reason);
      return false;
    }
    plugin_ = plugin.path;
    worker_ = worker.path;
    return true;
  }

  measure::measurer& bench() {
    if (measurer_) return *measurer_;
    measure::measurer_options o;
    o.plugin = plugin_;
    o.worker = worker_;
    o.target = target_;
    o.threads = settings_.threads;
    o.limits = request_.options.limits;
    o.lock_path = store_.directory().empty() ? "" : store_.directory() + "/measuring.lock";
    o.lock_wait_ms = settings_.budget_seconds * 500;
    measurer_ = std::make_unique<measure::measurer>(std::move(o));
    return *measurer_;
  }

  // ---- the search -------------------------------------------------------------------------------------------------

  /// False when no search could be made; the report's note says why.
  bool tune() {
    const space::space s(knobs_, &problem_, target_);
    if (!bench().has_device()) {
      store_.refresh();
      if (from_record()) return true;
      outcome_.report.note = "another program is measuring on this machine";
      return false;
    }
    bench().start();
    outcome_.report.backend = bench().backend() + " (" + bench().compiler() + ")";
    const auto data = make_reference(problem_, request_.native, settings_.seed,
                                     std::max(0.5, 0.1 * settings_.budget_seconds), request_.options.tolerance);
    bench().set_problem(data.tensors, data.tolerance);
    outcome_.report.native = data.native;
    outcome_.report.space_size = s.size().value;
    outcome_.report.space_exact = s.size().exact;
    const auto found = search_space(s);
    fill_in(outcome_.report, found);
    if (found.known.best() < 0) {
      outcome_.report.note = "no candidate of the space works";
      return false;
    }
    choose(found);
    return true;
  }

  search::loop_result search_space(const space::space& s) {
    const features::knob_features features(knobs_, &problem_, target_);
    const auto strategy = make_strategy(s, features);
    workbench evaluator(bench(), problem_, knobs_, target_);
    const auto& o = request_.options;
    auto loop = loop_of(o, settings_);
    const double left = settings_.budget_seconds - (seconds_now() - began_);
    loop.budget_s = std::max(0.01, left - std::min(1.0, 0.1 * settings_.budget_seconds));  // the finalists need a share
    loop.target_ns = o.target_gflops > 0 ? outcome_.report.flops / o.target_gflops : 0;
    loop.first = {space::default_configuration()};
    if (settings_.mode != tune_mode::force)
      for (auto& t : store_.trials(key_)) {
        if (space::is_default(t.configuration) || s.contains(t.configuration))
          loop.resumed.push_back({std::move(t.configuration), std::move(t.outcome)});
      }
    progress_line progress(std::string(problem_.op.label.view()), outcome_.report.flops, settings_.budget_seconds,
                           settings_.verbose > 1);
    auto result = search::run(*strategy, evaluator, loop, [&](const search::history& known) {
      store_.append_trial(key_, {known.trials().back().configuration, known.trials().back().outcome});
      tell(known, o, settings_, progress);
    });
    outcome_.report.lower_ms = evaluator.lower_ms();
    resumed_ = result.resumed;
    return result;
  }

  std::unique_ptr<search::strategy> make_strategy(const space::space& s,
                                                  const features::knob_features& features) const {
    switch (request_.options.method) {
      case search_method::random: return std::make_unique<search::random_search>(s);
      case search_method::grid: return std::make_unique<search::grid_search>(s);
      case search_method::annealing: break;
    }
    model::gbt::params p;
    p.seed = splitmix64(settings_.seed);
    return std::make_unique<search::annealing>(
        s, std::make_unique<model::gbt::booster>(p),
        [&features](const space::configuration& c, std::vector<float>& row) { features.append(c, row); });
  }

  // ---- the winner -------------------------------------------------------------------------------------------------

  struct finalist {
    space::configuration configuration;
    std::shared_ptr<const measure::artefact> built;
    measure::measurement timing;
  };

  std::shared_ptr<const measure::artefact> built(const space::configuration& c, int trial) {
    if (trial >= 0)
      if (auto kept = bench().kept(trial)) return kept;
    return std::make_shared<measure::artefact>(bench().build(lower_configuration(problem_, knobs_, target_, c)));
  }

  /// The default schedule, where it works, and the best candidates.
  std::vector<finalist> finalists(const search::history& known) {
    std::vector<std::size_t> order(known.trials().size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return known.trials()[a].outcome.median_ns < known.trials()[b].outcome.median_ns;
    });
    std::vector<finalist> chosen;
    for (const auto k : order) {
      const auto& t = known.trials()[k];
      const bool is_default = space::is_default(t.configuration);
      if (!t.outcome.usable() || (!is_default && chosen.size() >= 4)) continue;
      const int submitted = static_cast<int>(k) - static_cast<int>(resumed_);
      chosen.push_back({t.configuration, built(t.configuration, submitted), {}});
    }
    std::stable_partition(chosen.begin(), chosen.end(),
                          [](const auto& f) { return space::is_default(f.configuration); });
    return chosen;
  }

  /// Times the finalists against each other. A winner must beat the default schedule by more than the noise.
  void choose(const search::loop_result& found) {
    auto last = finalists(found.known);
    std::vector<const measure::artefact*> kernels;
    for (const auto& f : last) kernels.push_back(f.built.get());
    const auto timings = bench().compare(kernels);
    for (std::size_t k = 0; k < last.size(); ++k) last[k].timing = timings[k];
    const bool has_default = space::is_default(last.front().configuration);
    if (has_default) outcome_.report.fallback = last.front().timing;
    auto best = std::min_element(last.begin(), last.end(), [](const auto& a, const auto& b) {
      const auto time = [](const auto& f) {
        return f.timing.usable() ? f.timing.median_ns : std::numeric_limits<double>::infinity();
      };
      return time(a) < time(b);
    });
    if (has_default && best != last.begin() && last.front().timing.usable() &&
        !measure::better_than(best->timing, last.front().timing))
      best = last.begin();
    outcome_.report.source = kernel_source::tuned;
    outcome_.report.tuned = best->timing;
    outcome_.report.schedule = spelled(best->configuration);
    if (has_default && best == last.begin()) outcome_.report.note = "nothing was faster by more than the noise";
    const auto candidate = lower_configuration(problem_, knobs_, target_, best->configuration);
    cache_.save(candidate, best->built->object);
    outcome_.kernel = made_kernel{candidate.plan, best->built->object};
    remember(*best, cache_.name(candidate));
  }

  void remember(const finalist& best, const std::string& object) {
    auto record = record_of(outcome_.report, key_, std::string(problem_.op.label.view()), best.configuration, target_);
    record.seed = settings_.seed;
    record.compiler = bench().compiler();
    record.object = object;
    if (store_.append(record)) outcome_.report.stored = store_.directory();
  }

  /// The default schedule, from the cache or the compiler.
  void use_default(const std::string& why) {
    const auto candidate = lower_configuration(problem_, knobs_, target_, space::default_configuration());
    outcome_.kernel = cache_.kernel(candidate, [&](const auto& c) { return bench().build(c); });
    outcome_.report.source = kernel_source::fallback;
    outcome_.report.schedule = "the default schedule";
    outcome_.report.note = why;
  }

  const tune_request& request_;
  const ast::problem& problem_;
  const target::cpu& target_;
  tune_settings settings_;
  double began_;
  space::definition knobs_;
  records::store store_;
  records::record_key key_;
  kernel_cache cache_;
  std::string plugin_, worker_;
  std::unique_ptr<measure::measurer> measurer_;
  std::size_t resumed_ = 0;
  tune_outcome outcome_;
};

}  // namespace detail

HONE_DECL tune_outcome tune_operator(const tune_request& request) { return detail::tune_session(request).run(); }

}  // namespace hone::core::engine
