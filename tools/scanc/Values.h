//===- Values.h - The values of flags ---------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LLVM's parsers of numbers, choices and switches take what a user cannot mean
// (010 is 8), and word their errors in a way of their own. These take the same
// place in a cl::opt:
//
//   NumberFlag repeat("repeat", cl::desc("..."), Range{1, 1000}, ...);
//   IntegerFlag axis("axis", cl::desc("..."), IntegerRange{-8, 7}, ...);
//   ChoiceFlag<Form> form("format", cl::values(...), ...);
//   SwitchFlag quick("quick", cl::desc("..."), ...);
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_VALUES_H
#define SCANC_TOOLS_SCANC_VALUES_H

#include "llvm/Support/CommandLine.h"

#include <cstdint>
#include <string>

namespace scanc {

/// A flag as users write it: "-o", "--width".
std::string spellFlag(llvm::StringRef name);

/// What a number must be, from 0 to 2^64 - 1 unless told; a modifier of a
/// NumberFlag.
struct Range {
  uint64_t least, most;
  template <class Flag> void apply(Flag &flag) const {
    flag.getParser().range = *this;
  }
};

/// Decimal digits and nothing else.
class NumberParser : public llvm::cl::parser<unsigned long long> {
public:
  using parser::parser;
  /// True, after an error was printed, if `text` is no number of the range.
  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, unsigned long long &value);

  Range range = {0, UINT64_MAX};
};

/// What an integer must be; a modifier of an IntegerFlag.
struct IntegerRange {
  int least, most;
  template <class Flag> void apply(Flag &flag) const {
    flag.getParser().range = *this;
  }
};

/// Decimal digits, behind a minus or not.
class IntegerParser : public llvm::cl::parser<int> {
public:
  using parser::parser;
  /// True, after an error was printed, if `text` is no integer of the range.
  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, int &value);

  IntegerRange range = {INT32_MIN, INT32_MAX};
};

/// Given or not: takes no value.
class SwitchParser : public llvm::cl::parser<bool> {
public:
  using parser::parser;
  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, bool &value);
};

/// Prints that `text` is none of the words that the flag takes; returns true.
bool reportBadChoice(llvm::cl::Option &option,
                     const llvm::cl::generic_parser_base &parser,
                     llvm::StringRef text);

/// One of the words in cl::values().
template <class Enum> class ChoiceParser : public llvm::cl::parser<Enum> {
public:
  using llvm::cl::parser<Enum>::parser;
  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, Enum &value) {
    for (unsigned i = 0; i < this->getNumOptions(); ++i)
      if (this->getOption(i) == text)
        return llvm::cl::parser<Enum>::parse(option, name, text, value);
    return reportBadChoice(option, *this, text);
  }
};

using NumberFlag = llvm::cl::opt<unsigned long long, false, NumberParser>;
using IntegerFlag = llvm::cl::opt<int, false, IntegerParser>;
using SwitchFlag = llvm::cl::opt<bool, false, SwitchParser>;
template <class Enum>
using ChoiceFlag = llvm::cl::opt<Enum, false, ChoiceParser<Enum>>;

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_VALUES_H
