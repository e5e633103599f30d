#===- readme_commands.py - Rule: the commands of a README run -------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs the ```sh blocks of a Markdown file, in order, in one scratch directory.

Usage: readme_commands.py README.md --root=TREE --scratch=DIR [--path=DIR]

Each ```sh block follows a comment that says what the test does with it:

    <!-- check: run -->                 run it; it must end with status 0
    <!-- check: run, needs PROGRAM -->  the same where PROGRAM is on the PATH
    <!-- check: skip, REASON -->        leave it out

and a block of another language is written to a file first, for the commands
after it, where it follows

    <!-- check: file NAME -->

The scratch directory has a link to each entry of the tree, so that commands
read as they do from the top of a checkout, and write beside it. Lines that
begin with '$ ' are the commands of a block that also shows their output.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

COMMENT = re.compile(r"\s*<!--\s*check:\s*(.*?)\s*-->\s*$")
FENCE = re.compile(r"\s*(```+|~~~+)\s*([\w+-]*)")
SHELLS = {"sh", "bash", "shell", "console"}


def blocks(lines):
    """Yields (line number, language, what the comment says, lines)."""
    tag, tag_line = None, 0
    index = 0
    while index < len(lines):
        comment = COMMENT.match(lines[index])
        fence = FENCE.match(lines[index])
        if comment:
            tag, tag_line = comment.group(1), index
        elif fence:
            start = index
            body = []
            index += 1
            while index < len(lines) and not lines[index].strip().startswith(
                fence.group(1)
            ):
                body.append(lines[index])
                index += 1
            yield start + 1, fence.group(2), tag, body
            tag = None
        elif lines[index].strip() and tag is not None:
            where = tag_line + 1
            raise SyntaxError(f"{where}: a check comment before no block")
        index += 1


def script_of(body):
    """The commands of a block."""
    if any(line.startswith("$ ") for line in body):
        body = [line[2:] for line in body if line.startswith("$ ")]
    return "set -e\n" + "\n".join(body) + "\n"


def link_tree(root, scratch):
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    for name in os.listdir(root):
        if not name.startswith("."):
            os.symlink(os.path.join(root, name), os.path.join(scratch, name))


def check(readme, scratch, environment):
    """Runs what is to be run; the list of problems."""
    with open(readme, encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    problems = []
    for line, language, tag, body in blocks(lines):
        word = (tag or "").split(",")[0].split()
        if word[:1] == ["file"] and len(word) == 2:
            with open(
                os.path.join(scratch, word[1]), "w", encoding="utf-8"
            ) as stream:
                stream.write("\n".join(body) + "\n")
            continue
        if language not in SHELLS:
            if tag:
                problems.append((line, f"'check: {tag}' before no sh block"))
            continue
        if word[:1] == ["skip"]:
            if "," not in tag:
                problems.append((line, "'check: skip' needs its reason"))
            continue
        if word[:1] != ["run"]:
            problems.append((line, "an sh block without its check comment"))
            continue
        needs = re.findall(r",\s*needs\s+(\S+)", tag)
        absent = [
            name
            for name in needs
            if not shutil.which(name, path=environment["PATH"])
        ]
        if absent:
            print(f"{readme}:{line}: not run, no {absent[0]} here")
            continue
        done = subprocess.run(
            ["bash", "-c", script_of(body)],
            cwd=scratch,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            print(done.stdout, end="")
            problems.append((line, f"ended with status {done.returncode}"))
        else:
            print(f"{readme}:{line}: ran")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("readme")
    parser.add_argument("--root", required=True)
    parser.add_argument("--scratch", required=True)
    parser.add_argument("--path", action="append", default=[])
    options = parser.parse_args()
    link_tree(options.root, options.scratch)
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join(options.path + [environment["PATH"]])
    try:
        problems = check(options.readme, options.scratch, environment)
    except SyntaxError as error:
        sys.exit(f"{options.readme}:{error}")
    for line, message in problems:
        print(f"{options.readme}:{line}: {message}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
