#===- help.py - What --help and scanc list say ----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Reads the help of scanc and of scanc-opt, line by line.

A line of unknown form is an error that shows the line: no flag and no sentence
of the help is ever left out of what is made from it.
"""

import json
import re
import subprocess
from dataclasses import dataclass, field


class Failed(Exception):
    """What to tell the user before the end."""


@dataclass
class Flag:
    """A flag of a command, as its help shows it."""

    dashes: str  # "-" for -o and -n, else "--"
    name: str
    text: str
    value: str = ""  # "FILE.json", of --tuning=<FILE.json>; "" without a value
    value_is_optional: bool = False
    values: list = field(default_factory=list)  # (word, text), if all are known

    @property
    def spelling(self):
        return self.dashes + self.name

    @property
    def may_repeat(self):
        """Whether it may be given again, for another of several files."""
        return "once for each" in self.text

    @property
    def needs_value(self):
        return bool(self.value) and not self.value_is_optional


@dataclass
class Help:
    """The help of one command."""

    command: str  # "" for scanc itself
    summary: str = ""
    usage: str = ""
    commands: list = field(default_factory=list)  # (name, text)
    flags: list = field(default_factory=list)
    sections: dict = field(default_factory=dict)  # EXAMPLES and so on: lines

    @property
    def operand(self):
        """What follows the flags: "FILE.mlir", or "" if nothing may."""
        return self.usage.partition("[options]")[2].strip()


#===----------------------------------------------------------------------===//
# Programs
#===----------------------------------------------------------------------===//


def output_of(*command):
    """What a command prints, if it succeeds."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    except OSError as error:
        raise Failed(f"cannot run '{command[0]}': {error.strerror}") from error
    if done.returncode != 0:
        raise Failed(f"'{' '.join(command)}' failed: {done.stderr.strip()}")
    return done.stdout


def topic_rows(scanc, topic):
    """The rows of `scanc list TOPIC`, as (name, text)."""
    rows = []
    for row in json.loads(output_of(scanc, "list", topic, "--json")):
        name = row.pop("name")
        pairs = (f"{key}: {text}" for key, text in row.items() if text)
        rows.append((name, row.get("summary") or "; ".join(pairs)))
    return rows


#===----------------------------------------------------------------------===//
# scanc
#===----------------------------------------------------------------------===//

OVERVIEW = re.compile(r"OVERVIEW: (.+)")
SUBCOMMAND = re.compile(r"SUBCOMMAND '([a-z]+)': (.+)")
USAGE = re.compile(r"USAGE: (.+)")
COMMAND_LINE = re.compile(r"  ([a-z]+) +- (.+)")
COMMAND_HINT = '  Type "scanc <subcommand> --help" to get more help'
CATEGORY = re.compile(r"(Generic Options|scanc options):")
FLAG_LINE = re.compile(
    r"  (?P<dashes>--?)(?P<name>[a-z][a-z0-9-]*)"
    r"(?:(?P<joint>=| |\[=)<(?P<value>\S+)>(?P<end>\]?))? +- (?P<text>.+)"
)
VALUE_LINE = re.compile(r"    =(\S+) +-   (.+)")
HEADING = re.compile(r"([A-Z][A-Z ]*):")
INDENTED = re.compile(r"  .*\S")


class HelpReader:
    """Reads the help of one command; `state` says in which part it is."""

    def __init__(self, command):
        self.help = Help(command)
        self.state = "head"
        self.lines = None  # of the section that is being read

    def read(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            line = line.rstrip()
            if not getattr(self, "in_" + self.state)(line):
                command = " ".join(["scanc", self.help.command]).strip()
                raise Failed(
                    f"line {number} of '{command} --help' has an unknown form:"
                    f" '{line}'"
                )
        for part in ("summary", "usage", "flags"):
            if not getattr(self.help, part):
                raise Failed(f"'scanc {self.help.command}' has no {part}")
        return self.help

    def in_head(self, line):
        if match := OVERVIEW.fullmatch(line):
            self.help.summary = match[1]
        elif match := SUBCOMMAND.fullmatch(line):
            self.help.summary = match[2]
            return match[1] == self.help.command
        elif match := USAGE.fullmatch(line):
            self.help.usage = match[1]
        elif line == "SUBCOMMANDS:":
            self.state = "commands"
        elif line == "OPTIONS:":
            self.state = "options"
        else:
            return not line
        return True

    def in_commands(self, line):
        if match := COMMAND_LINE.fullmatch(line):
            self.help.commands.append((match[1], match[2]))
        elif line == "OPTIONS:":
            self.state = "options"
        else:
            return not line or line.startswith(COMMAND_HINT)
        return True

    def in_options(self, line):
        if match := FLAG_LINE.fullmatch(line):
            return self.take_flag(match)
        if match := VALUE_LINE.fullmatch(line):
            if not self.help.flags or self.help.flags[-1].value != "value":
                return False
            self.help.flags[-1].values.append((match[1], match[2]))
            return True
        if CATEGORY.fullmatch(line):
            return True
        return self.take_heading(line) or not line

    def take_flag(self, match):
        optional = match["joint"] == "[="
        if optional != bool(match["end"]):
            return False
        # -o NAME, --op=OP
        if match["joint"] == " " and match["dashes"] != "-":
            return False
        self.help.flags.append(
            Flag(
                match["dashes"],
                match["name"],
                match["text"],
                match["value"] or "",
                optional,
            )
        )
        return True

    def take_heading(self, line):
        match = HEADING.fullmatch(line)
        if not match or match[1] in self.help.sections:
            return False
        self.lines = self.help.sections[match[1]] = []
        self.state = "section"
        return True

    def in_section(self, line):
        if self.take_heading(line):
            return True
        self.lines.append(line[2:])
        return not line or INDENTED.fullmatch(line) is not None


def read_help(scanc, command=""):
    """The help of `scanc` or of one of its commands."""
    words = [command] if command else []
    return HelpReader(command).read(output_of(scanc, *words, "--help"))


#===----------------------------------------------------------------------===//
# scanc-opt and scanc-lsp-server
#===----------------------------------------------------------------------===//

PASS_LINE = re.compile(r"      --([a-z][a-z0-9-]*) +-   (.+)")
PASS_OPTION = re.compile(r"        --([a-z][a-z0-9-]*)(?:=<(\S+)>)? +- (.+)")


@dataclass
class Pass:
    """A pass, or a pipeline of passes."""

    name: str
    text: str
    flags: list = field(default_factory=list)


def read_passes(opt):
    """What `scanc-opt --help` says of its passes and pipelines: two lists."""
    lists = {"    Passes:": [], "    Pass Pipelines:": []}
    current = None
    for line in output_of(opt, "--help").splitlines():
        if line in lists:
            current = lists[line]
        elif current is None:
            continue
        elif match := PASS_LINE.fullmatch(line):
            current.append(Pass(match[1], match[2]))
        elif current and (match := PASS_OPTION.fullmatch(line)):
            flag = Flag("--", match[1], match[3], match[2] or "")
            current[-1].flags.append(flag)
        elif current and current[-1].flags and (
            match := VALUE_LINE.fullmatch(line)
        ):
            current[-1].flags[-1].values.append((match[1], match[2]))
        elif line.startswith("  --"):
            current = None  # The flags of LLVM go on.
        else:
            raise Failed(
                f"a line of 'scanc-opt --help' has an unknown form: '{line}'"
            )
    for heading, passes in lists.items():
        if not passes:
            raise Failed(f"'scanc-opt --help' has no '{heading.strip()}'")
    return lists.values()


def read_usage(program):
    """The words after the name in the USAGE of a tool of LLVM's making."""
    for line in output_of(program, "--help").splitlines():
        if match := USAGE.fullmatch(line):
            return match[1].partition(" ")[2]
    raise Failed(f"'{program} --help' has no USAGE")
