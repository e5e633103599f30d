#===- fish.py - Write the completion of fish ------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The completion of fish: a function for each list of words, and a line for
each flag of each command."""

from shell.command import HELP, first_words, vocabularies, vocabulary_of
from shell.values import brief, brief_word

HEADER = """\
# Completion of scanc for fish. Made by utils/gen-shell from the help of scanc.

# Whether the first word is this command, or, for "scanc", none.
function __scanc_is
    set -l words (commandline -opc)
    set -l command scanc
    contains -- "$words[2]" @NAMES@; and set command $words[2]
    test $command = $argv[1]
end

# Whether a command could be the next word.
function __scanc_begins
    test (count (commandline -opc)) = 1
end

# Folders, and files with an extension, if one is given. What fish itself has
# for files would have the flag of --input=x.npy twice.
function __scanc_files
    set -l word (commandline -ct | string replace -r '^--?[a-z-]+=' '')
    set -l found (complete -C "__scanc_no_command $word" |
        string replace -r '\\t.*' '')
    string match -r '.*/$' -- $found
    set -q argv[1]; and string match -r ".*\\.$argv[1]\$" -- $found
end

"""


def quoted(text):
    """A word in single quotes."""
    text = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"


def word_function(name, words):
    """Prints a list of words, each with what it means."""
    lines = [
        f"    printf '%s\\t%s\\n' {word} {quoted(brief_word(text))}\n"
        for word, text in words
    ]
    return f"function __scanc_{name}\n{''.join(lines)}end\n\n"


def file_source(values):
    """The command substitution that prints files; "" if none are wanted."""
    if values.extension:
        return f"(__scanc_files {values.extension})"
    return "(__scanc_files)" if values.directories else ""


def word_source(values, found):
    """The command substitution that prints words."""
    if not values.words:
        return ""
    name = vocabulary_of(values, found)
    if values.is_list:
        return f"(__fish_complete_list , __scanc_{name})"
    return f"(__scanc_{name})"


def flag_line(command, flag, found):
    line = f"complete -c scanc -n '__scanc_is {command.name}'"
    line += f" -{'l' if flag.dashes == '--' else 's'} {flag.name}"
    if flag.value:
        values = command.values[flag.name]
        source = word_source(values, found) or file_source(values)
        if values.files:
            line += " -r -F"  # fish itself has all files
        else:
            line += " -f" if flag.value_is_optional else " -x"
            line += f" -a {quoted(source)}" if source else ""
    return f"{line} -d {quoted(brief(flag.text))}\n"


def operand_lines(command, found):
    if not command.operand:
        return ""
    lines = ""
    for source in (
        word_source(command.operand, found),
        file_source(command.operand),
    ):
        if source:
            lines += f"complete -c scanc -n '__scanc_is {command.name}'"
            lines += f" -a {quoted(source)}\n"
    return lines


def completion(commands):
    """The text of the file."""
    found = vocabularies(commands)
    summaries = first_words(commands)
    names = " ".join(name for name, _ in summaries)
    text = HEADER.replace("@NAMES@", names)
    for name, words in found.items():
        text += word_function(name, words)
    text += word_function("commands", summaries)
    text += "complete -c scanc -f\n"
    text += "complete -c scanc -n __scanc_begins -a '(__scanc_commands)'\n"
    text += f"complete -c scanc -n '__scanc_is {HELP}'"
    text += " -a '(__scanc_commands)'\n"
    for command in commands:
        text += "\n" + operand_lines(command, found)
        for flag in command.flags:
            text += flag_line(command, flag, found)
    return text
