// SPDX-License-Identifier: Apache-2.0
/// \file
/// One session: from the record store over the search to the kernel.
#pragma once

#include <hone/config.hpp>
#include <hone/tune/request.hpp>

namespace hone::core::engine {

/// Finds or makes the kernel of a bound operator with something to compute, on another backend than the native one. Never
/// fails for want of a backend, a worker or a disk: then there is no kernel, and the report says why. Throws
/// `error{bad_space}` and `error{empty_space}` for a space that does not fit, `error{no_backend}` and `error{no_worker}`
/// when the program itself asks for a backend that is not there. Of the request's functions `on_finish` is not called.
HONE_DECL tune_outcome tune_operator(const tune_request& request);

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/session.ipp>
#endif
