// SPDX-License-Identifier: Apache-2.0
/// \file
/// The language in which operators are written. Its names are in `hone` too; operators and functions of expressions
/// are found by argument-dependent lookup in any case.
#pragma once

#include <hone/dsl/activations.hpp>
#include <hone/dsl/add_all.hpp>
#include <hone/dsl/arguments.hpp>
#include <hone/dsl/assign.hpp>
#include <hone/dsl/axis.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/functions.hpp>
#include <hone/dsl/operator.hpp>
#include <hone/dsl/operators.hpp>
#include <hone/dsl/reductions.hpp>
#include <hone/dsl/tensor.hpp>

namespace hone {

using dsl::attribute;
using dsl::axis;
using dsl::scalar;
using dsl::shaped_tensor;
using dsl::size;
using dsl::tensor;

using dsl::abs;
using dsl::add_all;
using dsl::cast;
using dsl::ceil;
using dsl::clamp;
using dsl::cos;
using dsl::erf;
using dsl::exp;
using dsl::extents;
using dsl::floor;
using dsl::gelu;
using dsl::gelu_tanh;
using dsl::leaky_relu;
using dsl::log;
using dsl::max;
using dsl::max_over;
using dsl::min;
using dsl::min_over;
using dsl::op;
using dsl::padded;
using dsl::product;
using dsl::relu;
using dsl::select;
using dsl::sigmoid;
using dsl::silu;
using dsl::sin;
using dsl::sqrt;
using dsl::sum;
using dsl::tanh;

}  // namespace hone
