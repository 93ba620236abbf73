// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whose files may become code of this process: ours and the system's, where nobody else can exchange them.
#pragma once

#include <string>

#include <hone/config.hpp>

namespace hone::core::runtime {

/// Why a file or folder is not trusted: "" when it is. It has to belong to this user or to root, and so has its
/// folder; neither may be writable by others (by a group only where that is the owner's own, as with umask 002); no
/// folder above may let others exchange its entries. Links are followed.
HONE_DECL std::string untrusted_reason(const std::string& path);

}  // namespace hone::core::runtime

#if !defined(HONE_COMPILED)
#include <hone/runtime/impl/trusted_path.ipp>
#endif
