//===- ProfileTest.cpp - Reading what ncu prints --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include "gtest/gtest.h"

using namespace scanc::bench;

namespace {

const char page[] =
    "==PROF== Connected to process 7 (/x/scanc-bench)\n"
    "\"ID\",\"Kernel Name\",\"Block Size\",\"dram__bytes_read.sum\","
    "\"launch__registers_per_thread\"\n"
    "\"\",\"\",\"\",\"byte\",\"register/thread\"\n"
    "\"0\",\"sum_scan\",\"(256, 1, 1)\",\"1,024\",\"32\"\n"
    "\"1\",\"sum_top\",\"(256, 1, 1)\",\"64\",\"40\"\n"
    "\"2\",\"sum_scan\",\"(256, 1, 1)\",\"2048\",\"32\"\n";

TEST(Profile, KeepsTheLastLaunchOfEachKernel) {
  auto kernels = parseProfile(page);
  ASSERT_TRUE(bool(kernels)) << llvm::toString(kernels.takeError());
  ASSERT_EQ(kernels->size(), 2u);
  EXPECT_EQ((*kernels)[0].kernel, "sum_scan");
  EXPECT_EQ((*kernels)[0].metrics.at("dram__bytes_read.sum"), 2048);
  EXPECT_EQ((*kernels)[0].metrics.count("Block Size"), 0u);
  EXPECT_EQ((*kernels)[1].metrics.at("launch__registers_per_thread"), 40);
}

TEST(Profile, RefusesWhatIsNoPage) {
  for (const char *text : {"", "==ERROR== ERR_NVGPUCTRPERM\n",
                           "\"ID\",\"Kernel Name\"\n\"1\"\n"}) {
    auto kernels = parseProfile(text);
    EXPECT_FALSE(bool(kernels)) << text;
    llvm::consumeError(kernels.takeError());
  }
}

} // namespace
