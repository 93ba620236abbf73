/* SPDX-License-Identifier: Apache-2.0 */
/* What generated code looks like to its caller: C, since backends share it. Part of HONE_BACKEND_ABI (jit/backend.h). */
#ifndef HONE_RUNTIME_ENTRY_H
#define HONE_RUNTIME_ENTRY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What generated code may call. Today nothing: `bytes` is the size of the table. */
typedef struct hone_runtime_table {
  uint32_t bytes;
} hone_runtime_table;

/* The entry of a compiled program: runs iterations [begin, end) of its parallel loop.
 * buffers: one address per slot. parameters: the values of what is not fixed (none today). Returns 0. */
typedef int32_t (*hone_entry)(void* const* buffers, const int64_t* parameters, int64_t begin, int64_t end,
                              const hone_runtime_table* runtime);

#ifdef __cplusplus
}
#endif

#endif /* HONE_RUNTIME_ENTRY_H */
