#===- init_values.py - What is no value of --init --------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: init_values.py SCANC

Each of these is refused with status 1 and a message that names it."""

import subprocess
import sys

FLOATS = """1e 1e+ 5e- e5 . .e1 1.5.2 1e5e 1f 1.0f 0x 0x1 0x1.8 0x1p 0x.p1 +-1
1_000 infinity INF snan nan(1) 1e400 1e39 1e-400 0x1p-2000 one 1,5""".split()
INTEGERS = """0x 0x-1 1. 1.0 1e3 1_000 0b11 0o17 ++1 +-1 - + 2147483648
-2147483649 99999999999999999999 0x100000000 inf nan ten""".split()
SPACED = [" 1", "1 ", "1 2", "\t1"]


def check(scanc, type_name, value):
    done = subprocess.run(
        [scanc, "--op=add", f"--type={type_name}", f"--init={value}"]
        + ["-o", "-", "--emit=source"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 1 or not done.stderr.startswith(
        f"scanc: error: --init={value} "
    ):
        sys.exit(
            f"init_values.py: '{value}' of {type_name}: status {done.returncode}: "
            f"{done.stderr}{done.stdout}"
        )


for text in FLOATS + SPACED:
    check(sys.argv[1], "f32", text)
for text in INTEGERS + SPACED:
    check(sys.argv[1], "i32", text)
