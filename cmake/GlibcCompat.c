/*===- GlibcCompat.c - What older C libraries lack ------------------------===*\
|*                                                                            *|
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.         *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* LLVM's archives are made for glibc 2.36, which has arc4random. With this one
 * the driver runs from glibc 2.35 on (Ubuntu 22.04). */

#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) uint32_t arc4random(void);

/* A random number, from the kernel. Errors: none to return; it aborts. */
uint32_t arc4random(void) {
  uint32_t number;
  if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
    abort();
  return number;
}
