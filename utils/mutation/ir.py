#===- ir.py - Kernels as lines of generic MLIR ----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Kernels as MLIR prints them in its generic form: an op a line, and an op with
regions from a line that ends in '({' to one that begins with '})'.

The generic form names every operand, attribute and type in the same way for all
dialects, so that one parser reads all of it:

    %3:2 = "gpu.shuffle"(%1, %c4, %c32) <{mode = ...}> : (i32, i32, i32) -> (i32, i1)
"""

import re
from dataclasses import dataclass, field

VALUE = r"%[\w$.-]+"
OP = re.compile(
    r"^(?P<indent> *)"
    rf"(?:(?P<results>{VALUE})(?::(?P<count>\d+))? = )?"
    r'"(?P<name>[\w.]+)"'
    r"\((?P<operands>[^()]*)\)"
    r"(?:\[(?P<successors>[^\]]*)\])?"
    r"(?: <\{(?P<properties>.*?)\}>(?= :| \{| \(\{))?"
    r"(?P<rest>.*)$")
LABEL = re.compile(r"^ *(\^[\w]+)(?:\((.*)\))?:")
NAME = re.compile(r'sym_name = "([^"]+)"')
USE = re.compile(rf"{VALUE}(?:#\d+)?")

OPENING, CLOSING = "([{<", ")]}>"


def split_types(text):
    """The types of a list, which commas part outside of all brackets."""
    types, depth, begin = [], 0, 0
    for at, c in enumerate(text):
        if c in OPENING:
            depth += 1
        elif c in CLOSING and text[at - 1:at + 1] != "->":
            depth -= 1
        elif c == "," and depth == 0:
            types.append(text[begin:at].strip())
            begin = at + 1
    last = text[begin:].strip()
    return types + [last] if last else types


def function_type(text):
    """Operand and result types of '... : (a, b) -> c' at the end of a line."""
    at = text.rfind(" : (")
    if at < 0:
        return [], []
    depth = 0
    begin = at + len(" : (")
    for end in range(begin - 1, len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            break
    results = text[end + 1:].strip().removeprefix("->").strip()
    if results.startswith("(") and results.endswith(")"):
        results = results[1:-1]
    return split_types(text[begin:end]), split_types(results)


@dataclass(eq=False)
class Block:
    """Ops one after another, from a label or the start of a region on."""

    ops: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    types: list = field(default_factory=list)  # of the arguments


@dataclass(eq=False)
class Region:
    parent: object  # the op that has it, or None
    first: int = 0  # its lines
    last: int = 0
    blocks: list = field(default_factory=lambda: [Block()])


@dataclass(eq=False)
class Op:
    line: int
    indent: str
    name: str
    result: str  # '%3', or '' where there is none
    result_count: int
    operands: list
    successors: str
    properties: str
    region: Region
    block: Block
    last: int = 0  # the line with which it ends: its own, or that of '})'
    operand_types: list = field(default_factory=list)
    result_types: list = field(default_factory=list)
    regions: list = field(default_factory=list)
    kernel: str = ""
    paces: bool = False  # a wait that says so: only time depends on it
    number: object = 0  # it is the number-th op of this name in its kernel

    def results(self):
        """The names by which others use its results."""
        if self.result_count == 1:
            return [self.result]
        return [f"{self.result}#{i}" for i in range(self.result_count)]

    def nested(self):
        """All ops within it, less itself."""
        for region in self.regions:
            for block in region.blocks:
                for op in block.ops:
                    yield op
                    yield from op.nested()

    def attribute(self, key):
        """The text of a property; None where the op has none of that name."""
        match = re.search(rf"(?:^|, ){key} = ((?:[^,<]|<[^>]*>)+)",
                          self.properties)
        return match.group(1) if match else None


class Module:
    """The text of a module, and its kernels as ops."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.kernels = {}  # name -> its function
        self.circuits = {}  # '@name' -> how many wires it has
        self._ops = {}  # name -> all ops of it
        self._parse()

    def _parse(self):
        stack = []  # of ops whose regions are open
        top = Region(None)
        region = top
        for number, line in enumerate(self.lines):
            stripped = line.strip()
            if stripped.startswith("})"):
                op = stack.pop()
                region.last = number
                op.last = number
                op.operand_types, op.result_types = function_type(line)
                name = NAME.search(line) or NAME.search(op.properties)
                if op.name.endswith(".func"):
                    self.kernels[name.group(1)] = op
                elif op.name == "prefix.circuit":
                    self.circuits["@" + name.group(1)] = len(
                        op.regions[0].blocks[0].arguments)
                region = op.region
                continue
            if stripped == "}, {":
                region.last = number
                region = Region(stack[-1], number)
                stack[-1].regions.append(region)
                continue
            label = LABEL.match(line)
            if label:
                block = region.blocks[-1]
                if block.ops or block.arguments:
                    block = Block()
                    region.blocks.append(block)
                arguments = split_types(label.group(2) or "")
                block.arguments, block.types = (
                    [part.split(": ", 1)[at] for part in arguments]
                    for at in (0, 1))
                continue
            match = OP.match(line)
            if not match:
                if stripped and not stripped.startswith(("#", "//")):
                    raise ValueError(f"line {number + 1} is no op: {stripped}")
                continue
            op = Op(number, match["indent"], match["name"],
                    match["results"] or "",
                    int(match["count"] or 1) if match["results"] else 0,
                    USE.findall(match["operands"]), match["successors"] or "",
                    match["properties"] or "", region, region.blocks[-1],
                    last=number, paces="{prefix.pace}" in match["rest"]
                    or match["name"] == "prefix.acquire"
                    and match["properties"] == "paces")
            region.blocks[-1].ops.append(op)
            if line.endswith("({"):
                stack.append(op)
                region = Region(op, number)
                op.regions.append(region)
            else:
                op.operand_types, op.result_types = function_type(line)
        if stack:
            raise ValueError(f"'{stack[-1].name}' at line {stack[-1].line + 1} "
                             "does not end")
        self._number()

    def _number(self):
        for name, function in self.kernels.items():
            counts = {}
            self._ops[name] = list(function.nested())
            for op in self._ops[name]:
                counts[op.name] = counts.get(op.name, 0) + 1
                op.kernel, op.number = name, counts[op.name]

    def ops(self, kernel):
        return self._ops[kernel]

    def uses(self, value, region):
        """The lines of `region` that use a value that is defined in it, or all
        of the values '%5#0', '%5#1' if it is called '%5'."""
        pattern = re.compile(re.escape(value) + r"(?![\w$.-])"
                             + ("(?!#)" if "#" in value else ""))
        return [n for n in range(region.first, region.last + 1)
                if pattern.search(self.lines[n])]

    def edited(self, edits):
        """The text with other lines in the place of some: {line: [lines]}."""
        out = []
        for number, line in enumerate(self.lines):
            out.extend(edits.get(number, [line]))
        return "\n".join(out)


def renamed(line, old, new):
    """A line that uses `new` for the value `old`."""
    return re.sub(re.escape(old) + r"(?![\w$.#-])", new, line)
