#===- maps.py - Scans with maps, against what they define ------------------===#
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Runs scans of circuits/ that have a `load` or a `store` on the executor, and
compares each output with its definition, in double precision:

    maps.py SCANC ROOT FOLDER NAME...

FOLDER is for .npy files. Prints a line a scan; stops at the first difference."""

import array
import ast
import math
import os
import random
import struct
import subprocess
import sys

SCANC, ROOT, FOLDER = sys.argv[1:4]
sys.path.insert(0, f"{ROOT}/test/Driver/Inputs")
import npy  # noqa: E402

# More than two tiles of one warp, and not a multiple of anything.
MANY = 5003
# Roundings of f32 that a tolerance allows, of the sum of all magnitudes.
ULP = 2.0**-23
NAN, INFINITY = math.nan, math.inf


def f32(value):
    """`value` rounded to an f32."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def floats(values):
    return "<f4", array.array("f", values)


def bytes_of(values):
    return "|u1", array.array("B", values)


def run(name, inputs, outputs, shape=None, states=(), more=0):
    """The arrays that the scan makes of `inputs`; `outputs` are their types,
    `states` more flags; there are `more` outputs than elements."""
    words = [SCANC, "run", f"{ROOT}/circuits/{name}.mlir", "--device=simt"]
    for place, (descr, values) in enumerate(inputs):
        path = os.path.join(FOLDER, f"{name}_{place}.npy")
        shape = shape or (len(values),)
        header = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}"
        with open(path, "wb") as stream:
            stream.write(npy.file_bytes(header, values.tobytes()))
        words.append(f"--input={path}")
    paths = [os.path.join(FOLDER, f"{name}_out_{k}.npy") for k in range(len(outputs))]
    words += [f"--output={path}" for path in paths] + list(states)
    subprocess.run(words, check=True, stdout=subprocess.PIPE)
    shape = (*shape[:-1], shape[-1] + more)
    return [load(path, *output, shape) for path, output in zip(paths, outputs)]


def run_in_parts(name, inputs, outputs):
    """The same in two calls, of which the second starts from the state that the
    first leaves, and leaves one itself."""
    n = len(inputs[0][1])
    state, last = (os.path.join(FOLDER, f"{name}_{which}.npy")
                   for which in ("state", "last"))
    results = []
    for begin, end, states in (
        (0, n // 3, [f"--final={state}"]),
        (n // 3, n, [f"--initial={state}", f"--final={last}"]),
    ):
        part = [(descr, values[begin:end]) for descr, values in inputs]
        results.append(run(name, part, outputs, states=states))
    return [first + second for first, second in zip(*results)]


def load(path, descr, code, shape):
    with open(path, "rb") as stream:
        data = stream.read()
    start = 10 + struct.unpack_from("<H", data, 8)[0]
    header = ast.literal_eval(data[10:start].decode())
    assert header["descr"] == descr, f"{path}: {header}"
    assert header["shape"] == shape, f"{path}: {header}"
    values = array.array(code)
    values.frombytes(data[start:])
    return values


F32, I64, I8, U8 = ("<f4", "f"), ("<i8", "q"), ("|i1", "b"), ("|u1", "B")


def near(name, got, expected, allowed):
    """Whether each is within what is allowed there; what is not finite agrees."""
    assert len(got) == len(expected) == len(allowed), name
    for at, (have, want, most) in enumerate(zip(got, expected, allowed)):
        if math.isnan(want):
            right = math.isnan(have)
        elif math.isinf(want):
            right = have == want
        else:
            right = abs(have - want) <= most
        assert right, f"{name}[{at}]: expected {want} within {most:.1e}, got {have}"


def same(name, got, expected):
    assert len(got) == len(expected), name
    for at, (have, want) in enumerate(zip(got, expected)):
        assert have == want, f"{name}[{at}]: expected {want}, got {have}"


def affine(steps):
    """h = a h + b, and the same of magnitudes, at each of the (a, b)."""
    h, magnitude = 0.0, 0.0
    for a, b in steps:
        h, magnitude = a * h + b, abs(a) * magnitude + abs(b)
        yield h, magnitude


#===----------------------------------------------------------------------===#
# The scans
#===----------------------------------------------------------------------===#


def recurrence(draw, n):
    a = floats(draw.uniform(-1.1, 1.1) for _ in range(n))
    b = floats(draw.uniform(-1, 1) for _ in range(n))
    (h,) = run("recurrence", [a, b], [F32])
    (parts,) = run_in_parts("recurrence", [a, b], [F32])
    expected, magnitudes = zip(*affine(zip(a[1], b[1])))
    near("h", h, expected, [64 * ULP * m for m in magnitudes])
    near("h in parts", parts, expected, [64 * ULP * m for m in magnitudes])


def gradient(draw, n):
    a = floats(draw.uniform(-1.1, 1.1) for _ in range(n))
    d, h = (floats(draw.uniform(-1, 1) for _ in range(n)) for _ in range(2))
    da, db = run("gradient", [a, d, h], [F32, F32])
    # From the end, each with the a of the element behind it.
    behind = list(a[1][1:]) + [1.0]
    steps = list(affine(zip(reversed(behind), reversed(d[1]))))[::-1]
    near("db", db, [g for g, _ in steps], [64 * ULP * m for _, m in steps])
    before = [0.0] + list(h[1][:-1])
    near("da", da, [g * v for (g, _), v in zip(steps, before)],
         [64 * ULP * m * abs(v) for (_, m), v in zip(steps, before)])


def selective_scan(draw, n):
    delta = floats(draw.uniform(0, 0.3) for _ in range(n))
    x, B, C = (floats(draw.gauss(0, 1) for _ in range(n)) for _ in range(3))
    # Of the least, exp(-z) overflows; of the greatest, it is 0.
    z = floats(draw.choice((draw.gauss(0, 3), -200, 200)) for _ in range(n))
    (y,) = run("selective_scan", [delta, x, B, C, z], [F32])
    A, D = -1.0, 0.5
    states = affine((math.exp(d * A), d * b * v)
                    for d, b, v in zip(delta[1], B[1], x[1]))
    expected, allowed = [], []
    for (h, magnitude), v, c, g in zip(states, x[1], C[1], z[1]):
        gate = g / (1 + math.exp(-g))
        expected.append((c * h + D * v) * gate)
        largest = (abs(c) * magnitude + abs(D * v)) * abs(gate)
        allowed.append(128 * ULP * largest + 1e-30)
    near("y", y, expected, allowed)


def gae(draw, n):
    reward, value = (floats(draw.gauss(0, 1) for _ in range(n)) for _ in range(2))
    done = bytes_of(draw.choice((0,) * 60 + (1, 255)) for _ in range(n))
    # Nobody asks for the value behind the end of an episode.
    following = floats(NAN if over else draw.gauss(0, 1) for over in done[1])
    advantages, returns = run("gae", [reward, value, following, done], [F32, F32])
    gamma, trace = 0.99, 0.95
    steps = []
    for r, v, w, over in zip(reward[1], value[1], following[1], done[1]):
        steps.append((0, r - v) if over else (gamma * trace, r + gamma * w - v))
    found = list(affine(reversed(steps)))[::-1]
    allowed = [64 * ULP * (m + 10) for _, m in found]
    near("advantages", advantages, [a for a, _ in found], allowed)
    near("returns", returns, [a + v for (a, _), v in zip(found, value[1])], allowed)


def exponential_average(draw, n):
    # A bf16 is the upper half of an f32.
    def widened(halves):
        return [struct.unpack("<f", struct.pack("<HH", 0, half))[0] for half in halves]

    signal = array.array("f", (draw.gauss(20, 5) for _ in range(n)))
    halves = array.array("H", signal.tobytes())[1::2]
    (y,) = run("exponential_average", [("<u2", halves)], [("<u2", "H")])
    got, expected = widened(y), []
    for x in widened(halves):
        expected.append(0.9 * expected[-1] + 0.1 * x if expected else x)
    assert got[0] == expected[0], "the first is not its own average"
    near("y", got, expected, [1.01 * 2.0**-8 * abs(e) for e in expected])


def log_cumsum_exp(draw, n):
    def check(values):
        x = floats(values)
        (y,) = run("log_cumsum_exp", [x], [F32])
        expected, m, s = [], -INFINITY, 0.0
        for v in x[1]:
            if math.isnan(v) or math.isnan(m):
                m = NAN
            elif v == INFINITY or m == INFINITY:
                m = INFINITY
            elif v > m:
                m, s = v, s * math.exp(m - v) + 1
            elif v > -INFINITY:
                s += math.exp(v - m)
            expected.append(m + math.log(s) if math.isfinite(m) else m)
        near("y", y, expected, [1e-6 * max(1, abs(e)) for e in expected])

    # Beyond what exp has as an f32, and masked at the beginning.
    check([-INFINITY] * (n // 3) + [draw.gauss(1000, 4) for _ in range(n - n // 3)])
    check([draw.uniform(-80, 80) for _ in range(n)])
    infinite = [draw.gauss(0, 1) for _ in range(n)]
    infinite[n // 3] = infinite[n // 2] = INFINITY
    infinite[-n // 4] = NAN
    check(infinite)


def cumulative_maximum(draw, n):
    def check(values):
        x = floats(values)
        best, at = run("cumulative_maximum", [x], [F32, I64])
        values, places = [], []
        for i, v in enumerate(x[1]):
            worst = values[-1] if values else -INFINITY
            takes = math.isnan(v) or not math.isnan(worst) and v >= worst
            values.append(v if takes else worst)
            places.append(i if takes else places[-1])
        same("index", at, places)
        # Bits: a NaN is one that went in, and so is a zero.
        bits = array.array("I", best.tobytes())
        same("bits", bits, array.array("I", array.array("f", values).tobytes()))

    check([math.sqrt(i) // 1 + draw.choice((0, 1, -5)) for i in range(n)])
    check([-INFINITY] * n)
    check([draw.choice((0.0, -0.0, -1.0)) for _ in range(n)])
    numbers = [draw.gauss(0, 1) for _ in range(n)]
    numbers[n // 3] = numbers[n // 2] = NAN
    check(numbers)


def biquad(draw, n):
    b = [f32(c) for c in (0.09763107, 0.19526215, 0.09763107)]
    a = [f32(c) for c in (-0.94280904, 0.33333333)]
    x = floats(draw.uniform(-1, 1) for _ in range(n))
    (y,) = run("biquad", [x], [F32])
    (parts,) = run_in_parts("biquad", [x], [F32])
    expected, inputs, outputs = [], [0.0, 0.0], [0.0, 0.0]
    for v in x[1]:
        w = (b[0] * v + b[1] * inputs[0] + b[2] * inputs[1]
             - a[0] * outputs[0] - a[1] * outputs[1])
        inputs, outputs = [v, inputs[0]], [w, outputs[0]]
        expected.append(w)
    near("y", y, expected, [1e-6] * n)
    near("y in parts", parts, expected, [1e-6] * n)


def offsets(draw, n):
    counts = [draw.randrange(2**32) for _ in range(n)]
    (starts,) = run("offsets", [("<u4", array.array("I", counts))],
                    [("<u8", "Q")], more=1)
    expected = [0]
    for count in counts:
        expected.append(expected[-1] + count)
    same("offsets", starts, expected)


def softmax(draw, n):
    rows, row = (7, n // 7) if n > 7 else (1, n)
    scores = [draw.gauss(0, 30) for _ in range(rows * row)]
    if rows > 1:
        scores[row : row + row // 2] = [-INFINITY] * (row // 2)
        scores[2 * row : 3 * row] = [-INFINITY] * row
        scores[3 * row + row // 2] = NAN
    x = floats(scores)
    pairs = ([("f0", "<f4"), ("f1", "<f4")], "f")
    (found,) = run("softmax", [x], [pairs], shape=(rows, row))
    expected = []
    for i, v in enumerate(x[1]):
        m, s = expected[-1] if i % row else (-INFINITY, 0.0)
        if math.isnan(v) or math.isnan(m):
            m = s = NAN
        elif v == m:
            s += 1
        elif v > m:
            m, s = v, s * math.exp(m - v) + 1
        else:
            s += math.exp(v - m)
        expected.append((m, s))
    near("m", found[::2], [m for m, _ in expected], [0.0] * len(expected))
    near("s", found[1::2], [s for _, s in expected], [2e-6 * s for _, s in expected])


def line_of_sight(draw, n):
    # The land rises to the height of the eyes and beyond, with hills on it.
    ground = [draw.gauss(i * i / n / 40, 3) for i in range(n)]
    for i in range(5, n, 89):
        ground[i] = NAN
    altitudes = floats(ground)
    (flags,) = run("line_of_sight", [altitudes], [U8])
    expected, highest = [], -INFINITY
    for i, altitude in enumerate(altitudes[1]):
        # Rounded as an f32: a quotient of two may be rounded twice.
        slope = f32(f32(altitude - 100) / (i + 1))
        expected.append(int(slope > highest))
        highest = max(highest, -INFINITY if math.isnan(slope) else slope)
    assert n == 1 or n / 100 < sum(expected) < n / 2, "hardly any choice"
    same("visible", flags, expected)


def string_comparison(draw, n):
    def check(s, t):
        length = max(len(s), len(t))
        s, t = (text.ljust(length, b"\0") for text in (s, t))
        (found,) = run("string_comparison", [bytes_of(s), bytes_of(t)], [I8])
        expected = [(s[: i + 1] > t[: i + 1]) - (s[: i + 1] < t[: i + 1])
                    for i in range(length)]
        same("comparison", found, expected)

    check(b"parallax", b"parallel")
    text = bytes(draw.randrange(1, 256) for _ in range(n))
    # Of characters of more than 127, and another difference behind the first.
    place = n * 2 // 3
    low, high = bytearray(text), bytearray(text)
    low[place:], high[place:] = b"\x7fz" + text[place:], b"\x80a" + text[place:]
    check(bytes(low), bytes(high))
    check(bytes(high), bytes(low))
    check(text, text)
    check(text, text + b"and more")


def squares(draw, n):
    values = [draw.gauss(3, 50) for _ in range(n)]
    if n > 1:
        values[-1] = 1e20
    x = floats(values)
    (y,) = run("squares", [x], [F32])
    expected, total = [], 0.0
    for i, v in enumerate(x[1]):
        total += v * v if abs(v) < 1e19 else INFINITY
        expected.append(math.sqrt(total / (i + 1)))
    near("y", y, expected, [16 * ULP * e for e in expected])


for scan in sys.argv[4:]:
    for count in (1, MANY):
        globals()[scan](random.Random(scan), count)
    print(f"{scan}: right")
