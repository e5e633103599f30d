//===- Families.h - The table of circuit families ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every family is one row: its name, the parameters it takes, a line about it,
// its source, and the generator (Generators.h). Help, `scanc list families`,
// error messages and the tests read the table; no other place names a family.
//
// To add a family: write its generator in lib/Circuits/Families, declare it in
// Generators.h, and add the row in Families.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_FAMILIES_H
#define SCANC_CIRCUITS_FAMILIES_H

#include "scanc/Circuits/FamilySpec.h"
#include "scanc/Circuits/Network.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace scanc::circuits {

/// Legal widths of a named family: 1..maxFamilyWidth.
inline constexpr int64_t maxFamilyWidth = int64_t(1) << 20;

/// The parameters of a spec after they were checked against the declaration,
/// with the defaults filled in.
class FamilyArguments {
public:
  explicit FamilyArguments(FamilySpec bound) : bound(std::move(bound)) {}

  /// The integer `name`, or nothing where it is optional and was not given.
  std::optional<int64_t> get(llvm::StringRef name) const;
  /// The list `name`; the unnamed list has the empty name. Empty if not given.
  llvm::ArrayRef<int64_t> getList(llvm::StringRef name = "") const;

private:
  FamilySpec bound;
};

/// The legal values of an integer parameter, both ends among them.
struct ParameterRange {
  llvm::StringRef name;
  int64_t least, greatest;
};

/// One row of the table.
struct FamilyInfo {
  llvm::StringRef name;
  /// The declaration of the parameters, as help prints it, separated by
  /// commas: `l=1` is an integer with its default, `d=..` an integer whose
  /// default the generator chooses, `d` an integer that must be given, `[..]`
  /// the unnamed list, which must be given. Empty for none.
  llvm::StringRef parameters;
  llvm::StringRef summary;
  llvm::StringRef citation;
  /// The network of a legal width and legal parameters.
  Network (*generate)(int64_t width, const FamilyArguments &);
  /// The range of each integer parameter for a width; null without any.
  std::vector<ParameterRange> (*ranges)(int64_t width) = nullptr;
  /// Refuses a list that is illegal at a width, in words that say what is
  /// legal; null where there is no list.
  llvm::Error (*checkList)(int64_t width,
                           llvm::ArrayRef<int64_t> list) = nullptr;
  /// Whether operands may cover the same inputs for some parameters, which
  /// only an idempotent operator survives (Spans.h). `checkSpans` with
  /// `Overlap::Refused` tells whether they do in one network.
  bool mayOverlap = false;
  /// Refuses integers that do not go together, in words that say which do; null
  /// where any legal ones do.
  llvm::Error (*checkTogether)(int64_t width,
                               const FamilyArguments &) = nullptr;
};

/// The rows, in the order of the help.
llvm::ArrayRef<FamilyInfo> families();

/// The row of a name, or null.
const FamilyInfo *lookupFamily(llvm::StringRef name);

/// Checks the parameters of `spec` against the declaration of `info` and fills
/// in the defaults. Errors: an unknown parameter (with the known ones), one
/// given twice, a list for an integer, one that is missing.
llvm::Expected<FamilyArguments> bindParameters(const FamilyInfo &info,
                                               const FamilySpec &spec);

/// Everything that can be said about a request without building the network:
/// the family exists, takes the parameters, the width is legal, and the
/// parameters are in range at this width.
llvm::Error checkFamily(const FamilySpec &spec, int64_t width);

/// The network of a family at a width from 1 to `maxFamilyWidth`, any width,
/// not only powers of two. It passes `checkSpans` and `checkStages` and has no
/// combine whose value is not used. Where the family says `mayOverlap`, it is
/// `checkSpans` with `Overlap::Allowed` that it passes: whoever takes any
/// family must ask for an idempotent operator or refuse what overlaps. Errors
/// as `checkFamily`.
llvm::Expected<Network> buildFamily(const FamilySpec &spec, int64_t width);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_FAMILIES_H
