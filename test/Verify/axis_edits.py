#===- axis_edits.py - Faults in kernels along an axis ----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What axis_faults.py and window_faults.py make their faults of."""

from planted import Fault


def kernel(base, what, pattern, replacement, nth=1, of="strips"):
    return Fault(base, "kernel", of, what, pattern, replacement, nth)


def gpu(base, what, pattern, replacement, nth=1, of="strips"):
    return Fault(base, "gpu", of, what, pattern, replacement, nth)


def without(base, what, op, nth=1, of="strips"):
    return kernel(base, what, rf"(?m)^ *{op}.*\n", "", nth, of)


STATE = r"%\w+#0, %\w+#1"
LOST = "%lost:2 = prefix.identity @interval_i32_chains : i32, i32"
