//===- AtomicRaceTest.cpp - Races of atomic accesses ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceTest.h"

using namespace scanc::simt;

TEST(Race, CountersDoNotRace) {
  EXPECT_EQ(raceIn(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %c = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("device") monotonic
  ret void
}
)",
                   5, 64),
            "");
}

TEST(Race, AtomicAgainstPlain) {
  EXPECT_TRUE(contains(raceIn(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %block, 0
  br i1 %first, label %plain, label %atomic
plain:
  store i32 1, ptr addrspace(1) %flag
  ret void
atomic:
  %c = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("device") monotonic
  ret void
}
)",
                              2, 1),
                       "race (write after write) on byte 0 of the flags: "));
}

TEST(Race, AtomicsAreNotForgottenBehindOneAnother) {
  // Who counts last knows its own update, and nothing of the others'.
  auto kernel = [](const std::string &store) {
    return R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %c = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("device") monotonic
  %last = icmp eq i32 %c, 2
  br i1 %last, label %clear, label %end
clear:
)" + store +
           R"(
  br label %end
end:
  ret void
}
)";
  };
  EXPECT_EQ(raceIn(kernel("store atomic i32 0, ptr addrspace(1) %flag "
                          "syncscope(\"device\") monotonic, align 4"),
                   3, 1),
            "");
  for (const char *store :
       {"store i32 0, ptr addrspace(1) %flag",
        "store atomic i32 0, ptr addrspace(1) %flag syncscope(\"block\") "
        "monotonic, align 4"})
    EXPECT_TRUE(contains(raceIn(kernel(store), 3, 1),
                         "race (write after write) on byte 0 of the flags: "))
        << store;
}

TEST(Race, AnAtomicDoesNotHideAPlainAccess) {
  for (const char *plain : {"%v = load i32, ptr addrspace(1) %flag\n"
                            "  store i32 %v, ptr addrspace(1) %out",
                            "store i32 7, ptr addrspace(1) %flag"})
    EXPECT_TRUE(contains(raceIn(std::string(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %block, 0
  br i1 %first, label %plain, label %atomic
plain:
  )") + plain + R"(
  br label %atomic
atomic:
  %c = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("device") monotonic
  ret void
}
)",
                                2, 1),
                         "of the flags: "))
        << plain;
}
