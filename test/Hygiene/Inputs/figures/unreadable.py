#===- unreadable.py - A figure that a reader on a phone cannot read -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: unreadable.py ROOT [--check] [--out=DIR]

utils/gen-figures, with such a figure beside one that is as it should be."""

import importlib.machinery
import importlib.util
import os
import sys


def main(root):
    path = os.path.join(root, "utils", "gen-figures")
    loader = importlib.machinery.SourceFileLoader("gen_figures", path)
    spec = importlib.util.spec_from_loader("gen_figures", loader)
    gen_figures = importlib.util.module_from_spec(spec)
    loader.exec_module(gen_figures)

    def readable():
        figure = gen_figures.Figure("Readable")
        figure.height = 100
        figure.text(10, 20, "first line", size=11)
        figure.text(10, 36, "second line")
        figure.box(10, 44, 60, 20, text="boxed")
        figure.arrow((10, 70), (90, 70), (90, 10))
        return figure

    def unreadable():
        figure = readable()
        figure.text(250, 90, "tiny", size=10.5)
        figure.text(300, 20, "beyond the right edge")
        figure.text(20, 80, "beyond the left edge", anchor="end")
        figure.text(100, 98, "below")
        figure.text(100, 4, "above")
        figure.text(12, 30, "in between")
        figure.box(200, 44, 60, 20, text="bursts out of its box")
        figure.arrow((150, 40), (350, 70))
        return figure

    gen_figures.FIGURES = {"bad.svg": unreadable, "good.svg": readable}
    return gen_figures.main()


if __name__ == "__main__":
    sys.exit(main(sys.argv.pop(1)))
