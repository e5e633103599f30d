//===- VariantsTest.cpp - One launcher for several architectures ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

namespace {

const char *const oldPtx[] = {"for sm_80", nullptr};
const char *const newPtx[] = {"for sm_100", nullptr};
const char oldCubin[] = "an ELF for 80", newCubin[] = "an ELF for 100";

/// A workspace of its own: larger where it is older, so that who asks for the
/// most finds it.
uint64_t workspaceOfOld(const scanc_scan *, uint64_t) { return 1024; }

/// As far as the driver remembers.
bool endsAlike(const std::string &tail, const std::string &code) {
  const size_t length = std::min(tail.size(), code.size());
  return length >= 8 &&
         tail.substr(tail.size() - length) == code.substr(code.size() - length);
}

class VariantsTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    cuda->range_size = 1024;
    for (scanc_scan &variant : variants)
      variant = makeScan();
    variants[0].arch = 80;
    variants[0].ptx = oldPtx;
    variants[0].workspace = workspaceOfOld;
    variants[0].kernels[3].threads = 256;
    variants[2].arch = 100;
    variants[2].ptx = newPtx;
    variants[2].workspace_zeroed = 512;
  }

  void onGpu(int major, int minor) {
    cuda->major = major;
    cuda->minor = minor;
    memset(scanc_devices, 0, sizeof(scanc_devices));
  }

  scanc_status run() {
    const void *in = reinterpret_cast<const void *>(inAddress);
    void *out = reinterpret_cast<void *>(outAddress);
    return scanc_run(variants, 3, &module, nullptr, &in, &out, big,
                     /*states=*/nullptr,
                     reinterpret_cast<void *>(workspaceAddress));
  }

  /// The end of the code that the driver was last given.
  std::string loaded() { return cuda->code_tail; }

  scanc_scan variants[3];
};

TEST_F(VariantsTest, LoadsTheNewestThatTheGpuRuns) {
  struct {
    int major, minor;
    const char *code;
  } gpus[] = {{8, 0, "for sm_80"},   {8, 6, "for sm_80"},
              {8, 9, "for sm_80"},   {9, 0, "second line\n"},
              {10, 0, "for sm_100"}, {10, 3, "for sm_100"},
              {12, 0, "for sm_100"}};
  for (const auto &[major, minor, code] : gpus) {
    SCOPED_TRACE(major);
    onGpu(major, minor);
    ASSERT_EQ(run(), SCANC_OK);
    EXPECT_TRUE(endsAlike(loaded(), code)) << loaded();
    ASSERT_EQ(scanc_unload(&module), SCANC_OK);
  }
  EXPECT_EQ(cuda->live, 0);
  onGpu(7, 5);
  EXPECT_EQ(run(), SCANC_ERROR_GPU_TOO_OLD);
}

TEST_F(VariantsTest, LaunchesWhatItLoaded) {
  onGpu(8, 0);
  ASSERT_EQ(run(), SCANC_OK);
  EXPECT_EQ(cuda->launches[2].block, 256u);
  onGpu(9, 0);
  ASSERT_EQ(run(), SCANC_OK);
  EXPECT_EQ(cuda->launches[5].block, 128u);
  EXPECT_EQ(cuda->dead_launches, 0);
}

TEST_F(VariantsTest, NeedsTheMostWorkspace) {
  EXPECT_EQ(scanc_workspace_bytes(variants, 3, big), 1024u);
  EXPECT_EQ(scanc_workspace_bytes(variants + 1, 2, big), 512u);
  EXPECT_EQ(scanc_workspace_bytes(variants, 3, 0), 0u);
  onGpu(9, 0);
  cuda->range_size = 1000;
  EXPECT_EQ(run(), SCANC_ERROR_WORKSPACE_TOO_SMALL);
}

TEST_F(VariantsTest, ReadiesTheWorkspaceOfTheGpu) {
  void *workspace = reinterpret_cast<void *>(workspaceAddress);
  onGpu(9, 0);
  EXPECT_EQ(scanc_init_workspace(variants, 3, workspace, nullptr), SCANC_OK);
  EXPECT_EQ(cuda->fills, 0);
  onGpu(10, 0);
  EXPECT_EQ(scanc_init_workspace(variants, 3, workspace, nullptr), SCANC_OK);
  EXPECT_EQ(cuda->fills, 1);
  EXPECT_EQ(cuda->filled_bytes, 512u);
  onGpu(7, 0);
  EXPECT_EQ(scanc_init_workspace(variants, 3, workspace, nullptr),
            SCANC_ERROR_GPU_TOO_OLD);
}

TEST_F(VariantsTest, KeepsALibraryForEachKindOfGpu) {
  onGpu(8, 0);
  ASSERT_EQ(scanc_load(variants, 3, &module), SCANC_OK);
  onGpu(9, 0);
  ASSERT_EQ(scanc_load(variants, 3, &module), SCANC_OK);
  ASSERT_EQ(run(), SCANC_OK);
  EXPECT_EQ(cuda->loads, 2);
  EXPECT_EQ(cuda->live, 2);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 2);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 0);
  EXPECT_EQ(cuda->unloads, 2);
}

/// A cubin runs on GPUs of its major architecture, from its minor one on.
TEST_F(VariantsTest, TakesTheCubinWhereItRuns) {
  variants[0].cubin = oldCubin;
  variants[2].cubin = newCubin;
  struct {
    int major, minor;
    const char *code;
  } gpus[] = {{8, 0, "ELF for 80"},
              {8, 9, "ELF for 80"},
              {9, 0, "second line\n"},
              {10, 3, "ELF for 100"},
              {12, 0, "for sm_100"}};
  for (const auto &[major, minor, code] : gpus) {
    SCOPED_TRACE(code);
    onGpu(major, minor);
    ASSERT_EQ(run(), SCANC_OK);
    EXPECT_TRUE(endsAlike(loaded(), code)) << loaded();
    ASSERT_EQ(scanc_unload(&module), SCANC_OK);
  }
}

} // namespace
