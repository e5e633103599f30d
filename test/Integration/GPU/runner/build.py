#===- build.py - Unpacks and compiles a GPU bundle -----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Unpacks and compiles a GPU bundle, into work/ beside it.

Each launcher becomes a shared library of its own; the harness, a program that
opens them, is compiled by nvcc. All of it at once, the slow files first.
"""

import lzma
import os
import shutil
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
C99 = ["gcc", "-std=c99", "-pedantic", *WARNINGS]
C11 = ["gcc", "-std=c11", *WARNINGS]
CXX17 = ["g++", "-x", "c++", "-std=c++17", *WARNINGS]
SLOW_FIRST = ["CubScan.cu", "Tuple.cu", "Scalar.cu", "Trial.cu"]


def run(command, **options):
    """(exit status, all output) of a command, which may be missing."""
    try:
        done = subprocess.run([str(word) for word in command], text=True,
                              stdout=subprocess.PIPE, errors="replace",
                              stderr=subprocess.STDOUT, **options)
    except FileNotFoundError:
        return 127, f"{command[0]} is not installed"
    except subprocess.TimeoutExpired as error:
        return 124, f"no end after {error.timeout:.0f} s"
    return done.returncode, done.stdout


def read_manifest(path):
    """A dictionary a launcher, by name."""
    lines = [line for line in path.read_text().splitlines() if line]
    rows = [dict(pair.split("=", 1) for pair in line.split("\t"))
            for line in lines]
    return {row["name"]: row for row in rows}


class Bundle:
    """A bundle's folders and tools."""

    def __init__(self, root):
        self.root = root
        self.work = root / "work"
        self.launchers = self.work / "launchers"
        self.harness = self.work / "harness"
        self.load = self.work / "load"
        self.scanc = self.work / "scanc"
        self.scanc_bench = self.work / "scanc-bench"
        self.manifest = root / "manifest.tsv"
        self.rows = read_manifest(self.manifest)
        nvcc = Path(self.tool("nvcc")).resolve()
        self.cuda = nvcc.parent.parent

    @staticmethod
    def tool(name):
        """A tool of CUDA: on the PATH or where CUDA usually is."""
        folders = [os.environ.get("CUDA_HOME", "/usr/local/cuda"),
                   "/usr/local/cuda"]
        path = os.pathsep.join([f"{folder}/bin" for folder in folders] +
                               [os.environ.get("PATH", "")])
        return shutil.which(name, path=path) or name

    def names(self, mode, name=None):
        """The launchers that a mode needs."""
        if mode in ("full", "scans"):
            return list(self.rows)
        if mode == "load":
            return self.under_load()
        if mode == "profile":
            if name not in self.rows:
                sys.exit(f"run.sh: error: no launcher '{name}'; see "
                         f"{self.manifest}")
            return [name]
        groups = {mode}
        if mode == "sanitize":
            groups.add("load_sanitize")
        if mode == "quick":
            groups |= {"statuses", "too_new", "loading", "graphs"}
        return [name for name, row in self.rows.items()
                if groups & set(row["groups"].split(","))]

    def in_group(self, group):
        return [name for name, row in self.rows.items()
                if group in row["groups"].split(",")]

    def under_load(self):
        """The scans that the program `load` launches."""
        return [name for name, row in self.rows.items()
                if {"load", "repeats"} & set(row["groups"].split(","))]

    def include_flags(self):
        folders = [self.cuda / "include",
                   self.cuda / "targets/x86_64-linux/include"]
        return [f"-isystem{folder}" for folder in folders if folder.is_dir()]

    def link_flags(self):
        folders = [self.cuda / "lib64", self.cuda / "lib",
                   self.cuda / "targets/x86_64-linux/lib"]
        flags = [f"-L{folder}" for folder in folders if folder.is_dir()]
        return [*flags, "-lcudart_static", "-lrt", "-ldl", "-lpthread"]

    def machine(self):
        query = "name,driver_version,compute_cap"
        gpu = run(["nvidia-smi", f"--query-gpu={query}",
                   "--format=csv,noheader"])[1].strip()
        compiler = run([self.tool("nvcc"), "--version"])[1].splitlines()[-1:]
        return {"gpu": gpu, "nvcc": "".join(compiler), "cores": os.cpu_count()}

    def unpack(self):
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        with tarfile.open(self.root / "launchers.tar.xz") as archive:
            # Python has filters from 3.11.4 on.
            safely = ({"filter": "data"} if hasattr(tarfile, "data_filter")
                      else {})
            archive.extractall(self.work, **safely)
        for tool in (self.scanc, self.scanc_bench):
            archive = self.root / f"{tool.name}.xz"
            if archive.exists():
                with lzma.open(archive) as packed, open(tool, "wb") as plain:
                    shutil.copyfileobj(packed, plain)
                tool.chmod(0o755)

    def build(self, report, everything, names, harness=True):
        """Unpacks and compiles; launchers also as C99 and C++17 where
        `everything` is asked for; without the harness, which takes longest,
        where that is not needed."""
        self.unpack()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = self.compile_harness(pool) if harness else {}
            load = pool.submit(self.compile_load)
            jobs = [(name, "C11", pool.submit(self.compile_launcher, name))
                    for name in names]
            if everything:
                jobs += [(name, language,
                          pool.submit(self.check_syntax, compiler, name))
                         for name in names
                         for language, compiler in (("C99", C99),
                                                    ("C++17", CXX17))]
            for name, language, job in jobs:
                status, output = job.result()
                report.add("compile", name, language, status == 0, output)
            status, output = load.result()
            report.add("compile", "load", "C99", status == 0, output)
            if harness:
                status, output = self.link_harness(objects)
                report.add("compile", "harness", "nvcc", status == 0, output)

    def compile_launcher(self, name):
        return run([*C11, "-O1", "-shared", "-fPIC",
                    self.launchers / f"{name}.c", "-ldl", "-lpthread",
                    "-o", self.launchers / f"{name}.so"])

    def compile_load(self):
        return run([*C99, "-O2", "-D_POSIX_C_SOURCE=200809L",
                    "-I", self.root / "include",
                    *sorted((self.root / "load").glob("*.c")),
                    "-ldl", "-lpthread", "-o", self.load])

    def check_syntax(self, compiler, name):
        return run([*compiler, "-fsyntax-only", self.launchers / f"{name}.c"])

    def compile_harness(self, pool):
        """A job an object file, by its path."""
        sources = [path for path in (self.root / "harness").iterdir()
                   if path.suffix in (".cpp", ".cu")]
        sources.sort(key=lambda s: (SLOW_FIRST + [s.name]).index(s.name))
        objects = {}
        for source in sources:
            target = self.work / f"{source.name}.o"
            objects[target] = pool.submit(run, [
                self.tool("nvcc"), "-std=c++17", "-O2", "-arch=native",
                "-Xcompiler", ",".join(WARNINGS), "-I", self.root / "include",
                "-c", source, "-o", target])
        return objects

    def link_harness(self, objects):
        for job in objects.values():
            status, output = job.result()
            if status:
                return status, output
        return run([self.tool("nvcc"), *objects, "-ldl", "-lpthread", "-o",
                    self.harness])
