// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `bind.hpp`.
#pragma once

#include <hone/runtime/bind.hpp>
