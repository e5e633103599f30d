//===- Tuning.h - The sizes that plans are made with ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the planner cannot compute it takes from a tuning: tables of sizes, with
// a row each for elements of 1, 2, 4, 8 and 16 bytes. A tuning is measured, one
// for each architecture, by `scanc tune`; it is a file (tuning/sm_90.json) that
// is built in, or one that the user names.
//
//   {
//     "format": 1, "arch": "sm_90", "device": "...", "date": "...",
//     "scanc": "...", "method": "...",
//     "limits": {"multiprocessors": 132, ...},
//     "survey": [{"pattern": "in_out", "copies": "bulk", ...}],
//     "NAME": [{"bytes": 1, "warps": 4, ...}, ...],
//     ...
//   }
//
// Which tables there are, and what they hold, strategies say (StrategyTuning):
// a table has its strategy's name. Tables are in the order of their names.
//
// Sizes are by bytes, never by operator: what is tuned is how data moves
// (Merrill and Grimshaw 2009, section 4.1).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_TUNING_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_TUNING_H

#include "scanc/Dialect/Prefix/Transforms/SizesSchema.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scanc::prefix {

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

  /// The index of the least class of elements or outputs that has so many
  /// bytes, or of the last one.
  static size_t classOf(int64_t bytes);

  /// Sizes for each class.
  struct Table {
    const SizesSchema *schema;
    std::array<SizeRow, classes.size()> rows;

    bool operator==(const Table &) const = default;
  };

  /// From the text of a file, which must have the tables of `schema` and no
  /// others. The error says where: the line and column of what is no JSON, else
  /// the key, as in "NAME[2].warps".
  static llvm::Expected<Tuning> parse(const TuningSchema &schema,
                                      llvm::StringRef text);

  /// The one that is built in; `computed` where there is none, and for tables
  /// that it lacks.
  static Tuning forArch(const TuningSchema &schema, llvm::StringRef arch);

  static bool isBuiltIn(llvm::StringRef arch);

  /// What the limits of a GPU say, for one that nobody measured.
  static Tuning computed(const TuningSchema &schema, const GpuLimits &limits);

  /// What GPUs of the architecture have; of one that is not known, little.
  static GpuLimits limitsOf(llvm::StringRef arch);

  void print(llvm::raw_ostream &os) const;

  /// The sizes for elements or outputs of so many bytes; where no table has
  /// such sizes, those that the limits say.
  template <class Sizes> Sizes get(int64_t bytes) const {
    for (const auto &[name, table] : tables)
      if (table.schema == &SizesSchema::of<Sizes>())
        return fromRow<Sizes>(table.rows[classOf(bytes)]);
    return Sizes::computed(limits);
  }

  bool operator==(const Tuning &) const = default;

  std::string arch, device, date, scanc, method;
  GpuLimits limits;
  std::vector<SurveyRow> survey;
  std::map<std::string, Table> tables;

private:
  /// Whether a file must have the tables of a schema and no others; else those
  /// that it lacks are computed, and others are left out.
  enum class Tables { Exact, Known };
  static llvm::Expected<Tuning> read(const TuningSchema &schema,
                                     llvm::StringRef text, Tables tables);
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_TUNING_H
