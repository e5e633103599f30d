#===- check_axis.py - Scans along an axis, against a plain loop -----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: check_axis.py DEVICE SCANC STATES.mlir SCAN SHAPE AXIS [--fortran]

Scans random elements of a SCAN of STATES.mlir along an axis, from random states,
and compares the outputs and the states after chains with a plain loop."""

import ast
import itertools
import random
import struct
import subprocess
import sys

import npy

PAIR = [("a", "<i4"), ("b", "<i4")]
DEVICE, SCANC, SOURCE, SCAN, SHAPE, AXIS, *REST = sys.argv[1:]


def write(path, shape, pairs):
    values = [str(value) for pair in pairs for value in pair]
    with open(path, "wb") as stream:
        stream.write(npy.write(repr(PAIR), repr(shape), values, 1, bool(REST)))


def read(path, shape):
    descr, own, data = npy.read(path)
    assert (descr, own) == (PAIR, shape), f"{path}: {descr} of shape {own}"
    return [list(pair) for pair in struct.iter_unpack("<ii", data)]


def signed(value):
    return (value + 2**31) % 2**32 - 2**31


def combine(low, high):
    return [signed(high[0] * low[0]), signed(high[0] * low[1] + high[1])]


def places_of(shape):
    """Each place of an array with its number in C order."""
    return {at: i for i, at in enumerate(itertools.product(*map(range, shape)))}


def main():
    shape, axis = ast.literal_eval(SHAPE), int(AXIS) % len(ast.literal_eval(SHAPE))
    others = shape[:axis] + shape[axis + 1 :]
    draw = random.Random(SCAN + SHAPE + AXIS).randrange
    # Odd factors: no state forgets what came before it.
    pairs, states = (
        [[draw(-(2**30), 2**30) * 2 + 1, draw(2**31)] for _ in range(npy.count_of(of))]
        for of in (shape, others)
    )
    write("in.npy", shape, pairs)
    write("initial.npy", others, states)
    command = [SCANC, "run", SOURCE, f"--scan={SCAN}", f"--axis={AXIS}"]
    command += [f"--device={DEVICE}", "--input=in.npy", "--output=out.npy"]
    command += ["--initial=initial.npy", "--final=final.npy"]
    subprocess.run(command, check=True)

    outputs, places = [None] * len(pairs), places_of(shape)
    for chain, place in enumerate(places_of(others)):
        along = range(shape[axis])
        for k in reversed(along) if "reverse" in SCAN else along:
            at = places[place[:axis] + (k,) + place[axis:]]
            after = combine(states[chain], pairs[at])
            outputs[at] = states[chain] if "exclusive" in SCAN else after
            states[chain] = after
    assert read("out.npy", shape) == outputs, "outputs"
    assert read("final.npy", others) == states, "final states"


main()
