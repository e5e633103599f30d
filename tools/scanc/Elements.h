//===- Elements.h - Between .npy arrays and a scan's memory -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host has a scan's elements, and its outputs, as C structs one after
// another. Files hold them (Items.h):
//
//   a scan with a `load`     a file for each array that it reads, in order
//   a scan with a `store`    a file for each array that it writes, in order
//   a side without a map     one file, which has all fields, `soa` or not
//
// The elements of a line are an array of one dimension, those of rows of two,
// and those of a scan along an axis of one to eight. All files have one shape.
//
// Where neither side has a map, the output takes the form of the input:
// structured with the same field names, with the fields in the last dimension
// where they have one type (else structured: f0, f1, ...), else plain. With a
// map, what the input calls its fields says nothing of the output: an output of
// one field is plain, one of several is structured by its own names, or, if its
// fields have one type, like the first input where that has them in the last
// dimension.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_ELEMENTS_H
#define SCANC_TOOLS_SCANC_ELEMENTS_H

#include "Extents.h"
#include "Items.h"
#include "Npy.h"

#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanc {

/// What the files of the input, or of the output, hold of an element: a file
/// for each of these arrays.
std::vector<target::ScanArray>
inputFileArrays(const target::ScanDescription &scan);
std::vector<target::ScanArray>
outputFileArrays(const target::ScanDescription &scan);

/// What the user says of the input files.
struct InputRequest {
  std::optional<int> axis; ///< From the last one if it is negative.
  /// Whether 2-D arrays are what the domain has of two dimensions; else they
  /// may be fields of elements of a line.
  bool namesDomain = false;
};

/// The elements of an input, laid out as the scan reads them.
class Elements {
public:
  /// Checks that the files, one for each of inputFileArrays(), hold elements of
  /// the scan, and joins them; a file that has the layout already is not
  /// copied, and must outlive this. Errors name the file, and say the expected
  /// and the actual type, number of elements, shape or axis.
  static llvm::Expected<Elements> load(llvm::ArrayRef<npy::Array> files,
                                       const target::ScanDescription &scan,
                                       const InputRequest &request);

  /// Of elements, less the dimension that their fields may have.
  const Extents &extents() const { return ownExtents; }
  /// As many as there are, times the element's size.
  llvm::ArrayRef<char> bytes() const { return items.bytes(); }

private:
  Extents ownExtents;
  Items items;
};

/// The output files of a scan: what each says, and room for the outputs.
class OutputElements {
public:
  /// Of a scan of these input files, whose elements have these extents. Error:
  /// there is not enough memory.
  static llvm::Expected<OutputElements>
  make(llvm::ArrayRef<npy::Array> inputs, const target::ScanDescription &scan,
       const Extents &extents);

  /// Where the scan is to put its outputs.
  llvm::MutableArrayRef<char> bytes();
  /// What each file is to hold, in the order of outputFileArrays(); once.
  std::vector<std::string> takeFiles();

private:
  OutputElements() = default;

  /// What has the outputs, from `begin` on.
  std::string &holder() { return files.size() == 1 ? files.front() : joined; }

  std::vector<target::ScanArray> arrays;
  uint32_t outputSize = 0;
  /// Headers; where there is one file, its data, too.
  std::vector<std::string> files;
  /// The outputs, until each of several files takes its part.
  std::string joined;
  size_t begin = 0;
};

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_ELEMENTS_H
