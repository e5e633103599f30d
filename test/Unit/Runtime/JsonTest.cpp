//===- JsonTest.cpp - The .json file and its launch recipe ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Json.h"
#include "Descriptions.h"
#include "scanc/Target/Launcher.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace scanc;
using namespace scanc::target;

namespace {

json::Object parse(ArrayRef<Variant> variants) {
  return std::move(
      *cantFail(json::parse(cantFail(emitJson(variants)))).getAsObject());
}

Variant makeVariant(const ScanDescription &scan, std::string arch = "sm_90") {
  return {arch, scan, "", "", "my.ptx", ""};
}

json::Object parse(const ScanDescription &scan) {
  return parse(makeVariant(scan));
}

/// What the file has for an architecture.
const json::Object &variant(const json::Object &file, size_t index = 0) {
  return *(*file.getArray("variants"))[index].getAsObject();
}

std::vector<std::string> kernelNames(const json::Object &file) {
  std::vector<std::string> names;
  for (const json::Value &kernel : *variant(file).getArray("kernels"))
    names.push_back(kernel.getAsObject()->getString("name")->str());
  return names;
}

/// `name: type` of each parameter of the kernels.
std::vector<std::string> parametersOf(const json::Object &file) {
  std::vector<std::string> parameters;
  for (const json::Value &parameter : *file.getArray("parameters")) {
    const json::Object *object = parameter.getAsObject();
    parameters.push_back(
        (*object->getString("name") + ": " + *object->getString("type")).str());
  }
  return parameters;
}

TEST(JsonTest, SaysWhatAHostNeeds) {
  json::Object file = parse(test::makeSum("sum"));
  EXPECT_EQ(file.getString("name"), "sum");
  EXPECT_EQ(file.getInteger("format"), 3);
  EXPECT_EQ(file.getArray("variants")->size(), 1u);
  EXPECT_EQ(variant(file).getString("ptx"), "my.ptx");
  EXPECT_EQ(variant(file).getString("arch"), "sm_90");
  EXPECT_EQ(variant(file).get("cubin"), nullptr);
  EXPECT_EQ(file.getString("kind"), "exclusive");
  EXPECT_EQ(file.getBoolean("reverse"), false);
  EXPECT_EQ(file.getObject("monoid")->getBoolean("commutative"), true);
  EXPECT_EQ(file.getObject("workspace")->getInteger("bytes"), 1280);
  EXPECT_EQ(file.getArray("parameters")->size(), 5u);
  EXPECT_EQ(kernelNames(file),
            (std::vector<std::string>{"sum_single", "sum_reduce", "sum_top",
                                      "sum_scan"}));
}

TEST(JsonTest, SaysWhatKernelsAskOfTheirLaunch) {
  ScanDescription scan = test::makeSum("sum");
  scan.kernels.back().sharedBytes = 70000;
  scan.kernels.back().dependent = true;
  json::Object file = parse(scan);
  const json::Array &kernels = *variant(file).getArray("kernels");
  const json::Object &reduce = *kernels[1].getAsObject();
  EXPECT_EQ(reduce.getString("grid"), "blocks");
  EXPECT_EQ(reduce.getInteger("block"), 256);
  EXPECT_EQ(reduce.getInteger("tile"), 500);
  EXPECT_EQ(reduce.getInteger("dynamic_shared_bytes"), 0);
  EXPECT_EQ(reduce.getBoolean("dependent"), false);
  const json::Object &last = *kernels[3].getAsObject();
  EXPECT_EQ(last.getInteger("dynamic_shared_bytes"), 70000);
  EXPECT_EQ(last.getBoolean("dependent"), true);
}

TEST(JsonTest, SaysTheWorkspaceOfLevels) {
  json::Object file = parse(test::makeRecursive("s", "reduce_then_scan"));
  EXPECT_EQ(variant(file).getObject("workspace")->getBoolean("zeroed"), false);
  EXPECT_EQ(kernelNames(file),
            (std::vector<std::string>{"s_single", "s_reduce", "s_reduce_totals",
                                      "s_top", "s_scan_totals", "s_scan"}));
  const json::Array &kernels = *variant(file).getArray("kernels");
  EXPECT_EQ(kernels[1].getAsObject()->getString("grid"),
            "min(-(-n // tile), max_blocks)");
  EXPECT_EQ(kernels[4].getAsObject()->getString("grid"),
            "min(-(-n // totals_tile), max_blocks)");
}

TEST(JsonTest, DescribesLayouts) {
  json::Object file = parse(test::makeArgmax("argmax"));
  const json::Object *element = file.getObject("element");
  EXPECT_EQ(element->getInteger("size"), 16);
  EXPECT_EQ(element->getInteger("align"), 8);
  const json::Object *index = (*element->getArray("fields"))[1].getAsObject();
  EXPECT_EQ(index->getString("name"), "f1");
  EXPECT_EQ(index->getString("type"), "i64");
  EXPECT_EQ(index->getInteger("offset"), 8);
  EXPECT_EQ(file.getArray("init")->size(), 2u);
  EXPECT_EQ(file.getObject("workspace")->getInteger("bytes"), 0);
  EXPECT_EQ(kernelNames(file), std::vector<std::string>{"argmax_single"});
}

TEST(JsonTest, DescribesArrays) {
  json::Object file = parse(test::makeArrays("best"));
  EXPECT_EQ(file.getBoolean("soa"), true);
  EXPECT_EQ(parse(test::makeArgmax("argmax")).getBoolean("soa"), false);
  // There are no structures of elements, but of states.
  const json::Object *output = file.getObject("output");
  EXPECT_EQ(output->size(), 1u);
  const json::Object *mark = (*output->getArray("fields"))[1].getAsObject();
  EXPECT_EQ(mark->getString("type"), "u8");
  EXPECT_EQ(mark->getInteger("size"), 1);
  EXPECT_FALSE(mark->getInteger("offset"));
  const json::Object *state = file.getObject("state");
  EXPECT_EQ(state->getInteger("size"), 16);
  EXPECT_EQ((*state->getArray("fields"))[1].getAsObject()->getInteger("offset"),
            8);
  EXPECT_EQ(parametersOf(file),
            (std::vector<std::string>{"in0: const f32 *", "in1: const i64 *",
                                      "out0: f32 *", "out1: u8 *",
                                      "workspace: state *", "n: uint64_t",
                                      "blocks: uint32_t"}));
}

TEST(JsonTest, SaysWhichStatesThereAre) {
  const std::vector<std::string> others = {
      "in: const element *", "out: output *", "workspace: state *",
      "n: uint64_t", "blocks: uint32_t"};
  json::Object plain = parse(test::makeSum("sum"));
  for (const char *key : {"initial", "final", "total"})
    EXPECT_EQ(plain.get(key), nullptr) << key;
  EXPECT_EQ(variant(plain).getObject("launch")->get("empty"), nullptr);

  ScanDescription scan = test::makeSum("sum");
  scan.takesInitial = true;
  json::Object from = parse(scan);
  EXPECT_EQ(from.getBoolean("initial"), true);
  EXPECT_EQ(from.get("final"), nullptr);
  std::vector<std::string> expected = others;
  expected.push_back("initial: const state *");
  EXPECT_EQ(parametersOf(from), expected);

  test::leaveFinal(scan);
  json::Object both = parse(scan);
  EXPECT_EQ(both.getBoolean("initial"), true);
  EXPECT_EQ(both.getBoolean("final"), true);
  expected.push_back("final: state *");
  EXPECT_EQ(parametersOf(both), expected);

  // Behind the sizes.
  json::Object rows = parse(test::overRows(scan));
  expected.insert(expected.begin() + 5, "row: uint64_t");
  EXPECT_EQ(parametersOf(rows), expected);

  scan.takesInitial = false;
  json::Object to = parse(scan);
  EXPECT_EQ(to.get("initial"), nullptr);
  EXPECT_EQ(to.getBoolean("final"), true);
  expected = others;
  expected.push_back("final: state *");
  EXPECT_EQ(parametersOf(to), expected);
}

TEST(JsonTest, SaysThatThereIsATotal) {
  ScanDescription scan = test::makeSum("sum");
  scan.hasTotal = true;
  EXPECT_EQ(parse(scan).getBoolean("total"), true);
}

TEST(JsonTest, SaysWhatIsLaunchedForNoElements) {
  ScanDescription scan = test::makeSum("sum");
  test::leaveFinal(scan);
  json::Object file = parse(scan);
  EXPECT_EQ(kernelNames(file),
            (std::vector<std::string>{"sum_single", "sum_reduce", "sum_top",
                                      "sum_scan", "sum_empty"}));
  const json::Object *launch = variant(file).getObject("launch");
  const json::Object *empty = launch->getObject("empty");
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(empty->getString("kernel"), "sum_empty");
  EXPECT_EQ(empty->getString("n"), "n");
  EXPECT_EQ(empty->getString("grid"), "min(-(-n // 64), 65535)");
  EXPECT_EQ(empty->getInteger("block"), 64);
  // All else is as it was: the rule never launches that kernel.
  json::Object plain = parse(test::makeSum("sum"));
  for (const char *key : {"parameters", "values", "cases"})
    EXPECT_EQ(*launch->get(key), *variant(plain).getObject("launch")->get(key))
        << key;
  EXPECT_EQ(*file.get("workspace"), *plain.get("workspace"));
}

TEST(JsonTest, KeepsTheOrderOfItsKeys) {
  std::string text = cantFail(emitJson(makeVariant(test::makeSum("sum"))));
  size_t last = 0;
  for (StringRef key :
       {"  format", "  scanc", "  name", "  kind", "  monoid", "  element",
        "  state", "  output", "  max_n", "  parameters", "  workspace",
        "  variants", "      arch", "      ptx", "      strategy", "      plan",
        "      kernels", "      workspace", "      launch"}) {
    const StringRef name = key.ltrim(' ');
    size_t place = text.find(
        ("\n" + key.drop_back(name.size()) + "\"" + name + "\":").str());
    ASSERT_NE(place, std::string::npos) << key.str();
    EXPECT_GT(place, last) << key.str();
    last = place;
  }
}

TEST(JsonTest, RefusesWhatTheRuntimeDoesNotKnow) {
  Expected<std::string> text =
      emitJson(makeVariant(test::makeSum("sum"), "sm_1"));
  ASSERT_FALSE(static_cast<bool>(text));
  EXPECT_TRUE(StringRef(toString(text.takeError()))
                  .starts_with("unknown architecture 'sm_1'; expected sm_80"));
}

TEST(JsonTest, HasAVariantForEachArchitecture) {
  std::vector<Variant> variants = {makeVariant(test::makeSum("sum"), "sm_80"),
                                   makeVariant(test::makeStream("sum"))};
  variants[0].ptxFile = "my.sm_80.ptx";
  variants[1].cubinFile = "my.sm_90.cubin";
  json::Object file = parse(variants);
  EXPECT_EQ(variant(file, 0).getString("arch"), "sm_80");
  EXPECT_EQ(variant(file, 0).getString("ptx"), "my.sm_80.ptx");
  EXPECT_EQ(variant(file, 0).getString("strategy"), "two_level_streaming");
  EXPECT_EQ(variant(file, 1).getString("strategy"), "one_launch_streaming");
  EXPECT_EQ(variant(file, 1).getString("cubin"), "my.sm_90.cubin");
  // The most of both.
  EXPECT_EQ(file.getObject("workspace")->getInteger("bytes"), 2304);
  EXPECT_EQ(variant(file, 0).getObject("workspace")->getInteger("bytes"), 1280);
}

} // namespace
