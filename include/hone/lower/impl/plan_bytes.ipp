// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of lower/plan_bytes.hpp.
#pragma once

#include <hone/lower/plan_bytes.hpp>

namespace hone::core::lower {

namespace detail {

HONE_DECL void write_layout(byte_writer& out, const ast::layout& l) {
  out.value(l.rank);
  for (const auto extent : l.extents) out.value(extent);
  for (const auto stride : l.strides) out.value(stride);
  out.value(l.alignment);
}

HONE_DECL ast::layout read_layout(byte_reader& in) {
  ast::layout l;
  l.rank = in.value<std::int32_t>();
  if (l.rank < 0 || l.rank > ast::max_rank)
    throw error(error_code::bad_program, "a tensor of the plan has no such rank");
  for (auto& extent : l.extents) extent = in.value<std::int64_t>();
  for (auto& stride : l.strides) stride = in.value<std::int64_t>();
  l.alignment = in.value<std::int32_t>();
  return l;
}

}  // namespace detail

HONE_DECL void write(byte_writer& out, const argument& a) {
  out.text(a.name);
  out.value(a.type);
  detail::write_layout(out, a.layout);
  out.value(a.written);
  out.value(a.read);
  out.value(a.in_place);
}

HONE_DECL argument read_argument(byte_reader& in) {
  argument a;
  a.name = in.text();
  a.type = in.value<scalar_type>();
  if (static_cast<int>(a.type) >= scalar_type_count)
    throw error(error_code::bad_program, "a tensor of the plan has no such type");
  a.layout = detail::read_layout(in);
  a.written = in.value<std::uint8_t>() != 0;
  a.read = in.value<std::uint8_t>() != 0;
  a.in_place = in.value<std::uint8_t>() != 0;
  return a;
}

HONE_DECL byte_string to_bytes(const plan& p) {
  byte_writer out;
  out.sequence(p.arguments, [](byte_writer& w, const argument& a) { write(w, a); });
  out.sequence(p.scratches, [](byte_writer& w, const scratch& s) {
    w.value(s.bytes);
    w.value(s.alignment);
    w.value(s.per_thread);
  });
  out.sequence(p.launches, [](byte_writer& w, const launch& l) {
    w.text(l.entry);
    w.value(l.iterations);
  });
  return out.take();
}

HONE_DECL plan plan_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  plan p;
  p.arguments = in.sequence([](byte_reader& r) { return read_argument(r); });
  p.scratches = in.sequence([](byte_reader& r) {
    scratch s;
    s.bytes = r.value<std::int64_t>();
    s.alignment = r.value<std::int32_t>();
    s.per_thread = r.value<std::uint8_t>() != 0;
    return s;
  });
  p.launches = in.sequence([](byte_reader& r) {
    launch l;
    l.entry = r.text();
    l.iterations = r.value<std::int64_t>();
    return l;
  });
  if (!in.at_end()) throw error(error_code::bad_program, "there are bytes after the plan");
  return p;
}

}  // namespace hone::core::lower
