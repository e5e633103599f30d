#===- many_scans.py - More scans than there are threads -------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Prints nine scans of different operators, types and domains."""

OPERATORS = [("add", "i32"), ("max", "f32"), ("min", "i64")]

for number in range(9):
    name, element = OPERATORS[number % 3]
    domain = " domain rows" if number == 7 else ""
    kind = ["inclusive", "exclusive"][number % 2]
    print(f"prefix.scan @scan{number} {kind}"
          f"{' reverse' if number > 5 else ''} @{name}_{element}"
          f" : ({element}) -> ({element}){domain}")
