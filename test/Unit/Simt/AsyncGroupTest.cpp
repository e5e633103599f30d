//===- AsyncGroupTest.cpp - Asynchronous copies in groups -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncTest.h"

using namespace scanc::simt;

namespace {

constexpr uint32_t poison = 0xcdcdcdcd, untouched = 0xdeadbeef;

//===----------------------------------------------------------------------===//
// Shared to global, in bulk groups
//===----------------------------------------------------------------------===//

/// One thread writes n quadruples (i, i, i, i) through two buffers.
const char *const storePipeline = R"(
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %next = add i32 %i, 1
  %stage = and i32 %i, 1
  %buffer = call ptr addrspace(3) @half(i32 %stage)
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 1)
  %one = insertelement <4 x i32> poison, i32 %i, i32 0
  %four = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  store <4 x i32> %four, ptr addrspace(3) %buffer, align 16
  %j = mul i32 %i, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %j
  call void @store(ptr addrspace(1) %to, ptr addrspace(3) %buffer, i32 16)
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 0)
)";

std::vector<uint32_t> quadruples(unsigned n) {
  std::vector<uint32_t> values;
  for (unsigned i = 0; i < n; ++i)
    values.insert(values.end(), 4, i);
  return values;
}

TEST(BulkGroups, StorePipeline) {
  AsyncRun kernel(storePipeline);
  ASSERT_EQ(kernel.run({1}, 1, 4 * 9, 9), "");
  EXPECT_EQ(kernel.out, quadruples(9));
  for (uint64_t seed = 0; seed < 16; ++seed) {
    kernel.shuffle(seed);
    ASSERT_EQ(kernel.run({1}, 1, 4 * 9, 9), "");
    EXPECT_EQ(kernel.out, quadruples(9)) << "seed " << seed;
  }
}

TEST(BulkGroups, BufferReusedBeforeItIsRead) {
  // All copies read at the end: each buffer's last contents.
  AsyncRun kernel(with(
      storePipeline,
      "  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 1)\n", ""));
  ASSERT_EQ(kernel.run({1}, 1, 4 * 6, 6), "");
  for (unsigned i = 0; i < 6; ++i)
    EXPECT_EQ(kernel.out[4 * i], 4 + i % 2);
}

TEST(BulkGroups, BlockThatEndsBeforeItIsRead) {
  AsyncRun kernel(
      with(storePipeline,
           "  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 0)\n", ""));
  EXPECT_TRUE(contains(kernel.run({1}, 1, 4 * 6, 6),
                       "the block ends while 2 asynchronous copies may still "
                       "use its shared memory; copy of 16 bytes from shared "
                       "address 0x0 to address 0x"));
}

TEST(BulkGroups, CopyThatIsInNoGroupIsNotWaitedFor) {
  EXPECT_TRUE(contains(asyncError(R"(
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %out, ptr addrspace(3) @tile, i32 16, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 0))"),
                       "the block ends while 1 asynchronous copy"));
}

TEST(BulkGroups, HappensWhenNobodyElseMakesProgress) {
  // Polls what the copy writes; on a GPU it would come in the end.
  AsyncRun kernel(R"(
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr addrspace(3) @tile, align 16
  call void @store(ptr addrspace(1) %out, ptr addrspace(3) @tile, i32 16)
  br label %poll
poll:
  %v = load volatile i32, ptr addrspace(1) %out
  %there = icmp eq i32 %v, 1
  br i1 %there, label %end, label %poll
end:)");
  ASSERT_EQ(kernel.run({1}, 1, 4), "");
  EXPECT_EQ(kernel.out, (std::vector<uint32_t>{1, 2, 3, 4}));
}

TEST(BulkGroups, HavingReadIsNotHavingWritten) {
  AsyncRun kernel(R"(
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr addrspace(3) @tile, align 16
  call void @store(ptr addrspace(1) %out, ptr addrspace(3) @tile, i32 16)
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
  %early = load i32, ptr addrspace(1) %out
  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 0)
  %late = load i32, ptr addrspace(1) %out
  %q = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %early, ptr addrspace(1) %q
  %r = getelementptr i32, ptr addrspace(1) %out, i32 5
  store i32 %late, ptr addrspace(1) %r)");
  ASSERT_EQ(kernel.run({1}, 1, 8), "");
  EXPECT_EQ(kernel.out[4], untouched);
  EXPECT_EQ(kernel.out[5], 1u);
}

TEST(BulkGroups, HavingReadIsEnoughToEnd) {
  AsyncRun kernel(with(storePipeline, "bulk.wait.group(i32 0)",
                       "bulk.wait.group.read(i32 0)"));
  ASSERT_EQ(kernel.run({1}, 1, 4 * 9, 9), "");
  EXPECT_EQ(kernel.out, quadruples(9));
}

TEST(BulkGroups, OthersRunBeforeTheBufferIsRead) {
  // Thread 1 writes to the buffer while thread 0 waits for its copy.
  AsyncRun kernel(R"(
  br i1 %leader, label %copy, label %spoil
copy:
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr addrspace(3) @tile, align 16
  call void @store(ptr addrspace(1) %out, ptr addrspace(3) @tile, i32 16)
  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 0)
  ret void
spoil:
  store i32 99, ptr addrspace(3) @tile)");
  ASSERT_EQ(kernel.run({1}, 2, 4), "");
  EXPECT_EQ(kernel.out, (std::vector<uint32_t>{99, 2, 3, 4}));
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

const char *const twoGroups = R"(
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 4
  %c = getelementptr i32, ptr addrspace(3) @tile, i32 8
  %inB = getelementptr i32, ptr addrspace(1) %in, i32 4
  %inC = getelementptr i32, ptr addrspace(1) %in, i32 8
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) @tile, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3) %b, ptr addrspace(1) %inB)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %c, ptr addrspace(1) %inC)
  ;wait
  %va = load i32, ptr addrspace(3) @tile
  %vb = load i32, ptr addrspace(3) %b
  %vc = load i32, ptr addrspace(3) %c
  %outB = getelementptr i32, ptr addrspace(1) %out, i32 1
  %outC = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %va, ptr addrspace(1) %out
  store i32 %vb, ptr addrspace(1) %outB
  store i32 %vc, ptr addrspace(1) %outC
  call void @llvm.nvvm.cp.async.wait.all()
)";

TEST(NonBulkCopy, WaitsForAllButTheLatestGroups) {
  struct Case {
    const char *wait;
    std::vector<uint32_t> seen;
  };
  for (const Case &test :
       {Case{"", {poison, poison, poison}},
        Case{"call void @llvm.nvvm.cp.async.wait.group(i32 2)",
             {poison, poison, poison}},
        Case{"call void @llvm.nvvm.cp.async.wait.group(i32 1)",
             {1000, poison, poison}},
        Case{"call void @llvm.nvvm.cp.async.wait.group(i32 0)",
             {1000, 1004, poison}},
        Case{"call void @llvm.nvvm.cp.async.wait.all()", {1000, 1004, 1008}}}) {
    AsyncRun kernel(with(twoGroups, ";wait", test.wait));
    ASSERT_EQ(kernel.run({1}, 1, 12), "");
    kernel.out.resize(3);
    EXPECT_EQ(kernel.out, test.seen) << test.wait;
  }
}

TEST(NonBulkCopy, FillsWithZeros) {
  AsyncRun kernel(R"(
  call void @llvm.nvvm.cp.async.ca.shared.global.16.s(ptr addrspace(3) @tile, ptr addrspace(1) %in, i32 %n)
  call void @llvm.nvvm.cp.async.wait.all()
  %v = load <4 x i32>, ptr addrspace(3) @tile, align 16
  store <4 x i32> %v, ptr addrspace(1) %out, align 16)");
  ASSERT_EQ(kernel.run({1}, 1, 4, /*n=*/8), "");
  EXPECT_EQ(kernel.out, (std::vector<uint32_t>{1000, 1001, 0, 0}));
  ASSERT_EQ(kernel.run({1}, 1, 4, /*n=*/0), "");
  EXPECT_EQ(kernel.out, (std::vector<uint32_t>{0, 0, 0, 0}));
  EXPECT_TRUE(contains(kernel.run({1}, 1, 4, /*n=*/17),
                       "source size of an asynchronous copy must be at most "
                       "16, got 17"));
}

TEST(NonBulkCopy, ArrivesAtAnMbarrier) {
  // Each of 64 threads copies its element; thread i reads that of thread 63-i.
  for (std::string arrive :
       {"call void @llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared("
        "ptr addrspace(3) @bar)",
        "call void @llvm.nvvm.cp.async.mbarrier.arrive.shared("
        "ptr addrspace(3) @bar)\n  %t = call i64 "
        "@llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)"}) {
    AsyncRun kernel(R"(
  br i1 %leader, label %init, label %go
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 64)
  br label %go
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %tid
  %q = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %p, ptr addrspace(1) %q)
  )" + arrive + R"(
  call void @wait(ptr addrspace(3) @bar, i32 0)
  %other = sub i32 63, %tid
  %r = getelementptr i32, ptr addrspace(3) @tile, i32 %other
  %v = load i32, ptr addrspace(3) %r
  %s = getelementptr i32, ptr addrspace(1) %out, i32 %other
  store i32 %v, ptr addrspace(1) %s)");
    ASSERT_EQ(kernel.run({1}, 64, 64), "");
    EXPECT_EQ(kernel.out, counting(64));
    for (uint64_t seed = 0; seed < 8; ++seed) {
      kernel.shuffle(seed);
      ASSERT_EQ(kernel.run({1}, 64, 64), "");
      EXPECT_EQ(kernel.out, counting(64)) << "seed " << seed;
    }
  }
}

} // namespace
