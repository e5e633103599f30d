//===- States.h - Between .npy arrays and the states of chains --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   --initial=X.npy    what each chain starts from: the line, or each row
//   --final=Y.npy      the state after its last element
//
// A file holds a state for each chain, as items (Items.h). They have the
// dimensions of the elements but for that which is scanned; a line has one
// dimension of one state all the same. X may hold the state of a line, or of an
// array of one dimension, with a dimension or without. Y takes the form of X:
// structured with the same field names, or with them in the last dimension.
// Without X, several fields are structured, by the names of the scan.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_STATES_H
#define SCANC_TOOLS_SCANC_STATES_H

#include "Extents.h"
#include "Items.h"
#include "Npy.h"

#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scanc {

/// The states that the chains of elements start from. The file must outlive
/// them. Errors name the file, and say the expected and the actual type, number
/// of states or shape.
llvm::Expected<Items> loadInitialStates(const npy::Array &file,
                                        const target::ScanDescription &scan,
                                        const Extents &extents);

/// The file of the states after chains: what it says, and room for them.
class FinalStates {
public:
  /// Of a scan of these input files, whose elements have these extents.
  /// `initial` is the file of the states that chains start from, if there is
  /// one. Error: there is not enough memory.
  static llvm::Expected<FinalStates>
  make(llvm::ArrayRef<npy::Array> inputs,
       const std::optional<npy::Array> &initial,
       const target::ScanDescription &scan, const Extents &extents);

  /// Where the scan is to put the states.
  llvm::MutableArrayRef<char> bytes();
  /// What the file is to hold; once.
  std::string takeFile() { return std::move(file); }

private:
  FinalStates() = default;

  std::string file; // its header, and the states from `begin` on
  size_t begin = 0;
};

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_STATES_H
