// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `objects.hpp`.
#pragma once

#include <hone/records/objects.hpp>
