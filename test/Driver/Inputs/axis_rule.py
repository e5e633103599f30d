#===- axis_rule.py - What a launcher would launch along an axis -----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""axis_rule.py NAME.json SM_COUNT LENGTHxCHAINS...

Prints the kernel and the grid for chains that fill no stretch of memory, by the
launch rule of the first variant; and what the kernel is told of how many chains
there are, and how lanes lie.
"""

import json
import sys

path, sm_count, *shapes = sys.argv[1:]
with open(path) as file:
    launch = json.load(file)["variants"][0]["launch"]
for shape in shapes:
    length, chains = map(int, shape.removesuffix("dense").split("x"))
    names = dict(launch["parameters"], n=length * chains, axis=length,
                 stretch=chains if shape.endswith("dense") else 0,
                 sm_count=int(sm_count), min=min, max=max)
    for value in launch["values"]:
        names[value["name"]] = eval(value["value"], names)
    case = next(case for case in launch["cases"] if eval(case["if"], names))
    for step in case["steps"]:
        told = eval(step["blocks_argument"], names)
        bits = [word for bit, word in ((8, "stretches"), (16, "beside"), (32, "kept"))
                if told & bit]
        print(shape, step["kernel"], eval(step["grid"], names), "of",
              eval(step["n"], names), "chains:", f"{1 << (told & 7)} followers",
              *bits, f"{told >> 6} idle")
