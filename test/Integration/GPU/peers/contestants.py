#===- contestants.py - Who scans a case, and how --------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Each contestant is made of a case and its slots, which are pairs of inputs
and outputs that take turns. `launch(i)` starts a scan of slot i; `outputs(i)`
are tensors with what it wrote. What is missing raises Missing, which says
why."""

import ctypes
import json
import os

import torch

# JAX takes most of the memory of the GPU at once, unless told.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
os.environ.setdefault("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.5")


class Missing(Exception):
    """Why a contestant does not take part."""


def load_module(name):
    try:
        return __import__(name)
    except Exception as error:  # an extension may fail in any way
        raise Missing(f"no {name}: {error}") from error


def stream():
    return torch.cuda.current_stream().cuda_stream


class Contestant:
    by_host = False  # whether its time is that of the host's clock

    def __init__(self, case, slots):
        self.case, self.slots = case, slots

    def outputs(self, i):
        return self.slots[i][1]

    def wait(self):
        torch.cuda.synchronize()


class Copy(Contestant):
    """As many bytes read, and as many written, as half of what must move."""

    def __init__(self, case, slots, _):
        super().__init__(case, slots)
        half = case.bytes // 2
        self.pairs = [[torch.empty(half, dtype=torch.uint8, device="cuda")
                       for _ in range(2)] for _ in slots]

    def launch(self, i):
        source, target = self.pairs[i]
        target.copy_(source)


class TensorLayout(ctypes.Structure):
    """scanc_tensor."""
    _fields_ = [("rank", ctypes.c_uint32), ("axis", ctypes.c_uint32),
                ("extent", ctypes.c_uint64 * 8),
                ("stride", ctypes.c_int64 * 8 * 16)]


class Scanc(Contestant):
    def __init__(self, case, slots, folder):
        super().__init__(case, slots)
        path = folder / f"{case.name}.so"
        if not path.exists():
            raise Missing(f"no {path}: 'peers.py build' makes it")
        functions = ctypes.CDLL(str(path.resolve()))
        pointer = ctypes.c_void_p
        layout = self.layout = TensorLayout()
        layout.rank, layout.axis = len(case.shape), case.axis
        layout.extent[:len(case.shape)] = case.shape
        tensors = [*slots[0][0], *slots[0][1]]
        for array, tensor in enumerate(tensors):
            layout.stride[array][:len(case.shape)] = tensor.stride()
        self.scan = getattr(functions, f"{case.name}_axis")
        self.scan.argtypes = [pointer] * (1 + len(tensors)) + [pointer, pointer]
        size = getattr(functions, f"{case.name}_axis_workspace_bytes")
        size.restype, size.argtypes = ctypes.c_size_t, [pointer]
        init = getattr(functions, f"{case.name}_init_workspace")
        init.argtypes = [pointer, pointer]
        self.workspace = torch.zeros(max(16, size(ctypes.byref(layout))),
                                     dtype=torch.uint8, device="cuda")
        self.check(init(self.workspace.data_ptr(), stream()))

    @staticmethod
    def check(status):
        if status:
            raise RuntimeError(f"scanc_status {status}")

    def launch(self, i):
        inputs, outputs = self.slots[i]
        self.check(self.scan(
            stream(), *(tensor.data_ptr() for tensor in (*inputs, *outputs)),
            ctypes.addressof(self.layout), self.workspace.data_ptr()))


class Torch(Contestant):
    def __init__(self, case, slots, _):
        super().__init__(case, slots)
        self.function = getattr(torch, case.operator.name
                                if case.operator.name != "sum" else "cumsum")

    def launch(self, i):
        (x,), outputs = self.slots[i]
        out = tuple(outputs) if len(outputs) > 1 else outputs[0]
        self.function(x, self.case.axis, out=out)


class Triton(Contestant):
    def __init__(self, case, slots, _):
        super().__init__(case, slots)
        load_module("triton")
        import triton_scans
        self.scans = triton_scans

    def launch(self, i):
        inputs, outputs = self.slots[i]
        self.scans.launch(self.case.operator.name, inputs, outputs,
                          self.case.grid)


class Jax(Contestant):
    """jax.lax.associative_scan under jit, in f32, with indices of 32 bits. It
    has a stream of its own, so that its time is that of the host's clock."""
    by_host = True

    def __init__(self, case, slots, _):
        super().__init__(case, slots)
        jax = load_module("jax")
        import jax.numpy as jnp
        if all(device.platform == "cpu" for device in jax.devices()):
            raise Missing("jax finds no GPU")
        axis, name = case.axis, case.operator.name
        functions = {"sum": jnp.add, "logcumsumexp": jnp.logaddexp}

        def later(x, y):
            take = y[0] >= x[0]
            return jnp.where(take, y[0], x[0]), jnp.where(take, y[1], x[1])

        def compose(x, y):
            return x[0] * y[0], y[0] * x[1] + y[1]

        def scan(*inputs):
            wide = [x.astype(jnp.float32) for x in inputs]
            if name == "cummax":
                index = jax.lax.broadcasted_iota(jnp.int32, inputs[0].shape,
                                                 axis)
                value, at = jax.lax.associative_scan(
                    later, (wide[0], index), axis=axis)
                return value.astype(inputs[0].dtype), at
            if name == "recurrence":
                value = jax.lax.associative_scan(compose, tuple(wide),
                                                 axis=axis)[1]
            else:
                value = jax.lax.associative_scan(functions[name], wide[0],
                                                 axis=axis)
            return (value.astype(inputs[0].dtype),)

        self.scan = jax.jit(scan)
        self.jax = jax
        torch.cuda.synchronize()
        self.inputs = [[jnp.from_dlpack(x) for x in inputs]
                       for inputs, _ in slots]
        self.results = {}

    def launch(self, i):
        self.results[i] = self.scan(*self.inputs[i])

    def wait(self):
        self.jax.block_until_ready(list(self.results.values()))

    def outputs(self, i):
        return [torch.from_dlpack(x) for x in self.results[i]]


class Cub(Contestant):
    def __init__(self, case, slots, folder):
        super().__init__(case, slots)
        path = folder / "cub.so"
        if not path.exists():
            raise Missing(f"no {path}: 'peers.py build' makes it")
        self.function = getattr(ctypes.CDLL(str(path.resolve())), case.name)
        pointer = ctypes.c_void_p
        arrays = case.operator.inputs + 1
        self.function.argtypes = ([pointer, pointer] + [pointer] * arrays
                                  + [ctypes.c_int64] * 2 + [pointer])
        self.size = ctypes.c_size_t(0)
        self.temporary = None
        self.launch(0)
        self.temporary = torch.empty(max(1, self.size.value),
                                     dtype=torch.uint8, device="cuda")

    def launch(self, i):
        inputs, outputs = self.slots[i]
        rows, n, _ = self.case.grid
        error = self.function(
            self.temporary.data_ptr() if self.temporary is not None else None,
            ctypes.addressof(self.size),
            *(tensor.data_ptr() for tensor in (*inputs, *outputs)), rows, n,
            stream())
        if error:
            raise RuntimeError(f"cudaError_t {error}")


CONTESTANTS = {"copy": Copy, "scanc": Scanc, "torch": Torch, "triton": Triton,
               "jax": Jax, "cub": Cub}


def versions(folder):
    """What takes part, by name."""
    found = {"GPU": torch.cuda.get_device_name(), "torch": torch.__version__,
             "CUDA of torch": torch.version.cuda}
    for name in ("triton", "jax"):
        try:
            found[name] = load_module(name).__version__
        except Missing as error:
            found[name] = str(error)
    path = folder / "cub.so"
    if path.exists():
        library = ctypes.CDLL(str(path.resolve()))
        version = library.scanc_cub_version()
        found["CUB"] = (f"{version // 100000}.{version // 100 % 1000}."
                        f"{version % 100}, " +
                        ("DeviceSegmentedScan" if
                         library.scanc_cub_is_segmented() else
                         "DeviceScan by key: it has no segmented scan"))
    else:
        found["CUB"] = f"no {path}"
    built = folder / "built.json"
    if built.exists():
        found.update(json.loads(built.read_text()))
    return found
