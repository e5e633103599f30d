#===- triton_scans.py - Scans along an axis in Triton ---------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Chains by tl.associative_scan, as a program's author would write them: each
program goes along its chains tile by tile, with a carry. `scan_rows` has the
chains as rows of a tile, where they are rows of memory without gaps;
`scan_columns` as columns, where chains lie side by side. All is combined in
f32."""

import triton
import triton.language as tl

SUM, LOGCUMSUMEXP, CUMMAX, RECURRENCE = 0, 1, 2, 3
OPERATORS = {"sum": SUM, "logcumsumexp": LOGCUMSUMEXP, "cummax": CUMMAX,
             "recurrence": RECURRENCE}


@triton.jit
def add(x, y):
    return x + y


@triton.jit
def add_exponentials(x, y):
    most = tl.maximum(x, y)
    return most + tl.log(1.0 + tl.exp(tl.minimum(x, y) - most))


# The last of the largest.
@triton.jit
def later_maximum(x, i, y, k):
    take = y >= x
    return tl.where(take, y, x), tl.where(take, k, i)


@triton.jit
def compose(a, b, c, d):
    return a * c, c * b + d


# A tile along `AXIS`, whose elements are x (and, of a recurrence, x and y); i
# are their indices. `carry` and `index` are of what comes before, with an
# extent of 1 along the axis. Gives values and indices.
@triton.jit
def scan_tile(x, y, i, carry, index, AXIS: tl.constexpr, OP: tl.constexpr):
    found = i
    if OP == 0:
        value = tl.associative_scan(x, AXIS, add) + carry
    if OP == 1:
        own = tl.associative_scan(x, AXIS, add_exponentials)
        value = add_exponentials(own, carry)
    if OP == 2:
        own, at = tl.associative_scan((x, i), AXIS, later_maximum)
        before = carry > own
        value = tl.where(before, carry, own)
        found = tl.where(before, index, at)
    if OP == 3:
        a, b = tl.associative_scan((x, y), AXIS, compose)
        value = a * carry + b
    return value, found


# Chains are rows: `rows` of n elements, ROWS at a time, COLS elements of each.
@triton.jit
def scan_rows(x, y, out, indices, rows, n, OP: tl.constexpr,
              START: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.arange(0, COLS)[None, :]
    carry = tl.full([ROWS, 1], START, tl.float32)
    index = tl.zeros([ROWS, 1], tl.int32)
    for first in range(0, n, COLS):
        i = first + column
        mask = (row < rows) & (i < n)
        at = row * n + i
        first_value = tl.load(x + at, mask=mask, other=0.0).to(tl.float32)
        second = first_value
        if OP == 3:
            second = tl.load(y + at, mask=mask, other=0.0).to(tl.float32)
        where = tl.zeros([ROWS, COLS], tl.int32) + i
        value, found = scan_tile(first_value, second, where, carry, index, 1,
                                 OP)
        tl.store(out + at, value.to(out.dtype.element_ty), mask=mask)
        if OP == 2:
            tl.store(indices + at, found.to(tl.int64), mask=mask)
        last = column == COLS - 1
        carry = tl.sum(tl.where(last, value, 0.0), 1)[:, None]
        index = tl.sum(tl.where(last, found, 0), 1)[:, None]


# Chains are columns: of (outer, n, inner), COLS chains a program, ROWS elements
# of each at a time.
@triton.jit
def scan_columns(x, y, out, indices, n, inner, OP: tl.constexpr,
                 START: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    base = tl.program_id(1).to(tl.int64) * n * inner
    chain = tl.program_id(0) * COLS + tl.arange(0, COLS)[None, :]
    step = tl.arange(0, ROWS)[:, None]
    carry = tl.full([1, COLS], START, tl.float32)
    index = tl.zeros([1, COLS], tl.int32)
    for first in range(0, n, ROWS):
        i = first + step
        mask = (i < n) & (chain < inner)
        at = base + i.to(tl.int64) * inner + chain
        first_value = tl.load(x + at, mask=mask, other=0.0).to(tl.float32)
        second = first_value
        if OP == 3:
            second = tl.load(y + at, mask=mask, other=0.0).to(tl.float32)
        where = tl.zeros([ROWS, COLS], tl.int32) + i
        value, found = scan_tile(first_value, second, where, carry, index, 0,
                                 OP)
        tl.store(out + at, value.to(out.dtype.element_ty), mask=mask)
        if OP == 2:
            tl.store(indices + at, found.to(tl.int64), mask=mask)
        last = step == ROWS - 1
        carry = tl.sum(tl.where(last, value, 0.0), 0)[None, :]
        index = tl.sum(tl.where(last, found, 0), 0)[None, :]


def power_of_two(most, n):
    """The least power of two that n fits into, at most `most`."""
    return min(most, 1 << max(0, (n - 1).bit_length()))


def launch(operator, inputs, outputs, grid):
    """Scans tensors whose chains lie as `grid`, (outer, length, inner), says.
    A tile has about 4096 elements."""
    op = OPERATORS[operator]
    # What changes nothing; no infinity, of which differences are no numbers.
    start = -1.0e30 if op in (LOGCUMSUMEXP, CUMMAX) else 0.0
    x, y, out = inputs[0], inputs[-1], outputs[0]
    indices = outputs[-1]
    outer, n, inner = grid
    if inner == 1:
        columns = power_of_two(2048, n)
        rows = power_of_two(max(1, 4096 // columns), outer)
        scan_rows[(triton.cdiv(outer, rows),)](
            x, y, out, indices, outer, n, OP=op, START=start, ROWS=rows,
            COLS=columns, num_warps=8 if rows * columns > 1024 else 4)
        return
    columns = power_of_two(32, inner)
    rows = power_of_two(4096 // columns, n)
    scan_columns[(triton.cdiv(inner, columns), outer)](
        x, y, out, indices, n, inner, OP=op, START=start, ROWS=rows,
        COLS=columns, num_warps=8 if rows * columns > 1024 else 4)
