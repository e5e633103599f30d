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
#include "scanc/Target/OutputFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

#include <cstdlib>

using namespace llvm;
using namespace scanc;
using namespace scanc::target;

namespace {

json::Object parse(const ScanDescription &scan) {
  std::string text = cantFail(emitJson(scan, "sm_90", "my"));
  return std::move(*cantFail(json::parse(text)).getAsObject());
}

std::vector<std::string> kernelNames(const json::Object &file) {
  std::vector<std::string> names;
  for (const json::Value &kernel : *file.getArray("kernels"))
    names.push_back(kernel.getAsObject()->getString("name")->str());
  return names;
}

TEST(JsonTest, SaysWhatAHostNeeds) {
  json::Object file = parse(test::makeSum("sum"));
  EXPECT_EQ(file.getString("name"), "sum");
  EXPECT_EQ(file.getString("ptx"), "my.ptx");
  EXPECT_EQ(file.getString("arch"), "sm_90");
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
  const json::Array &kernels = *file.getArray("kernels");
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
  EXPECT_EQ(file.getObject("workspace")->getBoolean("zeroed"), false);
  EXPECT_EQ(kernelNames(file),
            (std::vector<std::string>{"s_single", "s_reduce", "s_reduce_totals",
                                      "s_top", "s_scan_totals", "s_scan"}));
  const json::Array &kernels = *file.getArray("kernels");
  EXPECT_EQ(kernels[1].getAsObject()->getString("grid"),
            "min(-(-n // tile), max_blocks)");
  EXPECT_EQ(kernels[4].getAsObject()->getString("grid"),
            "min(-(-n // 64), max_blocks)");
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
  std::vector<std::string> parameters;
  for (const json::Value &parameter : *file.getArray("parameters")) {
    const json::Object *object = parameter.getAsObject();
    parameters.push_back(
        (*object->getString("name") + ": " + *object->getString("type")).str());
  }
  EXPECT_EQ(parameters, (std::vector<std::string>{
                            "in0: const f32 *", "in1: const i64 *",
                            "out0: f32 *", "out1: u8 *", "workspace: state *",
                            "n: uint64_t", "blocks: uint32_t"}));
}

TEST(JsonTest, KeepsTheOrderOfItsKeys) {
  std::string text = cantFail(emitJson(test::makeSum("sum"), "sm_90", "my"));
  size_t last = 0;
  for (StringRef key :
       {"format", "name", "ptx", "arch", "kind", "monoid", "element", "state",
        "output", "strategy", "kernels", "parameters", "workspace", "launch"}) {
    size_t place = text.find(("\n  \"" + key + "\":").str());
    ASSERT_NE(place, std::string::npos) << key.str();
    EXPECT_GT(place, last) << key.str();
    last = place;
  }
}

TEST(JsonTest, RefusesWhatTheRuntimeDoesNotKnow) {
  ScanDescription scan = test::makeSum("sum");
  scan.strategy = "telepathy";
  Expected<std::string> text = emitJson(scan, "sm_90", "my");
  ASSERT_FALSE(static_cast<bool>(text));
  EXPECT_EQ(toString(text.takeError()), "no launcher for strategy 'telepathy'");
}

std::string place(scanc_operand operand) {
  const char *buffers[] = {"in", "out", "workspace"};
  return formatv("{0}+{1}", buffers[operand.buffer], operand.offset);
}

/// The launches of the runtime, a line each: what follow_recipe.py prints.
std::string plan(const ScanDescription &scan, ArrayRef<uint64_t> sizes,
                 unsigned smCount) {
  scanc_scan runtime = cantFail(makeRuntimeScan(scan, "sm_90", nullptr));
  std::string result;
  for (uint64_t n : sizes) {
    result +=
        formatv("{0} workspace {1}\n", n, scanc_workspace_bytes(&runtime, n));
    scanc_launch launches[SCANC_MAX_LAUNCHES];
    int count = scanc_plan_launches(&runtime, n, smCount, launches);
    for (const scanc_launch &launch : ArrayRef(launches, count))
      result +=
          formatv("{0} {1}_{2} {3} {4} {5} {6} {7} {8} {9}\n", n, scan.name,
                  runtime.kernels[launch.kernel].suffix, launch.grid,
                  launch.block, place(launch.in), place(launch.out),
                  launch.workspace_offset, launch.n, launch.blocks);
  }
  return result;
}

TEST(JsonTest, TheRecipeIsThePlanOfTheRuntime) {
  ErrorOr<std::string> python = sys::findProgramByName("python3");
  if (!python)
    GTEST_SKIP() << "no python3";
  std::vector<uint64_t> sizes = {
      0,       1,       999,       1000,
      1001,    3999,    4000,      4001,
      5000,    262999,  263000,    264000,
      299999,  300000,  301000,    8315999,
      8316000, 8448000, 8579999,   8580000,
      39600,   39601,   300,       301,
      501,     601,     64000,     64001,
      4096000, 4096001, 262144001, uint64_t(1) << 40};
  ScanDescription small = test::makeRecursive("small", "scan_then_propagate");
  small.singleBlockUpTo = 5000;
  ScanDescription always = test::makeSum("always");
  always.singleBlockUpTo = 0;
  for (const ScanDescription &scan :
       {test::makeSum("sum"), always, test::makeArgmax("argmax"), small,
        test::makeRecursive("levels", "reduce_then_scan"),
        test::makeDrawn("chain", "chained"),
        test::makeDrawn("window", "decoupled_lookback"),
        test::makeStream("stream"), test::makeShort("short")}) {
    for (unsigned smCount : {1u, 132u, 200u}) {
      SmallString<128> directory;
      ASSERT_FALSE(sys::fs::createUniqueDirectory("scanc-json", directory));
      std::string input = (directory + "/my.json").str();
      std::string output = (directory + "/launches").str();
      OutputFiles files;
      files.add(input, cantFail(emitJson(scan, "sm_90", "my")));
      ASSERT_EQ(toString(files.commit()), "");
      std::string command =
          formatv("'{0}' '{1}/follow_recipe.py' '{2}' {3}", *python,
                  SCANC_TEST_SOURCE_DIR, input, smCount);
      for (uint64_t n : sizes)
        command += formatv(" {0}", n);
      EXPECT_EQ(std::system((command + " > '" + output + "'").c_str()), 0);
      auto printed = MemoryBuffer::getFile(output);
      ASSERT_TRUE(static_cast<bool>(printed));
      EXPECT_EQ((*printed)->getBuffer().str(), plan(scan, sizes, smCount));
      sys::fs::remove_directories(directory);
    }
  }
}

} // namespace
