#===- cmake_tests.py - What the CMake package does and refuses ------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Configures and builds small projects with an installed scanc.

Usage: cmake_tests.py PREFIX SCRATCH SOURCES
"""

import os
import shutil
import subprocess
import sys
import time
import unittest

PREFIX, SCRATCH, SOURCES = (os.path.abspath(path) for path in sys.argv[1:4])

TWO_SCANS = """
prefix.scan @first inclusive @add_i32 : (i32) -> (i32)
// prefix.scan @never inclusive @add_i32 : (i32) -> (i32)
prefix.scan @second exclusive @max_f32 : (f32) -> (f32)
"""
MAIN = """
#include "{name}.h"
#include <stdio.h>
int main(void) {{ return puts(scanc_status_string({name}_load())) < 0; }}
"""


class Project:
    """A project in a folder of its own."""

    def __init__(self, name, calls, languages="C", find="0.2 REQUIRED",
                 **files):
        self.folder = os.path.join(SCRATCH, name)
        self.build_folder = os.path.join(self.folder, "build")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        begin = ["cmake_minimum_required(VERSION 3.25)",
                 f"project(app LANGUAGES {languages})"]
        if find:
            begin.append(f"find_package(scanc {find})")
        self.write("CMakeLists.txt", "\n".join(begin + [calls, ""]))
        for file, text in files.items():
            self.write(file.replace("__", "."), text)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w",
                  encoding="utf-8") as stream:
            stream.write(text)

    def run(self, *words):
        done = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, encoding="utf-8", check=False,
            env=dict(os.environ, COLUMNS="1000"))
        return done.returncode, done.stdout

    def configure(self, *options, prefix=PREFIX, generator="Ninja"):
        return self.run("cmake", "-S", self.folder, "-B", self.build_folder,
                        "-G", generator, f"-DCMAKE_PREFIX_PATH={prefix}",
                        *options)

    def build(self):
        return self.run("cmake", "--build", self.build_folder)

    def path(self, *names):
        return os.path.join(self.build_folder, *names)


def one_line(text):
    """CMake wraps what it says."""
    return " ".join(text.split())


class Refusals(unittest.TestCase):
    """Each names the argument that is wrong."""

    CASES = [
        ("", "expected SOURCE file.mlir, or OP and TYPE"),
        ("OP add", "OP needs TYPE"),
        ("OP add TYPE i32 SOURCE s.mlir", "SOURCE and OP are both given"),
        ("OP add TYPE", "TYPE: a value is missing"),
        ("OP add TYPE i32 WIDTH 3", "unknown argument 'WIDTH', '3'"),
        ("OP add TYPE i32 INCLUSIVE EXCLUSIVE",
         "INCLUSIVE and EXCLUSIVE are both given"),
        ("OP add TYPE i32 SCAN x", "SCAN chooses a scan of a SOURCE"),
        ("OP add TYPE i32 ARCHS 80 90", "ARCHS 80 90: expected one"),
        ("OP add TYPE i32 ARCHS hopper", "ARCHS: expected a number such as"),
        ("OP add TYPE i32 PLAN x STRATEGY chained",
         "PLAN and STRATEGY are both given"),
        ("OP add TYPE i32 TUNING no.json", "TUNING: there is no file"),
        ("SOURCE no.mlir", "SOURCE: there is no file"),
        ("SOURCE .", "is a directory"),
        ("SOURCE s.mlir TYPE i32", "TYPE goes with OP"),
        ("SOURCE s.mlir REVERSE", "REVERSE goes with OP"),
        ("SOURCE s.mlir PLAN x", "PLAN goes with OP"),
    ]

    def test_arguments(self):
        # One project, each call in a folder of its own: CMake goes on there.
        for number, (arguments, message) in enumerate(self.CASES):
            with self.subTest(arguments):
                project = Project(f"refused{number}",
                                  f"scanc_add_scan(sum {arguments})",
                                  s__mlir=TWO_SCANS)
                status, text = project.configure()
                self.assertNotEqual(status, 0)
                self.assertIn("scanc_add_scan(sum): ", one_line(text))
                self.assertIn(message, one_line(text))

    def test_names(self):
        for name, message in (("2sum", "is no identifier"),
                              ("other", "there is a target 'other' already")):
            with self.subTest(name):
                project = Project(
                    "named",
                    "add_library(other INTERFACE)\n"
                    f"scanc_add_scan({name} OP add TYPE i32)")
                status, text = project.configure()
                self.assertNotEqual(status, 0)
                self.assertIn(message, one_line(text))

    def test_versions(self):
        for find, message in (
                ("0.99 REQUIRED", 'compatible with requested version "0.99"'),
                ("0.1 REQUIRED", 'compatible with requested version "0.1"'),
                ("0.2 REQUIRED COMPONENTS gpu",
                 "scanc has no component 'gpu'")):
            with self.subTest(find):
                status, text = Project("version", "", find=find).configure()
                self.assertNotEqual(status, 0)
                self.assertIn(message, one_line(text))

    def test_errors_of_scanc_have_their_place(self):
        project = Project("place", "scanc_add_scan(s SOURCE s.mlir)",
                          s__mlir="prefix.scan @s sideways @add_i32 : "
                                  "(i32) -> (i32)\n")
        status, text = project.configure()
        self.assertEqual(status, 0, text)
        status, text = project.build()
        self.assertNotEqual(status, 0)
        self.assertIn("/s.mlir:1:16: error: ", text)


class Builds(unittest.TestCase):
    def check_program(self, project, program):
        status, text = project.run(project.path(program))
        self.assertEqual(status, 0)
        self.assertRegex(text, "CUDA driver|GPU|context|done")

    def test_languages(self):
        for language, suffix in (("C", "c"), ("CXX", "cpp")):
            with self.subTest(language):
                project = Project(
                    f"in{language}",
                    "scanc_add_scan(sum OP add TYPE u8 STATE_TYPE u32 "
                    "OUT_TYPE u32 INIT 5 REVERSE)\n"
                    f"add_executable(app app.{suffix})\n"
                    "target_link_libraries(app PRIVATE sum)",
                    languages=language,
                    **{f"app__{suffix}": MAIN.format(name="sum")})
                status, text = project.configure(
                    "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror",
                    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
                self.assertEqual(status, 0, text)
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.check_program(project, "app")

    def test_several_scans_and_rebuilds(self):
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator):
                project = Project(
                    "several",
                    "scanc_add_scan(both SOURCE s.mlir)\n"
                    "scanc_add_scan(one SOURCE s.mlir SCAN second ARCHS 80)\n"
                    "add_executable(app app.c)\n"
                    "target_link_libraries(app PRIVATE both one)",
                    s__mlir=TWO_SCANS,
                    app__c='#include "both_second.h"\n#include "one.h"\n'
                           + MAIN.format(name="both"))
                status, text = project.configure(generator=generator)
                self.assertEqual(status, 0, text)
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.check_program(project, "app")
                header = project.path("scanc", "both", "both.h")
                with open(header, encoding="utf-8") as stream:
                    self.assertIn("const int32_t *in", stream.read())
                # Nothing to do, then the source changes.
                before = os.stat(header).st_mtime_ns
                status, text = project.build()
                self.assertEqual(os.stat(header).st_mtime_ns, before)
                time.sleep(1.1)
                project.write("s.mlir", TWO_SCANS.replace("i32", "i64"))
                status, text = project.build()
                self.assertEqual(status, 0, text)
                with open(header, encoding="utf-8") as stream:
                    self.assertIn("const int64_t *in", stream.read())

    def test_compiling_for_another_machine(self):
        project = Project("cross", "scanc_add_scan(sum OP add TYPE i32)")
        toolchain = os.path.join(project.folder, "toolchain.cmake")
        project.write("toolchain.cmake",
                      "set(CMAKE_SYSTEM_NAME Linux)\n"
                      "set(CMAKE_SYSTEM_PROCESSOR x86_64)\n")
        status, text = project.configure(
            f"-DCMAKE_TOOLCHAIN_FILE={toolchain}",
            f"-DSCANC_EXECUTABLE={PREFIX}/bin/scanc")
        self.assertEqual(status, 0, text)
        status, text = project.build()
        self.assertEqual(status, 0, text)
        status, text = Project("absent", "").configure(
            "-DSCANC_EXECUTABLE=/nowhere/scanc")
        self.assertNotEqual(status, 0)
        self.assertIn("there is no /nowhere/scanc", one_line(text))

    def test_within_a_project(self):
        calls = ("scanc_add_scan(sum OP add TYPE i32 PLAN "
                 '"strategy = single_block")\n'
                 "add_executable(app app.cpp)\n"
                 "target_link_libraries(app PRIVATE sum scanc::cpp)")
        ways = {
            "subdirectory": f"add_subdirectory({SOURCES} scanc)\n",
            "fetched": "include(FetchContent)\n"
                       f"FetchContent_Declare(scanc SOURCE_DIR {SOURCES})\n"
                       "FetchContent_MakeAvailable(scanc)\n",
        }
        for name, way in ways.items():
            with self.subTest(name):
                project = Project(
                    name, way + calls, languages="CXX", find="",
                    app__cpp="#include <scanc/scan.hpp>\n"
                             + MAIN.format(name="sum"))
                status, text = project.configure(
                    f"-DSCANC_EXECUTABLE={PREFIX}/bin/scanc", prefix="")
                self.assertEqual(status, 0, text)
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.check_program(project, "app")

    def test_within_a_project_that_builds_it(self):
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator):
                project = Project(
                    "built", f"add_subdirectory({SOURCES} scanc)\n"
                             "scanc_add_scan(sum OP add TYPE i32)", find="")
                status, text = project.configure(prefix="",
                                                 generator=generator)
                self.assertEqual(status, 0, text)
                # The compiler is built before the scan: what would run, without
                # running it. make misses what it has not made then.
                dry = ("-n", "-v") if generator == "Ninja" else ("-n",)
                status, text = project.run("cmake", "--build",
                                           project.build_folder, "--", *dry)
                after = ("--op=add" if generator == "Ninja"
                         else "needed by 'scanc/sum/sum.c'")
                self.assertIn("--target scanc", text)
                self.assertLess(text.index("--target scanc"),
                                text.index(after), text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
