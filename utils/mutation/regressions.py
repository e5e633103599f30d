#===- regressions.py - Mutants that were missed once ----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Mutants that verify must find, by name: those that a change to verify must not
lose again. Add what was missed once and is found now."""

REGRESSIONS = [
    # A kernel that only some sizes launch writes nothing.
    "propagate_pair.gpu.proof:scan_scan_totals/llvm.store#all:drop",
    "propagate_pair.gpu.proof:scan_propagate_totals/llvm.store#all:drop",
    "reduce_pair.gpu.proof:scan_reduce_totals/llvm.store#all:drop",
    "reduce_pair.gpu.proof:scan_scan_totals/llvm.store#all:drop",
    # Guards of stores that let one element too many through.
    "propagate_pair.gpu.proof:scan_propagate/arith.cmpi#11:negate.edge",
    "look_entries.gpu.proof:scan_scan/arith.cmpi#86:negate.edge",
    "look_entries.gpu.proof:scan_scan/arith.cmpi#87:negate.edge",
    "chain_entries.gpu.proof:scan_scan/arith.cmpi#44:negate.edge",
    # Copies that are not waited for.
    "stream_pair.gpu.proof:scan_stream/nvvm.cp.async.bulk.wait_group#all:"
    "drop-sync",
    # Words that other blocks read, ordered for this block alone.
    "stream_pair.gpu.proof:scan_stream/llvm.atomicrmw#1:scope.block",
    "stream_pair.gpu.proof:scan_stream/llvm.atomicrmw#3:scope.block",
]
