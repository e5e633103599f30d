#===- filechecks.py - Which files FileCheck reads, with which prefixes ----===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Finds every use of FileCheck in the RUN lines of a tree."""

import os
import re
import shlex

import tree

# Options whose value may be the next word.
VALUED = {"input-file", "check-prefix", "check-prefixes", "comment-prefixes"}


def _prefixes_and_file(words):
    """Reads the arguments of one FileCheck: its prefixes and check file."""
    prefixes, check_file = [], None
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if word in (">", "<", "2>", ">>", "&>"):
            index += 1
            continue
        if word.startswith((">", "<", "2>")):
            continue
        if not word.startswith("-"):
            check_file = check_file or word
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if name in VALUED and not equals and index < len(words):
            value = words[index]
            index += 1
        if name in ("check-prefix", "check-prefixes"):
            prefixes += [prefix for prefix in value.split(",") if prefix]
    return prefixes or ["CHECK"], check_file


def _resolve(path, word, splits):
    """The file, relative to the tree, that a word of a RUN line names."""
    directory = os.path.dirname(path)
    if word == "%s" or (splits and word.startswith("%t")):
        return path
    for leader in ("%S/", "%p/"):
        if word.startswith(leader):
            return os.path.normpath(os.path.join(directory, word[3:]))
    if word.startswith("%scanc_src/"):
        return os.path.normpath(word[len("%scanc_src/") :])
    return None


def uses(root):
    """Maps each file that a FileCheck reads to the set of its prefixes."""
    readers = {}
    for path in tree.lit_files(root):
        commands = tree.run_commands(tree.read(root, path))
        splits = any("split-file" in text for _, text in commands)
        for _, text in commands:
            try:
                words = shlex.split(text)
            except ValueError:
                words = text.split()
            if "FileCheck" not in words:
                continue
            arguments = words[words.index("FileCheck") + 1 :]
            prefixes, check_file = _prefixes_and_file(arguments)
            target = check_file and _resolve(path, check_file, splits)
            if target:
                readers.setdefault(target, set()).update(prefixes)
    return readers


# What may stand between a prefix and its colon.
SUFFIX = r"-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-[0-9]+)"
MODIFIER = r"\{LITERAL\}"


def first_word(path, line):
    """What a line says after its comment leader; None if it is no comment. In
    a .test file, every line may be one."""
    match = re.match(r"\s*" + tree.COMMENT_LEADERS + r"+\s*(\S.*)$", line)
    if match:
        return match.group(1)
    if path.endswith(".test") and line.strip():
        return line.strip()
    return None
