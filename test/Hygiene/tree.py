#===- tree.py - The files of a tree, and how a rule reports ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What the hygiene rules share.

A rule is a script with a generator `problems(root)` that yields a
(path, line, message) for each thing it rejects; `main` runs it on the tree
named on the command line and exits with 1 if there was any. Each rule has a
test that runs it on this project, and on a planted tree in Inputs/ where it
must fail.
"""

import os
import re
import sys

# What is not part of the sources: build trees, version control, caches.
SKIPPED_DIRECTORIES = {"build", "__pycache__", "node_modules"}
# Planted bad files: skipped in the project, read when they are the tree.
PLANTED = os.path.join("test", "Hygiene", "Inputs")

COMMENT_LEADERS = r"(?://|\#|;|<!--)"


def files(root, suffixes=None, under=None):
    """The paths, relative to `root` and sorted, of the files of a tree.

    `suffixes` selects by the end of the name; `under` names directories.
    """
    found = []
    for directory, names, leaves in os.walk(root):
        relative = os.path.relpath(directory, root)
        names[:] = sorted(
            name
            for name in names
            if name not in SKIPPED_DIRECTORIES
            and (not name.startswith(".") or name == ".ci")
            and os.path.normpath(os.path.join(relative, name)) != PLANTED
        )
        for leaf in leaves:
            path = os.path.normpath(os.path.join(relative, leaf))
            if under and path.split(os.sep)[0] not in under:
                continue
            if suffixes is None or path.endswith(tuple(suffixes)):
                found.append(path)
    return sorted(found)


def read(root, path):
    """The lines of a file without their ends; none for what is not text."""
    with open(os.path.join(root, path), "rb") as stream:
        data = stream.read()
    if b"\0" in data:
        return []
    return data.decode("utf-8", errors="replace").splitlines()


def is_script(lines):
    """True for a file that a `#!` line makes a program."""
    return bool(lines) and lines[0].startswith("#!")


LIT_SUFFIXES = (".mlir", ".test", ".ll", ".c", ".py")


def lit_files(root):
    """The files of test/ that lit or FileCheck may read."""
    return files(root, suffixes=LIT_SUFFIXES, under=("test",))


def run_commands(lines):
    """The commands of a test's RUN lines as (line number, text); continued
    lines are joined, and pipes and lists are split."""
    commands = []
    pending, started = "", 0
    for number, line in enumerate(lines, 1):
        match = re.search(r"\bRUN:(.*)$", line)
        if not match:
            continue
        if not pending:
            started = number
        pending += match.group(1).strip()
        if pending.endswith("\\"):
            pending = pending[:-1] + " "
            continue
        for text in re.split(r"\|\||&&|[|;]", pending):
            commands.append((started, text.strip()))
        pending = ""
    return commands


def main(problems):
    if len(sys.argv) != 2:
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} TREE")
    root = sys.argv[1]
    if not os.path.isdir(root):
        sys.exit(f"no such directory: {root}")
    count = 0
    for path, line, message in problems(root):
        print(f"{path}:{line}: {message}")
        count += 1
    if count:
        sys.exit(1)
