// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `plugin.hpp`.
#pragma once

#include <hone/jit/plugin.hpp>
