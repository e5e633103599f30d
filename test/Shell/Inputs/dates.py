#===- dates.py - The date of a version ------------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: dates.py ROOT

Prints the dates that gen-shell finds without SOURCE_DATE_EPOCH."""

import importlib.machinery
import importlib.util
import os
import sys


def main(root):
    path = os.path.join(root, "utils", "gen-shell")
    loader = importlib.machinery.SourceFileLoader("gen_shell", path)
    spec = importlib.util.spec_from_loader("gen_shell", loader)
    gen_shell = importlib.util.module_from_spec(spec)
    loader.exec_module(gen_shell)
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    for version in ("0.1.0", "9.9.9"):
        try:
            print(f"{version}: {gen_shell.date_of(version)}")
        except gen_shell.Failed as error:
            print(f"{version}: {error}")


if __name__ == "__main__":
    main(sys.argv[1])
