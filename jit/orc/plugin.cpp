// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C interface of the backend (jit/backend.h). No C++ exception leaves this file.
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include <hone/jit/backend.h>
#include <hone/ir/bytes.hpp>
#include <hone/target/bytes.hpp>

#include "compile.hpp"

namespace {

/// What an artefact points into.
struct owned {
  hone::byte_string object;
  std::string error;
};

hone::byte_view view(hone_bytes bytes) { return {bytes.data, bytes.size}; }

void fail(hone_artefact& result, const char* sentence) noexcept {
  auto made = std::unique_ptr<owned>(new (std::nothrow) owned);
  result.error = "out of memory";
  if (made == nullptr) return;
  try {
    made->error = sentence;
  } catch (const std::bad_alloc&) {
    return;
  }
  result.error = made->error.c_str();
  result.owner = made.release();
}

void compile(hone_bytes programs, hone_bytes target, std::uint32_t flags, hone_artefact* result) noexcept {
  *result = hone_artefact{{nullptr, 0}, {-1, -1, -1, -1, -1}, nullptr, nullptr};
  try {
    auto made = hone::core::orc::compile(hone::core::ir::programs_from_bytes(view(programs)),
                                   hone::core::target::from_bytes(view(target)), flags);
    auto kept = std::make_unique<owned>(owned{std::move(made.object), {}});
    result->object = {kept->object.data(), kept->object.size()};
    result->resources = made.resources;
    result->owner = kept.release();
  } catch (const std::exception& failure) {
    fail(*result, failure.what());
  } catch (...) {
    fail(*result, "an unknown failure in the orc backend");
  }
}

void release(hone_artefact* artefact) noexcept {
  delete static_cast<owned*>(artefact->owner);
  *artefact = hone_artefact{{nullptr, 0}, {-1, -1, -1, -1, -1}, nullptr, nullptr};
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const hone_backend* hone_backend_entry() {
  static const hone_backend table{
      HONE_BACKEND_ABI, sizeof(hone_backend), "orc", hone::core::orc::compiler_name(), compile, release, nullptr};
  return &table;
}
