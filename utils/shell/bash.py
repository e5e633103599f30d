#===- bash.py - Write the completion of bash ------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The completion of bash: two tables, made here, and the code that reads them.

The code needs nothing of the package bash-completion.
"""

import textwrap

from shell.command import HELP

HEADER = """\
# Completion of scanc for bash. Made by utils/gen-shell from the help of scanc.

"""

CODE = r"""
# _scanc_find: of the words before the cursor, finds `command`, `flag`, if the
# last word is one that waits for its value, and `operands`, how many there are.
_scanc_find() {
  local i word kind only=
  local -a values
  command=scanc flag= operands=0
  for ((i = 1; i < ${#words[@]} - 1; ++i)); do
    word=${words[i]}
    if [[ -n $flag ]]; then
      flag=
    elif ((i == 1)) && [[ " @COMMANDS@ " == *" $word "* ]]; then
      command=$word
    elif [[ -n $only || $word != -?* ]]; then
      ((++operands))
    elif [[ $word == -- ]]; then
      only=yes
    elif [[ $word != *=* ]]; then
      _scanc_values "$command" "$word"
      if [[ -n $kind && $kind != optional ]]; then flag=$word; fi
    fi
  done
  [[ -z $only ]] || flag=--
}

# _scanc_add PREFIX TEXT: offers what may stand where TEXT does, of `kind` and
# `values`.
_scanc_add() {
  local each head= text=$2
  local -a found=()
  local -A offered=()
  case $kind in
  words | optional)
    mapfile -t found < <(compgen -W "${values[*]}" -- "$text")
    ;;
  list)
    head=${text%"${text##*,}"}
    for each in "${values[@]}"; do
      [[ ,$head != *,"$each",* && $each == "${text##*,}"* ]] &&
        found+=("$head$each")
    done
    compopt -o nospace
    ;;
  file)
    mapfile -t found < <(compgen -f -X "!$values" -- "$text"
      compgen -d -- "$text")
    ;;
  directory)
    mapfile -t found < <(compgen -d -- "$text")
    ;;
  esac
  if [[ $kind == file || $kind == directory ]]; then
    if [[ -z $1 || $COMP_WORDBREAKS == *=* ]]; then
      compopt -o filenames
    else
      # Readline would take the flag for a part of the name.
      for each in "${!found[@]}"; do
        [[ -d ${found[each]} ]] && found[each]+=/ && compopt -o nospace
      done
    fi
  fi
  # A folder may be among the files, too.
  for each in "${found[@]}"; do
    [[ -n ${offered[$each]} ]] || COMPREPLY+=("$1$each")
    offered[$each]=yes
  done
}

_scanc() {
  local i cur command flag operands kind glued
  local -a words=("${COMP_WORDS[0]}") values flags
  COMPREPLY=()

  # Readline has a word end at each character of COMP_WORDBREAKS: --op=add may
  # be three words. They are joined, and what is before the last such character
  # is taken off what is offered.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    if ((i > 1)) && [[ ${words[-1]} == -* ]] &&
      [[ ${COMP_WORDS[i]} == [=:]* || ${COMP_WORDS[i - 1]} == *[=:] ]]; then
      words[-1]+=${COMP_WORDS[i]}
    else
      words+=("${COMP_WORDS[i]}")
    fi
  done
  cur=${words[-1]}
  glued=
  [[ $COMP_WORDBREAKS == *=* && $cur == -*=* ]] && glued=${cur%%=*}=
  [[ $COMP_WORDBREAKS == *:* && $cur == -*:* ]] && glued=${cur%"${cur##*:}"}

  _scanc_find
  if [[ -n $flag && $flag != -- ]]; then
    _scanc_values "$command" "$flag"
    _scanc_add "" "$cur"
  elif [[ $flag != -- && $cur == -*=* ]]; then
    _scanc_values "$command" "${cur%%=*}"
    _scanc_add "${cur%%=*}=" "${cur#*=}"
  else
    if [[ $cur != -* || $flag == -- ]]; then
      if [[ $command == scanc ]] && ((${#words[@]} == 2)); then
        kind=words values=(@COMMANDS@)
        _scanc_add "" "$cur"
      fi
      _scanc_operands "$command"
      ((operands)) || _scanc_add "" "$cur"
    fi
    if [[ $flag != -- && (-z $cur || $cur == -*) && ${#COMPREPLY[@]} -eq 0 ]]
    then
      _scanc_flags "$command"
      kind=words values=("${flags[@]}")
      _scanc_add "" "$cur"
      [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] &&
        compopt -o nospace
    fi
  fi
  COMPREPLY=("${COMPREPLY[@]#"$glued"}")
}

complete -F _scanc scanc
"""


def array(words, indent):
    """words of a shell array, in short lines."""
    return textwrap.fill(
        " ".join(words),
        72,
        initial_indent="",
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def kinds_of(values):
    """The settings of `kind` and `values` for a place: a line for each."""
    result = []
    if values.words:
        kind = "list" if values.is_list else "words"
        words = array([word for word, _ in values.words], 6)
        result.append((kind, f"({words})"))
    if values.extension or values.files:
        pattern = f"*.{values.extension}" if values.extension else "*"
        result.append(("file", f"('{pattern}')"))
    elif values.directories:
        result.append(("directory", "()"))
    return result or [("none", "()")]


def branch(label, kind, values):
    return f"  {label}) kind={kind}\n    values={values} ;;\n"


def spelled(flag):
    """A flag as it is offered: the '=' asks for its value."""
    return flag.spelling + ("=" if flag.needs_value and flag.dashes == "--"
                            else "")


def flag_table(commands):
    text = "# _scanc_flags COMMAND: sets `flags`.\n_scanc_flags() {\n"
    text += "  flags=()\n  case $1 in\n"
    for command in commands:
        flags = array([spelled(flag) for flag in command.flags], 4)
        text += f"  {command.name}) flags=(\n    {flags}) ;;\n"
    return text + "  esac\n}\n\n"


def value_table(commands):
    """Flags that take the same share a branch."""
    branches = {}
    for command in commands:
        for flag in command.flags:
            if not flag.value:
                continue
            ((kind, values),) = kinds_of(command.values[flag.name])
            if flag.value_is_optional:
                kind = "optional"
            label = f"{command.name},{flag.spelling}"
            branches.setdefault((kind, values), []).append(label)
    text = "# _scanc_values COMMAND FLAG: sets `kind` and `values`; `kind` is"
    text += " empty if\n# the flag has no value.\n_scanc_values() {\n"
    text += "  kind= values=()\n  case $1,$2 in\n"
    for (kind, values), labels in branches.items():
        text += branch(" | \\\n    ".join(labels), kind, values)
    return text + "  esac\n}\n\n"


def operand_table(commands):
    text = "# _scanc_operands COMMAND: offers words that a command takes, and"
    text += " sets\n# `kind` and `values` for files.\n_scanc_operands() {\n"
    text += "  kind=none values=()\n  case $1 in\n"
    for command in commands:
        kinds = kinds_of(command.operand) if command.operand else []
        lines = [f"kind={kind} values={values}" for kind, values in kinds]
        code = '\n    ((operands)) || _scanc_add "" "$cur"\n    '.join(lines)
        text += f"  {command.name})\n    {code}\n    ;;\n" if lines else ""
    names = " ".join(command.name for command in commands[1:])
    text += f"  {HELP}) kind=words values=({names}) ;;\n"
    return text + "  esac\n}\n"


def completion(commands):
    """The text of the file."""
    names = " ".join([*(each.name for each in commands[1:]), HELP])
    tables = flag_table(commands) + value_table(commands)
    tables += operand_table(commands)
    return HEADER + tables + CODE.replace("@COMMANDS@", names)
