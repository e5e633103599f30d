#===- complete.py - Ask a shell for what may come next --------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: complete.py SHELL SHARE ARGUMENTS...

Prints what bash, zsh or fish offers at the end of each `scanc ARGUMENTS`, with
the completion of SHARE, the folder that gen-shell wrote. `bash-whole` is a bash
whose words do not end at '='."""

import os
import pty
import re
import shlex
import subprocess
import sys
import tempfile


def output_of(command, **options):
    """What a command prints; anything on standard error is a failure."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        encoding="utf-8", check=False, **options)
    if done.returncode or done.stderr:
        sys.exit(f"complete.py: {command[0]}: {done.stderr}")
    return done.stdout


#===----------------------------------------------------------------------===//
# bash
#===----------------------------------------------------------------------===//

# compopt works only while readline completes; here it says what it is asked.
BASH = """
compopt() { while (($#)); do [[ $1 == -o ]] || asked+=" ($1)"; shift; done; }
asked=
_scanc
printf '%s\\n' "${COMPREPLY[@]}"
((${#asked} == 0)) || printf '%s\\n' "${asked# }"
"""


def bash(share, line, whole=False):
    """The words as readline would have them."""
    end = "" if whole else "=:"
    pattern = rf"[{end}]+|[^\s{end}]+" if end else r"\S+"
    words = re.findall(pattern, line) + ([""] if line.endswith(" ") else [])
    script = f"source {share}/bash-completion/completions/scanc\n"
    if whole:
        script += "COMP_WORDBREAKS=${COMP_WORDBREAKS//=}\n"
    script += f"COMP_WORDS=({shlex.join(words)})\nCOMP_CWORD={len(words) - 1}\n"
    command = ["bash", "--norc", "--noprofile", "-c", script + BASH]
    return output_of(command).splitlines()


#===----------------------------------------------------------------------===//
# fish
#===----------------------------------------------------------------------===//


def fish(share, line):
    source = f"{share}/fish/vendor_completions.d/scanc.fish"
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home)
        offered = output_of(
            ["fish", "--no-config", "-c",
             f"source {source}; complete -C {shlex.quote(line)}"],
            env=environment)
    return [row.partition("\t")[0] for row in offered.splitlines()]


#===----------------------------------------------------------------------===//
# zsh
#===----------------------------------------------------------------------===//

# zsh completes only where somebody types: on a terminal, once the first prompt
# is there, this asks for completion and notes what compadd is given.
ZSH = r"""
PS1=
fpath=($SHARE/zsh/site-functions $fpath)
autoload -Uz compinit
compinit -D -u
typeset -ga offered
compadd() {
  local -a matching
  # With -O, -A or -D it is asked for matches and adds none.
  if ! ((${@[(I)-[OAD]]})); then
    builtin compadd -A matching "$@"
    offered+=("${matching[@]}")
  fi
  builtin compadd "$@"
}
ask() {
  _main_complete
  compstate[insert]= compstate[list]=
}
zle -C ask complete-word ask
zle-line-init() {
  BUFFER=$LINE
  CURSOR=$#BUFFER
  zle ask
  print -rl -- "${offered[@]}" > $OFFERED
  exit
}
zle -N zle-line-init
"""


def on_terminal(command, environment):
    """What a command writes to a terminal, till it ends."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, environment)
    said = b""
    try:
        while more := os.read(terminal, 1024):
            said += more
    except OSError:  # Linux says so that the other side is closed.
        pass
    os.close(terminal)
    os.waitpid(child, 0)
    return said


def zsh(share, line):
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, ".zshrc"), "w", encoding="utf-8") as file:
            file.write(ZSH)
        offered = os.path.join(home, "offered")
        environment = dict(
            os.environ, ZDOTDIR=home, SHARE=share, LINE=line, OFFERED=offered,
            TERM="xterm")
        said = on_terminal(["zsh", "--no-global-rcs", "-i"], environment)
        if not os.path.exists(offered):
            sys.exit(f"complete.py: zsh: {said!r}")
        with open(offered, encoding="utf-8") as file:
            return [word for word in file.read().splitlines() if word]


SHELLS = {
    "bash": bash,
    "bash-whole": lambda share, line: bash(share, line, whole=True),
    "fish": fish,
    "zsh": zsh,
}


def main():
    shell, share, *lines = sys.argv[1:]
    for line in lines:
        line = "scanc " + line
        words = SHELLS[shell](os.path.abspath(share), line)
        print(" ".join([f"{line}:", *dict.fromkeys(words)]))


if __name__ == "__main__":
    main()
