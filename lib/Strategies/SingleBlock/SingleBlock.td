//===- SingleBlock.td - One block scans everything ---------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_SingleBlockAttr : Prefix_Strategy<"SingleBlock", "single_block", ["takesChains"],
                      ["checkGiven", "getPreference"]> {
  let summary = "one block scans everything";
  let description = [{
    ```
    NAME_single   1 block   scans any n, tile after tile   reads, writes n
    ```

    Of rows, as many blocks as the GPU holds have each some of their own.
    The kernel is that of the plan's `tail`, which every scan has, with as many
    warps as `top`. For small inputs. A complete plan has `reduce` and `scan`
    too, as the plans of grids have; an author can say nothing of them.
  }];
}
