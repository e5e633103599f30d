//===- Extents.cpp - How the elements of a scan lie -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace scanc;
using target::Shape;

std::string scanc::describeShape(llvm::ArrayRef<uint64_t> shape) {
  std::string text = "(";
  for (uint64_t extent : shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::vector<uint64_t> Extents::others() const {
  std::vector<uint64_t> result = shape;
  result.erase(result.begin() + static_cast<ptrdiff_t>(axis));
  return result;
}

uint64_t Extents::chains() const {
  const std::vector<uint64_t> extents = others();
  // Of an empty array, the product of the others may be anything.
  if (llvm::is_contained(extents, 0))
    return 0;
  uint64_t all = 1;
  for (uint64_t extent : extents)
    all = llvm::SaturatingMultiply(all, extent);
  return all;
}

std::vector<uint64_t> Extents::longer(uint64_t by) const {
  std::vector<uint64_t> result = shape;
  result[axis] += by;
  return result;
}

std::string Extents::describe() const {
  if (kind == Shape::Line)
    return std::to_string(row());
  const uint64_t all = chains();
  return std::to_string(all) + (kind == Shape::Rows ? " row" : " chain") +
         (all == 1 ? " of " : "s of ") + std::to_string(row());
}

std::string Extents::describeShared() const {
  return kind == Shape::Axis ? describeShape(shape) : describe();
}
