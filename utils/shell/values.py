#===- values.py - What may follow a flag ----------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What may stand behind a flag, or where a command takes a file.

Mostly the help says so: it lists the values, names the topic of `scanc list`
that does, or shows the extension of the file. What it leaves to the reader is
in the tables below.
"""

import re
from dataclasses import dataclass, field

from shell.help import Failed, topic_rows

# Flags whose values a topic lists, though their help does not name it.
TOPICS = {
    "dump-after": "phases",
    "out-type": "types",
    "schedule": "schedules",
    "state-type": "types",
}
# The last row of a topic that a flag takes: no MLIR comes after this phase.
LAST_ROWS = {"dump-after": "llvm"}
# Values that only the sentence of the help names.
WORDS = {
    "intervals": [("32", "32-bit bounds"), ("64", "64-bit bounds")],
    "states": [
        ("initial", "those that chains start from"),
        ("final", "those after their last elements"),
    ],
}
# Files whose extension the help does not show as that of its FILE.
EXTENSIONS = {"libdevice": "bc"}
DIRECTORIES = {"cuda-path"}

TOPIC_OF_TEXT = re.compile(r"see 'scanc list ([a-z]+)'")
FILE = re.compile(r"[A-Z]+\.([a-z]+)")


@dataclass
class Values:
    """What may stand in one place of a command line."""

    words: list = field(default_factory=list)  # (word, text)
    topic: str = ""  # whose names the words are
    is_list: bool = False  # several of the words, with commas between them
    extension: str = ""  # of files
    files: bool = False  # of any extension
    directories: bool = False  # alone


class Topics:
    """The topics of `scanc list`, each asked for once."""

    def __init__(self, scanc, names):
        self.rows = {name: topic_rows(scanc, name) for name in names}

    def __getitem__(self, name):
        if name not in self.rows:
            raise Failed(f"'scanc list --help' has no topic '{name}'")
        return self.rows[name]

    def words(self, name):
        """The names that can be typed: harris, of harris<l=1,f=2,t=..>."""
        words = [(row.partition("<")[0], text) for row, text in self[name]]
        for word, _ in words:
            if not re.fullmatch(r"[a-z0-9_]+", word):
                raise Failed(f"'scanc list {name}' has the name '{word}'")
        return words


def rows_of_flag(flag, topics):
    """The topic whose rows the values of a flag are, and those rows."""
    match = TOPIC_OF_TEXT.search(flag.text)
    topic = match[1] if match else TOPICS.get(flag.name, "")
    words = topics.words(topic) if topic else []
    if last := LAST_ROWS.get(flag.name):
        names = [word for word, _ in words]
        if last not in names:
            raise Failed(f"--{flag.name}: '{topic}' has no '{last}'")
        words = words[: names.index(last) + 1]
    return topic, words


def values_of(flag, topics):
    """What may follow a flag."""
    topic, words = rows_of_flag(flag, topics)
    match = FILE.fullmatch(flag.value)
    return Values(
        words=flag.values or words or WORDS.get(flag.name, []),
        topic=topic,
        is_list="[," in flag.value,
        extension=match[1] if match else EXTENSIONS.get(flag.name, ""),
        # -o NAME may have a folder.
        files=flag.value == "FILE" or flag.name == "o",
        directories=flag.value == "DIR" or flag.name in DIRECTORIES,
    )


def operand_of(help, topics):
    """What a command takes without a flag; None if it takes nothing."""
    known = {
        "": None,
        "FILE.mlir": Values(extension="mlir"),
        "FAMILY<params> or FILE.mlir": Values(
            words=topics.words("families"), topic="families", extension="mlir"
        ),
        "TOPIC": Values(
            words=[(name, "") for name in topics.rows], topic="topics"
        ),
    }
    if help.operand not in known:
        raise Failed(
            f"the usage '{help.usage}' has an unknown operand '{help.operand}'"
        )
    return known[help.operand]


def check_tables(helps):
    """The tables above name flags that there are."""
    names = {flag.name for help in helps for flag in help.flags}
    for table in (TOPICS, LAST_ROWS, WORDS, EXTENSIONS, DIRECTORIES):
        for name in table:
            if name not in names:
                raise Failed(f"no help has the flag '{name}' of values.py")


def brief(text):
    """What a flag is for, in one line of a menu: the first clause."""
    return re.split(r"; | \(|: ", text)[0]


def brief_word(text):
    """What a value is, in one line of a menu."""
    return text.partition("; ")[0]
