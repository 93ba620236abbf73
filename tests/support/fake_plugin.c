/* SPDX-License-Identifier: Apache-2.0 */
/* A backend for tests of the measurer, compiled by the tests themselves. It looks for an order in the bytes of the
 * programs: "@object FILE@" answers with that file, "@spills FILE@" likewise and reports spills, "@refuse@" with an
 * error; "@abort@", "@fault@", "@exit@" and "@hang@" do that. */
#include <hone/jit/backend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* find(const uint8_t* data, size_t size, const char* order) {
  size_t n = strlen(order);
  for (size_t k = 0; k + n <= size; ++k)
    if (memcmp(data + k, order, n) == 0) return (const char*)data + k + n;
  return NULL;
}

static void read_object(const char* name, hone_artefact* result) {
  char path[1024] = {0};
  size_t n = strcspn(name, "@");
  memcpy(path, name, n < sizeof path ? n : sizeof path - 1);
  FILE* file = fopen(path, "rb");
  if (!file) {
    result->error = "there is no such object";
    return;
  }
  uint8_t* bytes = malloc(1 << 20);
  result->object.size = fread(bytes, 1, 1 << 20, file);
  result->object.data = bytes;
  result->owner = bytes;
  fclose(file);
}

static void compile(hone_bytes programs, hone_bytes target, uint32_t flags, hone_artefact* result) {
  const char* name;
  (void)target;
  (void)flags;
  memset(result, 0, sizeof *result);
  if (find(programs.data, programs.size, "@abort@")) {
    fputs("LLVM ERROR: Cannot select: a test\nStack dump\n", stderr);
    abort();
  }
  if (find(programs.data, programs.size, "@fault@")) *(volatile int*)8 = 1;
  if (find(programs.data, programs.size, "@exit@")) _Exit(3);
  if (find(programs.data, programs.size, "@hang@"))
    for (volatile int k = 0;; ++k) {
    }
  if (find(programs.data, programs.size, "@refuse@"))
    result->error = "this cannot be compiled";
  else if ((name = find(programs.data, programs.size, "@object ")))
    read_object(name, result);
  else if ((name = find(programs.data, programs.size, "@spills "))) {
    read_object(name, result);
    result->resources.spills = 12;
  } else
    result->error = "no order for the fake backend";
}

static void release(hone_artefact* result) { free(result->owner); }

const hone_backend* hone_backend_entry(void) {
  static const hone_backend table = {HONE_BACKEND_ABI, sizeof(hone_backend), "fake", "cc", compile, release, NULL};
  return &table;
}
