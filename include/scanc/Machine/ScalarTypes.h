//===- ScalarTypes.h - What memory can hold ---------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of the types that a field of an element, an output or a state can
// have, and what each is called: on the command line and in descriptions, in C,
// in NumPy. `Dialect/Prefix/IR/ScalarTypes.h` says which MLIR types they are.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_MACHINE_SCALARTYPES_H
#define SCANC_MACHINE_SCALARTYPES_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace scanc::machine {

struct ScalarType {
  enum class Kind { Bool, Signed, Unsigned, Float };

  llvm::StringRef name; ///< "u16".
  Kind kind;
  unsigned bits;
  const llvm::fltSemantics *format; ///< Of floats; else null.
  llvm::StringRef c;                ///< "uint16_t".
  llvm::StringRef note;             ///< What the C type does not say; or none.
  llvm::StringRef numpy;            ///< "<u2": what an output file says.
  llvm::StringRef numpyToo;         ///< What an input file may say as well.
  llvm::StringRef stateName;        ///< Default type of states, "i16".
  llvm::StringRef summary;
  bool nameable = true; ///< --type may ask for it.

  unsigned bytes() const { return (bits + 7) / 8; }
  bool isFloat() const { return kind == Kind::Float; }
  bool isUnsigned() const { return kind == Kind::Unsigned; }

  /// The bits of the number of this type that is nearest to `value`; of an
  /// integer, those of the whole part.
  uint64_t encode(double value) const;

  /// Whether a .npy file's type string holds values of this type.
  bool matchesNumpy(llvm::StringRef type) const;
};

/// All of them, in the order in which they are listed.
llvm::ArrayRef<ScalarType> scalarTypes();

/// The type of a name, or null.
const ScalarType *findScalarType(llvm::StringRef name);

/// The same of a name that is known to be one.
const ScalarType &getScalarType(llvm::StringRef name);

/// "i8 u8 i16 ...", for errors: what --type takes.
std::string scalarTypeNames();

/// "f16, bf16, f32 or f64", for messages.
std::string listFloats();

} // namespace scanc::machine

#endif // SCANC_MACHINE_SCALARTYPES_H
