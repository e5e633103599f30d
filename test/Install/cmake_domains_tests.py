#===- cmake_domains_tests.py - scanc_add_scan of rows ---------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Builds projects whose scans have several domains, and so several forms: each
has files of its own, which CMake has to know.

Usage: cmake_domains_tests.py PREFIX SCRATCH SOURCES DRIVER
"""

import os
import re
import subprocess
import sys
import unittest

from cmake_tests import (PREFIX, SCRATCH, TWO_SCANS, Project,
                         with_a_scanc_of_its_own)

# The first of two scans, over other domains.
LINE = "(i32) -> (i32)\n"
OF_BOTH = TWO_SCANS.replace(LINE, "(i32) -> (i32) domain line, rows\n")
OF_ROWS = TWO_SCANS.replace(LINE, "(i32) -> (i32) domain rows\n")


class Domains(unittest.TestCase):
    SAY_FILES = ("get_target_property(ptx sum SCANC_PTX)\n"
                 "get_target_property(json sum SCANC_JSON)\n"
                 'message(STATUS "PTX=${ptx} JSON=${json}")\n')

    def check_forms(self, text, forms, archs=("",)):
        """What CMake said of the files of each form, for each architecture."""
        said = re.search(r"PTX=(.*) JSON=(.*)", text).groups()
        ptx, json_files = (
            [os.path.basename(file) for file in files.split(";")]
            for files in said)
        self.assertEqual(ptx, [f"{form}{arch}.ptx"
                               for form in forms for arch in archs])
        self.assertEqual(json_files, [f"{form}.json" for form in forms])
        return ";".join(said).split(";")

    def check_builds_once(self, project, files=()):
        """It builds, makes the files, and then has nothing to do."""
        status, text = project.build()
        self.assertEqual(status, 0, text)
        for file in files:
            self.assertTrue(os.path.exists(file), file)
        status, text = project.build()
        self.assertEqual(status, 0, text)
        self.assertIn("no work to do", text)

    LINE_AND_ROWS = ["sum", "sum_rows", "sum_rows_strided"]
    # Rows without gaps have kernels of their own.
    AXIS = ["sum_axis", "sum_axis_pairs", "sum_rows"]
    # The arguments, the forms of sum, and which functions it has.
    DOMAINS = [
        ("OP add TYPE i32 DOMAINS line rows", LINE_AND_ROWS, ("line", "rows")),
        ('OP add TYPE i32 DOMAINS "rows;line"', LINE_AND_ROWS,
         ("line", "rows")),
        ("OP add TYPE i32 DOMAINS rows ARCHS 80 90", LINE_AND_ROWS[1:],
         ("rows",)),
        ("OP add TYPE i32 DOMAINS strided_rows", LINE_AND_ROWS[2:], ("rows",)),
        ("OP add TYPE i32 DOMAINS axis", AXIS, ("axis",)),
        ("OP add TYPE i32 DOMAINS line rows axis ARCHS 80 90",
         ["sum", *AXIS[:2], *LINE_AND_ROWS[1:]], ("line", "rows", "axis")),
        ("SOURCE s.mlir", LINE_AND_ROWS, ("line", "rows")),
        ("SOURCE s.mlir DOMAINS line", ["sum"], ("line",)),
        ("SOURCE s.mlir SCAN second DOMAINS rows", LINE_AND_ROWS[1:],
         ("rows",)),
    ]
    # Calls that have nothing to do, and so need no GPU.
    NOTHING = {"line": "sum(NULL, NULL, NULL, 0, NULL)",
               "rows": "sum_rows(NULL, NULL, NULL, 5, 0, 0, 0, NULL)",
               "axis": "sum_axis(NULL, NULL, NULL, "
                       "&(scanc_tensor){1, 0, {0}, {{1}}}, NULL)"}

    def test_domains(self):
        for arguments, forms, functions in self.DOMAINS:
            with self.subTest(arguments):
                calls = " + ".join(self.NOTHING[each] for each in functions)
                project = Project(
                    "domains",
                    f"scanc_add_scan(sum {arguments})\n" + self.SAY_FILES
                    + "add_executable(app app.c)\n"
                      "target_link_libraries(app PRIVATE sum)",
                    s__mlir=OF_BOTH,
                    app__c=f'#include "sum.h"\nint main(void) {{\n'
                           f"  return {calls};\n}}\n")
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                archs = ([".sm_80", ".sm_90"] if "ARCHS" in arguments else [""])
                files = self.check_forms(text, forms, archs)
                self.check_builds_once(project, files)
                self.assertEqual(project.run(project.path("app"))[0], 0)
                # A build tool knows all of them: what is lost is made again.
                for file in files:
                    os.remove(file)
                self.check_builds_once(project, files)

    # The arguments, the forms of sum, and a call that has nothing to do.
    STATES = [
        ("STATES initial final", LINE_AND_ROWS,
         "sum(0, 0, 0, 0, 0, 0, 0) + sum_rows(0, 0, 0, 5, 0, 0, 0, 0, 0, 0)"),
        ("INCLUSIVE STATES final", LINE_AND_ROWS,
         "sum(0, 0, 0, 0, 0, 0) + sum_rows(0, 0, 0, 5, 0, 0, 0, 0, 0)"),
        # Only rows with strides have room for an output more.
        ("TOTAL", ["sum", "sum_rows_strided"],
         "sum_rows(0, 0, 0, 0, 5, 5, 6, 0)"),
    ]

    def test_states(self):
        for arguments, forms, calls in self.STATES:
            with self.subTest(arguments):
                project = Project(
                    "states",
                    f"scanc_add_scan(sum OP add TYPE i32 {arguments} "
                    "DOMAINS line rows)\n" + self.SAY_FILES
                    + "add_executable(app app.c)\n"
                      "target_link_libraries(app PRIVATE sum)",
                    app__c=f'#include "sum.h"\nint main(void) {{\n'
                           f"  return {calls};\n}}\n")
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                self.check_builds_once(
                    project, self.check_forms(text, forms, [""]))
                self.assertEqual(project.run(project.path("app"))[0], 0)

    def test_launchers_of_one_file(self):
        """They are compiled as one, whichever of them have lines and rows."""
        of = "inclusive @add_i32 : (i32) -> (i32) domain"
        calls = {
            "a_rows(0, 0, 0, 2, 0, 0, 0, 0)": f"prefix.scan @a {of} rows",
            "a_b(0, 0, 0, 0, 0)": f"prefix.scan @b {of} line",
            "a_c(0, 0, 0, 0, 0) + a_c_rows(0, 0, 0, 2, 0, 0, 0, 0)":
                f"prefix.scan @c {of} line, rows",
            "a_d_rows(0, 0, 0, 2, 0, 0, 0, 0)": f"prefix.scan @d {of} rows",
            "a_e_axis(0, 0, 0, &none, 0)": f"prefix.scan @e {of} axis",
        }
        for language, suffix in (("C", "c"), ("CXX", "cpp")):
            with self.subTest(language):
                project = Project(
                    "together",
                    "scanc_add_scan(a SOURCE s.mlir)\n"
                    f"add_executable(app app.{suffix})\n"
                    "target_link_libraries(app PRIVATE a)",
                    languages=language,
                    s__mlir="\n".join(calls.values()) + "\n",
                    **{f"app__{suffix}":
                       '#include "a.h"\n#include "a_b.h"\n#include "a_c.h"\n'
                       '#include "a_d.h"\n#include "a_e.h"\n'
                       "int main(void) {\n"
                       "  const scanc_tensor none = {1, 0, {0}, {{1}}};\n"
                       f"  return {' + '.join(calls)};\n}}\n"})
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                self.check_builds_once(project)
                self.assertEqual(project.run(project.path("app"))[0], 0)

    def test_domains_in_cpp(self):
        """The library, with the C++ layer over it."""
        project = Project(
            "domains_cpp",
            "scanc_add_scan(sum OP add TYPE f32 DOMAINS rows)\n"
            "add_executable(app app.cpp)\n"
            "target_link_libraries(app PRIVATE sum scanc::cpp)",
            languages="CXX",
            app__cpp='#include "sum.h"\n#include <scanc/scan.hpp>\n'
                     "#include <cstdio>\n"
                     "int main() {\n"
                     "  scanc::scan<sum_rows> scan{6};\n"
                     "  float in[6] = {}, out[6] = {};\n"
                     "  std::error_code error = scan(nullptr, in, out, 2, 3);\n"
                     "  std::puts(error.message().c_str());\n"
                     "  return error == scan.error() ? 0 : 1;\n"
                     "}\n")
        status, text = project.configure(
            "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wconversion -Werror "
            "-Wold-style-cast")
        self.assertEqual(status, 0, text)
        self.check_builds_once(project)
        status, text = project.run(project.path("app"))
        self.assertEqual(status, 0, text)
        self.assertRegex(text, "CUDA driver|GPU|context|Success")

    def test_axis_in_cpp(self):
        """The library along an axis, with the C++ layer over it."""
        project = Project(
            "axis_cpp",
            "scanc_add_scan(sum OP add TYPE f32 DOMAINS axis STATES final)\n"
            + self.SAY_FILES + "add_executable(app app.cpp)\n"
            "target_link_libraries(app PRIVATE sum scanc::cpp)",
            languages="CXX",
            app__cpp='#include "sum.h"\n#include <scanc/scan.hpp>\n'
                     "#include <cstdio>\n"
                     "int main() {\n"
                     "  scanc::scan<sum_axis> scan{24};\n"
                     "  float in[24] = {}, out[24] = {}, last[8] = {};\n"
                     "  scanc::tensor from(in, {2, 3, 4});\n"
                     "  scanc::tensor to(out, {2, 3, 4}, {1, 2, 6});\n"
                     "  std::error_code error = "
                     "scan(nullptr, from, to, 1, last);\n"
                     "  std::puts(error.message().c_str());\n"
                     "  return error == scan.error() ? 0 : 1;\n"
                     "}\n")
        status, text = project.configure(
            "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wconversion -Werror "
            "-Wold-style-cast")
        self.assertEqual(status, 0, text)
        self.check_builds_once(project, self.check_forms(text, self.AXIS))
        status, text = project.run(project.path("app"))
        self.assertEqual(status, 0, text)
        self.assertRegex(text, "CUDA driver|GPU|context|Success")

    def test_maps_in_cpp(self):
        """A scan of two arrays to one, of lines and rows, by its source."""
        project = Project(
            "maps_cpp",
            "scanc_add_scan(sum SOURCE s.mlir)\n" + self.SAY_FILES
            + "add_executable(app app.cpp)\n"
              "target_link_libraries(app PRIVATE sum scanc::cpp)",
            languages="CXX",
            s__mlir="prefix.scan @products inclusive @add_f32\n"
                    "    load (%a: f32, %b: f32) {\n"
                    "      %product = arith.mulf %a, %b : f32\n"
                    "      prefix.yield %product : f32\n"
                    "    } : (f32, i16) -> (f32) domain line, rows\n",
            app__cpp='#include "sum.h"\n#include <scanc/scan.hpp>\n'
                     "int main() {\n"
                     "  scanc::scan<sum> line{6};\n"
                     "  scanc::scan<sum_rows> rows{6};\n"
                     "  float in[6] = {}, out[6] = {};\n"
                     "  short factors[6] = {};\n"
                     "  return line(nullptr, in, factors, out, 0) == "
                     "line.error() &&\n"
                     "                 rows(nullptr, in, factors, out, 0, 3) "
                     "== rows.error()\n"
                     "             ? 0 : 1;\n"
                     "}\n")
        status, text = project.configure(
            "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wconversion -Werror "
            "-Wold-style-cast")
        self.assertEqual(status, 0, text)
        self.check_builds_once(
            project, self.check_forms(text, self.LINE_AND_ROWS))
        status, text = project.run(project.path("app"))
        self.assertEqual(status, 0, text)

    def test_domains_of_what_the_build_makes(self):
        """When CMake first runs, there is no source, or no scanc to ask."""
        made = ("add_custom_command(OUTPUT made.mlir\n"
                "  COMMAND ${CMAKE_COMMAND} -E copy\n"
                "    ${CMAKE_SOURCE_DIR}/s.txt made.mlir\n"
                "  DEPENDS s.txt)\n"
                "scanc_add_scan(sum SOURCE ${CMAKE_BINARY_DIR}/made.mlir "
                "DOMAINS line rows)\n" + self.SAY_FILES)
        one_scan = TWO_SCANS[:TWO_SCANS.index("prefix.scan @second")]
        for project in (
                Project("generated", made, s__txt=one_scan),
                with_a_scanc_of_its_own(
                    "scanc_add_scan(sum OP add TYPE i32 DOMAINS line rows)\n"
                    + self.SAY_FILES)):
            with self.subTest(project.folder):
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                files = self.check_forms(text, self.LINE_AND_ROWS)
                status, text = project.build()
                self.assertEqual(status, 0, text)
                # What was expected is what there is: CMake has not to run.
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.assertNotIn("Re-running CMake", text)
                for file in files:
                    self.assertTrue(os.path.exists(file), file)

    def test_domains_that_only_the_build_sees(self):
        """A source of rows that the build makes, and one that is planned: CMake
        knows of the rows from the second time on, the library at once."""
        os.makedirs(SCRATCH, exist_ok=True)
        with open(os.path.join(SCRATCH, "rows.mlir"), "w",
                  encoding="utf-8") as stream:
            stream.write(OF_ROWS)
        planned = os.path.join(SCRATCH, "rows.plan.mlir")
        subprocess.run(
            [f"{PREFIX}/bin/scanc", stream.name, "--emit=plan", "-o",
             planned[:-len(".plan.mlir")]], check=True)
        for source in (stream.name, planned):
            with self.subTest(source):
                is_made = source == stream.name
                name = "${CMAKE_BINARY_DIR}/made.mlir" if is_made else source
                project = Project(
                    "unseen",
                    "add_custom_command(OUTPUT made.mlir\n"
                    "  COMMAND ${CMAKE_COMMAND} -E copy\n"
                    f"    {source} made.mlir)\n"
                    f"scanc_add_scan(sum SOURCE {name})\n" + self.SAY_FILES
                    + "add_executable(app app.c)\n"
                      "target_link_libraries(app PRIVATE sum)",
                    app__c='#include "sum.h"\nint main(void) {\n'
                           f"  return {self.NOTHING['rows']};\n}}\n")
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.assertEqual(project.run(project.path("app"))[0], 0)
                status, text = project.configure()
                self.assertEqual(status, 0, text)
                files = self.check_forms(text, self.LINE_AND_ROWS[1:])
                status, text = project.build()
                self.assertEqual(status, 0, text)
                self.check_builds_once(project, files)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
