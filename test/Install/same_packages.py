#===- same_packages.py - Two packings of the same program -----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compares the packages in two folders, byte by byte: the tarball, and each part
of the .deb with its header. What is compressed in two ways is decompressed
first.

Usage: same_packages.py FIRST SECOND
"""

import gzip
import io
import itertools
import lzma
import os
import sys
import tarfile

DECOMPRESS = {".xz": lzma.decompress, ".gz": gzip.decompress}


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def parts(package):
    """(name, header, data) of each part of a package. A .deb is an ar archive:
    the header is what comes after a name but for the size, so time, owner,
    group and mode. A tarball is one part."""
    data = read(package)
    if not package.endswith(".deb"):
        yield os.path.basename(package), [], data
        return
    magic = b"!<arch>\n"
    if not data.startswith(magic):
        sys.exit(f"{package}: no ar archive")
    at = len(magic)
    while at < len(data):
        header = data[at:at + 60].decode()
        size = int(header[48:58])
        at += 60
        yield header[:16].rstrip(" /"), header[16:48].split(), data[at:at + size]
        at += size + size % 2


def decompressed(name, data):
    """The name without the suffix of a compression, and the data without it."""
    stem, suffix = os.path.splitext(name)
    if suffix in DECOMPRESS:
        return stem, DECOMPRESS[suffix](data)
    return name, data


def difference(first, second):
    """What two tar archives differ in."""
    def entries(data):
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for entry in archive:
                file = archive.extractfile(entry) if entry.isfile() else None
                yield (entry.get_info(), file.read() if file else b"")

    for one, other in itertools.zip_longest(entries(first), entries(second)):
        if one is None or other is None:
            return f"one has '{(one or other)[0]['name']}', the other has not"
        if one[0] != other[0]:
            return f"{one[0]}\n{other[0]}"
        if one[1] != other[1]:
            return f"{one[0]['name']}: different bytes"
    return "different bytes between the entries"


def compare(one, other):
    """What is the same in two packages; exits where something is not."""
    same = []
    for first, second in itertools.zip_longest(parts(one), parts(other)):
        if first is None or second is None:
            sys.exit(f"{one}, {other}: one has '{(first or second)[0]}', the "
                     "other has not")
        (name, header, data), (name2, header2, data2) = first, second
        # What is compressed alike has the same bytes as it is.
        if name != name2:
            name, data = decompressed(name, data)
            name2, data2 = decompressed(name2, data2)
        if (name, header) != (name2, header2):
            sys.exit(f"{one}, {other}: {name} {header}, {name2} {header2}")
        if data != data2:
            what = (difference(data, data2) if name.endswith(".tar")
                    else "different bytes")
            sys.exit(f"{one}, {other}: {name}: {what}")
        same.append(name)
    return same


def main():
    first, second = ([os.path.join(folder, name)
                      for name in sorted(os.listdir(folder))]
                     for folder in sys.argv[1:3])
    if not first or len(first) != len(second):
        sys.exit(f"{first}, {second}: expected the same packages")
    for one, other in zip(first, second):
        print("same:", *compare(one, other))


if __name__ == "__main__":
    main()
