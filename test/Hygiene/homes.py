#===- homes.py - Rule: what is known once is written once -----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What a GPU architecture or a scalar type is, is said in a table of
lib/Machine; what a strategy is, in its folder. One or a few of each stand for
all: a file of include/, lib/ or tools/ that names one knows something that
belongs there, or is below with the reason why it may."""

import os
import re

import tree

# A path that ends in "/" is a folder with all that is in it.
HOMES = {
    "one_launch_streaming": {
        "include/scanc/Strategies/": "what its folder gives",
        "lib/Strategies/": "its folder",
    },
    "two_level_streaming": {
        "include/scanc/Dialect/Prefix/IR/PrefixAttrs.td": "an example",
        "include/scanc/Strategies/": "what its folder gives",
        "lib/Strategies/": "its folder",
        "tools/scanc-bench/Options.cpp": "an example",
    },
    "decoupled_lookback": {
        "include/scanc/Strategies/": "what its folder gives",
        "lib/Strategies/": "its folder",
    },
    "bf16": {
        "include/scanc/Machine/ScalarTypes.h": "says how the table prints",
        "lib/Dialect/Prefix/Prelude/prelude.mlir": "the built-in operators",
        "lib/Machine/ScalarTypes.cpp": "the table",
        "lib/Simt/CompilerSupport.cpp": "functions that LLVM calls by name",
        "lib/Simt/Jit.cpp": "features of CPUs",
        "tools/scanc-bench/METHOD.md": "says what CUB has",
        "tools/scanc-bench/cub_peers.cu": "CUDA's own type",
    },
    "sm_120": {
        "lib/Machine/GpuModel.cpp": "the table",
    },
}


def problems(root):
    for path in tree.files(root, under=("include", "lib", "tools")):
        for name, homes in HOMES.items():
            pattern = re.compile(rf"\b{name}\b")
            lines = [
                number
                for number, line in enumerate(tree.read(root, path), 1)
                if pattern.search(line)
            ]
            if lines and not any(
                path == home or (home.endswith("/") and path.startswith(home))
                for home in homes
            ):
                first = next(home for home in homes if "/" in home)
                yield path, lines[0], f"{name} has a home, such as {first}"
    for name, homes in HOMES.items():
        for path in homes:
            if path.endswith("/"):
                continue
            if os.path.exists(os.path.join(root, path)) and not any(
                re.search(rf"\b{name}\b", line)
                for line in tree.read(root, path)
            ):
                yield path, 1, f"no longer names {name}: take it off the list"


if __name__ == "__main__":
    tree.main(problems)
