#===- check_states.py - A scan in one call, and in two ------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: check_states.py DEVICE SCANC STATES.mlir SCAN DOMAIN SHAPE

Scans random elements of a SCAN of STATES.mlir in one call, from random states,
and compares the outputs and the states after chains with a plain loop. Then
scans the elements of each chain in two calls, the final states of one being the
initial states of the other: both write what the one call wrote, byte for byte.
SHAPE is (n,), or that of a matrix whose rows are scanned."""

import ast
import os
import random
import struct
import subprocess
import sys

import npy

PAIR = [("a", "<i4"), ("b", "<i4")]
DEVICE, SCANC, SOURCE, SCAN, DOMAIN, SHAPE = sys.argv[1:]


def write(path, shape, pairs):
    data = b"".join(struct.pack("<II", *pair) for pair in pairs)
    header = f"{{'descr': {PAIR}, 'fortran_order': False, 'shape': {shape}, }}"
    with open(path, "wb") as stream:
        stream.write(npy.file_bytes(header, data))


def read(path, shape):
    """The bytes of the pairs of a file that has this shape."""
    descr, own, data = npy.read(path)
    assert (descr, own) == (PAIR, shape), f"{path}: {descr} of shape {own}"
    return data


def pairs_of(data):
    return list(struct.iter_unpack("<II", data))


def combine(low, high):
    return high[0] * low[0] % 2**32, (high[0] * low[1] + high[1]) % 2**32


def scan_row(row, state):
    """What is put out, and the state after the last element."""
    outputs = [None] * len(row)
    places = range(len(row))
    for at in reversed(places) if "reverse" in SCAN else places:
        after = combine(state, row[at])
        outputs[at] = state if "exclusive" in SCAN else after
        state = after
    return outputs, state


def columns(data, row, begin, end):
    """Of rows of `row` pairs, those from `begin` to `end`."""
    size = struct.calcsize("<II")
    rows = range(0, len(data), row * size)
    return b"".join(data[at + begin * size : at + end * size] for at in rows)


def run(name):
    """Scans NAME.npy from NAME_initial.npy."""
    command = [SCANC, "run", SOURCE, f"--scan={SCAN}", f"--domain={DOMAIN}"]
    command += [f"--device={DEVICE}", f"--input={name}.npy"]
    command += [f"--initial={name}_initial.npy", f"--output={name}_out.npy"]
    command += [f"--final={name}_final.npy"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main():
    shape = ast.literal_eval(SHAPE)
    *rows, n = shape
    chains = npy.count_of(rows)
    draw = random.Random(SCAN + DOMAIN).getrandbits
    # Odd factors: no state forgets what came before it.
    pairs = [(draw(31) * 2 + 1, draw(32)) for _ in range(chains * n)]
    states = [(draw(31) * 2 + 1, draw(32)) for _ in range(chains)]
    write("one.npy", shape, pairs)
    write("one_initial.npy", (chains,), states)
    run("one")
    out, final = read("one_out.npy", shape), read("one_final.npy", (chains,))
    outputs, finals = pairs_of(out), pairs_of(final)
    for at, state in enumerate(states):
        row = slice(at * n, (at + 1) * n)
        expected, after = scan_row(pairs[row], state)
        assert outputs[row] == expected, f"outputs of chain {at}"
        assert finals[at] == after, f"final state of chain {at}"

    cut = n * 3 // 7
    parts = {"left": (0, cut), "right": (cut, n)}
    order = ["right", "left"] if "reverse" in SCAN else ["left", "right"]
    os.replace("one_initial.npy", f"{order[0]}_initial.npy")
    whole = read("one.npy", shape)
    for name in order:
        begin, end = parts[name]
        part = (*rows, end - begin)
        write(f"{name}.npy", part, pairs_of(columns(whole, n, begin, end)))
        run(name)
        own = read(f"{name}_out.npy", part)
        assert own == columns(out, n, begin, end), f"outputs on the {name}"
        if name == order[0]:
            os.replace(f"{name}_final.npy", f"{order[1]}_initial.npy")
    assert read(f"{order[1]}_final.npy", (chains,)) == final, "final states"
    print(f"{SCAN}, {DOMAIN} {SHAPE}: in one call and in two")


main()
