#===- check_arrays.py - Scans of several arrays, against plain loops -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: check_arrays.py make SHAPE FILE VALUE...
       check_arrays.py recurrence ROW A.npy B.npy H.npy
       check_arrays.py argmax ROW X.npy VALUE.npy INDEX.npy

`make` writes as many of the VALUEs, drawn at random, as the shape has, as <f4.
The others compute the scan anew in each row of ROW elements, and compare every
output. Values are to be small integers, which no sum rounds."""

import array
import ast
import random
import sys

import npy


def values_of(path, code):
    """All values of a file of scalars, in C order."""
    with open(path, "rb") as stream:
        data = stream.read()
    values = array.array(code)
    (length,) = array.array("H", data[8:10])
    header = ast.literal_eval(data[10 : 10 + length].decode().strip())
    assert header["descr"] == {"f": "<f4", "q": "<i8"}[code], header
    values.frombytes(data[10 + length :])
    assert len(values) == npy.count_of(header["shape"]), header
    return values


def make(shape_text, path, *choices):
    shape = ast.literal_eval(shape_text)
    choose = random.Random(path).choices
    values = choose([float(choice) for choice in choices], k=npy.count_of(shape))
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape!r}, }}"
    with open(path, "wb") as stream:
        stream.write(npy.file_bytes(header, array.array("f", values).tobytes()))


def compare(name, got, expected):
    assert len(got) == len(expected), f"{name}: {len(got)} values"
    for at, (have, want) in enumerate(zip(got, expected)):
        assert have == want, f"{name}[{at}]: expected {want}, got {have}"
    print(f"{len(got)} values of {name} are right")


def recurrence(row, a_path, b_path, h_path):
    expected, h = [], 0.0
    for t, (a, b) in enumerate(zip(values_of(a_path, "f"), values_of(b_path, "f"))):
        h = b if t % int(row) == 0 else a * h + b
        expected.append(h)
    assert max(map(abs, expected)) < 2**24, "sums may round"
    compare("h", values_of(h_path, "f"), expected)


def argmax(row, x_path, value_path, index_path):
    values, places = [], []
    for t, x in enumerate(values_of(x_path, "f")):
        at = t % int(row)
        if at == 0 or x > values[-1]:
            best = x, at
        values.append(best[0])
        places.append(best[1])
    compare("value", values_of(value_path, "f"), values)
    compare("index", values_of(index_path, "q"), places)


if __name__ == "__main__":
    {"make": make, "recurrence": recurrence, "argmax": argmax}[sys.argv[1]](
        *sys.argv[2:]
    )
