//===- SizesSchema.h - What a table of sizes holds --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever plans with sizes declares them as a struct of integers. The struct
// says what a tuning has to know of it, and nobody else needs to know the
// struct:
//
//   struct WalkSizes {
//     int64_t warps = 8, rows = 2;
//
//     static llvm::ArrayRef<SizeField<WalkSizes>> fields();
//     static WalkSizes computed(const GpuLimits &limits);
//     std::string findProblem(const GpuLimits &limits) const; // if any can be
//   };
//
// A tuning keeps such sizes as numbers, a `SizeRow`, with the struct's schema.
// `Tuning::get<WalkSizes>` makes a struct of them again.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_SIZESSCHEMA_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_SIZESSCHEMA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scanc::prefix {

/// A key in the file, and the least and the most that it may be.
struct SizeKey {
  llvm::StringRef name;
  int64_t least, most;
};

/// The same of a struct, with the member that it is.
template <class Sizes> struct SizeField {
  llvm::StringLiteral name;
  int64_t Sizes::*member;
  int64_t least, most;
};

/// What a GPU has.
struct GpuLimits {
  int64_t multiprocessors = 128;
  int64_t sharedBytes = 99 * 1024; ///< That a block can ask for.
  int64_t threads = 1536;          ///< Of a multiprocessor.
  int64_t registers = 65536;       ///< Of a multiprocessor.

  static llvm::ArrayRef<SizeField<GpuLimits>> fields();
  bool operator==(const GpuLimits &) const = default;
};

/// Sizes as numbers, in the order of the struct's fields.
using SizeRow = std::vector<int64_t>;

template <class Sizes> SizeRow toRow(const Sizes &sizes) {
  SizeRow row;
  for (const SizeField<Sizes> &field : Sizes::fields())
    row.push_back(sizes.*field.member);
  return row;
}

template <class Sizes> Sizes fromRow(llvm::ArrayRef<int64_t> row) {
  Sizes sizes;
  for (auto [field, size] : llvm::zip_equal(Sizes::fields(), row))
    sizes.*field.member = size;
  return sizes;
}

template <class Sizes> std::vector<SizeKey> keysOf() {
  std::vector<SizeKey> keys;
  for (const SizeField<Sizes> &field : Sizes::fields())
    keys.push_back({field.name, field.least, field.most});
  return keys;
}

/// What a tuning knows of a struct of sizes.
struct SizesSchema {
  /// Keys that mean the same in every table: `scanc tune` measures a table's
  /// `blocks_per_sm` and `single_block_tiles` in stages of their own.
  static constexpr llvm::StringLiteral blocksPerSM = "blocks_per_sm";
  static constexpr llvm::StringLiteral singleBlockTiles = "single_block_tiles";

  std::vector<SizeKey> keys;
  /// The sizes for a GPU that nobody measured.
  SizeRow (*computed)(const GpuLimits &limits);
  /// What is wrong with sizes that are in range, on such a GPU; empty for
  /// nothing.
  std::string (*findProblem)(llvm::ArrayRef<int64_t> row,
                             const GpuLimits &limits);

  /// The index of a key; nothing if it is none of them.
  std::optional<size_t> find(llvm::StringRef key) const {
    for (auto [i, known] : llvm::enumerate(keys))
      if (known.name == key)
        return i;
    return std::nullopt;
  }

  /// That of a struct, which is the same object every time.
  template <class Sizes> static const SizesSchema &of() {
    static const SizesSchema schema{
        keysOf<Sizes>(),
        [](const GpuLimits &limits) { return toRow(Sizes::computed(limits)); },
        [](llvm::ArrayRef<int64_t> row,
           const GpuLimits &limits) -> std::string {
          if constexpr (requires(Sizes sizes) { sizes.findProblem(limits); })
            return fromRow<Sizes>(row).findProblem(limits);
          else
            return "";
        }};
    return schema;
  }
};

/// The tables of a tuning, by their names in the file: those of the strategies
/// that bring them (`StrategyTuning`).
using TuningSchema = std::map<std::string, const SizesSchema *>;

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_SIZESSCHEMA_H
