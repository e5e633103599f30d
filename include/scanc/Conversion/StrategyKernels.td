//===- StrategyKernels.td - What builds kernels ------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_STRATEGYKERNELS_TD
#define SCANC_CONVERSION_STRATEGYKERNELS_TD

include "mlir/IR/Interfaces.td"

def StrategyKernels : AttrInterface<"StrategyKernels"> {
  let cppNamespace = "::scanc::prefix";
  let description = [{
    Builds the kernels that `StrategyAttrInterface::getKernels` lists, out of
    KernelBuilder's parts. Nothing below the grid knows which strategy it
    serves. The single block's kernel is there already.
  }];
  let methods = [
    InterfaceMethod<"builds the kernels of a grid", "void", "build",
      (ins "const ::scanc::prefix::ScanSource &":$source)>,
    InterfaceMethod<[{builds the data movement of the kernel over the input
        alone. Errors: plans that there are no skeletons of}],
      "::llvm::LogicalResult", "buildSkeleton",
      (ins "const ::scanc::prefix::ScanSource &":$source,
           "::scanc::prefix::SkeletonPattern":$pattern), "",
      [{ return refuseSkeleton(source); }]>
  ];
}

#endif // SCANC_CONVERSION_STRATEGYKERNELS_TD
