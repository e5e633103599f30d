#===- compilers.py - The C++ compilers that are installed -----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//

import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

STANDARDS = ("c++17", "c++20", "c++2b")


def find(given):
    """`given`, and each g++ and clang++ of the PATH, once."""
    names = [given]
    for folder in os.environ["PATH"].split(os.pathsep):
        if os.path.isdir(folder):
            names += [
                os.path.join(folder, name)
                for name in sorted(os.listdir(folder))
                if re.fullmatch(r"(g|clang)\+\+(-\d+)?", name)
            ]
    compilers = {}
    for name in names:
        path = shutil.which(name)
        if path:
            compilers.setdefault(_identity(path), path)
    return list(compilers.values())


def find_nvcc():
    """CUDA's compiler, if it is installed: it rewrites C++ before a C++
    compiler sees it."""
    path = os.environ["PATH"] + os.pathsep + "/usr/local/cuda/bin"
    found = shutil.which("nvcc", path=path)
    return [found] if found else []


def _identity(path):
    """g++ and clang++ may be links to what is called otherwise, or wrappers. Of
    /bin and /usr/bin the one is a link to the other, and clang++ says by which
    it was called."""
    done = subprocess.run(
        [path, "--version"], stdout=subprocess.PIPE, encoding="utf-8",
        check=True)
    return re.sub(r"\A\S+|^InstalledDir: .*$", "", done.stdout, flags=re.M)


def compile(compiler, source, *flags, folder):
    """The exit status of a compiler, and what it says."""
    language = ["-x", "c++", "-"]
    if os.path.basename(compiler) == "nvcc":
        # It reads files only, and asks another compiler to preprocess them.
        with tempfile.NamedTemporaryFile(
                "w", suffix=".cu", dir=folder, delete=False) as stream:
            stream.write(source)
        language = [stream.name]
        flags = ["-c" if flag == "-fsyntax-only" else flag for flag in flags]
        flags += ["-o", os.devnull]
    done = subprocess.run(
        [compiler, *language, *flags], input=source, cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        env=dict(os.environ, LC_ALL="C"), check=False)
    return done.returncode, done.stdout


def precompile(compiler, header, *flags):
    """Compiles a header to where `-include header` finds it compiled."""
    is_clang = "clang" in _identity(compiler)
    subprocess.run(
        [compiler, *flags, "-x", "c++-header", header, "-o",
         header + (".pch" if is_clang else ".gch")], check=True)


def side_by_side(function, cases):
    """function(*case) for each case, by several threads; in order."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda case: function(*case), cases))
