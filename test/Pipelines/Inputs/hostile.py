#===- hostile.py - Texts that are too much --------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Writes the files of source-limits.test into the current folder."""

SCAN = "prefix.scan @s inclusive @add_i32 : (i32) -> (i32)"


def write(name, text):
    with open(name + ".mlir", "w", encoding="utf-8") as stream:
        stream.write(text + "\n")


def attribute(value):
    return f"{SCAN} attributes {{x = {value}}}"


def aliases(mark, first, count, value):
    """`count` aliases, each but the first made of the one before."""
    lines = [f"{mark}a0 = {first}"]
    for i in range(1, count):
        lines.append(f"{mark}a{i} = " + value.replace("$", f"{mark}a{i - 1}"))
    return "\n".join([*lines, attribute(f"{mark}a{count - 1}")])


def circuit(width, separator):
    columns = range(1, width)
    lines = [
        f"%c{k} = combine {f'%c{k - 1}' if k > 1 else '%x0'}, %x{k}"
        for k in columns
    ]
    outputs = ", ".join(["%x0", *(f"%c{k}" for k in columns)])
    inputs = ", ".join(f"%x{k}" for k in range(width))
    return separator.join(
        [f"prefix.circuit @serial({inputs}) {{", *lines, f"yield {outputs}", "}"]
    )


write("terms", "#m = affine_map<(d0) -> (" + " + ".join(["d0"] * 80000) + ")>")
write("signs", "#m = affine_map<(d0) -> (" + "-" * 20000 + "d0)>")
write("regions", "module {\n" * 20000)
write(
    "dimensions",
    "#m = affine_map<(" + ", ".join(f"d{i}" for i in range(100000)) + ") -> ()>",
)
write("shape", attribute("tensor<" + "1x" * 100000 + "i32>"))
write("number", attribute("9" * 100000))
write("bits", attribute("1 : i16777215"))
write("types", aliases("!", "tuple<i32, i32>", 60, "tuple<$, $>"))
write("attributes", aliases("#", "[1, 2]", 60, "[$, $]"))
write("chain", aliases("!", "tuple<i32>", 20000, "tuple<$>"))
write("self", "!a = tuple<i32, !a>")
write("undefined", "!a = tuple<!b>\n!b = tuple<!a>")
with open("long.mlir", "wb") as stream:
    stream.truncate((256 << 20) + 1)

write("circuit", circuit(4096, "\n"))
write("row", circuit(4096, " "))
write(
    "searches",
    "\n".join(
        f"prefix.search @s{i} = min size width 4 depth <= 3 fanout <= 16"
        for i in range(300)
    ),
)
write("numbers", attribute(f"dense<[{', '.join(['-1'] * 100000)}]> : tensor<100000xi32>"))
