#===- bundle.py - Look at the folder that scanc tune --bundle writes ------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: bundle.py FOLDER [RESULTS]

Fails unless the manifest and the files agree and, with RESULTS, unless each
measurement is there once and in order."""

import collections
import json
import sys
from pathlib import Path


def check_manifest(folder, manifest):
    names = [candidate["name"] for candidate in manifest["candidates"]]
    assert len(set(names)) == len(names), "two candidates have one name"
    found = {path.name for path in (folder / "ptx").iterdir()}
    wanted = {name + end for name in names for end in (".ptx", ".json")}
    assert found == wanted | {"compare.ptx"}, found ^ wanted
    for name in names:
        ptx = (folder / "ptx" / (name + ".ptx")).read_text()
        recipe = json.loads((folder / "ptx" / (name + ".json")).read_text())
        for kernel in recipe["variants"][0]["kernels"]:
            assert f".entry {kernel['name']}(" in ptx, kernel["name"]
    ids = [each["id"] for each in manifest["measurements"]]
    assert len(set(ids)) == len(ids), "two measurements have one id"
    assert {each["candidate"] for each in manifest["measurements"]} == set(names)
    for each in manifest["measurements"]:
        assert each["n"] > 0, each


def check_results(manifest, path):
    lines = path.read_text().splitlines()
    header = json.loads(lines[0])
    assert header["bundle"] == manifest["bundle"]
    assert header["measurements"] == len(manifest["measurements"])
    for line, wanted in zip(lines[1:], manifest["measurements"], strict=True):
        got = json.loads(line)
        for key in wanted:
            assert key == "candidate" or got[key] == wanted[key], (key, line)


def main():
    folder = Path(sys.argv[1])
    manifest = json.loads((folder / "candidates.json").read_text())
    check_manifest(folder, manifest)
    if len(sys.argv) > 2:
        check_results(manifest, Path(sys.argv[2]))
    stages = collections.Counter(each["stage"] for each in manifest["measurements"])
    print("candidates:", len(manifest["candidates"]))
    print("stages:", *sorted(stages))


if __name__ == "__main__":
    main()
