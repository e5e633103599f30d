//===- StrategyAttrInterface.td - What a strategy says ------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_STRATEGYATTRINTERFACE_TD
#define SCANC_DIALECT_PREFIX_IR_STRATEGYATTRINTERFACE_TD

include "mlir/IR/Interfaces.td"

def StrategyAttrInterface : AttrInterface<"StrategyAttrInterface"> {
  let cppNamespace = "::scanc::prefix";
  let description = [{
    How the blocks of a grid cooperate. A strategy is an attribute in a folder
    of its own (`lib/Strategies`), and says here what others need to know of
    it. How it is planned and checked, and what builds its kernels, are two
    further interfaces (`StrategyPlanning`, `StrategyKernels`), which the same
    attribute has. Nobody asks which strategy it is.
  }];
  let methods = [
    InterfaceMethod<"its name in plans", "::llvm::StringRef", "getName">,
    InterfaceMethod<"a line for lists and help", "::llvm::StringRef",
      "getSummary">,
    InterfaceMethod<[{whether the same input gives the same bits in every run,
        also where the operator rounds}], "bool", "isDeterministic", (ins), "",
      [{ return true; }]>,
    InterfaceMethod<"the names of its skeletons, in the order of a plan's text",
      "::llvm::ArrayRef<::llvm::StringLiteral>", "getSkeletonNames">,
    InterfaceMethod<[{those that a complete plan may do without, in groups: a
        plan has all of a group or none}],
      "::llvm::ArrayRef<::llvm::ArrayRef<::llvm::StringLiteral>>",
      "getOptionalSkeletons", (ins), "", [{ return {}; }]>,
    InterfaceMethod<[{the parameters that its skeletons have beside those that
        all have, in the order of a plan's text}],
      "::llvm::ArrayRef<::scanc::prefix::SkeletonParameter>",
      "getSkeletonParameters", (ins), "", [{ return {}; }]>,
    InterfaceMethod<[{whether those of a skeleton, in which some may be open,
        go together with the rest of it}], "::llvm::LogicalResult",
      "verifySkeleton",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "const ::scanc::prefix::SkeletonParts &":$parts), "",
      [{ return ::mlir::success(); }]>,
    InterfaceMethod<[{what a thread's circuit may span in place of all items,
        if the thread goes through its run piece by piece}],
      "std::optional<int64_t>", "getPiece",
      (ins "::scanc::prefix::SkeletonAttr":$skeleton), "",
      [{ return std::nullopt; }]>,
    InterfaceMethod<[{whether its kernels move tiles as they lie in memory, so
        that the elements of a domain must lie side by side}], "bool",
      "needsContiguous", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{whether its kernels begin anew where a chain of elements
        does}], "bool", "takesChains", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{whether its lanes have chains of their own, which lie side
        by side: it takes such domains and no others}], "bool", "isAcross",
      (ins), "", [{ return false; }]>,
    InterfaceMethod<[{what its kernels need of a GPU, of `machine::Feature`}],
      "uint32_t", "getNeeds", (ins), "", [{ return 0; }]>,
    InterfaceMethod<[{the kernels of a complete plan, in the order in which the
        launch rule numbers them; the first is the single block's}],
      "std::vector<::scanc::prefix::PlannedKernel>", "getKernels",
      (ins "::scanc::prefix::PlanAttr":$plan,
           "const ::scanc::prefix::ScanTypes &":$types)>,
    InterfaceMethod<"what a complete plan launches, and its workspace",
      "::scanc::launch::LaunchRule", "getLaunchRule",
      (ins "::scanc::prefix::PlanAttr":$plan,
           "const ::scanc::prefix::ScanTypes &":$types)>,
    InterfaceMethod<"how soon its kernels go round", "::scanc::launch::Cadence",
      "getCadence", (ins "::scanc::prefix::PlanAttr":$plan,
                         "const ::scanc::prefix::ScanTypes &":$types)>,
    InterfaceMethod<[{how often memory has each element of a long scan}],
      "::scanc::prefix::MemoryPasses", "getMemoryPasses">
  ];
}

#endif // SCANC_DIALECT_PREFIX_IR_STRATEGYATTRINTERFACE_TD
