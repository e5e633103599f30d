#===- views.py - The kernels of a base, ready to be mutated ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A view of a base is what is mutated and verified: its kernels in one phase
(kernel, gpu, llvm) and one form. The form says what they scan, and so how they
are verified:

    proof     intervals:              scanc verify MUTANT.mlir
    kernels   the scan's own elements: scanc verify BASE.mlir --kernels=MUTANT.mlir
"""

import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from .bases import Base
from .combines import find_combines, mutants_of
from .ir import Module
from .operators import mutants

PHASES = ["kernel", "gpu", "llvm"]
FORMS = ["proof", "kernels"]


@dataclass
class Tools:
    scanc: Path
    work: Path  # a folder for files
    threads: int = 1  # of a verification

    @property
    def opt(self):
        return self.scanc.with_name("scanc-opt")


class once:
    """A property that is made when it is first asked for. Threads that ask for
    one of the same view wait for each other, and for nobody else."""

    def __init__(self, make):
        self.make = make

    def __get__(self, view, owner=None):
        with view.lock:
            if self.make not in view.made:
                view.made[self.make] = self.make(view)
            return view.made[self.make]


class View:
    def __init__(self, tools: Tools, base: Base, phase: str, form: str):
        self.tools, self.base, self.phase, self.form = tools, base, phase, form
        self.lock, self.made = RLock(), {}

    @property
    def name(self):
        return f"{self.base.name}.{self.phase}.{self.form}"

    @once
    def source(self):
        """The file of the base."""
        path = self.tools.work / f"{self.name}.base.mlir"
        path.write_text(self.base.source)
        return path

    @once
    def module(self):
        intervals = ["--intervals=32"] if self.form == "proof" else []
        emitted = self._run([self.tools.scanc, self.source, *intervals,
                             f"--scan={self.base.scanned}",
                             f"--emit={self.phase}", "-o", "-"])
        return Module(self._run(
            [self.tools.opt, "--mlir-print-op-generic", "-"], emitted))

    def _run(self, command, text=None):
        done = subprocess.run(command, input=text, text=True,
                              capture_output=True)
        if done.returncode:
            raise SystemExit(f"mutate: error: {self.name}: "
                             f"{done.stderr.strip()}")
        return done.stdout

    @once
    def kernels(self):
        """The kernels that the launcher launches for some n. It scans in one
        block what is not above a limit; without one, those strategies that
        need no such kernel of their own never launch it."""
        limit = re.search(r"single_block_up_to = (\d+)",
                          "\n".join(self.module.lines[-5:]))
        needed = self.base.strategy in ("single_block", "scan_then_propagate",
                                        "reduce_then_scan")
        return [name for name in self.module.kernels
                if needed or limit and int(limit[1])
                or not name.endswith("_single")]

    @once
    def by_kind(self):
        """All mutants, {kind: [mutant]}, in the order of the text."""
        kinds = {}
        for kernel in self.kernels:
            # The scan's own kernels have no intervals.
            combines = (find_combines(self.module, kernel)
                        if self.form == "proof" else [])
            instrument = {id(op) for combine in combines for op in combine.ops}
            whole = [m for c in combines for m in mutants_of(self.module, c)]
            for mutant in [*mutants(self.module, [kernel]), *whole]:
                if id(mutant.op) not in instrument or mutant in whole:
                    kinds.setdefault(mutant.kind, []).append(mutant)
        return kinds

    @once
    def by_site(self):
        return {mutant.site: mutant for kind in self.by_kind.values()
                for mutant in kind}

    def verification(self, path):
        """The command that verifies kernels in a file."""
        command = [self.tools.scanc, "verify", f"--jobs={self.tools.threads}"]
        if self.form == "proof":
            return [*command, path]
        return [*command, self.source, f"--scan={self.base.scanned}",
                f"--kernels={path}"]

    @once
    def seconds(self):
        """How long the kernels take as they are; they must verify."""
        path = self.tools.work / f"{self.name}.mlir"
        path.write_text("\n".join(self.module.lines))
        begin = time.monotonic()
        self._run(self.verification(path))
        return time.monotonic() - begin

    @once
    def ptx(self):
        return ptx_of(self.tools, "\n".join(self.module.lines))


def ptx_of(tools, text):
    """The PTX of kernels or, where those of the proof have more shared memory
    than a GPU, their NVVM IR; None where they have neither."""
    for kind in ("ptx", "llvm"):
        done = subprocess.run([tools.scanc, "-", f"--emit={kind}", "-o", "-"],
                              input=text, text=True, capture_output=True)
        if done.returncode == 0:
            return done.stdout
    return None
