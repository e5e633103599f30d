#===- each_strategy.py - What every strategy makes of a sum ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Writes the kernels of a sum by each strategy that SCANC lists, behind a line
with its name. Arguments: SCANC, and flags for it."""

import subprocess
import sys


# Strategies of chains that lie side by side.
ACROSS = ["strips"]


def run(command):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return done.stdout


def main():
    scanc, *flags = sys.argv[1:]
    for line in run([scanc, "list", "strategies"]).splitlines():
        name = line.split()[0]
        print(f"strategy: {name}")
        domain = ["--domain=axis"] if name in ACROSS else []
        print(
            run(
                [scanc, "--op=add", f"--strategy={name}", *domain, *flags]
                + ["--emit=kernel", "-o", "-"]
            )
        )
    print("no strategy is left")


if __name__ == "__main__":
    main()
