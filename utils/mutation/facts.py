#===- facts.py - What ops of lowered kernels do ---------------------------===//
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
               "llvm.br", "llvm.cond_br", "llvm.unreachable", "llvm.switch"}
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
COLLECTIVES = re.compile(r"gpu\.shuffle$|nvvm\.(shfl|vote|match|redux)\.sync$")
PURE = re.compile(r"(arith|math|vector)\.|llvm\.(add|sub|mul|[su]div|[su]rem|and"
                  r"|or|xor|shl|[al]shr|icmp|fcmp|select|[sz]ext|trunc|bitcast"
                  r"|f(add|sub|mul|div|neg|ext|ptrunc)|getelementptr|ptrtoint"
                  r"|inttoptr|addrspacecast|(extract|insert)(element|value)"
                  r"|mlir\.|intr\.)|gpu\.(thread_id|block_id|grid_dim|block_dim"
                  r"|lane_id)|nvvm\.read\.ptx\.sreg")


def is_grid_wait(op):
    return op.name == "nvvm.griddepcontrol" and " wait" in op.properties


def is_grid_launch(op):
    return op.name == "nvvm.griddepcontrol" and not is_grid_wait(op)


def is_sync(op):
    """Whether an op only orders or waits."""
    return bool(op.name in BARRIERS or op.name in WAITS
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
                or COPIES.match(op.name))


def is_pure(op):
    return bool(PURE.match(op.name)) and not op.regions


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
            or op.name.endswith(("commit.group", "wait_group", "wait.group"))
            or is_memory(op) and ordering(op) in (RELEASE, ACQ_REL, SEQ_CST))


def is_acquire(op):
    """What comes behind must not move before it."""
    return (op.name in BARRIERS or op.name in WAITS or is_grid_wait(op)
            or bool(FENCES.match(op.name))
            or op.name.endswith(("wait_group", "wait.group"))
            or is_memory(op) and ordering(op) in (ACQUIRE, ACQ_REL, SEQ_CST))


def any_of(op, what):
    """Whether `what` holds of an op or of one within it."""
    return what(op) or any(what(inner) for inner in op.nested())
