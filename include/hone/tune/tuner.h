/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between a program and the tuner: C, versioned, plain data in and out. A program that was compiled with
 * hone::compiled has the tuner in it; one that only has the headers opens the plug-in libhone-tuner.so, which exports
 * `hone_tuner_entry` and nothing else. The messages are those of tune/messages.hpp. */
#ifndef HONE_TUNE_TUNER_H
#define HONE_TUNE_TUNER_H

#include <stddef.h>
#include <stdint.h>

#include <hone/meta/bytes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changed whenever anything below, or a message, changes. */
#define HONE_TUNER_ABI 1u

/* What the tuner asks of the program while it works, each with `program` as it was passed. Any may be called from the
 * thread that called the tuner only. `tensors`: one address per symbol of the operator, NULL for what is no tensor. */
typedef struct hone_tuner_calls {
  void* program;
  void (*run)(void* program, void* const* tensors, size_t count);            /* the operator's plain loops */
  void (*run_reference)(void* program, void* const* tensors, size_t count);  /* the same in double */
  /* one element of the output in double; `point` has an index per dimension */
  double (*at)(void* program, void* const* tensors, size_t count, const int64_t* point, size_t rank);
  /* runs a callable with a configuration; its failure as one text, NULL when it went well, valid until the next call */
  const char* (*call)(void* program, hone_bytes configuration);
  /* tells of a trial; NULL when the program does not listen. The search ends when it returns something else than 0. */
  int (*on_trial)(void* program, hone_bytes event);
} hone_tuner_calls;

/* Released by the tuner that made it. */
typedef struct hone_tuner_reply {
  hone_bytes bytes;
  void* owner; /* private to the tuner */
} hone_tuner_reply;

typedef struct hone_tuner {
  uint32_t abi;   /* HONE_TUNER_ABI */
  uint32_t bytes; /* sizeof(hone_tuner) */
  void (*tune)(hone_bytes request, const hone_tuner_calls* calls, hone_tuner_reply* reply);
  void (*tune_callable)(hone_bytes request, const hone_tuner_calls* calls, hone_tuner_reply* reply);
  void (*release)(hone_tuner_reply* reply);
} hone_tuner;

typedef const hone_tuner* (*hone_tuner_entry_function)(void);

#ifdef __cplusplus
}
#endif

#endif /* HONE_TUNE_TUNER_H */
