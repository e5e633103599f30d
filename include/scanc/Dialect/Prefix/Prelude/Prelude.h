//===- Prelude.h - The built-in monoids as text -----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The built-in operators are a file, prelude.mlir, embedded in the library. A
// scan that names a monoid its own file does not define gets the definition
// from here: the text is parsed like any other input, so that a built-in
// operator has no path of its own through the compiler.
//
// The set of names is read off the text. There is no second list to keep.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_PRELUDE_PRELUDE_H
#define SCANC_DIALECT_PREFIX_PRELUDE_PRELUDE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace scanc::prefix {

/// The text of prelude.mlir: a sequence of `prefix.monoid` ops, NUL terminated.
llvm::StringRef preludeSource();

/// What the locations of its monoids call the file.
inline constexpr llvm::StringLiteral preludeFileName = "prelude.mlir";

/// The names of the built-in monoids, without `@`, in the order of the file:
/// `add_i8`, `add_i16`, ...
std::vector<std::string> preludeMonoids();

/// Whether `name`, without `@`, is a built-in monoid.
bool isPreludeMonoid(llvm::StringRef name);

/// The text of intervals.mlir: the monoids that stand for every operator.
llvm::StringRef intervalsSource();

/// The name of the interval monoid whose bounds have 32 or 64 bits, without
/// `@`; `idempotent` for the one that takes overlapping operands, `hasChains`
/// for the one whose init may come before any element.
std::string getIntervalMonoid(unsigned bits, bool idempotent, bool hasChains);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_PRELUDE_PRELUDE_H
