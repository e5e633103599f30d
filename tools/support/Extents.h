//===- Extents.h - How the elements of a scan lie ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is scanned is an array without gaps, in C order, along one of its
// dimensions:
//
//   a line     one dimension
//   rows       the last of two
//   an axis    any of 1 to 8
//
// At each place of the other dimensions there is a chain, which is a scan of
// its own.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SUPPORT_EXTENTS_H
#define SCANC_TOOLS_SUPPORT_EXTENTS_H

#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc {

/// "(2, 5, 3)", as Python has it.
std::string describeShape(llvm::ArrayRef<uint64_t> shape);

struct Extents {
  target::Shape kind = target::Shape::Line;
  std::vector<uint64_t> shape = {0};
  size_t axis = 0;

  /// Elements of a chain.
  uint64_t row() const { return shape[axis]; }
  /// The other dimensions, and how many chains there are; 2^64 - 1 stands for
  /// more.
  std::vector<uint64_t> others() const;
  uint64_t chains() const;
  /// Elements in all.
  uint64_t count() const { return row() ? chains() * row() : 0; }
  /// The shape with so many elements more in each chain.
  std::vector<uint64_t> longer(uint64_t by) const;

  /// "5", "2 rows of 3" or "6 chains of 5".
  std::string describe() const;
  /// What all files must agree on: the same, or of an axis the shape.
  std::string describeShared() const;
};

} // namespace scanc

#endif // SCANC_TOOLS_SUPPORT_EXTENTS_H
