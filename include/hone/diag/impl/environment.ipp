// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `environment.hpp`.
#pragma once

#include <hone/diag/environment.hpp>
