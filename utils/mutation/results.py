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
        """Without `resume` the file begins anew. Without a path there is none."""
        self.path = path
        self.records = {}
        if not path:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = []
        if resume and path.exists():
            for line in path.read_text().splitlines():
                try:
                    record = json.loads(line)
                    self.records[key(record)] = record
                    lines.append(line + "\n")
                except (ValueError, KeyError):
                    continue  # the line that was being written
        path.write_text("".join(lines))

    def find(self, base_hash, phase, form, site, build):
        return self.records.get((base_hash, phase, form, site, build))

    def add(self, record):
        self.records[key(record)] = record
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(record) + "\n")
