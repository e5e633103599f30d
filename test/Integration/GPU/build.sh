#!/bin/sh
#===- build.sh - Compiles a program with its launchers --------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# build.sh NAME LAUNCHERS OUT
#
# NAME is rows, maps, states or axis. LAUNCHERS holds what
# `scanc NAME/scans.mlir -o LAUNCHERS/scan` wrote; OUT/NAME is the program. Needs
# nvcc and a C compiler.

set -e
here=$(dirname "$0")
mkdir -p "$3"
for file in "$2"/scan*.c; do
  ${CC:-cc} -O1 -std=c99 -Wall -Wextra -Werror -c "$file" \
    -o "$3/$(basename "$file" .c).o" &
done
"${NVCC:-nvcc}" -O2 -std=c++17 -arch="${ARCH:-sm_90}" -I "$2" \
  -c "$here/$1/$1.cu" -o "$3/$1.o"
wait
"${NVCC:-nvcc}" -arch="${ARCH:-sm_90}" "$3"/*.o -o "$3/$1" -ldl -lpthread
