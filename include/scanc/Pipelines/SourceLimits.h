//===- SourceLimits.h - Bounds of what is parsed ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser trusts its text. It descends once for each bracket and once for
// each operator of an affine expression, so a text that has many exhausts the
// stack. Some texts take a time that grows with the square of their length
// (digits of a number, dimensions of a shape), and a few lines of aliases can
// stand for more than any memory holds:
//
//   !a0 = tuple<i32, i32>
//   !a1 = tuple<!a0, !a0>      4 types; !a60 stands for 2^61
//
// So a text is bounded before it is parsed, by one pass over its tokens. A text
// within the bounds may still be wrong: what a token means is the parser's
// business.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_PIPELINES_SOURCELIMITS_H
#define SCANC_PIPELINES_SOURCELIMITS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace scanc {

/// Far above what any text of use needs, and far below what hurts.
struct SourceLimits {
  /// Bytes of a file.
  static constexpr size_t bytes = size_t(256) << 20;
  /// Brackets open at once, those within aliases included.
  static constexpr size_t brackets = 256;
  /// Operators of an expression, those around its brackets included.
  static constexpr size_t operators = 256;
  /// Operands in a list of an affine map: each is looked up by comparing names.
  static constexpr size_t affineList = 256;
  /// Characters of a name, a keyword or a shape.
  static constexpr size_t word = 4096;
  /// Digits of a number.
  static constexpr size_t digits = 1024;
  /// Bits of an integer type. A value of one is printed in decimal.
  static constexpr uint64_t integerBits = 4096;
  /// Tokens that all references to aliases stand for.
  static constexpr size_t expansion = size_t(1) << 22;
};

/// What is too much in a text, and where.
struct SourceExcess {
  size_t offset;
  std::string message;
};

/// The first place of `text` that goes beyond a limit, or nothing.
std::optional<SourceExcess> findExcess(llvm::StringRef text);

/// Reads a file, "-" being standard input. Fails with `file_too_large`, having
/// read no more than the limit, where there is more.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readSource(llvm::StringRef fileName);

} // namespace scanc

#endif // SCANC_PIPELINES_SOURCELIMITS_H
