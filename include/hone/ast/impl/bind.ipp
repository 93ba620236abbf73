// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binding: values by name, then the extents of the tensors, then the reads.
#include <hone/ast/bind.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <hone/ast/intervals.hpp>
#include <hone/ast/symbols.hpp>
#include <hone/diag/error.hpp>

namespace hone::core::ast {

namespace detail {

inline std::string quoted(const name& label) { return "`" + std::string(label.view()) + "`"; }
inline std::string of_operator(const tree& op) { return "operator " + quoted(op.label); }

inline std::string_view noun(symbol_kind kind) {
  constexpr std::array<std::string_view, 4> nouns{"axis", "size", "attribute", "tensor"};
  return nouns[static_cast<std::size_t>(kind)];
}
inline std::string called(const symbol& s) { return std::string(noun(s.kind)) + ' ' + quoted(s.label); }

/// `i`, `j`, `k`: what the operator wants a value for.
inline std::string wanted_names(const tree& op) {
  std::string list;
  for (const symbol& s : op.symbols)
    if (s.kind != symbol_kind::tensor) list += (list.empty() ? "" : ", ") + quoted(s.label);
  return list;
}

inline void take_value(problem& p, std::vector<bool>& given, const named_value& v) {
  const auto s = find_symbol(p.op, v.name);
  if (s < 0 || symbol_at(p.op, s).kind == symbol_kind::tensor)
    throw error(error_code::unknown_name, of_operator(p.op) + " has no axis, size or attribute `" +
                                              std::string(v.name) + "`; it has " + wanted_names(p.op));
  const auto k = static_cast<std::size_t>(s);
  const symbol& symbol = p.op.symbols[k];
  if (symbol.kind != symbol_kind::attribute && v.value < 0)
    throw error(error_code::bad_extent, "the extent of " + called(symbol) + " is " + std::to_string(v.value));
  if (given[k] && p.values[k] != v.value)
    throw error(error_code::bad_extent, called(symbol) + " is given twice: as " + std::to_string(p.values[k]) +
                                            " and as " + std::to_string(v.value));
  given[k] = true;
  p.values[k] = v.value;
}

inline void take_values(problem& p, std::span<const named_value> values) {
  p.values.assign(p.op.symbols.size(), 0);
  std::vector<bool> given(p.op.symbols.size());
  for (const auto& v : values) take_value(p, given, v);
  for (std::size_t s = 0; s < given.size(); ++s) {
    const symbol& symbol = p.op.symbols[s];
    if (!given[s] && symbol.kind != symbol_kind::tensor)
      throw error(error_code::missing_extent, called(symbol) + " of " + of_operator(p.op) +
                                                  " has no value: write extents(" + std::string(symbol.label.view()) +
                                                  " = ...)");
  }
}

inline std::int64_t extent_of(const problem& p, const symbol& tensor, std::size_t d) {
  using kind = extent_source::kind_type;
  const auto& source = tensor.extents[d];
  if (source.kind == kind::unknown)
    throw error(error_code::missing_extent,
                "the extent of dimension " + std::to_string(d) + " of " + called(tensor) +
                    " does not follow from its indices, which are not plain axes: declare it with shaped_tensor");
  const auto extent = source.kind == kind::constant ? source.value : p.values[static_cast<std::size_t>(source.value)];
  if (extent < 0)
    throw error(error_code::bad_extent, "the extent of dimension " + std::to_string(d) + " of " + called(tensor) +
                                            " is " + std::to_string(extent));
  return extent;
}

inline void make_layouts(problem& p) {
  for (const symbol& s : p.op.symbols) {
    std::vector<std::int64_t> extents;
    for (std::int32_t d = 0; d < s.rank; ++d) extents.push_back(extent_of(p, s, static_cast<std::size_t>(d)));
    p.layouts.push_back(s.kind == symbol_kind::tensor ? dense_layout(extents) : layout{});
    p.layouts.back().alignment = static_cast<std::int32_t>(bytes_of(s.type));
  }
}

/// Each axis of the output covers the dimension that it indexes: every element is written, and none outside.
inline void check_output(const problem& p, const assignment& a) {
  for (std::size_t d = 0; d < static_cast<std::size_t>(a.rank); ++d) {
    const auto extent = p.layouts[static_cast<std::size_t>(a.target)].extents[d];
    const auto axis = a.indices[d];
    if (p.values[static_cast<std::size_t>(axis)] != extent)
      throw error(error_code::bad_extent, called(symbol_at(p.op, axis)) + " has extent " +
                                              std::to_string(p.values[static_cast<std::size_t>(axis)]) +
                                              ", but dimension " + std::to_string(d) + " of the output " +
                                              quoted(symbol_at(p.op, a.target).label) + " has " +
                                              std::to_string(extent));
  }
}

inline interval symbol_range(const problem& p, std::int32_t s) {
  const auto value = p.values[static_cast<std::size_t>(s)];
  return symbol_at(p.op, s).kind == symbol_kind::axis ? interval{0, value - 1} : only(value);
}

/// Two axes that index one undeclared dimension have one extent.
inline void check_same_extent(const problem& p, const symbol& tensor, std::size_t d, const node& index) {
  const auto& source = tensor.extents[d];
  if (source.kind != extent_source::kind_type::symbol || index.kind != node_kind::axis) return;
  const auto other = static_cast<std::int32_t>(source.value);
  if (symbol_at(p.op, other).kind != symbol_kind::axis) return;
  const auto mine = p.values[static_cast<std::size_t>(index.symbol)];
  const auto theirs = p.values[static_cast<std::size_t>(other)];
  if (mine != theirs)
    throw error(error_code::bad_extent, "dimension " + std::to_string(d) + " of " + called(tensor) + " is indexed by " +
                                            called(symbol_at(p.op, other)) + " of extent " + std::to_string(theirs) +
                                            " and by " + called(symbol_at(p.op, index.symbol)) + " of extent " +
                                            std::to_string(mine));
}

inline void check_read(const problem& p, const node& read) {
  const symbol& tensor = symbol_at(p.op, read.symbol);
  const auto indices = indices_of(read);
  std::vector<interval> ranges;
  for (const auto index : indices)
    ranges.push_back(index_range(p.op, index, [&](std::int32_t s) { return symbol_range(p, s); }));
  for (std::size_t d = 0; d < indices.size(); ++d) check_same_extent(p, tensor, d, node_at(p.op, indices[d]));
  if (read.kind == node_kind::padded_read) return;
  if (std::any_of(ranges.begin(), ranges.end(), [](interval r) { return r.empty(); })) return;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const auto extent = p.layouts[static_cast<std::size_t>(read.symbol)].extents[d];
    if (ranges[d].min >= 0 && ranges[d].max < extent) continue;
    throw error(error_code::out_of_bounds, called(tensor) + " is read from " + std::to_string(ranges[d].min) + " to " +
                                               std::to_string(ranges[d].max) + " in dimension " + std::to_string(d) +
                                               ", whose extent is " + std::to_string(extent) + ": read padded(" +
                                               std::string(tensor.label.view()) + ", 0)(...) or change the extents");
  }
}

/// A divisor of an index expression: constant and not 0.
inline void check_divisor(const problem& p, const node& n) {
  const node& divisor = node_at(p.op, n.operands[1]);
  const bool zero =
      divisor.kind == node_kind::literal ? divisor.bits == 0 : p.values[static_cast<std::size_t>(divisor.symbol)] == 0;
  if (!zero) return;
  const auto what = divisor.kind == node_kind::literal ? "0" : called(symbol_at(p.op, divisor.symbol)) + ", which is 0";
  throw error(error_code::bad_extent, of_operator(p.op) + " divides an index by " + what);
}

/// The smallest and the largest of no values do not exist.
inline void check_reduction(const problem& p, const node& n) {
  if (n.combine != reduction::min && n.combine != reduction::max) return;
  for (std::int32_t k = 0; k + 1 < n.operand_count; ++k) {
    const auto axis = node_at(p.op, n.operands[static_cast<std::size_t>(k)]).symbol;
    if (p.values[static_cast<std::size_t>(axis)] == 0)
      throw error(error_code::bad_extent, of_operator(p.op) + " takes the " + std::string(name_of(n.combine)) +
                                              " over " + called(symbol_at(p.op, axis)) + ", whose extent is 0");
  }
}

inline void check_node(const problem& p, const node& n) {
  if (is_read(n)) check_read(p, n);
  if ((n.kind == node_kind::div || n.kind == node_kind::mod) && n.type == scalar_type::i64) check_divisor(p, n);
  if (n.kind == node_kind::reduce) check_reduction(p, n);
}

}  // namespace detail

HONE_DECL layout dense_layout(std::span<const std::int64_t> extents) {
  layout dense;
  dense.rank = static_cast<std::int32_t>(extents.size());
  std::int64_t stride = 1;
  for (std::size_t d = extents.size(); d-- > 0;) {
    dense.extents[d] = extents[d];
    dense.strides[d] = stride;
    stride = detail::checked_mul(stride, std::max<std::int64_t>(extents[d], 1));
  }
  return dense;
}

HONE_DECL problem bind(const tree& op, std::span<const named_value> values) {
  problem p;
  p.op = op;
  detail::take_values(p, values);
  detail::make_layouts(p);
  for (const assignment& a : op.assignments) detail::check_output(p, a);
  for (const node& n : op.nodes) detail::check_node(p, n);
  return p;
}

namespace detail {

/// No two elements in one place: sorted by stride, each dimension steps over all the smaller ones.
inline bool is_injective(const layout& l) {
  std::vector<std::pair<std::int64_t, std::int64_t>> dimensions;
  for (std::size_t d = 0; d < static_cast<std::size_t>(l.rank); ++d)
    if (l.extents[d] > 1) dimensions.emplace_back(l.strides[d], l.extents[d]);
  std::sort(dimensions.begin(), dimensions.end());
  std::int64_t reach = 0;
  for (const auto& [stride, extent] : dimensions) {
    if (stride <= reach) return false;
    reach += stride * (extent - 1);
  }
  return true;
}

}  // namespace detail

HONE_DECL void set_layout(problem& bound, std::string_view tensor, const layout& wanted) {
  const auto s = find_symbol(bound.op, tensor);
  if (s < 0 || symbol_at(bound.op, s).kind != symbol_kind::tensor)
    throw error(error_code::unknown_name,
                detail::of_operator(bound.op) + " has no tensor `" + std::string(tensor) + '`');
  layout& current = bound.layouts[static_cast<std::size_t>(s)];
  const auto refuse = [&](const std::string& why) {
    throw error(error_code::bad_argument, "the layout of " + detail::called(symbol_at(bound.op, s)) + ' ' + why);
  };
  if (wanted.rank != current.rank || wanted.extents != current.extents) refuse("has other extents than the tensor");
  for (std::size_t d = 0; d < static_cast<std::size_t>(wanted.rank); ++d)
    if (wanted.strides[d] < 0) refuse("has a negative stride");
  if (symbol_at(bound.op, s).output && !detail::is_injective(wanted)) refuse("puts two elements in one place");
  current = wanted;
}

}  // namespace hone::core::ast
