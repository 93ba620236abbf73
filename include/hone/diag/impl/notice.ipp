// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `notice.hpp`.
#pragma once

#include <hone/diag/notice.hpp>
