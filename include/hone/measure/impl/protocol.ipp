// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/protocol.hpp.
#pragma once

#include <hone/measure/protocol.hpp>

#include <type_traits>

#include <hone/lower/plan_bytes.hpp>

namespace hone::core::measure {

namespace detail {

HONE_DECL void write_entry(byte_writer& out, const tensor_entry& e) {
  lower::write(out, e.argument);
  out.value(e.bytes);
  out.value(e.initial);
  out.value(e.reference);
  out.sequence(e.points, [](byte_writer& w, std::int64_t point) { w.value(point); });
}

HONE_DECL tensor_entry read_entry(byte_reader& in) {
  tensor_entry e;
  e.argument = lower::read_argument(in);
  e.bytes = in.value<std::int64_t>();
  e.initial = in.value<std::int64_t>();
  e.reference = in.value<std::int64_t>();
  e.points = in.sequence([](byte_reader& r) { return r.value<std::int64_t>(); });
  return e;
}

/// The numbers of a struct, each passed to `visit`, so that writing and reading cannot disagree.
template <class Resources, class Visit>
void each_field(Resources& r, Visit visit) requires std::is_same_v<std::remove_const_t<Resources>, hone_resources> {
  visit(r.code_bytes);
  visit(r.stack_bytes);
  visit(r.spills);
  visit(r.registers);
  visit(r.shared_bytes);
}

template <class Sampling, class Visit>
void each_field(Sampling& s, Visit visit) requires std::is_same_v<std::remove_const_t<Sampling>, sampling> {
  visit(s.min_samples);
  visit(s.max_samples);
  visit(s.batch_ms);
  visit(s.cap_ms);
  visit(s.calm_spread);
  visit(s.drop_factor);
  visit(s.contender_factor);
  visit(s.compare_rounds);
}

template <class Measurement, class Visit>
void each_field(Measurement& m, Visit visit) requires std::is_same_v<std::remove_const_t<Measurement>, measurement> {
  visit(m.status);
  visit(m.best_ns);
  visit(m.median_ns);
  visit(m.spread);
  visit(m.runs);
  visit(m.compile_ms);
  visit(m.check_ms);
  visit(m.measure_ms);
  visit(m.spills);
}

template <class Struct>
void write_fields(byte_writer& out, const Struct& s) {
  each_field(s, [&](const auto& field) { out.value(field); });
}

template <class Struct>
void read_fields(byte_reader& in, Struct& s) {
  each_field(s, [&](auto& field) { field = in.template value<std::decay_t<decltype(field)>>(); });
}

}  // namespace detail

HONE_DECL byte_string to_bytes(const hello& m) {
  byte_writer out;
  out.value(m.version);
  out.text(m.backend);
  out.text(m.compiler);
  out.text(m.error);
  return out.take();
}

HONE_DECL hello hello_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  hello m;
  m.version = in.value<std::uint32_t>();
  m.backend = in.text();
  m.compiler = in.text();
  m.error = in.text();
  return m;
}

HONE_DECL byte_string to_bytes(const build_request& m) {
  byte_writer out;
  out.blob(m.programs);
  out.blob(m.target);
  out.value(m.flags);
  return out.take();
}

HONE_DECL build_request build_request_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  build_request m;
  m.programs = in.blob();
  m.target = in.blob();
  m.flags = in.value<std::uint32_t>();
  return m;
}

HONE_DECL byte_string to_bytes(const build_reply& m) {
  byte_writer out;
  out.blob(m.object);
  detail::write_fields(out, m.resources);
  out.text(m.error);
  return out.take();
}

HONE_DECL build_reply build_reply_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  build_reply m;
  m.object = in.blob();
  detail::read_fields(in, m.resources);
  m.error = in.text();
  return m;
}

HONE_DECL byte_string to_bytes(const prepare_request& m) {
  byte_writer out;
  out.sequence(m.entries, detail::write_entry);
  out.value(m.file_bytes);
  out.value(m.allowed.absolute);
  out.value(m.allowed.relative);
  out.value(m.threads);
  return out.take();
}

HONE_DECL prepare_request prepare_request_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  prepare_request m;
  m.entries = in.sequence([](byte_reader& r) { return detail::read_entry(r); });
  m.file_bytes = in.value<std::int64_t>();
  m.allowed.absolute = in.value<double>();
  m.allowed.relative = in.value<double>();
  m.threads = in.value<std::int32_t>();
  return m;
}

HONE_DECL byte_string to_bytes(const run_request& m) {
  byte_writer out;
  out.sequence(m.kernels, [](byte_writer& w, const runnable& kernel) {
    w.blob(kernel.plan);
    w.blob(kernel.object);
  });
  detail::write_fields(out, m.sampling);
  out.value(m.incumbent_ns);
  return out.take();
}

HONE_DECL run_request run_request_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  run_request m;
  m.kernels = in.sequence([](byte_reader& r) {
    runnable kernel;
    kernel.plan = r.blob();
    kernel.object = r.blob();
    return kernel;
  });
  detail::read_fields(in, m.sampling);
  m.incumbent_ns = in.value<double>();
  return m;
}

HONE_DECL byte_string to_bytes(const std::vector<measurement>& m) {
  byte_writer out;
  out.sequence(m, [](byte_writer& w, const measurement& one) {
    detail::write_fields(w, one);
    w.text(one.message);
  });
  return out.take();
}

HONE_DECL std::vector<measurement> measurements_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  return in.sequence([](byte_reader& r) {
    measurement one;
    detail::read_fields(r, one);
    if (static_cast<int>(one.status) >= status_count) throw error(error_code::bad_program, "no such status");
    one.message = r.text();
    return one;
  });
}

}  // namespace hone::core::measure
