// SPDX-License-Identifier: Apache-2.0
/// \file
/// Takes over the results of another folder.
#pragma once

#include <string>

#include <hone/config.hpp>
#include <hone/records/store.hpp>

namespace hone::core::records {

struct merge_result {
  int taken = 0;       ///< records that are new there, or faster than their rivals
  int known = 0;       ///< that were there already
  int slower = 0;      ///< that have a faster rival, here or there
  int objects = 0;     ///< files of object code
  std::string reason;  ///< of a failure; what was taken before it stays
};

/// Appends to `into` the records of `from` that win against their rivals (rank.hpp), each with its object code where
/// that is whole and was compiled for the features of the record's device. Nothing is taken away on either side, so it
/// may be done while programs tune.
HONE_DECL merge_result merge(const store& from, store& into);

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/merge.ipp>
#endif
