#===- equivalence.py - Mutants that are no faults -------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Which mutants do what the original does. Each reason is a function that
checks it on the mutant at hand; none is a list of places.

    same PTX    LLVM's optimiser makes the two identical
    hint        what changed reaches nothing, or only ops that make kernels
                faster: prefetches, sleeps, the leave for the next grid to start
    patience    how long a thread waits for others before it does without: any
                time is right, from 1 ns to a minute; what a timer shows when is
                nobody's promise
"""

import re

from . import facts
from .ir import Module
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


def hint(view, mutant, text):
    if mutant.kind == "move" or mutant.op.number == "all":
        return False
    seen, reached = set(), [mutant.op]
    while reached:
        op = reached.pop()
        if op.line in seen or facts.is_hint(op):
            continue
        seen.add(op.line)
        if not facts.is_pure(op):
            return False
        users = _users(view.module, op.kernel, op)
        if not users and op is mutant.op and not op.result_count:
            return False
        reached.extend(users)
    return True


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


REASONS = [("hint", hint), ("patience", patience), ("same PTX", same_ptx)]


def reason(view, mutant, text):
    """Why a mutant is no fault; None if no check says so."""
    for name, holds in REASONS:
        if holds(view, mutant, text):
            return name
    return None
