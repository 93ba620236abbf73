// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `journal.hpp`.
#pragma once

#include <hone/records/journal.hpp>
