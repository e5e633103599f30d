//===- ChooseMapping.h - How a block is to run a circuit --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills in what a mapping leaves open. Who computes a combine is chosen by what
// the whole program would cost, the operator included; the layout, by the bank
// conflicts of its exact accesses and the arithmetic that addresses take.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_CHOOSEMAPPING_H
#define SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_CHOOSEMAPPING_H

#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// The mapping of `circuit` in blocks of `shape` for states of `fieldBytes`,
/// with what `given` (null for nothing) says kept. Errors: those of mapCircuit,
/// where what is given does not suit the circuit.
llvm::Expected<MappingAttr>
chooseMapping(CircuitOp circuit, const BlockShape &shape, MappingAttr given,
              llvm::ArrayRef<int64_t> fieldBytes, const OperatorCost &combine);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_CHOOSEMAPPING_H
