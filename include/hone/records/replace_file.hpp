// SPDX-License-Identifier: Apache-2.0
/// \file
/// A file that appears whole or not at all.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <hone/config.hpp>

namespace hone::core::records {

/// Writes the parts, one after the other, to a file beside `path`, for its owner only, and gives it that name. "" or
/// the reason of a failure, after which what was there is as before.
HONE_DECL std::string replace_file(const std::string& path, std::initializer_list<std::string_view> parts);

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/replace_file.ipp>
#endif
