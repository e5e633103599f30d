//===- AccessAttrs.cpp - Which threads, and which cell of each ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace scanc::prefix;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static constexpr StringRef patternNames[] = {"", "step", "bit", "mask",
                                             "words"};

bool ThreadSetAttr::contains(int64_t thread) const {
  if (thread < getFirst() || thread >= getEnd())
    return false;
  const int64_t argument = getArgument();
  switch (getPattern()) {
  case ThreadPattern::All:
    return true;
  case ThreadPattern::Step:
    return (thread - getFirst()) % argument == 0;
  case ThreadPattern::Bit:
    return thread >> argument & 1;
  case ThreadPattern::Mask:
    return argument >> (thread % 32) & 1;
  case ThreadPattern::Words: {
    ArrayRef<int32_t> words = getWords();
    return thread / 32 < static_cast<int64_t>(words.size()) &&
           (static_cast<uint32_t>(words[thread / 32]) >> (thread % 32) & 1);
  }
  }
  return false;
}

LogicalResult
ThreadSetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      int64_t first, int64_t end, ThreadPattern pattern,
                      int64_t argument, DenseI32ArrayAttr) {
  if (first < 0 || end <= first || end > 1024) // threads_c1
    return emitError() << "threads must be a range within 0 to 1024, got "
                       << first << " to " << end;
  if (pattern == ThreadPattern::Step &&
      (argument < 1 || !llvm::isPowerOf2_64(argument)))
    return emitError() << "the step must be a power of two, got " << argument;
  if (pattern == ThreadPattern::Bit && (argument < 0 || argument > 9))
    return emitError() << "the bit must be 0 to 9, got " << argument;
  if (pattern == ThreadPattern::Mask && (argument < 0 || argument > UINT32_MAX))
    return emitError() << "the mask must have 32 bits, got " << argument;
  return success();
}

Attribute ThreadSetAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t first, end, argument = 0;
  if (parser.parseLess() || parser.parseInteger(first) ||
      parser.parseKeyword("to") || parser.parseInteger(end))
    return {};
  auto pattern = ThreadPattern::All;
  SmallVector<int32_t> words;
  for (size_t index = 1; index < std::size(patternNames); ++index) {
    if (failed(parser.parseOptionalKeyword(patternNames[index])))
      continue;
    pattern = static_cast<ThreadPattern>(index);
    if (pattern == ThreadPattern::Words) {
      auto parseWord = [&]() -> ParseResult {
        int64_t word;
        if (parser.parseInteger(word))
          return failure();
        words.push_back(static_cast<int32_t>(word));
        return success();
      };
      if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                         parseWord))
        return {};
    } else if (parser.parseInteger(argument)) {
      return {};
    }
    break;
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    first, end, pattern, argument,
                    DenseI32ArrayAttr::get(parser.getContext(), words));
}

void ThreadSetAttr::print(AsmPrinter &printer) const {
  printer << "<" << getFirst() << " to " << getEnd();
  if (getPattern() != ThreadPattern::All)
    printer << " " << patternNames[static_cast<size_t>(getPattern())] << " ";
  if (getPattern() == ThreadPattern::Words) {
    printer << "[";
    llvm::interleaveComma(getWords().asArrayRef(), printer, [&](int32_t word) {
      printer << llvm::format_hex(static_cast<uint32_t>(word), 10);
    });
    printer << "]";
  } else if (getPattern() == ThreadPattern::Mask) {
    printer << llvm::format_hex(getArgument(), 10);
  } else if (getPattern() != ThreadPattern::All) {
    printer << getArgument();
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Index
//===----------------------------------------------------------------------===//

int64_t IndexAttr::evaluate(int64_t thread) const {
  ArrayRef<int32_t> table = getTable();
  if (!table.empty())
    return thread < static_cast<int64_t>(table.size()) ? table[thread] : 0;
  return getConstant() + getScale() * thread +
         getShifted() * (thread >> getShift());
}

LogicalResult IndexAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t, int64_t, int64_t, int64_t shift,
                                DenseI32ArrayAttr table) {
  if (shift < 0 || shift > 31)
    return emitError() << "a shift must be 0 to 31, got " << shift;
  if (table.size() > 1024)
    return emitError() << "a table must have at most 1024 numbers, got "
                       << table.size();
  return success();
}

Attribute IndexAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t constant = 0, scale = 0, shifted = 0, shift = 0;
  SmallVector<int32_t> table;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalLSquare())) {
    if (parser.parseCommaSeparatedList(
            [&] { return parser.parseInteger(table.emplace_back()); }) ||
        parser.parseRSquare())
      return {};
  } else {
    if (parser.parseInteger(constant))
      return {};
    while (succeeded(parser.parseOptionalPlus())) {
      int64_t factor;
      if (parser.parseInteger(factor) || parser.parseStar())
        return {};
      if (succeeded(parser.parseOptionalLParen())) {
        shifted = factor;
        int64_t divisor;
        if (parser.parseKeyword("t") || parser.parseKeyword("floordiv") ||
            parser.parseInteger(divisor) || parser.parseRParen())
          return {};
        if (divisor < 1 || !llvm::isPowerOf2_64(divisor)) {
          parser.emitError(loc)
              << "the divisor must be a power of two, got " << divisor;
          return {};
        }
        shift = llvm::Log2_64(divisor);
      } else {
        scale = factor;
        if (parser.parseKeyword("t"))
          return {};
      }
    }
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    constant, scale, shifted, shift,
                    DenseI32ArrayAttr::get(parser.getContext(), table));
}

void IndexAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (!getTable().empty()) {
    printer << "[";
    llvm::interleaveComma(getTable().asArrayRef(), printer);
    printer << "]>";
    return;
  }
  printer << getConstant();
  if (getScale())
    printer << " + " << getScale() << " * t";
  if (getShifted())
    printer << " + " << getShifted() << " * (t floordiv "
            << (int64_t(1) << getShift()) << ")";
  printer << ">";
}
