#===- contest.py - One case, checked and timed ----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""All contestants of a case get the same slots of inputs and outputs, which
take turns. Each is called once, which compiles it, once more by the clock, and
checked; then they take turns in rounds of batches of launches."""

import statistics
import time

import torch

from contestants import CONTESTANTS, Missing

DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16}
ROUNDS, FEW_ROUNDS = 11, 3
WORKING_SET = 160 << 20  # bytes that the slots have at least, and at most
MAX_SLOTS = 16           # so many
SLOWEST = 0.5            # seconds that a call may take
LONG = 0.05              # seconds of a call from which on rounds are few
BATCH = 0.004            # seconds of a batch, about, and at most
MAX_BATCH = 50           # so many launches
CHECKED_ROWS = 512       # rows of a recurrence that are checked
PART = 1 << 26           # elements that are compared at a time

# How far an output may be from the reference, of 1 or the reference.
TOLERANCES = {"f32": 1e-4, "bf16": 1 / 64}


def make_input(case, which):
    shape, dtype = case.shape, DTYPES[case.type]
    if case.operator.name == "sum":  # small integers: sums of f32 are exact
        return torch.randint(-2, 3, shape, device="cuda", dtype=torch.int8) \
            .to(dtype)
    values = torch.empty(shape, device="cuda", dtype=dtype)
    if case.operator.name != "recurrence":
        return values.normal_()
    return values.uniform_(0.5, 0.99) if which == 0 else values.uniform_(-1, 1)


def make_slots(case):
    count = min(MAX_SLOTS, max(1, -(-WORKING_SET // case.bytes)))
    slots = []
    for _ in range(count):
        inputs = [make_input(case, which)
                  for which in range(case.operator.inputs)]
        outputs = [torch.empty_like(inputs[0])]
        if case.operator.indices:
            outputs.append(torch.empty(case.shape, dtype=torch.int64,
                                       device="cuda"))
        slots.append((inputs, outputs))
    return slots


class Reference:
    """What slot 0 comes to, in f64; of recurrences the first rows."""

    def __init__(self, case, inputs):
        self.case = case
        axis, name = case.axis, case.operator.name
        if name == "recurrence":
            a, b = (x.reshape(-1, case.shape[-1])[:CHECKED_ROWS].double().t()
                    .contiguous() for x in inputs)
            rows = torch.empty_like(b)
            h = torch.zeros_like(b[0])
            for t in range(len(b)):
                h = torch.addcmul(b[t], a[t], h)
                rows[t] = h
            self.expected = [rows.t().contiguous()]
        elif name == "cummax":
            self.expected = list(torch.cummax(inputs[0], axis))
        elif name == "logcumsumexp":
            self.expected = [torch.logcumsumexp(inputs[0].double(), axis)]
        else:
            self.expected = [torch.cumsum(inputs[0].double(), axis)]

    def error(self, outputs):
        """The largest difference, as a part of 1 or the reference."""
        worst = 0.0
        for got, expected in zip(outputs, self.expected, strict=True):
            expected = expected.reshape(-1)
            got = got.reshape(-1)[:expected.numel()]
            for first in range(0, expected.numel(), PART):
                part = expected[first:first + PART].double()
                away = (got[first:first + PART].double() - part).abs()
                away /= part.abs().clamp(min=1)
                # What is no number is as wrong as can be.
                away = torch.nan_to_num(away, nan=float("inf"))
                worst = max(worst, away.max().item())
        return worst


def call_time(contestant, i):
    """Seconds of one call, by the host's clock."""
    contestant.wait()
    started = time.perf_counter()
    contestant.launch(i)
    contestant.wait()
    return time.perf_counter() - started


def batch_time(contestant, launches):
    """Microseconds a launch."""
    slots = len(contestant.slots)
    if contestant.by_host:
        contestant.wait()
        started = time.perf_counter()
        for i in range(launches):
            contestant.launch(i % slots)
        contestant.wait()
        return 1e6 * (time.perf_counter() - started) / launches
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for i in range(launches):
        contestant.launch(i % slots)
    end.record()
    end.synchronize()
    return 1000 * begin.elapsed_time(end) / launches


def enter(name, case, slots, reference, folder):
    """A contestant that is ready to be timed, or None, and what is known."""
    missing = case.missing().get(name)
    if missing:
        return None, {"missing": missing}
    try:
        contestant = CONTESTANTS[name](case, slots, folder)
        for output in slots[0][1]:
            output.fill_(-77)
        compiled = call_time(contestant, 0)
        seconds = call_time(contestant, 0)
        contestant.seconds = seconds
        found = {"first_call_s": round(compiled, 3)}
        if name != "copy":
            error = reference.error(contestant.outputs(0))
            found["error"] = float(f"{error:.3g}")
            found["right"] = error <= TOLERANCES[case.type]
        if seconds > SLOWEST:
            return None, {**found, "skipped": f"one call takes {seconds:.2f} "
                                              "s"}
        return contestant, found
    except Missing as error:
        return None, {"missing": str(error)}
    except Exception as error:  # a peer that fails is no reason to stop
        torch.cuda.empty_cache()
        text = str(error).strip().splitlines() or [type(error).__name__]
        return None, {"failed": f"{type(error).__name__}: {text[0][:300]}"}


def measure(case, names, folder):
    """What is known of each contestant: times in microseconds, or why not."""
    slots = make_slots(case)
    reference = Reference(case, slots[0][0])
    result, entered = {}, {}
    for name in names:
        contestant, result[name] = enter(name, case, slots, reference, folder)
        if contestant:
            entered[name] = contestant
    del reference
    torch.cuda.empty_cache()
    rounds = {name: [] for name in entered}
    for number in range(ROUNDS + 1):
        for name, contestant in entered.items():
            seconds = contestant.seconds
            if seconds > LONG and number > FEW_ROUNDS:
                continue
            launches = max(1, min(MAX_BATCH, int(BATCH / seconds)))
            took = batch_time(contestant, launches)
            if number:  # the first one warms up
                rounds[name].append(took)
    for name, times in rounds.items():
        result[name]["median_us"] = round(statistics.median(times), 3)
        result[name]["rounds_us"] = [round(took, 3) for took in times]
        result[name]["by_host"] = entered[name].by_host
    copied = result.get("copy", {}).get("median_us")
    for found in result.values():
        if copied and "median_us" in found:
            found["of_copy"] = round(copied / found["median_us"], 4)
    entered.clear()
    slots.clear()
    torch.cuda.empty_cache()
    return result
