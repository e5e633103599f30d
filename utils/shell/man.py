#===- man.py - Write man pages --------------------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Pages of man(7), one for each command, made from its help.

Every '-' of the text is '\\-': what a reader copies from the page, or searches
for in it, has then the character that the shell expects.
"""

import re
import textwrap

from shell.help import Failed
from shell.values import values_of

WIDTH = 60  # of a line of a page's source, before escapes
ESCAPES = {
    "\\": "\\(rs", "-": "\\-", "'": "\\(aq", "`": "\\(ga",
    "^": "\\(ha", "~": "\\(ti", '"': "\\(dq",
}
SECTION = "1"


#===----------------------------------------------------------------------===//
# roff
#===----------------------------------------------------------------------===//


def escaped(text):
    """Text that roff prints as it is, wherever it stands in a line."""
    text = "".join(ESCAPES.get(each, each) for each in text)
    return "\\&" + text if text.startswith(".") else text


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def italic(text):
    return f"\\fI{escaped(text)}\\fR"


def filled(text):
    """A paragraph that roff fills, in short lines."""
    lines = textwrap.wrap(
        text, WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return [escaped(line) for line in lines]


def sentence(text):
    """A clause of the help as a sentence."""
    first = text[0] if text.startswith("scanc") else text[0].upper()
    return first + text[1:] + ("" if text.endswith(".") else ".")


def verbatim(text):
    """A line that is not to be filled; long ones go on in the next line of the
    source."""
    pieces = textwrap.wrap(
        text, WIDTH, drop_whitespace=False, break_on_hyphens=False
    )
    return [escaped(piece) + "\\c" for piece in pieces[:-1]] + [
        escaped(piece) for piece in pieces[-1:]
    ]


def tagged(tag, body):
    """An item of a list: what it is about, and lines about it."""
    return [".TP", tag, *body]


def listed(rows):
    """A list within an item."""
    lines = [".RS"]
    for word, text in rows:
        lines += tagged(bold(word), filled(text))
    return [*lines, ".RE"]


def reference(page):
    return f"\\fB{escaped(page)}\\fR({SECTION})"


class Page:
    """The lines of a page, section by section."""

    def __init__(self, name, summary, version, date):
        title = f'"{escaped(name.upper())}" "{SECTION}" "{date}"'
        self.name = name
        self.lines = [
            '.\\" Made by utils/gen-shell from the help of scanc.',
            f'.TH {title} "scanc {escaped(version)}" "User Commands"',
            # No word is broken: the text has names of flags and files.
            ".nh",
            ".ad l",
        ]
        self.section("NAME", [f"{escaped(name)} \\- {escaped(summary)}"])

    def section(self, title, lines):
        if lines:
            self.lines += [f".SH {title}", *lines]

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


#===----------------------------------------------------------------------===//
# The parts of a command's page
#===----------------------------------------------------------------------===//


def synopsis(usage):
    """`scanc run [options] FILE.mlir`, what the reader replaces in italics."""
    words = []
    for word in usage.split():
        match = re.fullmatch(r"(\[?)([^][]+)(\]?)", word)
        if not match:
            raise Failed(f"a usage has an unknown form: '{usage}'")
        is_literal = word.isalpha() and word.islower()
        font = escaped if word == "or" else bold if is_literal else italic
        words.append(match[1] + font(match[2]) + match[3])
    return [" ".join(words)]


def tag_of(flag):
    if not flag.value:
        return bold(flag.spelling)
    # LLVM writes "value" for a flag that takes one of a list of words.
    value = italic(flag.value.replace("value", "VALUE"))
    if flag.value_is_optional:
        return f"{bold(flag.spelling)}[={value}]"
    return bold(flag.spelling) + ("=" if flag.dashes == "--" else " ") + value


def options(help, topics):
    """Every flag with its text; the values of a topic once."""
    known = {flag.name: values_of(flag, topics) for flag in help.flags}
    lists = {}  # The flag under which the words of a topic are.
    for flag in help.flags:
        if known[flag.name].topic and "see 'scanc list" in flag.text:
            lists[known[flag.name].topic] = flag
    lines = []
    for flag in help.flags:
        values = known[flag.name]
        lines += tagged(tag_of(flag), filled(sentence(flag.text)))
        other = lists.get(values.topic, flag)
        if other is not flag and known[other.name].words == values.words:
            lines += filled(f"Takes what {other.spelling} takes.")
        elif values.words:
            lines += listed(values.words)
    return lines


def statuses(help, main):
    """The exit status: a command's own words, and for the rest scanc's."""
    found = {}
    for source in (main, help):
        text = " ".join(source.sections.get("EXIT STATUS", []))
        for item in re.split(r"; (?=\d )", text) if text else []:
            match = re.fullmatch(r"(\d) (.+)", item.strip())
            if not match:
                raise Failed(f"an exit status has an unknown form: '{item}'")
            found[match[1]] = match[2]
    lines = []
    for status in sorted(found):
        lines += tagged(bold(status), filled(sentence(found[status])))
    return lines


def examples(lines):
    """The examples, and the sentences that follow them."""
    commands, notes = [], []
    for line in lines:
        if line.startswith("scanc"):
            command, _, comment = line.partition("  ")
            commands.append((command, [comment.strip()]))
        elif line.startswith(" ") and commands and not notes:
            commands[-1][1].append(line.strip())
        elif re.match(r"docs/.*\.$", line):
            notes.append(line)
        elif line:
            raise Failed(f"an example has an unknown form: '{line}'")
    shown = []
    for command, comments in commands:
        shown += [".PP", ".nf", *verbatim(command), ".fi"]
        if comment := " ".join(comments).strip():
            shown += [".RS", *filled(comment), ".RE"]
    return shown[1:], notes


def families(topics):
    """What `scanc circuit` takes in place of a file."""
    lines = []
    for name, text in topics["families"]:
        lines += tagged(bold(name), filled(text))
    return lines


def description(help, others):
    lines = filled(sentence(help.summary))
    if not help.commands:
        return lines
    lines += [".PP"]
    lines += filled("The first word may be a command, with a page of its own:")
    for name, text in help.commands:
        lines += tagged(reference(f"scanc-{name}"), filled(sentence(text)))
    lines += [".PP"]
    lines += filled(
        "Without one, scanc compiles. 'scanc help COMMAND' prints the flags of"
        " a command."
    )
    return lines


def see_also(name, pages, notes):
    pages = [page for page in pages if page != name]
    lines = [reference(page) + "," for page in pages]
    lines[-1] = lines[-1][:-1]
    for note in notes:
        lines += [".PP", *filled(note)]
    return lines


#===----------------------------------------------------------------------===//
# Pages
#===----------------------------------------------------------------------===//


def command_page(help, main, topics, pages, version, date):
    """The page of scanc or of one of its commands."""
    name = f"scanc-{help.command}" if help.command else "scanc"
    summary = re.sub(r"^scanc (?=compiles )", "", help.summary)
    page = Page(name, summary, version, date)
    page.section("SYNOPSIS", synopsis(help.usage))
    page.section("DESCRIPTION", description(help, pages))
    if "FAMILY" in help.operand:
        page.section("FAMILIES", families(topics))
    page.section("OPTIONS", options(help, topics))
    shown, notes = examples(help.sections.get("EXAMPLES", []))
    for title, lines in help.sections.items():
        if title not in ("EXAMPLES", "EXIT STATUS"):
            page.section(title, filled(" ".join(lines)))
    page.section("EXIT STATUS", statuses(help, main))
    page.section("EXAMPLES", shown)
    page.section("SEE ALSO", see_also(name, pages, notes))
    return page


def passes_of(rows, prefix):
    """The passes of ours, whose names begin with `prefix`."""
    lines = []
    for each in rows:
        if not each.name.startswith(prefix):
            continue
        lines += tagged(bold("--" + each.name), filled(sentence(each.text)))
        if each.flags:
            lines += [".RS"]
            for flag in each.flags:
                tag = bold(flag.name)
                tag += "=" + italic(flag.value) if flag.value else ""
                lines += tagged(tag, filled(sentence(flag.text)))
                lines += listed(flag.values) if flag.values else []
            lines += [".RE"]
    if not lines:
        raise Failed(f"'scanc-opt --help' has no pass '{prefix}...'")
    return lines


def opt_page(usage, passes, pipelines, pages, version, date):
    """The page of scanc-opt: how it is used, and the passes of ours."""
    page = Page("scanc-opt", "run passes of scanc on a module", version, date)
    page.section("SYNOPSIS", [f"{bold('scanc-opt')} {italic(usage)}"])
    page.section(
        "DESCRIPTION",
        filled(
            "Reads a module of MLIR, from standard input unless a file is"
            " given, runs the passes and pipelines that are named, in order,"
            " and prints the result. It is for those who work on scanc or read"
            " what its phases do."
        )
        + [".PP"]
        + filled(
            "The options of a pass stand behind it:"
            " --prefix-plan-scans='arch=sm_90 strategy=chained'. The other"
            " flags are those of mlir-opt; scanc-opt --help lists them all."
        ),
    )
    page.section("PASSES", passes_of(passes, "prefix-"))
    page.section("PIPELINES", passes_of(pipelines, "scanc-"))
    page.section(
        "EXIT STATUS",
        [
            *tagged(bold("0"), filled("Done.")),
            *tagged(bold("1"), filled("The input or a flag is wrong.")),
        ],
    )
    page.section(
        "EXAMPLES",
        verbatim_example("scanc-opt --prefix-expand-circuits sum.mlir"),
    )
    page.section("SEE ALSO", see_also("scanc-opt", pages, []))
    return page


def verbatim_example(command):
    return [".nf", *verbatim(command), ".fi"]


def lsp_page(usage, pages, version, date):
    """The page of the language server, which editors start."""
    name = "scanc-lsp-server"
    page = Page(name, "language server for files of scanc", version, date)
    page.section("SYNOPSIS", [f"{bold(name)} {italic(usage)}"])
    page.section(
        "DESCRIPTION",
        filled(
            "Gives an editor diagnostics, hover and go-to-definition in .mlir"
            " files with scans and circuits. It speaks the Language Server"
            " Protocol on standard input and output; an editor starts it, as"
            " the server of MLIR files, without flags."
        )
        + [".PP"]
        + filled(
            "The flags are those of mlir-lsp-server;"
            " scanc-lsp-server --help lists them."
        ),
    )
    page.section(
        "EXIT STATUS",
        [
            *tagged(bold("0"), filled("The editor has ended the session.")),
            *tagged(bold("1"), filled("The session broke off.")),
        ],
    )
    page.section("EXAMPLES", verbatim_example("scanc-lsp-server --log=verbose"))
    page.section("SEE ALSO", see_also(name, pages, []))
    return page
