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
# Prints "n kernel grid block blocks_argument" for each launch of each n. With
# CuPy, the line that prints would be
#
#   module.get_function(step["kernel"])(
#       (grid,), (step["block"],),
#       (source, target, workspace, numpy.uint64(n), numpy.uint32(argument)))
#
#===----------------------------------------------------------------------===//

import json
import sys


def follow(recipe, n, sm_count):
    names = {**recipe, "n": n, "sm_count": sm_count}
    launch = recipe["launch"]
    names["blocks"] = eval(launch["blocks"], {}, names)
    case = next(c for c in launch["cases"] if eval(c["if"], {}, names))
    for step in case["steps"]:
        grid = eval(step["grid"], {}, names)
        argument = eval(step["blocks_argument"], {}, names)
        print(n, step["kernel"], grid, step["block"], argument)


def main():
    with open(sys.argv[1]) as file:
        recipe = json.load(file)
    for n in sys.argv[3:]:
        follow(recipe, int(n), int(sys.argv[2]))


main()
