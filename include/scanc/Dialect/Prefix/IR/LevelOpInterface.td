//===- LevelOpInterface.td - Ops of a level of a tile ------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_LEVELOPINTERFACE_TD
#define SCANC_DIALECT_PREFIX_IR_LEVELOPINTERFACE_TD

include "mlir/IR/Interfaces.td"

def LevelOpInterface : OpInterface<"LevelOpInterface"> {
  let cppNamespace = "::scanc::prefix";
  let description = [{
    An op that runs a circuit over the columns of one level of a tile: the items
    of a thread, the lanes of a warp, the columns of a block.
  }];
  let methods = [
    InterfaceMethod<"what is combined", "::mlir::FlatSymbolRefAttr", "getMonoidAttr">,
    InterfaceMethod<"the circuit's name", "::mlir::FlatSymbolRefAttr", "getCircuitAttr">,
    InterfaceMethod<"whether the state of all columns is all that it gives", "bool", "isReduction",
      (ins), [{ return ConcreteOp::reduces; }]>,
  ];
  let extraSharedClassDeclaration = [{
    /// What the circuit combines. It is there in what was verified.
    ::scanc::circuits::Network getNetwork() {
      return ::scanc::prefix::networkOf(*this, $_op.getCircuitAttr());
    }
  }];
}

#endif // SCANC_DIALECT_PREFIX_IR_LEVELOPINTERFACE_TD
