//===- Elements.h - What is known of the elements of scans ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A monoid need not keep its laws on every state, only on those that a scan
// can reach: its elements, and what they combine to. What those are is known
// where a scan's element type is narrower than its state, or where the author
// says so on the scan:
//
//   prefix.scan @turns inclusive @rotation : (f64, f64) -> (f64, f64)
//       attributes {prefix.elements = [[1.0, 0.0], [0.6, 0.8], [0.0, -1.0]]}
//
// `prefix.elements` is a list of elements, a value per field.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_ELEMENTS_H
#define SCANC_VERIFY_ELEMENTS_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Verify/HostMonoid.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace scanc::verify {

/// The monoid of `scan`, from its module or else from the prelude, which is
/// then parsed into `prelude`. Null if there is none.
prefix::MonoidOp monoidOf(prefix::ScanOp scan,
                          mlir::OwningOpRef<mlir::ModuleOp> &prelude);

/// The types of the states of `scan`, whose monoid has states of `state`. A
/// monoid's integers have no sign; these have that of the scan's elements.
llvm::SmallVector<mlir::Type> signedStates(prefix::ScanOp scan,
                                           mlir::TypeRange state);

/// The elements that `scan` declares, each a C struct of what all arrays have
/// (`ElementArrays::together`); empty if it declares none.
/// Fails where the list does not fit the scan's element.
llvm::Expected<std::vector<uint8_t>> declaredElements(prefix::ScanOp scan);

/// Elements as C structs, each of what all arrays have of it, and as arrays.
class ArrayParts {
public:
  using Values = std::vector<std::vector<uint8_t>>; // of each array

  ArrayParts() = default;
  explicit ArrayParts(const prefix::ElementArrays &arrays);

  /// In bytes, of all arrays.
  unsigned elementSize() const { return size; }
  /// Room for `count` elements.
  Values make(uint64_t count) const;
  Values take(llvm::ArrayRef<uint8_t> elements) const;
  /// The converse.
  std::vector<uint8_t> put(const Values &arrays) const;

private:
  unsigned size = 0;
  std::vector<unsigned> offsets, sizes; // of each array
};

/// The states of the elements of `scan`, whose monoid is `monoid`, both as in
/// memory. Where a map asks for its index, each element has that of its place.
llvm::Expected<std::vector<uint8_t>> toStates(prefix::ScanOp scan,
                                              prefix::MonoidOp monoid,
                                              llvm::ArrayRef<uint8_t> elements);

/// The fields of such an element, whose `size` in bytes is set.
std::vector<Field> fieldsOf(const prefix::ElementArrays &arrays,
                            unsigned &size);

} // namespace scanc::verify

#endif // SCANC_VERIFY_ELEMENTS_H
