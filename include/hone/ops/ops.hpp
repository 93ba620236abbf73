// SPDX-License-Identifier: Apache-2.0
/// \file
/// The library of operators.
#pragma once

#include <hone/ops/conv2d.hpp>
#include <hone/ops/depthwise_conv2d.hpp>
#include <hone/ops/matmul.hpp>
#include <hone/ops/stencil.hpp>
