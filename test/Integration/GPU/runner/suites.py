#===- suites.py - The suites of a GPU bundle -----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The suites of a GPU bundle: each runs a program and notes its cases.

The harness writes a line of JSON a case (harness/Results.h). Where it dies or
hangs, the launcher it had begun last has failed, and another process takes the
rest: an invalid access in one kernel costs one launcher.
"""

import csv
import json
import os
import subprocess
import sys
import tarfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import ptxas
import sanitizer
from build import C11, CXX17, run

WORKERS = 12
SILENCE = 90  # seconds without a result after which a process hangs


class Report:
    """Every case of every suite. Threads may share it."""

    def __init__(self):
        self.cases, self.skipped, self.seconds, self.ptxas = [], [], {}, []
        self.lock = threading.Lock()

    def add(self, suite, launcher, case, passed, message=""):
        row = {"suite": suite, "launcher": launcher, "case": case,
               "pass": bool(passed)}
        if not passed:
            row["message"] = message.strip() or "no message"
        with self.lock:
            self.cases.append(row)

    def skip(self, suite, launcher, reason):
        """A case that this machine cannot run."""
        with self.lock:
            self.skipped.append({"suite": suite, "launcher": launcher,
                                 "reason": reason})

    def by_suite(self):
        suites = {}
        for case in self.cases:
            suites.setdefault(case["suite"], []).append(case)
        return suites

    @contextmanager
    def timed(self, suite):
        started = time.monotonic()
        yield
        passed = time.monotonic() - started
        with self.lock:
            self.seconds[suite] = max(passed, self.seconds.get(suite, 0))


def watch(command, log, errors, environment=None):
    """Runs a command until it ends or `log` stops growing."""
    with open(errors, "w") as sink:
        process = subprocess.Popen([str(word) for word in command],
                                   stderr=sink, env=environment)
        size, since = 0, time.monotonic()
        while process.poll() is None:
            time.sleep(0.05)
            now = log.stat().st_size if log.exists() else 0
            if now != size:
                size, since = now, time.monotonic()
            elif time.monotonic() - since > SILENCE:
                process.kill()
                process.wait()
                return None
    return process.returncode


def harness(bundle, report, suite, names, *options, prefix=(), label=None,
            environment=None, program=None):
    """Runs a suite of the harness, or of a program that is used like it, over
    `names`; returns its other rows."""
    label = label or suite
    program = program or bundle.harness
    tag = f"{label}-{threading.get_ident()}"
    log, errors = bundle.work / f"{tag}.jsonl", bundle.work / f"{tag}.err"
    log.unlink(missing_ok=True)
    others, rest = [], list(names)
    with report.timed(label):
        while rest:
            begin = log.stat().st_size if log.exists() else 0
            status = watch([*prefix, program, suite,
                            f"--manifest={bundle.manifest}",
                            f"--folder={bundle.launchers}",
                            f"--results={log}", f"--names={','.join(rest)}",
                            *options], log, errors, environment)
            last = None
            with open(log) as lines:
                lines.seek(begin)
                for line in lines:
                    row = json.loads(line)
                    if "begin" in row:
                        last = row["begin"]
                    elif "suite" in row:
                        report.add(label, row["launcher"], row["case"],
                                   row["pass"], row.get("message", ""))
                    else:
                        others.append(row)
            if status in (0, 1):
                break
            reason = errors.read_text()[-800:] or f"exit status {status}"
            if status is None:
                reason = f"no result for {SILENCE} s"
            report.add(label, last or program.name, "run", False, reason)
            if last is None:
                break
            rest = rest[rest.index(last) + 1:]
    return others


def scans(bundle, names):
    """The suite `scans`, dealt to workers."""
    names = [name for name in names
             if "too_new" not in bundle.rows[name]["groups"].split(",")]
    # The costly ones are neighbours in the manifest: deal them like cards.
    hands = [names[w::WORKERS] for w in range(WORKERS)]
    return [lambda b, r, hand=hand: harness(b, r, "scans", hand)
            for hand in hands if hand]


def parallel(bundle, report, tasks, workers=WORKERS):
    with ThreadPoolExecutor(workers) as pool:
        for job in [pool.submit(task, bundle, report) for task in tasks]:
            job.result()


def statuses(bundle, report):
    harness(bundle, report, "statuses",
            bundle.in_group("statuses") + bundle.in_group("too_new"))


def no_device(bundle, report):
    harness(bundle, report, "no-device", bundle.in_group("statuses"),
            environment={**os.environ, "CUDA_VISIBLE_DEVICES": "-1"})


def loading(bundle, report):
    harness(bundle, report, "loading", bundle.in_group("loading"))


def graphs(bundle, report):
    harness(bundle, report, "graphs", bundle.in_group("graphs"))


def gpu_gigabytes():
    """What memory the GPU has, in units of 10^9 bytes; 0 if nobody says."""
    memory = run(["nvidia-smi", "--query-gpu=memory.total",
                  "--format=csv,noheader,nounits"])[1].split()
    return int(memory[0]) * 2**20 / 1e9 if memory and memory[0].isdigit() else 0


def fits(report, suite, launcher, gigabytes):
    """Whether the GPU has so much memory; notes it if not."""
    has = gpu_gigabytes()
    if has < gigabytes:
        report.skip(suite, launcher, f"takes {gigabytes} GB, and the GPU has "
                                     f"{has:.0f}")
    return has >= gigabytes


def huge(bundle, report):
    # Intervals of 16 bytes: an input, its original and an output of 34 GB each.
    harness(bundle, report, "huge",
            [name for name in bundle.in_group("huge")
             if fits(report, "huge", name,
                     110 if name.endswith("_proof") else 20)])


def ptxas_rows(bundle, report):
    with report.timed("ptxas"):
        report.ptxas = ptxas.assemble_all(bundle.launchers,
                                          bundle.tool("ptxas"),
                                          max(1, os.cpu_count() // 2))
        ptxas.report_spills(report.ptxas, report)


def application(bundle, report):
    """The application of the README, as C11 and as C++17."""
    cumsum = bundle.launchers / "cumsum.c"
    with report.timed("application"):
        for language, compiler in (("C11", C11), ("C++17", CXX17)):
            program = bundle.work / f"app-{language}"
            status, output = run([
                *compiler, *bundle.include_flags(), "-I", bundle.launchers,
                bundle.root / "app.c", cumsum, "-o", program,
                *bundle.link_flags()])
            report.add("application", "app.c", f"compile as {language}",
                       status == 0, output)
            if status == 0:
                status, output = run([program], timeout=60)
                report.add("application", "app.c", f"run as {language}",
                           status == 0, output)


def programs(bundle, report):
    """Arrays and matrices drawn at random, against loops."""
    for name, words, huge in (("rows", ["--seconds=30"], "--huge"),
                              ("maps", ["--seconds=15", "--no-times"], None),
                              ("states", ["--seconds=15", "--no-times"], None),
                              ("axis", ["check", "load", "--seconds=30"],
                               "large")):
        with report.timed(name):
            path = program(bundle, report, name)
            if path:
                random_cases(report, name, [path, *words], huge)
            if path and name == "axis":
                two_devices(report, path)


def program(bundle, report, name):
    """The path of a program that calls the launchers of an archive, compiled
    with them; None where the bundle has none, or where that fails."""
    archive = bundle.root / f"{name}.tar.xz"
    if not archive.exists():
        return None
    launchers, out = bundle.work / f"{name}-launchers", bundle.work / name
    launchers.mkdir(exist_ok=True)
    with tarfile.open(archive) as tar:
        tar.extractall(launchers)
    status, output = run([bundle.root / "build.sh", name, launchers, out],
                         env={**os.environ, "NVCC": bundle.tool("nvcc")})
    report.add(name, f"{name}.cu", "compile", status == 0, output)
    return None if status else out / name


def random_cases(report, name, command, huge):
    """`huge` is the word for 2^32 + 5 elements, of a program that has one."""
    what = "random tensors" if name == "axis" else "random matrices"
    if huge and fits(report, name, "2^32 + 5 elements", 20):
        command = [*command, huge]
        what = f"2^32 + 5 elements and {what}"
    status, output = run(command, timeout=400)
    report.add(name, f"{name}.cu", what, status == 0, output[-2000:])


def two_devices(report, path):
    """Launches on two devices in one process; a machine with one skips it."""
    status, output = run([path, "devices"], timeout=400)
    if status == 0 and "\nskipped: devices" in output:
        report.skip("axis", "two devices", "this machine has one")
    else:
        report.add("axis", "axis.cu", "two devices", status == 0,
                   output[-2000:])


def python_suite(bundle, report, suite, *arguments):
    """A script that prints a line of JSON a case: [name, case, message]."""
    with report.timed(suite):
        status, output = run(
            [sys.executable, bundle.root / f"python/{suite}.py", *arguments],
            timeout=240)
        count = 0
        for line in output.splitlines():
            if line.startswith('["'):
                name, case, message = json.loads(line)
                report.add(suite, name, case, not message, message)
                count += 1
        if status or not count:
            report.add(suite, f"{suite}.py", "run", False, output[-800:])


def cupy(bundle, report):
    """The PTX and the JSON alone, launched from Python."""
    python_suite(bundle, report, "cupy_launch", bundle.launchers,
                 *bundle.in_group("cupy"))


def driver(bundle, report):
    """The packed driver itself: compile and run, without any LLVM."""
    python_suite(bundle, report, "driver_run", bundle.scanc,
                 bundle.root / "circuits", bundle.work)


def load(bundle, report, part="load", quick=True):
    """Scans under load, one after another: they are to have the GPU."""
    if not bundle.load.exists():  # which is among the failures already
        return
    harness(bundle, report, part, bundle.under_load(),
            f"--kernels={bundle.root / 'load/kernels.ptx'}",
            *(["--quick"] if quick else []), label="load", program=bundle.load)


def sanitize(bundle, report):
    checks = ("memcheck", "racecheck", "initcheck", "synccheck")
    tasks = [(sanitize_one, check, name) for check in checks
             for name in bundle.in_group("sanitize")]
    if bundle.load.exists():
        tasks += [(sanitize_launches, check, name) for check in checks
                  for name in bundle.in_group("load_sanitize")]
    for name in ("axis", "rows"):
        with report.timed(name):
            path = program(bundle, report, name)
        if path:
            tasks += [(sanitize_part, check, path, part) for check in checks
                      for part in sanitizer.PARTS if part.program == name]
    # Programs take turns on the GPU. While others have theirs, blocks that wait
    # for each other may give some up (Presence.h), and racecheck takes
    # the relaxed flag that says so for a race.
    parallel(bundle, report, [
        lambda b, r, task=task: task[0](b, r, *task[1:]) for task in tasks],
        workers=3)


def sanitize_one(bundle, report, check, name):
    """The comparison of a scan's outputs under a tool."""
    under_tool(bundle, report, check, name, "scans", "--exact", "--brief")


def sanitize_launches(bundle, report, check, name):
    """Launches of mixed sizes on one workspace under a tool."""
    under_tool(bundle, report, check, name, "launches", "--launches=40",
               "--max-n=40000", "--limit=600",
               f"--kernels={bundle.root / 'load/kernels.ptx'}",
               program=bundle.load)


def sanitize_part(bundle, report, check, path, part):
    """A part of a program that draws tensors or matrices, under a tool."""
    log = bundle.work / f"{check}-{part.program}-{part.word}.log"
    with report.timed(check):
        status, output = run([*tool_words(bundle, check, log), path, part.word,
                              *part.options], timeout=500)
    report.add(check, f"{part.program}.cu", part.word, status == 0,
               output[-2000:])
    found_nothing(report, check, part.program, part.word, log)


def under_tool(bundle, report, check, name, suite, *options, program=None):
    """Correct results, and an exit status that says the tool found nothing."""
    log = bundle.work / f"{check}-{suite}-{name}.log"
    harness(bundle, report, suite, [name], *options,
            prefix=tool_words(bundle, check, log), label=check,
            program=program)
    found_nothing(report, check, name, suite, log)


def tool_words(bundle, check, log):
    return sanitizer.tool_words(bundle.tool("compute-sanitizer"), check, log)


def found_nothing(report, check, name, suite, log):
    found = sanitizer.what_was_found(log)
    report.add(check, name, f"nothing found in {suite}", not found,
               found[:1500])


def launcher_times(bundle, report):
    """Times of a few launchers, the application's way to a scan."""
    return harness(bundle, report, "bench", bundle.in_group("bench"))


# What `run.sh bench` measures unless told.
BENCH = ["--op=add,max,linear_recurrence", "--type=i32,f32,f64,u8",
         "--kind=exclusive", "--sizes=2^10..2^28:2,odd"]


def bench(bundle, options, out):
    """Runs scanc-bench and returns its exit status. CUB's compiled scans stay
    beside the bundle, for the next run."""
    chosen = any(option.startswith(("--op", "--type", "--sizes", "--shape",
                                    "--render"))
                 or not option.startswith("-") for option in options)
    command = [bundle.scanc_bench, f"--cub-cache={bundle.root / 'cub-cache'}",
               f"--json={out / 'scanc-bench.json'}", "--table",
               f"--plots={out / 'plots'}", *([] if chosen else BENCH),
               *options]
    if not bundle.scanc_bench.exists():
        sys.exit("run.sh: error: this bundle was packed without scanc-bench")
    return subprocess.run([str(word) for word in command]).returncode


PROFILED = {
    "gpu__time_duration.sum": "ns",
    "dram__bytes_read.sum": "read",
    "dram__bytes_write.sum": "written",
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed": "% of DRAM",
    "smsp__issue_active.avg.pct_of_peak_sustained_active": "% issuing",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "% of warps",
    "l1tex__data_bank_conflicts_pipe_lsu.sum": "conflicts",
    "launch__registers_per_thread": "registers",
}


def profile(bundle, name, n, out):
    """ncu's figures for each kernel of two launches; all of them in a .csv."""
    log, table = bundle.work / "profile.jsonl", out / f"profile-{name}.csv"
    status, output = run([
        bundle.tool("ncu"), "--clock-control", "none",
        "--kernel-name", f"regex:^{name}_(single|reduce|top|scan)$",
        "--metrics", ",".join(PROFILED), "--print-units", "base", "--csv",
        "--page", "raw", "--log-file", table, bundle.harness, "once",
        f"--n={n}", f"--manifest={bundle.manifest}",
        f"--folder={bundle.launchers}", f"--results={log}", f"--names={name}"])
    print(output[-2000:])
    if status:
        sys.exit(f"ncu ended with {status}; see {table}")
    lines = [line for line in table.read_text().splitlines() if line[:1] == '"']
    print(f"{'kernel':<32}" + "".join(f"{v:>14}" for v in PROFILED.values()))
    for row in list(csv.DictReader(lines))[1:]:  # the first row has the units
        print(f"{row['Kernel Name']:<32}" +
              "".join(f"{row.get(key, ''):>14}" for key in PROFILED))
