#===- crash.py - A program that crashes -----------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""crash.py COMMAND...: starts the command, which reads standard input, makes it
crash while it waits, and prints its exit status and what it wrote to standard
error."""

import signal
import subprocess
import sys
import time

with subprocess.Popen(
    sys.argv[1:], stdin=subprocess.PIPE, stderr=subprocess.PIPE
) as process:
    # It waits for its input once it sleeps and goes on sleeping.
    deadline, asleep = time.monotonic() + 60, 0
    while asleep < 10 and time.monotonic() < deadline:
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
            state = stat.read().rsplit(")", 1)[1].split()[0]
        asleep = asleep + 1 if state == "S" else 0
        time.sleep(0.05)
    process.send_signal(signal.SIGSEGV)
    process.stdin.close()
    message = process.stderr.read().decode()
print(f"status {process.returncode}")
print(message)
