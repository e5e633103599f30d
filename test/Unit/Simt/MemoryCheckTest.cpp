//===- MemoryCheckTest.cpp - Accesses that are not allowed ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"

using namespace scanc::simt;

namespace {

/// A buffer of i32 as a launch may use it.
Buffer bufferOf(std::vector<uint32_t> &values, const char *name) {
  return {values.data(), values.size() * 4, name};
}

/// Launches @k(ptr) of one block on 8 values; the message of the failure.
std::string messageOf(const std::string &ir, unsigned threads = 8,
                      bool writable = true, bool initialised = true) {
  std::vector<uint32_t> values(8);
  LaunchOptions options;
  options.checks.races = false;
  options.checks.buffers = {bufferOf(values, "output")};
  options.checks.buffers[0].writable = writable;
  options.checks.buffers[0].initialised = initialised;
  auto executor = compileInstrumented(ir);
  return launchError(executor.get(), {1}, {threads},
                     {KernelArg::pointer(values.data())}, options);
}

const std::string store = kernelWithSlot("store i32 1, ptr addrspace(1) %slot");

} // namespace

TEST(MemoryCheck, AccessesWithinBuffersPass) {
  EXPECT_EQ(messageOf(store), "");
}

TEST(MemoryCheck, WriteBehindABuffer) {
  EXPECT_EQ(messageOf(store, 9),
            "kernel 'k': thread 8 of block (0, 0, 0): store of 4 bytes at "
            "unknown place in 'k' is out of bounds: byte 32 of the output, "
            "which has 32 bytes");
}

TEST(MemoryCheck, ReadBeforeABuffer) {
  EXPECT_TRUE(contains(
      messageOf(kernelWithSlot(
          "%before = getelementptr i32, ptr addrspace(1) %out, i32 -1\n"
          "%v = load i32, ptr addrspace(1) %before\n"
          "store i32 %v, ptr addrspace(1) %slot")),
      "load of 4 bytes at unknown place in 'k' is out of bounds: byte -4 of "
      "the output"));
}

TEST(MemoryCheck, AccessFarFromAnyBuffer) {
  EXPECT_TRUE(contains(
      messageOf(kernelWithSlot("%p = inttoptr i64 4096 to ptr addrspace(1)\n"
                               "store i32 1, ptr addrspace(1) %p")),
      "is out of bounds: address 0x1000"));
}

TEST(MemoryCheck, AccessThatStraddlesTheEnd) {
  EXPECT_TRUE(contains(
      messageOf(kernelWithSlot(
                    "store <2 x i32> zeroinitializer, ptr addrspace(1) %slot, "
                    "align 4"),
                8),
      "thread 7 of block (0, 0, 0): store of 8 bytes"));
}

TEST(MemoryCheck, PrefetchThatStraddlesTheEnd) {
  auto prefetch = [](const std::string &bytes) {
    return messageOf(
        kernelWithSlot("call void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr "
                       "addrspace(1) %out, i32 " +
                       bytes + ", i64 0, i1 false)"),
        /*threads=*/1, /*writable=*/false, /*initialised=*/false);
  };
  EXPECT_EQ(prefetch("32"), "");
  EXPECT_TRUE(contains(prefetch("48"),
                       "a prefetch of 48 bytes at unknown place in 'k' is out "
                       "of bounds: byte 0 of the output"));
}

TEST(MemoryCheck, ReadOnlyBuffer) {
  EXPECT_TRUE(contains(messageOf(store, 8, /*writable=*/false),
                       "writes to byte 0 of the output, which is read only"));
}

TEST(MemoryCheck, UninitialisedBuffer) {
  const std::string reads = kernelWithSlot("%v = load i32, ptr addrspace(1) "
                                           "%slot\nstore i32 %v, ptr "
                                           "addrspace(1) %slot");
  EXPECT_EQ(messageOf(reads), "");
  EXPECT_TRUE(contains(messageOf(reads, 8, true, /*initialised=*/false),
                       "load of 4 bytes at unknown place in 'k' reads byte 0 "
                       "of the output, which nobody has written"));
  EXPECT_EQ(messageOf(store, 8, true, /*initialised=*/false), "");
}

TEST(MemoryCheck, MisalignedVector) {
  EXPECT_TRUE(contains(
      messageOf(kernelWithSlot("%odd = getelementptr i8, ptr addrspace(1) "
                               "%out, i32 4\n"
                               "%v = load <2 x i32>, ptr addrspace(1) %odd, "
                               "align 8"),
                1),
      "is misaligned: byte 4 of the output is no multiple of 8"));
}

static const char *const sharedKernel = R"(
@cells = internal addrspace(3) global [8 x i32] undef, align 4
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @cells, i32 %tid
  %first = icmp ult i32 %tid, LIMIT
  br i1 %first, label %write, label %meet
write:
  store i32 %tid, ptr addrspace(3) %mine
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %other = sub i32 7, %tid
  %theirs = getelementptr i32, ptr addrspace(3) @cells, i32 %other
  %v = load i32, ptr addrspace(3) %theirs
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %v, ptr addrspace(1) %slot
  ret void
}
)";

static std::string sharedWithLimit(const char *limit) {
  std::string ir = sharedKernel;
  return ir.replace(ir.find("LIMIT"), 5, limit);
}

TEST(MemoryCheck, SharedMemoryThatNobodyWrote) {
  EXPECT_EQ(messageOf(sharedWithLimit("8")), "");
  EXPECT_TRUE(contains(messageOf(sharedWithLimit("7")),
                       "thread 0 of block (0, 0, 0): load of 4 bytes at "
                       "unknown place in 'k' reads shared address 0x1c, which "
                       "nobody has written"));
}

TEST(MemoryCheck, SharedMemoryBetweenVariables) {
  // Eight threads, of which the last one leaves its variable.
  std::string ir = sharedWithLimit("8");
  ir.replace(ir.find("[8 x i32]"), 9, "[7 x i32]");
  ir += "@other = internal addrspace(3) global [8 x i32] undef, align 4\n"
        "define void @use() {\n"
        "  store i32 0, ptr addrspace(3) @other\n"
        "  ret void\n"
        "}\n";
  EXPECT_TRUE(contains(messageOf(ir),
                       "store of 4 bytes at unknown place in 'k' is out of "
                       "bounds: shared address 0x1c, where no variable lies"));
}

TEST(MemoryCheck, SharedMemoryOutOfBounds) {
  EXPECT_TRUE(contains(messageOf(sharedWithLimit("8"), 9),
                       "is out of bounds: shared address -0x4, where the block "
                       "has 32 bytes"));
}

TEST(MemoryCheck, SharedMemoryIsForgottenBetweenBlocks) {
  // Block 0 writes, block 1 in the same place reads.
  const std::string ir = R"(
@cell = internal addrspace(3) global i32 undef, align 4
define ptx_kernel void @k() {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %block, 0
  br i1 %first, label %write, label %read
write:
  store i32 1, ptr addrspace(3) @cell
  ret void
read:
  %v = load volatile i32, ptr addrspace(3) @cell
  ret void
}
)";
  LaunchOptions options;
  options.residentBlocks = 1;
  options.checks.races = false;
  auto executor = compileInstrumented(ir);
  EXPECT_TRUE(contains(launchError(executor.get(), {2}, {1}, {}, options),
                       "thread 0 of block (1, 0, 0): load of 4 bytes"));
}

/// What a thread is told that waits for ever for a word, with such a load.
static std::string errorOfWaiting(const std::string &load) {
  const std::string ir = R"(
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  br label %wait
wait:
  %v = )" + load + R"(
  %set = icmp ne i32 %v, 0
  br i1 %set, label %done, label %wait
done:
  ret void
}
)";
  std::vector<uint32_t> flag(1);
  LaunchOptions options;
  options.checks.memory = options.checks.races = false;
  auto executor = compileInstrumented(ir);
  return launchError(executor.get(), {1}, {1},
                     {KernelArg::pointer(flag.data())}, options);
}

TEST(EndlessLoop, IsReported) {
  EXPECT_TRUE(contains(errorOfWaiting("load i32, ptr addrspace(1) %flag"),
                       "endless loop, which waits for nobody"));
}

TEST(EndlessLoop, IsNoneWhereEachTripWaits) {
  const std::string error =
      errorOfWaiting("load atomic i32, ptr addrspace(1) %flag "
                     "syncscope(\"device\") monotonic, align 4");
  EXPECT_FALSE(contains(error, "endless loop")) << error;
  EXPECT_TRUE(contains(error, "dead-lock, no thread in flight")) << error;
}

TEST(MemoryCheck, PlacesComeFromTheTable) {
  const std::string ir = R"(
define ptx_kernel void @k(ptr addrspace(1) %out) !dbg !3 {
  %v = load i32, ptr addrspace(1) %out, !dbg !5
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "scan.mlir", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, unit: !0, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 2, column: 7, scope: !3)
)";
  std::vector<uint32_t> values(1);
  LaunchOptions options;
  options.checks.buffers = {bufferOf(values, "output")};
  options.checks.buffers[0].initialised = false;
  std::vector<KernelArg> args = {KernelArg::pointer(values.data())};
  auto plain = compileInstrumented(ir);
  EXPECT_TRUE(contains(launchError(plain.get(), {1}, {1}, args, options),
                       "load of 4 bytes at scan.mlir:2:7 reads"));
  auto placed = compileInstrumented(ir, {{"first", ""}, {"second", ""}});
  EXPECT_TRUE(contains(launchError(placed.get(), {1}, {1}, args, options),
                       "load of 4 bytes at second reads"));
}

TEST(Places, AreInMessagesOfMeetings) {
  // Lane 3 leaves; the others wait for it at a barrier. Lane 5 is not in the
  // mask of its own shuffle.
  const std::string location = R"(
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "scan.mlir", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, unit: !0, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 12, column: 7, scope: !3)
)";
  auto messageOfBody = [&](const std::string &body) {
    auto executor = compileInstrumented(
        "define ptx_kernel void @k() !dbg !3 {\n"
        "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" +
        body + "\n  ret void\n}\n" + location);
    return launchError(executor.get(), {1}, {32}, {});
  };
  EXPECT_TRUE(contains(messageOfBody(R"(
  %leaves = icmp eq i32 %tid, 3
  br i1 %leaves, label %out, label %meet
out:
  ret void
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !5)"),
                       "wait at barrier 0 at scan.mlir:12:7, where 31 of 32 "
                       "threads have arrived"));
  EXPECT_TRUE(contains(
      messageOfBody("  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -33, "
                    "i32 %tid, i32 1, i32 31), !dbg !5"),
      "which lacks the lane itself at scan.mlir:12:7"));
  EXPECT_TRUE(contains(messageOfBody(R"(
  %low = icmp ult i32 %tid, 16
  br i1 %low, label %left, label %right
left:
  call void @llvm.nvvm.bar.warp.sync(i32 65535), !dbg !5
  ret void
right:
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !5)"),
                       "at bar.warp.sync with mask 0xffffffff at "
                       "scan.mlir:12:7 for lanes 0..15"));
}
