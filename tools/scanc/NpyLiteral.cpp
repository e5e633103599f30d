//===- NpyLiteral.cpp - Python literals of a .npy header ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyLiteral.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace scanc::npy;
using llvm::StringRef;

namespace {

/// Deeper than anything NumPy writes (a dict, a list, a tuple, a tuple).
constexpr unsigned maxDepth = 8;

void appendCodePoint(std::string &out, uint32_t codePoint) {
  char buffer[4];
  char *end = buffer;
  if (llvm::ConvertCodePointToUTF8(codePoint, end))
    out.append(buffer, end);
}

/// Recursive descent, one function per form.
class Parser {
public:
  Parser(StringRef text, bool latin1, LiteralError &error)
      : text(text), latin1(latin1), error(error) {}

  bool parseAll(Literal &value) {
    if (!parseValue(value, 0))
      return false;
    skipSpace();
    return at == text.size() || fail("expected the end of the header");
  }

private:
  StringRef text;
  bool latin1;
  LiteralError &error;
  size_t at = 0;

  bool fail(const llvm::Twine &message) {
    error = {message.str(), at};
    return false;
  }

  void skipSpace() {
    while (at < text.size() && llvm::isSpace(text[at]))
      ++at;
  }

  bool consume(char c) {
    skipSpace();
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }

  bool parseValue(Literal &value, unsigned depth) {
    skipSpace();
    value.offset = at;
    if (depth > maxDepth)
      return fail("values are nested too deep");
    if (at == text.size())
      return fail("expected a value, got the end of the header");
    char c = text[at];
    if (c == '{')
      return parseDict(value, depth);
    if (c == '(')
      return parseSequence(value, Literal::Kind::Tuple, ')', depth);
    if (c == '[')
      return parseSequence(value, Literal::Kind::List, ']', depth);
    // Python 2 wrote prefixes.
    if ((c == 'u' || c == 'b') && at + 1 < text.size() &&
        (text[at + 1] == '\'' || text[at + 1] == '"')) {
      ++at;
      c = text[at];
    }
    if (c == '\'' || c == '"')
      return parseString(value);
    if (llvm::isDigit(c))
      return parseInteger(value);
    if (c == '-')
      return fail("an extent cannot be negative");
    return parseWord(value);
  }

  bool parseInteger(Literal &value) {
    StringRef digits = text.substr(at).take_while(llvm::isDigit);
    value.kind = Literal::Kind::Integer;
    if (digits.getAsInteger(10, value.integer))
      return fail("the integer does not fit 64 bits");
    at += digits.size();
    if (at < text.size() && text[at] == 'L') // Python 2
      ++at;
    return true;
  }

  bool parseWord(Literal &value) {
    StringRef word = text.substr(at).take_while(llvm::isAlpha);
    if (word == "True" || word == "False") {
      value.kind = Literal::Kind::Bool;
      value.boolean = word == "True";
    } else if (word != "None") {
      return fail("expected a Python literal");
    }
    at += word.size();
    return true;
  }

  bool parseSequence(Literal &value, Literal::Kind kind, char close,
                     unsigned depth) {
    ++at;
    bool comma = false;
    while (!consume(close)) {
      if (!value.elements.empty() && !comma)
        return fail("expected ',' or '" + llvm::Twine(close) + "'");
      value.elements.emplace_back();
      if (!parseValue(value.elements.back(), depth + 1))
        return false;
      comma = consume(',');
    }
    value.kind = kind;
    // (x) is x.
    if (kind == Literal::Kind::Tuple && value.elements.size() == 1 && !comma) {
      Literal inner = std::move(value.elements.front());
      value = std::move(inner);
    }
    return true;
  }

  bool parseDict(Literal &value, unsigned depth) {
    ++at;
    bool comma = true;
    while (!consume('}')) {
      if (!comma)
        return fail("expected ',' or '}'");
      value.keys.emplace_back();
      if (!parseValue(value.keys.back(), depth + 1))
        return false;
      if (value.keys.back().kind != Literal::Kind::String) {
        at = value.keys.back().offset;
        return fail("expected a string as the key");
      }
      if (!consume(':'))
        return fail("expected ':'");
      value.elements.emplace_back();
      if (!parseValue(value.elements.back(), depth + 1))
        return false;
      comma = consume(',');
    }
    value.kind = Literal::Kind::Dict;
    return true;
  }

  bool parseString(Literal &value) {
    char quote = text[at++];
    value.kind = Literal::Kind::String;
    while (true) {
      if (at == text.size())
        return fail("the string does not end");
      char c = text[at];
      if (c == quote) {
        ++at;
        return true;
      }
      if (c == '\\') {
        if (!parseEscape(value.string))
          return false;
        continue;
      }
      ++at;
      if (latin1)
        appendCodePoint(value.string, static_cast<unsigned char>(c));
      else
        value.string += c;
    }
  }

  bool parseEscape(std::string &out) {
    ++at;
    if (at == text.size())
      return fail("the string does not end");
    char c = text[at++];
    unsigned digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits) {
      uint32_t codePoint = 0;
      if (text.substr(at).size() < digits ||
          text.substr(at, digits).getAsInteger(16, codePoint))
        return fail("expected hexadecimal digits");
      at += digits;
      appendCodePoint(out, codePoint);
      return true;
    }
    switch (c) {
    case 'n':
      out += '\n';
      return true;
    case 't':
      out += '\t';
      return true;
    case 'r':
      out += '\r';
      return true;
    case '\\':
    case '\'':
    case '"':
      out += c;
      return true;
    default:
      --at;
      return fail("unknown escape in a string");
    }
  }
};

} // namespace

const Literal *Literal::find(StringRef key) const {
  for (size_t i = 0; i < keys.size(); ++i)
    if (keys[i].string == key)
      return &elements[i];
  return nullptr;
}

bool scanc::npy::parseLiteral(StringRef text, bool latin1, Literal &value,
                              LiteralError &error) {
  return Parser(text, latin1, error).parseAll(value);
}
