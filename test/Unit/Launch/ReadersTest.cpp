//===- ReadersTest.cpp - C, Python and the executor agree -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch rule has three readers: the C that is printed of it, compiled here;
// the strings that NAME.json has, which Python evaluates; and evaluate(), which
// the executor launches by. They are held to the same launches at random n, on
// random numbers of multiprocessors, with parameters as planned and as a tuner
// might set them.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "scanc/Target/Json.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/OutputFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <random>

using namespace llvm;
using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::target;
using test::begin, test::GridNumbers, test::singleRule;

namespace {

struct Rule {
  const char *name;
  launch::LaunchRule rule;
};

launch::LaunchRule withRows(launch::LaunchRule rule) {
  rule.sizes = {"row"};
  return rule;
}

/// Of each strategy, of kinds of plans that differ in more than numbers.
std::vector<Rule> makeRules() {
  const GridNumbers grid{4000, 2, 300, 900}, always{0, 4, 512, 1024},
      growing{0, 2, 5000, 900}, one{500, 1, 160, 1024};
  return {
      {"scan_single", singleRule(grid)},
      {"scan_two", twoLevelRule(begin(grid), 1000, 1, 4)},
      {"scan_lists", twoLevelRule(begin(always), 3072, 8, 12)},
      {"scan_levels", recursiveRule(begin(growing), 1000, 64, 4)},
      {"scan_deep", recursiveRule(begin(grid), 32, 32, 12)},
      {"scan_drawn", drawnTilesRule(begin(grid), 1000, 2176)},
      {"scan_stream", oneLaunchRule(begin(one), {1000, 1000}, 2176)},
      {"scan_worth", oneLaunchRule(begin(one), {1000, 1000, 60}, 2176)},
      {"scan_short", oneLaunchRule(begin(one), {1000, 1000, 60, 300}, 2176)},
      {"scan_pieces", oneLaunchRule(begin(one), {1000, 100, 0, 300}, 2176)},
      {"scan_chains",
       withRows(oneLaunchRule(begin(one), {1000, 1000, 60, 0, "row", 900, 4},
                              2176))}};
}

/// What they do not depend on.
ScanDescription describe(const Rule &rule) {
  ScanDescription scan;
  scan.name = rule.name;
  scan.monoid = "add_i32";
  scan.element = scan.state = scan.output = {{"i32", 0, 4}};
  scan.elementSize = scan.stateSize = scan.outputSize = 4;
  scan.elementAlign = scan.stateAlign = scan.outputAlign = 4;
  scan.rule = rule.rule;
  scan.moreSizes = rule.rule.sizes;
  for (size_t kernel = 0; kernel < rule.rule.grids.size(); ++kernel)
    scan.kernels.push_back(
        {"k" + std::to_string(kernel), uint32_t(32 * (kernel + 1)), 0, 1, 1});
  return scan;
}

struct Device {
  uint64_t n, multiprocessors, row = 1;
};

std::vector<Device> makeDevices(const launch::LaunchRule &rule) {
  std::mt19937_64 random(7);
  std::vector<Device> devices;
  for (int i = 0; i < 400; ++i) {
    // Small lengths and devices as often as large ones.
    const uint64_t n = (random() >> 24) >> random() % 40;
    devices.push_back({n, (random() % 512) >> random() % 9});
  }
  for (uint64_t multiprocessors : {0, 1, 2, 108, 132, 188})
    for (uint64_t point : launch::turningPoints(rule, multiprocessors))
      for (uint64_t n : {point, point + 1})
        if (n <= launch::mostElements)
          devices.push_back({n, multiprocessors});
  devices.push_back({launch::mostElements, 132});
  for (Device &device : devices)
    if (!rule.sizes.empty()) {
      device.row = 1 + (random() >> 24) % 2000;
      device.n -= device.n % device.row;
    }
  return devices;
}

/// Each a line: "n workspace bytes", then "n kernel grid block in+offset
/// out+offset workspace_offset n blocks" for each launch.
std::string evaluateAll(const ScanDescription &scan, ArrayRef<Device> devices) {
  auto place = [](launch::Buffer buffer, uint64_t offset) {
    const char *names[] = {"in", "out", "workspace"};
    return formatv("{0}+{1}", names[int(buffer)], offset).str();
  };
  std::string text;
  for (auto [n, multiprocessors, row] : devices) {
    text +=
        formatv("{0} workspace {1}\n", n, launch::workspaceBytes(scan.rule, n));
    for (const launch::Launch &each :
         launch::evaluate(scan.rule, n, multiprocessors, row))
      text += formatv("{0} {1}_{2} {3} {4} {5} {6} {7} {8} {9}\n", n, scan.name,
                      scan.kernels[each.kernel].suffix, each.grid,
                      scan.kernels[each.kernel].threads,
                      place(each.in, each.inOffset),
                      place(each.out, each.outOffset), each.workspaceOffset,
                      each.elements, each.blocks);
  }
  return text;
}

/// A program that prints the same by the launcher's own C.
std::string printProgram(const ScanDescription &scan) {
  return formatv(R"(#include "{0}.c"
#include <stdio.h>
int main(int argc, char **argv) {{
  static const char *const places[] = {{"in", "out", "workspace"};
  const struct scanc_scan *scan = {0}_scans;
  unsigned long n, sm_count, row;
  FILE *devices = fopen(argv[argc - 1], "r");
  while (fscanf(devices, "%lu %lu %lu", &n, &sm_count, &row) == 3) {{
    struct scanc_launch launches[SCANC_MAX_LAUNCHES];
    const uint64_t sizes[1] = {{row};
    int count =
        scanc_plan_launches(scan, n, sizes, (unsigned)sm_count, launches), i;
    printf("%lu workspace %lu\n", n, 
           (unsigned long)scanc_workspace_bytes(scan, 1, n));
    for (i = 0; i < count; ++i)
      printf("%lu %s_%s %u %u %s+%lu %s+%lu %lu %lu %u\n", n, scan->name,
             scan->kernels[launches[i].kernel].suffix, launches[i].grid,
             launches[i].block, places[launches[i].in.buffer],
             (unsigned long)launches[i].in.offset,
             places[launches[i].out.buffer],
             (unsigned long)launches[i].out.offset,
             (unsigned long)launches[i].workspace_offset,
             (unsigned long)launches[i].n, launches[i].blocks);
  }
  return 0;
}
)",
                 scan.name);
}

class ReadersTest : public testing::TestWithParam<size_t> {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("scanc-rules", folder));
    scan = describe(makeRules()[GetParam()]);
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string path(const Twine &name) { return (folder + "/" + name).str(); }

  std::string run(const std::string &command) {
    EXPECT_EQ(std::system((command + " > '" + path("out") + "'").c_str()), 0)
        << command;
    auto printed = MemoryBuffer::getFile(path("out"));
    return printed ? (*printed)->getBuffer().str() : "";
  }

  /// What all three say of the scan as it is now.
  void compare(StringRef what) {
    SCOPED_TRACE(what.str());
    const std::vector<Device> devices = makeDevices(scan.rule);
    std::string lines;
    for (auto [n, multiprocessors, row] : devices)
      lines += formatv("{0} {1} {2}\n", n, multiprocessors, row);
    const Variant variant{"sm_90", scan, ".version 8.3\n", "", "s.ptx", ""};
    Launcher launcher = cantFail(emitLauncher(variant, scan.name));
    OutputFiles files;
    files.add(path(scan.name + ".h"), std::move(launcher.header));
    files.add(path(scan.name + ".c"), std::move(launcher.source));
    files.add(path("main.c"), printProgram(scan));
    files.add(path("devices"), lines);
    files.add(path("s.json"), cantFail(emitJson(variant)));
    ASSERT_EQ(toString(files.commit()), "");

    const std::string expected = evaluateAll(scan, devices);
    EXPECT_EQ(run(formatv("cc -O1 -Wall -Wextra -Werror -std=c99 -o '{0}' "
                          "'{1}' -ldl -lpthread && '{0}' '{2}'",
                          path("main"), path("main.c"), path("devices"))),
              expected);
    EXPECT_EQ(
        run(formatv("python3 '{0}/../Runtime/follow_recipe.py' '{1}' "
                    "'{2}'",
                    SCANC_TEST_SOURCE_DIR, path("s.json"), path("devices"))),
        expected);
  }

  SmallString<128> folder;
  ScanDescription scan;
};

TEST_P(ReadersTest, Agree) {
  compare("as planned");
  scan.rule.setParameter(launch::SingleBlockUpTo, 0);
  scan.rule.setParameter(launch::BlocksPerSM, 3);
  scan.rule.setParameter(launch::MaxBlocks, 7);
  compare("as tuned");
}

INSTANTIATE_TEST_SUITE_P(Rules, ReadersTest,
                         testing::Range<size_t>(0, makeRules().size()),
                         [](const auto &info) {
                           return makeRules()[info.param].name;
                         });

} // namespace
