#===- vscode_files.py - The extension's files against the compiler --------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The version is CMake's; the grammar knows every family and strategy, and no
other, and every word that a scan may have; the list of packages has a hash for
each and names no host.

Run with the folder of the project and scanc as the arguments.
"""

import json
import os
import re
import subprocess
import sys


def read(root, *path):
    with open(os.path.join(root, *path), encoding="utf-8") as stream:
        return stream.read()


def listed(scanc, what):
    """The names that `scanc list` prints, without their parameters."""
    text = subprocess.run(
        [scanc, "list", what],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ).stdout
    return {re.split(r"[<\s]", line)[0] for line in text.splitlines()}


def coloured(grammar, rule):
    """The words of a rule of the grammar that is a list of words."""
    pattern = grammar["repository"][rule]["match"]
    return set(re.search(r"\(\?:([\w|]+)\)", pattern).group(1).split("|"))


def words_of_scans(root):
    """The words that the dialect writes in a scan."""
    ops = read(
        root, "include", "scanc", "Dialect", "Prefix", "IR", "PrefixOps.td"
    )
    scan = ops[ops.index("def Prefix_ScanOp ") :]
    form = re.search(r"let assemblyFormat = \[\{(.*?)\}\];", scan, re.DOTALL)
    return set(re.findall(r"`(\w+)`", form.group(1)))


def main(root, scanc):
    extension = os.path.join(root, "editors", "vscode")
    version = re.search(
        r"project\(scanc VERSION ([\d.]+)", read(root, "CMakeLists.txt")
    ).group(1)
    lock = json.loads(read(extension, "package-lock.json"))
    for where in (json.loads(read(extension, "package.json")), lock):
        assert where["version"] == version, where["version"]

    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or package.get("integrity"), name

    grammar = json.loads(read(extension, "syntaxes", "prefix.tmLanguage.json"))
    families = listed(scanc, "families")
    assert coloured(grammar, "family") == families, families
    strategies = listed(scanc, "strategies") - {"auto"}
    assert coloured(grammar, "strategy") == strategies, strategies
    pattern = grammar["repository"]["scan"]["patterns"][0]["match"]
    known = set(re.search(r"\(\?:([\w|]+)\)", pattern).group(1).split("|"))
    words = words_of_scans(root)
    assert {"reverse", "domain"} <= words <= known, words - known
    print(
        f"version {version}, {len(families)} families, "
        f"{len(strategies)} strategies"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
