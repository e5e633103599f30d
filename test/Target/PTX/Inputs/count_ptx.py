#===- count_ptx.py - How often each instruction occurs in each kernel -----===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Reads PTX and writes a line for each kernel:

    sum_single: shfl.sync.up 6, bar.sync 2

An argument is an instruction, with as many of its modifiers as matter: others
may follow.
"""

import re
import sys


def main():
    kernels, body = {}, None
    for line in sys.stdin:
        kernel = re.match(r"\.visible \.entry (\w+)\(", line)
        if kernel:
            body = kernels.setdefault(kernel.group(1), [])
        elif body is not None:
            body.append(line)
    for name, lines in kernels.items():
        counts = []
        for text in sys.argv[1:]:
            pattern = re.compile(rf"\s{re.escape(text)}[.\s]")
            counts.append(f"{text} {sum(bool(pattern.search(line)) for line in lines)}")
        print(f"{name}: {', '.join(counts)}")


if __name__ == "__main__":
    main()
