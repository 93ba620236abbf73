/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes that cross a C interface. The owner keeps them for as long as the interface says. */
#ifndef HONE_META_BYTES_H
#define HONE_META_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct hone_bytes {
  const uint8_t* data;
  size_t size;
} hone_bytes;

#endif /* HONE_META_BYTES_H */
