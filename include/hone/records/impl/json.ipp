// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `json.hpp`.
#pragma once

#include <hone/records/json.hpp>
