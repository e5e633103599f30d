/*===- operators.c - What scans compute, on the host --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "operators.h"
#include "driver.h"

#include <string.h>

uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/* -3 to 3. */
static int small_number(uint64_t bits) { return (int)(bits % 7) - 3; }

/* Sums of TYPE, added up as SUM; VALUE of the random `bits`. */
#define DEFINE_SUM(NAME, TYPE, SUM, VALUE)                                     \
  static void generate_##NAME(void *in, uint64_t n, uint64_t seed) {           \
    TYPE *to = in;                                                             \
    uint64_t i;                                                                \
    for (i = 0; i < n; ++i) {                                                  \
      uint64_t bits = mix(seed + i);                                           \
      to[i] = (TYPE)(VALUE);                                                   \
    }                                                                          \
  }                                                                            \
  static void scan_##NAME(const void *in, void *out, uint64_t n,               \
                          int inclusive, int reverse) {                        \
    const TYPE *from = in;                                                     \
    TYPE *to = out;                                                            \
    SUM sum = 0;                                                               \
    uint64_t k;                                                                \
    for (k = 0; k < n; ++k) {                                                  \
      uint64_t i = reverse ? n - 1 - k : k;                                    \
      SUM next = sum + (SUM)from[i];                                           \
      to[i] = (TYPE)(inclusive ? next : sum);                                  \
      sum = next;                                                              \
    }                                                                          \
  }

DEFINE_SUM(i32, uint32_t, uint32_t, bits)
DEFINE_SUM(u8, uint8_t, uint32_t, bits)
DEFINE_SUM(f32, float, double, small_number(bits))

/* Maps y -> a y + b, the low one first: a in [2 i], b in [2 i + 1]. */
#define DEFINE_AFFINE(NAME, TYPE, WIDE, A, B)                                  \
  static void generate_##NAME(void *in, uint64_t n, uint64_t seed) {           \
    TYPE *to = in;                                                             \
    uint64_t i;                                                                \
    for (i = 0; i < n; ++i) {                                                  \
      uint64_t bits = mix(seed + i);                                           \
      to[2 * i] = (TYPE)(A);                                                   \
      to[2 * i + 1] = (TYPE)(B);                                               \
    }                                                                          \
  }                                                                            \
  static void scan_##NAME(const void *in, void *out, uint64_t n,               \
                          int inclusive, int reverse) {                        \
    const TYPE *from = in;                                                     \
    TYPE *to = out;                                                            \
    WIDE a = 1, b = 0;                                                         \
    uint64_t i;                                                                \
    (void)reverse;                                                             \
    for (i = 0; i < n; ++i) {                                                  \
      WIDE a1 = (WIDE)from[2 * i], b1 = (WIDE)from[2 * i + 1];                 \
      WIDE next_a = a1 * a, next_b = a1 * b + b1;                              \
      to[2 * i] = (TYPE)(inclusive ? next_a : a);                              \
      to[2 * i + 1] = (TYPE)(inclusive ? next_b : b);                          \
      a = next_a;                                                              \
      b = next_b;                                                              \
    }                                                                          \
  }

DEFINE_AFFINE(affine_i32, uint32_t, uint32_t, bits | 1, bits >> 32)
DEFINE_AFFINE(affine_f32, float, double, (bits & 1) ? 1 : -1,
              small_number(bits >> 8))

static const struct operator_info operators[] = {
    {"add", "i32", "i32", 4, 4, 1, 1, generate_i32, scan_i32},
    {"add", "u8", "u8", 1, 1, 1, 1, generate_u8, scan_u8},
    {"add", "f32", "f32", 4, 4, 1, 0, generate_f32, scan_f32},
    {"affine_i32", "i32,i32", "i32,i32", 8, 8, 0, 1, generate_affine_i32,
     scan_affine_i32},
    {"affine", "f32,f32", "f32,f32", 8, 8, 0, 0, generate_affine_f32,
     scan_affine_f32},
};

const struct operator_info *find_operator(const struct scan_info *scan) {
  size_t i;
  for (i = 0; i < sizeof(operators) / sizeof(operators[0]); ++i) {
    const struct operator_info *op = &operators[i];
    if (strcmp(op->op, scan->op) != 0 || strcmp(op->elem, scan->elem) != 0 ||
        strcmp(op->out, scan->out) != 0)
      continue;
    if (scan->init[0] != '\0' || (scan->reverse && !op->commutative))
      break;
    return op;
  }
  stop("%s: no reference for %s of %s to %s%s%s", scan->name, scan->op,
       scan->elem, scan->out, scan->init[0] ? " from an init value" : "",
       scan->reverse ? " in reverse" : "");
}
