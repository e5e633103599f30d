//===- Names.cpp - What a wrong name may have meant -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace scanc;
using llvm::ArrayRef;
using llvm::StringRef;

/// What counts of a name: 'Kogge-Stone' is 'koggestone'.
static std::string essenceOf(StringRef name) {
  std::string essence;
  for (char c : name)
    if (llvm::isAlnum(c))
      essence += llvm::toLower(c);
  return essence;
}

/// The number of typing errors between two names: a letter more, less or
/// another one, or two neighbours that changed places.
static unsigned countErrors(StringRef a, StringRef b) {
  const unsigned distance = a.edit_distance(b);
  if (distance != 2 || a.size() != b.size())
    return distance;
  size_t first = 0;
  while (a[first] == b[first])
    ++first;
  return first + 1 < a.size() && a[first] == b[first + 1] &&
                 a[first + 1] == b[first] &&
                 a.drop_front(first + 2) == b.drop_front(first + 2)
             ? 1
             : 2;
}

StringRef scanc::findNearest(StringRef name, ArrayRef<StringRef> known) {
  const std::string wanted = essenceOf(name);
  if (wanted.empty())
    return "";
  StringRef best, longer;
  unsigned fewest = (wanted.size() + 1) / 3 + 1, longerOnes = 0;
  for (StringRef candidate : known) {
    const std::string essence = essenceOf(candidate);
    const unsigned errors = countErrors(wanted, essence);
    // What shares no letter with the name is no guess at it.
    if (errors < fewest && errors < essence.size()) {
      best = candidate;
      fewest = errors;
    }
    if (StringRef(essence).contains(wanted)) {
      longer = candidate;
      ++longerOnes;
    }
  }
  if (best.empty() && longerOnes == 1 && wanted.size() >= 2)
    return longer;
  return best;
}

std::string scanc::suggest(StringRef name, ArrayRef<StringRef> known) {
  StringRef nearest = findNearest(name, known);
  return nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
}

std::string scanc::listNames(ArrayRef<StringRef> known) {
  return llvm::join(known, " ");
}
