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

/// The elements that `scan` declares, as in memory; empty if it declares none.
/// Fails where the list does not fit the scan's element.
llvm::Expected<std::vector<uint8_t>> declaredElements(prefix::ScanOp scan);

/// `elements` of `types`, as in memory, as states of `monoid`.
llvm::Expected<std::vector<uint8_t>> toStates(prefix::MonoidOp monoid,
                                              llvm::ArrayRef<mlir::Type> types,
                                              llvm::ArrayRef<uint8_t> elements);

} // namespace scanc::verify

#endif // SCANC_VERIFY_ELEMENTS_H
