#===- gallery_circuits.py - What the gallery shows ------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Which circuits of a family the gallery shows, and what there is to see.

Only families with parameters that must be given need an entry. Names, summaries
and sources come from the table of families.
"""

import dataclasses
from typing import Callable


@dataclasses.dataclass(frozen=True)
class Shown:
    """A circuit to draw: a title, what to look at, and the parameters, which
    may depend on the width. `label` names them where they do. `figures` are
    what the note says in words, for a width that is a power of two: gen-gallery
    checks them."""

    title: str
    note: str
    parameters: str | Callable[[int], str] = ""
    label: str = ""
    figures: Callable[[int], dict] = lambda width: {}


def levels(width):
    return (width - 1).bit_length()


def halves(width):
    """Knowles's list in the middle between 1, 1, .. and 1, 2, 4, .."""
    levels = max(1, (width - 1).bit_length())
    return "[" + ",".join(str(2 ** (level // 2)) for level in range(levels)) + "]"


SHOWN = {
    "serial": [
        Shown(
            "Serial",
            "Every combine is on the spine: nothing is computed that the last "
            "output does not need, and nothing at the same time.",
            figures=lambda n: {"size": n - 1, "depth": n - 1, "tracks": 1},
        )
    ],
    "sklansky": [
        Shown(
            "Sklansky",
            "Each stage joins blocks in pairs, and the last prefix of the left "
            "block goes to every column of the right one.",
            figures=lambda n: {"depth": levels(n), "max_uses": n // 2},
        )
    ],
    "kogge_stone": [
        Shown(
            "Kogge-Stone",
            "Every column combines with the one 1, 2, 4, .. to its left: in a "
            "stage two wires at most leave a value, and the wires run in "
            "parallel. A finished prefix is read again in later stages.",
            figures=lambda n: {
                "level_fanout": 2,
                "max_uses": levels(n),
                "tracks": n // 2,
            },
        )
    ],
    "brent_kung": [
        Shown(
            "Brent-Kung",
            "The spine is a balanced tree; what is below it carries finished "
            "prefixes back down, one level at a time.",
            figures=lambda n: {
                "stages": 2 * levels(n) - 1,
                "level_fanout": 2,
            },
        ),
        Shown(
            "Brent-Kung, as soon as possible",
            "The same combines, each in the earliest stage that its operands "
            "allow: a stage less, and more wires that leave a value at once.",
            "asap=1",
            figures=lambda n: {
                "stages": 2 * levels(n) - 2,
                "level_fanout": levels(n) + 1,
            },
        ),
    ],
    "han_carlson": [
        Shown(
            "Han-Carlson",
            "Kogge-Stone on every second column between one level of pairs "
            "above and one below.",
            "l=1",
            figures=lambda n: {"tracks": n // 4, "stages": levels(n) + 1},
        ),
        Shown(
            "Han-Carlson, sparsity 4",
            "A second level of wings halves what is left in the middle.",
            "l=2",
            figures=lambda n: {"tracks": n // 8, "stages": levels(n) + 2},
        ),
    ],
    "sparse_sklansky": [
        Shown(
            "Sparse Sklansky",
            "Sklansky on every second column between the same two levels.",
            "l=1",
        )
    ],
    "ladner_fischer": [
        Shown(
            "Ladner-Fischer P<sub>0</sub>",
            "As deep as Sklansky with fewer combines: the left half is P<sub>1"
            "</sub>, which has a stage to spare.",
            "k=0",
            figures=lambda n: {"depth": levels(n)},
        ),
        Shown(
            "Ladner-Fischer P<sub>1</sub>",
            "Pairs, P<sub>0</sub> on half the columns, and a last stage that "
            "fills in the others.",
            "k=1",
        ),
    ],
    "harris": [
        Shown(
            "Harris (1, 1)",
            "One level of wings, fan-out 3, and the rest in tracks: a point "
            "inside the space that the circuits above are corners of.",
            "l=1,f=1",
            figures=lambda n: {
                "stages": levels(n) + 1,
                "level_fanout": 3,
                "tracks": n // 8,
            },
        )
    ],
    "knowles": [
        Shown(
            "Knowles",
            "Between Sklansky and Kogge-Stone in fan-out and in tracks; spans "
            "overlap, so the operator must be idempotent.",
            halves,
            "[1,1,2,2,..]",
        )
    ],
    "zero_deficiency": [
        Shown(
            "Zero deficiency",
            "Size and depth add up to 2n - 2, the least there is, at the least "
            "depth where that is possible.",
            figures=lambda n: {"deficiency": 0},
        )
    ],
    "dso_fanout2": [
        Shown(
            "Depth-size optimal, fan-out 2",
            "Slices along the spine, each a tree as high as the depth still "
            "allows.",
            figures=lambda n: {"deficiency": 0, "level_fanout": 2},
        )
    ],
    "blelloch": [
        Shown(
            "Blelloch",
            "The up-sweep and the down-sweep of the exclusive scan, as the "
            "combines of an inclusive one.",
        )
    ],
}
