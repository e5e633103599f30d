#===- count_ops.py - How often each op occurs in each kernel --------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Reads a module and writes a line for each kernel:

    sum_single: gpu.barrier 2, gpu.shuffle up 5

An argument is the name of an op, or the name and the words that follow it.
"""

import re
import sys


def main():
    kernels, body = {}, None
    for line in sys.stdin:
        kernel = re.match(r"\s*(?:gpu|llvm)\.func @(\w+)", line)
        if kernel:
            body = kernels.setdefault(kernel.group(1), [])
        elif body is not None:
            body.append(line)
    for name, lines in kernels.items():
        counts = []
        for text in sys.argv[1:]:
            words = r"\s+".join(re.escape(word) for word in text.split())
            pattern = re.compile(rf"(?:^|\s){words}(?![\w.])")
            counts.append(f"{text} {sum(bool(pattern.search(line)) for line in lines)}")
        print(f"{name}: {', '.join(counts)}")


if __name__ == "__main__":
    main()
