#!/bin/sh
#===- build.sh - Compiles states.cu with its launchers ----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# build.sh LAUNCHERS OUT
#
# LAUNCHERS holds what `scanc scans.mlir -o LAUNCHERS/scan` wrote; OUT/states is
# the program. Needs nvcc and a C compiler.

set -e
here=$(dirname "$0")
mkdir -p "$2"
for file in "$1"/scan*.c; do
  ${CC:-cc} -O1 -std=c99 -Wall -Wextra -Werror -c "$file" \
    -o "$2/$(basename "$file" .c).o" &
done
"${NVCC:-nvcc}" -O2 -std=c++17 -arch="${ARCH:-sm_90}" -I "$1" \
  -c "$here/states.cu" -o "$2/states.o"
wait
"${NVCC:-nvcc}" -arch="${ARCH:-sm_90}" "$2"/*.o -o "$2/states" -ldl -lpthread
