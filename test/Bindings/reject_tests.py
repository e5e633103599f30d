#===- reject_tests.py - Mistakes get an error that names them -------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compiles programs with one mistake each: the first error of each compiler is
the one that scan.hpp has for it.

Usage: reject_tests.py CXX INCLUDE SCANS SCRATCH

SCANS is the folder with what scanc made of Inputs/scans.mlir.
"""

import os
import sys
import unittest

import compilers

CXX = sys.argv[1]
INCLUDE, SCANS, SCRATCH = map(os.path.abspath, sys.argv[2:5])
FLAGS = ["-std=c++17", f"-I{INCLUDE}", f"-I{SCANS}"]

HEADERS = """#include "scans.h"
#include "scans_after.h"
#include "scans_arrays.h"
#include "scans_best.h"
#include "scans_carried.h"
#include "scans_chains.h"
#include "scans_columns.h"
#include "scans_leaders.h"
#include "scans_mapped.h"
#include "scans_matrix.h"
#include "scans_mixed_bytes.h"
#include "scans_mixture.h"
#include "scans_tensor.h"
#include <scanc/scan.hpp>
#include <string>
#include <vector>
"""
PROGRAM = """template <class T> T *array() {{ return nullptr; }}
{declarations}
int main() {{
  {statements}
}}
"""
STRUCT = "struct Hit {{ {0} }};"
BEST = "scanc::scan<scans_best> s{5}; (void)s(nullptr, array<Hit>(), array<Hit>(), 5);"
MIXED = BEST.replace("scans_best", "scans_mixed_bytes")
SUM = "scanc::scan<scans> s{{5}}; (void)s(nullptr, {0});"
ARRAYS = "scanc::scan<scans_arrays> s{{5}}; (void)s(nullptr, {0});"
ROWS = "scanc::scan<scans_matrix_rows> s{{5}}; (void)s(nullptr, {0});"
COLUMNS = "scanc::scan<scans_columns_rows> s{{5}}; (void)s(nullptr, {0});"
MAPPED = "scanc::scan<scans_mapped> s{{5}}; (void)s(nullptr, {0});"
MAPPED_ROWS = MAPPED.replace("scans_mapped", "scans_mapped_rows")
MIXTURE = "scanc::scan<scans_mixture> s{{5}}; (void)s(nullptr, {0}, 5);"
CARRIED = "scanc::scan<scans_carried> s{{5}}; (void)s(nullptr, {0});"
CARRIED_ROWS = CARRIED.replace("scans_carried", "scans_carried_rows")
AFTER = CARRIED.replace("scans_carried", "scans_after")
AXIS = "scanc::scan<scans_tensor_axis> s{{5}}; (void)s(nullptr, {0});"
CHAINS = "scanc::scan<scans_chains_axis> s{{5}}; (void)s(nullptr, {0});"
TENSORS = ("scanc::tensor(array<int>(), {2, 3}), "
           "scanc::tensor(array<int>(), {2, 3})")
FOUR_TENSORS = ", ".join(2 * [TENSORS.replace("<int>", "<float>", 1)])
LEADERS = ("scanc::scan<scans_leaders> s{5}; (void)s(nullptr, array<float>(), "
           "array<int>(), array<float>(), 5, nullptr, array<Hit>());")
TWO = "array<int>(), array<int>(), "
THREE = "array<float>(), array<int>(), array<float>()"
HITS = ("array<Hit>(), array<std::uint16_t>(), array<int>(), "
        "array<scans_mixture_out1>()")
FOUR = "array<float>(), array<int>(), array<float>(), array<int>()"

# A header of scanc 0.2, which does not say what is scanned, nor what lies in
# each array.
OLD = """scanc_status old(CUstream_st *, {arrays}, uint64_t, void *);
template <> struct scanc::scan_traits<&old> {{
  static constexpr bool soa = {soa};
  static constexpr std::size_t arrays = {count};
  using input = scanc::scan_traits<&{like}>::in;
  using output = input;
  static std::size_t workspace_bytes(std::uint64_t) {{ return 0; }}
  static scanc_status init_workspace(void *, CUstream_st *) {{
    return SCANC_OK;
  }}
  static scanc_status load() {{ return SCANC_OK; }}
  static scanc_status unload() {{ return SCANC_OK; }}
}};
"""
OLD_SUM = OLD.format(arrays="const int *, int *", soa="false", count=1,
                     like="scans")
OLD_ARRAYS = OLD.format(arrays="const float *, const int *, float *, int *",
                        soa="true", count=2, like="scans_best")

TYPE = "a field has another type than the scan's field of that number"
COUNT = "the struct has more or fewer fields than the scan's"
SIZE = "another size: alignas, or packing?"
OFFSET = "at other offsets: alignas, or packing?"
ARRAY = "an array has another type than the scan's array of that number"
ELEMENT = "the array's elements have another type than the scan's"
STATE = "a state has another type than the scan's states"
NO_STATE = "a state is nullptr or a pointer to device memory, or has data()"

# (declarations, statements, what the first error says)
MISTAKES = [
    # Structs.
    (STRUCT.format("float score; std::uint32_t index;"), BEST, TYPE),
    (STRUCT.format("double score; std::int32_t index;"), BEST, TYPE),
    (STRUCT.format("float score; float index;"), BEST, TYPE),
    (STRUCT.format("std::int32_t index; float score;"), BEST, TYPE),
    (STRUCT.format("float score; std::int32_t *index;"), BEST, TYPE),
    (STRUCT.format("float score; std::int16_t index, other;"), BEST, COUNT),
    (STRUCT.format("float score;"), BEST, COUNT),
    (STRUCT.format("float score; std::int32_t index, more;"), BEST, COUNT),
    (STRUCT.format(""), BEST, COUNT),
    (STRUCT.format("float all[2];"), BEST, TYPE),
    (STRUCT.format("float score; alignas(8) std::int32_t index;"), BEST, SIZE),
    ("struct alignas(16) Hit { float score; std::int32_t index; };", BEST, SIZE),
    ("#pragma pack(push, 1)\n"
     "struct Hit { bool flag; signed char small; int wide; };\n"
     "#pragma pack(pop)", MIXED, SIZE),
    (STRUCT.format("bool flag; alignas(2) signed char small; int wide;"), MIXED,
     OFFSET),
    (STRUCT.format("float score; std::int32_t index; ~Hit();"), BEST,
     "elements and states must be trivially copyable"),
    (STRUCT.format("std::string score; std::int32_t index;"), BEST,
     "elements and states must be trivially copyable"),
    (STRUCT.format("Hit(float); float score; std::int32_t index;"), BEST,
     "the compiler sees no fields of a class with constructors"),
    ("using Hit = float;", BEST, "the scan's elements have several fields"),
    # Arrays.
    ("", SUM.format("array<float>(), array<int>(), 5"), ELEMENT),
    ("", SUM.format("array<int>(), array<unsigned>(), 5"), ELEMENT),
    ("", SUM.format("array<long long>(), array<int>(), 5"), ELEMENT),
    ("", SUM.format("array<int>(), array<const int>(), 5"),
     "an output is const; the scan writes to it"),
    ("", SUM.format("array<int>(), array<void>(), 5"),
     "an array is void *; it needs the type of its elements"),
    ("", SUM.format("5, array<int>(), 5"),
     "an array is a pointer to device memory, or has data() and size()"),
    ("", ARRAYS.format("array<float>(), array<float>(), array<int>(), "
                       "array<int>(), 5"), ARRAY),
    (STRUCT.format("float score; std::int32_t index;"),
     ARRAYS.format("array<Hit>(), array<int>(), array<float>(), array<int>(), "
                   "5"), ARRAY),
    # The other arguments.
    ("", SUM.format("array<int>(), array<int>()"), "give n, the number of"),
    ("", SUM.format("std::vector<int>(), array<int>()"), "give n, the number"),
    ("", SUM.format("array<int>()"), "too few arguments: expected the stream"),
    ("", SUM.format("array<int>(), array<int>(), 5, array<char>()"),
     "too many arguments: expected the stream"),
    ("", SUM.format("array<int>(), array<int>(), 5.0"),
     "behind the arrays comes n, the number of elements, a whole number"),
    ("", SUM.format("array<int>(), array<int>(), array<int>()"),
     "behind the arrays comes n, the number of elements, a whole number"),
    # Rows.
    ("", "scanc::scan<scans_best_rows> s{5};", "scans_best_rows"),
    ("", SUM.format("array<int>(), array<int>(), 2, 5"),
     "(the workspace is this object's; scanc::scan<NAME_rows> scans rows; a "
     "scan takes states if its source says initial or final)"),
    ("", ROWS.format("array<int>(), array<int>(), 5"),
     "its outputs, the number of rows, and n, the elements of each"),
    ("", ROWS.format("std::vector<int>(), std::vector<int>()"),
     "too few arguments: expected the stream, the scan's inputs, its outputs, "
     "the number of rows, and n"),
    ("", ROWS.format("array<int>(), array<int>(), 2, 5, 5"),
     "expected a row stride for each array, inputs first, or none"),
    ("", COLUMNS.format(FOUR + ", 2, 5, 5, 5"),
     "expected a row stride for each array, inputs first, or none"),
    ("", ROWS.format("array<int>(), array<int>(), 2, 5, 5, 5, array<char>()"),
     "too many arguments: expected the stream, the scan's inputs, its outputs, "
     "the number of rows, n, and a row stride for each array"),
    ("", ROWS.format("array<int>(), array<int>(), 2, 5.0"),
     "behind the arrays come the number of rows and n, the elements of each"),
    ("", ROWS.format("array<int>(), array<int>(), 2.0, 5, 5, 5"),
     "behind the arrays come the number of rows and n, the elements of each"),
    ("", ROWS.format("array<int>(), array<int>(), array<int>(), 2, 5, 5"),
     "behind the arrays come the number of rows and n, the elements of each"),
    ("", ROWS.format("array<int>(), array<int>(), 2, 5, 5, 5.0"),
     "a row stride is a number of elements, a whole number"),
    ("", ROWS.format("array<int>(), 5, 2, 5"),
     "an array is a pointer to device memory, or has data() and size()"),
    ("", ROWS.format("array<float>(), array<int>(), 2, 5"), ELEMENT),
    ("", ROWS.format("array<int>(), array<const int>(), 2, 5, 5, 5"),
     "an output is const; the scan writes to it"),
    ("", COLUMNS.format("array<float>(), array<float>(), array<int>(), "
                        "array<int>(), 2, 5"), ARRAY),
    # As many arrays in and out as the maps of a scan say.
    ("", MAPPED.format("array<float>(), array<float>(), array<float>(), 5"),
     ARRAY),
    ("", MAPPED.format("array<float>(), array<int>(), array<const float>(), 5"),
     "an output is const; the scan writes to it"),
    ("", MAPPED.format("array<float>(), array<int>()"),
     "too few arguments: expected the stream"),
    ("", MAPPED.format(FOUR + ", 5"), "too many arguments: expected the stream"),
    ("", MAPPED_ROWS.format(THREE + ", 2, 5, 5, 5"),
     "expected a row stride for each array, inputs first, or none"),
    # Arrays of structs beside arrays of scalars.
    (STRUCT.format("float score; std::uint32_t index;"), MIXTURE.format(HITS),
     TYPE),
    ("using Hit = float;", MIXTURE.format(HITS), ARRAY),
    (STRUCT.format("float score; std::int32_t index;"),
     MIXTURE.format(HITS.replace("std::uint16_t", "Hit")), ARRAY),
    (STRUCT.format("float score; std::int32_t index;"),
     MIXTURE.format(HITS.replace("scans_mixture_out1", "Hit")), TYPE),
    (OLD_ARRAYS, ARRAYS.replace("scans_arrays", "old").format(
        "array<float>(), array<float>(), array<float>(), array<int>(), 5"),
     ARRAY),
    # States.
    ("", CARRIED.format(TWO + "5, array<float>(), array<int>()"), STATE),
    ("", CARRIED.format(TWO + "5, nullptr, array<unsigned>()"), STATE),
    ("", CARRIED.format(TWO + "5, nullptr, std::vector<float>()"), STATE),
    ("", CARRIED.format(TWO + "5, array<const int>(), array<const int>()"),
     "the final state is const; the scan writes to it"),
    ("", CARRIED.format(TWO + "5, array<void>()"),
     "a state is void *; it needs the type of the scan's states"),
    ("", CARRIED.format(TWO + "5, 0, array<int>()"), NO_STATE),
    ("", CARRIED.format(TWO + "5, nullptr, 1.5f"), NO_STATE),
    ("", CARRIED.format(TWO + "5, std::string()[0] ? nullptr : array<int>(), "
                        "std::error_code()"), NO_STATE),
    ("", CARRIED.format(TWO + "array<int>(), array<int>()"),
     "give n, the number of elements, behind the arrays"),
    ("", CARRIED.format(TWO + "5.0, array<int>()"),
     "behind the arrays comes n, the number of elements, a whole number"),
    ("", CARRIED.format(TWO + "5, nullptr, nullptr, array<char>()"),
     "too many arguments: behind n, and the row strides"),
    ("", AFTER.format(TWO + "5, nullptr, array<int>()"),
     "too many arguments: behind n, and the row strides"),
    ("", CARRIED.format("array<int>(), 5, nullptr, nullptr"),
     "an array is a pointer to device memory, or has data() and size()"),
    ("", CARRIED_ROWS.format(TWO + "2, 5, nullptr, array<double>()"), STATE),
    ("", CARRIED_ROWS.format(TWO + "2, 5, 5, 5, nullptr, array<const int>()"),
     "the final state is const; the scan writes to it"),
    ("", CARRIED_ROWS.format(TWO + "2, 5, 0, array<int>()"),
     "none (a state that is null is nullptr, not 0)"),
    ("", CARRIED_ROWS.format(TWO + "2, 5, 5, 5, 0, array<int>()"),
     "none (a state that is null is nullptr, not 0)"),
    ("", CARRIED_ROWS.format(TWO + "2, 5, 5, 5.0, nullptr"),
     "a row stride is a number of elements, a whole number"),
    ("", CARRIED_ROWS.format(TWO + "2, nullptr, array<int>()"),
     "behind the arrays come the number of rows and n, the elements of each"),
    ("", CARRIED_ROWS.format(TWO + "2, 5, nullptr, 5"), NO_STATE),
    ("", CARRIED_ROWS.format(TWO + "2, 5, nullptr, nullptr, nullptr"),
     "too many arguments: behind n, and the row strides"),
    ("", ROWS.format(TWO + "2, 5, 5, 5, nullptr, array<int>()"),
     "a scan takes states if its source says initial or final"),
    (STRUCT.format("float score; std::uint32_t index;"), LEADERS, TYPE),
    (STRUCT.format("float score; std::int32_t index, more;"), LEADERS, COUNT),
    (STRUCT.format("float score; alignas(8) std::int32_t index;"), LEADERS,
     SIZE),
    ("using Hit = float;", LEADERS, STATE),
    # Tensors.
    ("", AXIS.format("array<int>(), array<int>(), 1"),
     "an array of a scan along an axis is a scanc::tensor"),
    ("", AXIS.format(TENSORS), "too few arguments: expected the stream, the "
     "scan's inputs, its outputs, and the axis, the number of a dimension"),
    ("", AXIS.format(TENSORS + ", 1, nullptr"),
     "too many arguments: expected the stream, the scan's inputs, its outputs, "
     "and the axis"),
    ("", AXIS.format(TENSORS + ", 1.0"),
     "behind the arrays comes the axis, the number of a dimension"),
    ("", AXIS.format(TENSORS.replace("<int>", "<float>", 1) + ", 1"), ELEMENT),
    ("", AXIS.format("scanc::tensor(array<int>(), {2, 3}), "
                     "scanc::tensor(array<const int>(), {2, 3}), 1"),
     "an output is const; the scan writes to it"),
    ("", "scanc::tensor t(array<int>(), {1, 2, 3, 4, 5, 6, 7, 8, 9});",
     "a tensor has 1 to 8 dimensions"),
    ("", "scanc::tensor t(array<int>(), {1.5, 2.5});",
     "extents and strides are numbers of elements, whole numbers"),
    ("", CHAINS.format(f"{TENSORS}, {TENSORS}, 1"), ARRAY),
    ("", CHAINS.format(f"{FOUR_TENSORS}, 1, nullptr, array<int>()"), STATE),
    ("", CHAINS.format(f"{FOUR_TENSORS}, 1, nullptr, array<const "
                       "scans_chains_state>()"),
     "the final state is const; the scan writes to it"),
    ("", CHAINS.format(f"{FOUR_TENSORS}, 1, 0"), NO_STATE),
    ("", CHAINS.format(f"{FOUR_TENSORS}, 1, nullptr, nullptr, nullptr"),
     "too many arguments: behind n, and the row strides if there are some, or "
     "behind the axis"),
    # Of the class.
    ("scanc_status other(CUstream_st *, int);", "scanc::scan<other> s{5};",
     "scanc::scan takes the function of a scan, from a header that scanc made"),
    ("scanc_status other(CUstream_st *, int);\n"
     "template <> struct scanc::scan_traits<&other>\n"
     "    : scanc::scan_traits<&scans> {\n"
     "  static constexpr std::string_view domain = \"spheres\";\n"
     "};", "scanc::scan<other> s{5};",
     "this scanc/scan.hpp is older than the header of the scan"),
    ("", "scanc::scan<scans, int> s{5, 1};",
     "a scan's memory has, or points to what has, allocate(bytes, alignment)"),
    ("", "scanc::scan<scans, scanc::device_memory *> s{5};",
     "this memory is a pointer: give it, as scan(max_n, memory)"),
]
# What is like each of them, and right.
RIGHT = [
    (STRUCT.format("float score; std::int32_t index;"), BEST),
    (STRUCT.format("bool flag; signed char small; int wide;"), MIXED),
    ("", SUM.format("array<int>(), array<int>(), 5")),
    ("", SUM.format("std::vector<int>(), std::vector<int>()[0] ? nullptr : "
                    "array<int>(), 5")),
    ("", ARRAYS.format("array<float>(), array<int>(), array<float>(), "
                       "array<int>(), 5")),
    ("", ROWS.format("array<int>(), array<int>(), 2, 5")),
    ("", ROWS.format("array<int>(), array<int>(), 2, 5, 5, -5")),
    ("", COLUMNS.format(FOUR + ", 2, 5")),
    ("", COLUMNS.format(FOUR + ", 2, 5, 5, 5, 5, 5")),
    ("", MAPPED.format("array<float>(), array<const int>(), array<float>(), 5")),
    ("", MAPPED_ROWS.format(THREE + ", 2, 5, 5, 0, -5")),
    (STRUCT.format("float score; std::int32_t index;"), MIXTURE.format(HITS)),
    ("", CARRIED.format(TWO + "5")),
    ("", CARRIED.format(TWO + "5, array<const int>()")),
    ("", CARRIED.format(TWO + "5, nullptr, array<int>()")),
    ("", CARRIED.format("std::vector<int>(), std::vector<int>(), nullptr, "
                        "std::vector<int>()")),
    ("", AFTER.format(TWO + "5, array<int>()")),
    ("", CARRIED_ROWS.format(TWO + "2, 5, nullptr")),
    ("", CARRIED_ROWS.format(TWO + "2, 5, 0, 5, array<int>(), array<int>()")),
    (STRUCT.format("float score; std::int32_t index;"), LEADERS),
    (OLD_SUM, SUM.replace("<scans>", "<old>").format(
        "array<int>(), array<int>(), 5")),
    (OLD_ARRAYS, ARRAYS.replace("scans_arrays", "old").format(FOUR + ", 5")),
    ("", "scanc::device_memory memory;\n"
         "scanc::scan<scans, scanc::device_memory *> s{5, &memory};"),
]


class Mistakes(unittest.TestCase):
    def setUp(self):
        self.headers = {}
        for number, compiler in enumerate(compilers.find(CXX)):
            self.headers[compiler] = self.write_headers(number)
            compilers.precompile(compiler, self.headers[compiler], *FLAGS)
        for compiler in compilers.find_nvcc():
            self.headers[compiler] = self.write_headers("nvcc")

    def write_headers(self, folder):
        """What all programs include; compilers find it compiled there."""
        path = os.path.join(SCRATCH, str(folder), "headers.hpp")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(HEADERS)
        return path

    def compile_each(self, programs):
        """(compiler, program, exit status, what it says) of each."""
        cases = [
            (compiler, PROGRAM.format(declarations=program[0],
                                      statements=program[1]))
            for compiler in self.headers for program in programs
        ]
        done = compilers.side_by_side(
            lambda compiler, source: compilers.compile(
                compiler, source, *FLAGS, "-fsyntax-only", "-include",
                self.headers[compiler], folder=SCRATCH), cases)
        return zip([case[0] for case in cases],
                   programs * len(self.headers), done)

    def test_mistakes(self):
        for compiler, program, (status, text) in self.compile_each(MISTAKES):
            with self.subTest(compiler=compiler, program=program[:2]):
                self.assertNotEqual(status, 0)
                errors = [line for line in text.splitlines()
                          if " error: " in line]
                self.assertTrue(errors, text)
                self.assertIn(program[2], errors[0], text)

    def test_right(self):
        for compiler, program, (status, text) in self.compile_each(RIGHT):
            with self.subTest(compiler=compiler, program=program):
                self.assertEqual(status, 0, text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
