// SPDX-License-Identifier: Apache-2.0
/// \file
/// A plan as bytes, for the way to the worker and to the program.
#pragma once

#include <hone/ast/fields.hpp>
#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/meta/fields.hpp>

namespace hone::core::lower {

HONE_DECL byte_string to_bytes(const plan& p);

/// Throws `error{bad_program}` when the bytes are not those of a plan.
HONE_DECL plan plan_from_bytes(byte_view bytes);

template <FieldsOf<argument> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.name, x.type, x.layout, x.written, x.read, x.in_place); }

template <FieldsOf<scratch> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.bytes, x.alignment, x.per_thread); }

template <FieldsOf<launch> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.entry, x.iterations); }

template <FieldsOf<plan> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.arguments, x.scratches, x.launches); }

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/plan_bytes.ipp>
#endif
