#!/bin/sh
#===- sanitize.sh - Runs axis and rows under compute-sanitizer -----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# sanitize.sh [--axis=PROGRAM] [--rows=PROGRAM] [--tools=NAME[,NAME...]]
#             [--sanitizer=PROGRAM] [--logs=DIR] [--limit=SECONDS]
#
# Memcheck, racecheck and initcheck in some three minutes: a line for each tool
# and program. Needs compute-sanitizer and Python 3. README.md says how the
# programs are built.

exec python3 "$(dirname "$0")/runner/sanitizer.py" "$@"
