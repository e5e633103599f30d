//===- TokenMutator.cpp - Mutations that keep tokens whole ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flipped bytes rarely get past a lexer. Half of the mutations therefore work
// on tokens and lines: they drop, double, swap or replace one by another of the
// same text, or put a number on a border. The other half are libFuzzer's own,
// which know the dictionary.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>

using llvm::StringRef;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static bool isWord(char c) {
  return llvm::isAlnum(c) || StringRef("_.%@#!-").contains(c);
}

/// Words, runs of spaces, and single other characters; all of the text.
static llvm::SmallVector<StringRef> tokensOf(StringRef text) {
  llvm::SmallVector<StringRef> tokens;
  while (!text.empty()) {
    StringRef token = text.take_while(isWord);
    if (token.empty())
      token = text.take_while([](char c) { return c == ' '; });
    if (token.empty())
      token = text.take_front();
    tokens.push_back(token);
    text = text.drop_front(token.size());
  }
  return tokens;
}

static llvm::SmallVector<StringRef> linesOf(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  while (!text.empty()) {
    StringRef line = text.take_front(text.find('\n') + 1);
    if (line.empty())
      line = text;
    lines.push_back(line);
    text = text.drop_front(line.size());
  }
  return lines;
}

static StringRef borderNumber(uint32_t random) {
  static constexpr StringRef numbers[] = {
      "0",  "1",  "2",  "3",   "4",     "8",     "16",
      "31", "32", "33", "64",  "65",    "255",   "1024",
      "-1", "i1", "i8", "i64", "65535", "65536", "9223372036854775807"};
  return numbers[random % std::size(numbers)];
}

static std::string mutate(StringRef text, std::minstd_rand &random) {
  const bool byLine = random() % 3 == 0;
  llvm::SmallVector<StringRef> parts = byLine ? linesOf(text) : tokensOf(text);
  auto pick = [&] { return random() % parts.size(); };
  for (unsigned times = 1 + random() % 3; times && !parts.empty(); --times) {
    const size_t at = pick();
    const StringRef other = parts[pick()];
    switch (random() % 6) {
    case 0:
      parts.erase(parts.begin() + at);
      break;
    case 1:
      parts.insert(parts.begin() + at, other);
      break;
    case 2:
      std::swap(parts[at], parts[pick()]);
      break;
    case 3:
      parts[at] = other;
      break;
    default:
      // From a random place on, the first number.
      for (size_t i = at; i < parts.size() && !byLine; ++i)
        if (llvm::isDigit(parts[i].front())) {
          parts[i] = borderNumber(random());
          break;
        }
    }
  }
  return llvm::join(parts, "");
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  if (!size || random() % 2)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string text =
      mutate(StringRef(reinterpret_cast<const char *>(data), size), random);
  const size_t newSize = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), newSize);
  return newSize;
}
