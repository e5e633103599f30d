#===- progress.py - How far a run is --------------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A line on standard error that says how far a run is. Results of an earlier
run count, for what is done and for how long the rest will take."""

import sys
import time


class Progress:
    def __init__(self, total, jobs, stream=sys.stderr):
        self.total, self.jobs, self.stream = total, jobs, stream
        self.done = self.failed = 0
        self.seconds = 0.0  # of all verifications
        self.last = 0.0

    def known(self, record):
        self.done += 1
        self.seconds += record["seconds"]
        self.failed += record["outcome"] in ("missed", "no end", "defect")

    def judged(self, record):
        self.known(record)
        terminal = self.stream.isatty()
        if time.monotonic() - self.last < (0.2 if terminal else 30):
            return
        self.last = time.monotonic()
        self.stream.write(("\r\033[K" if terminal else "") + self.line()
                          + ("" if terminal else "\n"))
        self.stream.flush()

    def line(self):
        rest = (self.total - self.done) * self.seconds / self.done / self.jobs
        return (f"{self.done} of {self.total} mutants, {self.failed} not "
                f"found, {rest / 60:.0f} min left")

    def end(self):
        if self.stream.isatty():
            self.stream.write("\r\033[K")
