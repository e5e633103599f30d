//===- Elements.h - Between .npy arrays and a scan's memory -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan reads an array of C structs, one field a state value, and writes
// another. A .npy file holds the same elements as one of
//
//   1-D, plain          one field
//   1-D, structured     any number of fields, packed or padded as it likes
//   2-D (n, fields)     fields of one type; C or Fortran order
//
// A scan of rows has a dimension more: 2-D (rows, n), or 3-D (rows, n, fields).
//
// The output takes the form of the input: structured with the same field names,
// 2-D where its fields have one type (else structured: f0, f1, ...), else 1-D.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_ELEMENTS_H
#define SCANC_TOOLS_SCANC_ELEMENTS_H

#include "Npy.h"

#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>

namespace scanc {

/// The elements of an input, laid out as the scan reads them.
class Elements {
public:
  /// Checks that the array holds elements of the scan and converts their
  /// layout; an array that has it already is not copied, and must outlive this.
  /// Errors name the file, and say the expected and the actual type.
  static llvm::Expected<Elements> load(const npy::Array &array,
                                       const target::ScanDescription &scan,
                                       llvm::StringRef fileName);

  /// In all.
  uint64_t count() const { return n; }
  /// Rows, and elements of each, where the scan is of rows.
  uint64_t rows() const { return rowCount; }
  uint64_t row() const { return rowLength; }
  /// `count()` times the element's size.
  llvm::ArrayRef<char> bytes() const { return view; }

private:
  uint64_t n = 0, rowCount = 0, rowLength = 0;
  llvm::ArrayRef<char> view;
  std::unique_ptr<char[]> storage;
};

/// What an output file of the scan says, given its input file.
npy::Header outputHeader(const npy::Header &input,
                         const target::ScanDescription &scan);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_ELEMENTS_H
