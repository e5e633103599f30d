//===- Arrays.h - Elements as a scan's arrays hold them ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host has elements and outputs as C structs, one after another. A scan of a
// structure of arrays has each of their values in an array of its own. Where
// there is one array of structures, both are the same.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_ARRAYS_H
#define SCANC_TARGET_ARRAYS_H

#include "scanc/Runtime/scanc_tensor.h"
#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"

namespace scanc::target {

/// What `array` holds of elements of `elementSize` bytes: they themselves,
/// where it holds all of them, else what is put into `storage`.
llvm::ArrayRef<char> takeArray(const ScanArray &array,
                               llvm::ArrayRef<char> elements,
                               uint32_t elementSize,
                               std::vector<char> &storage);

/// The converse: puts what `array` holds, `values`, into each of `elements`.
void putArray(const ScanArray &array, llvm::ArrayRef<char> values,
              llvm::MutableArrayRef<char> elements, uint32_t elementSize);

/// Where the arrays of a scan along an axis lie that have these extents, in C
/// order and without gaps. With totals, outputs have one more along the axis.
scanc_tensor denseTensor(const ScanDescription &scan,
                         llvm::ArrayRef<uint64_t> extents, size_t axis);

} // namespace scanc::target

#endif // SCANC_TARGET_ARRAYS_H
