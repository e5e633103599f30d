//===- PreludeTests.cpp - The names of the built-in monoids ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace scanc::prefix;

namespace {

TEST(Prelude, NamesAreThoseOfTheText) {
  std::vector<std::string> names = preludeMonoids();
  EXPECT_EQ(names.size(), preludeSource().count("prefix.monoid @"));
  llvm::StringSet<> seen;
  for (const std::string &name : names) {
    EXPECT_TRUE(seen.insert(name).second) << name << " is there twice";
    EXPECT_TRUE(isPreludeMonoid(name)) << name;
  }
}

TEST(Prelude, EveryOperatorOnEveryTypeThatItMakesSenseFor) {
  std::vector<std::string> expected;
  for (std::string bits : {"8", "16", "32", "64"}) {
    for (std::string op : {"add_i", "mul_i", "min_i", "min_u", "max_i", "max_u",
                           "and_i", "or_i", "xor_i"})
      expected.push_back(op + bits);
  }
  for (std::string type : {"f16", "bf16", "f32", "f64"})
    for (std::string op : {"add_", "mul_", "min_", "max_"})
      expected.push_back(op + type);
  for (const std::string &name : expected)
    EXPECT_TRUE(isPreludeMonoid(name)) << name;
  EXPECT_EQ(preludeMonoids().size(), expected.size());
}

TEST(Prelude, NothingElse) {
  for (const char *name : {"", "add", "add_", "add_i3", "add_i320", "and_f32",
                           "add_u32", "@add_i32", "ADD_I32"})
    EXPECT_FALSE(isPreludeMonoid(name)) << name;
}

} // namespace
