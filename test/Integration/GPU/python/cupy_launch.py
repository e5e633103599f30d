#===- cupy_launch.py - A scan from its PTX and JSON alone ----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A scan from its PTX and JSON alone: cupy_launch.py FOLDER NAME...

Knows nothing but what NAME.json says: loads FOLDER/NAME.ptx with CuPy's
RawModule, evaluates the launch recipe, and compares with NumPy. Prints
[name, case, message] as JSON a line, the message empty where all is well.
"""

import json
import sys
from pathlib import Path

import cupy
import numpy

BFLOAT16 = numpy.dtype("u2")


class Scan:
    """What NAME.json describes."""

    def __init__(self, path):
        self.info = json.loads(path.read_text())
        device = cupy.cuda.Device()
        # Variants are in ascending order.
        self.variant = [variant for variant in self.info["variants"]
                        if int(variant["arch"].removeprefix("sm_")) <=
                        int(device.compute_capability)][-1]
        self.module = cupy.RawModule(
            path=str(path.with_name(self.variant["ptx"])))
        self.values = {
            "sm_count": device.attributes["MultiProcessorCount"],
            "min": min, "max": max,
            **self.variant["launch"]["parameters"]}

    def dtype(self, part):
        """The NumPy type of `element` or `output`."""
        fields = self.info[part]["fields"]
        names = [field["type"].replace("b1", "bool") for field in fields]
        types = [BFLOAT16 if name == "bf16" else numpy.dtype(
            {"f": "f", "i": "i", "u": "u"}[name[0]] +
            str(int(name[1:]) // 8)) for name in names]
        if len(types) == 1:
            return types[0]
        if self.info["soa"]:
            return numpy.dtype(
                [(field["name"], type) for field, type in zip(fields, types)])
        return numpy.dtype({
            "names": [field["name"] for field in fields], "formats": types,
            "offsets": [field["offset"] for field in fields],
            "itemsize": self.info[part]["size"]})

    def arrays(self, data):
        """The arrays that hold a NumPy array on the GPU, as bytes."""
        parts = [data]
        if self.info["soa"] and data.dtype.names:
            parts = [data[name] for name in data.dtype.names]
        return [cupy.asarray(numpy.ascontiguousarray(part).view(numpy.uint8))
                for part in parts]

    def __call__(self, data):
        """The scan of a NumPy array."""
        n = len(data)
        values = {**self.values, "n": n}
        evaluate = lambda text: eval(text, {"__builtins__": {}}, values)
        for value in self.variant["launch"]["values"]:
            values[value["name"]] = evaluate(value["value"])
        result = numpy.full(n * self.dtype("output").itemsize, 0xA5,
                            numpy.uint8).view(self.dtype("output"))
        source = self.arrays(data)
        target = self.arrays(result)
        bytes = evaluate(self.variant["workspace"]["formula"])
        workspace = cupy.full(max(1, bytes),
                              0 if self.variant["workspace"]["zeroed"] else 0xA5,
                              cupy.uint8)
        # Of the workspace, the same address for each array.
        buffers = {"in": [array.data.ptr for array in source],
                   "out": [array.data.ptr for array in target],
                   "workspace": [workspace.data.ptr] * len(source)}
        kernels = {kernel["name"]: kernel for kernel in self.variant["kernels"]}
        chosen = next(case for case in self.variant["launch"]["cases"]
                      if evaluate(case["if"]))
        for step in chosen["steps"]:
            addresses = lambda key: [
                numpy.uint64(buffer + evaluate(step[f"{key}_offset"]))
                for buffer in buffers[step[key]]]
            kernel = self.module.get_function(step["kernel"])
            shared = kernels[step["kernel"]]["dynamic_shared_bytes"]
            if shared > 48 << 10:
                kernel.max_dynamic_shared_size_bytes = shared
            kernel((evaluate(step["grid"]),), (step["block"],),
                   (*addresses("in"), *addresses("out"),
                    numpy.uint64(workspace.data.ptr +
                                 evaluate(step["workspace_offset"])),
                    numpy.uint64(evaluate(step["n"])),
                    numpy.uint32(evaluate(step["blocks_argument"]))),
                   shared_mem=shared)
        if len(target) == 1:
            return target[0].get().view(result.dtype)
        for array, name in zip(target, result.dtype.names):
            result[name] = array.get().view(result.dtype[name])
        return result


def sample(dtype, n):
    """Small whole numbers, in every field."""
    random = numpy.random.default_rng(n)
    data = numpy.zeros(n, dtype)
    if not dtype.names:
        data[:] = random.integers(-9, 10, n)
        return data
    # A linear recurrence with a in {-1, 1} is exact.
    data["f0"] = random.choice([-1, 1], n)
    data["f1"] = random.integers(-3, 4, n)
    return data


def reference(info, data):
    if info["element"]["fields"][1:]:
        out, a, b = data.copy(), 1.0, 0.0
        for i, (x, y) in enumerate(data.tolist()):
            a, b = x * a, x * b + y
            out[i] = (a, b)
        return out
    operation = {"add": numpy.add, "max": numpy.maximum}[
        info["monoid"]["name"].split("_")[0]]
    inclusive = operation.accumulate(data, dtype=data.dtype)
    if info["kind"] == "inclusive":
        return inclusive
    return numpy.concatenate([numpy.zeros(1, data.dtype), inclusive[:-1]])


def check(scan, n):
    """What is wrong, or an empty string."""
    data = sample(scan.dtype("element"), n)
    got, expected = scan(data), reference(scan.info, data)
    wrong = numpy.nonzero(got != expected)[0]
    if not len(wrong):
        return ""
    first = wrong[0]
    return (f"{len(wrong)} of {n} wrong, out[{first}] is {got[first]}, "
            f"not {expected[first]}")


def main():
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        scan = Scan(folder / f"{name}.json")
        tile = scan.variant["kernels"][-1]["tile"]
        single = scan.values["single_block_up_to"]
        for n in (1, 33, tile, 3 * tile + 5,
                  single + tile + 1, 300007):
            try:
                message = check(scan, n)
            except Exception as error:
                message = f"{type(error).__name__}: {error}"
            print(json.dumps([name, f"n={n}", message]), flush=True)


if __name__ == "__main__":
    main()
