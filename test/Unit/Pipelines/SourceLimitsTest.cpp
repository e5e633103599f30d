//===- SourceLimitsTest.cpp - Bounds of what is parsed --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Pipelines/SourceLimits.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <string>

using namespace scanc;

namespace {

std::string repeat(const std::string &text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i)
    all += text;
  return all;
}

/// What is wrong with `text`, or nothing.
std::string messageOf(const std::string &text) {
  std::optional<SourceExcess> excess = findExcess(text);
  return excess ? excess->message : "";
}

/// Expects that `text` is refused where `at` is first.
void expectRefused(const std::string &text, const std::string &at,
                   const std::string &message) {
  std::optional<SourceExcess> excess = findExcess(text);
  ASSERT_TRUE(excess) << text.substr(0, 80);
  EXPECT_EQ(excess->message, message);
  EXPECT_EQ(excess->offset, text.find(at));
}

std::string affine(const std::string &expression) {
  return "#m = affine_map<(d0) -> (" + expression + ")>";
}

TEST(SourceLimits, Brackets) {
  for (std::string pair : {"()", "[]", "{}", "<>"}) {
    EXPECT_EQ(
        messageOf(repeat(pair.substr(0, 1), 256) + repeat(pair.substr(1), 256)),
        "");
    EXPECT_EQ(messageOf(repeat(pair.substr(0, 1), 257)),
              "brackets nest deeper than 256");
    EXPECT_EQ(messageOf(repeat(pair, 1000)), "");
  }
  expectRefused(repeat("(", 256) + "{", "{", "brackets nest deeper than 256");
}

TEST(SourceLimits, BracketsThatAreNone) {
  EXPECT_EQ(messageOf("\"" + repeat("<", 1000) + "\""), "");
  EXPECT_EQ(messageOf("\"\\\"" + repeat("<", 1000) + "\""), "");
  EXPECT_EQ(messageOf("@\"" + repeat("(", 1000) + "\""), "");
  EXPECT_EQ(messageOf("// " + repeat("<", 1000)), "");
  EXPECT_EQ(messageOf(repeat("depth <= 7\n", 1000)), "");
  // An arrow and a comparison close nothing.
  EXPECT_EQ(messageOf(repeat("(->", 257)), "brackets nest deeper than 256");
  EXPECT_EQ(messageOf(repeat("(>=", 257)), "brackets nest deeper than 256");
  // A string and a comment end with their line.
  EXPECT_EQ(messageOf("\"\n" + repeat("<", 257)),
            "brackets nest deeper than 256");
  EXPECT_EQ(messageOf("\"\\\n" + repeat("<", 257)),
            "brackets nest deeper than 256");
  EXPECT_EQ(messageOf("//\n" + repeat("<", 257)),
            "brackets nest deeper than 256");
}

TEST(SourceLimits, Operators) {
  const std::string message = "an expression has more than 256 operators";
  for (std::string more : {" + d0", " - d0", " * 2", " mod 3", " floordiv 3",
                           " ceildiv 3", " + (d0)"}) {
    EXPECT_EQ(messageOf(affine("d0" + repeat(more, 256))), "") << more;
    EXPECT_EQ(messageOf(affine("d0" + repeat(more, 257))), message) << more;
  }
  EXPECT_EQ(messageOf(affine(repeat("-", 257) + "d0")), message);
  // Brackets do not begin anew, for the parser is still in what is around them.
  EXPECT_EQ(messageOf(affine(repeat("d0 + d0 + (", 128))), "");
  EXPECT_EQ(messageOf(affine(repeat("d0 + d0 + (", 129))), message);
  // Every entry of a list is an expression of its own.
  EXPECT_EQ(messageOf("[" + repeat("-1, ", 1000) + "-1]"), "");
  EXPECT_EQ(messageOf(repeat("%a = arith.constant -1 : i32\n", 1000)), "");
  EXPECT_EQ(messageOf(repeat("affine_map<() -> (1 + 2)>\n", 1000)), "");
}

TEST(SourceLimits, ListsOfAffineMaps) {
  const std::string message =
      "a list of an affine map has more than 256 entries";
  EXPECT_EQ(messageOf("affine_map<(" + repeat("d, ", 255) + "d) -> (0)>"), "");
  EXPECT_EQ(messageOf("affine_map<(" + repeat("d, ", 256) + "d) -> (0)>"),
            message);
  EXPECT_EQ(messageOf(affine(repeat("d0, ", 256) + "d0")), message);
  EXPECT_EQ(messageOf("affine_set<(d) : (" + repeat("d >= 0, ", 200) + ")>"),
            message);
  EXPECT_EQ(messageOf("dense<[" + repeat("1, ", 100000) + "1]>"), "");
}

TEST(SourceLimits, Words) {
  const std::string name = repeat("a", 4096);
  EXPECT_EQ(messageOf(name), "");
  EXPECT_EQ(messageOf(name + "a"), "a word has more than 4096 characters");
  for (std::string prefix : {"@", "%", "^", "#", "!"})
    EXPECT_EQ(messageOf(prefix + name), "a word has more than 4096 characters");
  expectRefused("tensor<1" + repeat("x1", 100000) + "xi32>", "x1",
                "a word has more than 4096 characters");
  EXPECT_EQ(messageOf("\"" + repeat("a", 100000) + "\""), "");
}

TEST(SourceLimits, Numbers) {
  EXPECT_EQ(messageOf(repeat("9", 1024)), "");
  EXPECT_EQ(messageOf(repeat("9", 1025)), "a number has more than 1024 digits");
  EXPECT_EQ(messageOf("0x" + repeat("f", 1025)),
            "a number has more than 1024 digits");
  EXPECT_EQ(messageOf("1." + repeat("0", 1025)),
            "a number has more than 1024 digits");
}

TEST(SourceLimits, IntegerTypes) {
  const std::string message = "an integer type has more than 4096 bits";
  for (std::string sign : {"i", "si", "ui", "4xi", "?x2xi", "vector<4xsi"}) {
    EXPECT_EQ(messageOf(sign + "4096"), "") << sign;
    EXPECT_EQ(messageOf(sign + "4097"), message) << sign;
    EXPECT_EQ(messageOf(sign + "99999999999999999999"), message) << sign;
  }
  EXPECT_EQ(messageOf("%i4097 = foo(@i4097)"), "");
  EXPECT_EQ(messageOf("fi4097 i4097x index"), "");
}

std::string doubling(int aliases, const std::string &end = "\n") {
  std::string text = "!a0 = tuple<i32, i32>" + end;
  for (int i = 1; i < aliases; ++i) {
    const std::string below = "!a" + std::to_string(i - 1);
    text += "!a" + std::to_string(i) + " = tuple<" + below + ", " + below +
            ">" + end;
  }
  return text;
}

TEST(SourceLimits, AliasesThatGrow) {
  const std::string message = "aliases stand for more than 4194304 tokens";
  EXPECT_EQ(messageOf(doubling(16)), "");
  EXPECT_EQ(messageOf(doubling(24)), message);
  EXPECT_EQ(messageOf(doubling(1000)), message);
  EXPECT_EQ(messageOf(doubling(24, " ")), message);
  EXPECT_EQ(messageOf(doubling(24, " // comment\n\n")), message);
  // Every use counts, not only those in other aliases.
  EXPECT_EQ(messageOf(doubling(16) + repeat("!a15 ", 5)), "");
  EXPECT_EQ(messageOf(doubling(16) + repeat("!a15 ", 300)), message);
}

/// Where a definition ends, however it is laid out: `!b` stands for 1000
/// tokens or more in each of them.
TEST(SourceLimits, EndsOfAliases) {
  const std::string list = repeat("i32, ", 500), uses = repeat(" #b", 5000);
  for (std::string value :
       {"[" + list + "i32]", "\n\n[" + list + "]", "unit : tuple<" + list + ">",
        "(" + list + ") -> i32", "() ->\n(" + list + ")",
        "dense\n<1>\n:\ntuple\n<" + list + ">",
        "\"text\" : tuple<" + list + ">", "#c.d<" + list + ">",
        "#c<" + list + ">", "@a::@b : (" + list + ")",
        "-1 : tuple<" + list + ">", "{a = [" + list + "]}",
        "loc(fused[" + list + "])"}) {
    EXPECT_EQ(messageOf("#b = " + value + uses),
              "aliases stand for more than 4194304 tokens")
        << value.substr(0, 40);
    // What comes behind does not belong to it.
    for (std::string behind : {"prefix.scan", "\"prefix.scan\"()", "%0 = foo"})
      EXPECT_EQ(messageOf("#b = 1 : i32\n" + behind + "(" + list + ")" + uses),
                "")
          << behind;
  }
}

TEST(SourceLimits, AliasesThatNest) {
  std::string chain = "!a0 = tuple<i32>\n";
  for (int i = 1; i < 300; ++i)
    chain += "!a" + std::to_string(i) + " = tuple<!a" + std::to_string(i - 1) +
             ">\n";
  expectRefused(chain, "!a255>",
                "brackets nest deeper than 256, with those that '!a255' stands "
                "for");
}

TEST(SourceLimits, AliasesOfThemselves) {
  expectRefused("!a = tuple<i32, !a>", "!a>", "alias '!a' stands for itself");
  expectRefused("#a = [#a]", "#a]", "alias '#a' stands for itself");
  // The parser says that these are not defined; locations may come later.
  EXPECT_EQ(messageOf("!a = tuple<!b>\n!b = tuple<!a>"), "");
  EXPECT_EQ(messageOf("module {} loc(#loc)\n#loc = loc(unknown)"), "");
  // Results of ops, and what belongs to a dialect, are no aliases.
  EXPECT_EQ(messageOf("%a = foo %b#0, %b#1\n#0 = 1"), "");
  EXPECT_EQ(messageOf("!a = !a.b<!a<i32>>"), "");
}

TEST(SourceLimits, AnyBytes) {
  for (std::string text : {"",  "\"",  "\"\\", "@",    "@\"",       "#",
                           "!", "/",   "//",   "-",    "0x",        ")",
                           ">", "= =", "#a",   "#a =", "#a = #b =", "!a = )",
                           "%", "^",   "{-#",  "#-}"})
    EXPECT_EQ(messageOf(text), "") << text;
  EXPECT_EQ(messageOf(std::string("a\0b\xff\x80", 5)), "");
}

TEST(SourceLimits, Files) {
  int descriptor;
  llvm::SmallString<128> path;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("limits", "mlir", descriptor, path));
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
  out << "module {}";
  out.flush();
  auto file = readSource(path);
  ASSERT_TRUE(file);
  EXPECT_EQ((*file)->getBuffer(), "module {}");
  ASSERT_FALSE(
      llvm::sys::fs::resize_file_sparse(descriptor, SourceLimits::bytes + 1));
  EXPECT_EQ(readSource(path).getError(), std::errc::file_too_large);
  // A device has no size.
  EXPECT_EQ(readSource("/dev/zero").getError(), std::errc::file_too_large);
  auto nothing = readSource("/dev/null");
  ASSERT_TRUE(nothing);
  EXPECT_EQ((*nothing)->getBuffer(), "");
}

} // namespace
