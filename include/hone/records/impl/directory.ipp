// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `directory.hpp`.
#pragma once

#include <hone/records/directory.hpp>
