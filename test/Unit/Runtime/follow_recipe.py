#===- follow_recipe.py - Launch what a .json file says to launch ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# follow_recipe.py NAME.json SM_COUNT N...
#
# Prints "n workspace bytes" for each n, and "n kernel grid block in+offset out+offset workspace_offset n blocks"
# for each launch of each n. With CuPy, what prints would call
#
#   module.get_function(step["kernel"])(
#       (grid,), (step["block"],),
#       (address of in, of out, of the workspace, numpy.uint64(n),
#        numpy.uint32(blocks)))
#
#===----------------------------------------------------------------------===//

import json
import sys


def follow(recipe, n, sm_count):
    names = {**recipe, "n": n, "sm_count": sm_count}
    evaluate = lambda text: eval(text, {}, names)
    launch = recipe["launch"]
    for value in launch["values"]:
        names[value["name"]] = evaluate(value["value"])
    needed = evaluate(recipe["workspace"]["formula"]) if n else 0
    assert needed <= recipe["workspace"]["bytes"]
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
    for n in sys.argv[3:]:
        follow(recipe, int(n), int(sys.argv[2]))


main()
