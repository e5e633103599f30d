#===- check_report.py - What must hold of every JSON report ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Usage: check_report.py REPORT.json"""

import json
import math
import sys


def counts(step):
    """(path, value) of every count that adds up."""
    for key, value in step.items():
        if isinstance(value, dict) and key != "predicted":
            for path, inner in counts(value):
                yield key + "." + path, inner
        elif isinstance(value, int) and key != "degree":
            yield key, value


def summed(steps):
    total = {}
    for step in steps:
        for path, value in counts(step):
            total[path] = total.get(path, 0) + value
    return total


with open(sys.argv[1]) as file:
    report = json.load(file)
name = report["scan"]
assert report["kernels"] and report["circuits"]
runs = report["runs"]
assert report["n"] == sum(run["n"] for run in runs)
ran = [kernel["run"] for kernel in report["kernels"]]
assert sorted(set(ran)) == list(range(len(runs))), ran
for run in runs:
    if "shape" in run:
        assert run["n"] == math.prod(run["shape"]), run
        assert 0 <= run["axis"] < len(run["shape"]), run
for kernel in report["kernels"]:
    assert summed(kernel["steps"]) == dict(counts(kernel["total"])), kernel
totals = [kernel["total"] for kernel in report["kernels"]]
assert summed(totals) == dict(counts(report["total"]))
print(f"{name}: sums of the steps are the totals")

predicted = [
    step["predicted"]
    for kernel in report["kernels"]
    for step in kernel["steps"]
    if "predicted" in step
]
assert all(each["agrees"] for each in predicted)
print(f"{name}: {'every' if predicted else 'no'} prediction agrees")
