/*===- operators.h - What scans compute, on the host --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Inputs are such that every order of combination gives the same bits: integers
|* that wrap, and small whole numbers as floats whose prefixes stay below 2^24.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_OPERATORS_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_OPERATORS_H

#include "manifest.h"

#include <stddef.h>

struct operator_info {
  const char *op, *elem, *out;
  size_t elem_size, out_size;
  int commutative;
  int again; /* whether outputs may be scanned again, and stay exact */
  void (*generate)(void *in, uint64_t n, uint64_t seed);
  void (*scan)(const void *in, void *out, uint64_t n, int inclusive,
               int reverse);
};

/* The operator of a scan. Stops where it is not known, where the scan has an
   init value, or is reverse and the operator not commutative. */
const struct operator_info *find_operator(const struct scan_info *scan);

/* 64 bits that depend on all of x (Steele, Lea and Flood 2014). */
uint64_t mix(uint64_t x);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_OPERATORS_H */
