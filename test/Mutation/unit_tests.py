#===- unit_tests.py - Tests of utils/mutation -----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What utils/mutate is made of: the parser, each kind of mutation on a small
kernel, names of sites, intervals, samples, results of earlier runs.

Run with the folder utils/ as the only argument.
"""

import io
import re
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, sys.argv.pop())

from mutation import catches, docs, facts  # noqa: E402
from mutation.combines import find_combines, mutants_of  # noqa: E402
from mutation.editor import trap  # noqa: E402
from mutation.ir import Module, function_type, split_types  # noqa: E402
from mutation.operators import KINDS, mutants  # noqa: E402
from mutation.progress import Progress  # noqa: E402
from mutation.results import Results  # noqa: E402
from mutation.sample import draws, sample  # noqa: E402
from mutation.score import Score, tables, wilson  # noqa: E402
from mutation.views import View  # noqa: E402
from parts import (  # noqa: E402
    ACQUIRE, ADD, BARRIER, CASES, CONSTANT, LOAD, USE, WAIT, INT, kernel, made)


class Parsing(unittest.TestCase):
    def test_op(self):
        module = Module(kernel(
            '%0:2 = "gpu.shuffle"(%a, %b, %b) <{mode = #gpu<shuffle_mode up>}>'
            ' : (i32, i32, i32) -> (i32, i1)'))
        op = module.ops("k")[0]
        self.assertEqual(op.name, "gpu.shuffle")
        self.assertEqual(op.results(), ["%0#0", "%0#1"])
        self.assertEqual(op.operands, ["%a", "%b", "%b"])
        self.assertEqual(op.operand_types, ["i32", "i32", "i32"])
        self.assertEqual(op.result_types, ["i32", "i1"])

    def test_regions_and_blocks(self):
        module = Module(kernel(
            '%0:2 = "scf.while"(%a) ({', '^bb0(%arg0: i32):',
            '"scf.condition"(%t, %arg0, %arg0) : (i1, i32, i32) -> ()', '}, {',
            '^bb0(%arg0: i32, %arg1: i32):', '"scf.yield"(%arg0) : (i32) -> ()',
            '}) {note} : (i32) -> (i32, i32)',
            '"llvm.cond_br"(%t, %a)[^bb1, ^bb2] <{operandSegmentSizes = '
            'array<i32: 1, 1, 0>}> : (i1, i32) -> ()',
            '^bb1(%c: i32):  // pred: ^bb0', '"llvm.br"()[^bb2] : () -> ()',
            '^bb2:  // 2 preds: ^bb0, ^bb1'))
        loop = module.ops("k")[0]
        self.assertEqual(loop.result_types, ["i32", "i32"])
        self.assertEqual([len(r.blocks) for r in loop.regions], [1, 1])
        self.assertEqual(loop.regions[1].blocks[0].arguments,
                         ["%arg0", "%arg1"])
        self.assertEqual(loop.last - loop.line, 6)
        function = module.kernels["k"]
        self.assertEqual(len(function.regions[0].blocks), 3)
        self.assertEqual(module.ops("k")[3].successors, "^bb1, ^bb2")

    def test_attributes(self):
        op = Module(kernel(
            '%0 = "llvm.load"(%p) <{alignment = 4 : i64, ordering = 2 : i64, '
            'syncscope = "device"}> : (!llvm.ptr<1>) -> i32')).ops("k")[0]
        self.assertEqual(op.attribute("ordering"), "2 : i64")
        self.assertEqual(op.attribute("scope"), None)
        self.assertEqual(facts.ordering(op), facts.MONOTONIC)

    def test_types(self):
        self.assertEqual(split_types("i32, vector<2xi32>, !llvm.struct<(i32, "
                                     "i1)>, memref<4xi32, strided<[1], "
                                     "offset: ?>>"),
                         ["i32", "vector<2xi32>", "!llvm.struct<(i32, i1)>",
                          "memref<4xi32, strided<[1], offset: ?>>"])
        self.assertEqual(function_type("x : (i32) -> !llvm.struct<(i32, i1)>"),
                         (["i32"], ["!llvm.struct<(i32, i1)>"]))

    def test_what_is_no_op(self):
        with self.assertRaisesRegex(ValueError, "line 5 is no op: return %a"):
            Module(kernel("return %a"))


class Sites(unittest.TestCase):
    def test_numbers_count_ops_of_a_name_in_a_kernel(self):
        add = f'%{{}} = "arith.addi"(%a, %b) : {INT}'
        sub = f'%{{}} = "arith.subi"(%a, %b) : {INT}'
        few = made(add.format(1), add.format(2))
        more = made(add.format(1), sub.format(7), add.format(2))
        self.assertIn("arith.addi#2:drop.0", few)
        self.assertLess(set(few), set(more))

    def test_all_kinds_have_mutants(self):
        found = {site.split(":")[1].split(".")[0] for lines in CASES
                 for site in made(*lines)}
        self.assertEqual(found, set(KINDS))



class Operators(unittest.TestCase):
    def test_drop(self):
        self.assertEqual(made(ADD, USE)["llvm.store#1:drop"], [ADD])
        self.assertEqual(made(ADD, USE)["arith.addi#1:drop.1"],
                         [USE.replace("%0", "%b")])
        self.assertEqual(
            made(LOAD, USE)["llvm.load#1:drop.zero"],
            ['%0 = "arith.constant"() <{value = 0 : i32}> : () -> i32', USE])

    def test_drop_renames_in_the_region_only(self):
        inner = '%5 = "arith.addi"(%a, %b) : (i32, i32) -> i32'
        use = '"llvm.store"(%5, %p) : (i32, !llvm.ptr<1>) -> ()'
        block = ['"scf.if"(%t) ({', inner, use,
                 '"scf.yield"() : () -> ()', "}, {", "}) : (i1) -> ()"]
        text = made(*block, *block)["arith.addi#2:drop.0"]
        self.assertEqual(text[:6], block)
        self.assertEqual(text[7], use.replace("%5", "%a"))

    def test_drop_of_a_shuffle_keeps_its_predicate(self):
        shuffle = ('%0:2 = "gpu.shuffle"(%a, %b, %b) <{mode = '
                   '#gpu<shuffle_mode up>}> : (i32, i32, i32) -> (i32, i1)')
        use = (f'%1 = "arith.select"(%0#1, %0#0, %b) : (i1, i32, i32) -> i32')
        self.assertEqual(made(shuffle, use)["gpu.shuffle#1:drop.0"],
                         [shuffle, use.replace("%0#0", "%a")])

    def test_drop_sync(self):
        self.assertEqual(made(ADD, BARRIER)["gpu.barrier#1:drop-sync"], [ADD])
        self.assertEqual(
            made(WAIT)["nvvm.mbarrier.try_wait#1:drop-sync"],
            ['%1 = "arith.constant"() <{value = true}> : () -> i1'])
        self.assertEqual(made(ACQUIRE)["llvm.load#1:drop-sync.plain"], [
            ACQUIRE.replace("ordering = 4", "ordering = 0").replace(
                ', syncscope = "device"', "")])
        self.assertEqual(
            made(BARRIER, ADD, BARRIER)["gpu.barrier#all:drop-sync"], [ADD])

    def test_swap(self):
        select = '%0 = "arith.select"(%t, %a, %b) : (i1, i32, i32) -> i32'
        self.assertEqual(made(select)["arith.select#1:swap.1-2"],
                         [select.replace("%a, %b", "%b, %a")])
        self.assertFalse([s for s in made(ADD) if ":swap" in s])

    def test_off_by_one(self):
        self.assertEqual(made(ADD)["arith.addi#1:off-by-one.1-1"], [
            '%by = "arith.constant"() <{value = -1 : i32}> : () -> i32',
            f'%mutated = "arith.addi"(%b, %by) : {INT}',
            ADD.replace("%b", "%mutated")])
        address = ('%1 = "llvm.getelementptr"(%p) <{elem_type = i8, '
                   'rawConstantIndices = array<i32: 8>}> : (!llvm.ptr<1>) -> '
                   '!llvm.ptr<1>')
        self.assertEqual(
            made(address)["llvm.getelementptr#1:off-by-one.static0+1"],
            [address.replace("i32: 8", "i32: 9")])

    def test_negate(self):
        compare = ('%0 = "arith.cmpi"(%a, %b) <{predicate = 6 : i64}> : '
                   '(i32, i32) -> i1')
        texts = made(compare)
        self.assertEqual(texts["arith.cmpi#1:negate.not"],
                         [compare.replace("= 6", "= 9")])
        self.assertEqual(texts["arith.cmpi#1:negate.edge"],
                         [compare.replace("= 6", "= 7")])
        text = made('"scf.condition"(%t) : (i1) -> ()')
        self.assertEqual(text["scf.condition#1:negate.not"][1:], [
            '%mutated = "arith.xori"(%t, %by) : (i1, i1) -> i1',
            '"scf.condition"(%mutated) : (i1) -> ()'])

    def test_constant(self):
        texts = made(CONSTANT, f'%0 = "arith.addi"(%a, %1) : {INT}')
        values = sorted(int(site.split("=")[1]) for site in texts
                        if ":constant" in site)
        self.assertEqual(values, [-6, 0, 1, 7, 12])

    def test_order(self):
        self.assertEqual(made(ACQUIRE)["llvm.load#1:order.monotonic"],
                         [ACQUIRE.replace("ordering = 4", "ordering = 2")])
        swap = ('%0 = "llvm.cmpxchg"(%p, %a, %b) <{failure_ordering = 4 : i64, '
                'success_ordering = 6 : i64}> : (!llvm.ptr<1>, i32, i32) -> '
                '!llvm.struct<(i32, i1)>')
        texts = made(swap)
        self.assertEqual(texts["llvm.cmpxchg#1:order.release"],
                         [swap.replace("= 6", "= 5")])
        self.assertEqual(texts["llvm.cmpxchg#1:order.failure-monotonic"],
                         [swap.replace("= 4", "= 2")])
        monotonic = ACQUIRE.replace("ordering = 4", "ordering = 2")
        self.assertEqual(made(monotonic)["llvm.load#1:order.plain"], [
            monotonic.replace("ordering = 2", "ordering = 0").replace(
                ', syncscope = "device"', "")])
        self.assertNotIn("llvm.load#1:drop-sync.plain", made(monotonic))
        self.assertEqual(made(WAIT)["nvvm.mbarrier.try_wait#1:order.relaxed"],
                         [WAIT.replace("false", "true")])

    def test_scope(self):
        self.assertEqual(made(ACQUIRE)["llvm.load#1:scope.block"],
                         [ACQUIRE.replace("device", "block")])

    def test_count(self):
        barrier = ('"nvvm.barrier"(%a, %b) <{operandSegmentSizes = array<i32: '
                   '1, 1, 0>}> : (i32, i32) -> ()')
        self.assertEqual(
            made(barrier)["nvvm.barrier#1:count.1-32"],
            ['%by = "arith.constant"() <{value = -32 : i32}> : () -> i32',
             f'%mutated = "arith.addi"(%b, %by) : {INT}',
             barrier.replace("%b", "%mutated")])
        expect = ('%0 = "nvvm.mbarrier.arrive.expect_tx"(%s, %a) <{relaxed = '
                  'false}> : (!llvm.ptr<3>, i32) -> i64')
        self.assertEqual(
            made(expect)["nvvm.mbarrier.arrive.expect_tx#1:count.no-tx"],
            ['%0 = "nvvm.mbarrier.arrive"(%s) <{relaxed = false}> : '
             '(!llvm.ptr<3>) -> i64'])
        group = ('"nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () '
                 '-> ()')
        texts = made(group)
        self.assertEqual(
            texts["nvvm.cp.async.bulk.wait_group#1:count.group+1"],
            [group.replace("0", "1")])
        self.assertEqual(texts["nvvm.cp.async.bulk.wait_group#1:count.read"],
                         [group.replace("i32}", "i32, read}")])

    def test_parity(self):
        self.assertEqual(
            made(WAIT)["nvvm.mbarrier.try_wait#1:parity"][1:],
            [f'%mutated = "arith.xori"(%a, %by) : {INT}',
             WAIT.replace("%a", "%mutated")])

    def test_move(self):
        store = '"llvm.store"(%a, %p) : (i32, !llvm.ptr<1>) -> ()'
        self.assertEqual(made(store, ADD, BARRIER, BARRIER)
                         ["llvm.store#1:move.down"],
                         [ADD, BARRIER, store, BARRIER])
        # The arithmetic of its operands moves along.
        self.assertEqual(made(BARRIER, ADD, USE)["llvm.store#1:move.up"],
                         [ADD, USE, BARRIER])

    def test_trap(self):
        module = Module(kernel(ADD, USE))
        text = trap(module, module.ops("k")[1])
        self.assertEqual(Module(text).ops("k")[3].name, "llvm.store")
        self.assertEqual(text.split("\n")[8].strip(), USE)

    def test_moves_that_only_order_more_are_none(self):
        arrive = '%1 = "nvvm.mbarrier.arrive"(%s) : (!llvm.ptr<3>) -> i64'
        store = '"llvm.store"(%a, %p) : (i32, !llvm.ptr<1>) -> ()'
        self.assertNotIn("llvm.store#1:move.up", made(arrive, store))
        self.assertNotIn("llvm.store#1:move.down", made(store, WAIT))
        # Nor what a value would have to move before its definition for.
        self.assertNotIn("llvm.store#1:move.up", made(BARRIER, LOAD, USE))


COMBINE = [
    '%1 = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32',
    '%2 = "arith.constant"() <{value = -2147483647 : i32}> : () -> i32',
    '%3 = "arith.constant"() <{value = -2147483646 : i32}> : () -> i32',
    '%4:4 = "some.intervals"() : () -> (i32, i32, i32, i32)',
    '%5 = "arith.cmpi"(%4#0, %1) <{predicate = 0 : i64}> : (i32, i32) -> i1',
    '%6 = "arith.cmpi"(%4#2, %1) <{predicate = 0 : i64}> : (i32, i32) -> i1',
    '%7 = "arith.cmpi"(%4#1, %4#2) <{predicate = 0 : i64}> : (i32, i32) -> i1',
    '%8 = "arith.select"(%7, %4#0, %2) : (i1, i32, i32) -> i32',
    '%9 = "arith.select"(%7, %4#3, %3) : (i1, i32, i32) -> i32',
    '%10 = "arith.select"(%6, %4#0, %8) : (i1, i32, i32) -> i32',
    '%11 = "arith.select"(%6, %4#1, %9) : (i1, i32, i32) -> i32',
    '%12 = "arith.select"(%5, %4#2, %10) : (i1, i32, i32) -> i32',
    '%13 = "arith.select"(%5, %4#3, %11) : (i1, i32, i32) -> i32',
    '"llvm.store"(%12, %13) : (i32, i32) -> ()',
]


# The same where the low side may be an init, and where it is one.
JOINED = [
    '%20 = "arith.constant"() <{value = -1 : i32}> : () -> i32',
    '%21 = "arith.constant"() <{value = 0 : i32}> : () -> i32',
    '%22 = "arith.cmpi"(%4#2, %21) <{predicate = 5 : i64}> : (i32, i32) -> i1',
    '%23 = "arith.xori"(%4#2, %20) : (i32, i32) -> i32',
]
CHAINS = [
    *COMBINE[:8], *JOINED,
    '%24 = "arith.select"(%22, %23, %8) : (i1, i32, i32) -> i32',
    '%25 = "arith.ori"(%22, %7) : (i1, i1) -> i1',
    '%9 = "arith.select"(%25, %4#3, %3) : (i1, i32, i32) -> i32',
    COMBINE[9].replace("%8", "%24"), *COMBINE[10:]]
WITH_INIT = [
    *(line.replace("%4#0", "%20").replace("%4#1", "%21") for line in (
        *JOINED[:2], *CHAINS[:8], *JOINED[2:], *CHAINS[12:17])),
    '"llvm.store"(%10, %11) : (i32, i32) -> ()']


class Combines(unittest.TestCase):
    def setUp(self):
        self.module = Module(kernel(*COMBINE))
        self.combine, = find_combines(self.module, "k")

    def texts(self):
        return {mutant.variant: [line.strip() for line in
                                 mutant.text(self.module).split("\n")[4:-4]]
                for mutant in mutants_of(self.module, self.combine)}

    def test_what_belongs_to_it(self):
        self.assertEqual(self.combine.low, ["%4#0", "%4#1"])
        self.assertEqual(self.combine.high, ["%4#2", "%4#3"])
        self.assertEqual(self.combine.results, ["%12", "%13"])
        self.assertEqual(sorted(op.result for op in self.combine.ops),
                         sorted(f"%{i}" for i in range(5, 14)))

    def test_sides(self):
        other = {"0": "2", "1": "3", "2": "0", "3": "1"}
        wanted = [re.sub(r"%4#(\d)", lambda m: "%4#" + other[m[1]], line)
                  for line in COMBINE]
        self.assertEqual(self.texts()["sides"], wanted)
        self.assertEqual(self.texts()["only-high"][-1],
                         '"llvm.store"(%4#2, %4#3) : (i32, i32) -> ()')

    def test_chains(self):
        combine, = find_combines(Module(kernel(*CHAINS)), "k")
        self.assertEqual((combine.low, combine.high), (
            ["%4#0", "%4#1"], ["%4#2", "%4#3"]))
        self.assertEqual(combine.results, ["%12", "%13"])
        self.assertEqual(sorted(op.result for op in combine.ops), sorted(
            f"%{i}" for i in [*range(5, 14), *range(22, 26)]))
        self.module = Module(kernel(*WITH_INIT))
        self.combine, = find_combines(self.module, "k")
        self.assertEqual((self.combine.low, self.combine.high), (
            ["%20", "%21"], ["%4#2", "%4#3"]))
        self.assertEqual(set(self.texts()), {"only-low", "only-high"})
        self.assertEqual(self.texts()["only-low"][-1],
                         '"llvm.store"(%20, %21) : (i32, i32) -> ()')

    def test_its_ops_are_no_part_of_the_kernel(self):
        for form, some in (("proof", False), ("kernels", True)):
            view = View(None, None, "gpu", form)
            view.base = SimpleNamespace(strategy="single_block")
            view.module = self.module
            self.assertEqual("k/arith.select#3:swap.1-2" in view.by_site, some)
            self.assertEqual("k/arith.select#1:swap.sides" in view.by_site,
                             not some)


def record(outcome="found", kind="drop", strategy="chained", site="s",
           build="b", seconds=2.0, by="race"):
    return {"hash": "h", "phase": "gpu", "form": "proof", "site": site,
            "build": build, "outcome": outcome, "kind": kind, "by": by,
            "strategy": strategy, "seconds": seconds}


class Scores(unittest.TestCase):
    def test_wilson(self):
        # Newcombe 1998, table I, method 3.
        for found, total, low, high in ((81, 263, 0.2553, 0.3662),
                                        (15, 148, 0.0624, 0.1605),
                                        (0, 20, 0.0, 0.1611),
                                        (1, 29, 0.0061, 0.1718)):
            for got, wanted in zip(wilson(found, total), (low, high)):
                self.assertAlmostEqual(got, wanted, 4)
        self.assertEqual(wilson(0, 0), (0.0, 1.0))

    def test_what_counts(self):
        score = Score([record(o) for o in (
            "found", "found", "found", "missed", "no end", "defect",
            "equivalent", "invalid")])
        self.assertEqual((score.found, score.total), (3, 6))
        self.assertIn("50.0 %", score.row())

    def test_table(self):
        text = tables([record(), record("missed", "swap")])
        self.assertIn("| drop | 1 | 1 | 100.0 % |", text)
        self.assertIn("| swap | 1 | 0 | 0.0 % |", text)
        self.assertIn("| `chained` | 2 | 1 | 50.0 % |", text)
        self.assertIn("Found by: race 1.", text)

    def test_docs(self):
        page = "# A\n\n<!-- mutants -->\nold\n<!-- end of mutants -->\n\nB\n"
        self.assertEqual(docs.page_with(page, "new\n"),
                         page.replace("\nold\n", "\n\nnew\n\n"))
        with self.assertRaises(SystemExit):
            docs.page_with("# A\n", "new\n")

    def test_catches(self):
        again = "\nscanc: note: to see it again: --n=3"
        self.assertEqual(catches.catch_of("race (write)" + again), "race")
        self.assertEqual(catches.catch_of("what is this" + again), "other")
        self.assertEqual(catches.catch_of("race (write)"), None)


class Samples(unittest.TestCase):
    def setUp(self):
        self.views = [SimpleNamespace(
            name=f"{strategy}{number}",
            base=SimpleNamespace(strategy=strategy),
            by_kind={kind: [SimpleNamespace(site=f"{kind}{i}", kind=kind)
                            for i in range(many)]
                     for kind, many in (("drop", 30), ("swap", 2))})
            for strategy in ("chained", "single_block") for number in (1, 2)]

    def names(self, count, seed=1):
        return [(v.name, m.site) for v, m in
                sample(count, ["drop", "swap"], self.views, seed)]

    def test_strata_take_turns(self):
        kinds = [site[:4] for _, site in self.names(16)]
        self.assertEqual(kinds.count("swap"), 8)
        # Once they have no more, the others go on.
        kinds = [site[:4] for _, site in self.names(40)]
        self.assertEqual(kinds.count("swap"), 8)

    def test_none_twice_and_all_in_the_end(self):
        names = self.names(1000)
        self.assertEqual(len(names), 4 * 32)
        self.assertEqual(len(set(names)), len(names))

    def test_seeds(self):
        self.assertEqual(self.names(20), self.names(20))
        self.assertNotEqual(self.names(20), self.names(20, seed=2))
        self.assertEqual(self.names(50)[:20], self.names(20))
        self.assertEqual(list(draws("drop", [], 1)), [])


class Resuming(unittest.TestCase):
    def test_results_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new" / "results.jsonl"
            Results(path, resume=False).add(record(site="one"))
            with path.open("a") as file:
                file.write('{"hash": "h", "pha')  # it was killed here
            later = Results(path, resume=True)
            self.assertEqual(later.find("h", "gpu", "proof", "one", "b"),
                             record(site="one"))
            self.assertIsNone(later.find("h", "gpu", "proof", "one", "other"))
            later.add(record(site="two"))
            self.assertEqual(len(Results(path, resume=True).records), 2)
            self.assertEqual(len(Results(path, resume=False).records), 0)

    def test_progress_goes_on(self):
        progress = Progress(100, 2, io.StringIO())
        for _ in range(10):
            progress.known(record(seconds=60))
        progress.judged(record("missed", seconds=60))
        # 89 left, a minute each, two at a time.
        self.assertEqual(progress.stream.getvalue(),
                         "11 of 100 mutants, 1 not found, 44 min left\n")


if __name__ == "__main__":
    unittest.main(verbosity=1)
