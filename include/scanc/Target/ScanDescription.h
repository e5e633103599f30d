//===- ScanDescription.h - What a host needs to launch a scan ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiled scan as plain data: what the launcher, the .json file, the
// driver's GPU run and the executor need to launch its kernels, and nothing of
// MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_SCANDESCRIPTION_H
#define SCANC_TARGET_SCANDESCRIPTION_H

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::gpu {
class GPUModuleOp;
} // namespace mlir::gpu

namespace scanc::target {

/// One scalar of an element, a state or an output, as it lies in memory.
struct ScanField {
  /// i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64, or b1, which takes a byte.
  std::string name;
  /// In bytes, from the beginning of the element.
  uint32_t offset = 0, size = 0;
};

/// A compiled scan. Sizes and alignments are in bytes; each of element, state
/// and output is laid out as the C struct of its fields.
struct ScanDescription {
  /// Names the API; the kernels are <name>_single, _reduce, _top and _scan.
  std::string name;
  std::string monoid;
  bool commutative = false, idempotent = false;
  bool inclusive = false, reverse = false;
  std::string strategy;

  std::vector<ScanField> element, state, output;
  uint32_t elementSize = 0, elementAlign = 1;
  uint32_t stateSize = 0, stateAlign = 1;
  uint32_t outputSize = 0, outputAlign = 1;
  /// The init value of each state field as printed; empty for the identity.
  std::vector<std::string> init;

  /// Elements that a block scans at a time.
  uint64_t tile = 0;
  /// Up to this n, one block alone does the scan.
  uint64_t singleBlockUpTo = 0;
  /// The grid of two-level streaming has at most blocksPerSM blocks for each
  /// multiprocessor, and at most maxBlocks.
  uint32_t blocksPerSM = 0, maxBlocks = 0;
  /// Lists that a block scans apart, with a state each in the workspace.
  uint32_t lists = 1;
  uint32_t threadsSingle = 0, threadsReduce = 0, threadsTop = 0,
           threadsScan = 0;

  /// The printed #prefix.plan.
  std::string plan;
};

/// The description that a lowered module carries.
ScanDescription describe(mlir::gpu::GPUModuleOp module);

} // namespace scanc::target

#endif // SCANC_TARGET_SCANDESCRIPTION_H
