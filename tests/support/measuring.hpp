// SPDX-License-Identifier: Apache-2.0
/// \file
/// What tests of the measurer share: kernels written in C, a backend that hands them out, and a small problem.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <hone/jit/plugin.hpp>
#include <hone/lower/plan.hpp>
#include <hone/measure/pool.hpp>

namespace support {

/// A folder of this process that is gone afterwards.
class temporary_folder {
 public:
  temporary_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "hone-test-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline void run_command(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

/// The sources of this repository, as seen from this file.
inline std::string source_folder() {
  return std::filesystem::absolute(__FILE__).parent_path().parent_path().parent_path();
}

/// C sources become objects and plug-ins here; equal sources once.
class c_compiler {
 public:
  static c_compiler& instance() {
    static c_compiler one;
    return one;
  }

  /// The object file of a kernel `k` with this body, which sees x (const float*), y (float*), s (the third buffer),
  /// begin and end.
  std::string kernel(const std::string& body) {
    if (const auto made = kernels_.find(body); made != kernels_.end()) return made->second;
    const auto base = folder_.path() + "/k" + std::to_string(kernels_.size());
    std::ofstream(base + ".c") << "typedef long long i64;\n"
                                  "int k(void* const* b, const i64* p, i64 begin, i64 end, const void* r) {\n"
                                  "  const float* x = b[0]; float* y = b[1]; float* s = b[2];\n"
                                  "  (void)p; (void)r; (void)x; (void)y; (void)s; (void)begin; (void)end;\n  "
                               << body << "\n  return 0;\n}\n";
    run_command(
        "cc -c -O1 -fPIC -ffreestanding -fno-stack-protector -fno-asynchronous-unwind-tables "
        "-fcf-protection=none -fno-tree-loop-distribute-patterns " +
        base + ".c -o " + base + ".o");
    return kernels_[body] = base + ".o";
  }

  const std::string& fake_plugin() {
    if (plugin_.empty()) {
      const auto file = folder_.path() + "/libhone-fake.so";
      run_command("cc -shared -fPIC -O1 -I" + source_folder() + "/include " + source_folder() +
                  "/tests/support/fake_plugin.c -o " + file);
      plugin_ = file;
    }
    return plugin_;
  }

  const std::string& folder() const { return folder_.path(); }

 private:
  temporary_folder folder_;
  std::map<std::string, std::string> kernels_;
  std::string plugin_;
};

/// A candidate that makes the fake backend obey an order.
inline hone::core::lower::candidate ordered(const hone::core::lower::plan& plan, const std::string& order) {
  hone::core::lower::candidate c;
  c.plan = plan;
  c.programs.resize(1);
  c.programs[0].name = "@" + order + "@";
  return c;
}

inline hone::core::lower::argument float_vector(const std::string& name, std::int64_t n, bool written) {
  hone::core::lower::argument a;
  a.name = name;
  a.layout.rank = 1;
  a.layout.extents[0] = n;
  a.layout.strides[0] = 1;
  a.layout.alignment = 4;
  a.written = written;
  a.read = !written;
  return a;
}

/// y = 2 x for `n` floats, in `n` iterations; 1003 floats do not fill their page.
struct doubling {
  explicit doubling(std::int64_t n = 1003, bool with_scratch = false) {
    plan.arguments = {float_vector("x", n, false), float_vector("y", n, true)};
    plan.launches = {{"k", n}};
    if (with_scratch) plan.scratches = {{1000, 64, false}};
    auto tensors = std::make_shared<hone::core::measure::shared_tensors>(plan.arguments);
    tensors->seed(7);
    for (std::int64_t k = 0; k < n; ++k)
      static_cast<float*>(tensors->reference(1))[k] = 2 * static_cast<const float*>(tensors->initial(0))[k];
    data = std::move(tensors);
  }
  hone::core::lower::plan plan;
  std::shared_ptr<const hone::core::measure::shared_tensors> data;

  static constexpr const char* right = "for (i64 i = begin; i < end; ++i) y[i] = 2 * x[i];";
  hone::core::lower::candidate candidate(const std::string& body) const {
    return ordered(plan, "object " + c_compiler::instance().kernel(body));
  }
};

inline std::string worker_path() {
  const auto found = hone::core::jit::find_worker();
  if (!found.found()) throw std::runtime_error("the worker is " + found.reason);
  return found.path;
}

/// Limits that a loaded machine and a sanitizer keep, and that end a hang soon.
inline hone::core::measure::measurer_options options() {
  hone::core::measure::measurer_options o;
  o.plugin = c_compiler::instance().fake_plugin();
  o.worker = worker_path();
  o.limits.start_ms = 60'000;
  o.limits.build_ms = 500;
  o.limits.call_ms = 500;
  o.limits.call_floor_ms = 500;
  o.sampling.batch_ms = 0.1;
  return o;
}

/// A measurer that has the problem already.
inline std::unique_ptr<hone::core::measure::measurer> measurer_of(const doubling& problem,
                                                            hone::core::measure::measurer_options o = options()) {
  auto m = std::make_unique<hone::core::measure::measurer>(std::move(o));
  m->set_problem(problem.data, {1e-6, 1e-6});
  return m;
}

}  // namespace support
