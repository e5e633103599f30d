//===- SourceLimits.cpp - Bounds of what is parsed ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Pipelines/SourceLimits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <utility>

using namespace scanc;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {

enum class Kind {
  Open,      // ( [ { <
  Close,     // ) ] } >
  Operator,  // + - * mod floordiv ceildiv
  Separator, // , = == <= >= and: a new expression begins
  Connector, // : :: ->, and so it does, of the same type or attribute
  Word,      // bare names and keywords; shapes such as x4x5xi32
  Number,
  String,
  Reference, // #alias or !alias
  Name,      // %value, @symbol, ^block, #dialect.attribute, !dialect.type
  Other,
  End
};

struct Token {
  Kind kind;
  StringRef text;
};

/// The tokens of MLIR, as far as the limits tell them apart.
class Lexer {
public:
  explicit Lexer(StringRef text) : text(text) {}

  Token next();

private:
  void skipBlanks();
  StringRef takeWhile(llvm::function_ref<bool(char)> belongs);
  Token lexString(size_t start);
  Token lexPrefixed();

  Token token(Kind kind, size_t length) {
    at += length;
    return {kind, text.substr(at - length, length)};
  }
  char peek(size_t ahead) const {
    return at + ahead < text.size() ? text[at + ahead] : '\0';
  }

  StringRef text;
  size_t at = 0;
};

} // namespace

void Lexer::skipBlanks() {
  while (at < text.size())
    if (llvm::isSpace(text[at]) || text[at] == '\0')
      ++at;
    else if (text.substr(at).starts_with("//"))
      at = std::min(text.find('\n', at), text.size());
    else
      return;
}

StringRef Lexer::takeWhile(llvm::function_ref<bool(char)> belongs) {
  const size_t start = at;
  while (at < text.size() && belongs(text[at]))
    ++at;
  return text.slice(start, at);
}

/// A string ends with its line at the latest. `start` is where the token
/// begins, `at` the opening quote.
Token Lexer::lexString(size_t start) {
  for (++at; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '"') {
      ++at;
      break;
    }
    // What is escaped may be a quote, and may be the end of the text.
    at += text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n';
  }
  return {Kind::String, text.slice(start, at)};
}

static bool isNamePart(char c) {
  return llvm::isAlnum(c) || StringRef("_$.-").contains(c);
}
static bool isWordPart(char c) {
  return llvm::isAlnum(c) || StringRef("_$.").contains(c);
}

/// `%x0`, `%0#1`, `@sym`, `@"sym"`, `^bb0`, `#alias`, `#prefix.span`.
Token Lexer::lexPrefixed() {
  const size_t start = at;
  const char prefix = text[at++];
  if (prefix == '@' && peek(0) == '"') {
    lexString(start);
    return {Kind::Name, text.slice(start, at)};
  }
  StringRef name = takeWhile(isNamePart);
  // `#1` is a result of the value before it.
  const bool isValue = prefix == '%' || prefix == '@' || prefix == '^' ||
                       name.empty() || llvm::isDigit(name.front());
  // `#prefix<...>` and `#prefix.span` belong to a dialect.
  const bool isDialect = name.contains('.') || peek(0) == '<';
  return {isValue || isDialect ? Kind::Name : Kind::Reference,
          text.slice(start, at)};
}

Token Lexer::next() {
  skipBlanks();
  if (at == text.size())
    return {Kind::End, text.substr(at)};
  const char c = text[at];
  if (c == '"')
    return lexString(at);
  if (StringRef("%@^#!").contains(c))
    return lexPrefixed();
  if (c == '0' && peek(1) == 'x' && llvm::isHexDigit(peek(2))) {
    const size_t start = at;
    at += 2;
    takeWhile([](char digit) { return llvm::isHexDigit(digit); });
    return {Kind::Number, text.slice(start, at)};
  }
  if (llvm::isDigit(c))
    return {Kind::Number, takeWhile([](char digit) {
              return llvm::isDigit(digit) || digit == '.';
            })};
  if (llvm::isAlpha(c) || c == '_') {
    StringRef word = takeWhile(isWordPart);
    if (word == "mod" || word == "floordiv" || word == "ceildiv")
      return {Kind::Operator, word};
    return {word == "and" ? Kind::Separator : Kind::Word, word};
  }
  const char following = peek(1);
  if (c == '-' && following == '>')
    return token(Kind::Connector, 2);
  if (StringRef("<>=").contains(c) && following == '=')
    return token(Kind::Separator, 2);
  if (StringRef("([{<").contains(c))
    return token(Kind::Open, 1);
  if (StringRef(")]}>").contains(c))
    return token(Kind::Close, 1);
  if (StringRef("+-*").contains(c))
    return token(Kind::Operator, 1);
  if (c == ':')
    return token(Kind::Connector, 1);
  return token(c == ',' || c == '=' ? Kind::Separator : Kind::Other, 1);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

namespace {

/// Counts as it goes from token to token.
class Counter {
public:
  explicit Counter(StringRef text) : text(text), lexer(text) {}

  std::optional<SourceExcess> count();

private:
  /// Brackets that are open.
  struct Level {
    size_t operators = 0; // of the expression that goes on around the next one
    size_t items = 0;     // separators of a list
    bool isAffine = false;
  };
  /// What an alias stands for.
  struct Expansion {
    size_t tokens = 0, brackets = 0;
  };
  struct Definition {
    StringRef name;
    Expansion expansion;
    bool expectsOperand = true;
  };

  void visit(const Token &token);
  void open(const Token &token);
  void separate(const Token &token);
  void refer(const Token &token);
  void checkLength(const Token &token);
  void checkBits(const Token &token);
  void endDefinitionBefore(const Token &token);
  void endDefinition();

  void fail(const Token &token, const Twine &message) {
    if (!excess)
      excess = SourceExcess{
          static_cast<size_t>(token.text.data() - text.data()), message.str()};
  }
  bool isInDefinition() const { return !definition.name.empty(); }

  StringRef text;
  Lexer lexer;
  std::optional<SourceExcess> excess;
  Token last{Kind::End, {}};
  llvm::SmallVector<Level> levels{Level()};
  size_t operators = 0; // of all levels
  size_t expanded = 0;
  llvm::StringMap<Expansion> aliases;
  Definition definition;
};

} // namespace

void Counter::open(const Token &token) {
  if (levels.size() > SourceLimits::brackets)
    return fail(token,
                "brackets nest deeper than " + Twine(SourceLimits::brackets));
  const bool isAffine =
      levels.back().isAffine ||
      (last.kind == Kind::Word &&
       (last.text == "affine_map" || last.text == "affine_set"));
  levels.push_back({0, 0, isAffine});
}

void Counter::separate(const Token &token) {
  Level &level = levels.back();
  operators -= std::exchange(level.operators, 0);
  if (level.isAffine && ++level.items >= SourceLimits::affineList)
    fail(token, "a list of an affine map has more than " +
                    Twine(SourceLimits::affineList) + " entries");
}

void Counter::refer(const Token &token) {
  auto alias = aliases.find(token.text);
  if (alias == aliases.end()) {
    if (token.text == definition.name)
      fail(token, "alias '" + token.text + "' stands for itself");
    // Otherwise the parser finds that it is not defined, or it is a location
    // that is defined later, which is resolved once.
    return;
  }
  const Expansion &expansion = alias->second;
  const size_t depth = levels.size() - 1 + expansion.brackets;
  if (depth > SourceLimits::brackets)
    return fail(token, "brackets nest deeper than " +
                           Twine(SourceLimits::brackets) +
                           ", with those that '" + token.text + "' stands for");
  expanded += expansion.tokens;
  if (expanded > SourceLimits::expansion)
    return fail(token, "aliases stand for more than " +
                           Twine(SourceLimits::expansion) + " tokens");
  if (isInDefinition()) {
    definition.expansion.tokens += expansion.tokens;
    definition.expansion.brackets =
        std::max(definition.expansion.brackets, depth);
  }
}

void Counter::checkLength(const Token &token) {
  const bool isNumber = token.kind == Kind::Number;
  const size_t limit = isNumber ? SourceLimits::digits : SourceLimits::word;
  if (token.text.size() > limit)
    fail(token, Twine(isNumber ? "a number" : "a word") + " has more than " +
                    Twine(limit) + (isNumber ? " digits" : " characters"));
}

/// `i32`, `si32`, `ui32`, alone or at the end of a shape such as `x4xi32`.
void Counter::checkBits(const Token &token) {
  StringRef type = token.text;
  if (type.starts_with("x"))
    type = type.substr(type.rfind('x') + 1);
  if (!type.consume_front("si") && !type.consume_front("ui") &&
      !type.consume_front("i"))
    return;
  uint64_t bits;
  if (!type.empty() && llvm::all_of(type, llvm::isDigit) &&
      (type.getAsInteger(10, bits) || bits > SourceLimits::integerBits))
    fail(token, "an integer type has more than " +
                    Twine(SourceLimits::integerBits) + " bits");
}

/// `#alias = VALUE` ends where, outside of brackets, a token cannot go on with
/// the value: `1 : i32`, `(i32) -> i32`, `@a::@b`, `dense<1> : vector<4xi32>`.
void Counter::endDefinitionBefore(const Token &token) {
  if (levels.size() > 1)
    return;
  switch (token.kind) {
  case Kind::Word:
  case Kind::Number:
  case Kind::String:
  case Kind::Reference:
  case Kind::Name:
    if (!std::exchange(definition.expectsOperand, false))
      endDefinition();
    return;
  case Kind::Open:
    definition.expectsOperand = false;
    return;
  case Kind::Operator:
  case Kind::Separator:
  case Kind::Connector:
    definition.expectsOperand = true;
    return;
  case Kind::End:
    return endDefinition();
  case Kind::Close:
  case Kind::Other:
    return;
  }
}

void Counter::endDefinition() {
  aliases[definition.name] = definition.expansion;
  definition = {};
}

void Counter::visit(const Token &token) {
  if (isInDefinition())
    endDefinitionBefore(token);
  if (isInDefinition())
    ++definition.expansion.tokens;
  switch (token.kind) {
  case Kind::Open:
    open(token);
    if (isInDefinition())
      definition.expansion.brackets =
          std::max(definition.expansion.brackets, levels.size() - 1);
    return;
  case Kind::Close:
    if (levels.size() > 1)
      operators -= levels.pop_back_val().operators;
    return;
  case Kind::Operator:
    ++levels.back().operators;
    if (++operators > SourceLimits::operators)
      fail(token, "an expression has more than " +
                      Twine(SourceLimits::operators) + " operators");
    return;
  case Kind::Separator:
    if (token.text == "=" && levels.size() == 1 &&
        last.kind == Kind::Reference) {
      // The reference before was none.
      definition = {last.text, {}, true};
    }
    return separate(token);
  case Kind::Connector:
    operators -= std::exchange(levels.back().operators, 0);
    return;
  case Kind::Word:
    checkBits(token);
    return checkLength(token);
  case Kind::Number:
  case Kind::Name:
    return checkLength(token);
  case Kind::Reference:
    refer(token);
    return checkLength(token);
  case Kind::String:
  case Kind::Other:
  case Kind::End:
    return;
  }
}

std::optional<SourceExcess> Counter::count() {
  if (text.size() > SourceLimits::bytes)
    return SourceExcess{
        SourceLimits::bytes,
        ("the text has more than " + Twine(SourceLimits::bytes) + " bytes")
            .str()};
  while (!excess) {
    const Token token = lexer.next();
    visit(token);
    if (token.kind == Kind::End)
      break;
    last = token;
  }
  return excess;
}

std::optional<SourceExcess> scanc::findExcess(StringRef text) {
  return Counter(text).count();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Pipes and devices do not say how much there is.
static llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readStream(llvm::sys::fs::file_t stream, StringRef name) {
  constexpr size_t step = size_t(1) << 16;
  llvm::SmallVector<char, 0> bytes;
  while (true) {
    const size_t size = bytes.size();
    bytes.resize_for_overwrite(size + step);
    llvm::Expected<size_t> count = llvm::sys::fs::readNativeFile(
        stream, llvm::MutableArrayRef(bytes).drop_front(size));
    if (!count)
      return llvm::errorToErrorCode(count.takeError());
    bytes.truncate(size + *count);
    if (bytes.size() > SourceLimits::bytes)
      return std::make_error_code(std::errc::file_too_large);
    if (*count == 0)
      return llvm::MemoryBuffer::getMemBufferCopy(
          StringRef(bytes.data(), bytes.size()), name);
  }
}

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
scanc::readSource(StringRef fileName) {
  namespace fs = llvm::sys::fs;
  if (fileName == "-")
    return readStream(fs::getStdinHandle(), "<stdin>");
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(fileName);
  if (!file)
    return llvm::errorToErrorCode(file.takeError());
  auto close = llvm::scope_exit([&] { fs::closeFile(*file); });
  fs::file_status status;
  if (std::error_code error = fs::status(*file, status))
    return error;
  if (status.type() != fs::file_type::regular_file)
    return readStream(*file, fileName);
  if (status.getSize() > SourceLimits::bytes)
    return std::make_error_code(std::errc::file_too_large);
  return llvm::MemoryBuffer::getOpenFile(*file, fileName, status.getSize());
}
