// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rewriting: what is not touched stays, variables and buffers are replaced, hooks are asked.
#include <hone/ir/rewrite.hpp>

#include <hone/ir/parse.hpp>
#include <hone/ir/print.hpp>
#include <hone/ir/verify.hpp>
#include <hone/ir/visit.hpp>
#include <support/catch.hpp>
#include <support/random_program.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;

namespace {

const char* const copy_text = R"(kernel copy
buffer a: f32[4, 8] strides [8, 1] argument 0
buffer c: f32[4, 8] strides [8, 1] argument 1 writable
buffer d: f32[4, 8] strides [8, 1] argument 2 writable
for i in [0, 4) {
  for j in [0, 2) unrolled {
    c[i, j] = a[i, j] + a[i, 7]
  }
}
)";

std::string body_of(const program& p) { return statement_text(p, p.root); }

struct unroll : rewriter {
  using rewriter::rewriter;
  stmt_id on_statement(stmt_id id) override {
    const stmt s = build().statement(id);
    if (s.kind != stmt_kind::loop || s.loop != loop_kind::unrolled) return rebuild_statement(id);
    std::vector<stmt_id> copies;
    for (std::int64_t k = 0; k < *build().as_integer(s.value[1]); ++k)
      copies.push_back(with(s.ref, build().add(s.value[0], build().index(k)), s.body));
    return build().block(copies);
  }
};

struct vectorize : rewriter {
  using rewriter::rewriter;
  stmt_id on_statement(stmt_id id) override {
    const stmt s = build().statement(id);
    if (s.kind != stmt_kind::loop || s.loop != loop_kind::unrolled) return rebuild_statement(id);
    const auto lanes = static_cast<std::int32_t>(*build().as_integer(s.value[1]));
    return with(s.ref, build().ramp(s.value[0], build().index(1), lanes), s.body);
  }
};

}  // namespace

TEST_CASE("a rewrite that changes nothing returns an equal program") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const program p = test::random_program(seed, seed % 2 == 0).draw();
    REQUIRE(rewriter(p).run() == p);
    REQUIRE(rewrite(p, {}) == p);
  }
}

TEST_CASE("unrolling is a rewrite of a few lines") {
  CHECK(body_of(unroll(parse(copy_text)).run()) ==
        "for i in [0, 4) {\n  c[i, 0] = a[i, 0] + a[i, 7]\n  c[i, 1] = a[i, 1] + a[i, 7]\n}\n");
}

TEST_CASE("so is vectorising: lanes follow the substituted variable") {
  const program p = vectorize(parse(copy_text)).run();
  CHECK(!verify(p));
  CHECK(body_of(p) == "for i in [0, 4) {\n  c[i, ramp(0, 1, 2)] = a[i, ramp(0, 1, 2)] + broadcast(a[i, 7], 2)\n}\n");
}

TEST_CASE("buffers are replaced in loads, stores and allocations") {
  struct redirect : rewriter {
    explicit redirect(const program& p) : rewriter(p) { substitute_buffer(1, 2); }
  };
  CHECK(body_of(redirect(parse(copy_text)).run()).find("d[i, j] = a[i, j]") != std::string::npos);
}

TEST_CASE("hooks see expressions and statements; none removes a statement") {
  const program p = parse(copy_text);
  const program seven = rewrite(p, [](rewriter& r, expr_id e) -> std::optional<expr_id> {
    if (r.build().as_integer(e) == 7) return r.build().index(3);
    return std::nullopt;
  });
  CHECK(body_of(seven).find("a[i, 3]") != std::string::npos);
  const program empty = rewrite(p, {}, [](rewriter& r, stmt_id s) -> std::optional<stmt_id> {
    if (r.build().statement(s).kind == stmt_kind::store) return none;
    return std::nullopt;
  });
  CHECK(body_of(empty).empty());
}

TEST_CASE("walks meet every statement in order and every expression once") {
  const program p = parse(copy_text);
  std::vector<stmt_kind> kinds;
  for_each_stmt(p, p.root, [&](stmt_id, const stmt& s) { kinds.push_back(s.kind); });
  CHECK(kinds == std::vector{stmt_kind::loop, stmt_kind::loop, stmt_kind::store});
  std::vector<expr_id> met;
  for_each_expr(p, p.root, [&](expr_id id, const expr& e) {
    for_each_operand(p, e, [&](expr_id part) { CHECK(std::find(met.begin(), met.end(), part) != met.end()); });
    met.push_back(id);
  });
  CHECK(met.size() == p.exprs.size());
  const stmt& inner = p.statement(children(p, p.root)[0]);
  CHECK(uses_variable(p, p.statement(inner.body).value[0], inner.ref));
  CHECK(has_load(p, p.statement(inner.body).value[0]));
  CHECK(!has_load(p, inner.value[1]));
}
