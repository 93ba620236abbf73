// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `key.hpp`.
#pragma once

#include <hone/records/key.hpp>
