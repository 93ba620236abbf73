// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `thread_pool.hpp`.
#pragma once

#include <hone/runtime/thread_pool.hpp>
