// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear forms, ranges, and simplification by both. That it keeps the meaning is tested beside the interpreter.
#include <hone/ir/simplify.hpp>

#include <limits>

#include <hone/ir/linear.hpp>
#include <hone/ir/parse.hpp>
#include <hone/ir/print.hpp>
#include <hone/ir/ranges.hpp>
#include <hone/ir/verify.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;

namespace {

const std::string head = "kernel k\nbuffer c: i32[1000] strides [1] argument 0 writable\n"
                         "buffer r: i32[8] strides [1] registers\n";

std::string simple(const std::string& body) {
  const program p = parse(head + body);
  const auto broken = verify(p);
  INFO(broken.value_or(""));
  REQUIRE(!broken);
  const program q = simplify(p);
  REQUIRE(!verify(q));
  return statement_text(q, q.root);
}

/// An index expression with i in [0, 7] and j in [0, 3].
std::string index(const std::string& expression) {
  const auto text = simple("for i in [0, 8) {\n for j in [0, 4) {\n c[" + expression + "] = i32(1)\n }\n}\n");
  const auto from = text.find("c[") + 2;
  return text.substr(from, text.find("] =") - from);
}

struct variables {
  builder b{"k"};
  variable_id vi = b.add_variable("i"), vj = b.add_variable("j");
  expr_id i = b.variable(vi), j = b.variable(vj);
  variable_ranges ranges;
  variables() { ranges.set(vi, {0, 7}), ranges.set(vj, {-3, 3}); }
  expr_id n(std::int64_t x) { return b.index(x); }
  interval of(expr_id e) { return bounds(b.so_far(), e, ranges); }
};

}  // namespace

TEST_CASE_METHOD(variables, "linear forms gather coefficients") {
  const auto form = linear_form(b.so_far(), b.add(b.mul(b.add(i, n(2)), n(3)), b.sub(j, i)));
  CHECK(form.constant == 6);
  CHECK(coefficient(b.so_far(), form, vi) == 2);
  CHECK(coefficient(b.so_far(), form, vj) == 1);
  CHECK(linear_form(b.so_far(), b.sub(b.add(i, j), b.add(j, i))).is_constant());
  const auto product = linear_form(b.so_far(), b.mul(i, j));
  CHECK(product.terms.size() == 1);
  CHECK(to_expression(b, product) == b.mul(i, j));
}

TEST_CASE_METHOD(variables, "equal forms are equal expressions") {
  const auto normal = [&](expr_id e) { return to_expression(b, linear_form(b.so_far(), e)); };
  CHECK(normal(b.add(b.mul(i, n(8)), j)) == normal(b.add(j, b.mul(n(8), i))));
  CHECK(normal(b.sub(n(3), i)) == b.sub(n(3), i));
  CHECK(normal(b.unary(expr_kind::neg, i)) == b.sub(n(0), i));
}

TEST_CASE_METHOD(variables, "bounds of expressions") {
  CHECK(of(b.add(b.mul(i, n(8)), j)) == interval{-3, 59});
  CHECK(of(b.sub(b.add(i, j), i)) == interval{-3, 3});
  CHECK(of(b.div(j, n(2))) == interval{-2, 1});
  CHECK(of(b.mod(j, n(2))) == interval{0, 1});
  CHECK(of(b.mod(i, n(16))) == interval{0, 7});
  CHECK(of(b.mul(j, j)) == interval{-9, 9});
  CHECK(of(b.min(i, n(3))) == interval{0, 3});
  CHECK(of(b.unary(expr_kind::abs, j)) == interval{0, 3});
  CHECK(of(b.ramp(i, n(2), 4)) == interval{0, 13});
  CHECK(of(b.binary(expr_kind::lt, i, n(8))) == interval::point(1));
  CHECK(of(b.binary(expr_kind::lt, i, n(7))) == interval{0, 1});
  CHECK(of(b.mul(i, n(std::numeric_limits<std::int64_t>::max()))).is_everything());
  CHECK(of(b.cast(scalar_type::i64, b.cast(scalar_type::i8, b.mul(i, n(100))))) == interval{0, 127});
  CHECK(loop_range({2, 3}, {1, 4}) == interval{2, 6});
}

TEST_CASE("index expressions come to one form") {
  CHECK(index("j + i * 4") == "i * 4 + j");
  CHECK(index("i * 4 + j + 8 - 2 * 4") == "i * 4 + j");
  CHECK(index("(i * 4 + j) / 4") == "i");
  CHECK(index("(i * 4 + j) % 4") == "j");
  CHECK(index("(i * 4 + j) / 2") == "i * 2 + j / 2");
  CHECK(index("(i * 8 + j + 4) / 8") == "i");
  CHECK(index("(i * 6 + j + 10) % 6") == "(j + 4) % 6");
  CHECK(index("min(i, 7)") == "i");
  CHECK(index("min(8, 64 - 8 * i)") == "8");
  CHECK(index("max(i + j, i)") == "i + j");
  CHECK(index("select(j < 4, i, j)") == "i");
  CHECK(index("select(i < 4, i, j)") == "select(i < 4, i, j)");
}

TEST_CASE("ramps under division and remainder") {
  CHECK(simple("for i in [0, 8) {\n c[ramp(i * 8, 1, 8) / i64x8(8)] = i32x8(1)\n}\n").find("c[i] = i32(1)") != std::string::npos);
  CHECK(simple("for i in [0, 8) {\n c[ramp(i * 8, 1, 8) % i64x8(8)] = i32x8(1)\n}\n").find("c[ramp(0, 1, 8)]") != std::string::npos);
  CHECK(simple("for i in [0, 8) {\n c[ramp(i * 2, 2, 8) / i64x8(2)] = i32x8(1)\n}\n").find("c[ramp(i, 1, 8)]") != std::string::npos);
  CHECK(simple("for i in [0, 8) {\n c[ramp(i, 1, 8) | ramp(i * 8, 1, 8) < i64x8(64)] = i32x8(1)\n}\n").find("|") == std::string::npos);
}

TEST_CASE("lanes that all go to one place stay lanes") {
  CHECK(simple("for i in [0, 8) {\n c[ramp(i * 8, 1, 8) / i64x8(8)] = ramp(i32(0), i32(1), 8)\n}\n").find("c[broadcast(i, 8)]") !=
        std::string::npos);
}

TEST_CASE("statements that do nothing go, and those that are decided are decided") {
  CHECK(simple("for i in [0, 8) {\n for j in [i, +1) {\n c[j] = i32(1)\n }\n}\n") == "for i in [0, 8) {\n  c[i] = i32(1)\n}\n");
  CHECK(simple("for i in [0, 8) {\n for j in [0, i - 8) {\n c[j] = i32(1)\n }\n}\n").empty());
  CHECK(simple("for i in [0, 8) {\n if i < 8 {\n c[i] = i32(1)\n } else {\n c[0] = i32(2)\n }\n}\n") ==
        "for i in [0, 8) {\n  c[i] = i32(1)\n}\n");
  CHECK(simple("allocate r {\n r[0] = i32(3)\n c[1] = i32(1)\n}\n") == "c[1] = i32(1)\n");
  CHECK(simple("let x: i64 = 3 {\n c[x] = i32(1)\n}\n") == "c[3] = i32(1)\n");
  CHECK(simple("let x: i32 = c[3] {\n c[0] = i32(1)\n}\n") == "c[0] = i32(1)\n");
  CHECK(simple("for i in [0, 1) parallel {\n c[i] = i32(1)\n}\n").find("parallel") != std::string::npos);
}

TEST_CASE("a loop of one turn that starts where memory says keeps its variable") {
  const auto text = simple("for i in [cast<i64>(c[0]), +1) {\n c[0] = i32(5)\n c[i] = i32(1)\n}\n");
  CHECK(text.find("c[i] = i32(1)") != std::string::npos);
}
