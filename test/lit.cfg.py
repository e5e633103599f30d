#===- lit.cfg.py - How lit runs the suite ---------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//

import ctypes
import hashlib
import os
import shutil

import lit.formats

config.name = "scanc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "README.md"]
config.test_source_root = os.path.join(config.scanc_src_root, "test")
config.test_exec_root = os.path.join(config.scanc_obj_root, "test")

# Strict FileCheck: a variable does not outlive its label, and a prefix that no
# line uses is an error.
config.environment["FILECHECK_OPTS"] = (
    "--enable-var-scope --allow-unused-prefixes=false"
)
users_path = os.environ.get("PATH", "")
config.environment["PATH"] = os.pathsep.join(
    [config.scanc_tools_dir, config.llvm_tools_dir, users_path]
)
# Nothing is written beside the sources.
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
for variable in ("CUDA_HOME", "CUDA_PATH", "HOME", "LD_LIBRARY_PATH"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

if config.sanitized:
    config.available_features.add("asan")
    # A fibre's stack is not the thread's: the detection of uses after return
    # would keep its fake stacks apart for each.
    config.environment["ASAN_OPTIONS"] = "detect_stack_use_after_return=0"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
if config.static_llvm:
    config.available_features.add("static")


def has_gpu():
    """True if the driver is there and sees a device."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    if cuda.cuInit(0) != 0 or cuda.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return False
    return count.value > 0


def cuda_roots():
    """Where a CUDA toolkit may be, the user's own word first."""
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            yield os.environ[variable]
    yield "/usr/local/cuda"
    yield "/usr/lib/nvidia-cuda-toolkit"
    yield "/usr/lib/cuda"


def find_libdevice():
    for root in cuda_roots():
        for directory in ("nvvm/libdevice", "libdevice"):
            path = os.path.join(root, directory, "libdevice.10.bc")
            if os.path.exists(path):
                return path
    return None


def find_cuda_tool(name):
    found = shutil.which(name)
    for root in cuda_roots():
        path = os.path.join(root, "bin", name)
        if not found and os.access(path, os.X_OK):
            found = path
    return found


def find_cuda_runtime():
    """What `cc app.c cumsum.c` needs to find the CUDA runtime.

    An nvcc on the PATH may be a script that calls the real one, so the folder
    it lies in says nothing: the header and the library do.
    """
    for root in cuda_roots():
        header = os.path.join(root, "include", "cuda_runtime_api.h")
        for directory in ("lib64", "lib", "targets/x86_64-linux/lib"):
            folder = os.path.join(root, directory)
            library = os.path.join(folder, "libcudart_static.a")
            if os.path.exists(header) and os.path.exists(library):
                return (
                    f"-isystem {root}/include -L{folder} "
                    "-lcudart_static -lrt -ldl -lpthread"
                )
    return None


if has_gpu():
    config.available_features.add("gpu")

libdevice = find_libdevice()
if libdevice:
    config.available_features.add("libdevice")
    config.substitutions.append(("%libdevice", libdevice))

for name in ("ptxas", "nvcc"):
    path = find_cuda_tool(name)
    if path:
        config.available_features.add(name)
        config.substitutions.append(("%" + name, path))

cuda_runtime = find_cuda_runtime()
if cuda_runtime:
    config.available_features.add("cuda-runtime")
    config.substitutions.append(("%cuda_flags", cuda_runtime))


def has_vscode_packages():
    """True if `utils/vscode-package --fetch` has been there: no test waits for
    a network."""
    lock = os.path.join(
        config.scanc_src_root, "editors", "vscode", "package-lock.json"
    )
    with open(lock, "rb") as stream:
        name = "packages-" + hashlib.sha256(stream.read()).hexdigest()[:16]
    fetched = os.path.join(config.scanc_src_root, "build", "vscode", name)
    return os.path.isdir(fetched) and shutil.which("npm") is not None


if has_vscode_packages():
    config.available_features.add("vscode-packages")

for name in ("chromium", "gcc", "g++"):
    if shutil.which(name):
        config.available_features.add(name)

# %scanc_src and the like come before what they begin with.
config.substitutions += [
    ("%scanc_src", config.scanc_src_root),
    ("%scanc_obj", config.scanc_obj_root),
    ("%scanc_tools", config.scanc_tools_dir),
    ("%scanc_version", config.scanc_version),
    ("%mlir-tblgen", config.mlir_tblgen),
    ("%python", config.python),
    ("%cxx", config.cxx_compiler),
    ("%cc", config.c_compiler),
    ("%users_path", users_path),
]

# Tools are named by their full path, so that a stale one on the PATH is never
# taken, and a missing one says so.
for directory, names in (
    (
        config.scanc_tools_dir,
        ("scanc", "scanc-bench", "scanc-opt", "scanc-lsp-server"),
    ),
    (config.llvm_tools_dir, ("FileCheck", "not", "count", "split-file")),
):
    for name in names:
        pattern = r"(?<![\w./%-])" + name + r"(?![\w./-])"
        config.substitutions.append((pattern, os.path.join(directory, name)))
