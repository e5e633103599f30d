//===- NpyLiteral.h - Python literals of a .npy header ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header of a .npy file is a Python dictionary literal. This is the part of
// that language that NumPy writes:
//
//   value := string | integer | 'True' | 'False' | 'None' | tuple | list | dict
//
// Nesting is bounded, so that no input can exhaust the stack.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_NPYLITERAL_H
#define SCANC_TOOLS_SCANC_NPYLITERAL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scanc::npy {

/// A Python value and the place it was read from.
struct Literal {
  enum class Kind { None, Bool, Integer, String, Tuple, List, Dict };

  Kind kind = Kind::None;
  size_t offset = 0;             ///< Bytes from the start of the text.
  bool boolean = false;          ///< Bool.
  uint64_t integer = 0;          ///< Integer; never negative in a header.
  std::string string;            ///< String, as UTF-8.
  std::vector<Literal> elements; ///< Tuple, List, and the values of Dict.
  std::vector<Literal> keys;     ///< Dict; as many as elements.

  /// The value of a key, or null.
  const Literal *find(llvm::StringRef key) const;
};

/// What is wrong and where: bytes from the start of the text.
struct LiteralError {
  std::string message;
  size_t offset = 0;
};

/// Parses the whole of `text` (white space around the value is allowed).
/// Returns false and fills `error` when it is not one value. `latin1` says
/// that bytes from 0x80 are Latin-1 rather than UTF-8.
bool parseLiteral(llvm::StringRef text, bool latin1, Literal &value,
                  LiteralError &error);

} // namespace scanc::npy

#endif // SCANC_TOOLS_SCANC_NPYLITERAL_H
