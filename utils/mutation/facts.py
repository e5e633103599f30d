#===- facts.py - What ops of kernels do -----------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What the mutation operators must know of ops: which ones synchronise, access
memory, have no effect, or are hints."""

import re

TERMINATORS = {"scf.yield", "scf.condition", "gpu.return", "llvm.return",
               "llvm.br", "llvm.cond_br", "llvm.unreachable", "llvm.switch",
               "prefix.pass"}
CONSTANTS = {"arith.constant", "llvm.mlir.constant"}

# Orderings of atomic accesses, as the generic form has them.
NOT_ATOMIC, MONOTONIC, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST = 0, 2, 4, 5, 6, 7
ORDERINGS = {NOT_ATOMIC: "not_atomic", MONOTONIC: "monotonic",
             ACQUIRE: "acquire", RELEASE: "release", ACQ_REL: "acq_rel",
             SEQ_CST: "seq_cst"}

BLOCK_BARRIERS = {"gpu.barrier", "nvvm.barrier", "nvvm.barrier0"}
BARRIERS = BLOCK_BARRIERS | {"nvvm.bar.warp.sync"}
WAITS = {"nvvm.mbarrier.try_wait", "nvvm.mbarrier.try_wait.parity",
         "nvvm.mbarrier.test_wait", "nvvm.mbarrier.test_wait.parity"}
ARRIVALS = re.compile(r"nvvm\.mbarrier\.arrive|nvvm\.cp\.async\.mbarrier")
FENCES = re.compile(r"nvvm\.fence\.|llvm\.fence$|nvvm\.memory\.barrier$")
GROUPS = re.compile(r"nvvm\.cp\.async(\.bulk)?\.(commit\.group|wait_group"
                    r"|wait\.group)$")

LOADS = {"llvm.load", "memref.load", "vector.load"}
STORES = {"llvm.store", "memref.store", "vector.store"}
UPDATES = {"llvm.atomicrmw", "llvm.cmpxchg", "memref.atomic_rmw"}
COPIES = re.compile(r"nvvm\.cp\.async\.(bulk\.)?(shared|global)")
BULK_COPIES = re.compile(r"nvvm\.cp\.async\.bulk\.(shared|global)"
                         r"|prefix\.copy_in$")
COLLECTIVES = re.compile(r"gpu\.shuffle$|nvvm\.(shfl|vote|match|redux)\.sync$")
PURE = re.compile(r"(arith|math|vector)\.|llvm\.(add|sub|mul|[su]div|[su]rem|and"
                  r"|or|xor|shl|[al]shr|icmp|fcmp|select|[sz]ext|trunc|bitcast"
                  r"|f(add|sub|mul|div|neg|ext|ptrunc)|getelementptr|ptrtoint"
                  r"|inttoptr|addrspacecast|(extract|insert)(element|value)"
                  r"|mlir\.|intr\.)|gpu\.(thread_id|block_id|grid_dim|block_dim"
                  r"|lane_id)|nvvm\.read\.ptx\.sreg")

# Of the kernel phase.
NAMED_WAITS = {"prefix.acquire", "prefix.await_readers"}
NAMED_SYNCS = NAMED_WAITS | {"prefix.release", "prefix.init_barriers"}
SHARED_LOADS = {"prefix.load_state", "prefix.load_word", "prefix.word_is",
                "prefix.get"}
SHARED_STORES = {"prefix.store_state", "prefix.store_word", "prefix.put"}
TILES = {"prefix.load_tile", "prefix.store_tile"}
# What is done where chains begin and end.
CHAIN_STORES = {"prefix.end_chains", "prefix.store_totals"}
CHAINS = CHAIN_STORES | {"prefix.start_chains"}
# What all stores of a kernel are, dropped at once.
NAMED_STORES = SHARED_STORES | CHAIN_STORES | {
    "prefix.store_tile", "prefix.post", "prefix.post_tile"}
BRANCHES = {"scf.if", "scf.for", "scf.while", "prefix.where", "prefix.roles",
            "prefix.warp_synchronous"}
NAMED_PURE = {"prefix." + name for name in (
    "apply", "are_all", "barriers", "block", "count_of", "counter",
    "cycles_before_last", "entries", "entries_below", "entry", "exchange",
    "first_lane", "identity", "is_closed", "is_complete", "is_last_entry",
    "lane", "launch_number", "member", "must_clear", "next_slot", "offset",
    "own_tiles", "pieces", "round_down", "row", "run_elements", "slot", "slots",
    "stand_in_cycle", "states", "stretch", "thread", "thread_reduce",
    "thread_scan", "tile", "tile_length", "walk", "warp", "warp_start",
    "words")}


def is_grid_wait(op):
    return op.name == "nvvm.griddepcontrol" and " wait" in op.properties


def is_grid_launch(op):
    return op.name == "nvvm.griddepcontrol" and not is_grid_wait(op)


def is_sync(op):
    """Whether an op only orders or waits."""
    return bool(op.name in BARRIERS or op.name in WAITS
                or op.name in NAMED_SYNCS
                or op.name == "nvvm.mbarrier.init"
                or op.name == "nvvm.mbarrier.inval"
                or op.name == "nvvm.griddepcontrol"
                or ARRIVALS.match(op.name) or FENCES.match(op.name)
                or GROUPS.match(op.name))


def ordering(op):
    """The strongest ordering of an atomic access; 0 of others."""
    return max((int(op.attribute(key).split()[0])
                for key in ("ordering", "success_ordering")
                if op.attribute(key)), default=NOT_ATOMIC)


def is_memory(op):
    return bool(op.name in LOADS or op.name in STORES or op.name in UPDATES
                or COPIES.match(op.name) or is_named_access(op))


def is_named_access(op):
    """Whether an op of the kernel phase is a plain access, or some."""
    return (op.name in SHARED_LOADS | SHARED_STORES | TILES
            or op.name in ("prefix.copy_rest", "prefix.fill")) and (
                "relaxed" not in op.properties)


def is_pure(op):
    return (bool(PURE.match(op.name)) and not op.regions
            or op.name in NAMED_PURE)


def policies(op):
    """Which operands say what the L2 cache is to evict."""
    return [index for index, type in enumerate(op.operand_types)
            if type == "i64" and BULK_COPIES.match(op.name)]


def is_hint(op):
    """Whether a kernel is as right without an op, which only makes it faster:
    a prefetch; a sleep between two looks; the leave for dependents to start,
    which wait for the end of this grid all the same; a wait that the kernel
    says to be for the pace alone (test/Mutation/pace.test drops all of them at
    once)."""
    return bool(op.paces or "prefetch" in op.name or op.name == "nvvm.nanosleep"
                or "llvm.nvvm.nanosleep" in op.properties
                or "llvm.nvvm.prefetch" in op.properties
                or is_grid_launch(op))


def is_release(op):
    """What comes before must not move behind it."""
    return (op.name in BARRIERS or bool(ARRIVALS.match(op.name))
            or bool(FENCES.match(op.name)) or op.name == "nvvm.mbarrier.init"
            or op.name in ("prefix.release", "prefix.init_barriers")
            or op.name == "prefix.count" and "releases" in op.properties
            or op.name.endswith(("commit.group", "wait_group", "wait.group"))
            or is_memory(op) and ordering(op) in (RELEASE, ACQ_REL, SEQ_CST))


def is_acquire(op):
    """What comes behind must not move before it."""
    return (op.name in BARRIERS or op.name in WAITS or is_grid_wait(op)
            or op.name in NAMED_WAITS and not op.paces
            or op.name in ("prefix.count", "prefix.load_count")
            and "acquires" in op.properties
            or bool(FENCES.match(op.name))
            or op.name.endswith(("wait_group", "wait.group"))
            or is_memory(op) and ordering(op) in (ACQUIRE, ACQ_REL, SEQ_CST))


def any_of(op, what):
    """Whether `what` holds of an op or of one within it."""
    return what(op) or any(what(inner) for inner in op.nested())
