//===- DomainAttrInterface.td - What a scan walks over -----*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_DOMAINATTRINTERFACE_TD
#define SCANC_DIALECT_PREFIX_IR_DOMAINATTRINTERFACE_TD

include "mlir/IR/Interfaces.td"

def DomainAttrInterface : AttrInterface<"DomainAttrInterface"> {
  let cppNamespace = "::scanc::prefix";
  let description = [{
    What a scan walks over: which elements of memory it takes, and in which
    order. A domain is an attribute in a folder of its own (`lib/Domains`). How
    kernels find its elements is a further interface (`DomainWalk`), which the
    same attribute has.
  }];
  let methods = [
    InterfaceMethod<"its name", "::llvm::StringRef", "getName">,
    InterfaceMethod<"a line for lists and help", "::llvm::StringRef",
      "getSummary">,
    InterfaceMethod<[{the sizes that it has at run time, in elements, in the
        order of the operands of `prefix.walk`}],
      "::llvm::ArrayRef<::llvm::StringLiteral>", "getSizeNames">,
    InterfaceMethod<[{whether elements that follow each other lie side by side
        in memory, with nothing between them}], "bool", "isContiguous">,
    InterfaceMethod<[{whether it has chains of elements, each of which a scan
        begins anew}], "bool", "hasChains", (ins), "", [{ return false; }]>
  ];
}

#endif // SCANC_DIALECT_PREFIX_IR_DOMAINATTRINTERFACE_TD
