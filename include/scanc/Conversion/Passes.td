//===- Passes.td - From scans to GPU kernels ---------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_PASSES_TD
#define SCANC_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

class LevelPass<string name, string summary_>
    : Pass<name, "::mlir::gpu::GPUModuleOp"> {
  let summary = summary_;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect", "::scanc::prefix::PrefixDialect"];
}

def PrefixBuildKernelsPass : Pass<"prefix-build-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn each planned scan into a gpu.module of kernels";
  let description = [{
    The grid level: the strategy decides which kernels there are and which
    tiles a block takes; the skeletons, what a tile is. Inside, kernels are
    written in the ops of the kernel phase. The monoid and the circuits go
    along into the `gpu.module`, which needs nothing from outside.

    With `skeleton`, the `gpu.module` holds one kernel that moves data as the
    plan's scan kernel does and computes nothing: it reads and folds all tiles
    (`in`), or writes what it reads (`in_out`). `scanc tune` times it.
  }];
  let options = [
    Option<"skeleton", "skeleton", "std::string", /*default=*/"\"\"",
           "in or in_out: the data movement of the scan kernel alone">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def PrefixMapBlocksPass : LevelPass<"prefix-map-blocks",
    "Turn the circuit of a block into steps of its threads"> {
  let description = [{
    Makes of each `block_scan` and `block_reduce` what its mapping says: who
    computes a combine and when, which cell holds a value and at which address.
    Barriers of the block stand where threads of different warps depend on each
    other, and only there; what lies between them and needs order within warps
    is a `prefix.warp_synchronous` region.
  }];
}

def PrefixLowerExchangePass : LevelPass<"prefix-lower-exchange",
    "Turn what warps and blocks tell each other into barriers and atomics"> {
  let description = [{
    Arrays in shared memory become addresses; roles become branches; `acquire`
    and `release`, operations of mbarriers; totals that are posted, gathered and
    looked back at, relaxed accesses of tagged words of 16 bytes; counts of
    blocks and drawn tiles, atomic additions. What an op says of an address
    before a wait stays before that wait.
  }];
}

def PrefixLowerBlockPass : LevelPass<"prefix-lower-block",
    "Turn cells into shared memory, and regions into branches"> {
  let description = [{
    Cells become an array in workgroup memory for each state value, whose type
    has their layout as its layout map.
  }];
}

def PrefixApplyLayoutsPass : LevelPass<"prefix-apply-layouts",
    "Turn the layout maps of workgroup arrays into addresses">;

def PrefixLowerWarpPass : LevelPass<"prefix-lower-warp",
    "Run the circuit across lanes by shuffles"> {
  let description = [{
    One group of shuffles per step of the placed circuit: a constant distance
    becomes `shuffle up`, whose own predicate says who adds; a distance that is
    a bit form of the lane, or a table, becomes `shuffle idx`.
  }];
}

def PrefixPackNarrowPass : LevelPass<"prefix-pack-narrow",
    "Reduce and scan runs of narrow elements word by word"> {
  let description = [{
    Where elements are integers of 8 or 16 bits and the combine is a single
    `arith.addi`, `muli`, `andi`, `ori`, `xori`, `minsi`, `minui`, `maxsi` or
    `maxui` of its two states, or elements are floats of 16 bits and the combine
    is `minimumf` or `maximumf`, the runs of a thread are loaded, reduced,
    scanned and stored as words of four or two lanes: sums by dot products with
    ones (`dp4a`, `dp2a`), products by multiplications of whole words, whose
    upper lanes nobody looks at, the others by logic and packed instructions,
    and lanes are put together by byte permutations (`prmt`). Where chains begin
    within a run, a reduction loses the lanes before the last one that begins
    one, and bytes are scanned as halves of 16 bits. The results are the same
    bit for bit.

    It stands before `prefix-lower-thread` and `prefix-lower-tiles`, and leaves
    to them whatever it cannot pack as a whole: circuits that are not serial or,
    in reductions, as shallow as can be, scans whose outputs are wider than their elements, sums of floats, several
    fields.
  }];
}

def PrefixLowerThreadPass : LevelPass<"prefix-lower-thread",
    "Run the circuit within a thread in registers">;

def PrefixLowerTilesPass : LevelPass<"prefix-lower-tiles",
    "Move tiles by 16-byte or scalar accesses">;

def PrefixLowerChainsPass : LevelPass<"prefix-lower-chains",
    "Let chains start from states in memory, and leave those after them there">;

def PrefixCountCombinesPass : LevelPass<"prefix-count-combines",
    "Announce each combine, for kernels that are to be measured"> {
  let description = [{
    Puts a call of `scanc_count_combine(i1 kept)` beside each `prefix.apply`,
    after removing what nothing uses. `kept` is whether the lane keeps the
    result: where all that a result goes to is `arith.select`s of one condition,
    it is that condition. The function has no body; the instrumented executor
    counts its calls.
  }];
}

def PrefixInlineMonoidsPass : LevelPass<"prefix-inline-monoids",
    "Inline combines and identities; drop monoids and circuits"> {
  let description = [{
    Combines within an op that is marked `prefix.rare` become calls of one
    function of the module, where a call is shorter than what it stands for. The
    marks are removed.
  }];
}

def PrefixLowerNativeMathPass : LevelPass<"prefix-lower-native-math",
    "Use the GPU's own instructions for math functions that have one"> {
  let description = [{
    Absolute value, square root, fused multiply-add, rounding to an integer,
    copying a sign, clamping and counting bits are exact on the GPU without
    libdevice. The other functions of the math dialect stay as they are, and
    need it.

    `arith.maximumf` and `minimumf` are one instruction on the GPU but for f64,
    where they become two comparisons and two selections, of which one each has
    to wait for the low operand. A NaN comes out as it came in, the later of
    two: the same bits on every machine.
  }];
}

def PrefixDivideByConstantsPass : LevelPass<"prefix-divide-by-constants",
    "Divide by a constant with one multiplication"> {
  let description = [{
    Unsigned quotients and remainders of i32 by a constant whose reciprocal
    takes 33 bits become one multiplication with an addend and a shift, in place
    of LLVM's five instructions. Operators modulo a prime have a division in each
    combine. Other divisors stay as they are: LLVM divides by them as well.
  }];
}

def PrefixSetDataLayoutPass : LevelPass<"prefix-set-data-layout",
    "Give kernels the data layout of NVPTX"> {
  let description = [{
    Without it, accesses of 64 and 128 bits are split.
  }];
}

#endif // SCANC_CONVERSION_PASSES_TD
