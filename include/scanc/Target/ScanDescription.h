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

#include "scanc/Launch/Cadence.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::gpu {
class GPUModuleOp;
} // namespace mlir::gpu

namespace scanc::target {

/// One scalar of an element, a state or an output, as it lies in memory.
struct ScanField {
  /// The name of a scalar type (Machine/ScalarTypes.h): i8, u64, f32, b1, ...
  std::string type;
  /// In bytes, from the beginning of the element.
  uint32_t offset = 0, size = 0;
  /// As the source says; empty if it does not.
  std::string name = "";
};

/// Whether the source names the fields.
bool areNamed(const std::vector<ScanField> &fields);

/// What the launcher calls field `index` of a struct: f0 or, where the source
/// names it, score.
std::string nameField(size_t index, const ScanField &field);

/// What the launcher calls its array, in a structure of arrays: in0 or, where
/// the source names it, in_score.
std::string nameArray(const std::string &side, size_t index,
                      const ScanField &field);

/// A kernel, <name>_<suffix>.
struct ScanKernel {
  std::string suffix;
  /// Threads a block.
  uint32_t threads = 0;
  /// Bytes of dynamic shared memory a block.
  uint32_t sharedBytes = 0;
  /// Blocks that a multiprocessor holds at least.
  uint32_t blocksPerSM = 1;
  /// Elements or states that a block takes at a time.
  uint64_t tile = 0;
  /// It waits itself for what the kernel before it writes, where the
  /// architecture lets it start before that one has ended.
  bool dependent = false;
};

/// An array of a scan's input or output: where in an element what it holds
/// lies.
struct ScanArray {
  uint32_t offset = 0, size = 0, alignment = 1;
  /// What it holds, of the element's fields.
  size_t firstField = 0, fieldCount = 1;
  /// What a launcher calls it, and its C struct if that has a name.
  std::string name = "", structName = "";
};

/// Which fields of an element lie in an array together, and their C struct's
/// name, if it has one.
struct ArrayFields {
  size_t count = 1;
  std::string structName = "";
};

/// What a function of a launcher scans: n elements, rows of n elements, or a
/// tensor along an axis.
enum class Shape { Line, Rows, Axis };

/// A compiled scan. Sizes and alignments are in bytes; each of element, state
/// and output is laid out as the C struct of its fields, or of the structs of
/// its arrays. That is how a host has them; with `soa` the kernels take and
/// give an array for each field.
struct ScanDescription {
  /// Names the kernels.
  std::string name;
  std::string monoid;
  bool commutative = false, idempotent = false;
  bool inclusive = false, reverse = false, soa = false;
  std::string strategy;
  /// Whether every run gives the same bits.
  bool deterministic = true;

  std::vector<ScanField> element, state, output;
  /// The C structs that an element and an output are; empty if the source does
  /// not name them.
  std::string elementStruct, outputStruct;
  uint32_t elementSize = 0, elementAlign = 1;
  uint32_t stateSize = 0, stateAlign = 1;
  uint32_t outputSize = 0, outputAlign = 1;
  /// Where a map makes states of elements, or outputs of states: the arrays of
  /// that side.
  std::vector<ArrayFields> loaded, stored;
  /// The input arrays that no output may replace.
  std::vector<size_t> kept;
  /// The init value of each state field as printed; empty for the identity.
  std::vector<std::string> init;
  /// Whether chains start from states in memory, and leave those after them
  /// there: the fields of these, which have the state's layout and the
  /// signedness of elements.
  bool takesInitial = false, leavesFinal = false;
  std::vector<ScanField> chainState;
  /// Whether there is an output more than elements.
  bool hasTotal = false;

  /// What it walks over, what it adds to the name, and the sizes that it has
  /// beside n; empty for a line.
  std::string domain, suffix;
  std::vector<std::string> moreSizes;
  Shape shape = Shape::Line;
  /// Chains that lie side by side, which it has as one: an element is one of
  /// each, and so is a state.
  size_t columns = 1;
  /// Whether its launcher has the function for its shape; else its kernels are
  /// there for what functions for others can do with them.
  bool isAsked = true;

  /// Elements that a block scans at a time, at least.
  uint64_t tile = 0;
  /// What it launches, and its workspace.
  launch::LaunchRule rule;
  /// How soon its kernels go round.
  launch::Cadence cadence;
  /// In the order in which the rule knows them.
  std::vector<ScanKernel> kernels;
  /// The one of them for chains without elements; 0: none.
  size_t emptyKernel = 0;

  /// The printed #prefix.plan.
  std::string plan;

  /// Whether it scans rows, each by itself.
  bool isOfRows() const { return shape == Shape::Rows; }
  /// Whether its kernels scan along an axis of a tensor: those of several
  /// columns as one scan a line.
  bool isOfAxis() const { return shape == Shape::Axis && columns == 1; }

  /// Whether one of the sizes that it has beside n is a stride, which may be
  /// negative.
  static bool isStride(const std::string &size) {
    return size.find("_stride") != size.npos;
  }

  /// Names the API: the kernels' name, less the domain's suffix.
  std::string apiName() const;

  /// Whether there is one array in, and one out, of structures.
  bool areWhole() const {
    return !soa && loaded.size() <= 1 && stored.size() <= 1;
  }

  /// The arrays of the input, and of the output.
  std::vector<ScanArray> inputArrays() const;
  std::vector<ScanArray> outputArrays() const;
  /// What an element takes of all of them.
  uint32_t inputBytes() const;
  uint32_t outputBytes() const;
};

/// The description that a lowered module carries.
ScanDescription describe(mlir::gpu::GPUModuleOp module);

} // namespace scanc::target

#endif // SCANC_TARGET_SCANDESCRIPTION_H
