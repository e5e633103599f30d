#===- judge.py - Whether verify finds a mutant ----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Has `scanc verify` judge a mutant, at its default settings.

    found        a finding, with what it is called
    missed       verified; 'not reached' if no thread ever got there
    no end       longer than five times the original and 20 s more
    defect       neither verified nor a finding: a crash, another error
    equivalent   missed, but a check shows that it does what the original does,
                 or that no launch comes there
    invalid      MLIR refuses it, or scanc, with an error, once it lowers it; it
                 counts for nothing
"""

import hashlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

from .catches import catch_of
from .equivalence import reason
from .editor import Editor, store_nowhere, trap
from .indifference import indifference

OUTCOMES = ["found", "missed", "no end", "defect", "equivalent", "invalid"]
FAILED = ["missed", "no end", "defect"]


def build_id(scanc):
    return hashlib.sha256(Path(scanc).read_bytes()).hexdigest()[:12]


def limit(seconds):
    return 5 * seconds + 20


def run(command, seconds):
    """Exit status, or None at the time limit, and standard error."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace",
                          start_new_session=True) as process:
        try:
            _, message = process.communicate(timeout=seconds)
            return process.returncode, message
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, ""


def judge(view, mutant):
    """The record of a mutant."""
    begin = time.monotonic()
    text = mutant.text(view.module)
    name = f"{os.getpid()}-{id(mutant)}.mlir"
    path = view.tools.work / name
    path.write_text(text)
    try:
        outcome, catch, message = _outcome(view, mutant, path, text)
        if outcome == "missed":
            outcome, catch = _missed(view, mutant, path)
    finally:
        path.unlink()
    return {
        "base": view.base.name, "hash": view.base.hash, "phase": view.phase,
        "form": view.form, "strategy": view.base.strategy, "site": mutant.site,
        "kind": mutant.kind, "outcome": outcome, "by": catch,
        "message": message.replace(name, "MUTANT")[:400],
        "seconds": round(time.monotonic() - begin, 2),
    }


def judged_again(view, mutant, record):
    """A record of an earlier run: what was not found then may be known to be
    equivalent now."""
    if record["outcome"] not in ("missed", "no end"):
        return record
    why = reason(view, mutant, mutant.text(view.module))
    if not why and record["outcome"] == "missed":
        path = view.tools.work / f"{os.getpid()}-{id(mutant)}.mlir"
        if record["by"] == UNREACHED:
            why = "unreachable" if _is_unreachable(view, mutant, path) else ""
        else:
            why = indifference(view, mutant, lambda text: _verifies(
                view, path, text))
        path.unlink(missing_ok=True)
    return {**record, "outcome": "equivalent", "by": why} if why else record


UNREACHED = "not reached"


def _verifies(view, path, text):
    path.write_text(text)
    return run(view.verification(path), limit(view.seconds))[0] == 0


def _is_unreachable(view, mutant, path):
    """Whether LLVM proves that no launch comes to what was mutated, in the
    original: to an access in the same run of instructions without a branch. An
    op of the kernel phase can be many of those, with branches, so that there it
    is an access to nowhere."""
    op, edit = mutant.op, Editor(view.module)
    lines = [op.line + 1 for op in op.block.ops]
    text = "\n".join(view.module.lines)
    if edit.named:
        lines = [op.line + len(store_nowhere(edit, op))]
        text = trap(view.module, op)
    path.write_text(text)
    file = path.with_suffix(".json")
    run([*view.verification(path), f"--coverage={file}"], limit(view.seconds))
    scans = json.loads(file.read_text())
    file.unlink()
    places = tuple(f"{path}:{line}:" for line in lines)
    return any(point["kind"] == "access"
               and point["place"].startswith(places)
               and point.get("reason") == "unreachable"
               for scan in scans for check in scan["checks"]
               for point in check["points"])


def _missed(view, mutant, path):
    """The outcome of a mutant that verifies, and what it is called."""
    def verifies(text):
        return _verifies(view, path, text)

    # An access to nowhere, in the place of what was mutated, is found if some
    # thread of some run gets there.
    if verifies(trap(view.module, mutant.op)):
        if _is_unreachable(view, mutant, path):
            return "equivalent", "unreachable"
        return "missed", UNREACHED
    why = indifference(view, mutant, verifies)
    return ("equivalent", why) if why else ("missed", "")


def _is_refused(view, path):
    refused, _ = run([view.tools.opt, path, "-o", os.devnull], 60)
    if not refused and view.phase == "kernel":
        # Not with a crash, whose status is another one.
        status, _ = run([view.tools.scanc, path, "--emit=llvm", "-o", "-"], 60)
        return status == 1
    return bool(refused)


def _outcome(view, mutant, path, text):
    status, message = run(view.verification(path), limit(view.seconds))
    message = message.strip()
    catch = catch_of(message) if status == 1 else None
    if catch:
        return "found", catch, message
    if status not in (0, None):
        if _is_refused(view, path):
            return "invalid", "", message
        return "defect", f"status {status}", message
    why = reason(view, mutant, text)
    if why:
        return "equivalent", why, ""
    return ("missed" if status == 0 else "no end"), "", message
