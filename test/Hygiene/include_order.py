#===- include_order.py - Rule: includes point down the rooms --------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Machine <- {Circuits, Dialect} <- Analysis <- Transforms <- Conversion <- Target, Simt
<- Pipelines, Report <- Verify, Tune <- tools; Runtime is below all of them and sees
nothing.

A file may include its own room and the lower ones. Machine, Circuits and Runtime
know no MLIR."""

import os
import re

import tree

# Path below include/scanc/ or lib/, and its level. Peers have one level and
# must not include one another. The dialect names circuit families and the
# prelude's operators, so it is above both.
ROOMS = [
    ("Launch", 0),
    ("Machine", 0),
    ("Runtime", 0),
    ("Circuits", 1),
    ("Dialect/Prefix/Prelude", 1),
    ("Dialect/Prefix/IR", 2),
    ("Dialect/Prefix/Analysis", 3),
    ("Dialect/Prefix/Transforms", 4),
    ("Conversion/Operators", 5.1),
    ("Conversion/Access", 5.2),
    ("Conversion/Levels", 5.3),
    ("Conversion/Exchange", 5.35),
    ("Conversion/Kernels", 5.4),
    ("Conversion", 5),  # the list of passes
    ("Target", 7),
    ("Simt", 7),
    ("Report", 8),
    ("Pipelines", 8),
    ("Verify", 9),
    ("Tune", 9),
]
# Each folder of these is a room, and has a header of its name in include/.
FOLDERS = {"Domains/": "a domain", "Strategies/": "a strategy"}
FOLDERS_LEVEL = 6
# Who registers them; nobody else knows which there are.
REGISTRAR = "Pipelines"
TOOLS_LEVEL = 10
WITHOUT_MLIR = {"Launch", "Machine", "Runtime", "Circuits"}

SUFFIXES = (".h", ".cpp", ".c", ".td", ".in", ".inc")


def room_of(path):
    """(room, level) of a path below include/scanc/ or lib/; None if unknown."""
    for folders in FOLDERS:
        if path.startswith(folders):
            folder = path[len(folders) :].split("/")[0].removesuffix(".h")
            return folders + folder, FOLDERS_LEVEL
    for room, level in ROOMS:
        if path == room or path.startswith(room + "/"):
            return room, level
    return None


def owner(path):
    """(room, level) of a file of the tree; None for files with no room."""
    for top in ("include/scanc/", "lib/"):
        if path.startswith(top):
            return room_of(path[len(top) :]) or ("?", None)
    if path.startswith("tools/"):
        return path.split("/")[1], TOOLS_LEVEL
    return None


def problems(root):
    for path in tree.files(root, SUFFIXES, under=("include", "lib", "tools")):
        mine = owner(path)
        if mine is None:
            continue
        room, level = mine
        if level is None:
            yield path, 1, "in no known room (see docs/Architecture.md, Rooms)"
            continue
        for number, line in enumerate(tree.read(root, path), 1):
            match = re.match(r'\s*#?\s*include\s+["<]([^">]+)[">]', line)
            if not match:
                continue
            included = match.group(1)
            if room in WITHOUT_MLIR and included.startswith("mlir/"):
                yield path, number, f"{room} must not include MLIR"
            if included.startswith("../"):
                target = os.path.normpath(
                    os.path.join(os.path.dirname(path), included)
                )
                theirs = owner(target)
            elif included.startswith("scanc/"):
                theirs = room_of(included[len("scanc/") :])
            else:
                continue
            if theirs is None or theirs[1] is None:
                yield path, number, f"'{included}' is in no known room"
            elif theirs[0] == room:
                continue
            elif theirs[1] == FOLDERS_LEVEL and room != REGISTRAR:
                what = FOLDERS[theirs[0].split("/")[0] + "/"]
                yield path, number, f"only {REGISTRAR} may include {what}"
            elif theirs[1] >= level:
                yield path, number, f"{room} must not include {theirs[0]}"


if __name__ == "__main__":
    tree.main(problems)
