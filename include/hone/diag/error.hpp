// SPDX-License-Identifier: Apache-2.0
/// \file
/// The typed run-time errors. What the user did is an `error` with a code; what we did wrong is an `internal_error`.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace hone {

/// What went wrong, for programs that react to it. The text of the error is for people.
enum class error_code {
  missing_extent,         ///< an axis, size or attribute of the operator has no value
  unknown_name,           ///< a name that the operator does not have
  bad_extent,             ///< a negative or contradictory extent
  out_of_bounds,          ///< a read that can leave its tensor
  missing_argument,       ///< a tensor has no argument
  bad_argument,           ///< an argument with the wrong size, stride or alignment
  overlapping_arguments,  ///< the output shares memory with an input
  bad_space,              ///< a knob or constraint that does not fit the operator
  empty_space,            ///< no configuration satisfies the constraints
  bad_configuration,      ///< a configuration outside its space, or that does not parse
  bad_program,            ///< a loop program that does not parse or verify
  no_backend,             ///< the wanted backend is not there
  no_worker,              ///< the worker executable is not there or does not start
  no_tuner,               ///< the tuner is neither in the program nor in a plug-in
  compile_failed,         ///< the backend refused a program
  bad_object,             ///< object code that the loader cannot run
  bad_environment,        ///< an environment variable with an unknown value
  io_failed,              ///< a file could not be read or written
};

/// A mistake in what the user gave us, or something missing on this machine. `what()` is one sentence.
class error : public std::runtime_error {
 public:
  error(error_code code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  error_code code() const noexcept { return code_; }

 private:
  error_code code_;
};

/// A mistake of the library itself: an invariant does not hold.
class internal_error : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace hone
