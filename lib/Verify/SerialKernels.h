//===- SerialKernels.h - Kernels that one thread runs -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever this room computes, it computes with a kernel of one thread that
// goes through the compiler's own phases and runs on the executor. So the
// operator that is looked at is the operator that a GPU gets, and an element
// becomes a state, and a state an output, by the ops that compiled scans use:
// a tile of one row and one item is, in a block of one thread, one element.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_SERIALKERNELS_H
#define SCANC_LIB_VERIFY_SERIALKERNELS_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Simt/Executor.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scanc::verify {

/// The values of one state.
using State = llvm::SmallVector<mlir::Value, 2>;

/// Arrays in memory: bases are !llvm.ptr<1>. Elements are taken along `walk`
/// (!prefix.walk), or, without one, in their order.
struct Arrays {
  llvm::SmallVector<mlir::Value> bases;
  prefix::ElementArrays form;
  mlir::Value walk;
  /// What makes states of elements, or outputs of states; null: nothing.
  prefix::MapOp map = {};
  /// Of outputs, the elements that such a map takes.
  const Arrays *inputs = nullptr;
  /// Where a map looks at the elements beside one: the walk over all.
  mlir::Value whole = {};
};

/// An element: its number in the order of the scan and, for maps, its index.
struct Element {
  mlir::Value number, index = {};
};

/// Builds kernels of one thread for a monoid.
class SerialBuilder : public mlir::ImplicitLocOpBuilder {
public:
  SerialBuilder(mlir::gpu::GPUModuleOp module, prefix::MonoidOp monoid);

  /// Opens a kernel that takes `pointers` pointers, then `sizes` i64s, and
  /// builds into it from now on. Gives its arguments.
  mlir::ValueRange open(llvm::StringRef name, unsigned pointers,
                        unsigned sizes = 1);

  /// for (i = 0; i < count; ++i) carry = body(i, carry).
  void
  loop(mlir::Value count, mlir::ValueRange carry,
       llvm::function_ref<State(mlir::Value i, mlir::ValueRange carry)> body);

  State identity();
  State combine(mlir::ValueRange low, mlir::ValueRange high);
  /// An element of `arrays` as a state.
  State load(const Arrays &arrays, const Element &element);
  /// `states`, whose integers have the signedness of `signs`: what is stored of
  /// an element or, for a map, what it takes.
  void store(mlir::ValueRange states, llvm::ArrayRef<mlir::Type> signs,
             const Arrays &arrays, const Element &element);
  /// A walk along the first `count` elements of arrays (i64).
  mlir::Value line(mlir::Value count);
  /// Has the maps of `scan` in the module.
  prefix::MapOp addMap(prefix::ScanOp scan, bool isLoad);

  mlir::Value i64(int64_t value) {
    return mlir::arith::ConstantIntOp::create(*this, value, 64);
  }
  llvm::ArrayRef<mlir::Type> getStateTypes() const { return types; }

private:
  /// The walk in which the element that a map takes has its index, and where in
  /// it the first element of the arrays is.
  std::pair<mlir::Value, mlir::Value> numbered(const Arrays &arrays,
                                               const Element &element);

  mlir::gpu::GPUModuleOp module;
  mlir::FlatSymbolRefAttr monoid;
  llvm::SmallVector<mlir::Type> types;
};

/// Compiles the kernels that `build` makes for `monoid`. The error holds the
/// compiler's diagnostics.
llvm::Expected<std::unique_ptr<simt::Executor>>
compileSerial(prefix::MonoidOp monoid,
              llvm::function_ref<void(SerialBuilder &)> build);

/// Runs `kernel` with `pointers` and `sizes`.
llvm::Error runSerial(simt::Executor &executor, llvm::StringRef kernel,
                      llvm::ArrayRef<const void *> pointers,
                      llvm::ArrayRef<uint64_t> sizes);

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_SERIALKERNELS_H
