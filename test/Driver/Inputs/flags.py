#===- flags.py - Every flag of every command is honoured or refused -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: flags.py SCANC INPUTS TUNING

A table of all commands and flags. A flag that a command has is in its help, and
changes what it does; one that it has not is refused with status 2."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

SCANC, INPUTS, TUNING = sys.argv[1:]

REQUEST = "op type state-type out-type inclusive exclusive init plan reverse states total".split()
SHARED = "arch strategy tuning scan".split() + REQUEST
FLAGS = {
    "": SHARED + "domain o emit dump-after explain cuda-path libdevice intervals".split(),
    "run": SHARED + "domain o input output initial final axis device repeat".split()
    + ["libdevice"],
    "circuit": "o width circuit emit".split(),
    "verify": SHARED + "domain row o n schedules schedule seed no-races format".split()
    + "kernels coverage jobs multiprocessors max-blocks".split()
    + "resident-blocks in-one-block".split(),
    "report": SHARED + "domain row shape axis o n format".split(),
    "tune": "o bundle results keep arch budget quick tuning".split()
    + "domain shape axis".split(),
    "list": "o json".split(),
}
SWITCHES = "explain inclusive exclusive reverse total no-races quick json in-one-block".split()

ADD = ["--op=add", "--type=i32"]
FLOAT = ["--op=add", "--type=f32"]
FILE = ["FILE.mlir", "--scan=counts"]
PLAN = ["--emit=plan", "-o", "-"]
RUN = ["--input=x.npy", "--device=simt"]
SHORT = ["--n=300"]
RAN = ["--n=30000", "--schedules=1", "--coverage=z.json"]

# Command, arguments, and the flags to add one at a time: each changes the
# status, what is printed, or what is written.
HONOURED = [
    ("", ADD + PLAN, "--strategy=chained --arch=sm_80 --tuning=no.json"),
    ("", ADD + PLAN, "--out-type=i64 --state-type=i64 --inclusive --init=5"),
    ("", ADD + PLAN, "--plan=strategy=chained"),
    ("run", ADD + RUN, "--plan=strategy=chained"),
    ("verify", ADD + SHORT, "--plan=strategy=chained"),
    ("report", ADD + SHORT, "--plan=strategy=chained"),
    ("", ADD + PLAN, "--reverse --dump-after=circuit --explain"),
    ("", FILE + PLAN, "--dump-after=circuit"),
    ("", ["FILE.mlir"] + PLAN, "--scan=counts"),
    ("", ADD + ["--emit=kernel", "-o", "-"], "--intervals --intervals=32"),
    ("", ADD + ["--emit=cubin", "-o", "x"], "--cuda-path=/nowhere"),
    ("", ["EXP.mlir", "--emit=ptx", "-o", "-"], "--libdevice=/nowhere"),
    ("run", ADD + RUN, "--strategy=chained --inclusive --reverse --output=y.npy"),
    ("run", ADD + RUN, "-o=y.npy --repeat=2 --arch=sm_80 --tuning=no.json"),
    ("run", ADD + RUN, "--out-type=i64 --state-type=i64"),
    ("run", ADD + RUN + ["--output=y.npy"], "--init=5"),
    ("run", ["FILE.mlir"] + RUN, "--scan=counts"),
    ("run", ADD + ["--input=x.npy"], "--device=gpu"),
    ("circuit", ["serial"], "--width=4"),
    ("circuit", ["serial", "--width=4"], "--emit=json -o=z.txt"),
    ("circuit", ["CIRCUITS.mlir"], "--circuit=of_best"),
    ("verify", ADD + SHORT, "--strategy=chained --inclusive --format=json"),
    ("verify", ADD + SHORT, "-o=z.txt --schedules=1 --schedule=random"),
    ("verify", ADD + SHORT, "--tuning=no.json"),
    ("verify", ADD + SHORT, "--out-type=u64 --state-type=i64"),
    ("verify", ["FILE.mlir"] + SHORT, "--scan=counts"),
    ("verify", FILE, "--n=7"),
    ("verify", ADD + SHORT, "--coverage=z.json --kernels=no.mlir"),
    ("verify", ADD + RAN, "--multiprocessors=1 --max-blocks=1"),
    ("verify", ADD + RAN, "--resident-blocks=1 --in-one-block"),
    ("report", ADD + SHORT, "--strategy=chained --arch=sm_80 --inclusive"),
    ("report", ADD + SHORT, "--format=json -o=z.txt --tuning=no.json --reverse"),
    ("report", ADD + SHORT, "--out-type=i64 --state-type=i64"),
    ("report", ADD, "--n=300"),
    ("report", ["FILE.mlir"] + SHORT, "--scan=counts"),
    ("list", ["types"], "--json -o=z.txt"),
    ("", ADD + PLAN, "--domain=rows"),
    ("", ADD + PLAN, "--states=initial --states=final"),
    ("run", ADD + RUN + ["--output=y.npy"],
     "--initial=one.npy --final=z.npy --total"),
    ("verify", ADD + SHORT, "--states=initial --states=final --total"),
    ("report", ADD + SHORT, "--states=initial --total"),
    ("", ADD + PLAN, "--total"),
    ("run", ADD + RUN, "--domain=rows --axis=0"),
    ("verify", ADD + SHORT, "--domain=rows"),
    ("verify", ADD + ["--n=300", "--domain=rows"], "--row=7"),
    ("report", ADD + SHORT, "--domain=rows"),
    ("report", ADD + SHORT + ["--domain=rows"], "--row=3"),
    ("report", ADD + ["--shape=2x40x3"], "--axis=1"),
    ("report", ADD + ["--axis=0"], "--shape=40x3"),
]

# Combinations in which a flag of the command could not matter.
REFUSED = [
    ("", FILE + PLAN, REQUEST),
    ("", ADD + PLAN, ["scan", "cuda-path", "libdevice", "intervals"]),
    ("", ADD + ["--emit=source", "-o", "-"], ["arch", "strategy", "tuning"]),
    ("", ["KERNEL.mlir", "--emit=ptx", "-o", "-"], ["strategy", "tuning"]),
    ("", ["KERNEL.mlir", "--emit=ptx", "-o", "-"], ["intervals"]),
    ("", ["KERNEL.mlir", "--emit=gpu", "-o", "-"], ["arch"]),
    ("", ["PLAN.mlir", "--emit=ptx", "-o", "-"], ["tuning", "domain"]),
    ("verify", ADD + SHORT, ["row"]),
    ("report", ADD + SHORT, ["row"]),
    ("", ADD + ["--exclusive"] + PLAN, ["inclusive"]),
    ("run", FILE + RUN, REQUEST),
    ("run", ADD + RUN, ["scan", "libdevice"]),
    ("run", ADD + RUN + ["-o", "y.npy"], ["output"]),
    ("run", ADD + RUN + ["--domain=rows"], ["axis"]),
    ("run", ["PLAN.mlir"] + RUN, ["axis"]),
    ("circuit", ["serial", "--width=4"], ["circuit"]),
    ("circuit", ["CIRCUITS.mlir", "--circuit=of_best"], ["width"]),
    ("verify", FILE, REQUEST),
    ("verify", ADD + SHORT, ["scan"]),
    ("verify", ADD + SHORT + ["--schedules=2"], ["schedule"]),
    ("verify", ADD, "multiprocessors max-blocks".split()),
    ("verify", ADD, "resident-blocks in-one-block".split()),
    ("report", FILE, REQUEST),
    ("report", ADD, ["scan", "shape", "axis"]),
    ("tune", ["--results=RESULTS"], "bundle keep arch budget quick tuning".split()),
    ("tune", ["--results=RESULTS"], "domain shape axis".split()),
    ("tune", ["--bundle=b"], "shape axis".split()),
    ("tune", ["--bundle=b"], "o results keep budget".split()),
]

VALUES = {"n": "300", "op": "add", "type": "i32", "width": "4", "arch": "sm_80"}
VALUES |= {"strategy": "chained", "tuning": "TUNING", "plan": "strategy=chained"}
VALUES |= {"states": "initial"}


def spell(flag):
    if flag in SWITCHES:
        return ["--" + flag]
    value = VALUES.get(flag, "1")
    return ["-o", value] if flag == "o" else [f"--{flag}={value}"]


class Folder:
    """Runs each command in a fresh folder that has the inputs."""

    def __init__(self, path):
        self.path = path
        shutil.copy(os.path.join(INPUTS, "scans.mlir"), self.at("FILE.mlir"))
        shutil.copy(os.path.join(INPUTS, "circuits.mlir"), self.at("CIRCUITS.mlir"))
        for phase in ("plan", "kernel"):
            subprocess.run(
                [SCANC] + ADD + [f"--emit={phase}", "-o", self.at("sum")], check=True
            )
            os.rename(self.at(f"sum.{phase}.mlir"), self.at(phase.upper() + ".mlir"))
        self.write("EXP.mlir", EXP)
        self.write("RESULTS", "")
        shutil.copy(TUNING, self.at("TUNING"))
        self.write_array("x.npy", 3, bytes(12))
        self.write_array("one.npy", 1, b"\1\0\0\0")

    def at(self, name):
        return os.path.join(self.path, name)

    def write(self, name, text):
        with open(self.at(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def write_array(self, name, count, data):
        header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({count},), }}"
        header = header.ljust(117) + "\n"
        array = b"\x93NUMPY\x01\x00" + bytes([len(header), 0]) + header.encode()
        with open(self.at(name), "wb") as stream:
            stream.write(array + data)

    def run(self, command, arguments):
        """Status, standard output and error, and the files, which go away."""
        before = set(os.listdir(self.path))
        done = subprocess.run(
            [SCANC] + ([command] if command else []) + arguments,
            cwd=self.path,
            capture_output=True,
            check=False,
        )
        # Times differ.
        printed = re.sub(rb"[\d.]+ ms", b"ms", done.stdout)
        files = {}
        for name in set(os.listdir(self.path)) - before:
            path = self.at(name)
            if os.path.isdir(path):
                shutil.rmtree(path)
                continue
            with open(path, "rb") as stream:
                files[name] = stream.read()
            os.remove(path)
        return done.returncode, printed, done.stderr, files


EXP = """
prefix.monoid @decay identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = math.exp %a : f32
  %d = arith.addf %c, %b : f32
  prefix.yield %d : f32
}
prefix.scan @log_sum inclusive @decay : (f32) -> (f32)
"""

failures = 0


def expect(right, what):
    global failures
    if not right:
        failures += 1
        print("flags.py:", what)


def check_help():
    """The table has what the help has."""
    for command, flags in FLAGS.items():
        text = subprocess.run(
            [SCANC] + ([command] if command else []) + ["--help"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        shown = set(re.findall(r"^  --?([a-z-]+)", text, re.M))
        shown -= {"help", "help-list", "version"}
        expect(shown == set(flags), f"scanc {command}: {shown ^ set(flags)}")


def check_foreign(folder):
    for command, flags in FLAGS.items():
        for flag in sorted({f for all_ in FLAGS.values() for f in all_} - set(flags)):
            status, _, error, _ = folder.run(command, spell(flag))
            name = ("scanc " + command).strip()
            wanted = f"scanc: error: '{name}' has no flag '--{flag}'"
            expect(
                status == 2 and error.decode().startswith(wanted),
                f"{name} {spell(flag)}: {status} {error}",
            )


def check_combinations(folder):
    for command, arguments, flags in REFUSED:
        for flag in flags:
            status, _, error, files = folder.run(command, arguments + spell(flag))
            expect(
                status == 2 and error.startswith(b"scanc: error: ") and not files,
                f"scanc {command} {arguments} {spell(flag)}: {status} {error}",
            )


def check_honoured(folder):
    seen = set()
    for command, arguments, flags in HONOURED:
        base = folder.run(command, arguments)
        for flag in flags.split():
            words = flag.split("=") if flag.startswith("-o=") else [flag]
            seen.add((command, words[0].lstrip("-").split("=")[0]))
            expect(
                folder.run(command, arguments + words) != base,
                f"scanc {command} {arguments} {words}: the same as without",
            )
    # What cannot be seen here, or is needed by all the others.
    unseen = {(c, f) for c, flags in FLAGS.items() for f in flags} - seen
    unseen -= {(c, f) for c in FLAGS for f in ("op", "type", "exclusive")}
    unseen -= {("", "o"), ("", "emit"), ("run", "input"), ("run", "libdevice")}
    unseen -= {("verify", flag) for flag in "seed arch no-races reverse init".split()}
    unseen -= {("report", "init"), ("verify", "jobs")}
    # Without files of states, the outputs are the same.
    unseen -= {("run", "states")}
    unseen -= {("tune", flag) for flag in FLAGS["tune"]}
    expect(not unseen, f"nothing shows that these are honoured: {unseen}")


with tempfile.TemporaryDirectory() as temporary:
    check_help()
    inputs = Folder(temporary)
    check_foreign(inputs)
    check_combinations(inputs)
    check_honoured(inputs)
sys.exit(1 if failures else 0)
