#===- named_tests.py - Tests of mutants of the kernel phase ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Mutants of ops that name what warps and blocks do, and which of them are no
faults.

Run with the folder utils/ as the only argument.
"""

import sys
import unittest
from types import SimpleNamespace

sys.path.insert(0, sys.argv.pop())

from mutation import equivalence, facts  # noqa: E402
from mutation.editor import trap  # noqa: E402
from mutation.indifference import Indifference  # noqa: E402
from mutation.ir import Module  # noqa: E402
from mutation.moves import Move  # noqa: E402
from mutation.operators import mutants  # noqa: E402
from parts import BARRIER, EMPTY, FULL, RELEASE, kernel, made  # noqa: E402

ACQUIRE = ['"prefix.acquire"(%full, %a, %b){} ({{',
           '}}) : (!prefix.barriers, i32, i32) -> ()']
STATES = ('%0 = "prefix.states"() <{count = 4 : i64, monoid = @m, name = '
          '"seeds", offsets = array<i64: 32, 48>}> : () -> !prefix.states')
WORDS = ('%1 = "prefix.words"() <{count = 4 : i64, name = "lengths", offset = '
         '64 : i64}> : () -> !prefix.words<i32>')
LOAD = ('%2:2 = "prefix.load_state"(%0, %a) : (!prefix.states, i32) -> '
        '(i32, f32)')
STORE = ('"prefix.store_state"({0}#0, {0}#1, %0, %b) : (i32, f32, '
         '!prefix.states, i32) -> ()')
APPLY = ('%3:2 = "prefix.apply"({0}#0, {0}#1, {1}#0, {1}#1) <{{monoid = @m}}> '
         ': (i32, f32, i32, f32) -> (i32, f32)')
SCAN = ('%4:4 = "prefix.warp_scan"(%2#0, %2#1) <{circuit = @c, monoid = @m}> : '
        '(i32, f32) -> (i32, f32, i32, f32)')
TILE = ('%5:2 = "prefix.load_tile"(%p, %n, %v, %w) <{element = [i32, f32], '
        'items = 1 : i64, monoid = @m, operandSegmentSizes = array<i32: 1, 1, '
        '1, 1>, rows = 1 : i64}> : (!llvm.ptr<1>, i64, i64, !prefix.walk) -> '
        '(vector<1xi32>, vector<1xf32>)')


def acquire(paces=False):
    return [line.format(" <{paces}>" if paces else "") for line in ACQUIRE]


def changed(*lines):
    return made(*lines, phase="kernel")


class Operators(unittest.TestCase):
    def test_synchronisation(self):
        texts = changed(FULL, *acquire(), RELEASE)
        self.assertEqual(texts["prefix.acquire#1:drop-sync"], [FULL, RELEASE])
        self.assertEqual(texts["prefix.release#1:drop-sync"],
                         [FULL, *acquire()])
        self.assertEqual(texts["prefix.acquire#1:parity"][1:], [
            '%by = "arith.constant"() <{value = 1 : i32}> : () -> i32',
            '%mutated = "arith.xori"(%b, %by) : (i32, i32) -> i32',
            acquire()[0].replace("%b", "%mutated"), acquire()[1], RELEASE])
        meet = ('"prefix.copy_rest"(%s, %p, %a, %n, %b, %a) <{size = 8 : i64, '
                'threads = 32 : i64, unit = 4 : i64}> : (!llvm.ptr<3>, '
                '!llvm.ptr<1>, i32, i64, i32, i32) -> ()')
        self.assertEqual(
            changed(meet)["prefix.copy_rest#1:drop-sync.meeting"],
            [meet.replace(", %a)", ")").replace("i32, i32)", "i32)")])

    def test_other_barrier(self):
        texts = changed(FULL, EMPTY, RELEASE)
        self.assertEqual(texts["prefix.release#1:other.0=empty"],
                         [FULL, EMPTY, RELEASE.replace("%full", "%empty")])
        self.assertFalse([site for site in changed(FULL, RELEASE)
                          if "other.0" in site])

    def test_other_slot(self):
        texts = changed(FULL, RELEASE)
        self.assertEqual(texts["prefix.release#1:other.1~1"],
                         [FULL, RELEASE.replace("%a", "%b")])

    def test_names_that_mean_something_else_elsewhere(self):
        there = WORDS.replace("%1", "%full").replace("prefix.words", "some.op")
        texts = changed(
            FULL, '"scf.if"(%t) ({', there, '"scf.yield"() : () -> ()', "}, {",
            "}) : (i1) -> ()", EMPTY, RELEASE)
        self.assertIn("prefix.release#1:other.0=empty", texts)

    def test_states(self):
        texts = changed(STATES, LOAD, SCAN, APPLY.format("%4", "%2"),
                        STORE.format("%4"))
        other = APPLY.format("%4", "%2").replace("%4#0, %4#1", "%4#2, %4#3")
        self.assertEqual(texts["prefix.apply#1:other.state0~1"][3], other)
        self.assertEqual(texts["prefix.apply#1:swap.sides"][3],
                         APPLY.format("%2", "%4"))
        self.assertEqual(texts["prefix.store_state#1:other.state0~2"][4],
                         STORE.format("%3"))
        self.assertEqual(
            texts["prefix.load_state#1:drop.identity"][1],
            '%2:2 = "prefix.identity"() <{monoid = @m}> : () -> (i32, f32)')
        # Both values of a state change places with both of another.
        texts = changed(STATES, LOAD, SCAN, APPLY.format("%4", "%2"),
                        STORE.format("%3"))
        self.assertEqual(texts["prefix.apply#1:drop.high"][3],
                         STORE.format("%2"))

    def test_clauses(self):
        texts = changed(TILE)
        self.assertEqual(texts["prefix.load_tile#1:drop.valid"], [
            TILE.replace(", %v", "").replace("i64, i64, !", "i64, !").replace(
                "1, 1, 1, 1>", "1, 1, 0, 1>")])
        self.assertEqual(texts["prefix.load_tile#1:drop.along"], [
            TILE.replace(", %w", "").replace(", !prefix.walk", "").replace(
                "1, 1, 1, 1>", "1, 1, 1, 0>")])
        bytes = RELEASE.replace("%a)", "%a, %b)").replace("i32)", "i32, i32)")
        self.assertEqual(
            changed(FULL, bytes)["prefix.release#1:count.no-bytes"],
            [FULL, RELEASE])

    def test_chains(self):
        start = ('%6 = "prefix.start_chains"(%x, %n, %v, %w, %o, %p) <{init = '
                 '[7 : i32], items = 1 : i64, monoid = @m, '
                 'operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>, rows = 1 '
                 ': i64}> : (vector<1xi32>, i64, i64, !prefix.walk, i64, '
                 '!llvm.ptr<1>) -> vector<1xi32>')
        end = ('"prefix.end_chains"(%6, %n, %w, %o, %p) <{items = 1 : i64, '
               'monoid = @m, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1, '
               '1>, rows = 1 : i64}> : (vector<1xi32>, i64, !prefix.walk, i64, '
               '!llvm.ptr<1>) -> ()')
        texts = changed(start, end)
        self.assertEqual(texts["prefix.start_chains#1:drop.valid"], [
            start.replace(", %v", "").replace("i64, i64, !", "i64, !").replace(
                "1, 1, 1, 1, 1, 1>", "1, 1, 0, 1, 1, 1>"), end])
        self.assertEqual(texts["prefix.start_chains#1:drop.init"],
                         [start.replace("init = [7 : i32], ", ""), end])
        self.assertEqual(texts["prefix.start_chains#1:drop.start"],
                         [end.replace("%6", "%x")])
        self.assertEqual(texts["prefix.start_chains#1:negate.before"],
                         [start.replace("<{", "<{before, "), end])
        self.assertEqual(texts["prefix.end_chains#1:drop"], [start])
        self.assertIn("prefix.start_chains#1:off-by-one.4+1", texts)

    def test_words(self):
        post = ('"prefix.post_tile"(%a, %b, %e, %n) : (i32, i32, '
                '!prefix.entries, i64) -> ()')
        prefix = post.replace(") : ", ") <{prefix}> : ")
        site = "prefix.post_tile#1:negate.prefix"
        self.assertEqual(changed(post)[site], [prefix])
        self.assertEqual(changed(prefix)[site], [post])
        count = ('%9 = "prefix.count"(%p, %n) <{acquires, releases}> : '
                 '(!llvm.ptr<1>, i64) -> i32')
        texts = changed(count)
        self.assertEqual(texts["prefix.count#1:order.no-acquires"],
                         [count.replace("acquires, ", "")])
        # What acquires also releases.
        self.assertEqual(texts["prefix.count#1:order.no-releases"],
                         [count.replace(" <{acquires, releases}>", "")])

    def test_numbers(self):
        leave = ('"prefix.give_up"(%m, %full, %a) <{early = 3 : i64}> : '
                 '(!prefix.words<i32>, !prefix.barriers, i32) -> ()')
        self.assertEqual(
            changed(leave)["prefix.give_up#1:off-by-one.early-1"],
            [leave.replace("= 3", "= 2")])
        init = ('"prefix.init_barriers"(%full) <{arrivals = 33 : i64}> : '
                '(!prefix.barriers) -> ()')
        self.assertEqual(
            changed(init)["prefix.init_barriers#1:count.arrivals+1"],
            [init.replace("33", "34")])
        self.assertEqual(
            changed(STATES)["prefix.states#1:off-by-one.offset1+8"],
            [STATES.replace("48", "56")])
        roles = ['"prefix.roles"() <{names = ["a", "b"], warps = array<i64: 1, '
                 '4>}> ({', "}, {", "}) : () -> ()"]
        self.assertEqual(changed(*roles)["prefix.roles#1:count.0+1"],
                         [roles[0].replace("1, 4", "2, 3"), *roles[1:]])
        where = ['"prefix.where"() <{threads = #prefix.threads<1 to 64 step 2>}'
                 '> ({', '"prefix.pass"() : () -> ()', "}) : () -> ()"]
        texts = changed(*where)
        for name, new in (("begin+1", "2 to 64"), ("end-1", "1 to 63"),
                          ("step+1", "1 to 64 step 3")):
            self.assertIn(new,
                          texts[f"prefix.where#1:off-by-one.{name}"][0])

    def test_moves(self):
        store = STORE.format("%2")
        self.assertEqual(
            changed(STATES, FULL, LOAD, store, RELEASE)
            ["prefix.store_state#1:move.down"],
            [STATES, FULL, LOAD, RELEASE, store])
        self.assertEqual(
            changed(STATES, FULL, *acquire(), LOAD)
            ["prefix.load_state#1:move.up"],
            [STATES, FULL, LOAD, *acquire()])
        self.assertNotIn("prefix.load_state#1:move.up",
                         changed(STATES, FULL, *acquire(True), LOAD))

    def test_trap(self):
        module = Module(kernel(FULL, RELEASE, phase="kernel"))
        text = trap(module, module.ops("k")[1]).split("\n")
        self.assertIn("(%p, %far)", text[7])
        self.assertTrue(text[8].strip().startswith(
            '"prefix.store_relaxed"(%trap, %nowhere) '))


class Equivalents(unittest.TestCase):
    def reasons(self, *lines):
        module = Module(kernel(*lines, phase="kernel"))
        view = SimpleNamespace(module=module)
        return {mutant.site.removeprefix("k/"): name
                for mutant in mutants(module)
                for name, holds in equivalence.REASONS
                if name != "same PTX" and holds(view, mutant, "")}

    def test_pace(self):
        site = "prefix.acquire#1:drop-sync"
        self.assertNotIn(site, self.reasons(FULL, *acquire()))
        self.assertEqual(self.reasons(FULL, *acquire(True))[site], "hint")

    def test_early_total(self):
        total = ('"prefix.post_tile"(%a, %e, %n) : (i32, !prefix.entries, i64) '
                 '-> ()')
        prefix = total.replace(") : ", ") <{prefix}> : ")
        site = "prefix.post_tile#1:drop"
        self.assertEqual(self.reasons(total, prefix)[site], "hint")
        self.assertNotIn("prefix.post_tile#2:drop", self.reasons(total, prefix))
        self.assertNotIn(site, self.reasons(total))
        self.assertNotIn(site, self.reasons(total, prefix.replace("%n", "%m")))

    def test_same_threads(self):
        stretch = ['"prefix.warp_synchronous"() <{monoid = @m, warps = 1 : i64}'
                   '> ({', '"prefix.where"() <{threads = #prefix.threads<0 to '
                   '32>}> ({', RELEASE, '"prefix.pass"() : () -> ()',
                   "}) : () -> ()", "}) : () -> ()"]
        site = "prefix.warp_synchronous#1:count.warps+1"
        self.assertEqual(self.reasons(FULL, *stretch).get(site),
                         "same threads")
        stretch[1] = stretch[1].replace("32", "33")
        self.assertNotIn(site, self.reasons(FULL, *stretch))
        stretch[1] = stretch[1].replace("33", "32")
        stretch.insert(1, RELEASE)
        self.assertNotIn(site, self.reasons(FULL, *stretch))

    def test_policies(self):
        copy = ('"prefix.copy_in"(%a, %p, %s, %full, %b, %6) : (i32, '
                '!llvm.ptr<1>, !llvm.ptr<3>, !prefix.barriers, i32, i64) -> ()')
        policy = '%6 = "arith.addi"(%n, %n) : (i64, i64) -> i64'
        site = "arith.addi#1:off-by-one.0+1"
        reasons = self.reasons(FULL, policy, copy)
        self.assertEqual(reasons[site], "hint")
        self.assertNotIn("prefix.copy_in#1:count.0+16", reasons)
        store = '"llvm.store"(%6, %p) : (i64, !llvm.ptr<1>) -> ()'
        self.assertNotIn(site, self.reasons(FULL, policy, copy, store))

    def test_circuits(self):
        lines = kernel(STATES, LOAD, SCAN, phase="kernel").split("\n")
        for name, wires in (("c", 2), ("d", 2), ("e", 3)):
            arguments = ", ".join(f"%x{i}: i32" for i in range(wires))
            lines[2:2] = [
                f'    "prefix.circuit"() <{{sym_name = "{name}"}}> ({{',
                f"    ^bb0({arguments}):", "    }) : () -> ()"]
        module = Module("\n".join(lines))
        view = SimpleNamespace(module=module)
        others = [m for m in mutants(module) if ".circuit=" in m.site]
        self.assertEqual([m.variant for m in others], ["circuit=d"])
        self.assertEqual(equivalence.reason(view, others[0], ""), "circuit")

    def test_same_number(self):
        warp = '%6 = "prefix.warp"() : () -> i32'
        lines = kernel(warp, phase="kernel")
        view = SimpleNamespace(module=Module(lines))
        mutant, = mutants(view.module)
        self.assertFalse(equivalence.same_number(view, mutant, ""))
        view.module = Module(lines.replace(
            "-> ()}>", "-> (), known_block_size = array<i32: 32, 1, 1>}>", 1))
        mutant, = mutants(view.module)
        self.assertTrue(equivalence.same_number(view, mutant, ""))
        member = ('%7:3 = "prefix.member"() <{first = 0 : i64, warps = 1 : '
                  'i64}> : () -> (i32, i32, i32)')
        use = RELEASE.replace("%a", "%7#0")
        roles = '"prefix.roles"() <{names = ["a", "b"], warps = array<i64: '
        for warps, same in (("1, 4", True), ("4, 1", False)):
            reasons = self.reasons(FULL, f"{roles}{warps}>}}> ({{", member, use,
                                   "}, {", "}) : () -> ()")
            self.assertEqual("prefix.release#1:other.1~1" in reasons, same)
            self.assertNotIn("prefix.release#1:other.1~2", reasons)

    def test_second_sync(self):
        store = STORE.format("%2")
        site = "gpu.barrier#2:drop-sync"

        def is_second(before, behind):
            return self.reasons(STATES, WORDS, FULL, LOAD, BARRIER, *before,
                                BARRIER, *behind, BARRIER
                                ).get(site) == "second sync"

        flag = ('"prefix.store_word"(%a, %1, %b) <{relaxed}> : (i32, '
                '!prefix.words<i32>, i32) -> ()')
        self.assertTrue(is_second([], [store]))
        self.assertTrue(is_second([store], [flag]))
        self.assertFalse(is_second([store], [store]))
        self.assertFalse(is_second([store], [flag.replace(" <{relaxed}>", "")]))
        self.assertFalse(is_second([], acquire()))
        self.assertFalse(is_second([], [RELEASE]))


class Indifferences(unittest.TestCase):
    def reason(self, lines, site, verifies):
        module = Module(kernel(*lines, phase="kernel"))
        mutant, = [m for m in mutants(module)
                   if m.site.removeprefix("k/") == site]
        return Indifference(module, mutant, lambda text: text is not None and
                            verifies(text)).reason()

    def test_dropped_store(self):
        lines = [STATES, LOAD, STORE.format("%2")]
        site = "prefix.store_state#1:drop"
        store = ('"prefix.store_state"(%mutated0, %mutated1, %0, %b) : (i32, '
                 'f32, !prefix.states, i32) -> ()')
        self.assertEqual(self.reason(lines, site, lambda text: store in text),
                         "any value")
        self.assertIsNone(self.reason(
            lines, site, lambda text: store in text and "-3.5" not in text))

    def test_free_barrier(self):
        number = '%6 = "arith.constant"() <{value = 1 : i32}> : () -> i32'
        copy = ('"prefix.copy_rest"(%s, %p, %a, %n, %b, %6) <{size = 8 : i64, '
                'threads = 32 : i64, unit = 4 : i64}> : (!llvm.ptr<3>, '
                '!llvm.ptr<1>, i32, i64, i32, i32) -> ()')
        block = '"nvvm.barrier"() : () -> ()'
        meet = '"nvvm.barrier"(%a, %b) : (i32, i32) -> ()'
        site = "prefix.copy_rest#1:constant.5=0"

        def is_free(*lines):
            return self.reason(lines, site, lambda text: '"arith.cmpi"(%a, %num'
                               in text) == "free barrier"

        self.assertTrue(is_free(number, block, copy, meet))
        # The whole block meets there later, or others may.
        self.assertFalse(is_free(number, copy, meet, block))
        self.assertFalse(is_free(number, block, copy))

    def test_own_meanwhile(self):
        lines = [STATES, FULL, *acquire(), LOAD]
        module = Module(kernel(*lines, phase="kernel"))
        mutant, = [m for m in mutants(module) if m.kind == "move"]
        text, = Move(module, mutant).texts()
        self.assertIn(LOAD.replace("%2:2", "%copy2:2"), text)
        for part in ('"arith.cmpi"(%2#0, %copy2#0)',
                     '"arith.bitcast"(%copy2#1) : (f32) -> i32',
                     '"arith.ori"(%differ0, %differ1)'):
            self.assertIn(part, text)
        lines = [STATES, FULL, LOAD, STORE.format("%2"), RELEASE]
        module = Module(kernel(*lines, phase="kernel"))
        mutant, = [m for m in mutants(module) if m.kind == "move"
                   and m.op.name == "prefix.store_state"]
        for text in Move(module, mutant).texts():
            self.assertIn('"prefix.store_state"(%meaningless, %meaningless1, '
                          '%0, %b)', text)


class Facts(unittest.TestCase):
    def test_waits(self):
        module = Module(kernel(FULL, *acquire(True), *acquire(), RELEASE,
                               phase="kernel"))
        _, pace, wait, release, _ = module.ops("k")
        self.assertTrue(facts.is_hint(pace) and not facts.is_acquire(pace))
        self.assertTrue(facts.is_acquire(wait) and not facts.is_hint(wait))
        self.assertTrue(facts.is_release(release) and facts.is_sync(release))


if __name__ == "__main__":
    unittest.main(verbosity=1)
