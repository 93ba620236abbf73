// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cache of object code: a hit is exactly what was stored, for exactly what was compiled, and nothing else is.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/stat.h>

#include <hone/records/objects.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

namespace {
const hone::byte_string programs{1, 2, 3}, object{'\n', 0, 255, 7, '\n'};

hone::core::target::cpu device() {
  hone::core::target::cpu c;
  c.features = {"avx2", "fma"};
  return c;
}
}  // namespace

TEST_CASE("an object is found again, also by the next process") {
  const temporary_folder folder;
  const object_cache cache(folder.path());
  CHECK_FALSE(cache.load(programs, device()));
  CHECK(cache.save(programs, device(), object));
  CHECK(cache.load(programs, device()) == object);
  CHECK(object_cache(folder.path()).load(programs, device()) == object);
  CHECK(cache.save(programs, device(), {}));
  CHECK(cache.load(programs, device()) == hone::byte_string{});
  cache.forget(programs, device());
  CHECK_FALSE(cache.load(programs, device()));
}

TEST_CASE("another program or another processor is another object") {
  const temporary_folder folder;
  const object_cache cache(folder.path());
  REQUIRE(cache.save(programs, device(), object));
  CHECK_FALSE(cache.load(hone::byte_string{1, 2, 4}, device()));
  auto other = device();
  other.features.push_back("avx512f");
  CHECK_FALSE(cache.load(programs, other));
  other = device();
  other.model = "another name of the same processor";
  CHECK(cache.load(programs, other));
}

TEST_CASE("every damaged byte and every cut is a miss") {
  const temporary_folder folder;
  const object_cache cache(folder.path());
  REQUIRE(cache.save(programs, device(), object));
  const auto file = cache.path(programs, device());
  std::ifstream in(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  const auto hit = [&](const std::string& content) {
    std::ofstream(file, std::ios::binary) << content;
    return cache.load(programs, device()).has_value();
  };
  for (std::size_t k = 0; k < whole.size(); ++k) {
    auto damaged = whole;
    damaged[k] = static_cast<char>(damaged[k] ^ 4);
    CHECK_FALSE(hit(damaged));
    CHECK_FALSE(hit(whole.substr(0, k)));
  }
  CHECK_FALSE(hit(whole + "x"));
  CHECK(hit(whole));
}

TEST_CASE("a cache that others can write is not used") {
  const temporary_folder folder;
  const object_cache before(folder.path());
  REQUIRE(before.save(programs, device(), object));
  SECTION("the directory") { ::chmod(folder.path().c_str(), 0777); }
  SECTION("the folder in it") { ::chmod(folder.path("objects").c_str(), 0777); }
  const object_cache after(folder.path());
  CHECK_FALSE(after.load(programs, device()));
  CHECK_FALSE(after.save(programs, device(), object));
  CHECK_FALSE(before.load(programs, device()));  // it is checked again at each load
}

TEST_CASE("a file that others can write is not used") {
  const temporary_folder folder;
  const object_cache cache(folder.path());
  REQUIRE(cache.save(programs, device(), object));
  ::chmod(cache.path(programs, device()).c_str(), 0666);
  CHECK_FALSE(cache.load(programs, device()));
}

TEST_CASE("no directory is a cache that always misses") {
  const object_cache cache("");
  CHECK_FALSE(cache.save(programs, device(), object));
  CHECK_FALSE(cache.load(programs, device()));
  CHECK(cache.path(programs, device()).empty());
  CHECK_FALSE(object_cache("/proc/nowhere").save(programs, device(), object));
}

TEST_CASE("processes that write the same object at once leave one whole file") {
  const temporary_folder folder;
  std::vector<pid_t> children;
  for (int p = 0; p < 4; ++p)
    children.push_back(start_child([&] {
      const object_cache cache(folder.path());
      for (int k = 0; k < 50; ++k) {
        if (!cache.save(programs, device(), object)) return 1;
        if (cache.load(programs, device()) != object) return 2;
      }
      return 0;
    }));
  for (const auto child : children) CHECK(wait_for(child) == 0);
  const auto files = std::filesystem::directory_iterator(folder.path("objects"));
  CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("an object of another cache is taken over where it fits") {
  const temporary_folder mine, theirs;
  const object_cache from(theirs.path()), into(mine.path());
  REQUIRE(from.save(programs, device(), object));
  const auto name = object_cache::name(programs, device());
  CHECK(from.names() == std::vector<std::string>{name});
  CHECK(into.names().empty());

  auto other = device();
  other.features.push_back("avx512f");
  CHECK_FALSE(into.adopt(from, name, other));
  CHECK_FALSE(into.adopt(from, "0123456789abcdef", device()));
  CHECK_FALSE(into.adopt(from, "../objects/" + name, device()));
  CHECK(into.names().empty());
  CHECK(into.adopt(from, name, device()));
  CHECK(into.load(programs, device()) == object);
  into.forget(name);
  CHECK(into.names().empty());

  // neither damaged, nor under another's name, nor where others can write
  const auto file = from.path(name);
  SECTION("cut") { std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1); }
  SECTION("renamed") {
    std::filesystem::rename(file, from.path("0123456789abcdef"));
    CHECK_FALSE(into.adopt(from, "0123456789abcdef", device()));
  }
  SECTION("not trusted") { ::chmod(file.c_str(), 0666); }
  CHECK_FALSE(into.adopt(from, name, device()));
  CHECK(into.names().empty());
}
