#===- equivalence.py - Mutants that are no faults -------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Which mutants do what the original does. Each reason is a function that
checks it on the mutant at hand; none is a list of places.

    same PTX    LLVM's optimiser makes the two identical; where there is no PTX,
                for kernels of the proof that are too big for a GPU, scanc does
    hint        what changed reaches nothing, or only what makes kernels faster:
                prefetches, sleeps, the leave for the next grid to start, what
                the L2 cache is to evict, waits that say to be for the pace; a
                tile's total, posted for those who need not wait for its prefix
    circuit     another circuit of as many wires, which MLIR accepts: all of
                these combine the same, whatever the operator (Rationale.md)
    second sync a barrier goes, and what is between the barriers before and
                behind it touches global memory on the one side only, and so it
                does shared memory; relaxed accesses aside, which hand on nothing
    same number one value is used for another, and both are the same number by
                what defines them (numbers.py)
    same threads  a stretch for the first warps has other warps in it, too, or
                fewer: all that is done there is for threads that stay in it
    patience    how long a thread waits for others before it does without: any
                time is right, from 1 ns to a minute; what a timer shows when is
                nobody's promise
"""

import re

from . import facts
from .ir import Module, Region
from .named import has_flag, number_of
from .numbers import Numbers
from .views import View, ptx_of

LONGEST = 60 * 10**9  # in ns


def same_ptx(view: View, mutant, text):
    ptx = ptx_of(view.tools, text)
    return ptx is not None and ptx == view.ptx


def _users(module: Module, kernel, op):
    """The ops that use a result of `op`."""
    lines = set()
    for result in {r.split("#")[0] for r in op.results()}:
        lines.update(module.uses(result, op.region))
    lines.discard(op.line)
    return [other for other in module.ops(kernel) if other.line in lines]


def _guards_hints(module, op):
    """Whether a branch decides over hints alone."""
    def are_hints(ops):
        return all(facts.is_hint(o) or facts.is_pure(o)
                   or o.name in ("scf.yield", "llvm.br") for o in ops)

    if op.name == "scf.if":
        return not op.result_count and are_hints(op.nested())
    if op.name != "llvm.cond_br":
        return False
    ops = guarded_ops(module, op)
    return bool(ops) and are_hints(ops)


def guarded_ops(module, branch):
    """The ops of the block that a branch goes to, or over; none if it is not of
    that sort."""
    labels = re.findall(r"\^\w+", branch.successors)
    then = _blocks(module, branch.region).get(labels[0])
    return then.ops if (then and len(labels) == 2
                        and then.ops[-1].successors == labels[1]
                        and not then.ops[-1].operands) else []


def _blocks(module, region):
    """The blocks of a region that have a label, by that."""
    names = {}
    for block in region.blocks:
        if not block.ops:
            continue
        for line in range(block.ops[0].line - 1, region.first - 1, -1):
            text = module.lines[line].strip()
            if text.startswith("^"):
                names[text.split("(")[0].split(":")[0]] = block
                break
            if text.endswith("({"):
                break
    return names


def hint(view, mutant, text):
    if mutant.kind == "move" or mutant.op.number == "all":
        return False
    if mutant.operand in facts.policies(mutant.op) or (
            _is_early_total(mutant, view.module)):
        return True
    seen, reached = set(), [mutant.op]
    while reached:
        op = reached.pop()
        if op.line in seen or facts.is_hint(op) or (
                op is not mutant.op
                and _decides_eviction(op, seen, view.module)):
            continue
        seen.add(op.line)
        if _guards_hints(view.module, op):
            continue
        if not facts.is_pure(op):
            return False
        users = _users(view.module, op.kernel, op)
        if not users and op is mutant.op and not op.result_count:
            return False
        reached.extend(users)
    return True


def _is_early_total(mutant, module):
    """Whether a tile's total is not posted, whose prefix is posted later. Who
    looks back finds either, and tiles come to their prefixes in order."""
    op = mutant.op
    if op.name != "prefix.post_tile" or mutant.kind != "drop" or (
            has_flag(op, "prefix")):
        return False
    return any(other.name == op.name and has_flag(other, "prefix")
               and other.operands[-2:] == op.operands[-2:]
               and other.line > op.line for other in module.ops(op.kernel))


def _decides_eviction(op, seen, module):
    """Whether what was seen so far says only what this copy evicts."""
    policies = facts.policies(op)
    others = {value.split("#")[0] for at, value in enumerate(op.operands)
              if at not in policies}
    return bool(policies) and not any(
        other.result in others for other in module.ops(op.kernel)
        if other.line in seen and other.result)


def circuit(view, mutant, text):
    return mutant.kind == "other" and mutant.variant.startswith("circuit=")


def same_number(view, mutant, text):
    return mutant.op.number != "all" and Numbers(
        view.module, mutant.op.kernel).is_same(mutant)


def same_threads(view, mutant, text):
    op = mutant.op
    if (op.name != "prefix.warp_synchronous" or mutant.kind != "count"
            or op.result_count):
        return False
    old = number_of(op, "warps")
    new = old + int(mutant.variant.removeprefix("warps"))
    return all(facts.is_pure(inner) or inner.name in (
        "nvvm.bar.warp.sync", "prefix.pass") or inner.name == "prefix.where"
        and _end_of_threads(inner) <= 32 * min(old, new)
        for inner in op.regions[0].blocks[0].ops)


def _end_of_threads(where):
    return int(re.search(r"#prefix\.threads<\d+ to (\d+)",
                         where.properties)[1])


def _reads_timer(module, kernel, value, depth=8):
    """Whether arithmetic makes a value from the time."""
    for op in module.ops(kernel):
        if op.result == value:
            if re.search(r"sreg\.(globaltimer|clock)", op.properties + op.name):
                return True
            return depth > 0 and facts.is_pure(op) and any(
                _reads_timer(module, kernel, v, depth - 1)
                for v in op.operands)
    return False


def patience(view, mutant, text):
    op = mutant.op
    return (op.name in ("arith.cmpi", "llvm.icmp") and mutant.operand >= 0
            and mutant.value is not None and 0 < mutant.value <= LONGEST
            and _reads_timer(view.module, op.kernel,
                             op.operands[1 - mutant.operand]))


def _orders_as_much(op, barrier):
    """Whether `op` orders all that `barrier` does."""
    if op.name in facts.BLOCK_BARRIERS:
        return not op.operands
    return op.name == barrier.name and op.operands == barrier.operands


def _spaces(op):
    """The address spaces in which an op has accesses that need an order; None if
    it hands on what others did there."""
    if op.name in facts.SHARED_LOADS | facts.SHARED_STORES | {
            "prefix.group_scan"}:
        return set() if "relaxed" in op.properties else {"shared"}
    if op.name == "prefix.copy_rest" and len(op.operands) > 5:
        return None  # there is a barrier in it
    if facts.is_memory(op) and not facts.COPIES.match(op.name):
        if facts.ordering(op) not in (facts.NOT_ATOMIC, facts.MONOTONIC):
            return None
        if facts.ordering(op) == facts.MONOTONIC:
            return set()
        pointers = [t for t in op.operand_types
                    if t.startswith(("!llvm.ptr", "memref"))]
        return {"shared" if "<3>" in t or "workgroup" in t else
                "global" if t == "!llvm.ptr<1>" else t for t in pointers}
    if (facts.is_pure(op) or op.name in facts.BRANCHES
            or op.name in facts.TERMINATORS or op.name == "prefix.cells"
            or op.name in ("prefix.warp_scan", "prefix.warp_reduce")
            or facts.COLLECTIVES.search(op.name) or facts.is_hint(op)
            or facts.is_grid_wait(op)  # by all threads
            or op.name == "llvm.call_intrinsic" and "sreg" in op.properties
            or op.name == "llvm.mlir.zero"):
        return set()
    return None


def _in_regions(barrier, ops, forwards):
    """Spaces between a barrier and the next one that all its threads come to, in
    structured control flow; None if there is none, or round a loop."""
    around, region = set(), barrier.region
    while region:
        around.add(id(region))
        region = region.parent.region if region.parent else None
    region = barrier.region
    while region and region.parent:
        if region.parent.name in ("scf.for", "scf.while"):
            break
        region = region.parent.region
    innermost = region if region and region.parent else None
    if innermost and innermost.parent.name == "scf.while" and not forwards:
        # The condition comes right before the body.
        before, after = innermost.parent.regions
        if innermost is after:
            around.add(id(before))
            innermost = Region(innermost.parent, before.first, after.last)
    found = set()
    for op in ops if forwards else reversed(ops):
        if (op.line <= barrier.last if forwards else op.line >= barrier.line):
            continue
        if innermost and not innermost.first <= op.line <= innermost.last:
            return None
        if op.name in facts.BRANCHES:
            continue
        if _orders_as_much(op, barrier) and id(op.region) in around:
            return found
        spaces = _spaces(op)
        if spaces is None:
            return None
        found |= spaces
    return None if innermost else found


def _in_blocks(barrier, module, forwards):
    """The same for branches between blocks."""
    names = _blocks(module, barrier.region)
    successors, predecessors = {}, {}
    if not all(block.ops for block in barrier.region.blocks):
        return None
    for block in barrier.region.blocks:
        targets = [names.get(label) for label in re.findall(
            r"\^\w+", block.ops[-1].successors)]
        if None in targets:
            return None
        successors[id(block)] = targets
        for target in targets:
            predecessors.setdefault(id(target), []).append(block)
    next_of = successors if forwards else predecessors
    own = [op for op in barrier.block.ops
           if (op.line > barrier.line if forwards else op.line < barrier.line)]
    ways, seen, found = [(barrier.block, own)], set(), set()
    while ways:
        block, ops = ways.pop()
        for op in ops if forwards else reversed(ops):
            if _orders_as_much(op, barrier):
                break
            spaces = _spaces(op)
            if spaces is None:
                return None
            found |= spaces
        else:
            for other in next_of.get(id(block), []):
                if id(other) not in seen:
                    seen.add(id(other))
                    ways.append((other, other.ops))
    return found


def second_sync(view, mutant, text):
    barrier = mutant.op
    if (mutant.kind != "drop-sync" or barrier.number == "all"
            or barrier.name not in facts.BARRIERS):
        return False
    ops = view.module.ops(barrier.kernel)
    sides = [_in_blocks(barrier, view.module, forwards)
             if "llvm.cond_br" in {op.name for op in ops} else
             _in_regions(barrier, ops, forwards) for forwards in (True, False)]
    return None not in sides and not sides[0] & sides[1]


REASONS = [("hint", hint), ("circuit", circuit), ("same number", same_number),
           ("same threads", same_threads), ("patience", patience),
           ("second sync", second_sync), ("same PTX", same_ptx)]


def reason(view, mutant, text):
    """Why a mutant is no fault; None if no check says so."""
    for name, holds in REASONS:
        if holds(view, mutant, text):
            return name
    return None
