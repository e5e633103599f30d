//===- FamilySpecTest.cpp - Reading the names of families -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/FamilySpec.h"

#include "gtest/gtest.h"

using namespace scanc::circuits;

namespace {

FamilySpec parse(llvm::StringRef text) {
  llvm::Expected<FamilySpec> spec = parseFamilySpec(text);
  if (!spec) {
    ADD_FAILURE() << llvm::toString(spec.takeError());
    return {};
  }
  return std::move(*spec);
}

std::string errorOf(llvm::StringRef text) {
  llvm::Expected<FamilySpec> spec = parseFamilySpec(text);
  return spec ? "accepted as " + toString(*spec)
              : llvm::toString(spec.takeError());
}

TEST(FamilySpec, Forms) {
  EXPECT_EQ(parse("kogge_stone"), (FamilySpec{"kogge_stone"}));
  EXPECT_EQ(parse("harris<l=1,f=2>"),
            (FamilySpec{"harris", {{"l", {1}}, {"f", {2}}}}));
  EXPECT_EQ(parse("knowles<[1,2,4]>"),
            (FamilySpec{"knowles", {{"", {1, 2, 4}}}}));
  EXPECT_EQ(parse("x2<fan_out=-4>"), (FamilySpec{"x2", {{"fan_out", {-4}}}}));
  EXPECT_EQ(parse("  harris < l = 1 , [ 2 , 3 ] >  "),
            (FamilySpec{"harris", {{"l", {1}}, {"", {2, 3}}}}));
}

TEST(FamilySpec, PrintsWhatItReads) {
  for (const char *text : {"serial", "harris<l=1,f=2>", "knowles<[1,2,4]>",
                           "knowles<[1]>", "x<b=-3,[4,5]>"})
    EXPECT_EQ(toString(parse(text)), text);
  EXPECT_EQ(toString(parse(" harris < l = 1, f = 2 >")), "harris<l=1,f=2>");
}

TEST(FamilySpec, SaysWhatWasExpectedAndWhere) {
  EXPECT_EQ(errorOf(""), "circuit family '': expected a family name at "
                         "character 1, got the end");
  EXPECT_EQ(errorOf("<l=1>"), "circuit family '<l=1>': expected a family name "
                              "at character 1, got '<'");
  EXPECT_EQ(errorOf("3x"), "circuit family '3x': expected a family name at "
                           "character 1, got '3x'");
  EXPECT_EQ(errorOf("kogge-stone"),
            "circuit family 'kogge-stone': expected '<' or the end at "
            "character 6, got '-stone'");
  EXPECT_EQ(errorOf("harris<l=1"), "circuit family 'harris<l=1': expected ',' "
                                   "or '>' at character 11, got the end");
  EXPECT_EQ(errorOf("harris<l>"), "circuit family 'harris<l>': expected '=' "
                                  "after 'l' at character 9, got '>'");
  EXPECT_EQ(errorOf("harris<l=>"), "circuit family 'harris<l=>': expected an "
                                   "integer at character 10, got '>'");
  EXPECT_EQ(errorOf("harris<l=one>"),
            "circuit family 'harris<l=one>': expected an integer at character "
            "10, got 'one'");
  EXPECT_EQ(errorOf("harris<>"), "circuit family 'harris<>': expected "
                                 "name=value or a list [..] at character 8, "
                                 "got '>'");
  EXPECT_EQ(errorOf("kogge_stone<32>"),
            "circuit family 'kogge_stone<32>': expected name=value or a list "
            "[..] at character 13, got '32'");
  EXPECT_EQ(errorOf("knowles<[1,2>"), "circuit family 'knowles<[1,2>': "
                                      "expected ',' or ']' at character 13, "
                                      "got '>'");
  EXPECT_EQ(errorOf("knowles<[]>"), "circuit family 'knowles<[]>': expected an "
                                    "integer at character 10, got ']'");
  EXPECT_EQ(errorOf("knowles<[1]>x"), "circuit family 'knowles<[1]>x': "
                                      "expected the end at character 13, got "
                                      "'x'");
  EXPECT_EQ(errorOf("x<a=99999999999999999999>"),
            "circuit family 'x<a=99999999999999999999>': expected an integer "
            "at character 5, got '99999999999999999999'");
  EXPECT_EQ(errorOf("harris<l=[1]>"),
            "circuit family 'harris<l=[1]>': expected an integer (a list has "
            "no name) at character 10, got '['");
  EXPECT_EQ(errorOf("harris<l=2.5>"),
            "circuit family 'harris<l=2.5>': expected an integer at character "
            "10, got '2.5'");
  EXPECT_EQ(errorOf("harris<l=1e3>"),
            "circuit family 'harris<l=1e3>': expected an integer at character "
            "10, got '1e3'");
  EXPECT_EQ(errorOf("harris<l=0x1>"),
            "circuit family 'harris<l=0x1>': expected an integer at character "
            "10, got '0x1'");
  EXPECT_EQ(errorOf("knowles<[1,2.5]>"),
            "circuit family 'knowles<[1,2.5]>': expected an integer at "
            "character 12, got '2.5'");
}

} // namespace
