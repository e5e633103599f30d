//===- Strategy.td - What every strategy is ----------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRATEGY_TD
#define SCANC_LIB_STRATEGIES_STRATEGY_TD

include "mlir/IR/AttrTypeBase.td"
include "scanc/Conversion/StrategyKernels.td"
include "scanc/Dialect/Prefix/IR/PrefixDialect.td"
include "scanc/Dialect/Prefix/IR/StrategyAttrInterface.td"
include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.td"

/// A strategy with the name `name` in plans. `facts`, `planning` and `kernels`
/// are the methods of the three interfaces that have a default and that it
/// states itself.
class Prefix_Strategy<string cppName, string name, list<string> facts = [],
                      list<string> planning = [], list<string> kernels = []>
    : AttrDef<Prefix_Dialect, cppName,
              [DeclareAttrInterfaceMethods<StrategyAttrInterface, facts>,
               DeclareAttrInterfaceMethods<StrategyPlanning, planning>,
               DeclareAttrInterfaceMethods<StrategyKernels, kernels>]> {
  let mnemonic = name;
  let assemblyFormat = "";
}

#endif // SCANC_LIB_STRATEGIES_STRATEGY_TD
