#===- random_plans.py - Proves kernels of random plans -------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""random_plans.py STRATEGY SEED COUNT FOLDER: writes COUNT scans into FOLDER,
of random types and plans of one_launch_streaming, chained or
decoupled_lookback, and has scanc verify each at the borders of its tiles.
Prints what is not verified; exits with 1 then. More seeds than the test's find
more.
"""

import random
import subprocess
import sys
from pathlib import Path

from levels import MONOID

SCAN = """
prefix.scan @s {kind} {reverse}@{monoid} {init}: ({element}) -> ({output})
  plan <strategy = {strategy}, tail = <warps = 1>, {plan}>
"""
STREAM = """
        top = <warps = {top}>,
        scan = <warps = {warps}, items = {items}, stages = {stages},
                groups = {groups}, ahead = {ahead}, {runs}>{short}"""
SHORT = """,
        short_scan = <warps = {warps}, items = {items}, {runs}>"""
FAMILIES = ["serial", "sklansky", "kogge_stone", "brent_kung"]
DRAWN = """
        blocks_per_sm = {blocks}, top = <items = {entries}>,
        scan = <warps = {warps}, rows = {rows}, items = {items}>"""
# Of elements and of outputs; the first is the state, too.
TYPES = {
    "affine": ["i32, i32", "i16, i32", "i32, i16", "i8, i8", "i16, i16"],
    "add_i32": ["i32", "ui8", "ui16", "i16", "i8"],
}


def fill(text, values):
    for key, value in values.items():
        text = text.replace("{" + key + "}", str(value))
    return text


def choose_runs(rng, items, reduce):
    """The pieces of a scan's runs, and often circuits of one: of the scan, and
    of the skeleton called `reduce`, which goes by pieces then."""
    piece = rng.choice([d for d in range(1, items + 1) if items % d == 0])
    runs = f"piece = {piece}"
    if rng.random() < 0.4:
        runs += f", thread = {rng.choice(FAMILIES)}<{piece}>"
    if rng.random() < 0.4:
        runs += (f">, {reduce} = <piece = {piece}, "
                 f"thread = {rng.choice(FAMILIES)}<{piece}>")
    return runs


def choose_short(rng, runs):
    """A kernel for short launches, with tiles of at most `runs` items a lane;
    often none."""
    warps = rng.choice([1, 1, 2])
    if rng.random() < 0.5 or runs < warps:
        return ""
    items = rng.randint(1, runs // warps)
    return fill(SHORT, {"warps": warps, "items": items,
                        "runs": choose_runs(rng, items, "short_reduce")})


def choose_stream(rng):
    """The plan of one_launch_streaming, and its tile."""
    items = rng.choice([1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 20, 36])
    groups = rng.choice([1, 1, 2, 3])
    stages = rng.randint(groups, groups + 3)
    most_ahead = max(1, stages - groups) if stages % groups else stages
    warps = rng.choice([1, 1, 2, 3])
    return fill(STREAM, {
        "warps": warps,
        "items": items,
        "runs": choose_runs(rng, items, "reduce"),
        "short": choose_short(rng, warps * items),
        "groups": groups,
        "stages": stages,
        "ahead": rng.randint(1, most_ahead),
        "top": rng.randint(1, min(3, stages)),
    }), 32 * warps * items


def choose_drawn(rng):
    """The plan of blocks that draw tiles, and its tile."""
    shape = {"warps": rng.choice([1, 1, 2, 3]), "rows": rng.randint(1, 3),
             "items": rng.choice([1, 2, 3, 4, 5, 8])}
    return fill(DRAWN, {
        **shape,
        "blocks": rng.randint(1, 4),
        "entries": rng.choice([1, 2, 4]),
    }), 32 * shape["warps"] * shape["rows"] * shape["items"]


def choose_scan(rng, strategy):
    """A scan, as text, and its tile."""
    monoid = rng.choice(list(TYPES))
    element = rng.choice(TYPES[monoid])
    init = ", ".join(f"{rng.randint(2, 9)} : i32"
                     for _ in TYPES[monoid][0].split(","))
    choose_plan = (choose_stream if strategy == "one_launch_streaming"
                   else choose_drawn)
    plan, tile = choose_plan(rng)
    return MONOID + fill(SCAN, {
        "strategy": strategy,
        "plan": plan.strip(),
        "monoid": monoid,
        "kind": rng.choice(["exclusive", "inclusive"]),
        "reverse": rng.choice(["", "reverse "]),
        "init": rng.choice(["", f"init ({init}) "]),
        "element": element,
        "output": rng.choice([element] + TYPES[monoid]),
    }), tile


def choose_sizes(rng, tile):
    return {1, rng.randint(2, tile), tile, tile + 1, 4 * tile,
            rng.randint(tile, 4 * tile), rng.randint(4 * tile, 14 * tile)}


def main():
    strategy, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    folder = Path(sys.argv[4])
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for number in range(count):
        scan, tile = choose_scan(rng, strategy)
        path = folder / f"plan{number}.mlir"
        path.write_text(scan)
        sizes = choose_sizes(rng, tile)
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
