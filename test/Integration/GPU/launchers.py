#===- launchers.py - The scans that a GPU bundle holds -------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The scans that a GPU bundle holds.

`all_launchers` lists what to compile: every built-in operator on every type it
makes sense for, inclusive and exclusive; then what differs from the default in
one respect: an init value, another state or output type, the direction, the
strategy, the architecture; then the files of circuits/, and plans with other
circuits in them. Names say what they are: add_u8_ex, max_f32_in_reverse.
"""

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from groups import GROUPS, PROVEN

INTEGERS = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
KINDS = {"ex": "exclusive", "in": "inclusive"}


@dataclass
class Launcher:
    """One scan: how to compile it, and what checks it."""

    name: str
    op: str  # the harness's name of the operator
    arguments: list = field(default_factory=list)  # of scanc, without -o
    source: str = ""  # of a .mlir file, where it has one
    state: str = ""  # with the signedness of a built-in operator
    init: tuple = ()

    @property
    def groups(self):
        return [g for g, names in GROUPS.items() if self.name in names.split()]


def built_in(op, type, kind, suffix="", state="", out="", init=None,
             reverse=False, strategy="", arch=""):
    """An operator of the prelude, by flags."""
    name = f"{op}_{type}_{kind}" + (f"_{suffix}" if suffix else "")
    arguments = [f"--op={op}", f"--type={type}", f"--{KINDS[kind]}"]
    for flag, value in (("state-type", state), ("out-type", out),
                        ("init", init), ("strategy", strategy),
                        ("arch", arch)):
        if value:
            arguments.append(f"--{flag}={value}")
    if reverse:
        arguments.append("--reverse")
    state = state or ("f32" if type in ("f16", "bf16") else type)
    return Launcher(name, op, arguments, state=state,
                    init=(init,) if init else ())


def operators():
    for op in ("add", "mul", "min", "max", "and", "or", "xor"):
        bitwise = op in ("and", "or", "xor")
        for type in INTEGERS + ([] if bitwise else FLOATS):
            for kind in KINDS:
                yield built_in(op, type, kind)


def variants():
    for op, type, kind, init in (
            ("add", "i32", "ex", "7"), ("add", "i32", "in", "-7"),
            ("add", "u8", "ex", "250"), ("add", "i64", "in", "-9000000000"),
            ("add", "f32", "ex", "-2.5"), ("add", "f16", "in", "1.5"),
            ("mul", "i32", "in", "3"), ("mul", "f32", "ex", "-0.5"),
            ("min", "i16", "ex", "100"), ("min", "f64", "in", "2.5"),
            ("max", "u64", "ex", "1099511627776"), ("max", "f32", "in", "-3.25"),
            ("max", "bf16", "ex", "1.5"), ("and", "u32", "in", "4294905855"),
            ("or", "i8", "ex", "16"), ("xor", "u16", "in", "4660")):
        yield built_in(op, type, kind, "init", init=init)

    for op, type, state, out in (
            ("add", "u8", "u32", "u32"), ("add", "i8", "i32", "i32"),
            ("add", "u8", "u32", "u8"), ("add", "u16", "u64", "u64"),
            ("add", "i32", "i64", "i64"), ("add", "i32", "i64", "i32"),
            ("add", "i64", "i32", "i32"), ("mul", "u8", "u32", "u32"),
            ("max", "i8", "i32", "i8"), ("min", "u16", "u32", "u32"),
            ("add", "f16", "f32", "f32"), ("add", "bf16", "f32", "f32"),
            ("add", "f16", "f16", "f16"), ("add", "bf16", "bf16", "bf16"),
            ("max", "f16", "f16", "f16"), ("mul", "bf16", "bf16", "bf16"),
            ("add", "f32", "f64", "f32"), ("add", "f32", "f64", "f64"),
            ("add", "f32", "f32", "f16"), ("add", "f32", "f32", "bf16"),
            ("add", "f64", "f32", "f32"), ("min", "f32", "f64", "f32"),
            ("add", "u8", "f32", "f32"), ("add", "i16", "f64", "f64"),
            ("add", "i32", "f32", "f32")):
        for kind in KINDS:
            yield built_in(op, type, kind, f"{state}_{out}", state, out)

    for op, type, kind, init in (
            ("add", "i32", "ex", None), ("add", "i32", "in", None),
            ("max", "f32", "in", None), ("add", "u8", "ex", None),
            ("mul", "f64", "in", None), ("min", "i64", "ex", "12"),
            ("xor", "u32", "in", None)):
        yield built_in(op, type, kind, "reverse", init=init, reverse=True)

    for op, type, kind in (("add", "i32", "ex"), ("add", "i32", "in"),
                           ("max", "f32", "in"), ("add", "u8", "ex"),
                           ("add", "f64", "ex"), ("mul", "i64", "in")):
        yield built_in(op, type, kind, "single", strategy="single_block")
        yield built_in(op, type, kind, "streaming",
                       strategy="two_level_streaming")

    # Levels of totals. Outputs of scan_then_propagate hold the states.
    for suffix, strategy in RECURSIVE.items():
        yield built_in("add", "i32", "ex", suffix, strategy=strategy)
        yield built_in("add", "i64", "in", suffix, strategy=strategy)
        yield built_in("max", "f32", "in", suffix, strategy=strategy)
        yield built_in("xor", "u8", "ex", suffix, strategy=strategy)
        yield built_in("add", "u8", "ex", f"u32_u32_{suffix}", "u32", "u32",
                       strategy=strategy)
        yield built_in("add", "i32", "in", f"init_reverse_{suffix}", init="-7",
                       reverse=True, strategy=strategy)
    # Tiles that blocks draw. The harness demands the same bits twice, which
    # sums of floats by look-back cannot promise.
    yield built_in("add", "f32", "in", "chained", strategy="chained")
    for suffix, strategy in DRAWN.items():
        yield built_in("add", "i32", "ex", suffix, strategy=strategy)
        yield built_in("add", "i64", "in", suffix, strategy=strategy)
        yield built_in("max", "f64", "ex", suffix, strategy=strategy)
        yield built_in("xor", "u8", "ex", suffix, strategy=strategy)
        yield built_in("add", "u8", "ex", f"u32_u8_{suffix}", "u32", "u8",
                       strategy=strategy)
        yield built_in("max", "f16", "in", f"f16_f32_{suffix}", "f16", "f32",
                       strategy=strategy)
        yield built_in("add", "i32", "in", f"init_reverse_{suffix}", init="-7",
                       reverse=True, strategy=strategy)
    # Whose bits are the same every time, though they round.
    for suffix, strategy in (*RECURSIVE.items(),
                             ("streaming", "two_level_streaming"),
                             ("one_launch", ONE_LAUNCH)):
        yield built_in("add", "f32", "in", suffix, strategy=strategy)
    yield built_in("add", "bf16", "in", "reducing", strategy="reduce_then_scan")
    yield built_in("add", "u8", "ex", "u32_u8_reducing", "u32", "u8",
                   strategy="reduce_then_scan")
    yield built_in("max", "f16", "in", "f16_f32_propagating", "f16", "f32",
                   strategy="scan_then_propagate")

    # One launch of blocks that wait for each other.
    for op, type, kind in (("add", "i32", "ex"), ("max", "f32", "in"),
                           ("add", "f64", "ex"), ("xor", "u8", "in"),
                           ("add", "i16", "ex"), ("mul", "u64", "in"),
                           ("min", "i8", "ex")):
        yield built_in(op, type, kind, "one_launch", strategy=ONE_LAUNCH)
    yield built_in("add", "u8", "ex", "u32_u32_one_launch", "u32", "u32",
                   strategy=ONE_LAUNCH)
    yield built_in("add", "u8", "in", "u32_u8_one_launch", "u32", "u8",
                   strategy=ONE_LAUNCH)
    yield built_in("add", "i64", "ex", "i32_i32_one_launch", "i32", "i32",
                   strategy=ONE_LAUNCH)
    yield built_in("max", "f16", "in", "f16_f32_one_launch", "f16", "f32",
                   strategy=ONE_LAUNCH)
    yield built_in("add", "bf16", "ex", "one_launch", strategy=ONE_LAUNCH)
    yield built_in("add", "i32", "in", "init_reverse_one_launch", init="-7",
                   reverse=True, strategy=ONE_LAUNCH)
    yield built_in("add", "u8", "ex", "reverse_one_launch", reverse=True,
                   strategy=ONE_LAUNCH)

    # What app.c includes.
    yield Launcher("cumsum", "add", ["--op=add", "--type=i32", "--inclusive"],
                   state="i32")
    yield built_in("add", "i32", "ex", "sm_80", arch="sm_80")
    yield built_in("add", "i32", "ex", "sm_100", arch="sm_100")


# A word of a launcher's name, and what it stands for.
RECURSIVE = {"propagating": "scan_then_propagate",
             "reducing": "reduce_then_scan"}
DRAWN = {"chained": "chained", "lookback": "decoupled_lookback"}

ONE_LAUNCH = "one_launch_streaming"

# The kernels of the seeds, which scan i32 by addition.
SEEDS = """
    hillis_steele cudpp_warp_scan warp_scan_shuffles merrill_sklansky
    merrill_sklansky_reverse merrill_sklansky_table blelloch_inclusive
    blelloch_inclusive_padded blelloch_inclusive_geometric blelloch_exclusive
    blelloch_exclusive_padded blelloch_exclusive_geometric
    merrill_brent_kung_levels merrill_brent_kung_permuted merrill_tree
    merrill_srts merrill_linear cudpp_block_scan matrixscan_block_scan
    chalmers_prefix_sum
""".split()

# Every family that serves any operator; {n} is the width.
FAMILIES = {
    "serial": "serial<{n}>",
    "sklansky": "sklansky<{n}>",
    "kogge_stone": "kogge_stone<{n}>",
    "brent_kung": "brent_kung<{n}>",
    "brent_kung_asap": "brent_kung<{n}, asap = 1>",
    "han_carlson": "han_carlson<{n}, l = 2>",
    "sparse_sklansky": "sparse_sklansky<{n}>",
    "ladner_fischer": "ladner_fischer<{n}>",
    "ladner_fischer_2": "ladner_fischer<{n}, k = 2>",
    "harris": "harris<{n}, l = 1, f = 2>",
    "zero_deficiency": "zero_deficiency<{n}>",
    "dso_fanout2": "dso_fanout2<{n}>",
    "blelloch": "blelloch<{n}>",
}

# The operators of files that round nothing.
EXACT = ("affine_i32", "argmax", "matrix2x2_mod")

# Of the files of circuits/: the harness's operator, and an init value.
FILES = {
    "sum": ("add", ()),
    "sum_sklansky": ("add", ()),
    **{name: ("add", ()) for name in SEEDS},
    "handmade_warp": ("affine_i32", ()),
    "linear_recurrence": ("affine", ("2.0 : f32", "1.0 : f32")),
    "argmax": ("argmax", ("-20.0 : f32", "5 : i64")),
    "matrix2x2_mod": ("matrix2x2_mod", ("3 : i32", "1 : i32", "4 : i32",
                                        "1 : i32")),
    "welford": ("welford", ("4.0 : f64", "2.0 : f64", "1.0 : f64")),
    "online_softmax": ("softmax", ("1.0 : f32", "2.0 : f32")),
    "similarity3d": ("similarity3d", (
        "2.0 : f64", "0.0 : f64", "1.0 : f64", "0.0 : f64", "0.0 : f64",
        "1.0 : f64", "2.0 : f64", "3.0 : f64")),
}

# Those that the harness does not know, for their maps or for an output more than
# elements: test/Circuits/maps.py compares them on the executor, and maps/ and
# states/ have such scans for a GPU.
OTHERS = (
    "recurrence", "selective_scan", "gae", "exponential_average",
    "log_cumsum_exp", "cumulative_maximum", "biquad", "softmax",
    "line_of_sight", "string_comparison", "squares", "gradient", "offsets",
)

SCAN = re.compile(r"prefix\.scan @\w+ \w+ @(?P<monoid>\w+)\s*:\s*"
                  r"(?P<type>\([^)]*\)\s*->\s*\([^)]*\))(\s*plan <.*?>)?(\s*attributes \{.*\})?\s*\Z",
                  re.S)


def files(folder):
    """Every file as it is, and those on several values in other ways too."""
    for path in sorted(Path(folder).glob("*.mlir")):
        name, text = path.stem, path.read_text()
        if name in OTHERS:
            continue
        op, init = FILES[name]
        state = "i32" if op == "add" else ""
        yield Launcher(name, op, source=text, state=state)
        scan = SCAN.search(text)
        if not init:
            continue

        def variant(suffix, kind, *flags, with_init=False, plan="", soa=False):
            line = f"prefix.scan @scan {kind} @{scan['monoid']}"
            if with_init:
                line += f" init ({', '.join(init)})"
            line += f" : {scan['type']}" + (" soa" if soa else "")
            if plan:
                line += f" plan <{plan}>"
            values = tuple(v.split()[0] for v in init) if with_init else ()
            return Launcher(f"{name}_{suffix}", op, list(flags),
                            f"{text[:scan.start()]}{line}\n", init=values)

        yield variant("ex", "exclusive")
        yield variant("in_reverse", "inclusive reverse")
        yield variant("ex_init", "exclusive", with_init=True)
        yield variant("in_init", "inclusive", with_init=True)
        yield variant("ex_init_reverse", "exclusive reverse", with_init=True)
        # What two levels take for an expensive operator, and beside it.
        yield variant("by_tree", "inclusive",
                      plan="strategy = two_level_streaming")
        yield variant("by_shuffles", "inclusive",
                      plan="strategy = two_level_streaming, "
                           "warp = kogge_stone<32>")
        yield variant("in_single", "inclusive", "--strategy=single_block")
        yield variant("ex_streaming", "exclusive",
                      "--strategy=two_level_streaming")
        for suffix, strategy in RECURSIVE.items():
            yield variant(f"ex_init_reverse_{suffix}", "exclusive reverse",
                          f"--strategy={strategy}", with_init=True)
        for suffix, strategy in DRAWN.items():
            if suffix == "chained" or op in EXACT:
                yield variant(f"ex_init_reverse_{suffix}", "exclusive reverse",
                              f"--strategy={strategy}", with_init=True)
        # An array for each value.
        yield variant("soa", "inclusive", soa=True)
        yield variant("soa_reducing", "inclusive",
                      "--strategy=reduce_then_scan", soa=True)
        for suffix, strategy in (*RECURSIVE.items(), *DRAWN.items(),
                                 ("streaming", "two_level_streaming"),
                                 ("single", "single_block"),
                                 ("one_launch", ONE_LAUNCH)):
            if suffix != "lookback" or op in EXACT:
                yield variant(f"ex_init_reverse_soa_{suffix}",
                              "exclusive reverse", f"--strategy={strategy}",
                              with_init=True, soa=True)
        yield variant("in_one_launch", "inclusive", f"--strategy={ONE_LAUNCH}")
        yield variant("ex_init_reverse_one_launch", "exclusive reverse",
                      f"--strategy={ONE_LAUNCH}", with_init=True)


AFFINE = """
prefix.monoid @affine_i32 identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %t = arith.muli %a1, %b0 : i32
  %b = arith.addi %t, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
"""


LATEST = """
prefix.monoid @latest idempotent identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero, %zero : i32, i32
} combine (%key0: i32, %value0: i32), (%key1: i32, %value1: i32) {
  %zero = arith.constant 0 : i32
  %bits = arith.ori %key1, %value1 : i32
  %is_set = arith.cmpi ne, %bits, %zero : i32
  %key = arith.select %is_set, %key1, %key0 : i32
  %value = arith.select %is_set, %value1, %value0 : i32
  prefix.yield %key, %value : i32, i32
}
"""


def irregular_circuit(name, width, seed):
    """A circuit without any pattern: every span is split at a random place."""
    choose = random.Random(seed)
    wires = {(i, i): f"%x{i}" for i in range(width)}
    lines = []

    def span(low, high):
        if (low, high) not in wires:
            cut = choose.randrange(low, high)
            left, right = span(low, cut), span(cut + 1, high)
            wires[low, high] = f"%s{low}_{high}"
            lines.append(f"  %s{low}_{high} = prefix.combine {left}, {right} : "
                         f"!prefix.span<{low}, {cut}>, "
                         f"!prefix.span<{cut + 1}, {high}>")
        return wires[low, high]

    outputs = [span(0, k) for k in range(width)]
    inputs = ", ".join(f"%x{i}" for i in range(width))
    types = ", ".join(f"!prefix.span<0, {k}>" for k in range(width))
    return (f"prefix.circuit @{name}({inputs}) {{\n" + "\n".join(lines) +
            f"\n  prefix.yield {', '.join(outputs)} : {types}\n}}\n")


def knowles(width):
    """A circuit whose spans overlap."""
    levels = (width - 1).bit_length()
    return f"knowles<{width}, {[2 ** (level // 2) for level in range(levels)]}>"


def plans():
    """Operators that are not commutative, through other plans."""

    def planned(op, source, suffix, plan):
        for kind in KINDS.values():
            scan = (f"prefix.scan @scan {kind} @{op} : "
                    f"(i32, i32) -> (i32, i32) plan <{plan}>\n")
            name = f"{op}_{suffix}"
            yield Launcher(f"{name}_ex" if kind[:2] == "ex" else name, op,
                           source=source + scan)

    def everywhere(op, source, name, circuit):
        """`circuit(width)` at each level that has room for it."""
        yield from planned(op, source, f"warp_{name}", f"warp = {circuit(32)}")
        yield from planned(op, source, f"folded_{name}",
                           f"scan = <rows = 2, warp = {circuit(64)}>")
        yield from planned(
            op, source, f"block_{name}",
            f"tail = <warps = 4, rows = 2, block = {circuit(256)}>, "
            f"scan = <warps = 8, rows = 1, block = {circuit(256)}>, "
            f"reduce = <warps = 4, rows = 1, block = {circuit(128)}>, "
            f"top = <warps = 4, rows = 1, block = {circuit(128)}>")

    # Tiles so small that 2^24 elements make five levels, and fewer blocks than
    # tiles.
    small = "<warps = 1, rows = 1, items = 1>"
    for suffix, strategy in RECURSIVE.items():
        plan = (f"strategy = {strategy}, scan = {small}, reduce = {small}, "
                f"top = {small}, tail = {small}")
        yield from planned("affine_i32", AFFINE, f"levels_{suffix}", plan)
        yield from planned("affine_i32", AFFINE, f"strided_{suffix}",
                           f"strategy = {strategy}, max_blocks = 200")
    for suffix, strategy in (*DRAWN.items(), ("one_launch", ONE_LAUNCH),
                             ("streaming", "two_level_streaming")):
        yield from planned("affine_i32", AFFINE, suffix,
                           f"strategy = {strategy}")
    for suffix, strategy in DRAWN.items():
        yield from planned("affine_i32", AFFINE, f"tiny_{suffix}",
                           f"strategy = {strategy}, scan = {small}, "
                           f"top = <items = 1>")
        yield from planned("affine_i32", AFFINE, f"few_{suffix}",
                           f"strategy = {strategy}, max_blocks = 3, "
                           f"scan = <rows = 2, block = brent_kung<128>>")
    yield from planned("affine_i32", AFFINE, "small_one_launch",
                       f"strategy = {ONE_LAUNCH}, max_blocks = 3, "
                       "scan = <warps = 3, items = 4, stages = 5>")
    # With a kernel for short launches.
    yield from planned("affine_i32", AFFINE, "short_one_launch",
                       f"strategy = {ONE_LAUNCH}, short_scan = <items = 10>")
    for family in ("serial", "sklansky", "kogge_stone", "brent_kung"):
        yield from planned("affine_i32", AFFINE, family, f"warp = {family}<32>")
    for name, circuit in FAMILIES.items():
        yield from everywhere("affine_i32", AFFINE, name,
                              lambda width: circuit.format(n=width))
    yield from everywhere("latest", LATEST, "knowles", knowles)
    yield from planned("affine_i32",
                       AFFINE + irregular_circuit("irregular", 32, seed=2),
                       "irregular", "warp = @irregular")


def proofs(launchers):
    """The plans of some of the others, over intervals (--intervals)."""
    for launcher in launchers:
        if launcher.name in PROVEN:
            arguments = [*launcher.arguments, "--intervals"]
            # What is chosen unasked fills the shared memory with elements, and
            # intervals are wider.
            if "strategy" not in " ".join(arguments) + launcher.source:
                arguments.append("--strategy=two_level_streaming")
            yield Launcher(f"{launcher.name}_proof", "interval", arguments,
                           launcher.source, init=launcher.init)


def all_launchers(circuits):
    """All of the above, each name once. `circuits` is the folder."""
    launchers = [*operators(), *variants(), *files(circuits), *plans()]
    missing = set(PROVEN) - {launcher.name for launcher in launchers}
    assert not missing, f"unknown scans to prove: {missing}"
    launchers += proofs(launchers)
    names = [launcher.name for launcher in launchers]
    assert len(set(names)) == len(names), "two launchers of one name"
    for group, members in GROUPS.items():
        missing = set(members.split()) - set(names)
        assert not missing, f"group {group} names unknown {missing}"
    return launchers
