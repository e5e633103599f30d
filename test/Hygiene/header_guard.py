#===- header_guard.py - Rule: a header's guard is its path ----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""include/scanc/Circuits/Network.h -> SCANC_CIRCUITS_NETWORK_H; a header
elsewhere, lib/X/Y.h -> SCANC_LIB_X_Y_H."""

import re

import tree


def guard_of(path):
    for top in ("include/scanc/", "include/"):
        if path.startswith(top):
            path = path[len(top) :]
            break
    return "SCANC_" + re.sub(r"[^A-Za-z0-9]", "_", path).upper()


def problems(root):
    for path in tree.files(root, suffixes=(".h",)):
        expected = guard_of(path)
        directives = [
            (number, line.split())
            for number, line in enumerate(tree.read(root, path), 1)
            if line.startswith("#")
        ]
        if not directives:
            yield path, 1, f"no header guard, expected {expected}"
            continue
        number, words = directives[0]
        if words[:1] != ["#ifndef"] or words[1:2] != [expected]:
            yield path, number, f"the header guard must be {expected}"
        elif directives[1][1][:2] != ["#define", expected]:
            yield path, directives[1][0], f"expected '#define {expected}'"


if __name__ == "__main__":
    tree.main(problems)
