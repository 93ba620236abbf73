// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `trusted_path.hpp`.
#pragma once

#include <hone/runtime/trusted_path.hpp>
