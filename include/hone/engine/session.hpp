// SPDX-License-Identifier: Apache-2.0
/// \file
/// One session: from the record store over the search to the kernel.
#pragma once

#include <hone/config.hpp>
#include <hone/tune/request.hpp>

namespace hone::core {

/// Finds or makes the kernel of a bound operator. Never fails for want of a backend, a worker or a disk: then it falls
/// back, and the report says why. Throws `error{bad_space}` and `error{empty_space}` for a space that does not fit, and
/// `error{no_backend}` when the program itself asks for a backend that is not there.
HONE_DECL tune_outcome tune_operator(const tune_request& request);

}  // namespace hone::core

#if !defined(HONE_COMPILED)
#include <hone/tune/impl/engine.ipp>
#endif
