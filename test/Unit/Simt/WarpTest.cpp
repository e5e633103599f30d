//===- WarpTest.cpp - Shuffles and other warp collectives -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"
#include <functional>

using namespace scanc::simt;

namespace {

struct Mode {
  const char *name;
  /// The source lane by the definition in the PTX manual, and its validity.
  std::function<std::pair<int, bool>(int lane, int b, int min, int max,
                                     int segments)>
      source;
};

const Mode modes[] = {
    {"up", [](int lane, int b, int, int max,
              int) { return std::pair(lane - b, lane - b >= max); }},
    {"down", [](int lane, int b, int, int max,
                int) { return std::pair(lane + b, lane + b <= max); }},
    {"bfly", [](int lane, int b, int, int max,
                int) { return std::pair(lane ^ b, (lane ^ b) <= max); }},
    {"idx",
     [](int, int b, int min, int max, int segments) {
       int j = min | (b & ~segments);
       return std::pair(j, j <= max);
     }},
};

/// Each lane shuffles 1000 + lane and stores value + 65536 * predicate.
std::string shuffleKernel(const std::string &mode, bool isFloat) {
  std::string type = isFloat ? "float" : "i32";
  std::string suffix = isFloat ? "f32p" : "i32p";
  std::string in = isFloat ? "uitofp" : "bitcast";
  std::string out = isFloat ? "fptoui" : "bitcast";
  return R"(
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %b, i32 %c) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %number = add i32 %tid, 1000
  %value = )" +
         in + " i32 %number to " + type + "\n  %pair = call {" + type +
         ", i1} @llvm.nvvm.shfl.sync." + mode + "." + suffix + "(i32 -1, " +
         type + " %value, i32 %b, i32 %c)\n  %got = extractvalue {" + type +
         ", i1} %pair, 0\n  %back = " + out + " " + type + R"( %got to i32
  %valid = extractvalue {)" +
         type + R"(, i1} %pair, 1
  %bit = zext i1 %valid to i32
  %high = shl i32 %bit, 16
  %result = add i32 %back, %high
  store i32 %result, ptr addrspace(1) %slot
  ret void
})";
}

TEST(Shuffle, FollowsTheManualAtEveryLane) {
  // The whole warp, halves, quarters of 8, and clamps inside a segment.
  const unsigned controls[] = {0x1f, 0,      0x101f, 0x1000,
                               7,    0x181f, 0x1800, 0x1e1f};
  for (const Mode &mode : modes)
    for (bool isFloat : {false, true}) {
      auto executor = compile(shuffleKernel(mode.name, isFloat));
      ASSERT_TRUE(executor);
      for (unsigned c : controls)
        for (unsigned b : {0u, 1u, 2u, 5u, 8u, 16u, 31u, 33u}) {
          std::vector<uint32_t> out(32);
          ASSERT_EQ(launchError(executor.get(), {1}, {32},
                                {KernelArg::pointer(out.data()),
                                 KernelArg::u32(b), KernelArg::u32(c)}),
                    "");
          for (int lane = 0; lane < 32; ++lane) {
            int segments = c >> 8 & 31, clamp = c & 31;
            int min = lane & segments, max = min | (clamp & ~segments);
            auto [j, valid] =
                mode.source(lane, b & 31, min, max, segments & 31);
            unsigned expected = 1000 + (valid ? j : lane) + (valid ? 65536 : 0);
            EXPECT_EQ(out[lane], expected)
                << mode.name << " b=" << b << " c=" << c << " lane " << lane;
          }
        }
    }
}

TEST(Shuffle, WithoutPredicateGivesTheSameValue) {
  auto out = runSlots(R"(
  %a = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %tid, i32 3, i32 0)
  %f = uitofp i32 %tid to float
  %b = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %f, i32 1, i32 31)
  %i = fptoui float %b to i32
  %h = mul i32 %i, 100
  %r = add i32 %a, %h
  store i32 %r, ptr addrspace(1) %slot)",
                      64);
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], (i % 32 < 3 ? i : i - 3) + 100 * (i ^ 1));
}

TEST(Shuffle, InclusiveScanOfEachWarp) {
  std::string body = "  %x0 = add i32 %tid, 1\n";
  std::string x = "%x0";
  for (unsigned d = 1; d < 32; d *= 2) {
    std::string n = std::to_string(d);
    body += "  %p" + n +
            " = call {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32 "
            "-1, i32 " +
            x + ", i32 " + n + ", i32 0)\n" + "  %v" + n +
            " = extractvalue {i32, i1} %p" + n + ", 0\n" + "  %q" + n +
            " = extractvalue {i32, i1} %p" + n + ", 1\n" + "  %s" + n +
            " = add i32 %v" + n + ", " + x + "\n" + "  %x" + n +
            " = select i1 %q" + n + ", i32 %s" + n + ", i32 " + x + "\n";
    x = "%x" + n;
  }
  body += "  store i32 " + x + ", ptr addrspace(1) %slot\n";
  auto out = runSlots(body, 96);
  uint32_t sum = 0;
  for (unsigned i = 0; i < 96; ++i) {
    sum = i % 32 == 0 ? i + 1 : sum + i + 1;
    EXPECT_EQ(out[i], sum);
  }
}

TEST(Shuffle, RowsAndSingleOnesMeet) {
  // Odd lanes come by a row of three, even lanes by three separate calls.
  auto out = runSlots(R"(
  %x = mul i32 %tid, 3
  %y = add i32 %tid, 100
  %odd = trunc i32 %tid to i1
  br i1 %odd, label %row, label %single
row:
  %a0 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %tid, i32 1, i32 0)
  %b0 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 1, i32 31)
  %c0 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %y, i32 1, i32 31)
  br label %end
single:
  %a1 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %tid, i32 1, i32 0)
  fence seq_cst
  %b1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 1, i32 31)
  fence seq_cst
  %c1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %y, i32 1, i32 31)
  br label %end
end:
  %a = phi i32 [%a0, %row], [%a1, %single]
  %b = phi i32 [%b0, %row], [%b1, %single]
  %c = phi i32 [%c0, %row], [%c1, %single]
  %b10 = shl i32 %b, 10
  %c20 = shl i32 %c, 20
  %ab = or i32 %a, %b10
  %r = or i32 %ab, %c20
  store i32 %r, ptr addrspace(1) %slot)",
                      64);
  for (unsigned i = 0; i < 64; ++i) {
    unsigned a = i % 32 == 0 ? i : i - 1, b = i % 32 == 31 ? i : i + 1;
    EXPECT_EQ(out[i], a | (3 * b) << 10 | ((i ^ 1) + 100) << 20);
  }
}

TEST(Shuffle, ARowOfTwoHalvesOfSixtyFourBits) {
  // The second shuffle's operand needs nothing of the first; the third's does.
  auto out = runSlots(R"(
  %t = zext i32 %tid to i64
  %w = mul i64 %t, 4294967298
  %low = trunc i64 %w to i32
  %a = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %low, i32 5, i32 31)
  %wa = zext i32 %a to i64
  %h = lshr i64 %w, 32
  %high = trunc i64 %h to i32
  %b = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %high, i32 5, i32 31)
  %wb = zext i32 %b to i64
  %hb = shl i64 %wb, 32
  %all = or i64 %hb, %wa
  %q = trunc i64 %all to i32
  %s = add i32 %q, %tid
  %c = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s, i32 2, i32 31)
  %bb = mul i32 %b, 1000
  %r = add i32 %bb, %c
  store i32 %r, ptr addrspace(1) %slot)",
                      32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 5000 + 10 + (i < 30 ? i + 2 : i));
}

TEST(Shuffle, DisjointMasksMeetSeparately) {
  auto out = runSlots(R"(
  %odd = and i32 %tid, 1
  %isOdd = icmp eq i32 %odd, 1
  br i1 %isOdd, label %a, label %b
a:
  %va = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1431655766, i32 %tid, i32 31, i32 31)
  br label %end
b:
  %vb = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 1431655765, i32 %tid, i32 4, i32 31)
  br label %end
end:
  %v = phi i32 [%va, %a], [%vb, %b]
  store i32 %v, ptr addrspace(1) %slot)",
                      32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i % 2 ? 31u : 4u);
}

TEST(Shuffle, ReadingOutsideTheMaskStandsOut) {
  auto out = runSlots(R"(
  %low = icmp ult i32 %tid, 4
  br i1 %low, label %a, label %end
a:
  %v = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 15, i32 %tid, i32 9, i32 31)
  store i32 %v, ptr addrspace(1) %slot
  br label %end
end:)",
                      32);
  EXPECT_EQ(out[0], 0xcdcdcdcdu);
  EXPECT_EQ(out[4], 0xdeadbeefu);
}

TEST(Vote, AllAnyUniBallot) {
  auto out = runSlots(R"(
  %three = icmp eq i32 %tid, 3
  %small = icmp ult i32 %tid, 32
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %three)
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %three)
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %small)
  %uni = call i1 @llvm.nvvm.vote.uni.sync(i32 -1, i1 %three)
  %a = zext i1 %any to i32
  %b = zext i1 %all to i32
  %c = zext i1 %uni to i32
  %b1 = shl i32 %b, 8
  %c1 = shl i32 %c, 16
  %r0 = or i32 %a, %b1
  %r1 = or i32 %r0, %c1
  %r2 = shl i32 %ballot, 24
  %r3 = or i32 %r1, %r2
  store i32 %r3, ptr addrspace(1) %slot)",
                      64);
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i < 32 ? 0x08000101u : 0x00010000u);
}

uint32_t redux(const std::string &op) {
  return runSlots("  %x = sub i32 %tid, 5\n  %r = call i32 "
                  "@llvm.nvvm.redux.sync." +
                      op +
                      "(i32 %x, i32 -1)\n  store i32 %r, ptr addrspace(1) "
                      "%slot\n",
                  32)[17];
}

TEST(Redux, Integers) {
  uint32_t all = 0, either = 0, one = ~0u;
  for (uint32_t i = 0; i < 32; ++i) {
    all ^= i - 5;
    either |= i - 5;
    one &= i - 5;
  }
  EXPECT_EQ(redux("add"), 31u * 16 - 5 * 32);
  EXPECT_EQ(redux("min"), uint32_t(-5));
  EXPECT_EQ(redux("max"), 26u);
  EXPECT_EQ(redux("umin"), 0u);
  EXPECT_EQ(redux("umax"), ~0u);
  EXPECT_EQ(redux("and"), one);
  EXPECT_EQ(redux("or"), either);
  EXPECT_EQ(redux("xor"), all);
}

TEST(Redux, FloatsSkipOrKeepNaN) {
  auto run = [](const std::string &op) {
    return runSlots(R"(
  %i = sub i32 %tid, 40
  %f = sitofp i32 %i to float
  %seven = icmp eq i32 %tid, 7
  %x = select i1 %seven, float 0x7FF8000000000000, float %f
  %r = call float @llvm.nvvm.redux.sync.)" +
                        op + R"((float %x, i32 -1)
  %bits = bitcast float %r to i32
  store i32 %bits, ptr addrspace(1) %slot)",
                    32)[0];
  };
  EXPECT_EQ(llvm::bit_cast<float>(run("fmin")), -40.0f);
  EXPECT_EQ(llvm::bit_cast<float>(run("fmax")), -9.0f);
  EXPECT_EQ(llvm::bit_cast<float>(run("fmax.abs")), 40.0f);
  EXPECT_EQ(run("fmin.NaN"), 0x7fffffffu);
  EXPECT_EQ(run("fmax.abs.NaN"), 0x7fffffffu);
}

TEST(Match, AnyAndAll) {
  auto out = runSlots(R"(
  %k = urem i32 %tid, 3
  %any = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %k)
  %wide = zext i32 %k to i64
  %pair = call {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32 -1, i64 %wide)
  %all = extractvalue {i32, i1} %pair, 1
  %same = call {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 4)
  %mask = extractvalue {i32, i1} %same, 0
  %r = select i1 %all, i32 0, i32 %any
  %s = and i32 %r, %mask
  store i32 %s, ptr addrspace(1) %slot)",
                      32);
  EXPECT_EQ(out[0], 0x49249249u);
  EXPECT_EQ(out[1], 0x92492492u);
  EXPECT_EQ(out[5], 0x24924924u);
}

TEST(Elect, LowestLaneOfTheMask) {
  auto out = runSlots(R"(
  %pair = call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)
  %leader = extractvalue {i32, i1} %pair, 0
  %me = extractvalue {i32, i1} %pair, 1
  %bit = zext i1 %me to i32
  %high = shl i32 %bit, 8
  %r = or i32 %leader, %high
  store i32 %r, ptr addrspace(1) %slot)",
                      32);
  EXPECT_EQ(out[0], 256u);
  EXPECT_EQ(out[1], 0u);
}

TEST(Registers, LanesAndMasks) {
  auto out = runSlots(R"(
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %base = mul i32 %warp, %size
  %again = add i32 %base, %lane
  %lt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %le = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.le()
  %eq = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
  %ge = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge()
  %gt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt()
  %a = or i32 %lt, %eq
  %okA = icmp eq i32 %a, %le
  %b = or i32 %gt, %eq
  %okB = icmp eq i32 %b, %ge
  %c = xor i32 %le, %gt
  %okC = icmp eq i32 %c, -1
  %ab = and i1 %okA, %okB
  %ok = and i1 %ab, %okC
  %r = select i1 %ok, i32 %again, i32 -1
  store i32 %r, ptr addrspace(1) %slot)",
                      96);
  for (unsigned i = 0; i < 96; ++i)
    EXPECT_EQ(out[i], i);
}

} // namespace
