// SPDX-License-Identifier: Apache-2.0
/// \file
/// Grows a loop program as it is told, giving equal expressions the same id. No checks and no folding: for code that
/// copies or reads programs. What makes new programs uses `ir/builder.hpp`.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::ir {

class interner {
 public:
  interner() = default;
  explicit interner(program p) : program_(std::move(p)) {
    for (expr_id e = 0; e < static_cast<expr_id>(program_.exprs.size()); ++e) known_.emplace(hash(program_.at(e)), e);
  }

  /// The id of an expression. `e.first` and `e.count` are set from `indices`, which a load has.
  HONE_DECL expr_id add(expr e, std::span<const expr_id> indices = {});
  stmt_id add(const stmt& s) {
    program_.stmts.push_back(s);
    return static_cast<stmt_id>(program_.stmts.size()) - 1;
  }
  /// A statement with a list: the statements of a block, the indices of a store.
  HONE_DECL stmt_id add(stmt s, std::span<const std::int32_t> list);

  const program& get() const { return program_; }
  program& get() { return program_; }
  program take() { return std::move(program_); }

 private:
  HONE_DECL std::uint64_t hash(const expr& e) const;
  HONE_DECL bool same(const expr& a, const expr& b) const;
  HONE_DECL std::int32_t append(std::span<const std::int32_t> list);

  program program_;
  std::unordered_multimap<std::uint64_t, expr_id> known_;
};

}  // namespace hone::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/interner.ipp>
#endif
