#===- results.py - A file of results --------------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Results as lines of JSON, so that a run that ended early can go on. A result
holds for one text of a base, one site and one build of scanc."""

import json


def key(record):
    return (record["hash"], record["phase"], record["form"], record["site"],
            record["build"])


class Results:
    def __init__(self, path, resume):
        """Without `resume` the file begins anew."""
        self.path = path
        self.records = {}
        if path and resume and path.exists():
            for line in path.read_text().splitlines():
                try:
                    record = json.loads(line)
                    self.records[key(record)] = record
                except (ValueError, KeyError):
                    continue  # the line that was being written
        self.file = None
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = path.open("a" if resume else "w")
            if resume and path.stat().st_size:
                self.file.write("\n")

    def find(self, base_hash, phase, form, site, build):
        return self.records.get((base_hash, phase, form, site, build))

    def add(self, record):
        self.records[key(record)] = record
        if self.file:
            self.file.write(json.dumps(record) + "\n")
            self.file.flush()
