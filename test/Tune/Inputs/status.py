#===- status.py - Run a command and insist on its exit status -------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: status.py STATUS COMMAND...

Passes the command's output on; for programs other than scanc, whose errors begin
with another name."""

import subprocess
import sys

done = subprocess.run(
    sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
)
sys.stdout.buffer.write(done.stdout)
sys.stdout.flush()
if done.returncode != int(sys.argv[1]):
    sys.exit(f"status.py: exit status {done.returncode}, expected {sys.argv[1]}")
