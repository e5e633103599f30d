#===- compile_tests.py - The headers compile, everywhere and alone --------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compiles scan.hpp and the headers of scans, with each C++ compiler that is
installed, as each standard, without a warning.

Usage: compile_tests.py CXX INCLUDE SCANS SCRATCH

SCANS is the folder with what scanc made of Inputs/scans.mlir.
"""

import itertools
import os
import re
import sys
import unittest

import compilers

CXX = sys.argv[1]
INCLUDE, SCANS, SCRATCH = map(os.path.abspath, sys.argv[2:5])
INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
          "-Wshadow", "-Wmissing-braces", "-Wold-style-cast", "-Werror"]
BARE = ["-fno-exceptions", "-fno-rtti"]

# Nothing but what the header itself includes.
HEADER_ALONE = """#include "{header}"
template <class... Arrays>
constexpr std::size_t count(scanc::scan_arrays<Arrays...> *) {{
  return sizeof...(Arrays);
}}
using traits = scanc::scan_traits<{name}>;
static_assert(count(static_cast<traits::inputs *>(nullptr)) == {inputs});
static_assert(count(static_cast<traits::outputs *>(nullptr)) == {outputs});
static_assert(traits::{last}::size == 4 || traits::{last}::size == 8);
"""
# The header, the function, how many arrays go in and out, and the last of them.
HEADERS = [("scans", "scans", 1, 1, "out"),
           ("scans_arrays", "scans_arrays", 2, 2, "out1"),
           ("scans_matrix", "scans_matrix_rows", 1, 1, "out"),
           ("scans_columns", "scans_columns_rows", 2, 2, "out1"),
           ("scans_mapped", "scans_mapped_rows", 2, 1, "out"),
           ("scans_mixture", "scans_mixture", 2, 2, "out1"),
           ("scans_carried", "scans_carried_rows", 1, 1, "state"),
           ("scans_leaders", "scans_leaders", 2, 1, "out"),
           ("scans_after", "scans_after", 1, 1, "state"),
           ("scans_offsets", "scans_offsets_rows", 1, 1, "out"),
           ("scans_tensor", "scans_tensor_axis", 1, 1, "out"),
           ("scans_chains", "scans_chains_axis", 2, 2, "state")]
LAYER_ALONE = """#include <scanc/scan.hpp>
static_assert(scanc::scalar_name<float>::value == "f32");
std::error_code status() {
  scanc::device_memory memory;
  memory.deallocate(memory.allocate(1, 256), 1, 256);
  return SCANC_ERROR_LAUNCH;
}
"""

# Which header has what: C++ promises no other.
STANDARD = {
    "cstddef": "size_t",
    "cstdint": "uint64_t uintptr_t int32_t int64_t uint32_t",
    "string": "string",
    "string_view": "string_view",
    "system_error":
        "error_category error_code errc is_error_code_enum make_error_code",
    "tuple":
        "tuple tuple_cat tuple_element_t tuple_size_v get forward_as_tuple",
    "type_traits":
        "bool_constant conditional_t enable_if_t false_type true_type void_t is_aggregate_v "
        "is_class_v is_const_v is_convertible_v is_enum_v is_floating_point_v "
        "is_integral_v is_null_pointer_v is_same_v is_trivially_copyable_v is_unsigned_v "
        "is_void_v remove_cv_t remove_pointer_t remove_reference_t "
        "underlying_type_t",
    "utility":
        "declval exchange forward index_sequence make_index_sequence move",
}
HEADER_OF = {name: header for header, names in STANDARD.items()
             for name in names.split()}


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def compile(compiler, source, *flags):
    return compilers.compile(
        compiler, source, *STRICT, f"-I{INCLUDE}", f"-I{SCANS}", *flags,
        folder=SCRATCH)


class Headers(unittest.TestCase):
    def setUp(self):
        self.compilers = compilers.find(CXX)
        os.makedirs(SCRATCH, exist_ok=True)

    def compile_all(self, sources, *variants):
        """Each source with each compiler, standard and set of flags."""
        cases = [
            (compiler, source, f"-std={standard}", "-c", "-o", os.devnull,
             *flags)
            for compiler, standard, source, flags in itertools.product(
                self.compilers, compilers.STANDARDS, sources, variants)
        ]
        done = compilers.side_by_side(compile, cases)
        for (compiler, source, *flags), (status, text) in zip(cases, done):
            with self.subTest(compiler=compiler, flags=flags, source=source):
                self.assertEqual(status, 0, text)
                self.assertEqual(text, "")

    def test_alone(self):
        self.compile_all(
            [HEADER_ALONE.format(header=f"{header}.h", name=name, inputs=inputs,
                                 outputs=outputs, last=last)
             for header, name, inputs, outputs, last in HEADERS]
            + [LAYER_ALONE], ["-O0"])

    def test_both_orders(self):
        use = read(os.path.join(INPUTS, "use.cpp"))
        layer = "#include <scanc/scan.hpp>\n"
        self.assertEqual(use.count(layer), 1)
        last_first = layer + use.replace(layer, "")
        self.compile_all([use], ["-O0"], ["-O2", *BARE])
        self.compile_all([last_first], ["-O2"])

    def test_older_standards(self):
        for compiler in self.compilers:
            with self.subTest(compiler):
                # A header is C++98, too; the layer says what it needs.
                status, text = compile(
                    compiler, '#include "scans.h"\n', "-std=c++14",
                    "-fsyntax-only")
                self.assertEqual(status, 0, text)
                status, text = compile(
                    compiler, "#include <scanc/scan.hpp>\n", "-std=c++14",
                    "-fsyntax-only")
                self.assertNotEqual(status, 0)
                first = text[text.index("error:"):].splitlines()[0]
                self.assertIn("scanc/scan.hpp needs C++17", first)

    def test_nvcc(self):
        use = read(os.path.join(INPUTS, "use.cpp"))
        for compiler in compilers.find_nvcc():
            for standard in ("c++17", "c++20"):
                with self.subTest(compiler, standard=standard):
                    status, text = compilers.compile(
                        compiler, use, f"-std={standard}", f"-I{INCLUDE}",
                        f"-I{SCANS}", "-fsyntax-only", folder=SCRATCH)
                    self.assertEqual(status, 0, text)

    def test_two_units_and_several_scans(self):
        """Both units have every inline function and variable: one definition
        of each is left, and each launcher is there once."""
        launchers = [name for name in os.listdir(SCANS) if name.endswith(".c")]
        self.assertEqual(len(launchers), 21)
        use = read(os.path.join(INPUTS, "use.cpp"))
        main = ('#include <scanc/scan.hpp>\n#include "scans.h"\n'
                "const std::error_category *category_of_use();\n"
                "int use();\n"
                "int main() {\n"
                "  scanc::scan<scans> scan{5};\n"
                "  return use() +\n"
                "         (category_of_use() == &scanc::status_category()\n"
                "              ? 0 : 1);\n"
                "}\n")
        for compiler in self.compilers:
            with self.subTest(compiler):
                objects = []
                for name, source in (("use", use), ("main", main)):
                    objects.append(os.path.join(SCRATCH, f"{name}.o"))
                    status, text = compile(
                        compiler, source, "-std=c++17", "-c", "-o", objects[-1])
                    self.assertEqual(status, 0, text)
                program = os.path.join(SCRATCH, "units")
                sources = [os.path.join(SCANS, name) for name in launchers]
                status, text = compilers.compile(
                    compiler, "", "-w", *sources, "-x", "none", *objects,
                    "-o", program, "-ldl", "-lpthread", folder=SCRATCH)
                self.assertEqual(status, 0, text)
                self.assertEqual(os.spawnv(os.P_WAIT, program, [program]), 0)

    def test_headers_include_what_they_use(self):
        """Not by way of other headers: those change with each release."""
        for path in (os.path.join(INCLUDE, "scanc", "scan.hpp"),
                     *(os.path.join(SCANS, f"{header}.h")
                       for header, *_ in HEADERS)):
            with self.subTest(path):
                text = read(path)
                included = set(re.findall(r"^#include <(\w+)>", text, re.M))
                code = re.sub(r"//.*|/\*.*?\*/|\"[^\"\n]*\"", "", text,
                              flags=re.S if path.endswith(".h") else 0)
                used = set(re.findall(r"\bstd::(\w+)", code))
                self.assertIn("string_view", used)
                self.assertEqual(used - HEADER_OF.keys(), set(),
                                 "which header has these?")
                needed = {HEADER_OF[name] for name in used}
                self.assertEqual(needed - included, set())

    def test_page_names_what_there_is(self):
        text = read(os.path.join(INCLUDE, "scanc", "scan.hpp"))
        text = re.sub(r"^namespace detail \{$.*?^\} // namespace detail$", "",
                      text, flags=re.M | re.S)
        text = re.sub(r"^private:$.*?^\};$", "};", text, flags=re.M | re.S)
        names = set(re.findall(r"^(?:template .*> )?(?:class|struct) (\w+)", text,
                               re.M))
        names |= set(re.findall(r"\b(\w+)\([^()]*\) const noexcept \{", text))
        names |= {"prepare", "status_category"}
        self.assertLessEqual({"scan", "device_memory", "borrowed_memory",
                              "error", "max_n", "workspace_bytes"}, names)
        names -= {"__half", "__nv_bfloat16", "CUstream_st",
                  # Of std::error_category and std::is_error_code_enum.
                  "name", "category", "is_error_code_enum"}
        # What headers fill in.
        names -= {"scan_traits", "scan_arrays"}
        page = read(os.path.join(INPUTS, *[os.pardir] * 3, "docs", "Cpp.md"))
        for name in names:
            self.assertRegex(page, rf"`[^`\n]*\b{name}\b[^`\n]*`")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
