#!/bin/sh
#===- run.sh - Runs a GPU bundle -----------------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# run.sh [quick|scans|full|sanitize] [--out DIR]
# run.sh load [--quick] [--part=NAME] [--out DIR]
# run.sh bench [--out DIR] [OPTION OF scanc-bench...]
# run.sh profile NAME N [--out DIR]
#
# Needs nvcc, gcc, g++ and Python 3; CuPy for one suite, compute-sanitizer for
# another, ncu for profile. README.md says what comes out.

exec python3 "$(dirname "$0")/runner/run.py" "$@"
