// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which records do each other's work, and in which order of worth.
#pragma once

#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/records/record.hpp>

namespace hone::core::records {

/// Equal for records that can stand for each other: of one key, and with knobs of the same names. A program whose space
/// has other knobs does not use a record, however fast it is, so that one supersedes none of its own.
HONE_DECL std::string rivalry(const record& r);

/// The place of each record among its rivals: 0 for the one with the smallest median time (the earlier of two that are
/// equal), and so on.
HONE_DECL std::vector<int> ranks(const std::vector<record>& records);

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/rank.ipp>
#endif
