#===- changed.py - Run gen-shell on helps that were changed ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: changed.py DIR SCANC GEN-SHELL...

Makes a scanc and a scanc-opt whose help differs in one line, and prints what
gen-shell says of each."""

import os
import shlex
import shutil
import subprocess
import sys

# What is changed, the help in which it is, and how sed changes it.
CHANGES = [
    ("nothing", "--help", ""),
    ("a flag by itself", "--help",
     "s/^  --reverse .*/  --reverse scan backwards/"),
    ("a flag in capitals", "run --help", "s/--op=/--OP=/"),
    ("a text in two lines", "verify --help",
     "/--no-races/a\\                   and more"),
    ("a value of no flag", "tune --help",
     "/--quick/a\\    =slow       -   many candidates"),
    ("another category", "list --help", "s/^scanc options:/Color Options:/"),
    ("no options", "report --help", "s/^OPTIONS:/FLAGS:/"),
    ("another usage", "run --help",
     "s/^USAGE: .*/USAGE: scanc run [options] FILE.json/"),
    ("a status", "--help", "s/^  0 done;/  zero done;/"),
    ("an example", "circuit --help",
     "s/^  scanc circuit sklansky.*/  try scanc/"),
    ("a topic", "--help", "s/scanc list archs/scanc list gpus/"),
    ("a flag of a table", "--help", "/--intervals/d"),
    ("a pass", "opt", "s/^      --prefix-plan-scans .*/      --prefix-new/"),
]


def write_program(path, program, match, change):
    """A script that prints what a program does, one help of it changed."""
    changed = f"{shlex.quote(program)} \"$@\" | sed -e {shlex.quote(change)}"
    with open(path, "w", encoding="utf-8") as script:
        script.write(
            f"#!/bin/sh\nif [ \"$*\" = {shlex.quote(match)} ]\nthen {changed}\n"
            f"else exec {shlex.quote(program)} \"$@\"\nfi\n")
    os.chmod(path, 0o755)


def main(directory, scanc, *gen_shell):
    for name, help, change in CHANGES:
        out = os.path.join(directory, "out")
        shutil.rmtree(out, ignore_errors=True)
        of_opt = help == "opt"
        for tool in ("scanc", "scanc-opt", "scanc-lsp-server"):
            program = os.path.join(os.path.dirname(scanc), tool)
            is_changed = tool == ("scanc-opt" if of_opt else "scanc")
            write_program(
                os.path.join(directory, tool), program,
                "--help" if of_opt else help, change if is_changed else "")
        done = subprocess.run(
            [*gen_shell, f"--scanc={directory}/scanc", f"--out={out}"],
            stderr=subprocess.PIPE, encoding="utf-8", check=False)
        if os.path.exists(out) == bool(done.returncode):
            sys.exit(f"{name}: status {done.returncode}, but {out} says other")
        print(f"{name}: {done.stderr.strip() or 'done'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
