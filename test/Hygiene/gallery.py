#===- gallery.py - The gallery is whole and stands alone ------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""gallery.py SCANC FOLDER: every family of the table is on both pages, every
link leads to a file of the folder or a place on the page, and nothing comes
from elsewhere."""

import html.parser
import json
import os
import re
import subprocess
import sys

MOST_BYTES = 1_500_000
VOID = {"img", "meta"}


class Page(html.parser.HTMLParser):
    """The links, the places and the elements left open of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.open, self.found = [], set(), [], []
        self.tags = set()
        self.feed(text)
        self.found += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.add(tag)
        self.links += [
            attributes[key] for key in ("href", "src") if key in attributes
        ]
        if "id" in attributes:
            if attributes["id"] in self.places:
                self.found.append(f"two places '{attributes['id']}'")
            self.places.add(attributes["id"])
        if tag == "img" and not attributes.get("alt"):
            self.found.append("an image without a description")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.found.append(f"</{tag}> closes another element")


def problems(families, folder):
    def read(name):
        with open(os.path.join(folder, name), encoding="utf-8") as stream:
            return stream.read()

    page, readme = Page(read("index.html")), read("README.md")
    yield from page.found
    if page.tags & {"script", "link", "iframe"} or "@import" in read("index.html"):
        yield "the page asks for more than itself and images"
    files = set(os.listdir(folder))
    for link in page.links + re.findall(r"\]\(([^)]*)\)", readme):
        if link.startswith("#") and link[1:] not in page.places:
            yield f"no place '{link}'"
        if not link.startswith("#") and link not in files:
            yield f"no file '{link}'"
    for family in families:
        name = family["name"].partition("<")[0]
        if not any(re.match(rf"{name}(-|$)", place) for place in page.places):
            yield f"no card for '{name}'"
        if f"]({name}-" not in readme:
            yield f"README.md has no '{name}'"
    total = sum(os.path.getsize(os.path.join(folder, name)) for name in files)
    if total > MOST_BYTES:
        yield f"{total} bytes (at most {MOST_BYTES})"


def main():
    listed = subprocess.run(
        [sys.argv[1], "list", "families", "--json"],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    found = list(problems(json.loads(listed), sys.argv[2]))
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
