#===- hover_tests.py - What the language server says of a place -----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Hovers over circuits, monoids and scans, asked for as an editor does.

Run with the server, scanc, and the folder circuits/ as the arguments.
"""

import json
import subprocess
import sys
import time
import unittest

from lsp_client import Client, find

CIRCUITS = sys.argv.pop()
SCANC = sys.argv.pop()
SERVER = sys.argv.pop()

CIRCUIT = """\
// A comment that says %c and @four.
prefix.circuit @four(%x0, %x1, %x2, %x3) stages [1, 1, 3, 3] {
  %a = prefix.combine %x0, %x1 : [0:1]
  %b = prefix.combine %x2, %x3 : [2:3]
  %c = prefix.combine %a, %x2
  %d = prefix.combine %a, %b
  prefix.yield %x0, %a, %c, %d
}
prefix.family @wide = knowles<8, [1, 1, 2]>
prefix.search @least = min size width 16 depth <= 4
prefix.compose @tile {
  leaf serial<4>
  join kogge_stone<8> via scan_then_propagate
}
"""

MONOID = """\
prefix.monoid @{name} {claims} identity {{
  %z = arith.constant 0 : i32
  prefix.yield %z : i32
}} combine (%a: i32), (%b: i32) {{
  %c = arith.{op} %a, %b : i32
  prefix.yield %c : i32
}}
prefix.scan @{name}_scan inclusive @{name} : (i32) -> (i32)
"""

SCANS = """\
prefix.scan @totals exclusive reverse @add_i64 : (ui8) -> (i64)
prefix.scan @pairs inclusive @first : (f32, i64) -> (f32, i64) soa
    plan <strategy = two_level_streaming>
prefix.scan @waves inclusive @add_f32 : (f32) -> (f32)
    plan <strategy = scan_then_propagate>
prefix.scan @tiles inclusive @add_f32 : (f32) -> (f32)
    plan <strategy = decoupled_lookback>
prefix.scan @narrow inclusive @add_i32 : (i32) -> (i32)
    plan <warp = @four>
prefix.monoid @first identity {
  %z = arith.constant 0.0 : f32
  %n = arith.constant -1 : i64
  prefix.yield %z, %n : f32, i64
} combine (%a: f32, %i: i64), (%b: f32, %j: i64) {
  %n = arith.constant -1 : i64
  %none = arith.cmpi eq, %i, %n : i64
  %v = arith.select %none, %b, %a : f32
  %k = arith.select %none, %j, %i : i64
  prefix.yield %v, %k : f32, i64
}
"""


def figures(arguments):
    """What `scanc circuit` says, as a row of the hover's table."""
    done = subprocess.run(
        [SCANC, "circuit", *arguments, "--emit=json"],
        input=CIRCUIT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    values = json.loads(done.stdout)
    names = list(values)[1:9]
    return (
        "| " + " | ".join(names) + " |",
        "| " + " | ".join(str(values[name]) for name in names) + " |",
    )


class Hovers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = Client(SERVER)

    @classmethod
    def tearDownClass(cls):
        assert cls.client.quit() == 0, cls.client.log

    def hover(self, text, what, occurrence=1, skip=0):
        """The hover at the n-th `what` of a document with that text."""
        uri = "file:///hover/" + self.id() + ".mlir"
        errors = self.client.open(uri, text)
        self.assertEqual([e for e in errors if e["severity"] == 1], [])
        line, column = find(text, what, occurrence)
        answer = self.client.hover(uri, (line, column + skip))
        self.client.close(uri)
        return answer

    def ours(self, *arguments, **keywords):
        """Our part of it."""
        return self.hover(*arguments, **keywords).split("\n---\n")[0]

    # Wires.

    def test_wires(self):
        for what, occurrence, expected in [
            ("%x2", 1, "span [2:2]; an input, depth 0; read by 2 combines"),
            ("%x0", 3, "span [0:0]; an input, depth 0; read by 1 combine; "
             "output 0"),
            ("%b =", 1, "span [2:3]; depth 1; stage 1 of 3; read by 1 "
             "combine"),
            ("%a", 3, "span [0:1]; depth 1; stage 1 of 3; read by 2 combines; "
             "output 1"),
            # The author's schedule is later than need be.
            ("%d", 2, "span [0:3]; depth 2; stage 3 of 3; read by 0 combines; "
             "output 3"),
            ("prefix.combine", 3, "span [0:2]; depth 2; stage 3 of 3; read by "
             "0 combines; output 2"),
        ]:
            with self.subTest(what, occurrence=occurrence):
                self.assertEqual(self.ours(CIRCUIT, what, occurrence),
                                 f"**scanc**: {expected}\n")

    def test_mlirs_own_words_stay(self):
        whole = self.hover(CIRCUIT, "prefix.combine", 2)
        self.assertRegex(whole, r"(?s)^\*\*scanc\*\*.*\n---\n.*Generic Form")

    def test_nothing_to_say(self):
        self.assertEqual(self.hover(CIRCUIT, "%c and"), "")
        self.assertEqual(self.hover(CIRCUIT, "@four."), "")
        self.assertEqual(self.hover(CIRCUIT, "via"), "")
        self.assertEqual(self.hover("\n", "\n"), "")

    # Circuits.

    def test_circuits(self):
        for name in ("four", "wide", "least", "tile"):
            with self.subTest(name):
                names, values = figures(["-", "--circuit=" + name])
                text = self.ours(CIRCUIT, f"@{name}",
                                 2 if name == "four" else 1)
                self.assertIn(f"**scanc**: circuit `@{name}`", text)
                self.assertIn(names + "\n", text)
                self.assertIn(values + "\n", text)

    def test_names_of_ops(self):
        for op in ("circuit", "family", "search", "compose"):
            with self.subTest(op):
                self.assertIn("| width | size |",
                              self.ours(CIRCUIT, "prefix." + op, skip=8))

    def test_what_else_is_known(self):
        self.assertIn("family `knowles<8, [1, 1, 2]>`",
                      self.ours(CIRCUIT, "@wide"))
        self.assertIn("(Knowles, A family of adders",
                      self.ours(CIRCUIT, "@wide"))
        self.assertRegex(self.ours(CIRCUIT, "@least"),
                         r"the smallest there is; found by \w+")
        self.assertIn("spans overlap: needs an idempotent monoid",
                      self.ours(CIRCUIT, "@wide"))
        self.assertNotIn("overlap", self.ours(CIRCUIT, "@tile"))

    def test_families(self):
        names, values = figures(["kogge_stone", "--width=8"])
        text = self.ours(CIRCUIT, "kogge_stone")
        self.assertIn("**scanc**: family `kogge_stone<8>`", text)
        self.assertIn(values, text)
        plan = ("prefix.scan @s inclusive @add_i32 : (i32) -> (i32)\n"
                "  plan <warp = harris<32, l = 1, f = 2>>\n")
        self.assertIn("family `harris<32, f = 2, l = 1>`",
                      self.ours(plan, "harris"))

    def test_a_search_that_fails(self):
        text = self.ours("prefix.search @s = min size width 8 depth <= 2",
                         "@s")
        self.assertRegex(text, r"circuit `@s`: .*depth")

    # Monoids.

    def test_lawful(self):
        text = self.ours(MONOID.format(name="sum", claims="commutative",
                                       op="addi"), "@sum")
        self.assertIn("- state `(i32)`, 4 bytes\n- claims commutative\n", text)
        self.assertIn("laws, tried on the CPU:\n", text)
        self.assertIn("\nsum is associative\n", text)
        self.assertIn("\nsum is commutative\n", text)
        self.assertNotIn("counterexample", text)

    def test_unlawful(self):
        text = self.ours(MONOID.format(name="minus", claims="", op="subi"),
                         "@minus")
        self.assertIn("- claims only to be associative\n", text)
        self.assertIn("not all hold", text)
        self.assertIn("\ncounterexample: minus is not associative: (1 - 2) - "
                      "3 = -4, 1 - (2 - 3) = 2\n", text)

    def test_false_claims(self):
        text = self.ours(
            MONOID.format(name="sum", claims="commutative idempotent",
                          op="addi"), "@sum :")
        self.assertIn("- claims commutative, idempotent\n", text)
        self.assertRegex(text, r"\ncounterexample: sum is not idempotent as it"
                         r" claims: \d+ \+ \d+ = \d+\n")
        self.assertIn("\nsum is associative\n", text)

    def test_built_in(self):
        text = self.ours(SCANS, "@add_i64")
        self.assertIn("monoid `@add_i64`", text)
        self.assertIn("- state `(i64)`, 8 bytes\n", text)
        self.assertIn("\nadd_i64 is associative\n", text)

    def test_slow(self):
        """An editor does not wait for long, and gets it later."""
        count = 150000
        wide = "".join(
            f"  %v{i + 1} = arith.{'muli' if i % 2 else 'xori'} %v{i}, %a"
            " : i64\n" for i in range(count))
        text = (
            "prefix.monoid @slow identity {\n"
            "  %z = arith.constant 0 : i64\n  prefix.yield %z : i64\n"
            "} combine (%a: i64), (%b: i64) {\n"
            "  %v0 = arith.addi %a, %b : i64\n" + wide +
            f"  prefix.yield %v{count} : i64\n}}\n")
        uri = "file:///hover/slow.mlir"
        self.client.open(uri, text)
        line, column = find(text, "@slow")
        first = self.client.hover(uri, (line, column))
        self.assertIn("still working this out; hover again", first)
        # Others are served meanwhile.
        self.assertEqual(self.client.open("file:///hover/b.mlir", ""), [])
        end = time.monotonic() + 120
        while "still working" in first and time.monotonic() < end:
            first = self.client.hover(uri, (line, column))
        self.assertIn("monoid `@slow`", first)
        self.assertIn("counterexample", first)

    # Scans.

    def test_scans(self):
        text = self.ours(SCANS, "@totals")
        self.assertIn("- exclusive, from the last element to the first, by "
                      "`@add_i64`\n- element `(ui8)`, 1 byte\n"
                      "- output `(i64)`, 8 bytes\n", text)
        self.assertRegex(text, r"- for `sm_90`: `one_launch_streaming`; one "
                         r"block alone up to \d+ elements\n")
        self.assertIn("- reads each element once, writes each output once: 9 "
                      "bytes an element\n", text)

    def test_arrays(self):
        text = self.ours(SCANS, "prefix.scan", 2)
        self.assertIn("- inclusive, from the first element to the last", text)
        self.assertIn("- element `(f32, i64)`, 12 bytes in 2 arrays\n", text)
        self.assertIn("`two_level_streaming`", text)
        self.assertIn("- reads each element twice, writes each output once: "
                      "36 bytes an element\n", text)

    def test_strategies(self):
        waves = self.ours(SCANS, "@waves")
        self.assertIn("`scan_then_propagate`", waves)
        self.assertIn("reads each element once, writes each output twice and "
                      "reads it once: 16 bytes an element", waves)
        self.assertIn("bits may differ from run to run",
                      self.ours(SCANS, "@tiles"))

    def test_no_plan(self):
        text = self.ours(CIRCUIT + SCANS, "@narrow")
        self.assertRegex(text, "- cannot be planned: the plan's warp circuit "
                         "@four has width 4")

    def test_every_example(self):
        """Each scan of circuits/ has a plan, and its monoid keeps its laws."""
        for name in ("sum", "welford", "merrill_linear", "handmade_warp"):
            with self.subTest(name):
                with open(f"{CIRCUITS}/{name}.mlir", encoding="utf-8") as file:
                    text = file.read()
                self.assertIn("an element\n",
                              self.ours(text, "prefix.scan", skip=12))

    # Places.

    def test_units(self):
        """Positions are in UTF-16, texts in UTF-8."""
        text = "/// 𝛼é\nprefix.family @f = serial<8> // 𝛼é\n"
        text += 'prefix.family @"𝛼é" = serial<4> expect {size = 3} ' \
                '{a = "é𝛼"} prefix.family @g = serial<2>\n'
        self.assertIn("circuit `@f`", self.ours(text, "@f"))
        self.assertIn("circuit `@g`", self.ours(text, "@g"))
        uri = "file:///hover/range.mlir"
        self.client.open(uri, text)
        line, column = find(text, "@g")
        self.assertEqual(self.client.hover_range(uri, (line, column + 1)),
                         ((line, column), (line, column + 2)))

    def test_parts(self):
        """What '// -----' parts is apart, errors too."""
        text = ("prefix.family @f = serial<8>\n// -----\n"
                "prefix.family @f = serial<4>\n// -----\nnonsense\n// -----\n"
                "prefix.family @f = serial<2>\n")
        uri = "file:///hover/parts.mlir"
        self.assertEqual(len(self.client.open(uri, text)), 1)
        for occurrence, width in ((1, 8), (2, 4), (3, 2)):
            self.assertIn(
                f"family `serial<{width}>`",
                self.client.hover(uri, find(text, "@f", occurrence)))
        self.assertEqual(self.client.hover(uri, find(text, "nonsense")), "")

    def test_modules(self):
        text = "module {\n  prefix.family @f = serial<8>\n}\n"
        self.assertIn("family `serial<8>`", self.ours(text, "@f"))

    def test_errors(self):
        """A text with an error has MLIR's hover only."""
        text = CIRCUIT.replace("[0:1]", "[0:2]")
        uri = "file:///hover/error.mlir"
        self.assertEqual(len(self.client.open(uri, text)), 1)
        self.assertEqual(self.client.hover(uri, find(text, "@wide")), "")


if __name__ == "__main__":
    unittest.main(verbosity=1)
