#===- verify_progress.py - What a terminal shows of progress --------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs a command with a terminal for standard error, and says whether the
percentages there ever go back."""

import os
import pty
import re
import subprocess
import sys

ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL,
                           stderr=theirs)
os.close(theirs)
shown = b""
while True:
    try:
        data = os.read(ours, 4096)
    except OSError:
        break
    if not data:
        break
    shown += data
assert process.wait() == 0, shown
percent = [int(text) for text in re.findall(rb"(\d+) ?%", shown)]
assert len(percent) > 2, shown
print("never back" if percent == sorted(percent) else f"back: {percent}")
