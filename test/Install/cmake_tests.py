#===- cmake_tests.py - What the CMake package does and refuses ------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Configures and builds small projects with an installed scanc.

Usage: cmake_tests.py PREFIX SCRATCH SOURCES DRIVER

DRIVER is a folder with a CUDA driver that only says it has a GPU of sm_90.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import unittest

PREFIX, SCRATCH, SOURCES, DRIVER = (os.path.abspath(path)
                                    for path in sys.argv[1:5])

TWO_SCANS = """
prefix.scan @first inclusive @add_i32 : (i32) -> (i32)
// prefix.scan @never inclusive @add_i32 : (i32) -> (i32)
prefix.scan @second exclusive @max_f32 : (f32) -> (f32)
"""
PLANNED = "module attributes {prefix.phase = \"plan\"} {}\n"
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
        self.variables = {}
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
            env=dict(os.environ, COLUMNS="1000", **self.variables))
        return done.returncode, done.stdout

    def configure(self, *options, prefix=PREFIX, generator="Ninja"):
        return self.run("cmake", "-S", self.folder, "-B", self.build_folder,
                        "-G", generator, f"-DCMAKE_PREFIX_PATH={prefix}",
                        *options)

    def build(self):
        return self.run("cmake", "--build", self.build_folder)

    def path(self, *names):
        return os.path.join(self.build_folder, *names)


def with_a_scanc_of_its_own(calls, **files):
    """A project that makes scanc when it is built: it copies the installed."""
    project = Project(
        "made",
        "add_executable(scanc::scanc IMPORTED)\n"
        "set_target_properties(scanc::scanc PROPERTIES\n"
        "  IMPORTED_LOCATION ${CMAKE_BINARY_DIR}/scanc.sh)\n"
        "add_custom_target(made COMMAND ${CMAKE_COMMAND} -E copy\n"
        "  ${CMAKE_SOURCE_DIR}/scanc.sh ${CMAKE_BINARY_DIR}\n"
        "  BYPRODUCTS ${CMAKE_BINARY_DIR}/scanc.sh)\n"
        "add_dependencies(scanc::scanc made)\n"
        f"include({PREFIX}/share/cmake/scanc/ScancAddScan.cmake)\n" + calls,
        find="", scanc__sh=f'#!/bin/sh\nexec {PREFIX}/bin/scanc "$@"\n',
        **files)
    os.chmod(os.path.join(project.folder, "scanc.sh"), 0o755)
    return project


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
        ("OP add TYPE i32 ARCHS hopper", "ARCHS: expected numbers such as"),
        ("OP add TYPE i32 ARCHS 80-real", "ARCHS: expected numbers such as"),
        ("OP add TYPE i32 ARCHS 80 sm_80", "ARCHS: 'sm_80' is given twice"),
        ("OP add TYPE i32 DOMAINS", "DOMAINS: a value is missing"),
        ("OP add TYPE i32 DOMAINS line,rows",
         "DOMAINS: expected names such as line rows, got 'line,rows'"),
        ("OP add TYPE i32 DOMAINS 2", "DOMAINS: expected names such as"),
        ("OP add TYPE i32 DOMAINS rows rows",
         "DOMAINS: 'rows' is given twice"),
        ("OP add TYPE i32 STATES", "STATES: a value is missing"),
        ("OP add TYPE i32 STATES first",
         "STATES: expected initial or final, got 'first'"),
        ("OP add TYPE i32 STATES final final",
         "STATES: 'final' is given twice"),
        ("OP add TYPE i32 INCLUSIVE TOTAL",
         "TOTAL goes with an exclusive scan, and INCLUSIVE is given"),
        ("OP add TYPE i32 DOMAINS line DOMAINS rows",
         "DOMAINS is given twice"),
        ("OP add TYPE i32 ARGS 3", "unknown argument 'ARGS', '3'"),
        ("OP add TYPE i32 PLAN x STRATEGY chained",
         "PLAN and STRATEGY are both given"),
        ("OP add TYPE i32 TUNING no.json", "TUNING: there is no file"),
        ("SOURCE no.mlir", "SOURCE: there is no file"),
        ("SOURCE .", "is a directory"),
        ("SOURCE s.mlir TYPE i32", "TYPE goes with OP"),
        ("SOURCE s.mlir REVERSE", "REVERSE goes with OP"),
        ("SOURCE s.mlir PLAN x", "PLAN goes with OP"),
        ("SOURCE s.mlir INIT 0", "INIT goes with OP"),
        ("SOURCE s.mlir STATES initial", "STATES goes with OP"),
        ("SOURCE s.mlir TOTAL", "TOTAL goes with OP"),
        # What CMake would let pass.
        ("OP add TYPE i32 TYPE i64", "TYPE is given twice"),
        ("OP add TYPE i32 REVERSE REVERSE", "REVERSE is given twice"),
        ("OP add TYPE i32 ARCHS 80 ARCHS 90", "ARCHS is given twice"),
        ('OP add TYPE "i32;i64"', "TYPE: expected one value, got 'i32;i64'"),
        ('"" OP add TYPE i32', "the first argument: the value is empty"),
        ('OP "" TYPE i32', "OP: the value is empty; is a variable unset?"),
        ('OP add TYPE ""', "TYPE: the value is empty"),
        ('OP add TYPE i32 STATE_TYPE ""', "STATE_TYPE: the value is empty"),
        ('OP add TYPE i32 OUT_TYPE ""', "OUT_TYPE: the value is empty"),
        ('OP add TYPE i32 INIT ""', "INIT: the value is empty"),
        ('OP add TYPE i32 PLAN ""', "PLAN: the value is empty"),
        ('OP add TYPE i32 ARCHS ""', "ARCHS: the value is empty"),
        ('OP add TYPE i32 ARCHS 80 ""', "ARCHS: the value is empty"),
        ('OP add TYPE i32 DOMAINS rows ""', "DOMAINS: the value is empty"),
        ('OP add TYPE i32 STRATEGY ""', "STRATEGY: the value is empty"),
        ('OP add TYPE i32 TUNING ""', "TUNING: the value is empty"),
        ('OP add TYPE i32 LIBDEVICE ""', "LIBDEVICE: the value is empty"),
        ('SOURCE ""', "SOURCE: the value is empty"),
        ('SOURCE s.mlir SCAN ""', "SCAN: the value is empty"),
        # What scanc says, of arguments.
        ("OP sum TYPE i32",
         "OP: unknown operator 'sum'; the operators are add mul"),
        ("OP and TYPE f32", "OP: operator 'and' has no f32 form"),
        ("OP add TYPE int32", "TYPE: unknown type 'int32'; the types are i8"),
        ("OP add TYPE i32 STATE_TYPE i33", "STATE_TYPE: unknown type 'i33'"),
        ("OP add TYPE i32 OUT_TYPE f16x", "OUT_TYPE: unknown type 'f16x'"),
        ("OP add TYPE f32 STATE_TYPE i32",
         "OP add TYPE f32 STATE_TYPE i32: 'prefix.scan' op floating-point"),
        ("OP add TYPE i32 INIT x", "INIT: x is not a value of type i32"),
        ("OP add TYPE u32 INIT -1", "INIT: -1 does not fit the state type"),
        ("OP add TYPE i32 PLAN nonsense", "PLAN: \"nonsense\": expected '='"),
        ('OP add TYPE i32 PLAN "scan = <warps = 77>"',
         "'warps' must be 1 to 32, got 77"),
        ("OP add TYPE i32 STRATEGY nonsense",
         "STRATEGY: unknown strategy 'nonsense'; the strategies are auto"),
        ("OP add TYPE i32 ARCHS 75",
         "ARCHS: unknown architecture 'sm_75'; the architectures are sm_80"),
        ("OP add TYPE i32 ARCHS sm_90a", "did you mean 'sm_90'?"),
        ("OP add TYPE i32 ARCHS 90 75", "ARCHS: unknown architecture 'sm_75'"),
        ("OP add TYPE i32 DOMAINS line row",
         "DOMAINS: unknown domain 'row'; the domains are line rows"),
        ("OP add TYPE i32 DOMAINS line rows STRATEGY two_level_streaming",
         "OP add TYPE i32 STRATEGY two_level_streaming DOMAINS line,rows: "),
        ("OP add TYPE i32 TUNING s.mlir", "TUNING: in the tuning '"),
        ("SOURCE s.mlir SCAN third",
         "SCAN: no scan is named 'third'; the input has first second"),
        ("SOURCE s.mlir STRATEGY nonsense", "STRATEGY: unknown strategy"),
        ("SOURCE s.mlir ARCHS 75", "ARCHS: unknown architecture 'sm_75'"),
        ("SOURCE s.mlir DOMAINS row", "DOMAINS: unknown domain 'row'"),
        ("SOURCE planned.mlir DOMAINS rows",
         "DOMAINS: decides nothing after the 'source' phase"),
    ]

    def test_arguments(self):
        for arguments, message in self.CASES:
            with self.subTest(arguments):
                # Where no language is needed, CMake looks for no compiler.
                project = Project("refused",
                                  f"scanc_add_scan(sum {arguments})",
                                  languages="NONE", s__mlir=TWO_SCANS,
                                  planned__mlir=PLANNED)
                status, text = project.configure()
                self.assertNotEqual(status, 0)
                self.assertIn("scanc_add_scan(sum): ", one_line(text))
                self.assertIn(message, one_line(text))

    def test_names(self):
        for name, message in (("2sum", "is no identifier"),
                              ("double", "NAME: 'double' cannot name C"),
                              ("std", "NAME: 'std' cannot name C functions"),
                              ("test", "CMake has a target 'test' of its own"),
                              ("other", "there is a target 'other' already")):
            with self.subTest(name):
                project = Project(
                    "named",
                    "add_library(other INTERFACE)\n"
                    f"scanc_add_scan({name} OP add TYPE i32)",
                    languages="NONE")
                status, text = project.configure()
                self.assertNotEqual(status, 0)
                self.assertIn(message, one_line(text))

    def test_arguments_beside_a_source_that_the_build_makes(self):
        for arguments, message in (
                ("STRATEGY nonsense", "STRATEGY: unknown strategy 'nonsense'"),
                ("ARCHS 80 75", "ARCHS: unknown architecture 'sm_75'"),
                ("DOMAINS row", "DOMAINS: unknown domain 'row'"),
                ("TUNING CMakeLists.txt", "TUNING: in the tuning '")):
            with self.subTest(arguments):
                project = Project(
                    "refused",
                    "add_custom_command(OUTPUT s.mlir COMMAND false)\n"
                    "scanc_add_scan(sum SOURCE ${CMAKE_BINARY_DIR}/s.mlir "
                    f"{arguments})", languages="NONE")
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

    def test_ranges_of_versions(self):
        for find, is_met in (("0.1...0.9", True), ("0.2...0.3", True),
                             ("0.1...0.2", True), ("0.1...<0.2.1", True),
                             ("0.1...<0.2.0", False), ("0.1...0.2.0", True),
                             ("0.3...0.9", False), ("0.2.1...0.9", False),
                             ("0.2.0...1", True)):
            with self.subTest(find):
                status, text = Project(
                    "range", "", languages="NONE",
                    find=f"{find} REQUIRED").configure()
                self.assertEqual(status == 0, is_met, text)

    def test_a_scanc_that_the_build_makes(self):
        """Where there is none, the build names the argument. What the one of
        the last build says is a warning: the next may know better."""
        for arguments, message in (
                ("OP sum TYPE i32",
                 "scanc_add_scan(sum): OP: unknown operator"),
                ("SOURCE s.mlir ARCHS 75",
                 "scanc_add_scan(sum): ARCHS: unknown architecture 'sm_75'"),
                ("SOURCE s.mlir DOMAINS line row",
                 "scanc_add_scan(sum): DOMAINS: unknown domain 'row'"),
                ("OP add TYPE f32 STATE_TYPE i32",
                 "scanc_add_scan(sum): OP add TYPE f32 STATE_TYPE i32: ")):
            with self.subTest(arguments):
                project = with_a_scanc_of_its_own(
                    f"scanc_add_scan(sum {arguments})", s__mlir=TWO_SCANS)
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                self.assertNotIn("scanc_add_scan(", text)
                status, text = project.build()
                self.assertNotEqual(status, 0)
                self.assertIn(message, one_line(text))
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                self.assertIn("CMake Warning", text)
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
        self.assertIn("scanc_add_scan(s): SOURCE ", one_line(text))


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
                strict = "-Wall -Wextra -Wconversion -Werror"
                status, text = project.configure(
                    f"-DCMAKE_C_FLAGS={strict}",
                    f"-DCMAKE_CXX_FLAGS={strict} -Wold-style-cast")
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

    def test_every_way_to_write_a_scan(self):
        """All that the compiler sees is in the library, however it looks."""
        scans = ('"prefix.scan"() <{function_type = (i32) -> i32, '
                 "kind = #prefix<kind inclusive>, monoid = @add_i32, "
                 'sym_name = "first"}> ({}, {}) : () -> ()\n'
                 "prefix.scan\n"
                 "    @second exclusive @max_f32 : (f32) -> (f32)\n"
                 "prefix.scan // @no\n"
                 "    @third exclusive @max_f32 : (f32) -> (f32)\n")
        project = Project(
            "spread",
            "scanc_add_scan(all_of SOURCE s.mlir)\n"
            "add_executable(app app.c)\n"
            "target_link_libraries(app PRIVATE all_of)",
            s__mlir=scans,
            app__c='#include "all_of_second.h"\n#include "all_of_third.h"\n'
                   '#include "all_of.h"\nint main(void) {\n'
                   "  return !all_of_load() + !all_of_second_load() +\n"
                   "         !all_of_third_load();\n}\n")
        status, text = project.configure()
        self.assertEqual(status, 0, text)
        status, text = project.build()
        self.assertEqual(status, 0, text)
        self.assertEqual(project.run(project.path("app"))[0], 0)
        # All are known to be made: no second look.
        status, text = project.build()
        self.assertIn("no work to do", text)

    def test_a_source_that_the_build_makes(self):
        """Nobody can know its scans before; all of them are linked, at once
        and after they have changed."""
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator):
                project = Project(
                    "generated",
                    "add_custom_command(OUTPUT made.mlir\n"
                    "  COMMAND ${CMAKE_COMMAND} -E copy\n"
                    "    ${CMAKE_SOURCE_DIR}/s.txt made.mlir\n"
                    "  DEPENDS s.txt)\n"
                    "scanc_add_scan(both\n"
                    "  SOURCE ${CMAKE_BINARY_DIR}/made.mlir STRATEGY chained)\n"
                    "add_executable(app app.c)\n"
                    "target_link_libraries(app PRIVATE both)",
                    s__txt=TWO_SCANS,
                    app__c='#include "both_second.h"\n'
                           + MAIN.format(name="both_second"))
                status, text = project.configure(generator=generator)
                self.assertEqual(status, 0, text)
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.check_program(project, "app")
                # Now CMake knows their names.
                status, text = project.build()
                self.assertEqual(status, 0, text)
                header = project.path("scanc", "both", "both_second.h")
                before = os.stat(header).st_mtime_ns
                status, text = project.build()
                self.assertEqual(os.stat(header).st_mtime_ns, before)
                # Of another type, the program is compiled again.
                time.sleep(1.1)
                project.write("s.txt", TWO_SCANS.replace("f32", "f64"))
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.assertIn("app.c.o", text)
                # One more, and one less.
                time.sleep(1.1)
                project.write("s.txt", TWO_SCANS.replace("@second", "@other"))
                project.write("app.c", '#include "both_other.h"\n'
                              + MAIN.format(name="both_other"))
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.assertFalse(os.path.exists(header))
                self.check_program(project, "app")
                status, text = project.build()
                self.assertEqual(status, 0, text)

    def test_architectures(self):
        for archs, variants in (("80 90 100", ["sm_80", "sm_90", "sm_100"]),
                                ('"90;sm_80"', ["sm_80", "sm_90"]),
                                ("native 120 80",
                                 ["sm_80", "sm_90", "sm_120"]),
                                ("native", ["sm_90"]),
                                ("sm_90", ["sm_90"])):
            with self.subTest(archs):
                project = Project(
                    "archs",
                    f"scanc_add_scan(sum OP add TYPE i32 ARCHS {archs})\n"
                    "get_target_property(ptx sum SCANC_PTX)\n"
                    "get_target_property(json sum SCANC_JSON)\n"
                    'message(STATUS "PTX=${ptx} JSON=${json}")\n'
                    "add_executable(app app.c)\n"
                    "target_link_libraries(app PRIVATE sum)",
                    app__c=MAIN.format(name="sum"))
                project.variables["LD_LIBRARY_PATH"] = DRIVER
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                ptx, path = re.search(r"PTX=(.*) JSON=(.*)", text).groups()
                status, text = project.build()
                self.assertEqual(status, 0, text)
                with open(path, encoding="utf-8") as stream:
                    described = json.load(stream)["variants"]
                self.assertEqual([each["arch"] for each in described], variants)
                self.assertEqual(
                    [os.path.basename(file) for file in ptx.split(";")],
                    [each["ptx"] for each in described])
                for file in ptx.split(";"):
                    self.assertTrue(os.path.exists(file), file)
                with open(project.path("scanc", "sum", "sum.c"),
                          encoding="utf-8") as stream:
                    source = stream.read()
                table = source[source.index(" sum_scans[] = {"):]
                self.assertEqual(
                    [f"sm_{arch}" for arch in
                     re.findall(r"/\* arch \*/ (\d+)", table)], variants)
                status, text = project.build()
                self.assertIn("no work to do", text)
                project.variables.clear()
                self.check_program(project, "app")

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
        """Both ways of docs/CMake.md, word for word."""
        calls = ("scanc_add_scan(sum OP add TYPE i32 PLAN "
                 '"strategy = single_block")\n'
                 "add_executable(app app.cpp)\n"
                 "target_link_libraries(app PRIVATE sum scanc::cpp)")
        with open(os.path.join(SOURCES, "docs", "CMake.md"),
                  encoding="utf-8") as stream:
            page = stream.read()
        part = page[page.index("## scanc within a project"):
                    page.index("## `scanc_add_scan`")]
        ways = re.findall(r"^```cmake\n(.*?)^```$", part, re.M | re.S)
        self.assertEqual(len(ways), 2)
        for way in ways:
            with self.subTest(way):
                project = Project(
                    "within", way + calls, languages="CXX", find="",
                    app__cpp="#include <scanc/scan.hpp>\n"
                             + MAIN.format(name="sum"))
                os.mkdir(os.path.join(project.folder, "third_party"))
                os.symlink(SOURCES, os.path.join(project.folder, "third_party",
                                                 "scanc"))
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
                         else "needed by 'scanc/sum/sum.all.c'")
                self.assertIn("--target scanc", text)
                self.assertLess(text.index("--target scanc"),
                                text.index(after), text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
