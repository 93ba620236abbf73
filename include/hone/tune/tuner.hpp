// SPDX-License-Identifier: Apache-2.0
/// \file
/// The way from a program to the tuner, which stands in the program (hone::compiled, or hone/tuner.hpp included
/// somewhere) or in a plug-in.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include <hone/config.hpp>
#include <hone/tune/request.hpp>
#include <hone/tune/tuner.h>

namespace hone::core {

#if defined(HONE_COMPILED)
/// The tuner in this program; defined in engine/.
const hone_tuner* linked_tuner() noexcept;
#else
namespace detail {
inline constinit std::atomic<const hone_tuner*> included_tuner{nullptr};
}
/// The tuner in this program, null when none of its sources includes hone/tuner.hpp.
inline const hone_tuner* linked_tuner() noexcept { return detail::included_tuner.load(std::memory_order_acquire); }
#endif

/// A tuner, or the reason why there is none.
struct found_tuner {
  const hone_tuner* tuner = nullptr;
  std::string reason;
};

/// The one in the program, else the plug-in: in `folder` where that is not empty, then by the usual search.
HONE_DECL found_tuner find_tuner(std::string_view folder = {});

/// Finds or makes the kernel of a bound operator and reports it (`on_finish`, or a summary). Never fails for want of a
/// tuner, a backend, a worker or a disk: then the native loops run, and the report says why. Throws `error{bad_space}` and
/// `error{empty_space}` for a space that does not fit, `error{no_backend}` or `error{no_worker}` when the program itself
/// asks for a backend that is not there, and what `on_trial` throws.
HONE_DECL tune_outcome ask_tuner(const tune_request& request);

/// Times a callable with one configuration after another and gives the best. Throws `error{empty_space}`,
/// `error{bad_configuration}` when every configuration fails, `error{no_tuner}`, and what `on_trial` throws.
HONE_DECL callable_outcome ask_tuner(const callable_request& request);

}  // namespace hone::core

#if !defined(HONE_COMPILED)
#include <hone/tune/impl/tuner.ipp>
#endif
