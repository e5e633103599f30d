#===- command.py - What the completions offer -----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The commands of scanc with all that may follow each word of them."""

from dataclasses import dataclass

from shell.help import Failed, Help, read_help
from shell.values import Topics, Values, check_tables, operand_of, values_of

# `scanc help COMMAND` prints the help of a command.
HELP = "help"


@dataclass
class Command:
    """A command, or scanc itself, whose name is then "scanc"."""

    help: Help
    values: dict  # of each flag with a value, by its name
    operand: Values  # None if it takes nothing but flags

    @property
    def name(self):
        return self.help.command or "scanc"

    @property
    def flags(self):
        return self.help.flags


def read_commands(scanc):
    """scanc itself and its commands, and the topics of `scanc list`."""
    main = read_help(scanc)
    if not main.commands:
        raise Failed("'scanc --help' has no commands")
    helps = [main, *(read_help(scanc, name) for name, _ in main.commands)]
    check_tables(helps)
    names = [
        name
        for help in helps
        for line in help.sections.get("TOPICS", [])
        for name in line.split()
    ]
    topics = Topics(scanc, names)
    commands = []
    for help in helps:
        values = {
            flag.name: values_of(flag, topics)
            for flag in help.flags
            if flag.value
        }
        commands.append(Command(help, values, operand_of(help, topics)))
    return commands, topics


def first_words(commands):
    """The words that may come first, each with what it is for."""
    return [
        *commands[0].help.commands,
        (HELP, "print the flags of a command"),
    ]


def vocabularies(commands):
    """Every list of words that a flag or an operand takes, by the name of a
    shell function: the topic, or else the first flag with these words."""
    found = {}
    for command in commands:
        places = [*command.values.items(), ("operand", command.operand)]
        for name, values in places:
            if not values or not values.words:
                continue
            name = values.topic or f"{command.name}_{name}"
            if found.get(name, values.words) != values.words:
                name += "_of_" + command.name
            found[name] = values.words
    return found


def vocabulary_of(values, found):
    """The name of the list of words that a place takes."""
    return next(name for name, words in found.items() if words == values.words)
