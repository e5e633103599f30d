#===- random_plans.py - Proves kernels of random one-launch plans --------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""random_plans.py SEED COUNT FOLDER: writes COUNT scans into FOLDER, of random
types and plans, and has scanc verify each at the borders of its tiles. Prints
what is not verified; exits with 1 then. More seeds than the test's find more.
"""

import random
import subprocess
import sys
from pathlib import Path

from levels import MONOID

SCAN = """
prefix.scan @s {kind} {reverse}@{monoid} {init}: ({element}) -> ({output})
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        top = <warps = {top}>,
        scan = <warps = {warps}, items = {items}, stages = {stages},
                groups = {groups}, ahead = {ahead}, piece = {piece}>>
"""
# Of elements and of outputs; the first is the state, too.
TYPES = {
    "affine": ["i32, i32", "i16, i32", "i32, i16", "i8, i8", "i16, i16"],
    "add_i32": ["i32", "ui8", "ui16", "i16", "i8"],
}


def choose_scan(rng):
    monoid = rng.choice(list(TYPES))
    element = rng.choice(TYPES[monoid])
    init = ", ".join(f"{rng.randint(2, 9)} : i32"
                     for _ in TYPES[monoid][0].split(","))
    items = rng.choice([1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 20, 36])
    groups = rng.choice([1, 1, 2, 3])
    stages = rng.randint(groups, groups + 3)
    most_ahead = max(1, stages - groups) if stages % groups else stages
    return {
        "monoid": monoid,
        "kind": rng.choice(["exclusive", "inclusive"]),
        "reverse": rng.choice(["", "reverse "]),
        "init": rng.choice(["", f"init ({init}) "]),
        "element": element,
        "output": rng.choice([element] + TYPES[monoid]),
        "warps": rng.choice([1, 1, 2, 3]),
        "items": items,
        "piece": rng.choice([d for d in range(1, items + 1)
                             if items % d == 0]),
        "groups": groups,
        "stages": stages,
        "ahead": rng.randint(1, most_ahead),
        "top": rng.randint(1, min(3, stages)),
    }


def choose_sizes(rng, tile):
    return {1, rng.randint(2, tile), tile, tile + 1, 4 * tile,
            rng.randint(tile, 4 * tile), rng.randint(4 * tile, 14 * tile)}


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for number in range(count):
        scan = choose_scan(rng)
        text = SCAN
        for key, value in scan.items():
            text = text.replace("{" + key + "}", str(value))
        path = folder / f"plan{number}.mlir"
        path.write_text(MONOID + text)
        sizes = choose_sizes(rng, 32 * scan["warps"] * scan["items"])
        done = subprocess.run(
            ["scanc", "verify", path, "--schedules=2",
             "--n=" + ",".join(map(str, sorted(sizes)))],
            capture_output=True, text=True)
        if done.returncode:
            failed += 1
            print(path, done.stdout, done.stderr, sep="\n")
    print(f"{count - failed} of {count} plans verified")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
