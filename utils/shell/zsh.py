#===- zsh.py - Write the completion of zsh --------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The completion of zsh: a function for each list of words, one for each
command, by _arguments, and one that finds the command."""

from shell.command import first_words, vocabularies, vocabulary_of
from shell.values import brief, brief_word

HEADER = """\
#compdef scanc
# Completion of scanc for zsh. Made by utils/gen-shell from the help of scanc.

"""

CODE = r"""
_scanc_commands() {
  local -a words=(
@COMMANDS@
  )
  _describe -t commands command words
}

_scanc_first() {
  _alternative 'commands:command:_scanc_commands' 'files:file:_scanc_operand'
}

_scanc_help() {
  _arguments -S '1:command:_scanc_commands'
}

_scanc() {
  local curcontext=$curcontext command=compile
  local -a names=(@NAMES@)
  if ((CURRENT > 2 && ${names[(Ie)$words[2]]})); then
    command=$words[2]
    shift words
    ((--CURRENT))
  fi
  curcontext=${curcontext%:*:*}:scanc-$command:
  _scanc_$command
}

_scanc "$@"
"""


def quoted(text):
    """A word in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"


def escaped(text, specials):
    """Text in which _arguments and the like see no sign of theirs."""
    for each in "\\" + specials:
        text = text.replace(each, "\\" + each)
    return text


def described(words, indent="    "):
    """The entries of an array for _describe."""
    return "\n".join(
        indent
        + quoted(escaped(word, ":") + (":" + brief_word(text) if text else ""))
        for word, text in words
    )


def word_function(name, words):
    """Offers one of a list of words."""
    return (
        f"_scanc_words_{name}() {{\n  local -a words=(\n{described(words)}\n"
        f"  )\n  _describe -t values {quoted(name.replace('_', ' '))} words\n"
        "}\n\n"
    )


def list_function(name, words):
    """Offers some of a list of words, with commas between them."""
    values = " \\\n".join(
        "    " + quoted(f"{word}[{escaped(brief_word(text), '[]:')}]")
        for word, text in words
    )
    return f"_scanc_list_{name}() {{\n  _values -s , value \\\n{values}\n}}\n\n"


def file_action(values):
    if values.extension:
        return f'_files -g "*.{values.extension}(-.)"'
    if values.files:
        return "_files"
    return "_files -/" if values.directories else ""


def action(values, found):
    """What _arguments does for a place."""
    if values.words:
        kind = "list" if values.is_list else "words"
        return f"_scanc_{kind}_{vocabulary_of(values, found)}"
    return file_action(values) or " "


def flag_spec(flag, command, found):
    """A flag for _arguments."""
    # _arguments offers a flag once, unless told otherwise.
    spec = ("*" if flag.may_repeat else "") + flag.spelling
    if flag.needs_value and flag.dashes == "--":
        spec += "="
    elif flag.value_is_optional:
        spec += "=-"
    spec += f"[{escaped(brief(flag.text), '[]:')}]"
    if flag.value:
        colons = "::" if flag.value_is_optional else ":"
        does = action(command.values[flag.name], found)
        spec += f"{colons}{escaped(flag.value, ':')}:{does}"
    return "    " + quoted(spec)


def command_functions(command, found):
    """The function of a command, and one for its operand if that is a word or
    a file."""
    name = "compile" if not command.help.command else command.name
    specs = [flag_spec(flag, command, found) for flag in command.flags]
    text = ""
    if command.operand and not command.help.command:
        text += f"_scanc_operand() {{\n  {file_action(command.operand)}\n}}\n\n"
        specs.append("    \"1:file:$first\"")
    elif command.operand:
        files, words = file_action(command.operand), command.operand.words
        does = action(command.operand, found)
        if files and words:
            text += (
                f"_scanc_operand_{name}() {{\n"
                f"  _alternative 'words:{command.operand.topic}:{does}' \\\n"
                f"    'files:file:{files}'\n}}\n\n"
            )
            does = f"_scanc_operand_{name}"
        specs.append("    " + quoted(f"1:operand:{does}"))
    before = ""
    if not command.help.command:
        # A command is the first word, or none is.
        before = "  local first=_scanc_operand\n"
        before += "  ((CURRENT == 2)) && first=_scanc_first\n"
    arguments = " \\\n".join(specs)
    return (
        f"{text}_scanc_{name}() {{\n{before}  _arguments -S \\\n{arguments}\n"
        "}\n\n"
    )


def completion(commands):
    """The text of the file."""
    found = vocabularies(commands)
    lists = {
        vocabulary_of(values, found): values.words
        for command in commands
        for values in command.values.values()
        if values.is_list and values.words
    }
    text = HEADER
    for name, words in found.items():
        if name not in lists:
            text += word_function(name, words)
    for name, words in lists.items():
        text += list_function(name, words)
    for command in commands:
        text += command_functions(command, found)
    summaries = first_words(commands)
    code = CODE.replace("@COMMANDS@", described(summaries))
    names = " ".join(name for name, _ in summaries)
    return text.rstrip() + "\n" + code.replace("@NAMES@", names)
