#===- exits.py - Run a command and insist on its exit status ------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: exits.py STATUS COMMAND...

Passes the command's output on. Fails if the status is another, if the command
crashed, if a failure was silent, or if its first line of standard error names
neither a place nor scanc."""

import re
import subprocess
import sys

PLACE = re.compile(r"(scanc(?:-bench)?: |[^:]+:\d+:\d+: )(error|note|warning): ")
# A wrong word has no place.
USAGE = re.compile(r"scanc: error: |scanc-bench: ")


def main():
    expected = int(sys.argv[1])
    done = subprocess.run(
        sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False
    )
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.buffer.write(done.stderr)
    sys.stdout.flush()
    errors = done.stderr.decode("utf-8", errors="replace")
    problem = None
    if done.returncode != expected:
        problem = f"exit status {done.returncode}, expected {expected}"
    elif "Stack dump" in errors or "PLEASE submit a bug report" in errors:
        problem = "a stack dump"
    elif expected != 0:
        pattern = USAGE if expected == 2 else PLACE
        if not pattern.match(errors):
            problem = "standard error does not begin with a place or with scanc"
    if problem:
        sys.exit(f"exits.py: {problem}: {' '.join(sys.argv[2:])}")


if __name__ == "__main__":
    main()
