// SPDX-License-Identifier: Apache-2.0
/// \file
/// An operator with extents and tensors, put together by hand.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/native/bounds.hpp>
#include <hone/native/run.hpp>

namespace bound {

using hone::core::ast::problem;

/// `values` are extents, sizes and attributes by name; `tensor` gives a tensor its memory.
template <class Operator>
class operation {
 public:
  operation(const Operator& op, std::initializer_list<std::pair<std::string_view, std::int64_t>> values) : op_(op) {
    p_.op = hone::core::ast::reify_tree(op);
    p_.values.resize(p_.op.symbols.size());
    p_.layouts.resize(p_.op.symbols.size());
    addresses_.resize(p_.op.symbols.size());
    for (const auto& [name, value] : values) p_.values[symbol(name)] = value;
  }

  /// Dense when no strides are given.
  operation& tensor(std::string_view name, void* data, const std::vector<std::int64_t>& extents,
                    std::vector<std::int64_t> strides = {}) {
    auto& layout = p_.layouts[symbol(name)];
    layout.rank = static_cast<std::int32_t>(extents.size());
    std::int64_t dense = 1;
    for (std::size_t d = extents.size(); d-- > 0;) {
      layout.extents[d] = extents[d];
      layout.strides[d] = strides.empty() ? dense : strides[d];
      dense *= extents[d];
    }
    addresses_[symbol(name)] = data;
    return *this;
  }
  template <class T>
  operation& tensor(std::string_view name, std::vector<T>& data, const std::vector<std::int64_t>& extents,
                    std::vector<std::int64_t> strides = {}) {
    return tensor(name, static_cast<void*>(data.data()), extents, std::move(strides));
  }

  void run() const { hone::core::native::run(op_, p_, addresses_); }
  void run_reference() const { hone::core::native::run_reference(op_, p_, addresses_); }
  hone::core::native::bounded_value at(std::initializer_list<std::int64_t> point) const {
    return hone::core::native::bounded_at(p_, addresses_, std::span(point.begin(), point.size()));
  }
  double value_at(std::initializer_list<std::int64_t> point) const {
    return hone::core::native::at(op_, p_, addresses_, std::span(point.begin(), point.size()));
  }
  const problem& get() const { return p_; }
  std::span<void* const> addresses() const { return addresses_; }
  const Operator& op() const { return op_; }

 private:
  std::size_t symbol(std::string_view name) const {
    for (std::size_t s = 0; s < p_.op.symbols.size(); ++s)
      if (p_.op.symbols[s].label.view() == name) return s;
    throw std::logic_error("the operator has no such name");
  }

  Operator op_;
  problem p_;
  std::vector<void*> addresses_;
};

}  // namespace bound
