//===- TensorForm.h - How the arrays of a tensor lie ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan along an axis is of so many chains of so many elements. Everything
// else about its tensor is a form: over how many dimensions the chains are
// spread, and how each array lies. Of 12 chains of 5 elements, some forms are
//
//   others   inner   memory, the outermost dimension first
//   1        1       axis 5, 12               chains lie side by side
//   1        0       12, axis 5               the axis is innermost
//   2        1       2, axis 5, 6
//   3        2       2, axis 5, 2, 3
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_TENSORFORM_H
#define SCANC_VERIFY_TENSORFORM_H

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace scanc::verify {

/// How the arrays of one side of a scan lie.
struct SideForm {
  /// Elements between what a dimension has and the next of those around it.
  uint8_t gap = 0;
  /// What goes backwards in memory: some of these.
  uint8_t backward = 0;
  static constexpr uint8_t axis = 1, innermost = 2, outer = 4;
  /// From an element to the nearest one.
  uint8_t apart = 1;
  /// `pad` elements that nobody reads or writes lie behind each copy of
  /// dimension `padded`. It is counted from the innermost one, with the axis.
  uint8_t pad = 0, padded = 0;
  /// The one array that lies so; the others of the side lie as if nothing were
  /// said.
  uint8_t only = all;
  static constexpr uint8_t all = 255;

  auto operator<=>(const SideForm &) const = default;
};

struct TensorForm {
  /// Dimensions beside the axis, at most 7, and how many of them are within it.
  uint8_t others = 1, inner = 1;
  SideForm in = {}, out = {};
  /// From array to array, the axis is one dimension further out.
  bool isAxisMoved = false;
  /// The first dimension has stride 0 in the inputs: its chains are the same.
  bool isShared = false;
  /// The states of chains lie with the first dimension innermost.
  bool areStatesTurned = false;

  auto operator<=>(const TensorForm &) const = default;
  /// " (3 dimensions, the axis 1 from within)": what tells it from others.
  std::string describe() const;

  static constexpr size_t mostOthers = 7;
  using Extents = std::array<uint64_t, mostOthers>;
  /// Those of the other dimensions, of so many chains in all: the first ones
  /// take the greatest prime factor that is left each, the last one the rest;
  /// in front of them, 1.
  Extents extents(uint64_t chains) const;

  /// The chain that each of so many has its elements and its initial state
  /// from, which is itself where nothing is shared.
  std::vector<uint64_t> sources(uint64_t chains) const;

private:
  /// The dimension that inputs may share.
  size_t sharedDimension(const Extents &extents) const;
  friend struct ChainPlaces;
};

} // namespace scanc::verify

#endif // SCANC_VERIFY_TENSORFORM_H
