#===- drawings.py - The drawings of all families, as XML ------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""drawings.py SCANC: reads the drawings of every family that needs no parameter
as XML and compares them with the figures that scanc reports."""

import json
import subprocess
import sys
import xml.etree.ElementTree

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = (1, 2, 8, 13, 16, 32, 64, 128, 300)


def ask(*arguments):
    return subprocess.run(
        [sys.argv[1], *arguments], check=True, stdout=subprocess.PIPE
    ).stdout


def layers(root, name):
    return [
        element
        for element in root
        if name in element.get("class", "").split()
    ]


def problems(root, width, figures):
    """What is wrong with a drawing."""
    across, down = (int(root.get(name)) for name in ("width", "height"))
    if root.get("viewBox") != f"0 0 {across} {down}":
        yield "the view box is not the size"
    circles = [
        circle
        for name in ("partial", "finished")
        for layer in layers(root, name)
        for circle in layer
    ]
    if len(circles) != figures["size"]:
        yield f"{len(circles)} combines, expected {figures['size']}"
    for circle in circles:
        if not (
            0 < int(circle.get("cx")) < across
            and 0 < int(circle.get("cy")) < down
        ):
            yield "a combine outside"
    rows = {circle.get("cy") for circle in circles}
    if len(rows) != figures["stages"]:
        yield f"{len(rows)} rows, expected {figures['stages']}"
    (labels,) = layers(root, "labels")
    outputs = [text.text for text in labels if text.text.startswith("0:")]
    if f"0:{width - 1}" not in outputs:
        yield "the last output has no label"
    places = sorted(
        int(text.get("x")) for text in labels if text.text.startswith("0:")
    )
    # An 'm' of the font is wider than any digit.
    room = len(str(width)) * 0.6 * int(labels.get("font-size"))
    if any(b - a < room for a, b in zip(places, places[1:])):
        yield "labels overlap"
    for name in ("spine", "path", "columns"):
        if [layer.tag for layer in layers(root, name)].count(SVG + "path") != 1:
            yield f"no layer '{name}'"
    for element in root.iter():
        if element.tag in (SVG + "script", SVG + "image", SVG + "style"):
            yield f"a {element.tag}"


def main():
    drawn = bad = 0
    for family in json.loads(ask("list", "families", "--json")):
        name, _, declared = family["name"].rstrip(">").partition("<")
        if any("=" not in item for item in declared.split(",") if item):
            continue
        for width in WIDTHS:
            request = ("circuit", name, f"--width={width}")
            done = subprocess.run(
                [sys.argv[1], *request, "--emit=json"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            # Some families have no circuit of some widths.
            if done.returncode == 1:
                continue
            done.check_returncode()
            svg = ask(*request, "--emit=svg")
            root = xml.etree.ElementTree.fromstring(svg)
            drawn += 1
            for problem in problems(root, width, json.loads(done.stdout)):
                print(f"{name}, width {width}: {problem}")
                bad += 1
    print(f"{drawn} drawings, {bad} problems")


if __name__ == "__main__":
    main()
