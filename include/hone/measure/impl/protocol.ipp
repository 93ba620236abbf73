// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/protocol.hpp.
#pragma once

#include <hone/measure/protocol.hpp>

#include <hone/lower/plan_bytes.hpp>
#include <hone/measure/fields.hpp>

namespace hone::core::measure {

template <FieldsOf<hello> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.version, x.backend, x.compiler, x.error); }

template <FieldsOf<build_request> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.programs, x.target, x.flags); }

template <FieldsOf<build_reply> T, class Visit>
void each_field(T& x, Visit&& visit) {
  auto& used = x.resources;
  visit(x.object, used.code_bytes, used.stack_bytes, used.spills, used.registers, used.shared_bytes, x.error);
}

template <FieldsOf<tensor_entry> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.argument, x.bytes, x.initial, x.reference, x.points); }

template <FieldsOf<prepare_request> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.entries, x.file_bytes, x.allowed, x.threads); }

template <FieldsOf<runnable> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.plan, x.object); }

template <FieldsOf<run_request> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.kernels, x.sampling, x.incumbent_ns); }

HONE_DECL byte_string to_bytes(const hello& m) { return fields_to_bytes(m); }
HONE_DECL byte_string to_bytes(const build_request& m) { return fields_to_bytes(m); }
HONE_DECL byte_string to_bytes(const build_reply& m) { return fields_to_bytes(m); }
HONE_DECL byte_string to_bytes(const prepare_request& m) { return fields_to_bytes(m); }
HONE_DECL byte_string to_bytes(const run_request& m) { return fields_to_bytes(m); }
HONE_DECL byte_string to_bytes(const std::vector<measurement>& m) { return fields_to_bytes(m); }

HONE_DECL hello hello_from_bytes(byte_view bytes) { return fields_from_bytes<hello>(bytes); }
HONE_DECL build_request build_request_from_bytes(byte_view bytes) { return fields_from_bytes<build_request>(bytes); }
HONE_DECL build_reply build_reply_from_bytes(byte_view bytes) { return fields_from_bytes<build_reply>(bytes); }
HONE_DECL prepare_request prepare_request_from_bytes(byte_view bytes) { return fields_from_bytes<prepare_request>(bytes); }
HONE_DECL run_request run_request_from_bytes(byte_view bytes) { return fields_from_bytes<run_request>(bytes); }
HONE_DECL std::vector<measurement> measurements_from_bytes(byte_view bytes) {
  return fields_from_bytes<std::vector<measurement>>(bytes);
}

}  // namespace hone::core::measure
