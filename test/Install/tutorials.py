#===- tutorials.py - Follow the tutorials of an installed scanc -----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Does what docs/CMake.md and docs/Cpp.md say, word for word, each in an empty
folder, with the scanc that is installed in a prefix, under both generators.

Usage: tutorials.py DOCS --prefix=PREFIX --scratch=DIR [--expect=no-gpu|gpu]

With --expect=no-gpu, the default, the programs must say that there is no
driver or no GPU; with gpu, that their numbers are right.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(
    r"<!-- check: (file (\S+)|run) -->\n```\w+\n(.*?)^```$", re.M | re.S
)
NO_GPU = re.compile(r"there is no CUDA driver|sees no GPU|no current CUDA")
# What the programs print on a GPU.
RIGHT = {
    "CMake.md": re.compile(r"^a million elements need \d+ bytes", re.M),
    "Cpp.md": re.compile(r"^1000003 hits, player 957602 leads with", re.M),
}


def follow(page, folder, environment):
    """Writes the page's files, runs its commands; what these print."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(page, encoding="utf-8") as stream:
        text = stream.read()
    printed, runs = "", 0
    for _, name, body in BLOCK.findall(text):
        if name:
            with open(
                os.path.join(folder, name), "w", encoding="utf-8"
            ) as stream:
                stream.write(body)
            continue
        done = subprocess.run(
            ["bash", "-ec", body], cwd=folder, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, encoding="utf-8", check=False)
        printed += done.stdout
        runs += 1
        if done.returncode:
            sys.exit(f"{page}: status {done.returncode} after\n{printed}")
    if not runs:
        sys.exit(f"{page}: nothing to run")
    return printed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("docs")
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--scratch", required=True)
    parser.add_argument("--expect", choices=("no-gpu", "gpu"),
                        default="no-gpu")
    parser.add_argument("--generator", action="append")
    options = parser.parse_args()
    for generator in options.generator or ("Ninja", "Unix Makefiles"):
        environment = dict(os.environ, CMAKE_GENERATOR=generator,
                           CMAKE_PREFIX_PATH=os.path.abspath(options.prefix))
        for page, right in RIGHT.items():
            folder = os.path.join(options.scratch, generator.split()[0], page)
            printed = follow(os.path.join(options.docs, page), folder,
                             environment)
            wanted = NO_GPU if options.expect == "no-gpu" else right
            if not wanted.search(printed):
                sys.exit(f"{page}, {generator}: expected "
                         f"'{wanted.pattern}' in\n{printed}")
            print(f"{page}, {generator}: followed")


if __name__ == "__main__":
    main()
