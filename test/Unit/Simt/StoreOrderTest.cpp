//===- StoreOrderTest.cpp - Which atomic store is the last ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceTest.h"

using namespace scanc::simt;

/// A kernel of a thread for each block; block k executes `blocks`[k].
static std::string kernelOf(const std::vector<std::string> &blocks) {
  std::string ir = R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %count = getelementptr i32, ptr addrspace(1) %flag, i32 1
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  switch i32 %block, label %end [
)";
  for (size_t k = 0; k < blocks.size(); ++k)
    ir += "    i32 " + std::to_string(k) + ", label %b" + std::to_string(k) +
          "\n";
  ir += "  ]\nend:\n  ret void\n";
  for (size_t k = 0; k < blocks.size(); ++k)
    ir += "b" + std::to_string(k) + ":\n" + blocks[k] + "  br label %end\n";
  return ir + "}\n";
}

static std::string store(int value) {
  return "  store atomic i32 " + std::to_string(value) +
         ", ptr addrspace(1) %flag syncscope(\"device\") monotonic, align 4\n";
}

static const std::string fence = "  fence syncscope(\"device\") acq_rel\n";
static const std::string add = "  atomicrmw add ptr addrspace(1) %count, i32 1 "
                               "syncscope(\"device\") monotonic\n";

/// Goes on in block `name`e once a load of `from` finds `value`.
static std::string await(const std::string &from, int value,
                         const std::string &name) {
  return "  br label %" + name + "w\n" + name + "w:\n  %" + name +
         " = load atomic i32, ptr addrspace(1) " + from +
         " syncscope(\"device\") monotonic, align 4\n  %" + name +
         "is = icmp eq i32 %" + name + ", " + std::to_string(value) +
         "\n  br i1 %" + name + "is, label %" + name + "e, label %" + name +
         "w\n" + name + "e:\n";
}

static std::string raceOf(const std::vector<std::string> &blocks) {
  return raceIn(kernelOf(blocks), blocks.size(), 1);
}

TEST(StoreOrder, NobodyKnowsWhichOfTwoIsTheLast) {
  const std::string error = raceOf({store(1), store(2)});
  EXPECT_TRUE(contains(
      error, "race (unordered stores) on byte 0 of the flags: atomic store of "
             "4 bytes by thread 0 of block ("))
      << error;
  EXPECT_TRUE(
      contains(error, ", and atomic store of 4 bytes by thread 0 of block ("))
      << error;
  EXPECT_TRUE(contains(error, "no release by the one that the other acquires "
                              "says which is the last; the launch that comes "
                              "next may find either"))
      << error;
  EXPECT_EQ(raceOf({store(1), ""}), "");
  EXPECT_EQ(raceOf({store(1), store(1)}), "");
}

TEST(StoreOrder, FencesAroundACountOrderStores) {
  auto blocks = [](const std::string &release, const std::string &acquire) {
    return std::vector<std::string>{
        store(1) + release + add, await("%count", 1, "n") + acquire + store(2)};
  };
  EXPECT_EQ(raceOf(blocks(fence, fence)), "");
  EXPECT_TRUE(contains(raceOf(blocks("", fence)), "unordered stores"));
  EXPECT_TRUE(contains(raceOf(blocks(fence, "")), "unordered stores"));
}

TEST(StoreOrder, AStoreFollowsWhatWasRead) {
  EXPECT_EQ(raceOf({store(1), await("%flag", 1, "f") + store(2)}), "");
  // The one that was read, and no other.
  EXPECT_TRUE(contains(raceOf({store(1), await("%flag", 1, "f") + store(2),
                               await("%flag", 2, "g"), store(3)}),
                       "unordered stores"));
}

TEST(StoreOrder, ALoadBehindBothIsToldApart) {
  const std::string error =
      raceOf({store(1) + fence + add, store(2) + fence + add,
              await("%count", 2, "n") + fence +
                  "  %v = load atomic i32, ptr addrspace(1) %flag "
                  "syncscope(\"device\") monotonic, align 4\n"});
  EXPECT_TRUE(contains(error, "the atomic load of 4 bytes by thread 0 of block "
                              "(2, 0, 0) at "))
      << error;
  EXPECT_TRUE(contains(error, ", which comes after both, may find either"))
      << error;
}

TEST(StoreOrder, ASwapThatFailsStoresNothing) {
  auto swap = [](int expected) {
    return "  %s = cmpxchg ptr addrspace(1) %flag, i32 " +
           std::to_string(expected) +
           ", i32 5 syncscope(\"device\") monotonic monotonic\n";
  };
  // The last block runs first.
  EXPECT_EQ(raceOf({store(1), swap(7)}), "");
  EXPECT_TRUE(
      contains(raceOf({store(1), swap(0)}), "atomic compare-and-swap of 4"));
  // One that succeeds follows what it replaces.
  EXPECT_EQ(raceOf({swap(1), store(1)}), "");
}
