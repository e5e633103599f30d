//===- FamiliesTest.cpp - The table of families and its errors ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Families.h"

#include "TestNetworks.h"

#include "scanc/Circuits/Spans.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

#include <set>

using namespace scanc::circuits;

namespace {

std::string errorOf(const FamilySpec &spec, int64_t width) {
  llvm::Expected<Network> network = buildFamily(spec, width);
  std::string built =
      network ? "accepted" : llvm::toString(network.takeError());
  // The check without the network says the same.
  llvm::Error error = checkFamily(spec, width);
  std::string checked = error ? llvm::toString(std::move(error)) : "accepted";
  EXPECT_EQ(built, checked);
  return built;
}

TEST(Families, TableIsComplete) {
  std::set<std::string> names;
  for (const FamilyInfo &info : families()) {
    EXPECT_TRUE(names.insert(info.name.str()).second);
    EXPECT_FALSE(info.summary.empty());
    EXPECT_EQ(lookupFamily(info.name), &info);
  }
  for (const char *name :
       {"serial", "sklansky", "kogge_stone", "brent_kung", "han_carlson",
        "sparse_sklansky", "ladner_fischer", "harris", "knowles",
        "zero_deficiency", "dso_fanout2", "blelloch"})
    EXPECT_TRUE(names.count(name)) << name;
  EXPECT_EQ(lookupFamily("no_such"), nullptr);
}

TEST(Families, UnknownFamilyListsTheKnown) {
  std::string known;
  for (const FamilyInfo &info : families())
    known += (known.empty() ? "" : ", ") + info.name.str();
  EXPECT_EQ(errorOf({"kogge"}, 8),
            "unknown circuit family 'kogge'; known families: " + known);
}

TEST(Families, LegalWidths) {
  for (const FamilyInfo &info : families()) {
    std::string start = "width of circuit family '" + info.name.str() +
                        "' must be from 1 to "
                        "1048576, got ";
    FamilySpec spec = test::plainSpec(info.name, 1);
    EXPECT_EQ(errorOf(spec, 1), "accepted");
    EXPECT_EQ(errorOf(spec, 0), start + "0");
    EXPECT_EQ(errorOf(spec, -3), start + "-3");
    EXPECT_EQ(errorOf(spec, 1048577), start + "1048577");
    EXPECT_EQ(errorOf(spec, int64_t(1) << 40), start + "1099511627776");
  }
}

TEST(Families, RangesOfParameters) {
  EXPECT_EQ(errorOf({"han_carlson", {{"l", {5}}}}, 32), "accepted");
  EXPECT_EQ(errorOf({"han_carlson", {{"l", {6}}}}, 32),
            "parameter 'l' of circuit family 'han_carlson' must be from 0 to 5 "
            "at width 32, got 6");
  EXPECT_EQ(errorOf({"sparse_sklansky", {{"l", {-1}}}}, 20),
            "parameter 'l' of circuit family 'sparse_sklansky' must be from 0 "
            "to 5 at width 20, got -1");
  EXPECT_EQ(errorOf({"harris", {{"l", {1}}, {"f", {2}}, {"t", {3}}}}, 64),
            "parameter 't' of circuit family 'harris' must be 2 at width 64 "
            "with l = 1 and f = 2, got 3");
  EXPECT_EQ(errorOf({"harris", {{"f", {7}}}}, 64),
            "parameter 'f' of circuit family 'harris' must be from 0 to 6 at "
            "width 64, got 7");
  EXPECT_EQ(errorOf({"ladner_fischer", {{"k", {1}}}}, 1),
            "parameter 'k' of circuit family 'ladner_fischer' must be from 0 "
            "to 0 at width 1, got 1");
}

TEST(Families, UnknownParameter) {
  EXPECT_EQ(errorOf({"serial", {{"l", {1}}}}, 8),
            "circuit family 'serial' has no parameter 'l'; it takes none");
  EXPECT_EQ(errorOf({"serial", {{"", {1, 2}}}}, 8),
            "circuit family 'serial' has no list [..]; it takes none");
}

//===----------------------------------------------------------------------===//
// Parameters, on rows that only the test has
//===----------------------------------------------------------------------===//

Network generateNothing(int64_t, const FamilyArguments &) { return Network{}; }

FamilyInfo row(llvm::StringRef name, llvm::StringRef parameters) {
  return {name, parameters, "for the test", "", generateNothing};
}

std::string bindError(const FamilyInfo &info, llvm::StringRef text) {
  llvm::Expected<FamilySpec> spec = parseFamilySpec(text);
  if (!spec)
    return llvm::toString(spec.takeError());
  llvm::Expected<FamilyArguments> arguments = bindParameters(info, *spec);
  return arguments ? "accepted" : llvm::toString(arguments.takeError());
}

FamilyArguments bind(const FamilyInfo &info, llvm::StringRef text) {
  return llvm::cantFail(
      bindParameters(info, llvm::cantFail(parseFamilySpec(text))));
}

TEST(Parameters, Defaults) {
  FamilyInfo harris = row("harris", "l=1,f=2");
  EXPECT_EQ(bind(harris, "harris").get("l"), 1);
  EXPECT_EQ(bind(harris, "harris").get("f"), 2);
  EXPECT_EQ(bind(harris, "harris<f=5>").get("l"), 1);
  EXPECT_EQ(bind(harris, "harris<f=5>").get("f"), 5);
  EXPECT_EQ(bind(harris, "harris<f=5,l=3>").get("l"), 3);
}

/// Tracks may be stated, and then change nothing.
TEST(Families, HarrisTakesItsTracks) {
  for (int64_t width : {2, 13, 64, 100}) {
    const int64_t levels = llvm::Log2_64_Ceil(width);
    for (int64_t l = 0; l < levels; ++l)
      for (int64_t f = 0; l + f < levels; ++f) {
        auto without = buildFamily({"harris", {{"l", {l}}, {"f", {f}}}}, width);
        auto with = buildFamily(
            {"harris", {{"l", {l}}, {"f", {f}}, {"t", {levels - 1 - l - f}}}},
            width);
        ASSERT_TRUE(bool(without) && bool(with)) << width;
        EXPECT_TRUE(std::ranges::equal(
            without->combines, with->combines, [](Combine a, Combine b) {
              return a.low == b.low && a.high == b.high;
            }));
      }
  }
}

TEST(Parameters, OptionalRequiredAndList) {
  FamilyInfo optional = row("zero_deficiency", "d=..");
  EXPECT_EQ(bind(optional, "zero_deficiency").get("d"), std::nullopt);
  EXPECT_EQ(bind(optional, "zero_deficiency<d=6>").get("d"), 6);
  FamilyInfo required = row("required", "d");
  EXPECT_EQ(bind(required, "required<d=6>").get("d"), 6);
  EXPECT_EQ(bindError(required, "required"),
            "circuit family 'required' needs parameter 'd': required<d>");
  FamilyInfo knowles = row("knowles", "[..]");
  EXPECT_EQ(bind(knowles, "knowles<[1,2,4]>").getList(),
            (llvm::ArrayRef<int64_t>{1, 2, 4}));
  EXPECT_EQ(bindError(knowles, "knowles"),
            "circuit family 'knowles' needs the list [..]: knowles<[..]>");
}

TEST(Parameters, Errors) {
  FamilyInfo harris = row("harris", "l=1,f=2");
  EXPECT_EQ(bindError(harris, "harris<x=1>"),
            "circuit family 'harris' has no parameter 'x'; it takes <l=1,f=2>");
  EXPECT_EQ(bindError(harris, "harris<[1]>"),
            "circuit family 'harris' has no list [..]; it takes <l=1,f=2>");
  EXPECT_EQ(bindError(harris, "harris<l=1,l=2>"),
            "circuit family 'harris': parameter 'l' is given twice");
  // A text cannot say this, but a program can.
  const FamilySpec list{"harris", {{"l", {1, 2}}}};
  llvm::Expected<FamilyArguments> bound = bindParameters(harris, list);
  ASSERT_FALSE(bound);
  EXPECT_EQ(llvm::toString(bound.takeError()),
            "circuit family 'harris': parameter 'l' must be one integer, got "
            "2");
}

} // namespace
