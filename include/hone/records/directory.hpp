// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where records and object code are kept.
#pragma once

#include <string>
#include <string_view>

#include <hone/config.hpp>
#include <hone/diag/environment.hpp>

namespace hone::core::records {

/// A folder that can be used, or the reason why nothing is kept on disk.
struct cache_directory {
  std::string path;    ///< "" when there is none
  std::string reason;  ///< one sentence, when there is none
  bool usable() const { return !path.empty(); }
};

/// The first of: `chosen` (by the program), HONE_CACHE_DIR, XDG_CACHE_HOME/hone, HOME/.cache/hone.
HONE_DECL std::string cache_directory_name(std::string_view chosen, const diag::environment& environment);

/// Creates the folder for its owner only where it is missing, and says whether it can be written and trusted.
HONE_DECL cache_directory open_cache_directory(const std::string& path);

/// Says whether a folder is there, and can be read and trusted. Creates nothing.
HONE_DECL cache_directory find_cache_directory(const std::string& path);

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/directory.ipp>
#endif
