//===- DomainWalk.td - How kernels find elements -----------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_DOMAINWALK_TD
#define SCANC_CONVERSION_DOMAINWALK_TD

include "mlir/IR/Interfaces.td"

def DomainWalk : AttrInterface<"DomainWalk"> {
  let cppNamespace = "::scanc::prefix";
  let description = [{
    Finds the elements of a domain in memory. Kernels ask it for all addresses
    of elements: nothing else knows in which order a scan takes them.
  }];
  let methods = [
    InterfaceMethod<[{the domain with such sizes (i64, elements, as
        `DomainAttrInterface::getSizeNames` lists them), from its last element
        on if `isReversed`}],
      "std::unique_ptr<::scanc::prefix::Domain>", "open",
      (ins "::mlir::ValueRange":$sizes, "bool":$isReversed)>
  ];
}

#endif // SCANC_CONVERSION_DOMAINWALK_TD
