// SPDX-License-Identifier: Apache-2.0
/// \file
/// The JSON reader and writer, by hand and against nlohmann-json on random and on damaged documents.
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <nlohmann/json.hpp>

#include <hone/records/json.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;

namespace {

std::string reason(std::string_view text) {
  json_error why;
  return parse_json(text, &why) ? "" : why.reason + " at " + std::to_string(why.offset);
}

bool same(const json& ours, const nlohmann::json& theirs) {
  if (theirs.is_null()) return ours == json(nullptr);
  if (theirs.is_boolean()) return ours == json(theirs.get<bool>());
  if (theirs.is_string()) return ours == json(theirs.get<std::string>());
  if (theirs.is_number_unsigned() && theirs.get<std::uint64_t>() > std::uint64_t{1} << 63)
    return ours.number() == static_cast<double>(theirs.get<std::uint64_t>());
  if (theirs.is_number_integer()) return ours == json(theirs.get<std::int64_t>());
  if (theirs.is_number()) return ours == json(theirs.get<double>());
  if (theirs.is_array()) {
    if (ours.elements() == nullptr || ours.elements()->size() != theirs.size()) return false;
    for (std::size_t k = 0; k < theirs.size(); ++k)
      if (!same((*ours.elements())[k], theirs[k])) return false;
    return true;
  }
  if (ours.members() == nullptr || ours.members()->size() != theirs.size()) return false;
  for (const auto& [name, member] : theirs.items())
    if (ours.find(name) == nullptr || !same(*ours.find(name), member)) return false;
  return true;
}

class random_documents {
 public:
  explicit random_documents(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  nlohmann::json document(int depth) {
    switch (below(depth > 0 ? 8 : 6)) {
      case 0: return nullptr;
      case 1: return below(2) == 0;
      case 2: return static_cast<std::int64_t>(random_()) >> below(64);
      case 3: return number();
      case 4:
      case 5: return text();
      case 6: {
        auto array = nlohmann::json::array();
        for (auto n = below(5); n > 0; --n) array.push_back(document(depth - 1));
        return array;
      }
      default: {
        auto object = nlohmann::json::object();
        for (auto n = below(5); n > 0; --n) object[text()] = document(depth - 1);
        return object;
      }
    }
  }

 private:
  double number() {
    const double parts[] = {0.0,  -0.0, 0.1, 1e300, 5e-324, 1.0 / 3, std::numeric_limits<double>::max(),
                            1e21, 1e-7, -2.0};
    return below(2) == 0 ? parts[below(10)] : std::uniform_real_distribution<>(-1e6, 1e6)(random_);
  }
  std::string text() {
    const char* parts[] = {"a", "tile", "\"", "\\", "\n", "\x01", "\x1f", "é", "€", "𝄞", "/", "\x7f", "\t", " "};
    std::string s;
    for (auto n = below(6); n > 0; --n) s += parts[below(14)];
    return s;
  }
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("values are read as what they are") {
  CHECK(*parse_json(" 5 ") == json(5));
  CHECK(*parse_json("-9223372036854775808") == json(std::numeric_limits<std::int64_t>::min()));
  CHECK(*parse_json("9223372036854775808") == json(9223372036854775808.0));
  CHECK(*parse_json("5.0") == json(5.0));
  CHECK(*parse_json("1e3") == json(1000.0));
  CHECK(*parse_json("\"\\u00e9\\ud834\\udd1e\\n\"") == json("é𝄞\n"));
  const auto o = parse_json(R"({"a": [1, true, null], "b": {}})");
  REQUIRE(o);
  CHECK(o->find("a")->elements()->size() == 3);
  CHECK(o->find("c") == nullptr);
  CHECK(o->find("b")->members()->empty());
  CHECK(o->find("a")->integer() == std::nullopt);
  CHECK(parse_json("7")->number() == 7.0);
}

TEST_CASE("what is not JSON is refused with the place") {
  CHECK(reason("") == "a value is missing at 0");
  CHECK(reason("{") == "a string is missing at 1");
  CHECK(reason("[1,]") == "a value is missing at 3");
  CHECK(reason("[1 2]") == "a comma or the end of the list is missing at 3");
  CHECK(reason("{\"a\" 1}") == "a colon is missing at 5");
  CHECK(reason("{\"a\":1,\"a\":2}") == "a name occurs twice at 10");
  CHECK(reason("1 2") == "there is more after the value at 2");
  CHECK(reason("\"a") == "a string has no end at 2");
  CHECK(reason("\"\n\"") == "a string contains a control character at 1");
  CHECK(reason("\"\xff\"") == "a string is not UTF-8 at 1");
  CHECK(reason("\"\xed\xa0\x80\"") == "a string is not UTF-8 at 1");  // a surrogate
  CHECK(reason("\"\\ud834\"").find("half a surrogate pair") == 0);
  CHECK(reason("\"\\udd1e\"").find("half a surrogate pair") == 0);
  CHECK(reason("\"\\x\"").find("an unknown escape") == 0);
  CHECK(reason("\"\\u-001\"").find("an unknown escape") == 0);
  for (const auto* number : {"01", "+1", ".5", "1.", "1e", "-", "0x1", "NaN", "Infinity", "1e999"}) {
    CAPTURE(number);
    CHECK_FALSE(reason(number).empty());
  }
  CHECK(reason(std::string(65, '[') + std::string(65, ']')) == "it is nested too deep at 64");
  CHECK(reason(std::string(64, '[') + std::string(64, ']')).empty());
}

TEST_CASE("the writer's text is read back as the same value") {
  const json value =
      json::object{{"a", 1}, {"b", json::array{1.0, 0.1, true, nullptr, "x\"\n\x02"}}, {"c", json::object{}}};
  CHECK(to_text(value) == R"({"a":1,"b":[1.0,0.1,true,null,"x\"\n\u0002"],"c":{}})");
  CHECK(*parse_json(to_text(value)) == value);
  CHECK(to_text(json(std::numeric_limits<double>::infinity())) == "null");
}

TEST_CASE("random documents are read and written as nlohmann-json does") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  random_documents documents(seed);
  for (int k = 0; k < 3000; ++k) {
    const auto theirs = documents.document(4);
    const auto text = theirs.dump(documents.below(2) == 0 ? -1 : 2, ' ', documents.below(2) == 0);
    CAPTURE(text);
    const auto ours = parse_json(text);
    REQUIRE(ours);
    REQUIRE(same(*ours, theirs));
    REQUIRE(nlohmann::json::parse(to_text(*ours)) == theirs);
    REQUIRE(*parse_json(to_text(*ours)) == *ours);
  }
}

TEST_CASE("damaged documents are refused exactly where nlohmann-json refuses them") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  random_documents documents(seed);
  int refused = 0;
  for (int k = 0; k < 5000; ++k) {
    auto text = documents.document(3).dump();
    const std::string alphabet = "{}[]\",:0123456789.eE+-truefalsn\\u\x80\xc3 ";
    for (auto n = 1 + documents.below(2); n > 0; --n) {
      const auto at = documents.below(text.size());
      switch (documents.below(3)) {
        case 0: text.erase(at, 1); break;
        case 1: text.insert(at, 1, alphabet[documents.below(alphabet.size())]); break;
        default: text[at] = alphabet[documents.below(alphabet.size())];
      }
      if (text.empty()) text = " ";
    }
    CAPTURE(text);
    json_error why;
    const bool good = parse_json(text, &why).has_value();
    // stricter than theirs: names that occur twice, and numbers below the smallest double
    if (why.reason == "a name occurs twice" || why.reason == "a number is out of range") continue;
    refused += good ? 0 : 1;
    REQUIRE(good == nlohmann::json::accept(text));
  }
  CHECK(refused > 100);
}
