//===- Values.cpp - The values of flags -----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"

#include "Names.h"
#include "ToolError.h"

using namespace scanc;
using llvm::StringRef;
using llvm::Twine;

std::string scanc::spellFlag(StringRef name) {
  return ((name == "o" ? "-" : "--") + name).str();
}

/// True, as parsers say that they failed.
static bool fail(const llvm::cl::Option &option, const Twine &why) {
  report(badUsage(spellFlag(option.ArgStr) + ": " + why));
  return true;
}

bool NumberParser::parse(llvm::cl::Option &option, StringRef, StringRef text,
                         unsigned long long &value) {
  if (!text.getAsInteger(10, value) && value >= range.least &&
      value <= range.most)
    return false;
  const std::string wanted =
      range.most == UINT64_MAX
          ? "a number below 2^64"
          : ("a number from " + Twine(range.least) + " to " + Twine(range.most))
                .str();
  return fail(option, "expected " + wanted + ", got '" + text + "'");
}

bool IntegerParser::parse(llvm::cl::Option &option, StringRef, StringRef text,
                          int &value) {
  if (!text.getAsInteger(10, value) && value >= range.least &&
      value <= range.most)
    return false;
  return fail(option, "expected a number from " + Twine(range.least) + " to " +
                          Twine(range.most) + ", got '" + text + "'");
}

bool SwitchParser::parse(llvm::cl::Option &option, StringRef, StringRef text,
                         bool &value) {
  if (!text.empty())
    return fail(option, "expected no value, got '" + text + "'");
  value = true;
  return false;
}

bool scanc::reportBadChoice(llvm::cl::Option &option,
                            const llvm::cl::generic_parser_base &parser,
                            StringRef text) {
  llvm::SmallVector<StringRef> known;
  for (unsigned i = 0; i < parser.getNumOptions(); ++i)
    known.push_back(parser.getOption(i));
  return fail(option, "expected one of " + listNames(known) + ", got '" + text +
                          "'" + suggest(text, known));
}
