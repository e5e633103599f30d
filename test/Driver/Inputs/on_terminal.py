#===- on_terminal.py - Run a command whose standard error is a terminal ---===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: on_terminal.py COMMAND...

Prints what came to the terminal, with its control characters spelled out."""

import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
with subprocess.Popen(
    sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs
) as process:
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # The other end is closed.
        pass
print(repr(shown.decode()))
sys.exit(process.returncode)
