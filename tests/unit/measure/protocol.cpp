// SPDX-License-Identifier: Apache-2.0
#include <hone/measure/protocol.hpp>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::measure;

namespace {

/// Reading a message that was cut off anywhere is an error, never a wrong message.
template <class Read>
void check_cut(const hone::byte_string& bytes, Read read) {
  for (std::size_t n = 0; n < bytes.size(); ++n) CHECK_THROWS_AS(read(hone::byte_view(bytes).first(n)), hone::error);
}

}  // namespace

TEST_CASE("messages survive the way through bytes", "[measure]") {
  const auto greeting = hello_from_bytes(to_bytes(hello{7, "orc", "LLVM", "why"}));
  CHECK(greeting.version == 7);
  CHECK(greeting.backend == "orc");
  CHECK(greeting.compiler == "LLVM");
  CHECK(greeting.error == "why");

  const auto request = build_request_from_bytes(to_bytes(build_request{{1, 2}, {3}, 4}));
  CHECK(request.programs == hone::byte_string{1, 2});
  CHECK(request.target == hone::byte_string{3});
  CHECK(request.flags == 4);

  const auto reply = build_reply_from_bytes(to_bytes(build_reply{{9}, {1, 2, 3, 4, 5}, "no"}));
  CHECK(reply.object == hone::byte_string{9});
  CHECK(reply.resources.code_bytes == 1);
  CHECK(reply.resources.stack_bytes == 2);
  CHECK(reply.resources.spills == 3);
  CHECK(reply.resources.registers == 4);
  CHECK(reply.resources.shared_bytes == 5);
  CHECK(reply.error == "no");
}

TEST_CASE("requests to the run worker survive the way through bytes", "[measure]") {
  prepare_request p;
  p.entries.resize(2);
  p.entries[1].argument.name = "C";
  p.entries[1].bytes = 40;
  p.entries[1].initial = 4096;
  p.entries[1].reference = 8192;
  p.entries[1].points = {3, 5};
  p.file_bytes = 12288;
  p.allowed = {0.5, 0.25};
  p.threads = 3;
  const auto q = prepare_request_from_bytes(to_bytes(p));
  REQUIRE(q.entries.size() == 2);
  CHECK(q.entries[1].argument == p.entries[1].argument);
  CHECK(q.entries[1].bytes == 40);
  CHECK(q.entries[1].initial == 4096);
  CHECK(q.entries[1].reference == 8192);
  CHECK(q.entries[1].points == p.entries[1].points);
  CHECK(q.file_bytes == 12288);
  CHECK(q.allowed.absolute == 0.5);
  CHECK(q.allowed.relative == 0.25);
  CHECK(q.threads == 3);
  check_cut(to_bytes(p), prepare_request_from_bytes);

  run_request r;
  r.kernels = {{{1}, {2, 3}}, {}};
  r.sampling.max_samples = 77;
  r.sampling.compare_rounds = 5;
  r.incumbent_ns = 1.5;
  const auto s = run_request_from_bytes(to_bytes(r));
  REQUIRE(s.kernels.size() == 2);
  CHECK(s.kernels[0].plan == hone::byte_string{1});
  CHECK(s.kernels[0].object == hone::byte_string{2, 3});
  CHECK(s.sampling.max_samples == 77);
  CHECK(s.sampling.compare_rounds == 5);
  CHECK(s.incumbent_ns == 1.5);
  check_cut(to_bytes(r), run_request_from_bytes);
}

TEST_CASE("measurements survive the way through bytes", "[measure]") {
  measurement m;
  m.status = status::wrong_result;
  m.message = "C[0] is 1 instead of 2";
  m.best_ns = 1;
  m.median_ns = 2;
  m.spread = 3;
  m.runs = 4;
  m.compile_ms = 5;
  m.check_ms = 6;
  m.measure_ms = 7;
  m.spills = 8;
  const auto bytes = to_bytes(std::vector{m});
  const auto n = measurements_from_bytes(bytes).at(0);
  CHECK(n.status == m.status);
  CHECK(n.message == m.message);
  CHECK(n.best_ns == 1);
  CHECK(n.median_ns == 2);
  CHECK(n.spread == 3);
  CHECK(n.runs == 4);
  CHECK(n.compile_ms == 5);
  CHECK(n.check_ms == 6);
  CHECK(n.measure_ms == 7);
  CHECK(n.spills == 8);
  check_cut(bytes, measurements_from_bytes);
}
