// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `kernel.hpp`.
#pragma once

#include <hone/runtime/kernel.hpp>
