//===- HostMonoid.h - Run a monoid on the CPU -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A monoid as a function on bytes: states go in, laid out as a C struct of
// their fields (StructLayout.h), and states come out. What runs is what a GPU
// gets: a kernel that applies the monoid goes through the compiler's phases
// and its LLVM IR runs on the executor; libdevice's functions are libm's.
//
//   lows   | s0 | s1 | s2 | ...        n states, stateSize() bytes each
//   highs  | t0 | t1 | t2 | ...
//   result | s0.t0 | s1.t1 | ...
//
// An integer division by zero traps. That concerns one pair of states; the
// others are combined all the same.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_HOSTMONOID_H
#define SCANC_VERIFY_HOSTMONOID_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace scanc::simt {
class Executor;
} // namespace scanc::simt

namespace scanc::verify {

/// A field of a state, or of an element, in memory.
struct Field {
  mlir::Type type; // signless; of a given sign where values are written
  unsigned offset; // in bytes
  unsigned size;   // in bytes
};

/// The fields of a struct of `types`.
std::vector<Field> fieldsOf(llvm::ArrayRef<mlir::Type> types);

/// A pair whose combine trapped.
struct Trap {
  size_t index;       // of the pair in its batch
  std::string reason; // "integer division by zero"
};

struct CombinedStates {
  std::vector<uint8_t> states; // zeros where a combine trapped
  std::vector<Trap> traps;     // by index
};

class HostMonoid {
public:
  /// Compiles `monoid`. Fails, with the diagnostics, where it cannot be
  /// compiled for a GPU either.
  static llvm::Expected<HostMonoid> create(prefix::MonoidOp monoid);

  llvm::StringRef name() const { return symbol; }
  llvm::ArrayRef<Field> fields() const { return layout; }
  unsigned stateSize() const { return size; }
  llvm::ArrayRef<uint8_t> identity() const { return identityState; }

  /// Combines each state of `lows` with its partner in `highs`; both hold the
  /// same number of whole states, aligned for their fields. Fails on anything
  /// but a trap.
  llvm::Expected<CombinedStates> tryCombine(llvm::ArrayRef<uint8_t> lows,
                                            llvm::ArrayRef<uint8_t> highs);

  /// As `tryCombine`, and a trap is an error that names the pair.
  llvm::Expected<std::vector<uint8_t>> combine(llvm::ArrayRef<uint8_t> lows,
                                               llvm::ArrayRef<uint8_t> highs);

  HostMonoid(HostMonoid &&);
  HostMonoid &operator=(HostMonoid &&);
  ~HostMonoid();

private:
  HostMonoid();

  std::string symbol;
  std::vector<Field> layout;
  unsigned size = 0;
  std::vector<uint8_t> identityState;
  std::unique_ptr<simt::Executor> executor;
};

} // namespace scanc::verify

#endif // SCANC_VERIFY_HOSTMONOID_H
