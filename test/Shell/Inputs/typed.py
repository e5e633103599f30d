#===- typed.py - Type lines into bash and see what is run -----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: typed.py COMPLETION ARGUMENTS...

Types each `scanc ARGUMENTS` at the prompt of a bash on a terminal, '\\t' as the
tab key, and prints the words that scanc is then run with."""

import os
import pty
import sys

RC = """
source {completion}
bind 'set enable-bracketed-paste off'
bind 'set bell-style none'
scanc() {{ printf '<%s>' "$@" >> {words}; echo >> {words}; }}
PS1='READY '
"""


def until(terminal, sign):
    """Reads until the terminal shows a sign, or ends."""
    said = b""
    while sign not in said:
        try:
            said += os.read(terminal, 1024)
        except OSError:  # Linux says so that the other side is closed.
            break
    return said


def main(completion, *lines):
    words, rc = os.path.abspath("typed"), os.path.abspath("typed.rc")
    with open(rc, "w", encoding="utf-8") as file:
        file.write(RC.format(completion=completion, words=words))
    open(words, "w", encoding="utf-8").close()
    child, terminal = pty.fork()
    if child == 0:
        os.execvp("bash", ["bash", "--noprofile", "--rcfile", rc, "-i"])
    for line in [*(f"scanc {line}" for line in lines), "exit"]:
        until(terminal, b"READY ")
        os.write(terminal, line.replace("\\t", "\t").encode() + b"\n")
    until(terminal, b"\0")
    os.waitpid(child, 0)
    with open(words, encoding="utf-8") as file:
        sys.stdout.write(file.read())


if __name__ == "__main__":
    main(*sys.argv[1:])
