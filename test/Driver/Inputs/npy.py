#===- npy.py - Make and print .npy files, without NumPy -----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: npy.py write FILE DESCR SHAPE [--version=K] [--fortran] [VALUE...]
       npy.py bytes FILE HEADER [--version=K] [--data=BYTES]
       npy.py print FILE

DESCR and SHAPE are the Python literals of the header: "'<i4'" and "(3,)", or
"[('a', '<f4'), ('b', '<i8')]". The values are those of the items in order, field
by field; without any, 1, 2, 3, ... `bytes` writes a header as it stands."""

import ast
import struct
import sys

CODES = {
    "b1": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I",
    "i8": "q", "u8": "Q", "f2": "e", "f4": "f", "f8": "d", "V2": "H",
}  # fmt: skip


def fields_of(descr):
    """(name, code of struct, bytes of padding before it) for each field, and
    the padding at the end."""
    if isinstance(descr, str):
        return [("", CODES[descr[1:]], 0)], 0
    fields, padding = [], 0
    for name, kind in descr:
        if not name:
            padding += int(kind[2:])
            continue
        fields.append((name, CODES[kind[1:]], padding))
        padding = 0
    return fields, padding


def item_format(descr):
    fields, tail = fields_of(descr)
    order = ">" if isinstance(descr, str) and descr[0] == ">" else "<"
    return order + "".join(f"{pad}x{code}" for _, code, pad in fields) + f"{tail}x"


def count_of(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


def in_fortran_order(items, shape):
    """The items of an array, which are in C order."""
    if len(shape) < 2:
        return items
    inner = len(items) // shape[0] if shape[0] else 0
    outers = [
        in_fortran_order(items[i * inner : (i + 1) * inner], shape[1:])
        for i in range(shape[0])
    ]
    return [item for column in zip(*outers) for item in column]


def file_bytes(header, data, version=1):
    length = {1: "<H", 2: "<I", 3: "<I"}[version]
    start = 8 + struct.calcsize(length)
    header += " " * (-(start + len(header) + 1) % 64) + "\n"
    text = header.encode("utf-8" if version == 3 else "latin-1")
    return (
        b"\x93NUMPY" + bytes([version, 0]) + struct.pack(length, len(text)) + text
        + data
    )  # fmt: skip


def write(descr_text, shape_text, values, version, fortran):
    descr, shape = ast.literal_eval(descr_text), ast.literal_eval(shape_text)
    fields, _ = fields_of(descr)
    width = len(fields)
    if not values:
        values = [str(i + 1) for i in range(count_of(shape) * width)]
    numbers = []
    for index, value in enumerate(values):
        code = fields[index % width][1]
        numbers.append(float(value) if code in "efd" else int(value))
    pack = item_format(descr)
    items = [
        struct.pack(pack, *numbers[i : i + width]) for i in range(0, len(numbers), width)
    ]
    data = b"".join(in_fortran_order(items, shape) if fortran else items)
    header = f"{{'descr': {descr!r}, 'fortran_order': {fortran}, 'shape': {shape!r}, }}"
    return file_bytes(header, data, version)


def read(path):
    """The descr, the shape and the data of a file as scanc writes it."""
    with open(path, "rb") as stream:
        data = stream.read()
    assert data[:6] == b"\x93NUMPY", "not a .npy file"
    wide = data[6] > 1
    (length,) = struct.unpack_from("<I" if wide else "<H", data, 8)
    start = (12 if wide else 10) + length
    assert start % 64 == 0, "the data is not aligned"
    assert data[start - 1 : start] == b"\n", "the header does not end in a newline"
    text = data[start - length : start].decode("utf-8" if data[6] == 3 else "latin-1")
    header = ast.literal_eval(text.strip())
    assert sorted(header) == ["descr", "fortran_order", "shape"]
    assert header["fortran_order"] is False
    size = struct.calcsize(item_format(header["descr"]))
    assert len(data) == start + count_of(header["shape"]) * size, "wrong length"
    return header["descr"], header["shape"], data[start:]


def show(path):
    descr, shape, data = read(path)
    print(descr, shape)
    items = struct.iter_unpack(item_format(descr), data)
    print(*(v[0] if len(v) == 1 else v for v in items))


def main():
    arguments, options = [], {}
    for word in sys.argv[1:]:
        if word.startswith("--"):
            key, _, value = word[2:].partition("=")
            options[key] = value
        else:
            arguments.append(word)
    command, path, *rest = arguments
    version = int(options.get("version", 1))
    if command == "print":
        show(path)
        return
    if command == "write":
        data = write(rest[0], rest[1], rest[2:], version, "fortran" in options)
    else:
        data = file_bytes(rest[0], b"\1" * int(options.get("data", 0)), version)
    with open(path, "wb") as stream:
        stream.write(data)


if __name__ == "__main__":
    main()
