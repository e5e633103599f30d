//===- ScalarTypes.h - The types of --type, and NumPy's ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of the scalar types that a user can name. The names are those of
// the command line and of target::ScanField: i8 u8 ... f64, and b1, which only
// a file can ask for.
//
//   name   in MLIR   in a .npy file   default state
//   u16    ui16      <u2              i16
//   bf16   bf16      <u2 or |V2       f32
//
// NumPy has no bf16: its bits are saved as '<u2', or as '|V2' by ml_dtypes.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_SCALARTYPES_H
#define SCANC_TOOLS_SCANC_SCALARTYPES_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace scanc {

struct ScalarType {
  llvm::StringRef name;      ///< "u16".
  llvm::StringRef numpyType; ///< "<u2": what an output file says.
  llvm::StringRef stateName; ///< Default state type, "i16".
  llvm::StringRef summary;
  bool nameable = true; ///< --type may ask for it.

  bool isFloat() const { return name.contains('f'); }
  bool isUnsigned() const { return name.starts_with("u"); }
  unsigned bits() const;

  /// As an element: signless for i, unsigned for u.
  mlir::Type elementType(mlir::MLIRContext &context) const;
  /// As a state: integers are signless.
  mlir::Type stateType(mlir::MLIRContext &context) const;

  /// Whether a .npy file's type string holds values of this type.
  bool matchesNumpy(llvm::StringRef type) const;
};

/// All of them, in the order of the contract.
llvm::ArrayRef<ScalarType> scalarTypes();

/// The type of a name, or null.
const ScalarType *findScalarType(llvm::StringRef name);

/// "i8 u8 i16 ...", for errors: what --type takes.
std::string scalarTypeNames();

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_SCALARTYPES_H
