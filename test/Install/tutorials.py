#===- tutorials.py - Follow the tutorials of an installed scanc -----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Does what docs/CMake.md, docs/Cpp.md and docs/recipes/ say, word for word,
each in an empty folder, with the scanc that is installed in a prefix.

Usage: tutorials.py DOCS --prefix=PREFIX --scratch=DIR [--expect=no-gpu|gpu]
                         [--generator=GENERATOR]

With --expect=no-gpu, the default, programs that scan must say that there is no
driver or no GPU; with gpu, that their numbers are right. A command that needs
PROGRAM or a module of Python ('check: run, needs torch') is left out with
no-gpu, and said to be.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys

BLOCK = re.compile(
    r"<!-- check: (?:file (\S+)|run(?:, needs (\w+))?) -->\n```\w+\n(.*?)^```$",
    re.M | re.S
)
NO_GPU = r"there is no CUDA driver|sees no GPU|no current CUDA"
# What is printed: without a GPU, and with one.
WITH_CMAKE = {
    "CMake.md": (NO_GPU, r"^a million elements need \d+ bytes"),
    "Cpp.md": (rf"(?:(?:{NO_GPU})[\s\S]*){{4}}",
               r"^1000003 hits, player 957602 leads with 1000032$"
               r"[\s\S]*^300 rows of 777 sums are right$"
               r"[\s\S]*^336 chains of 1000 sums are right$"
               r"[\s\S]*^20 parts, 999997000000 in the end$"),
}
RECIPES = {
    "recipes/Batches.md": (r"on simt.*\nright \(300, 777\)$",
                           r"on NVIDIA.*\nright \(300, 777\)$"),
    "recipes/Offsets.md": (r"on simt.*\nright 100001 offsets",
                           r"on NVIDIA.*\nright 100001 offsets"),
    "recipes/PyTorch.md": (r"^scanc_status recurrence\(.*\n.*float \*out_y,$",
                           r"^right \(1000, 777\)$"),
    "recipes/Segments.md": (r"on simt.*\nright 1022 segments$",
                            r"on NVIDIA.*\nright 1022 segments$"),
    "recipes/Strategies.md": (r"^strategy = one_launch_streaming\n"
                              r"strategy = two_level_streaming\n",) * 2,
}


def follow(page, folder, environment, has_gpu):
    """Writes the page's files, runs its commands; what these print."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(page, encoding="utf-8") as stream:
        text = stream.read()
    printed, runs = "", 0
    for name, needed, body in BLOCK.findall(text):
        if name:
            with open(
                os.path.join(folder, name), "w", encoding="utf-8"
            ) as stream:
                stream.write(body)
            continue
        if needed and not has_gpu:
            print(f"{page}: left out, it needs {needed}:\n{body}", end="")
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
    has_gpu = options.expect == "gpu"
    prefix = os.path.abspath(options.prefix)
    # Pages call python3: the one that runs this.
    tools = os.path.join(options.scratch, "tools")
    os.makedirs(tools, exist_ok=True)
    # A link would not know the packages of a virtual environment.
    python = os.path.join(tools, "python3")
    with open(python, "w", encoding="utf-8") as script:
        script.write(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    os.chmod(python, 0o755)
    environment = dict(
        os.environ, CMAKE_PREFIX_PATH=prefix,
        PATH=os.pathsep.join([os.path.join(prefix, "bin"),
                              os.path.abspath(tools), os.environ["PATH"]]))

    def check(page, how, expected, variables):
        folder = os.path.join(options.scratch, how.split()[0], page)
        printed = follow(os.path.join(options.docs, page), folder,
                         dict(environment, **variables), has_gpu)
        wanted = expected[has_gpu]
        if not re.search(wanted, printed, re.M):
            sys.exit(f"{page}, {how}: expected '{wanted}' in\n{printed}")
        print(f"{page}, {how}: followed")

    for generator in options.generator or ("Ninja", "Unix Makefiles"):
        for page, expected in WITH_CMAKE.items():
            check(page, generator, expected, {"CMAKE_GENERATOR": generator})
    for page, expected in RECIPES.items():
        check(page, "recipe", expected, {})
    pages = {f"recipes/{name}" for name in
             os.listdir(os.path.join(options.docs, "recipes"))}
    missed = pages - RECIPES.keys() - {"recipes/README.md"}
    if missed:
        sys.exit(f"not followed: {missed}")


if __name__ == "__main__":
    main()
