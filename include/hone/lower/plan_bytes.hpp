// SPDX-License-Identifier: Apache-2.0
/// \file
/// A plan as bytes, for the way to the worker and into the store of objects.
#pragma once

#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::lower {

HONE_DECL byte_string to_bytes(const plan& p);

/// Throws `error{bad_program}` when the bytes are not those of a plan.
HONE_DECL plan plan_from_bytes(byte_view bytes);

/// One argument, for messages that describe tensors without a plan.
HONE_DECL void write(byte_writer& out, const argument& a);
HONE_DECL argument read_argument(byte_reader& in);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/plan_bytes.ipp>
#endif
