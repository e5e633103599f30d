//===- LauncherTest.cpp - Generated launchers compile, link and run -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Launcher.h"
#include "Descriptions.h"
#include "scanc/Target/OutputFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;
using namespace scanc;
using namespace scanc::target;

namespace {

constexpr StringLiteral stubPtx = ".version 8.0\nret;\n";

/// A directory that goes away, with the launchers in it.
class LauncherTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("scanc-launcher", directory));
  }
  void TearDown() override { sys::fs::remove_directories(directory); }

  std::string pathOf(const Twine &name) {
    return (directory + "/" + name).str();
  }

  void write(const Twine &name, std::string text) {
    OutputFiles files;
    files.add(pathOf(name), std::move(text));
    EXPECT_EQ(toString(files.commit()), "");
  }

  void writeLauncher(const ScanDescription &scan, StringRef ptx,
                     StringRef baseName) {
    writeLauncher(emitLauncher(scan, ptx, "sm_90", baseName), baseName);
  }

  void writeLauncher(Expected<Launcher> launcher, StringRef baseName) {
    ASSERT_TRUE(static_cast<bool>(launcher)) << toString(launcher.takeError());
    write(baseName + ".h", launcher->header);
    write(baseName + ".c", launcher->source);
  }

  /// The same for several forms of a scan.
  void writeForms(ArrayRef<ScanDescription> scans, StringRef baseName,
                  ArrayRef<StringRef> archs = {"sm_90"}) {
    writeLauncher(emitFormsLauncher(makeForms(scans, archs), baseName),
                  baseName);
  }

  static std::vector<Form> makeForms(ArrayRef<ScanDescription> scans,
                                     ArrayRef<StringRef> archs = {"sm_90"}) {
    std::vector<Form> forms;
    for (const ScanDescription &scan : scans)
      for (Form &form = forms.emplace_back(); StringRef arch : archs)
        form.push_back({arch.str(), scan, stubPtx.str(), "", "", ""});
    return forms;
  }

  /// Runs a command line in the directory; its exit status.
  int run(const std::string &command) {
    return std::system(("cd '" + directory + "' && " + command).str().c_str());
  }

  /// The command, on a machine with a driver.
  static std::string withFake(const std::string &command) {
    return "LD_LIBRARY_PATH='" +
           sys::path::parent_path(SCANC_TEST_FAKE_CUDA).str() + "' " + command;
  }

  /// Makes a program of `sources` with all compilers that there are, and runs
  /// it. Of some launchers, `functions` says how many they define.
  void compileAll(StringRef sources,
                  ArrayRef<std::pair<StringRef, int>> functions);

  SmallString<128> directory;
};

/// A PTX text with everything that is awkward in a literal of C.
std::string makeAwkwardPtx() {
  std::string ptx = ".version 7.8 // \"quoted\" \\ ?\?/ ?\?( \t tab \x01"
                    "7 \xc3\xa9\n";
  ptx += "/* " + std::string(9000, 'x') + " */\n";
  for (int i = 0; i < 2000; ++i)
    ptx += "  add.s32 %r1, %r2, %r3;\n";
  return ptx + "ret; // no newline";
}

const char *const compilers[] = {
    "gcc -std=c99 -pedantic",
    "gcc -std=c11 -pedantic",
    "gcc -std=c2x -pedantic",
    "g++ -std=c++98 -pedantic -x c++",
    "g++ -std=c++11 -pedantic -x c++",
    "g++ -std=c++17 -pedantic -x c++",
    "clang-22 -std=c2x -pedantic",
    "clang++-22 -std=c++98 -pedantic -x c++",
    "clang++-22 -std=c++11 -pedantic -x c++",
    "clang-22 -std=c99 -pedantic -Wshadow -Wconversion -Wcast-qual "
    "-Wmissing-prototypes -Wundef -Wcomma -Wcovered-switch-default",
    "clang++-22 -std=c++17 -pedantic -Wshadow -Wconversion "
    "-Wmissing-prototypes -Wextra-semi -x c++",
};

void LauncherTest::compileAll(StringRef sources,
                              ArrayRef<std::pair<StringRef, int>> functions) {
  bool hasDriver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL) != nullptr;
  int compiled = 0;
  for (StringRef compiler : compilers) {
    SCOPED_TRACE(compiler.str());
    if (!sys::findProgramByName(compiler.split(' ').first))
      continue;
    ++compiled;
    ASSERT_EQ(run((compiler + " -O1 -Wall -Wextra -Werror " + sources +
                   " -o main -ldl -lpthread")
                      .str()),
              0);
    // Nothing but the API leaves a launcher.
    for (auto [source, count] : functions)
      ASSERT_EQ(run((compiler + " -c " + source + " -o launcher.o && " +
                     "test $(nm -g --defined-only launcher.o | wc -l) = " +
                     std::to_string(count))
                        .str()),
                0);
    EXPECT_EQ(run(withFake("./main fake")), 0);
    if (!hasDriver)
      EXPECT_EQ(run("./main"), 0);
  }
  if (!compiled)
    GTEST_SKIP() << "no C compiler";
}

// Calls every function of two launchers, and a scan of several arrays. The
// pointers are followed by nobody: the driver is a fake or missing.
const char *const application = R"(
#include "first.h"
#include "second.h"
#include "third.h"
#include <stdio.h>
#include <stdlib.h>

static void expect(scanc_status got, scanc_status wanted, int line) {
  if (got == wanted)
    return;
  fprintf(stderr, "main.c:%d: expected '%s', got '%s'\n", line,
          scanc_status_string(wanted), scanc_status_string(got));
  exit(1);
}
#define EXPECT(got, wanted) expect(got, wanted, __LINE__)

int main(int argc, char **argv) {
  const int32_t *in = (const int32_t *)0x1000000;
  int32_t *out = (int32_t *)0x2000000;
  void *workspace = (void *)0x3000000;
  const argmax_element *pairs = (const argmax_element *)0x4000000;
  argmax_output *results = (argmax_output *)0x5000000;
  const float *values = (const float *)0x6000000;
  const int64_t *places = (const int64_t *)0x7000000;
  float *tops = (float *)0x8000000;
  uint8_t *marks = (uint8_t *)0x9000001;
  scanc_status ready = argc > 1 ? SCANC_OK : SCANC_ERROR_NO_DRIVER;
  (void)argv;
  EXPECT(sum(NULL, NULL, NULL, 0, NULL), SCANC_OK);
  EXPECT(sum(NULL, in, NULL, 5, NULL), SCANC_ERROR_NULL_POINTER);
  EXPECT(sum(NULL, in, out, 5000, NULL), SCANC_ERROR_NO_WORKSPACE);
  if (sum_workspace_bytes(4000) != 0 || sum_workspace_bytes(4001) != 1280 ||
      argmax_workspace_bytes(1000000) != 0)
    return 2;
  EXPECT(sum_init_workspace(workspace, NULL), SCANC_OK);
  EXPECT(argmax_init_workspace(NULL, NULL), SCANC_OK);
  EXPECT(sum(NULL, in, out, 5000, workspace), ready);
  EXPECT(argmax(NULL, pairs, results, 5000, NULL), ready);
  EXPECT(best(NULL, NULL, NULL, NULL, NULL, 0, NULL), SCANC_OK);
  EXPECT(best(NULL, values, places, tops, NULL, 5, NULL),
         SCANC_ERROR_NULL_POINTER);
  EXPECT(best(NULL, values, places, tops, marks, 5000, workspace), ready);
  EXPECT(best(NULL, values, places, (float *)0x6000000, marks, 5000, workspace),
         ready);
  EXPECT(best(NULL, values, places, tops, (uint8_t *)0x7000001, 5000,
              workspace),
         SCANC_ERROR_OVERLAP);
  EXPECT(argmax_load(), ready);
  EXPECT(argmax_unload(), SCANC_OK);
  EXPECT(sum_load(), ready);
  EXPECT(sum_unload(), SCANC_OK);
  EXPECT(sum_unload(), SCANC_OK);
  return 0;
}
)";

TEST_F(LauncherTest, CompilesWithoutWarningsAndLinks) {
  writeLauncher(test::makeSum("sum"), makeAwkwardPtx(), "first");
  writeLauncher(test::makeArgmax("argmax"), stubPtx, "second");
  writeLauncher(test::makeArrays("best"), stubPtx, "third");
  write("main.c", application);
  compileAll("main.c first.c second.c third.c", {{"first.c", 5}});
}

// Calls every function of launchers of rows: with a line, alone, and of a
// structure of arrays.
const char *const applicationOfRows = R"(
#include "both.h"
#include "alone.h"
#include "arrays.h"
#include <stdio.h>
#include <stdlib.h>

static void expect(scanc_status got, scanc_status wanted, int line) {
  if (got == wanted)
    return;
  fprintf(stderr, "main.c:%d: expected '%s', got '%s'\n", line,
          scanc_status_string(wanted), scanc_status_string(got));
  exit(1);
}
#define EXPECT(got, wanted) expect(got, wanted, __LINE__)

int main(int argc, char **argv) {
  const int32_t *in = (const int32_t *)0x1000000;
  int32_t *out = (int32_t *)0x2000000;
  void *workspace = (void *)0x3000000;
  const float *values = (const float *)0x6000000;
  const int64_t *places = (const int64_t *)0x7000000;
  float *tops = (float *)0x8000000;
  uint8_t *marks = (uint8_t *)0x9000001;
  scanc_status ready = argc > 1 ? SCANC_OK : SCANC_ERROR_NO_DRIVER;
  (void)argv;
  EXPECT(both(NULL, NULL, NULL, 0, NULL), SCANC_OK);
  EXPECT(both_rows(NULL, NULL, NULL, 0, 5, 0, 0, NULL), SCANC_OK);
  EXPECT(both_rows(NULL, in, NULL, 5, 5, 5, 5, NULL), SCANC_ERROR_NULL_POINTER);
  EXPECT(both_rows(NULL, in, out, 5, 5, 5, 4, NULL), SCANC_ERROR_STRIDE);
  EXPECT(both_rows(NULL, in, out, 50, 100, 100, 100, NULL),
         SCANC_ERROR_NO_WORKSPACE);
  if (both_workspace_bytes(4001) != both_rows_workspace_bytes(1, 4001) ||
      both_rows_workspace_bytes(40, 100) != 0 ||
      both_rows_workspace_bytes(41, 100) != 1280 ||
      alone_rows_workspace_bytes(100, 41) != 1280)
    return 2;
  EXPECT(both_load(), ready);
  EXPECT(both_unload(), SCANC_OK);
  EXPECT(both_init_workspace(workspace, NULL), SCANC_OK);
  EXPECT(both(NULL, in, out, 5000, workspace), ready);
  EXPECT(both_rows(NULL, in, out, 50, 100, 100, 100, workspace), ready);
  EXPECT(both_rows(NULL, in, out, 50, 100, 101, -102, workspace), ready);
  EXPECT(both_unload(), SCANC_OK);
  EXPECT(alone_load(), ready);
  EXPECT(alone_init_workspace(workspace, NULL), SCANC_OK);
  EXPECT(alone_rows(NULL, in, out, 50, 100, 100, 100, workspace), ready);
  EXPECT(alone_rows(NULL, in, out, 50, 100, 0, 100, workspace), ready);
  EXPECT(alone_rows(NULL, in, (int32_t *)0x1000000, 5, 5, 7, 7, NULL), ready);
  EXPECT(alone_rows(NULL, in, (int32_t *)0x1000000, 5, 5, 7, 8, NULL),
         SCANC_ERROR_OVERLAP);
  EXPECT(alone_unload(), SCANC_OK);
  EXPECT(arrays_init_workspace(workspace, NULL), ready);
  EXPECT(arrays_rows(NULL, values, places, tops, marks, 50, 100, 100, 100, 100,
                     100, workspace),
         ready);
  EXPECT(arrays_rows(NULL, values, places, tops, marks, 50, 100, 101, 102, 103,
                     104, workspace),
         ready);
  EXPECT(arrays_rows(NULL, values, places, tops, marks, 50, 100, 99, 99, 100,
                     99, workspace),
         SCANC_ERROR_STRIDE);
  return 0;
}
)";

TEST_F(LauncherTest, RowsCompileWithoutWarningsAndLink) {
  const ScanDescription both = test::makeSum("both"),
                        alone = test::makeSum("alone"),
                        arrays = test::makeArrays("arrays");
  writeForms({both, test::overRows(both), test::overStridedRows(both)}, "both",
             {"sm_80", "sm_90"});
  writeForms({test::overRows(alone), test::overStridedRows(alone)}, "alone");
  writeForms({test::overRows(arrays), test::overStridedRows(arrays)}, "arrays");
  write("main.c", applicationOfRows);
  compileAll("main.c both.c alone.c arrays.c",
             {{"both.c", 7}, {"alone.c", 5}, {"arrays.c", 5}});
}

TEST_F(LauncherTest, RowsPassTheStridesInOrder) {
  const ScanDescription arrays = test::makeArrays("arrays");
  writeForms({test::overRows(arrays), test::overStridedRows(arrays)}, "arrays");
  write("main.c", R"(
#include "FakeCuda.h"
#include "arrays.h"
#include <dlfcn.h>
int main(void) {
  struct fake_cuda *cuda =
      (struct fake_cuda *)dlsym(dlopen("libcuda.so.1", RTLD_NOW), "fake_cuda");
  const struct fake_launch *last = cuda->launches;
  const uint64_t strides[] = {10, 11, (uint64_t)-12, 13, (uint64_t)-14};
  int i;
  cuda->more_arrays = 1;
  cuda->more_sizes = 5;
  if (arrays_rows(0, (const float *)0x6000000, (const int64_t *)0x7000000,
                  (float *)0x8000000, (uint8_t *)0x9000001, 3, 10, 11, -12, 13,
                  -14, 0) != SCANC_OK)
    return 1;
  if (cuda->launch_count != 1 || last->n != 30 ||
      last->arrays[1] != (const void *)0x7000000 ||
      last->arrays[3] != (const void *)0x9000001)
    return 2;
  for (i = 0; i < 5; ++i)
    if (last->sizes[i] != strides[i])
      return 3;
  return 0;
}
)");
  if (!sys::findProgramByName("gcc"))
    GTEST_SKIP() << "no gcc";
  ASSERT_EQ(run("gcc -std=c99 -Wall -Wextra -Werror -I '" +
                std::string(SCANC_TEST_SOURCE_DIR) +
                "' main.c arrays.c -o main -ldl -lpthread"),
            0);
  EXPECT_EQ(run(withFake("./main")), 0);
}

TEST_F(LauncherTest, SaysWhatRowsAre) {
  const ScanDescription sum = test::makeSum("sum"),
                        arrays = test::makeArrays("best");
  std::string header;
  auto emit = [&](ArrayRef<ScanDescription> scans) {
    header = cantFail(emitFormsLauncher(makeForms(scans), "my")).header;
  };
  auto has = [&](StringRef text) { return header.find(text) != header.npos; };
  emit({sum, test::overRows(sum), test::overStridedRows(sum)});
  EXPECT_TRUE(has("scanc_status sum(struct CUstream_st *stream, "));
  EXPECT_TRUE(has("size_t sum_workspace_bytes(uint64_t n);\n"));
  EXPECT_TRUE(has("size_t sum_rows_workspace_bytes(uint64_t rows, "
                  "uint64_t n);\n"));
  EXPECT_TRUE(has("scanc_status sum_rows(struct CUstream_st *stream, "
                  "const int32_t *in, int32_t *out,\n"
                  "                    uint64_t rows, uint64_t n, "
                  "int64_t in_row_stride, int64_t out_row_stride,\n"));
  EXPECT_TRUE(has("status = sum(stream, in, out, n, workspace);\n"));
  EXPECT_TRUE(has("scan_traits<&::sum>"));
  EXPECT_TRUE(has("scan_traits<&::sum_rows>"));

  emit({test::overRows(sum), test::overStridedRows(sum)});
  EXPECT_FALSE(has("scanc_status sum("));
  EXPECT_FALSE(has("sum_workspace_bytes"));
  EXPECT_FALSE(has("scan_traits<&::sum>"));
  EXPECT_TRUE(has("scan_traits<&::sum_rows>"));
  EXPECT_TRUE(has("scanc_status sum_rows(struct CUstream_st *stream, "));
  EXPECT_TRUE(has("sum_rows_workspace_bytes(rows, n)"));
  EXPECT_TRUE(has("scanc_status sum_init_workspace("));
  EXPECT_TRUE(has("scanc_status sum_load(void);\n"));
  EXPECT_TRUE(has("scanc_status sum_unload(void);\n"));

  emit({test::overRows(arrays), test::overStridedRows(arrays)});
  EXPECT_TRUE(has("                    int64_t in0_row_stride,\n"
                  "                    int64_t in1_row_stride,\n"
                  "                    int64_t out0_row_stride,\n"
                  "                    int64_t out1_row_stride,\n"));
}

// Calls every function of launchers of an axis: with all others, alone, and
// with states.
const char *const applicationOfAxes = R"(
#include "all.h"
#include "alone.h"
#include "kept.h"
#include <stdio.h>
#include <stdlib.h>

static void expect(scanc_status got, scanc_status wanted, int line) {
  if (got == wanted)
    return;
  fprintf(stderr, "main.c:%d: expected '%s', got '%s'\n", line,
          scanc_status_string(wanted), scanc_status_string(got));
  exit(1);
}
#define EXPECT(got, wanted) expect(got, wanted, __LINE__)

int main(int argc, char **argv) {
  /* Columns of a matrix, and its transpose. */
  static scanc_tensor tensor = {2, 0, {50, 100}, {{100, 1}, {1, -50}}};
  const int32_t *in = (const int32_t *)0x1000000;
  int32_t *out = (int32_t *)0x2000000;
  void *workspace = (void *)0x3000000;
  scanc_status ready = argc > 1 ? SCANC_OK : SCANC_ERROR_NO_DRIVER;
  (void)argv;
  if (all_axis_workspace_bytes(&tensor) != 1280 ||
      alone_axis_workspace_bytes(&tensor) != 1280 ||
      kept_axis_workspace_bytes(NULL) != 0)
    return 2;
  EXPECT(all_load(), ready);
  EXPECT(all_init_workspace(workspace, NULL), SCANC_OK);
  EXPECT(all(NULL, in, out, 5000, workspace), ready);
  EXPECT(all_rows(NULL, in, out, 50, 100, 100, 100, workspace), ready);
  EXPECT(all_axis(NULL, in, out, &tensor, workspace), ready);
  EXPECT(all_unload(), SCANC_OK);
  EXPECT(alone_axis(NULL, in, out, &tensor, NULL), SCANC_ERROR_NO_WORKSPACE);
  EXPECT(alone_axis(NULL, in, out, &tensor, workspace), ready);
  EXPECT(kept_axis(NULL, in, out, &tensor, (const int32_t *)0x4000000,
                   (int32_t *)0x5000000, workspace),
         ready);
  EXPECT(kept_axis(NULL, in, out, &tensor, NULL, (int32_t *)0x2000000,
                   workspace),
         SCANC_ERROR_OVERLAP);
  EXPECT(alone_axis(NULL, in, out, NULL, NULL), SCANC_ERROR_NULL_POINTER);
  tensor.axis = 2;
  EXPECT(alone_axis(NULL, in, out, &tensor, workspace), SCANC_ERROR_SHAPE);
  EXPECT(alone_unload(), SCANC_OK);
  EXPECT(kept_unload(), SCANC_OK);
  return 0;
}
)";

TEST_F(LauncherTest, AxesCompileWithoutWarningsAndLink) {
  const ScanDescription all = test::makeSum("all"),
                        alone = test::makeSum("alone");
  ScanDescription kept = test::makeSum("kept");
  kept.chainState = kept.state;
  kept.takesInitial = true;
  test::leaveFinal(kept);
  writeForms({all, test::overRows(all), test::overStridedRows(all),
              test::overAxis(all)},
             "all", {"sm_80", "sm_90"});
  writeForms({test::unasked(test::overRows(alone)), test::overAxis(alone)},
             "alone");
  writeForms({test::overAxis(kept)}, "kept");
  write("main.c", applicationOfAxes);
  compileAll("main.c all.c alone.c kept.c",
             {{"all.c", 9}, {"alone.c", 5}, {"kept.c", 5}});
}

/// As scanc_add_scan() compiles them, in either order.
TEST_F(LauncherTest, LaunchersOfAllShapesInOneFileOfSource) {
  const ScanDescription a = test::makeSum("a"), b = test::makeSum("b"),
                        c = test::makeSum("c");
  writeForms({a}, "a");
  writeForms({test::overRows(b), test::overStridedRows(b)}, "b");
  writeForms({test::unasked(test::overRows(c)), test::overAxis(c)}, "c");
  if (!sys::findProgramByName("gcc"))
    GTEST_SKIP() << "no gcc";
  for (StringRef order : {"a b c", "a c b", "b c", "c b"}) {
    std::string all;
    for (StringRef name : split(order, ' '))
      all += ("#include \"" + name + ".c\"\n").str();
    write("all.c", all);
    EXPECT_EQ(run("gcc -std=c99 -pedantic -Wall -Wextra -Werror -c all.c"), 0);
  }
}

TEST_F(LauncherTest, SaysWhatAnAxisIs) {
  const ScanDescription sum = test::makeSum("sum"),
                        arrays = test::makeArrays("best");
  std::string header, source;
  auto emit = [&](ArrayRef<ScanDescription> scans) {
    Launcher launcher = cantFail(emitFormsLauncher(makeForms(scans), "my"));
    header = launcher.header;
    source = launcher.source;
  };
  auto has = [&](StringRef text) { return header.find(text) != header.npos; };
  emit({sum, test::unasked(test::overRows(sum)), test::overAxis(sum)});
  EXPECT_TRUE(has("scanc_status sum(struct CUstream_st *stream, "));
  EXPECT_FALSE(has("sum_rows"));
  EXPECT_TRUE(has("size_t sum_axis_workspace_bytes(const scanc_tensor "
                  "*tensor);\n"));
  EXPECT_TRUE(has("scanc_status sum_axis(struct CUstream_st *stream, "
                  "const int32_t *in, int32_t *out,\n"
                  "                    const scanc_tensor *tensor, "
                  "void *workspace);\n"));
  EXPECT_TRUE(has("} scanc_tensor;\n"));
  EXPECT_TRUE(has("scan_traits<&::sum_axis>"));
  EXPECT_TRUE(has("domain = \"axis\""));
  EXPECT_NE(source.find("scanc_run_axis(sum_forms + 1, 2, "), source.npos);

  emit({test::overAxis(sum)});
  EXPECT_FALSE(has("scanc_status sum("));
  EXPECT_TRUE(has("sum_axis_workspace_bytes(&tensor)"));
  EXPECT_TRUE(has("sum_axis(stream, in, out, &tensor, workspace)"));
  EXPECT_NE(source.find("scanc_run_axis(sum_forms, 1, "), source.npos);

  emit({sum, test::overRows(sum), test::overStridedRows(sum)});
  EXPECT_FALSE(has("scanc_tensor"));

  emit({test::overRows(arrays), test::overAxis(arrays)});
  EXPECT_TRUE(has("best_rows(stream, in0, in1, out0, out1, rows, n,"));
  EXPECT_TRUE(has("stride[0] are those of in0"));
  EXPECT_TRUE(has(", stride[3] are those of out1.\n"));
}

TEST_F(LauncherTest, RefusesFormsInAnotherOrder) {
  const ScanDescription sum = test::makeSum("sum");
  auto errorOf = [](ArrayRef<ScanDescription> scans) {
    return toString(emitFormsLauncher(makeForms(scans), "my").takeError());
  };
  EXPECT_EQ(errorOf({test::overAxis(sum), test::overRows(sum)}),
            "a launcher has no place for 'sum_rows' behind 'sum_axis'");
  EXPECT_EQ(errorOf({test::overRows(sum), sum}),
            "a launcher has no place for 'sum' behind 'sum_rows'");
}

TEST(ShareWorkspaceTest, ZerosComeFirst) {
  scanc_scan line = {}, rows = {}, strided = {};
  rows.workspace_zeroed = 512;
  strided.workspace_zeroed = 1024;
  shareWorkspace({&line, &rows, &strided});
  EXPECT_EQ(rows.workspace_begin, 0u);
  EXPECT_EQ(strided.workspace_begin, 512u);
  EXPECT_EQ(line.workspace_begin, 1536u);
  for (const scanc_scan *scan : {&line, &rows, &strided})
    EXPECT_EQ(scan->workspace_zeroed, 1536u);
}

TEST(ShareWorkspaceTest, WithoutZerosAllBeginAtOnce) {
  scanc_scan line = {}, rows = {}, strided = {};
  shareWorkspace({&line, &rows, &strided});
  for (const scanc_scan *scan : {&line, &rows, &strided}) {
    EXPECT_EQ(scan->workspace_begin, 0u);
    EXPECT_EQ(scan->workspace_zeroed, 0u);
  }
}

TEST(ShareWorkspaceTest, AnOnlyOneHasAll) {
  scanc_scan scan = {};
  scan.workspace_zeroed = 512;
  shareWorkspace({&scan});
  EXPECT_EQ(scan.workspace_begin, 0u);
  EXPECT_EQ(scan.workspace_zeroed, 512u);
}

/// As descriptions ask for it, and as the launcher says it.
TEST_F(LauncherTest, FormsShareOneWorkspace) {
  const ScanDescription line = test::makeSum("sum"),
                        drawn = test::makeDrawn("sum", "chained");
  auto makeScan = [](const ScanDescription &description) {
    return cantFail(makeRuntimeScan(description, "sm_90", nullptr));
  };
  const ScanDescription descriptions[] = {line, test::overRows(drawn),
                                          test::overStridedRows(drawn)};
  scanc_scan scans[] = {makeScan(descriptions[0]), makeScan(descriptions[1]),
                        makeScan(descriptions[2])};
  const uint64_t zeroed = scans[1].workspace_zeroed;
  ASSERT_EQ(zeroed, scans[1].workspace(&scans[1], 5000));
  ASSERT_EQ(scans[0].workspace_zeroed, 0u);
  shareWorkspace({&scans[0], &scans[1], &scans[2]});
  const uint64_t begins[] = {2 * zeroed, 0, zeroed};
  const std::string source =
      cantFail(emitFormsLauncher(makeForms(descriptions), "sum")).source;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(scans[i].workspace_begin, begins[i]);
    EXPECT_EQ(scans[i].workspace_zeroed, 2 * zeroed);
    EXPECT_NE(source.find("     0, " + std::to_string(scans[i].size_count) +
                          ", " + std::to_string(begins[i]) + ", " +
                          std::to_string(2 * zeroed) + ",\n"),
              source.npos);
  }
  EXPECT_EQ(scanc_workspace_bytes(&scans[0], 1, 4000), 0u);
  EXPECT_EQ(scanc_workspace_bytes(&scans[0], 1, 5000), 2 * zeroed + 1280);
  EXPECT_EQ(scanc_workspace_bytes(&scans[1], 1, 5000), 2 * zeroed);
  EXPECT_EQ(scanc_workspace_bytes(&scans[2], 1, 5000), 2 * zeroed);
}

TEST_F(LauncherTest, SaysWhatTheArraysAre) {
  const std::string header =
      cantFail(emitLauncher(test::makeArrays("best"), stubPtx, "sm_90", "my"))
          .header;
  auto has = [&](StringRef text) { return header.find(text) != header.npos; };
  EXPECT_TRUE(has("exclusive scan of float, int64_t by best"));
  EXPECT_TRUE(has(" *   in[i] = (in0[i], in1[i]), out[i] = (out0[i], "
                  "out1[i])\n"));
  EXPECT_TRUE(has("best(stream, in0, in1, out0, out1, n, workspace);\n *\n"));
  EXPECT_TRUE(has(" *   in0  f32\n *   in1  i64\n *   out0  f32\n"
                  " *   out1  u8\n"));
  // Not the second: it is not as large as its input.
  EXPECT_TRUE(
      has(" * out0 may be in0; else no output may overlap anything.\n"));
  EXPECT_TRUE(has("best(struct CUstream_st *stream, const float *in0, "
                  "const int64_t *in1,\n"
                  "                    float *out0, uint8_t *out1,\n"));
}

TEST_F(LauncherTest, TwoLaunchersInOneFileOfSource) {
  writeLauncher(test::makeSum("sum"), stubPtx, "first");
  writeLauncher(test::makeArgmax("argmax"), stubPtx, "second");
  write("both.c", "#include \"first.c\"\n#include \"second.c\"\n");
  if (!sys::findProgramByName("gcc"))
    GTEST_SKIP() << "no gcc";
  EXPECT_EQ(run("gcc -std=c99 -pedantic -Wall -Wextra -Werror -c both.c"), 0);
}

TEST_F(LauncherTest, ThePtxArrivesAsItWas) {
  // The driver is told the PTX's last characters and its length; a program
  // that prints the pieces says all of it.
  std::string ptx = makeAwkwardPtx();
  writeLauncher(test::makeSum("sum"), ptx, "first");
  write("print.c", "#include \"first.c\"\n"
                   "int main(void) {\n"
                   "  const char *const *piece = sum_ptx;\n"
                   "  for (; *piece; ++piece) fputs(*piece, stdout);\n"
                   "  return 0;\n"
                   "}\n");
  write("wanted", ptx);
  if (!sys::findProgramByName("gcc"))
    GTEST_SKIP() << "no gcc";
  EXPECT_EQ(run("gcc -std=c99 print.c -o print -ldl -lpthread && "
                "./print > got && cmp got wanted"),
            0);
}

TEST_F(LauncherTest, IsTheSameForTheSameInput) {
  auto emit = [] {
    return cantFail(
        emitLauncher(test::makeArgmax("argmax"), stubPtx, "sm_90", "second"));
  };
  EXPECT_EQ(emit().header, emit().header);
  EXPECT_EQ(emit().source, emit().source);
}

TEST_F(LauncherTest, RefusesWhatItCannotMake) {
  auto errorOf = [](const ScanDescription &scan, StringRef arch,
                    StringRef baseName) {
    Expected<Launcher> launcher = emitLauncher(scan, stubPtx, arch, baseName);
    return launcher ? std::string() : toString(launcher.takeError());
  };
  ScanDescription scan = test::makeSum("sum");
  EXPECT_EQ(errorOf(scan, "sm_90", "sum"), "");
  EXPECT_EQ(errorOf(scan, "sm_90a", "sum"), "");
  EXPECT_EQ(errorOf(scan, "gfx90", "sum"),
            "unknown architecture 'gfx90'; expected sm_80, sm_86, sm_89, "
            "sm_90, sm_100, sm_103, sm_120, sm_121");
  EXPECT_EQ(errorOf(scan, "sm_90", "a\"b"),
            "no #include can spell the file name 'a\"b.h'");
  scan.kernels.assign(9, scan.kernels[0]);
  EXPECT_EQ(errorOf(scan, "sm_90", "sum"),
            "a scan has at most 8 kernels, got 9");
  EXPECT_EQ(errorOf(test::makeSum("while"), "sm_90", "sum"),
            "'while' cannot name C functions: it is a keyword of C or C++");
}

TEST_F(LauncherTest, SaysWhichCudaThePtxNeeds) {
  auto headerOf = [](StringRef version) {
    return cantFail(emitLauncher(test::makeSum("sum"),
                                 ("//\n.version " + version + "\nret;\n").str(),
                                 "sm_90", "sum"))
        .header;
  };
  const std::pair<StringRef, StringRef> releases[] = {
      {"7.8", "12.0"}, {"8.0", "12.0"}, {"8.1", "12.1"}, {"8.2", "12.2"},
      {"8.3", "12.3"}, {"8.4", "12.4"}, {"8.5", "12.5"}, {"8.6", "12.7"},
      {"8.7", "12.8"}, {"8.8", "12.9"}, {"9.0", "13.0"}};
  for (auto [ptx, cuda] : releases)
    EXPECT_NE(
        headerOf(ptx).find(("driver of CUDA " + cuda + "\n * or later").str()),
        std::string::npos)
        << ptx.str();
  auto errorOf = [](StringRef ptx) {
    return toString(
        emitLauncher(test::makeSum("sum"), ptx, "sm_90", "sum").takeError());
  };
  EXPECT_EQ(errorOf("ret;\n"), "expected PTX with a '.version' line, got none");
  EXPECT_EQ(errorOf(".version 99.1\n"),
            "no release of CUDA is known for PTX 99.1");
}

} // namespace
