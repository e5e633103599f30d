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


def _identity(path):
    """g++ and clang++ may be links to what is called otherwise, or wrappers."""
    done = subprocess.run(
        [path, "--version"], stdout=subprocess.PIPE, encoding="utf-8",
        check=True)
    return re.sub(r"^\S+", "", done.stdout)


def compile(compiler, source, *flags, folder):
    """The exit status of a compiler, and what it says."""
    done = subprocess.run(
        [compiler, "-x", "c++", "-", *flags], input=source, cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        env=dict(os.environ, LC_ALL="C"), check=False)
    return done.returncode, done.stdout


def side_by_side(function, cases):
    """function(*case) for each case, by several threads; in order."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda case: function(*case), cases))
