#===- check_pairs.py - Scans of two columns, by two sets of kernels -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: check_pairs.py SCANC PLAN.mlir SCAN...

Scans random elements of pairs.mlir, of 8 shapes of two columns, by the kernels
of pairs and by those of any axis, and compares all outputs and states."""

import os
import random
import subprocess
import sys

import npy

SCANC, SOURCE, *SCANS = sys.argv[1:]
PAIR, INT, BYTE = "[('a', '<i4'), ('b', '<i4')]", "'<i4'", "'<u1'"
# The arrays read, how many are written, and whether there are states.
KINDS = {
    "plain": ([PAIR], 1, False),
    "named": ([PAIR], 1, True),
    "bytes": ([BYTE], 1, False),
    "everything": ([PAIR, "'<i1'"], 2, True),
}
LENGTHS = [2, 31, 33, 1025, 4097, 9001, 12289, 20000]


def write(path, descr, shape, draw):
    fields = descr.count("<")
    bits = 8 if "1'" in descr else 32
    values = [
        str(draw(2**bits) - (2 ** (bits - 1) if "<i" in descr else 0))
        for _ in range(npy.count_of(shape) * fields)
    ]
    with open(path, "wb") as stream:
        stream.write(npy.write(descr, repr(shape), values, 1, False))


def scan(name, form, inputs, outputs, has_states):
    """What the files have that it writes."""
    files = [f"{form}{i}.npy" for i in range(outputs)]
    call = [SCANC, "run", "--device=simt", SOURCE, f"--scan={name}", "--axis=0"]
    call += [f"--input=in{i}.npy" for i in range(inputs)]
    call += [f"--output={path}" for path in files]
    if has_states:
        files.append(f"{form}-final.npy")
        call += ["--initial=initial.npy", f"--final={files[-1]}"]
    done = subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.startswith(form + ":"), (form, done.stdout)
    written = []
    for path in files:
        with open(path, "rb") as stream:
            written.append(stream.read())
        os.remove(path)
    return written


def main():
    for name in SCANS:
        descrs, outputs, has_states = KINDS[name]
        draw = random.Random(name).randrange
        for length in LENGTHS:
            for i, descr in enumerate(descrs):
                write(f"in{i}.npy", descr, (length, 2), draw)
            write("initial.npy", PAIR, (2,), draw)
            arguments = len(descrs), outputs, has_states
            pairs = scan(name, name + "_axis_pairs", *arguments)
            axis = scan(name + "_axis", name + "_axis", *arguments)
            assert pairs == axis, f"{name}: {length} pairs"
            assert any(pairs[0][128:]), "only zeros"
        print(f"{name}: {len(LENGTHS)} shapes are scanned by pairs as by axis")


main()
