//===- LaunchRule.h - What a scan launches, as data -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels a scan of n elements launches, on which grids and on what
// memory, and how much workspace that takes. A strategy writes its rule once,
// as formulas (Expr.h). All who launch kernels have it from there:
//
//   NAME.c       a function of C that says the same (printC)
//   NAME.json    strings that Python can evaluate
//   scanc run, scanc verify, the executor, the tests    `evaluate`
//
// A rule depends on n, on the other sizes of what is scanned, on the number of
// multiprocessors, and on parameters, numbers of the plan that a tuner changes
// without compiling anew. So the same sizes on the same GPU combine in the same
// order every time.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LAUNCH_LAUNCHRULE_H
#define SCANC_LAUNCH_LAUNCHRULE_H

#include "scanc/Launch/Expr.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scanc::launch {

/// The parameters that every rule has, before those of its own. Up to `n <=
/// single_block_up_to` one block does it all; a grid that does not grow with n
/// has `blocks_per_sm` blocks for each multiprocessor; none has more than
/// `max_blocks`.
enum CommonParameter { SingleBlockUpTo, BlocksPerSM, MaxBlocks };
Expr singleBlockUpTo();
Expr blocksPerSM();
Expr maxBlocks();

/// The most elements that one call scans.
inline constexpr uint64_t mostElements = uint64_t(1) << 40;

/// What a workspace is a multiple of, in bytes.
inline constexpr uint64_t workspaceUnit = 256;

enum class Buffer { In, Out, Workspace };

/// Where something begins that a kernel reads or writes, in bytes.
struct Operand {
  Buffer buffer;
  Expr offset = 0;
};

/// One launch. Grid and block have one dimension.
struct Step {
  unsigned kernel;             ///< Its index.
  Expr grid;                   ///< Blocks to launch.
  Expr blocks;                 ///< What the kernel is told of blocks.
  Expr elements = launch::n(); ///< What it is told of elements or states.
  Operand in = {Buffer::In}, out = {Buffer::Out};
  Expr workspaceOffset = 0; ///< In bytes.
};

struct Case {
  Expr when;
  std::vector<Step> steps;
};

struct LaunchRule {
  /// Names and values: those that all have, then its own.
  std::vector<std::pair<std::string, uint64_t>> parameters;
  /// Names of the sizes beside n, in the order in which kernels take them. The
  /// workspace and the turning points do not depend on them.
  std::vector<std::string> sizes;
  /// Names for what is used several times; each may use those before it.
  std::vector<std::pair<std::string, Expr>> values;
  /// Of n > 0, the first that holds is launched, and one of them does.
  std::vector<Case> cases;
  /// Of each kernel, in order: its grid where it runs over the input.
  std::vector<Expr> grids;
  /// Of n > 0, a multiple of `workspaceUnit`; never less for a larger n, and no
  /// matter how many multiprocessors there are.
  Expr workspaceBytes = 0;
  /// Whether a workspace begins as zeros. It is then as large for every n that
  /// needs one.
  bool workspaceZeroed = false;
  /// The n at which kernels, or how they work, change: what holds up to such an
  /// n may not hold beyond.
  std::vector<Expr> turningPoints;

  uint64_t parameter(CommonParameter which) const {
    return parameters[which].second;
  }
  void setParameter(CommonParameter which, uint64_t value) {
    parameters[which].second = value;
  }
  /// Adds a value, and gives its name.
  Expr define(llvm::StringRef name, const Expr &value);
  /// Adds a parameter, and gives its name.
  Expr addParameter(llvm::StringRef name, uint64_t value);

  /// The rule that begins with the parameters that all have and, if
  /// `isAloneFirst`, with one block alone, by kernel 0, up to
  /// `single_block_up_to`; it turns where that block, which takes `tailTile`
  /// elements at a time, begins another cycle.
  static LaunchRule begin(uint64_t singleBlockUpTo, uint64_t blocksPerSM,
                          uint64_t maxBlocks, uint64_t tailTile,
                          bool isAloneFirst);
  /// Adds the points at which a grid of at most `blocks` blocks turns: fewer
  /// tiles than it can have blocks, as many, and so many that blocks take
  /// several, some one more than others.
  void addPointsOfGrid(const Expr &tile, const Expr &blocks);
};

/// Bytes as whole units of a workspace.
Expr roundUpToUnits(const Expr &bytes);
/// The same, of a workspace that only the single block does without.
Expr unlessSingle(const Expr &bytes);

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// The numbers of a Step.
struct Launch {
  unsigned kernel;
  uint64_t grid, blocks, elements;
  Buffer in, out;
  uint64_t inOffset, outOffset, workspaceOffset;

  bool operator==(const Launch &) const = default;
};

/// The launches of a scan of n elements, in order; none for n = 0. `sizes` are
/// those that the rule names.
std::vector<Launch> evaluate(const LaunchRule &rule, uint64_t n,
                             uint64_t multiprocessors,
                             llvm::ArrayRef<uint64_t> sizes = {});

/// Bytes of workspace that a scan of n elements needs.
uint64_t workspaceBytes(const LaunchRule &rule, uint64_t n);

/// Its turning points on a GPU with so many multiprocessors, ascending.
std::vector<uint64_t> turningPoints(const LaunchRule &rule,
                                    uint64_t multiprocessors);

/// The values that expressions need, in order.
std::vector<std::pair<std::string, Expr>> valuesOf(const LaunchRule &rule,
                                                   llvm::ArrayRef<Expr> used);

/// Two functions of C99 and C++98, called `name`_launches and
/// `name`_workspace, in the words of Runtime/scanc_runtime.h. Rules that differ
/// in their parameters alone have the same text.
std::string printC(const LaunchRule &rule, llvm::StringRef name);

} // namespace scanc::launch

#endif // SCANC_LAUNCH_LAUNCHRULE_H
