//===- FamilySpec.cpp - Reads and prints the name of a family -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/FamilySpec.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::circuits;
using llvm::Expected;
using llvm::StringRef;

namespace {
/// A recursive-descent parser of the grammar in FamilySpec.h.
class Parser {
public:
  explicit Parser(StringRef text) : text(text), rest(text) {}

  Expected<FamilySpec> parseSpec();

private:
  llvm::Error parseParam(FamilySpec &spec);
  llvm::Error parseList(std::vector<int64_t> &values);
  llvm::Error parseInteger(std::vector<int64_t> &values);

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  StringRef parseIdentifier();
  llvm::Error fail(StringRef expected);

  StringRef text, rest;
};
} // namespace

/// What one reads as one word, or one number.
static bool isWordPart(char c) {
  return llvm::isAlnum(c) || StringRef("_-.").contains(c);
}

/// Says what was expected at the next token, and what is there.
llvm::Error Parser::fail(StringRef expected) {
  rest = rest.ltrim();
  StringRef word = rest.take_while(isWordPart);
  StringRef got = word.empty() ? rest.take_front() : word;
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      llvm::formatv("circuit family '{0}': expected {1} at character {2}, got "
                    "{3}",
                    text, expected, text.size() - rest.size() + 1,
                    got.empty() ? "the end" : ("'" + got + "'").str())
          .str());
}

StringRef Parser::parseIdentifier() {
  rest = rest.ltrim();
  if (rest.empty() || !(llvm::isAlpha(rest.front()) || rest.front() == '_'))
    return {};
  StringRef name =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  rest = rest.drop_front(name.size());
  return name;
}

Expected<FamilySpec> Parser::parseSpec() {
  FamilySpec spec;
  spec.name = parseIdentifier().str();
  if (spec.name.empty())
    return fail("a family name");
  if (consume("<")) {
    do
      if (llvm::Error error = parseParam(spec))
        return error;
    while (consume(","));
    if (!consume(">"))
      return fail("',' or '>'");
  }
  if (!rest.trim().empty())
    return fail(spec.params.empty() ? "'<' or the end" : "the end");
  return spec;
}

llvm::Error Parser::parseParam(FamilySpec &spec) {
  std::string name = parseIdentifier().str();
  std::vector<int64_t> values;
  if (name.empty()) {
    if (!consume("["))
      return fail("name=value or a list [..]");
    if (llvm::Error error = parseList(values))
      return error;
  } else {
    if (!consume("="))
      return fail("'=' after '" + name + "'");
    if (rest.ltrim().starts_with("["))
      return fail("an integer (a list has no name)");
    if (llvm::Error error = parseInteger(values))
      return error;
  }
  spec.params.emplace_back(std::move(name), std::move(values));
  return llvm::Error::success();
}

llvm::Error Parser::parseList(std::vector<int64_t> &values) {
  do
    if (llvm::Error error = parseInteger(values))
      return error;
  while (consume(","));
  return consume("]") ? llvm::Error::success() : fail("',' or ']'");
}

llvm::Error Parser::parseInteger(std::vector<int64_t> &values) {
  rest = rest.ltrim();
  StringRef tail = rest;
  int64_t value;
  // Decimal only, to the end of the word: neither 2.5 nor 0x1. This also
  // refuses what does not fit in 64 bits.
  if (tail.consumeInteger(10, value) ||
      (!tail.empty() && isWordPart(tail.front())))
    return fail("an integer");
  rest = tail;
  values.push_back(value);
  return llvm::Error::success();
}

Expected<FamilySpec> scanc::circuits::parseFamilySpec(StringRef text) {
  return Parser(text).parseSpec();
}

std::string scanc::circuits::toString(const FamilySpec &spec) {
  if (spec.params.empty())
    return spec.name;
  auto printParam = [](const auto &param) {
    const auto &[name, values] = param;
    std::string text = llvm::join(
        llvm::map_range(values,
                        [](int64_t value) { return std::to_string(value); }),
        ",");
    if (name.empty() || values.size() != 1)
      text = "[" + text + "]";
    return name.empty() ? text : name + "=" + text;
  };
  return spec.name + "<" +
         llvm::join(llvm::map_range(spec.params, printParam), ",") + ">";
}
