#===- follow_recipe.py - Launch what a .json file says to launch ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# follow_recipe.py NAME.json DEVICES
#
# DEVICES has a line "n sm_count", and the other sizes, for each scan. Prints "n workspace bytes", and
# "n kernel grid block in+offset out+offset workspace_offset n blocks" for each
# launch. With CuPy, what prints would call
#
#   module.get_function(step["kernel"])(
#       (grid,), (step["block"],),
#       (address of in, of out, of the workspace, numpy.uint64(n),
#        numpy.uint32(blocks)))
#
#===----------------------------------------------------------------------===//

import json
import sys


def follow(recipe, n, sm_count, *sizes):
    variant = recipe["variants"][0]
    launch = variant["launch"]
    parameters = [parameter["name"] for parameter in recipe["parameters"]]
    # Kernels take them behind n and the blocks.
    others = parameters[parameters.index("blocks") + 1:]
    names = {**launch["parameters"], **dict(zip(others, sizes)), "n": n,
             "sm_count": sm_count}
    evaluate = lambda text: eval(text, {}, names)
    for value in launch["values"]:
        names[value["name"]] = evaluate(value["value"])
    needed = evaluate(variant["workspace"]["formula"]) if n else 0
    assert needed <= variant["workspace"]["bytes"]
    print(n, "workspace", needed)
    case = next(c for c in launch["cases"] if evaluate(c["if"]))
    for step in case["steps"]:
        print(n, step["kernel"], evaluate(step["grid"]), step["block"],
              f'{step["in"]}+{evaluate(step["in_offset"])}',
              f'{step["out"]}+{evaluate(step["out_offset"])}',
              evaluate(step["workspace_offset"]), evaluate(step["n"]),
              evaluate(step["blocks_argument"]))


def main():
    with open(sys.argv[1]) as file:
        recipe = json.load(file)
    with open(sys.argv[2]) as devices:
        for line in devices:
            follow(recipe, *map(int, line.split()))


main()
