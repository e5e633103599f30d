#===- flags.py - Is every flag of a help in a page and offered? -----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: flags.py SCANC SHARE

Compares the flags of every help with those of the man page, as mandoc prints
it, and with what each shell offers after a '-'. The help is read here without
gen-shell's parser."""

import re
import subprocess
import sys

import complete


def output_of(*command):
    return subprocess.run(
        command, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


def flags_of(help):
    """The first words of lines that begin with a dash."""
    return {
        re.split(r"[\s=[]", line.strip())[0]
        for line in help.splitlines()
        if line.lstrip().startswith("-")
    }


def described(share, page):
    """The flags that a page has as items of its list."""
    shown = output_of("mandoc", "-Tascii", f"{share}/man/man1/{page}.1")
    options = re.sub(".\b", "", shown).split("\nOPTIONS\n")[1]
    return flags_of(re.split(r"\n[A-Z]", options)[0])


def offered(shell, share, line):
    words = set()
    for dashes in ("-", "--"):
        words |= set(complete.SHELLS[shell](share, line + dashes))
    return {word.rstrip("=") for word in words if word.startswith("-")}


def main(scanc, share):
    main_help = output_of(scanc, "--help")
    commands = re.findall(r"^  ([a-z]+) +- ", main_help, re.MULTILINE)
    wrong = 0
    for command in ["", *commands]:
        words = [command] if command else []
        help = output_of(scanc, *words, "--help")
        expected = flags_of(help.split("OPTIONS:")[1])
        name = "-".join(["scanc", *words])
        line = " ".join(["scanc", *words, ""])
        found = {"man": described(share, name)}
        for shell in ("bash", "zsh", "fish"):
            found[shell] = offered(shell, share, line)
        print(f"{name}: {len(expected)} flags")
        for place, flags in found.items():
            if flags != expected:
                print(f"{name}: {place}: {sorted(flags ^ expected)}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
