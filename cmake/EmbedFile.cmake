#===- EmbedFile.cmake - Write a file as the bytes of a C array ------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# cmake -DINPUT=file -DOUTPUT=file.c -DSYMBOL=name -P EmbedFile.cmake
#
#===----------------------------------------------------------------------===//

file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
# A line of the file is a line of the array.
string(REPLACE "'\\x0a'," "'\\x0a',\n" bytes "${bytes}")
file(WRITE "${OUTPUT}"
  "#include <stddef.h>\n"
  "extern const char ${SYMBOL}[];\n"
  "extern const size_t ${SYMBOL}_size;\n"
  "const char ${SYMBOL}[] = {\n${bytes}0};\n"
  "const size_t ${SYMBOL}_size = sizeof(${SYMBOL}) - 1;\n")
