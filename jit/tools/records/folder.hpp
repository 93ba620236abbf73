// SPDX-License-Identifier: Apache-2.0
/// \file
/// The folder that a command is about, and the records that its arguments name.
#pragma once

#include <stdexcept>
#include <string>

#include <hone/records/store.hpp>

namespace hone::tools {

/// What the user asked for cannot be done; the text is one sentence.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The folder as given, or the one that programs use; throws a refusal where there is none.
std::string folder_of(const std::string& given);

/// The records of a folder, for looking at; throws a refusal where it is not there or not trusted.
core::records::store open_folder(const std::string& given);

/// "DIR holds no records", and which lines were skipped.
std::string nothing_in(const core::records::store& s);

/// The record with that id (its first digits do), or the fastest of the operator with that name; throws a refusal where
/// there is none, or records of more than one key.
core::records::record find_record(const core::records::store& s, const std::string& name);

/// "i=512 j=512 k=512", or the bare numbers.
std::string shape_of(const core::records::record& r);

/// The first digits of a record's id.
std::string short_id(const core::records::record& r);

}  // namespace hone::tools
