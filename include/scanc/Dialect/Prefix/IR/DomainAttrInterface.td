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
    InterfaceMethod<[{how many strides each array has of its own, in elements:
        behind the sizes, those of the arrays that a walk goes over}],
      "size_t", "countStrides", (ins), "", [{ return 0; }]>,
    InterfaceMethod<"whether arrays have strides", "bool", "hasStrides", (ins),
      "", [{ return $_attr.countStrides() != 0; }]>,
    InterfaceMethod<[{whether its chains lie side by side, so that lanes have
        chains of their own and not parts of one}], "bool", "isAcross", (ins),
      "", [{ return false; }]>,
    InterfaceMethod<[{what the names of a scan's functions and kernels have
        behind its own: `rows` for NAME_rows; empty: nothing}],
      "::llvm::StringRef", "getSuffix", (ins), "", [{ return ""; }]>,
    InterfaceMethod<[{the domains that kernels are made for where a scan asks
        for this one}],
      "::llvm::SmallVector<::mlir::Attribute>", "getForms",
      (ins), "", [{ return {$_attr}; }]>,
    InterfaceMethod<[{how many chains of the scan that was asked for lie side by
        side, so that their elements, and their states, are one}],
      "size_t", "getColumns", (ins), "", [{ return 1; }]>,
    InterfaceMethod<[{whether its kernels are there beside others, for what
        those do not take; they have a plan of their own}], "bool",
      "isSecondary", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{whether it has chains of elements, each of which a scan
        begins anew}], "bool", "hasChains", (ins), "",
      [{ return !$_attr.getChainSize().empty(); }]>,
    InterfaceMethod<[{which of its sizes is the length of a chain; empty: all
        elements are one}], "::llvm::StringRef", "getChainSize", (ins), "",
      [{ return ""; }]>,
    InterfaceMethod<[{which of its sizes says how many chains fill a stretch of
        memory together, or 0 where they do not; empty: none does}],
      "::llvm::StringRef", "getStretchSize", (ins), "", [{ return ""; }]>
  ];
}

#endif // SCANC_DIALECT_PREFIX_IR_DOMAINATTRINTERFACE_TD
