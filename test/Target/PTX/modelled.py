#!/usr/bin/env python3
#===- modelled.py - Kernels use only what the docs say is modelled --------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compares the PTX of kernels with the table of what of PTX is modelled.

    modelled.py SCANC SOURCES WORK_FOLDER

Every instruction of a kernel that touches memory, or depends on other threads
or on time, must be in the table of SOURCES/docs/Verification.md, and every
instruction of the table in some kernel. Instructions are compared without the
type and the vector width; a type of 128 bits counts, since few accesses of that
width are atomic.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MARK = "<!-- modelled -->"

# The first parts of instructions that the table has to have.
CONCERNED = (
    "applypriority atom bar barrier brkpt cp createpolicy discard elect exit "
    "fence getctarank griddepcontrol isspacep istypep ld ldmatrix ldu mapa "
    "match mbarrier membar multimem nanosleep pmevent prefetch prefetchu red "
    "redux setmaxnreg shfl st stmatrix suld suq sured sust tcgen05 tensormap "
    "tex tld4 trap vote wgmma wmma activemask clusterlaunchcontrol stacksave "
    "stackrestore alloca vmem"
).split()
# Registers that other threads or the time change, or where a thread runs.
REGISTERS = re.compile(
    r"%(?:activemask|clock\w*|globaltimer\w*|smid|nsmid|warpid|nwarpid|gridid)\b"
)
TYPES = re.compile(r"\.(?:v[248]|[busf](?:8|16|32|64)|pred)(?![\w:])")
# Parameters of calls and kernels are nobody else's, nor is a thread's stack.
PRIVATE = re.compile(r"(?:ld|st)\.(?:param|local)\b")


def statements(text):
    """The instructions of PTX, without labels and predicates."""
    text = re.sub(r"//.*|/\*.*?\*/", "", text)
    for statement in re.split(r"[;{}\n]", text):
        statement = re.sub(r"^\s*[$\w]+:", "", statement)
        yield re.sub(r"^\s*@!?%?\w+", "", statement).strip()


def concerned(text):
    """What a PTX text uses of which the table has to speak."""
    used = set()
    for statement in statements(text):
        opcode = statement.split(" ")[0].split("\t")[0]
        used |= set(REGISTERS.findall(statement))
        if opcode.split(".")[0] in CONCERNED and not PRIVATE.match(opcode):
            used.add(TYPES.sub("", opcode))
    return used


def check_detection():
    """Finds what is in made-up lines of PTX."""
    text = """
        // ld.weak.comment [%rd0];
        @%p1 st.volatile.shared.v4.b32 [%r1], {%r2, %r3, %r4, %r5};
        { .reg .b64 p; createpolicy.fractional.L2::evict_last.b64 p, 1.0; ld.acquire.sys.global.b128 %rq1, [%rd1]; }
        $L__BB0_1: @!%p2 multimem.red.release.gpu.global.add.u32 [%rd1], %r1;
        mov.u64 \t%rd1, %globaltimer;
        red.global.add.f64\t[%rd1], %fd1;
        elect.sync %r1|%p3, -1;
        ld.param.b64 %rd1, [f_param_0];
        st.local.b32 [%rd2], %r1;
        add.s32 %r1, %r2, %r3;
        barrier.sync.aligned 1, 64;
        trap;
    """
    expected = {
        "st.volatile.shared", "createpolicy.fractional.L2::evict_last",
        "ld.acquire.sys.global.b128", "multimem.red.release.gpu.global.add",
        "%globaltimer", "red.global.add", "elect.sync", "barrier.sync.aligned",
        "trap",
    }
    found = concerned(text)
    if found != expected:
        raise SystemExit(f"error: expected {sorted(expected)} in made-up PTX, "
                         f"got {sorted(found)}")


def kernels(sources):
    """Command lines whose PTX has all kinds of kernels."""
    circuits = [
        "cudpp_block_scan", "handmade_warp", "linear_recurrence",
        "matrix2x2_mod", "merrill_brent_kung_permuted", "similarity3d",
        "sum_sklansky",
    ]
    strategies = [
        "single_block", "two_level_streaming", "scan_then_propagate",
        "reduce_then_scan", "one_launch_streaming", "chained",
        "decoupled_lookback",
    ]
    types = [("max", "u8", "--inclusive"), ("add", "i32", "--exclusive"),
             ("add", "f16", "--inclusive"), ("add", "f64", "--exclusive")]
    for arch in ("sm_80", "sm_90"):
        for strategy in strategies:
            for op, name, kind in types:
                if strategy == "one_launch_streaming" and arch == "sm_80":
                    continue  # needs bulk copies
                if strategy == "scan_then_propagate" and name == "f16":
                    continue  # its outputs cannot hold its states
                yield [f"--op={op}", f"--type={name}", kind,
                       f"--strategy={strategy}", f"--arch={arch}"]
        for name in circuits:
            yield [str(sources / f"circuits/{name}.mlir"), f"--arch={arch}"]
    for strategy in ("chained", "decoupled_lookback"):
        yield [str(sources / "circuits/matrix2x2_mod.mlir"),
               f"--strategy={strategy}"]
    for name in ("soa", "one-launch", "packed"):
        yield [str(sources / f"test/Verify/Inputs/{name}.mlir")]
    yield ["--op=add", "--type=i32", "--intervals=64",
           "--strategy=two_level_streaming"]


def compile_all(scanc, sources, work):
    """The PTX of all kernels, and the command line that gives it."""

    def emit(numbered):
        number, args = numbered
        folder = work / str(number)
        folder.mkdir(parents=True)
        subprocess.run([scanc, *args, "--emit=ptx", "-o", str(folder / "k")],
                       check=True)
        return args, "\n".join(path.read_text()
                               for path in sorted(folder.glob("*.ptx")))

    with ThreadPoolExecutor() as pool:
        return list(pool.map(emit, enumerate(kernels(sources))))


def table(docs):
    """The instructions in the first column of the table."""
    text = docs.read_text(encoding="utf-8").split(MARK)[1]
    rows = [row for row in text.splitlines() if row.startswith("| `")]
    return {name for row in rows
            for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def main(scanc, sources, work):
    check_detection()
    sources = Path(sources)
    known, used = table(sources / "docs/Verification.md"), set()
    status = 0
    for args, text in compile_all(scanc, sources, Path(work)):
        for name in sorted(concerned(text) - known - used):
            print(f"error: 'scanc {' '.join(args)}' uses {name}, which the "
                  "table in docs/Verification.md does not have")
            status = 1
        used |= concerned(text)
    for name in sorted(known - used):
        print(f"error: no kernel uses {name}, which the table in "
              "docs/Verification.md has")
        status = 1
    if not status:
        print(f"{len(used)} instructions used, all in the table")
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
