// SPDX-License-Identifier: Apache-2.0
/// \file
/// Says where plug-ins are looked for last.
#include <cstdio>

#include <hone/jit/find.hpp>

int main() { std::puts(hone::core::jit::plugin_folders().back().c_str()); }
