#===- equivalence_tests.py - Tests of what is no fault --------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Which mutants count as equivalent, on small kernels.

Run with the folder utils/ as the only argument.
"""

import re
import sys
import unittest
from types import SimpleNamespace

sys.path.insert(0, sys.argv.pop())

from mutation import equivalence  # noqa: E402
from mutation.indifference import Indifference  # noqa: E402
from mutation.ir import Module  # noqa: E402
from mutation.operators import mutants  # noqa: E402
from parts import ADD, BARRIER, CONSTANT, USE, kernel  # noqa: E402


class Equivalents(unittest.TestCase):
    def reasons(self, *lines):
        module = Module(kernel(*lines))
        view = SimpleNamespace(module=module)
        return {mutant.site.removeprefix("k/"): name
                for mutant in mutants(module)
                for name, holds in equivalence.REASONS
                if name != "same PTX" and holds(view, mutant, "")}

    def test_hints(self):
        launch = ('"nvvm.griddepcontrol"() <{kind = #nvvm<grid_dep_action '
                  'launch_dependents>}> : () -> ()')
        wait = launch.replace("launch_dependents", "wait")
        prefetch = '"nvvm.prefetch"(%0) : (i32) -> ()'
        self.assertEqual(
            self.reasons(launch, wait),
            {"nvvm.griddepcontrol#1:drop-sync": "hint"})
        self.assertIn("arith.addi#1:off-by-one.0+1",
                      self.reasons(ADD, prefetch))
        self.assertIn("arith.addi#1:drop.0", self.reasons(ADD))
        self.assertEqual(self.reasons(ADD, USE), {})
        self.assertNotIn("arith.addi#1:off-by-one.0+1",
                         self.reasons(ADD, prefetch, USE))
        wait = '%2 = "nvvm.mbarrier.try_wait"(%0, %1){} : (i32, i32) -> i1'
        self.assertEqual(self.reasons(wait.format("")), {})
        self.assertEqual(self.reasons(wait.format(" {prefix.pace}")),
                         {"nvvm.mbarrier.try_wait#1:drop-sync": "hint",
                          "nvvm.mbarrier.try_wait#1:parity": "hint"})

    def test_patience(self):
        clock = ('%2 = "llvm.call_intrinsic"() <{intrin = '
                 '"llvm.nvvm.read.ptx.sreg.globaltimer"}> : () -> i32')
        late = ('%0 = "arith.cmpi"(%2, %1) <{predicate = 8 : i64}> : '
                '(i32, i32) -> i1')
        end = '"llvm.cond_br"(%0)[^bb0, ^bb0] : (i1) -> ()'
        reasons = self.reasons(CONSTANT, clock, late, end)
        self.assertEqual(reasons["arith.cmpi#1:constant.1=12"], "patience")
        for site in ("arith.cmpi#1:constant.1=0", "arith.cmpi#1:constant.1=-6",
                     "arith.cmpi#1:negate.not", "arith.cmpi#1:off-by-one.0+1"):
            self.assertNotIn(site, reasons)
        self.assertEqual(
            self.reasons(CONSTANT, late.replace("%2", "%a"), end), {})


    def test_branches_over_hints(self):
        prefetch = ['"scf.if"(%t) ({', '"nvvm.prefetch"(%a) : (i32) -> ()',
                    '"scf.yield"() : () -> ()', "}, {", "}) : (i1) -> ()"]
        late = ('%t = "arith.cmpi"(%a, %b) <{predicate = 8 : i64}> : '
                '(i32, i32) -> i1')
        site = "arith.cmpi#1:negate.not"
        self.assertEqual(self.reasons(late, *prefetch).get(site), "hint")
        prefetch.insert(2, USE)
        self.assertNotIn(site, self.reasons(late, *prefetch))

    def test_second_sync(self):
        share = '"llvm.store"(%a, %s) : (i32, !llvm.ptr<3>) -> ()'
        flag = ('"llvm.store"(%a, %s) <{ordering = 2 : i64, syncscope = '
                '"block"}> : (i32, !llvm.ptr<3>) -> ()')
        fence = '"llvm.fence"() <{ordering = 6 : i64}> : () -> ()'
        site = "gpu.barrier#2:drop-sync"

        def is_second(before, behind):
            return self.reasons(BARRIER, *before, BARRIER, *behind,
                                BARRIER).get(site) == "second sync"

        self.assertTrue(is_second([], [share]))
        self.assertTrue(is_second([share], []))
        self.assertTrue(is_second([share], [USE]))
        self.assertTrue(is_second([share], [flag]))
        self.assertFalse(is_second([share], [share]))
        self.assertFalse(is_second([share], [fence]))
        # A barrier that not all come to is none of these.
        some = ['"scf.if"(%t) ({', BARRIER, '"scf.yield"() : () -> ()', "}, {",
                "}) : (i1) -> ()", share]
        self.assertFalse(is_second([share], some))


class Indifferences(unittest.TestCase):
    """Of kernels that `verifies`, a condition on their lines, stands for."""

    def reason(self, lines, site, verifies):
        module = Module(kernel(*lines))
        mutant, = [m for m in mutants(module)
                   if m.site.removeprefix("k/") == site]
        return Indifference(module, mutant,
                            lambda text: text is not None and
                            verifies([line.strip()
                                      for line in text.split("\n")])).reason()

    LESS = ('%3 = "arith.cmpi"(%a, %b) <{predicate = 6 : i64}> : '
            '(i32, i32) -> i1')
    PICK = '%4 = "arith.select"(%3, %a, %b) : (i1, i32, i32) -> i32'
    KEEP = '"llvm.store"(%4, %p) : (i32, !llvm.ptr<1>) -> ()'
    TRAP = '%nowhere = "llvm.mlir.zero"() : () -> !llvm.ptr'

    def test_any_value(self):
        lines = [ADD, USE]
        site = "arith.addi#1:off-by-one.0+1"
        self.assertEqual(self.reason(lines, site, lambda text: True),
                         "any value")
        self.assertIsNone(self.reason(lines, site, lambda text: ADD in text))
        # Three of four constants will not do.
        self.assertIsNone(self.reason(
            lines, site, lambda text: not any("1431655765" in line
                                              for line in text)))

    def test_choices(self):
        lines = [self.LESS, self.PICK, self.KEEP]
        site = "arith.cmpi#1:negate.edge"
        one = '%3 = "arith.constant"() <{value = true}> : () -> i1'
        none = one.replace("true", "false")
        # What all threads choose anyway says nothing.
        self.assertIsNone(self.reason(lines, site, lambda text: True))
        self.assertEqual(self.reason(
            lines, site, lambda text: self.TRAP not in text), "any way")
        way = '%way = "arith.constant"() <{value = true}> : () -> i1'

        def sometimes(text):
            if self.TRAP not in text:
                return none not in text
            # The original goes both ways, and the mutant no other than `true`.
            return any("%other0" in line for line in text) and way in text

        self.assertEqual(self.reason(lines, site, sometimes), "one way")
        self.assertIsNone(self.reason(
            lines, site, lambda text: sometimes(text) and not any(
                "%other0" in line for line in text)))

    def test_plain(self):
        store = ('"llvm.store"(%a, %p) <{ordering = 2 : i64, syncscope = '
                 '"device"}> : (i32, !llvm.ptr<1>) -> ()')
        plain = ('"llvm.store"(%a, %p) <{ordering = 0 : i64}> : '
                 '(i32, !llvm.ptr<1>) -> ()')
        site = "llvm.store#1:scope.block"
        self.assertEqual(
            self.reason([store], site, lambda text: plain in text), "plain")
        self.assertIsNone(
            self.reason([store], site, lambda text: plain not in text))
        self.assertIsNone(self.reason([store], "llvm.store#1:order.plain",
                                      lambda text: True))

    def test_own_load_meanwhile(self):
        load = '%0 = "llvm.load"(%p) : (!llvm.ptr<1>) -> i32'
        lines = [BARRIER, load, USE]
        site = "llvm.load#1:move.up"

        def is_twice(text):
            before = text[:text.index(BARRIER)]
            return (load.replace("%0", "%copy0") in before and load in text
                    and self.TRAP in text)

        self.assertEqual(self.reason(lines, site, is_twice), "own meanwhile")
        self.assertIsNone(self.reason(lines, site,
                                      lambda text: not is_twice(text)))
        # An order of its own is for others.
        self.assertIsNone(self.reason(
            [BARRIER, load.replace(" :", " <{ordering = 2 : i64}> :"), USE],
            site, lambda text: True))

    def test_own_store_meanwhile(self):
        lines = [ADD, USE, BARRIER]
        site = "llvm.store#1:move.down"
        first = USE.replace("%0", "%meaningless")

        def is_behind(text):
            return text.index(first) < text.index(BARRIER) < text.index(USE)

        self.assertEqual(self.reason(lines, site, is_behind), "own meanwhile")
        self.assertIsNone(self.reason(lines, site,
                                      lambda text: not is_behind(text)))

    def test_any_value_there(self):
        lines = [self.LESS, self.PICK, self.KEEP]
        site = "arith.cmpi#1:negate.edge"
        chosen = ('%any0x0 = "arith.select"(%differs, %value0x0, %4) : '
                  '(i1, i32, i32) -> i32')

        def is_there(text):
            return chosen in text and self.KEEP.replace("%4", "%any0x0") in text

        self.assertEqual(self.reason(lines, site, is_there), "any value there")
        # It must differ in some run, and four values must do.
        self.assertIsNone(self.reason(
            lines, site, lambda text: is_there(text)
            or self.TRAP in text and not any("%way" in t for t in text)))
        self.assertIsNone(self.reason(
            lines, site, lambda text: is_there(text)
            and not any("1431655765" in line for line in text)))

    def test_any_store_there(self):
        store = '"llvm.store"(%a, %p) : (i32, !llvm.ptr<1>) -> ()'
        lines = [self.LESS, '"scf.if"(%3) ({', store,
                 '"scf.yield"() : () -> ()', "}, {", "}) : (i1) -> ()"]
        site = "arith.cmpi#1:negate.edge"

        def is_there(text):
            return ('"scf.if"(%either) ({' in text
                    and store.replace("(%a", "(%any0") in text)

        self.assertEqual(self.reason(lines, site, is_there), "any value there")
        # Who loads there looks.
        lines.insert(2, '%5 = "llvm.load"(%p) <{ordering = 2 : i64}> : '
                     '(!llvm.ptr<1>) -> i32')
        self.assertIsNone(self.reason(lines, site, is_there))

    def test_free_barrier(self):
        meet = '"nvvm.barrier"(%1, %a) : (i32, i32) -> ()'
        other = '"nvvm.barrier"(%b, %a) : (i32, i32) -> ()'
        lines = [CONSTANT, meet, other]
        site = "nvvm.barrier#1:count.0+1"
        same = re.compile(r'%same\d+ = "arith.cmpi"\(%b, %number\d+\) '
                          r'<{predicate = 0 : i64}> : \(i32, i32\) -> i1')
        nowhere = re.compile(r'%nowhere\d+ = "llvm.mlir.zero"')

        def is_looked_at(text):
            return meet in text and all(
                any(looks.match(line) for line in text)
                for looks in (same, nowhere))

        self.assertEqual(self.reason(lines, site, is_looked_at),
                         "free barrier")
        self.assertIsNone(self.reason(lines, site, lambda text: False))
        # There are 16, and a number that is computed may be any.
        self.assertIsNone(self.reason(
            [CONSTANT.replace("6", "15"), meet, other], site, is_looked_at))
        computed = '%1 = "arith.addi"(%a, %b) : (i32, i32) -> i32'
        self.assertIsNone(self.reason([computed, meet, other], site,
                                      is_looked_at))

    def test_same_elements(self):
        vector = ('%v = "vector.from_elements"(%a, %b) : (i32, i32) -> '
                  'vector<2xi32>')
        proof = '"test.of"() <{monoid = "interval_i32"}> : () -> ()'
        site = "vector.from_elements#1:swap.0-1"
        same = ('%bad = "arith.cmpi"(%a, %b) <{predicate = 1 : i64}> : '
                '(i32, i32) -> i1')
        self.assertEqual(self.reason([proof, vector], site,
                                     lambda text: same in text), "same bound")
        self.assertIsNone(self.reason([vector], site,
                                      lambda text: same in text))

    def test_synchronisation_is_no_value(self):
        self.assertIsNone(self.reason([BARRIER], "gpu.barrier#1:drop-sync",
                                      lambda text: True))


if __name__ == "__main__":
    unittest.main()
