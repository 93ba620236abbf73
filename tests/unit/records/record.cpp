// SPDX-License-Identifier: Apache-2.0
/// \file
/// Keys and records as text: what is told apart, what survives a line, and what a foreign line is called.
#include <string>

#include <hone/records/record.hpp>
#include <support/catch.hpp>
#include <support/example_record.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

TEST_CASE("every field of a key tells keys apart") {
  const auto base = example_key();
  const auto check = [&](const char* field, auto change) {
    auto other = base;
    change(other);
    CHECK(other.text() != base.text());
    CHECK(other.hash() != base.hash());
    CHECK(differences(base, other) == std::vector<std::string>{field});
    CHECK(key_from_json(*parse_json(other.text())) == other);
  };
  check("operation", [](record_key& k) { k.operation = "fedcba9876543210"; });
  check("values", [](record_key& k) { k.values[1] = 513; });
  check("tensors", [](record_key& k) { k.tensors[0].type = hone::scalar_type::f64; });
  check("tensors", [](record_key& k) { k.tensors[0].extents[0] = 1; });
  check("tensors", [](record_key& k) { k.tensors[0].strides[0] = 640; });
  check("tensors", [](record_key& k) { k.tensors[0].alignment = 4; });
  check("threads", [](record_key& k) { k.threads = 1; });
  check("tolerance", [](record_key& k) { k.tolerance = 0; });
  check("numerics", [](record_key& k) { k.numerics = "relaxed"; });
  check("device", [](record_key& k) { k.device = "x86_64;sse2"; });
  CHECK(differences(base, example_key()).empty());
  CHECK(base.text() == example_key().text());
  CHECK(base.hash().size() == 16);
}

TEST_CASE("the key of a problem holds what a kernel depends on") {
  hone::core::ast::problem p;
  p.op.symbols.resize(3);
  p.op.symbols[0].label = hone::core::ast::name("i");
  p.op.symbols[1].kind = hone::core::ast::symbol_kind::tensor;
  p.op.symbols[1].type = hone::scalar_type::f64;
  p.op.symbols[2].kind = hone::core::ast::symbol_kind::attribute;
  p.values = {7, 0, 2};
  p.layouts.resize(3);
  p.layouts[1].rank = 1;
  p.layouts[1].extents[0] = 7;
  p.layouts[1].strides[0] = 3;
  p.layouts[1].alignment = 48;
  hone::core::target::cpu device;
  device.model = "one name";
  const auto key = make_key("abc", p, device, 4, 0.5);
  CHECK(key.operation == "abc");
  CHECK(key.values == std::vector<std::int64_t>{7, 2});
  REQUIRE(key.tensors.size() == 1);
  CHECK(key.tensors[0] == tensor_key{hone::scalar_type::f64, {7}, {3}, 16});
  CHECK(key.threads == 4);
  CHECK(key.tolerance == 0.5);
  device.model = "another name";
  CHECK(make_key("abc", p, device, 4, 0.5) == key);
  device.features = {"avx2"};
  CHECK(make_key("abc", p, device, 4, 0.5).device != key.device);
}

TEST_CASE("alignments fall into classes") {
  CHECK(alignment_class(1) == 1);
  CHECK(alignment_class(4) == 4);
  CHECK(alignment_class(48) == 16);
  CHECK(alignment_class(64) == 64);
  CHECK(alignment_class(4096) == 64);
  CHECK(alignment_class(0) == 1);
}

TEST_CASE("a record survives its line") {
  const auto r = example_record();
  const auto line = to_line(r);
  CHECK(line.find('\n') == std::string::npos);
  const auto parsed = record_from_line(line);
  REQUIRE(parsed.kind == line_kind::good);
  CHECK(parsed.value == r);
  const record empty;
  CHECK(record_from_line(to_line(empty)).value == empty);
}

TEST_CASE("labels that came later may be missing, and are of their type") {
  auto r = example_record();
  const auto before = to_line(r);
  r.shape = "i=512 j=512 k=512";
  r.object = "0123456789abcdef";
  const auto line = to_line(r);
  CHECK(record_from_line(line).value == r);
  CHECK(line.starts_with(before.substr(0, before.size() - 1)));
  CHECK(record_from_line(before.substr(0, before.size() - 1) + ",\"object\":5}").kind == line_kind::foreign);
}

TEST_CASE("different records have different ids") {
  const auto r = example_record();
  CHECK(record_id(r).size() == 16);
  CHECK(record_id(r) == record_id(example_record()));
  auto other = r;
  other.date = "2026-02-01T12:00:00Z";
  CHECK(record_id(other) != record_id(r));
}

TEST_CASE("a trial survives its line, whatever the compiler said") {
  trial t = example_trial(4);
  t.outcome.status = hone::core::measure::status::build_error;
  t.outcome.message = "it said \"\xff\xfe\" in\n two lines";
  t.outcome.spills = 3;
  const auto parsed = trial_from_line(to_line(t));
  REQUIRE(parsed.kind == line_kind::good);
  CHECK(parsed.value.configuration == t.configuration);
  CHECK(parsed.value.outcome.status == hone::core::measure::status::build_error);
  CHECK(parsed.value.outcome.message == "it said \"??\" in\n two lines");
  CHECK(parsed.value.outcome.spills == 3);
  CHECK(parsed.value.outcome.runs == 5);
}

TEST_CASE("a line that is no record says what it is") {
  const auto kind = [](std::string line) { return record_from_line(line).kind; };
  const auto good = to_line(example_record());
  CHECK(kind(good.substr(0, good.size() / 2)) == line_kind::torn);
  CHECK(kind("\x01\xff garbage") == line_kind::torn);
  CHECK(kind("[1,2]") == line_kind::foreign);
  CHECK(kind("{\"i\":[\"llvm\"],\"v\":0.2}") == line_kind::foreign);  // a log of another tuner
  CHECK(kind(to_line(example_trial(1))) == line_kind::foreign);
  CHECK(kind("{\"hone\":0}") == line_kind::older);
  CHECK(kind("{\"hone\":2,\"new\":true}") == line_kind::newer);
  CHECK(record_from_line("{\"hone\":1,\"kind\":\"record\"}").reason == "it has no 'key'");
  // each member is needed, of its own type
  const auto whole = *parse_json(good);
  for (const auto& [name, member] : *whole.members()) {
    CAPTURE(name);
    json::object without, other_type;
    for (const auto& m : *whole.members()) {
      if (m.first != name) without.push_back(m);
      other_type.emplace_back(m.first, m.first == name ? json(nullptr) : m.second);
    }
    CHECK(kind(to_text(without)) == line_kind::foreign);
    CHECK(kind(to_text(other_type)) == line_kind::foreign);
  }
}

TEST_CASE("version and date have their form") {
  CHECK(library_version() == "0.1.0");
  const auto date = current_date();
  CHECK(date.size() == 20);
  CHECK(date[10] == 'T');
  CHECK(date.back() == 'Z');
  CHECK(date_text(0) == "1970-01-01T00:00:00Z");
  CHECK(date_text(1769860800) == "2026-01-31T12:00:00Z");
}
