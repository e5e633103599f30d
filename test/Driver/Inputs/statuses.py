#===- statuses.py - A command ends with a certain status ------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: statuses.py STATUS COMMAND...

Like exits.py, for commands whose standard error goes nowhere."""

import subprocess
import sys

expected = int(sys.argv[1])
got = subprocess.run(sys.argv[2:], check=False).returncode
if got != expected:
    sys.exit(f"statuses.py: exit status {got}, expected {expected}: {sys.argv[2:]}")
