// SPDX-License-Identifier: Apache-2.0
/// \file
/// The search over configurations of code that runs in the program.
#pragma once

#include <hone/config.hpp>
#include <hone/tune/request.hpp>

namespace hone::core::engine {

/// Times the call with one configuration after another, each after a warm-up. Throws `error{empty_space}`, and
/// `error{bad_configuration}` when every configuration fails. `on_finish` is not called.
HONE_DECL callable_outcome tune_callable(const callable_request& request);

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/callable.ipp>
#endif
