//===- FamilySpec.h - The name of a family with its parameters --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How users name a family, on the command line and in plans:
//
//   spec  := name [ `<` param (`,` param)* `>` ]
//   param := name `=` integer | list
//   list  := `[` integer (`,` integer)* `]`
//
//   kogge_stone        harris<l=1,f=2>        knowles<[1,2,4]>
//
// Spaces are free. The width is no parameter: it is given apart.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_FAMILYSPEC_H
#define SCANC_CIRCUITS_FAMILYSPEC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scanc::circuits {

/// A family with parameters as written. An integer is a list of one; the name
/// of an unnamed list is empty.
struct FamilySpec {
  std::string name;
  std::vector<std::pair<std::string, std::vector<int64_t>>> params = {};
  friend bool operator==(const FamilySpec &, const FamilySpec &) = default;
};

/// Reads the form above. Checks the form only: whether the family exists and
/// takes those parameters is `checkFamily`'s question (Families.h). Errors say
/// what was expected, what was there, and at which character, counted from 1.
llvm::Expected<FamilySpec> parseFamilySpec(llvm::StringRef text);

/// Prints the form above without spaces; `parseFamilySpec` reads it back.
std::string toString(const FamilySpec &spec);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_FAMILYSPEC_H
