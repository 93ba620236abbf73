/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between the core and a backend plug-in: C, versioned, plain data in and out. A plug-in is a shared
 * library that exports `hone_backend_entry` and nothing else; it is opened with dlopen(RTLD_NOW | RTLD_LOCAL). */
#ifndef HONE_JIT_BACKEND_H
#define HONE_JIT_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#include <hone/meta/bytes.h>    /* hone_bytes */
#include <hone/runtime/entry.h> /* hone_entry */

#ifdef __cplusplus
extern "C" {
#endif

/* Changed whenever anything below, or in runtime/entry.h, changes. */
#define HONE_BACKEND_ABI 1u

/* What a compilation used; -1 where the backend cannot know. */
typedef struct hone_resources {
  int64_t code_bytes;
  int64_t stack_bytes;     /* of the largest frame */
  int64_t spills;          /* loads and stores of the stack inside the innermost loops */
  int64_t registers;
  int64_t shared_bytes;
} hone_resources;

/* The result of a compilation: object code, or the text of an error. Released by the backend that made it. */
typedef struct hone_artefact {
  hone_bytes object;       /* CPU: a relocatable ELF object with no undefined symbols */
  hone_resources resources;
  const char* error;       /* NULL when it succeeded, else one sentence */
  void* owner;             /* private to the backend */
} hone_artefact;

enum {
  HONE_COMPILE_DEFAULT = 0,
  HONE_COMPILE_ASSEMBLY = 1,   /* `object` is the assembly text instead */
  HONE_COMPILE_IR = 2          /* `object` is the backend's own intermediate text instead */
};

typedef struct hone_backend {
  uint32_t abi;            /* HONE_BACKEND_ABI */
  uint32_t bytes;          /* sizeof(hone_backend) */
  const char* name;        /* "orc" */
  const char* compiler;    /* "LLVM 19.1.7" */
  /* programs: ir::to_bytes of a list of programs; target: target::to_bytes of a cpu. Thread safe. */
  void (*compile)(hone_bytes programs, hone_bytes target, uint32_t flags, hone_artefact* result);
  void (*release)(hone_artefact* artefact);
  const void* device;      /* the device half; NULL for CPUs, whose objects the core's own loader runs */
} hone_backend;

/* The one symbol that a plug-in exports. */
typedef const hone_backend* (*hone_backend_entry_function)(void);

#ifdef __cplusplus
}
#endif

#endif /* HONE_JIT_BACKEND_H */
