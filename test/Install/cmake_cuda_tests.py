#===- cmake_cuda_tests.py - scanc_add_scan where a project has CUDA -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Builds projects of CUDA alone, and of CUDA beside C and C++.

Usage: cmake_cuda_tests.py PREFIX SCRATCH SOURCES NVCC
"""

import re
import sys
import unittest

from cmake_tests import MAIN, TWO_SCANS, Project

NVCC = sys.argv[4]


class Languages(unittest.TestCase):
    def test_languages(self):
        """The launcher is compiled by the first of C, C++ and CUDA."""
        for languages, compiler in (("CUDA", "CUDA"), ("C CUDA", "C"),
                                    ("CXX CUDA", "CXX")):
            with self.subTest(languages):
                project = Project(
                    "cuda",
                    "scanc_add_scan(sum OP add TYPE i32 ARCHS 80 90)\n"
                    "scanc_add_scan(both SOURCE s.mlir)\n"
                    "add_executable(app app.cu)\n"
                    "target_link_libraries(app PRIVATE sum both)",
                    languages=languages, s__mlir=TWO_SCANS,
                    app__cu='#include "both.h"\n#include "both_second.h"\n'
                            + MAIN.format(name="sum").replace(
                                "return", "both_load(), both_second_load();\n"
                                          "  return"))
                status, text = project.configure(
                    f"-DCMAKE_CUDA_COMPILER={NVCC}",
                    "-DCMAKE_CUDA_ARCHITECTURES=90")
                self.assertEqual(status, 0, text)
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.assertRegex(
                    text, f"Building {re.escape(compiler)} object .*sum.all.c")
                status, text = project.run(project.path("app"))
                self.assertEqual(status, 0)
                self.assertRegex(text, "CUDA driver|GPU|context|done")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
