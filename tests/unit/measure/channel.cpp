// SPDX-License-Identifier: Apache-2.0
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <limits>
#include <thread>

#include <hone/measure/channel.hpp>
#include <hone/measure/clock.hpp>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::measure;

namespace {

constexpr double whenever = std::numeric_limits<double>::infinity();

struct connection {
  connection() {
    auto [a, b] = socket_pair();
    one = channel(std::move(a));
    other = channel(std::move(b));
  }
  channel one;
  channel other;
};

}  // namespace

TEST_CASE("frames arrive whole and in order", "[measure]") {
  connection c;
  hone::byte_string large(3'000'000);
  for (std::size_t k = 0; k < large.size(); ++k) large[k] = static_cast<std::uint8_t>(k * 7);
  std::thread sender([&] {
    CHECK(c.one.send(1, {}, whenever) == transfer::done);
    CHECK(c.one.send(2, large, whenever) == transfer::done);  // more than a socket holds
  });
  frame f;
  CHECK(c.other.receive(f, whenever) == transfer::done);
  CHECK(f.kind == 1);
  CHECK(f.payload.empty());
  CHECK(c.other.receive(f, whenever) == transfer::done);
  sender.join();
  CHECK(f.kind == 2);
  CHECK(f.payload == large);
}

TEST_CASE("a file travels with a frame", "[measure]") {
  connection c;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const unique_file read_end(ends[0]);
  const unique_file write_end(ends[1]);
  REQUIRE(c.one.send(1, {}, whenever, write_end.get()) == transfer::done);
  frame f;
  REQUIRE(c.other.receive(f, whenever) == transfer::done);
  REQUIRE(f.file);
  struct stat sent {};
  struct stat received {};
  ::fstat(write_end.get(), &sent);
  ::fstat(f.file.get(), &received);
  CHECK(sent.st_ino == received.st_ino);
  REQUIRE(c.one.send(2, {}, whenever) == transfer::done);
  REQUIRE(c.other.receive(f, whenever) == transfer::done);
  CHECK_FALSE(f.file);
}

TEST_CASE("silence, an end and rubbish are told apart from a frame", "[measure]") {
  connection c;
  frame f;
  CHECK(c.other.receive(f, wall_ns() + 1e6) == transfer::late);
  SECTION("half a frame") {
    CHECK(::write(c.one.descriptor(), "hone", 4) == 4);
    CHECK(c.other.receive(f, wall_ns() + 1e6) == transfer::late);
  }
  SECTION("rubbish") {
    CHECK(::write(c.one.descriptor(), "this is no frame of ours", 24) == 24);
    CHECK(c.other.receive(f, whenever) == transfer::closed);
  }
  SECTION("the other end is gone") {
    c.one = channel();
    CHECK(c.other.receive(f, whenever) == transfer::closed);
    CHECK(c.other.send(1, {}, whenever) == transfer::closed);  // and no SIGPIPE
  }
  SECTION("nobody reads") {
    const hone::byte_string large(50'000'000);
    CHECK(c.one.send(1, large, wall_ns() + 20e6) == transfer::late);
  }
}

TEST_CASE("a waiting transfer can be cancelled", "[measure]") {
  auto [a, b] = socket_pair();
  const unique_file cancel(::eventfd(0, EFD_CLOEXEC));
  channel one(std::move(a), cancel.get());
  std::thread other([&] {
    const std::uint64_t once = 1;
    CHECK(::write(cancel.get(), &once, sizeof once) == sizeof once);
  });
  frame f;
  CHECK(one.receive(f, whenever) == transfer::cancelled);
  other.join();
}
