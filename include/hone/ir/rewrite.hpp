// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes a program of a program: the frame of every pass. What a pass does not touch keeps its identity, so a pass that
/// changes nothing returns an equal program (in canonical numbering).
///
/// A pass overrides `on_expression` or `on_statement` (or hands functions to `rewrite`), and calls `rebuild_...` for
/// what it leaves alone:
///
///     struct unroll : rewriter {
///       using rewriter::rewriter;
///       stmt_id on_statement(stmt_id id) override {
///         const stmt s = build().statement(id);          // a copy: building moves the arrays
///         if (s.kind != stmt_kind::loop || s.loop != loop_kind::unrolled) return rebuild_statement(id);
///         std::vector<stmt_id> copies;
///         for (std::int64_t k = 0; k < 4; ++k) copies.push_back(with(s.ref, build().index(k), s.body));
///         return build().block(copies);
///       }
///     };
///     program q = unroll(p).run();
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <hone/config.hpp>
#include <hone/ir/builder.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// The same operation on other operands, through the builder's checks and folding; lanes follow the operands.
HONE_DECL expr_id remade(builder& b, const expr& e, const std::array<expr_id, 3>& operands,
                         const index_list& indices);

class rewriter {
 public:
  HONE_DECL explicit rewriter(program from);
  rewriter(const rewriter&) = delete;
  rewriter& operator=(const rewriter&) = delete;
  virtual ~rewriter() = default;

  /// The rewritten program.
  program run() { return builder_.finish(statement(root_)); }

  /// Where new parts are made. It starts with the whole old program in it: old ids are valid.
  builder& build() { return builder_; }
  /// An expression of the old program in terms of the new one (`none` stays). Results are remembered.
  HONE_DECL expr_id expression(expr_id e);
  /// A statement of the old program in terms of the new one (`none` stays).
  stmt_id statement(stmt_id s) { return s == none ? none : on_statement(s); }
  HONE_DECL index_list expressions(std::int32_t first, std::int32_t count);
  /// The same from rewritten parts; the same id when no part changed.
  HONE_DECL expr_id rebuild_expression(expr_id e);
  HONE_DECL stmt_id rebuild_statement(stmt_id s);

  /// From here on the variable reads as this expression of the new program; `none` ends it.
  HONE_DECL void substitute(variable_id v, expr_id by);
  /// From here on accesses and allocations of `b` go to `by`.
  HONE_DECL void substitute_buffer(buffer_id b, buffer_id by);
  /// A statement with a variable replaced.
  HONE_DECL stmt_id with(variable_id v, expr_id by, stmt_id body);
  /// Forgets remembered results: for passes whose `on_expression` depends on where the expression stands.
  void forget() { oldest_ = ++epoch_; }

 protected:
  virtual expr_id on_expression(expr_id e) { return rebuild_expression(e); }
  virtual stmt_id on_statement(stmt_id s) { return rebuild_statement(s); }

 private:
  struct remembered {
    expr_id id = none;
    int epoch = -1;
  };
  static std::size_t mark_of_variable(variable_id v) { return static_cast<std::size_t>(v) % marks; }
  static std::size_t mark_of_buffer(buffer_id b) { return (static_cast<std::size_t>(b) + marks / 2) % marks; }
  HONE_DECL std::uint64_t marks_in(const expr& e) const;
  HONE_DECL bool holds(std::size_t e) const;
  HONE_DECL std::int32_t buffer_for(buffer_id b) const;
  HONE_DECL stmt_id rebuild_block(stmt_id id);
  HONE_DECL stmt_id rebuild_store(stmt_id id);

  builder builder_;
  stmt_id root_;
  std::vector<remembered> memo_;
  std::vector<expr_id> variables_;
  std::vector<buffer_id> buffers_;
  // A remembered result holds until something that its expression has in it is replaced. Variables and buffers share
  // 64 marks; two of one mark cost time, no more.
  static constexpr std::size_t marks = 64;
  std::vector<std::uint64_t> marks_;      ///< by expression of the old program: what is in it
  std::array<int, marks> replaced_{};     ///< by mark: the epoch
  int epoch_ = 0;
  int oldest_ = 0;                        ///< results of earlier epochs are forgotten
};

/// Hooks return nothing for what they leave alone; a statement hook that returns `none` removes the statement.
using expression_hook = std::function<std::optional<expr_id>(rewriter&, expr_id)>;
using statement_hook = std::function<std::optional<stmt_id>(rewriter&, stmt_id)>;
HONE_DECL program rewrite(const program& p, expression_hook on_expression, statement_hook on_statement = {});

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/rewrite.ipp>
#endif
