#===- cases.py - What is measured beside its peers ------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Operators, types and tensors, and who scans them. Needs no GPU."""

from dataclasses import dataclass
from math import prod

TYPES = {"f32": 4, "bf16": 2}  # bytes of an element

# The peers, in the order of the columns.
PEERS = ("copy", "scanc", "torch", "triton", "jax", "cub")

# (extents, axis)
SUMS = (
    ((8, 4096, 1024), 1),
    ((64, 4096, 1024), 1),
    ((2**20, 2), 0),
    ((2**20, 64), 0),
    ((4096, 65536), 0),
    ((16, 16384, 256), 1),
    ((2**20, 128), 1),
    ((2**22, 32), 1),
    ((1024, 65536), 1),
)
RECURRENCES = (
    ((8, 1536, 65536), 2),
    ((8, 1024, 4096), 2),
)


@dataclass(frozen=True)
class Operator:
    name: str
    inputs: int
    shapes: tuple
    torch: str  # the function of torch; empty: there is none
    indices: bool = False  # whether it also writes indices, as i64
    cub: bool = True  # whether segmented.cu has it


OPERATORS = (
    Operator("sum", 1, SUMS, "torch.cumsum"),
    Operator("recurrence", 2, RECURRENCES, ""),
    Operator("logcumsumexp", 1, SUMS, "torch.logcumsumexp", cub=False),
    Operator("cummax", 1, SUMS, "torch.cummax", indices=True, cub=False),
)


def extent_text(extent):
    """2^20 for what is long and a power of two."""
    power = extent.bit_length() - 1
    return f"2^{power}" if extent > 99999 and extent == 1 << power \
        else str(extent)


@dataclass(frozen=True)
class Case:
    operator: Operator
    type: str
    shape: tuple
    axis: int

    @property
    def name(self):
        """The scan of scans.mlir."""
        return f"{self.operator.name}_{self.type}"

    @property
    def where(self):
        return "x".join(map(extent_text, self.shape)) + f" along {self.axis}"

    @property
    def count(self):
        return prod(self.shape)

    @property
    def bytes(self):
        """What must move: all inputs and all outputs."""
        own = TYPES[self.type] * (self.operator.inputs + 1)
        return self.count * (own + 8 * self.operator.indices)

    @property
    def grid(self):
        """(outer, length, inner): how the chains lie."""
        return (prod(self.shape[:self.axis]), self.shape[self.axis],
                prod(self.shape[self.axis + 1:]))

    def missing(self):
        """Who does not scan this, and why."""
        why = {}
        if not self.operator.torch:
            why["torch"] = "torch has no such function"
        if not self.operator.cub:
            why["cub"] = "segmented.cu has sums and recurrences"
        elif self.grid[2] != 1:
            why["cub"] = "CUB scans segments without gaps"
        return why


def select(operators=None, types=None, shapes=None):
    """The cases, of these operators, types and shapes if any are given."""
    return [Case(operator, type_, shape, axis)
            for operator in OPERATORS
            if not operators or operator.name in operators
            for type_ in TYPES if not types or type_ in types
            for shape, axis in operator.shapes
            if not shapes or "x".join(map(str, shape)) in shapes]
