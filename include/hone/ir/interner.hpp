// SPDX-License-Identifier: Apache-2.0
/// \file
/// Grows a loop program as it is told, giving equal expressions the same id. No checks and no folding: for code that
/// copies or reads programs. What makes new programs uses `ir/builder.hpp`.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

class interner {
 public:
  interner() = default;
  explicit interner(program p) : program_(std::move(p)) { rehash(); }

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
  /// A place of the table: every pass looks up thousands of expressions, so it is flat, and hashes are kept.
  struct place {
    std::uint32_t hash = 0;
    expr_id id = none;
  };

  std::span<const expr_id> indices_of(const expr& e) const {
    return std::span(program_.lists).subspan(static_cast<std::size_t>(e.first), static_cast<std::size_t>(e.count));
  }
  HONE_DECL static std::uint32_t hash(const expr& e, std::span<const expr_id> indices);
  HONE_DECL bool same(const expr& a, const expr& b, std::span<const expr_id> indices_of_b) const;
  HONE_DECL std::int32_t append(std::span<const std::int32_t> list);
  /// The first place from the hash's own on that is free or that `is_it(place)`.
  template <class F>
  place& find(std::uint32_t h, F is_it) {
    const std::size_t mask = places_.size() - 1;
    for (std::size_t k = h & mask;; k = (k + 1) & mask)
      if (places_[k].id == none || is_it(places_[k])) return places_[k];
  }
  HONE_DECL void rehash();

  program program_;
  std::vector<place> places_;  ///< a power of two, more than half of them free
};

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/interner.ipp>
#endif
