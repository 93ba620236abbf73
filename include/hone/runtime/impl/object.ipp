// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `object.hpp`.
#pragma once

#include <hone/runtime/object.hpp>
