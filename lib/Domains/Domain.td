//===- Domain.td - What is common to the domains -----------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DOMAINS_DOMAIN_TD
#define SCANC_LIB_DOMAINS_DOMAIN_TD

include "mlir/IR/AttrTypeBase.td"
include "scanc/Conversion/DomainWalk.td"
include "scanc/Dialect/Prefix/IR/DomainAttrInterface.td"
include "scanc/Dialect/Prefix/IR/PrefixDialect.td"

/// A domain with the name `name` in scans. `facts` are the methods of its
/// interface that have a default and that it states itself.
class Prefix_Domain<string cppName, string name, list<string> facts = []>
    : AttrDef<Prefix_Dialect, cppName,
              [DeclareAttrInterfaceMethods<DomainAttrInterface, facts>,
               DeclareAttrInterfaceMethods<DomainWalk>]> {
  let mnemonic = name;
  let assemblyFormat = "";
}

#endif // SCANC_LIB_DOMAINS_DOMAIN_TD
