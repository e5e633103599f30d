#!/usr/bin/env python3
#===- peers.py - Scans of tensors and rows beside their peers -------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Scans along an axis and in rows: launchers of scanc beside a copy of the
bytes that must move, torch, Triton, JAX and CUB, all in one run.

  peers.py list                       what there is to measure, and by whom
  peers.py build FOLDER --scanc=...   launchers and CUB's scans; needs gcc and
                                      nvcc, and no GPU
  peers.py time FOLDER                needs a GPU and torch; prints tables
  peers.py show FILE.json             the tables of what was measured

Every output is compared with a reference in f64. A peer that is missing, fails
or takes more than half a second for a call is named below its table, with the
reason. `time` ends with 1 if a result of scanc is wrong.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import cases  # noqa: E402
import tables  # noqa: E402


def stop(message, status=3):
    print(f"peers.py: error: {message}", file=sys.stderr)
    sys.exit(status)


def words(text):
    return [word for word in text.split(",") if word]


def add_selection(parser):
    parser.add_argument("--ops", type=words, default=[], metavar="OP,...",
                        help="of " + ", ".join(op.name for op in
                                               cases.OPERATORS))
    parser.add_argument("--types", type=words, default=[], metavar="T,...",
                        help="of " + ", ".join(cases.TYPES))
    parser.add_argument("--shapes", type=words, default=[],
                        metavar="8x4096x1024,...", help="only these tensors")
    parser.add_argument("--peers", type=words, default=[], metavar="PEER,...",
                        help="of " + ", ".join(cases.PEERS))


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="peers.py", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="print the cases, and end")
    add_selection(listing)
    build = commands.add_parser("build", help="compile launchers and CUB")
    build.add_argument("folder", type=Path)
    build.add_argument("--scanc", default="scanc", help="the compiler")
    build.add_argument("--arch", default="sm_90")
    build.add_argument("--cccl", type=Path, metavar="DIR",
                       help="a checkout of CCCL (default: the toolkit's)")
    build.add_argument("--nvcc", default="nvcc")
    timing = commands.add_parser("time", help="measure on the GPU")
    timing.add_argument("folder", type=Path)
    add_selection(timing)
    timing.add_argument("--json", type=Path, metavar="FILE.json",
                        help="write all that was found, after each case")
    timing.add_argument("--markdown", type=Path, metavar="FILE.md",
                        help="write the tables there, too")
    timing.add_argument("--seconds", type=float, default=540,
                        help="begin no case after so long (default: 540)")
    show = commands.add_parser("show", help="print tables of a file")
    show.add_argument("file", type=Path, metavar="FILE.json")
    return parser.parse_args()


def selected(arguments):
    for given, known in ((arguments.ops, [op.name for op in cases.OPERATORS]),
                         (arguments.types, list(cases.TYPES)),
                         (arguments.peers, list(cases.PEERS))):
        for word in given:
            if word not in known:
                stop(f"'{word}' is none of {', '.join(known)}", 2)
    found = cases.select(arguments.ops, arguments.types, arguments.shapes)
    if not found:
        stop("no case has such a shape; see 'peers.py list'", 2)
    return found, [peer for peer in cases.PEERS
                   if not arguments.peers or peer in arguments.peers]


def list_cases(arguments):
    found, peers = selected(arguments)
    for case in found:
        missing = case.missing()
        print(f"{case.name}, {case.where}, {case.bytes / 1e9:.3f} GB: "
              + ", ".join(peer for peer in peers if peer not in missing))
        for peer in peers:
            if peer in missing:
                print(f"  no {peer}: {missing[peer]}")
    print(f"{len(found)} cases")


def run(command, optional=False):
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except FileNotFoundError:
        done = None
    if done and done.returncode == 0:
        return done.stdout
    why = done.stdout[-2000:] if done else f"{command[0]} is not installed"
    if not optional:
        stop(f"{' '.join(command)}:\n{why}")
    print(f"peers.py: no {optional}: {why}", file=sys.stderr)
    return None


def build_all(arguments):
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted({case.name for case in cases.select()})
    for name in names:
        run([arguments.scanc, HERE / "scans.mlir", f"--scan={name}",
             f"--arch={arguments.arch}", "--emit=ptx,launcher", "-o",
             folder / name])
        run(["gcc", "-O2", "-shared", "-fPIC", folder / f"{name}.c", "-o",
             folder / f"{name}.so", "-ldl", "-lpthread"])
        for path in folder.glob(f"{name}*"):
            if path.suffix != ".so":
                path.unlink()
    version = run([arguments.scanc, "--version"]).splitlines()[0]
    about = {"scanc": f"{version}, {arguments.arch}"}
    includes = []
    if arguments.cccl:
        includes = [word for part in ("cub", "thrust", "libcudacxx/include")
                    for word in ("-I", arguments.cccl / part)]
    nvcc = shutil.which(arguments.nvcc) or "/usr/local/cuda/bin/nvcc"
    run([nvcc, "-O3", "-std=c++17", f"-arch={arguments.arch}", *includes,
         "-shared", "-Xcompiler", "-fPIC", HERE / "segmented.cu", "-o",
         folder / "cub.so"], optional="CUB")
    (folder / "built.json").write_text(json.dumps(about) + "\n")
    print(f"{folder}: {len(names)} launchers" +
          (", CUB" if (folder / "cub.so").exists() else ""))


def time_all(arguments):
    found, peers = selected(arguments)
    try:
        import torch
    except ImportError as error:
        stop(f"torch is not installed: {error}")
    if not arguments.folder.is_dir():
        stop(f"no folder '{arguments.folder}': 'peers.py build' makes it", 2)
    if not torch.cuda.is_available():
        stop("no GPU: torch finds none")
    import contest
    import contestants
    torch.manual_seed(1)
    started = time.monotonic()
    results = {"format": 1, "versions": contestants.versions(arguments.folder),
               "cases": [], "not_begun": []}
    for case in found:
        name = f"{case.name}, {case.where}"
        if time.monotonic() - started > arguments.seconds:
            results["not_begun"].append(name)
            continue
        print(f"[{time.monotonic() - started:.0f} s] {name}", file=sys.stderr,
              flush=True)
        entry = {"operator": case.operator.name, "type": case.type,
                 "shape": case.shape, "axis": case.axis, "bytes": case.bytes}
        try:
            entry["contestants"] = contest.measure(case, peers,
                                                   arguments.folder)
        except torch.OutOfMemoryError as error:
            entry["contestants"] = {}
            entry["failed"] = str(error).splitlines()[0]
        results["cases"].append(entry)
        if arguments.json:
            arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    text = tables.markdown(results)
    print(text)
    if arguments.markdown:
        arguments.markdown.write_text(text + "\n")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    return tables.count_wrong(results)


def main():
    arguments = parse_arguments()
    if arguments.command == "list":
        list_cases(arguments)
    elif arguments.command == "show":
        print(tables.markdown(json.loads(arguments.file.read_text())))
    elif arguments.command == "build":
        build_all(arguments)
    elif time_all(arguments):
        stop("a result of scanc is wrong", 1)


if __name__ == "__main__":
    main()
