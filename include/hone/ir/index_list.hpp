// SPDX-License-Identifier: Apache-2.0
/// \file
/// The index expressions of an access as a value.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// Index expressions of an access, at most `max_rank`, in place: every pass makes one for every access.
class index_list {
 public:
  index_list() = default;
  index_list(std::initializer_list<expr_id> ids) : index_list(std::span(ids.begin(), ids.size())) {}
  index_list(const std::vector<expr_id>& ids) : index_list(std::span(ids)) {}  // NOLINT: implicit on purpose
  index_list(std::span<const expr_id> ids) {                                   // NOLINT
    for (const expr_id e : ids) push_back(e);
  }
  void push_back(expr_id e) {
    if (count_ == ids_.size()) throw internal_error("an access with more than 8 indices");
    ids_[count_++] = e;
  }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  expr_id* begin() { return ids_.data(); }
  expr_id* end() { return ids_.data() + count_; }
  const expr_id* begin() const { return ids_.data(); }
  const expr_id* end() const { return ids_.data() + count_; }
  expr_id& operator[](std::size_t k) { return ids_[k]; }
  expr_id operator[](std::size_t k) const { return ids_[k]; }

 private:
  std::array<expr_id, max_rank> ids_{};
  std::size_t count_ = 0;
};

}  // namespace hone::core::ir
