// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `store.hpp`.
#pragma once

#include <hone/records/store.hpp>
