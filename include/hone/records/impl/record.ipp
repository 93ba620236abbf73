// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `record.hpp`.
#pragma once

#include <hone/records/record.hpp>
