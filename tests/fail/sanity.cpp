// SPDX-License-Identifier: Apache-2.0
// build error: the harness sees this
/// \file
/// The harness tells what compiles from what does not.
#if defined(HONE_TWIN)
static_assert(true);
#else
static_assert(false, "the harness sees this");
#endif
