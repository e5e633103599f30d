//===- GpuModelTest.cpp - The table of GPUs -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace scanc::machine;

TEST(GpuModel, RowsAscend) {
  EXPECT_TRUE(llvm::is_sorted(gpuModels(), [](const auto &a, const auto &b) {
    return a.capability < b.capability;
  }));
  for (const GpuModel &gpu : gpuModels()) {
    EXPECT_EQ(gpu.name, "sm_" + std::to_string(gpu.capability));
    EXPECT_EQ(gpu.threadsPerSM % warpSize, 0);
    EXPECT_GE(gpu.threadsPerSM, threadsPerBlock);
    EXPECT_GE(gpu.sharedPerBlock, staticSharedBytes);
  }
}

/// CUDA C++ Programming Guide 13.0, "Technical Specifications per Compute
/// Capability".
TEST(GpuModel, HasWhatTheGuideSays) {
  for (const char *name : {"sm_86", "sm_89", "sm_121"}) {
    EXPECT_EQ(findGpu(name)->threadsPerSM, 1536) << name;
    EXPECT_EQ(findGpu(name)->sharedPerBlock, 99 * 1024) << name;
  }
  EXPECT_EQ(findGpu("sm_103")->sharedPerBlock, 227 * 1024);
  ASSERT_TRUE(findGpu("sm_120"));
  EXPECT_EQ(findGpu("sm_120")->threadsPerSM, 1536);
  EXPECT_EQ(findGpu("sm_120")->sharedPerBlock, 99 * 1024);
  EXPECT_EQ(findGpu("sm_90")->threadsPerSM, 2048);
  EXPECT_EQ(findGpu("sm_90")->sharedPerBlock, 227 * 1024);
  EXPECT_EQ(findGpu("sm_80")->sharedPerBlock, 163 * 1024);
  EXPECT_FALSE(findGpu("sm_80")->has(BulkCopies));
  EXPECT_FALSE(findGpu("sm_80")->has(DependentLaunch));
  EXPECT_TRUE(findGpu("sm_90")->has(BulkCopies | DependentLaunch));
}

TEST(GpuModel, IsFoundByName) {
  for (const GpuModel &gpu : gpuModels())
    EXPECT_EQ(findGpu(gpu.name), &gpu);
  EXPECT_EQ(findGpu("sm_90a"), findGpu("sm_90"));
  EXPECT_EQ(findGpu("sm_100f"), findGpu("sm_100"));
  for (const char *name : {"", "a", "sm_", "sm_9", "sm_75", "90", "sm_90ab"})
    EXPECT_EQ(findGpu(name), nullptr) << name;
  EXPECT_EQ(listGpus(), "sm_80, sm_86, sm_89, sm_90, sm_100, sm_103, sm_120, "
                        "sm_121");
  EXPECT_EQ(oldestWith(BulkCopies).name, "sm_90");
  EXPECT_EQ(listFeatures(BulkCopies | DependentLaunch),
            "bulk copies and dependent launches");
}

TEST(GpuModel, NewestThatRuns) {
  EXPECT_EQ(newestFor(75), nullptr);
  EXPECT_EQ(newestFor(80), findGpu("sm_80"));
  EXPECT_EQ(newestFor(87), findGpu("sm_86"));
  EXPECT_EQ(newestFor(89), findGpu("sm_89"));
  EXPECT_EQ(newestFor(90), findGpu("sm_90"));
  EXPECT_EQ(newestFor(101), findGpu("sm_100"));
  EXPECT_EQ(newestFor(103), findGpu("sm_103"));
  EXPECT_EQ(newestFor(121), findGpu("sm_121"));
  EXPECT_EQ(defaultGpu().name, "sm_90");
}
