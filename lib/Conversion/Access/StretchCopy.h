//===- StretchCopy.h - A warp's stretch, to and from a slot -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_STRETCHCOPY_H
#define SCANC_LIB_CONVERSION_ACCESS_STRETCHCOPY_H

#include "scanc/Conversion/Access/StructArray.h"
#include "scanc/Conversion/Operators/ValueBuilder.h"

namespace scanc::prefix {

/// The steps of a warp: how many there may be, how many there are, and the
/// chains of each (i32 all). See `fetch_stretch`.
struct WarpSteps {
  mlir::Value steps, exist, width;
  int64_t rows, items; // of a lane
  bool isBackward;
};

/// The warp's stretch of one array, and its region of a slot.
class StretchCopy {
public:
  using Value = mlir::Value;

  /// The first chain has the first step at element `origin` (i64) of `array`;
  /// the region begins at `region` (!llvm.ptr<3>).
  StretchCopy(ValueBuilder &b, const WarpSteps &warp, const StructArray &array,
              llvm::ArrayRef<mlir::Type> fields, Value origin, Value region);

  /// Begins to copy to the region. What no step has is filled with elements
  /// that exist, if there are any. See `fetch_stretch` for `policy`.
  void fetch(Value policy);
  /// Copies the steps that exist to memory. See `store_chains` for
  /// `isStreamed`.
  void store(bool isStreamed);

private:
  Value isWide();
  /// All words of 16 bytes of a whole stretch, by the lanes in turn: where they
  /// are in memory and in the region.
  void forEachWord(llvm::function_ref<void(Value memory, Value region)> copy);
  /// Elements `lane`, `lane` + 32, .. of `count` (i32) in the order of memory.
  void forEachElement(Value count, llvm::function_ref<void(Value)> copy);
  /// Where such an element is in the region.
  StructArray inRegion(Value element);

  ValueBuilder &b;
  const WarpSteps &warp;
  StructArray array, inShared;
  Value region;
  int64_t size;
  Value first;    // of the stretch in memory, if all steps were there (i64)
  Value ofRun;    // elements between pads (i32)
  Value elements; // of all steps (i32)
  Value missing;  // elements in memory before those that exist (i32)
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_STRETCHCOPY_H
