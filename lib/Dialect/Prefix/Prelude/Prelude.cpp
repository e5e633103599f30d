//===- Prelude.cpp - The built-in monoids as text -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "llvm/ADT/StringExtras.h"

#include <cstddef>
#include <tuple>

extern "C" {
extern const char scanc_prefix_intervals[];
extern const size_t scanc_prefix_intervals_size;
extern const char scanc_prefix_prelude[];
extern const size_t scanc_prefix_prelude_size;
}

using llvm::StringRef;

StringRef scanc::prefix::preludeSource() {
  return StringRef(scanc_prefix_prelude, scanc_prefix_prelude_size);
}

StringRef scanc::prefix::intervalsSource() {
  return StringRef(scanc_prefix_intervals, scanc_prefix_intervals_size);
}

std::string scanc::prefix::getIntervalMonoid(unsigned bits, bool idempotent,
                                             bool hasChains) {
  return "interval_i" + std::to_string(bits) + (hasChains ? "_chains" : "") +
         (idempotent ? "_idempotent" : "");
}

/// Takes the next `prefix.monoid @NAME` that begins a line off the front of
/// `text`. Returns an empty name when there is none left.
static StringRef takeMonoid(StringRef &text) {
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    if (line.consume_front("prefix.monoid @"))
      return line.take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_'; });
  }
  return {};
}

std::vector<std::string> scanc::prefix::preludeMonoids() {
  std::vector<std::string> names;
  StringRef text = preludeSource();
  for (StringRef name = takeMonoid(text); !name.empty();
       name = takeMonoid(text))
    names.push_back(name.str());
  return names;
}

bool scanc::prefix::isPreludeMonoid(StringRef name) {
  if (name.empty())
    return false;
  StringRef text = preludeSource();
  for (StringRef known = takeMonoid(text); !known.empty();
       known = takeMonoid(text))
    if (known == name)
      return true;
  return false;
}
