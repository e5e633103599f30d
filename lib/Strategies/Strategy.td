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
include "scanc/Dialect/Prefix/Transforms/StrategyTuning.td"

/// A strategy with the name `name` in plans. `facts`, `planning` and `kernels`
/// are the methods of the three interfaces that have a default and that it
/// states itself. `tuning` are those of `StrategyTuning`, which a strategy has
/// that names any of them.
class Prefix_Strategy<string cppName, string name, list<string> facts = [],
                      list<string> planning = [], list<string> kernels = [],
                      list<string> tuning = []>
    : AttrDef<Prefix_Dialect, cppName,
              !listconcat(
                [DeclareAttrInterfaceMethods<StrategyAttrInterface, facts>,
                 DeclareAttrInterfaceMethods<StrategyPlanning, planning>,
                 DeclareAttrInterfaceMethods<StrategyKernels, kernels>],
                !if(!empty(tuning), []<Trait>,
                    [DeclareAttrInterfaceMethods<StrategyTuning, tuning>]))> {
  let mnemonic = name;
  let assemblyFormat = "";
}

#endif // SCANC_LIB_STRATEGIES_STRATEGY_TD
