#===- check_page.py - Whether pages of scanc report explain and show all --===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""check_page.py terms PAGE...: every term of each page leads to its entry in
the legend, and the legend has no entry that nothing leads to.
check_page.py files PAGE...: what the pages link to beside that is there.
check_page.py widths CHROMIUM SCRATCH PAGE...: in a browser, each page at widths
of 390 and 1200 pixels has nothing beyond its right edge and nothing cut off."""

import html
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

VOID = {"meta", "br", "img", "link", "hr", "input"}
WIDTHS = (390, 1200)


class Page(html.parser.HTMLParser):
    """What a page links to, what it has, and the terms it should explain."""

    def __init__(self, text):
        super().__init__()
        self.open = []  # (tag, attributes, text, links)
        self.targets, self.entries, self.links = set(), set(), set()
        self.addresses, self.unexplained = [], []
        self.terms = 0
        self.feed(text)
        self.close()

    def inside(self, tag, name=None):
        return any(
            known == tag and (name is None or has.get("class") == name)
            for known, has, _, _ in self.open
        )

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.targets.add(attributes["id"])
            if self.inside("section", "legend"):
                self.entries.add(attributes["id"])
        if tag == "a":
            for _, _, _, links in self.open:
                links.append(attributes["href"])
            if attributes["href"].startswith("#"):
                self.links.add(attributes["href"][1:])
            else:
                self.addresses.append(attributes["href"])
        if tag not in VOID:
            self.open.append((tag, attributes, [], []))

    def handle_data(self, data):
        for _, _, text, _ in self.open:
            text.append(data)

    def handle_endtag(self, tag):
        known, attributes, text, links = self.open.pop()
        assert known == tag, f"<{known}> is closed by </{tag}>"
        text = "".join(text).strip()
        is_term = (
            tag == "th"
            or (tag == "dt" and not self.inside("section"))
            or (tag == "h2" and text.startswith(self.name()))
            or (tag == "span" and self.inside("figcaption") and not links
                and not self.inside("div", "circuits"))
        )
        if tag == "title":
            self.scan = text
        if is_term and text != "step":
            self.terms += 1
            if not links:
                self.unexplained.append(text)

    def name(self):
        return getattr(self, "scan", "?") + "_"


def check_terms(paths):
    for path in paths:
        page = Page(pathlib.Path(path).read_text())
        assert not page.unexplained, f"{path}: no entry for {page.unexplained}"
        assert page.links <= page.targets, page.links - page.targets
        unused = {
            entry
            for entry in page.entries - page.links
            if not entry.startswith("word-")
        }
        assert not unused, f"{path}: nothing leads to {sorted(unused)}"
        assert page.terms > 20 and page.entries, "this is no report"
    print(f"{len(paths)} pages explain every term")


def check_files(paths):
    files = 0
    for path in paths:
        for address in Page(pathlib.Path(path).read_text()).addresses:
            parts = urllib.parse.urlsplit(address)
            assert parts.scheme == "file" and not parts.fragment, address
            assert os.path.isfile(urllib.parse.unquote(parts.path)), address
            files += 1
    print(f"{files} files are linked to and are there")


MEASURE = """
function measure(frame) {
  const view = frame.contentDocument, edge = frame.clientWidth;
  const cut = [];
  for (const e of view.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect();
    if (!box.width) continue;
    const style = frame.contentWindow.getComputedStyle(e);
    if (box.right > edge + 0.5 || box.left < -0.5 ||
        (style.display != 'inline' && e.scrollWidth > e.clientWidth + 1))
      cut.push(e.tagName + ' ' + (e.textContent || '').trim().slice(0, 40));
  }
  return {width: edge, page: view.documentElement.scrollWidth,
          height: view.body.scrollHeight, cut: cut.slice(0, 5)};
}
window.onload = () => {
  document.title = JSON.stringify([...document.querySelectorAll('iframe')].map(measure));
};
"""


def browse(chromium, scratch, address):
    """What the page at an address is once its scripts ran. A browser that
    breaks down says nothing about a page, so it is started three times."""
    for attempt in range(3):
        done = subprocess.run(
            [
                chromium,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--allow-file-access-from-files",
                f"--user-data-dir={scratch}/profile{attempt}",
                "--dump-dom",
                address,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        title = re.search(r"<title>(\[.*\])</title>", done.stdout)
        if done.returncode == 0 and title:
            return json.loads(html.unescape(title[1]))
    sys.exit(f"{chromium}: status {done.returncode}\n{done.stderr}")


def check_widths(chromium, scratch, paths):
    scratch = pathlib.Path(scratch).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    for path in paths:
        address = pathlib.Path(path).resolve().as_uri()
        frames = "".join(
            f'<iframe src="{address}" style="width:{width}px;height:9000px;'
            'border:0"></iframe>'
            for width in WIDTHS
        )
        wrapper = scratch / "frames.html"
        wrapper.write_text(
            f"<!doctype html><title>?</title><script>{MEASURE}</script>{frames}"
        )
        measured = browse(chromium, scratch, wrapper.as_uri())
        assert [frame["width"] for frame in measured] == list(WIDTHS)
        for frame in measured:
            assert frame["height"] > 500, f"{path}: the page was not shown"
            assert frame["page"] <= frame["width"] and not frame["cut"], (
                f"{path}: at {frame['width']} pixels: {frame}"
            )
    print(f"{len(paths)} pages fit at {WIDTHS} pixels")


if sys.argv[1] == "terms":
    check_terms(sys.argv[2:])
elif sys.argv[1] == "files":
    check_files(sys.argv[2:])
else:
    check_widths(sys.argv[2], sys.argv[3], sys.argv[4:])
