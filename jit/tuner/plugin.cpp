// SPDX-License-Identifier: Apache-2.0
/// \file
/// The one symbol of the plug-in.
#include <hone/engine/service.hpp>

extern "C" __attribute__((visibility("default"))) const hone_tuner* hone_tuner_entry() {
  return &hone::core::engine::service();
}
