// SPDX-License-Identifier: Apache-2.0
/// \file
/// The one way in which the library speaks unasked: a line on the standard error stream.
#pragma once

#include <string_view>

#include <hone/config.hpp>

namespace hone::diag {

/// Writes "hone: SENTENCE" and a newline in one piece, past any stream's buffer.
HONE_DECL void notice(std::string_view sentence) noexcept;

/// The same, at most once per process for a sentence.
HONE_DECL void notice_once(std::string_view sentence);

}  // namespace hone::diag

#if !defined(HONE_COMPILED)
#include <hone/diag/impl/notice.ipp>
#endif
