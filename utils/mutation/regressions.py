#===- regressions.py - Mutants that were missed once ----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Mutants that verify must find, by name: those that a change to verify must not
lose again. Add what was missed once and is found now. Those of the kernel phase
are one of each sort."""

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
    # The same with the default plans.
    "propagate_default.gpu.proof:scan_scan_totals/llvm.store#all:drop",
    "propagate_default.gpu.proof:scan_propagate_totals/llvm.store#all:drop",
    "reduce_default.gpu.proof:scan_scan_totals/llvm.store#all:drop",
    # Copies that are not waited for before their slot is used again.
    "stream_pair.gpu.proof:scan_stream/nvvm.cp.async.bulk.wait_group#1:"
    "drop-sync",
    "stream_back.gpu.proof:scan_stream/nvvm.cp.async.bulk.wait_group#1:"
    "drop-sync",
    "stream_named.gpu.proof:scan_stream/nvvm.cp.async.bulk.wait_group#1:"
    "drop-sync",
    # Kernels that do not wait for what comes before them in the stream.
    *[f"propagate_pair.gpu.proof:scan_{kernel}/nvvm.griddepcontrol#1:drop-sync"
      for kernel in ("single", "scan", "scan_totals", "top",
                     "propagate_totals", "propagate")],
    *[f"reduce_pair.gpu.proof:scan_{kernel}/nvvm.griddepcontrol#1:drop-sync"
      for kernel in ("reduce", "reduce_totals", "top", "scan_totals", "scan")],
    *[f"levels_pair.gpu.proof:scan_{kernel}/nvvm.griddepcontrol#1:drop-sync"
      for kernel in ("reduce", "top", "scan")],
    "chain_pair.gpu.proof:scan_scan/nvvm.griddepcontrol#1:drop-sync",
    "look_pair.gpu.proof:scan_scan/nvvm.griddepcontrol#1:drop-sync",
    "stream_pair.gpu.proof:scan_stream/nvvm.griddepcontrol#1:drop-sync",
    # Mbarriers that copies may see before they are initialised.
    "stream_pair.gpu.proof:scan_stream/nvvm.fence.mbarrier.init#1:drop-sync",
    # Blocks that meet where some are absent.
    "stream_pair.gpu.proof:scan_stream/llvm.fence#1:drop-sync",
    # Waits for ever.
    "stream_pair.gpu.proof:scan_stream/arith.cmpi#150:negate.not",
    "stream_pair.gpu.proof:scan_stream/arith.cmpi#162:negate.not",
    # Counters that tell launches apart: replays, launches that were stopped.
    "chain_wide.llvm.proof:scan_scan/llvm.load#1:drop.zero",
    "chain_bytes.gpu.proof:scan_scan/arith.shli#1:drop.0",
    "chain_entries.gpu.kernels:scan_scan/arith.index_cast#3:drop.zero",
    # The epoch that the first of two replays leaves: only a block that is ahead
    # of another sees it. Who must leave it depends on how many tiles the last
    # cycle has.
    "stream_short.gpu.proof:scan_short/llvm.store#24:drop",
    "stream_default.gpu.proof:scan_short/llvm.store#24:drop",
    "stream_narrower.gpu.proof:scan_stream/arith.cmpi#116:negate.not",
    "stream_default.gpu.proof:scan_stream/arith.cmpi#120:negate.not",
    # Atomics that race with atomics of another scope, or with none.
    "chain_bytes.gpu.kernels:scan_scan/llvm.cmpxchg#1:scope.block",
    "look_wide.llvm.kernels:scan_scan/llvm.store#40:order.plain",
    # Totals far behind that nobody has joined to a prefix yet; states that
    # depend on all elements before them.
    "look_pair.gpu.kernels:scan_scan/arith.trunci#11:off-by-one.0+1",
    "look_entries.llvm.kernels:scan_scan/llvm.select#29:swap.1-2",
    # What a warp loads before it stores, in place.
    "single_bytes.llvm.proof:scan_single/nvvm.bar.warp.sync#1:drop-sync",
    # How warps wait for each other: no wait, no arrival, the wrong phase, the
    # wrong barrier, one arrival too many and too few, nobody who leaves.
    *[f"stream_pair.kernel.proof:scan_stream/prefix.{mutant}" for mutant in (
        "acquire#1:drop-sync", "release#1:drop-sync", "acquire#5:parity",
        "acquire#5:other.0=full", "init_barriers#2:count.arrivals+1",
        "init_barriers#2:count.arrivals-1", "give_up#2:drop")],
    # What blocks tell each other: another state, another cycle, a length for
    # another, another tile, a total for a prefix.
    *[f"stream_pair.kernel.proof:scan_stream/prefix.{mutant}" for mutant in (
        "post#1:other.state0~1", "row#1:off-by-one.1+1", "row#1:swap.2-3")],
    "look_pair.kernel.proof:scan_scan/prefix.look_back#1:off-by-one.1+1",
    "look_pair.kernel.proof:scan_scan/prefix.post_tile#2:negate.prefix",
    # Chains that start alike, from one of both without the other; that do not
    # start; that leave states of elements that do not exist.
    *[f"single_states.kernel.proof:scan_rows_{mutant}" for mutant in (
        "empty/prefix.pass_starts#1:drop.init",
        "single/prefix.start_chains#1:other.6~2",
        "single/prefix.start_chains#1:drop.start",
        "single/prefix.end_chains#1:drop.valid")],
    # Elements that do not exist; rows that do not begin.
    "chain_rows.kernel.proof:scan_rows_scan/prefix.store_tile#2:drop.valid",
    "chain_rows.kernel.proof:scan_rows_scan/prefix.thread_scan#2:constant.4=0",
]
