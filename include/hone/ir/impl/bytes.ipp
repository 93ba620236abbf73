// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading and writing of programs, field by field.
#pragma once

#include <string>

#include <hone/diag/error.hpp>
#include <hone/ir/bytes.hpp>
#include <hone/ir/verify.hpp>

namespace hone::core::ir {
namespace detail {

/// Changed with every change of the layout below or of the enumerations in `program.hpp`.
inline constexpr std::uint32_t program_bytes_version = 1;
inline constexpr std::uint32_t program_bytes_magic = 0x31726968;  // "hir1"

/// One list of fields for both directions: `field` reads or writes.
template <class Field, class Type>
void transfer_type(Field& field, Type& t) {
  field(t.scalar), field(t.lanes);
}
template <class Field, class Expr>
void transfer_expr(Field& field, Expr& e) {
  field(e.kind), field(e.combine), transfer_type(field, e.type);
  for (auto& operand : e.operands) field(operand);
  field(e.ref), field(e.first), field(e.count), field(e.bits);
}
template <class Field, class Stmt>
void transfer_stmt(Field& field, Stmt& s) {
  field(s.kind), field(s.loop), field(s.ref);
  for (auto& value : s.value) field(value);
  field(s.first), field(s.count), field(s.body), field(s.otherwise);
}
template <class Field, class Buffer>
void transfer_buffer(Field& field, Buffer& b) {
  field(b.name), field(b.type), field(b.scope), field(b.writable), field(b.rank);
  for (auto& extent : b.extents) field(extent);
  for (auto& stride : b.strides) field(stride);
  field(b.alignment), field(b.slot);
}

struct field_writer {
  byte_writer& to;
  void operator()(const std::string& text) { to.text(text); }
  void operator()(const bool& v) { to.value(static_cast<std::uint8_t>(v)); }
  template <class T>
  void operator()(const T& v) { to.value(v); }
};

struct field_reader {
  byte_reader& from;
  void operator()(std::string& text) { text = from.text(); }
  void operator()(bool& v) { v = from.value<std::uint8_t>() != 0; }
  template <class T>
  void operator()(T& v) { v = from.value<T>(); }
};

inline void write_program(byte_writer& w, const program& p) {
  field_writer field{w};
  field(p.name);
  w.sequence(p.buffers, [&](byte_writer&, const buffer& b) { transfer_buffer(field, b); });
  w.sequence(p.variables, [&](byte_writer&, const variable& v) { field(v.name), transfer_type(field, v.type); });
  w.sequence(p.exprs, [&](byte_writer&, const expr& e) { transfer_expr(field, e); });
  w.sequence(p.stmts, [&](byte_writer&, const stmt& s) { transfer_stmt(field, s); });
  w.sequence(p.lists, [&](byte_writer&, std::int32_t id) { field(id); });
  field(p.root);
}

template <class Element, class Transfer>
std::vector<Element> read_sequence(byte_reader& r, Transfer transfer) {
  return r.sequence([&](byte_reader&) {
    Element element;
    transfer(element);
    return element;
  });
}

inline program read_program(byte_reader& r) {
  field_reader field{r};
  program p;
  field(p.name);
  p.buffers = read_sequence<buffer>(r, [&](buffer& b) { transfer_buffer(field, b); });
  p.variables = read_sequence<variable>(r, [&](variable& v) { field(v.name), transfer_type(field, v.type); });
  p.exprs = read_sequence<expr>(r, [&](expr& e) { transfer_expr(field, e); });
  p.stmts = read_sequence<stmt>(r, [&](stmt& s) { transfer_stmt(field, s); });
  p.lists = read_sequence<std::int32_t>(r, [&](std::int32_t& id) { field(id); });
  field(p.root);
  if (const auto broken = verify(p)) throw error(error_code::bad_program, "kernel " + p.name + ": " + *broken);
  return p;
}

}  // namespace detail

HONE_DECL byte_string to_bytes(const std::vector<program>& programs) {
  byte_writer w;
  w.value(detail::program_bytes_magic);
  w.value(detail::program_bytes_version);
  w.sequence(programs, [](byte_writer& to, const program& p) { detail::write_program(to, p); });
  return w.take();
}

HONE_DECL std::vector<program> programs_from_bytes(byte_view bytes) {
  byte_reader r(bytes);
  if (r.value<std::uint32_t>() != detail::program_bytes_magic)
    throw error(error_code::bad_program, "these bytes are no loop programs");
  if (const auto version = r.value<std::uint32_t>(); version != detail::program_bytes_version)
    throw error(error_code::bad_program, "loop programs of version " + std::to_string(version) + "; this library reads " +
                                             std::to_string(detail::program_bytes_version));
  auto programs = r.sequence([](byte_reader& from) { return detail::read_program(from); });
  if (!r.at_end()) throw error(error_code::bad_program, "bytes follow after the last loop program");
  return programs;
}

}  // namespace hone::core::ir
