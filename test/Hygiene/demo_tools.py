#===- demo_tools.py - Rule: utils/demo builds what tutorials call ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Usage: demo_tools.py TREE

Each program of tools/ that the README, docs/Tutorial-*.md, docs/Editor.md or
docs/recipes/ call, but for those of a page that builds them itself, is one that
utils/demo builds."""

import glob
import os
import re
import sys

import tree

SHELL = re.compile(r"^```(?:sh|bash|console)$(.*?)^```$", re.M | re.S)


def main(root):
    tools = set(os.listdir(os.path.join(root, "tools")))
    demo = "\n".join(tree.read(root, "utils/demo"))
    built = set(re.search(r"^for tool in (.*); do$", demo, re.M)[1].split())
    called = {}
    pages = ["README.md", "docs/Editor.md"] + [
        os.path.relpath(path, root)
        for pattern in ("docs/Tutorial-*.md", "docs/recipes/*.md")
        for path in sorted(glob.glob(os.path.join(root, pattern)))
    ]
    for page in pages:
        for block in SHELL.findall("\n".join(tree.read(root, page)) + "\n"):
            if "cmake --build" in block:
                continue
            for word in re.findall(r"(?:^|[\s|/])([a-z][a-z-]+)", block):
                if word in tools:
                    called.setdefault(word, page)
    if not called:
        sys.exit("no page calls a program")
    missing = {word: page for word, page in called.items() if word not in built}
    for word, page in missing.items():
        print(f"{page}: calls {word}, which utils/demo does not build")
    print(f"{len(called)} programs are called")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
