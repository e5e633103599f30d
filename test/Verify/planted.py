#===- planted.py - Faults that are planted in kernels ---------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What tables of planted faults have in common: faults.py, axis_faults.py,
map_faults.py, row_faults.py and state_faults.py.

A fault is an edit of kernels, as the compiler prints them: at the kernel phase,
where loads, circuits and joins are ops, or at the gpu phase, where they are
barriers, shuffles and addresses. `scanc verify` must find each, and must give no
alarm on the kernels as they are. A fault that changes nothing is an error.

A table is a program with the arguments SCANC WORK_FOLDER [--docs=Verification.md
[--update]]. With --docs, the table in that file must be the one that comes out.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "utils"))

from mutation.catches import catch_of  # noqa: E402

INPUTS = Path(__file__).resolve().parent / "Inputs"

V = r"(%[\w#-]+)"  # a value
LINE = r"(?m)^( *)"
INTERVALS = "--intervals=32"  # has kernels scan intervals


@dataclass
class Fault:
    """The `nth` match of `pattern` in the kernel NAME_`kernel` is replaced: by a
    template, or by what a function makes of the match."""

    base: str
    phase: str
    kernel: str
    what: str
    pattern: str
    replacement: str | Callable
    nth: int = 1  # 0: every match

    def span(self, text):
        """Where in the text the kernel begins and ends."""
        head = re.search(rf"gpu\.func @\w+_{self.kernel}\(", text)
        end = text.find("gpu.func @", head.end())
        return head.start(), len(text) if end < 0 else end

    def plant(self, text):
        begin, end = self.span(text)
        body, count = text[begin:end], 0

        def replace(match):
            nonlocal count
            count += 1
            if self.nth not in (0, count):
                return match.group(0)
            if callable(self.replacement):
                return self.replacement(match)
            return match.expand(self.replacement)

        edited = re.sub(self.pattern, replace, body)
        if edited == body:
            raise SystemExit(f"error: nothing to edit for '{self.what}' "
                             f"({self.phase}, {self.base}, {self.kernel})")
        return text[:begin] + edited + text[end:]

    def catch(self, message):
        """What finds the fault, by the message."""
        return catch_of(message)

    def place(self):
        """What the table calls the kernel."""
        return f"`{self.kernel}`"


def number_for(before, number, kind, after=""):
    """Pattern and replacement: the value between `before` and `after` is a
    number. Constants are shared, so that it is one of its own."""
    return (LINE + rf"(?P<before>.*{before})%[\w#-]+(?P<after>{after})",
            rf"\1%fresh = arith.constant {number} : {kind}"
            "\n" r"\1\g<before>%fresh\g<after>")


def value_for(before, lines):
    """Pattern and replacement: the value behind `before` is %fresh, which
    `lines` define. OLD in them is that value."""
    defined = "".join(rf"\1{line}" "\n" for line in lines)
    return (LINE + rf"(.*{before}){V}",
            defined.replace("OLD", r"\3") + r"\1\2%fresh")


def emit_kernels(scanc, source, phase, out, *flags):
    """The text of the kernels of a scan."""
    subprocess.run([scanc, source, f"--emit={phase}", "-o", out, *flags],
                   check=True)
    return out.with_suffix(f".{phase}.mlir").read_text()


def run_verify(scanc, *arguments):
    """Exit status and standard error."""
    done = subprocess.run([scanc, "verify", "--jobs=1", *arguments],
                          capture_output=True, text=True)
    return done.returncode, done.stderr


def prove(scanc, base, path):
    """That the kernels at `path` scan intervals."""
    return run_verify(scanc, path, "--schedules=3")


def judge(fault, status, message):
    """What caught the fault, or None, and an error."""
    if status == 0:
        return None, "not found"
    catch = fault.catch(message) if status == 1 else None
    if catch not in (None, "other"):
        return catch, ""
    return None, f"exit status {status}: {message.strip()}"


def table(results, script):
    lines = [f"{len(results)} faults, all found (`{script}`):", "",
             "| fault | kernel | found by |", "| --- | --- | --- |"]
    for fault, catch in results:
        lines.append(f"| {fault.what} | {fault.place()} | {catch} |")
    return "\n".join(lines) + "\n"


def check_docs(path, mark, wanted, script, update):
    text = path.read_text()
    head, found, rest = text.partition(mark + "\n")
    if not found:
        raise SystemExit(f"error: {path.name} has no line '{mark}'")
    next_heading = re.search(r"\n##+ ", rest)
    tail = rest[next_heading.start():] if next_heading else ""
    wanted = f"{head}{mark}\n\n{wanted}{tail}"
    if update:
        path.write_text(wanted)
    elif text != wanted:
        raise SystemExit(f"error: {path.name} has another table of faults; "
                         f"{script} --update writes it")


def main(faults, emit, mark, verify=prove):
    """Judges the faults. emit(scanc, base, phase, work) is the text of a base,
    verify(scanc, base, path) runs verify on such a text, and `mark` is what the
    table in the docs stands behind."""
    script = f"test/Verify/{Path(sys.argv[0]).name}"
    flags = [a for a in sys.argv[1:] if a.startswith("--")]
    scanc, work = [a for a in sys.argv[1:] if not a.startswith("--")]
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    texts = {key: emit(scanc, *key, work)
             for key in sorted({(f.base, f.phase) for f in faults})}

    def run(base, name, text):
        path = work / f"{name}.mlir"
        path.write_text(text)
        return verify(scanc, base, path)

    def run_right(key):
        return run(key[0], f"{key[0]}_right.{key[1]}", texts[key])

    def run_wrong(number):
        fault = faults[number]
        text = fault.plant(texts[fault.base, fault.phase])
        return judge(fault, *run(fault.base, f"fault_{number}", text))

    with ThreadPoolExecutor(2) as pool:
        for key, (status, message) in zip(texts, pool.map(run_right, texts)):
            if status:
                raise SystemExit(f"error: alarm on {key[0]} as it is: {message}")
        outcomes = list(pool.map(run_wrong, range(len(faults))))
    missed = 0
    for fault, (catch, error) in zip(faults, outcomes):
        if catch is None:
            missed += 1
            print(f"MISSED: {fault.what} ({fault.phase}, {fault.base}, "
                  f"{fault.kernel}): {error}")
    print(f"{len(faults) - missed} of {len(faults)} faults found")
    if missed:
        raise SystemExit(1)
    for flag in flags:
        if flag.startswith("--docs="):
            check_docs(Path(flag[len("--docs="):]), mark,
                       table([(f, o[0]) for f, o in zip(faults, outcomes)],
                             script), script, "--update" in flags)
