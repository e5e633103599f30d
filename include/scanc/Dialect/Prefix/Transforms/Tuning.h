//===- Tuning.h - The sizes that plans are made with ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the planner cannot compute it takes from a tuning: for each strategy and
// for elements of 1, 2, 4, 8 and 16 bytes, a handful of sizes. A tuning is
// measured, one for each architecture, by `scanc tune`; it is a file
// (tuning/sm_90.json) that is built in, or one that the user names.
//
//   {
//     "format": 1, "arch": "sm_90", "device": "...", "date": "...",
//     "scanc": "...", "method": "...",
//     "limits": {"multiprocessors": 132, ...},
//     "survey": [{"pattern": "in_out", "copies": "bulk", ...}],
//     "one_launch_streaming": [{"bytes": 1, "warps": 4, ...}, ...],
//     "two_level_streaming": [{"bytes": 1, "warps": 8, ...}, ...]
//   }
//
// Sizes are by bytes, never by operator: what is tuned is how data moves
// (Merrill and Grimshaw 2009, section 4.1).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_TUNING_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_TUNING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace scanc::prefix {

/// Of one_launch_streaming. The defaults are those of an unknown GPU.
struct OneLaunchSizes {
  int64_t warps = 4;            ///< Of a group.
  int64_t vectors = 9;          ///< Of 16 bytes in a thread's run, about.
  int64_t groups = 2;           ///< That reduce, and that scan.
  int64_t stages = 11;          ///< At most; fewer if shared memory is short.
  int64_t ahead = 9;            ///< Tiles that are loaded before the spine.
  int64_t spineWarps = 2;       ///< Of the spine.
  int64_t spineEntries = 5;     ///< Of a lane of the spine: blocks / 32.
  int64_t singleBlockTiles = 1; ///< Tiles of one block up to which it is alone.

  /// Most tiles that loads may run ahead of the spine. A group that waits for a
  /// slot's use must not meet the use before, whose parity is the other one:
  /// where that is another group's, the spine must have passed it.
  static int64_t mostAhead(int64_t stages, int64_t groups) {
    return stages % groups ? std::max<int64_t>(1, stages - groups) : stages;
  }

  bool operator==(const OneLaunchSizes &) const = default;
};

/// Of two_level_streaming, and of the strategies that are sized like it.
struct TwoLevelSizes {
  int64_t warps = 8;            ///< Of a block.
  int64_t longWarps = 4;        ///< Of a block whose runs are long.
  int64_t rows = 3;             ///< Runs of a thread, at most.
  int64_t longRows = 4;         ///< The same, where runs are long.
  int64_t registers = 64;       ///< For the states of a thread's runs,
  int64_t stagedRegisters = 48; ///< and where the next ones are loaded ahead.
  int64_t blocksPerSM = 32;     ///< At most; fewer if registers are short.
  int64_t maxBlocks = 1024;     ///< Of a grid.
  int64_t singleBlockTiles = 4; ///< Tiles of one block up to which it is alone.

  bool operator==(const TwoLevelSizes &) const = default;
};

/// A key of the sizes in the file, and what it may be.
template <class Sizes> struct SizeField {
  llvm::StringLiteral key;
  int64_t Sizes::*member;
  int64_t least, most;
};
llvm::ArrayRef<SizeField<OneLaunchSizes>> oneLaunchFields();
llvm::ArrayRef<SizeField<TwoLevelSizes>> twoLevelFields();

/// What a GPU has.
struct GpuLimits {
  int64_t multiprocessors = 128;
  int64_t sharedBytes = 99 * 1024; ///< That a block can ask for.
  int64_t threads = 1536;          ///< Of a multiprocessor.
  int64_t registers = 65536;       ///< Of a multiprocessor.

  bool operator==(const GpuLimits &) const = default;
};
llvm::ArrayRef<SizeField<GpuLimits>> limitFields();

/// How fast a skeleton moved data: a kernel that only reads and folds ("in"),
/// or that reads and writes ("in_out").
struct SurveyRow {
  std::string pattern; ///< "in" or "in_out".
  std::string copies;  ///< By whom: "plain" threads, or "bulk".
  int64_t warps = 1, rows = 1, items = 1, stages = 1, blocksPerSM = 1;
  int64_t gbPerSecond = 0;

  bool operator==(const SurveyRow &) const = default;
};

class Tuning {
public:
  /// The classes of elements, by bytes.
  static constexpr std::array<int64_t, 5> classes = {1, 2, 4, 8, 16};

  /// From the text of a file. The error says where: the line and column of
  /// what is no JSON, else the key, as in "one_launch_streaming[2].warps".
  static llvm::Expected<Tuning> parse(llvm::StringRef text);

  /// The one that is built in; `computed` where there is none.
  static Tuning forArch(llvm::StringRef arch);

  static bool isBuiltIn(llvm::StringRef arch);

  /// What the limits of a GPU say, for one that nobody measured.
  static Tuning computed(const GpuLimits &limits);

  /// What GPUs of the architecture have; of one that is not known, little.
  static GpuLimits limitsOf(llvm::StringRef arch);

  void print(llvm::raw_ostream &os) const;

  /// The sizes for elements or outputs of so many bytes: of the least class
  /// that has as many.
  const OneLaunchSizes &oneLaunch(int64_t bytes) const;
  const TwoLevelSizes &twoLevel(int64_t bytes) const;

  bool operator==(const Tuning &) const = default;

  std::string arch, device, date, scanc, method;
  GpuLimits limits;
  std::vector<SurveyRow> survey;
  std::array<OneLaunchSizes, classes.size()> oneLaunchSizes;
  std::array<TwoLevelSizes, classes.size()> twoLevelSizes;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_TUNING_H
