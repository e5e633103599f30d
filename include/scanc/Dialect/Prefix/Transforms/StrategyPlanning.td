//===- StrategyPlanning.td - How a strategy is planned ------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYPLANNING_TD
#define SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYPLANNING_TD

include "mlir/IR/Interfaces.td"

def StrategyPlanning : AttrInterface<"StrategyPlanning"> {
  let cppNamespace = "::scanc::prefix";
  let description = [{
    How the plan of a strategy is completed, and what it must satisfy. The
    attribute of a strategy has it beside `StrategyAttrInterface`.
  }];
  let methods = [
    InterfaceMethod<[{how much it is to be preferred where nobody names a
        strategy; 0: not at all. The most preferred one is planned}],
      "int", "getPreference", (ins "::scanc::prefix::PlanRequest &":$request),
      "", [{ return 0; }]>,
    InterfaceMethod<[{whether what an author gave makes sense in a plan of this
        strategy. Says at the scan what does not}],
      "::llvm::LogicalResult", "checkGiven",
      (ins "::scanc::prefix::PlanRequest &":$request), "",
      [{ return ::mlir::success(); }]>,
    InterfaceMethod<"a complete plan; or an error at the scan",
      "::mlir::FailureOr<::scanc::prefix::PlanAttr>", "complete",
      (ins "::scanc::prefix::PlanRequest &":$request)>,
    InterfaceMethod<[{whether a complete plan can be built, beyond what its
        skeletons show one by one. Says at the scan what cannot}],
      "::llvm::LogicalResult", "check",
      (ins "::scanc::prefix::PlanChecker &":$checker,
           "::scanc::prefix::PlanAttr":$plan)>,
    InterfaceMethod<[{a complete plan like this one, of which few tiles go round
        all that its blocks share; null: this one is such, or blocks share
        nothing that a plan can make smaller. What is proven of its kernels is
        code that those of the plan reach with very many tiles only}],
      "::scanc::prefix::PlanAttr", "shortenRings",
      (ins "::scanc::prefix::PlanAttr":$plan), "", [{ return {}; }]>
  ];
}

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYPLANNING_TD
