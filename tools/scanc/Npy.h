//===- Npy.h - NumPy .npy files ---------------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `scanc run` reads and writes. A .npy file is
//
//   "\x93NUMPY" major minor  length  header text, padded with spaces, '\n' data
//   6 bytes     1     1      2 or 4  a Python dictionary literal
//
//   {'descr': '<i4', 'fortran_order': False, 'shape': (1000,), }
//   {'descr': [('a', '<f4'), ('', '|V4'), ('b', '<f8')], ... }
//
// (numpy.lib.format, versions 1.0, 2.0 and 3.0; the length has 2 bytes in 1.0
// and 4 bytes after, the text is Latin-1 before 3.0 and UTF-8 from it.)
// A structured type is a list of (name, type) pairs; an unnamed void field is
// padding.
//
// The reader trusts nothing: every malformed file is an error that names the
// file and the byte. What it cannot say: object arrays, strings, dates, complex
// numbers, big-endian data, fields that are themselves arrays or structures.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_NPY_H
#define SCANC_TOOLS_SCANC_NPY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scanc::npy {

/// One scalar of an item.
struct Field {
  std::string name;    ///< UTF-8; empty in a plain (not structured) array.
  std::string type;    ///< The type string as written, "<f4".
  char kind = 0;       ///< 'b', 'i', 'u', 'f' or 'V', as in the type string.
  uint64_t size = 0;   ///< Bytes.
  uint64_t offset = 0; ///< Bytes from the start of the item.
};

/// What the header says.
struct Header {
  std::vector<Field> fields; ///< Without the padding; at least one.
  bool structured = false;   ///< The type is a list of fields.
  uint64_t itemSize = 0;     ///< Bytes, the padding included.
  std::vector<uint64_t> shape;
  bool fortranOrder = false; ///< The first index varies fastest.
  uint64_t dataOffset = 0;   ///< Bytes from the start of the file.

  /// Product of the shape; checked by the reader to fit the file.
  uint64_t count() const;
};

/// A header and the file that holds its data.
struct Array {
  Header header;
  std::unique_ptr<llvm::MemoryBuffer> file;

  const char *data() const {
    return file->getBufferStart() + header.dataOffset;
  }
  /// The file's, for errors.
  llvm::StringRef name() const { return file->getBufferIdentifier(); }
};

/// Parses the start of a file. `fileName` is used in errors only. Says nothing
/// about whether the data that follows is complete.
llvm::Expected<Header> parseHeader(llvm::StringRef bytes,
                                   llvm::StringRef fileName);

/// Opens (maps) a file and checks that it holds all the data that its header
/// announces; bytes after them are ignored, as NumPy does.
llvm::Expected<Array> read(llvm::StringRef fileName);

/// The bytes that go before the data: magic, version, and the header text,
/// padded so that the data starts at a multiple of 64 bytes. Fields must be
/// in the order of their offsets; gaps become padding.
std::string printHeader(const Header &header);

/// The type as NumPy would print it: '<f4' or [('a', '<f4'), ('b', '<i8')].
std::string printType(const Header &header);

} // namespace scanc::npy

#endif // SCANC_TOOLS_SCANC_NPY_H
