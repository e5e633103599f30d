#===- plain.py - A formatted man page without fonts and empty lines -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Filters standard input: mandoc prints bold and italic by overstriking."""

import re
import sys

for line in sys.stdin:
    line = re.sub(".\b", "", line.rstrip("\n"))
    if line:
        print(line)
