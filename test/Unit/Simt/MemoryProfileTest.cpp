//===- MemoryProfileTest.cpp - Requests, conflicts, sectors ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Simt/MemoryProfile.h"
#include "SimtTest.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::simt;
using scanc::circuits::BankCost;

namespace {

/// What one launch of @k on 4096 zeroed words, aligned as the GPU does, did.
LaunchProfile profileOf(const std::string &ir, Dim3 grid, Dim3 block,
                        const std::vector<Place> &places = {}) {
  struct alignas(256) Words {
    uint32_t words[4096] = {};
  };
  auto memory = std::make_unique<Words>();
  MemoryProfile profile;
  LaunchOptions options;
  options.checks.races = false;
  options.checks.profile = &profile;
  auto executor = compileInstrumented(ir, places);
  EXPECT_EQ(launchError(executor.get(), grid, block,
                        {KernelArg::pointer(memory->words)}, options),
            "");
  EXPECT_EQ(profile.launches.size(), 1u);
  return profile.launches.empty() ? LaunchProfile() : profile.launches.front();
}

const std::string shared = R"(
@cells = internal addrspace(3) global [2048 x i32] undef, align 16
)";

/// A kernel whose thread t stores at word `index` of its block's cells.
std::string storeAt(const std::string &index, const std::string &type = "i32") {
  return kernelWithSlot(index + llvm::formatv(R"(
  %cell = getelementptr {0}, ptr addrspace(3) @cells, i32 %i
  store {0} zeroinitializer, ptr addrspace(3) %cell
)",
                                              type)
                                    .str(),
                        shared);
}

AccessProfile onlyAccess(const LaunchProfile &launch) {
  EXPECT_EQ(launch.accesses.size(), 1u);
  return launch.accesses.empty() ? AccessProfile() : launch.accesses.front();
}

} // namespace

TEST(MemoryProfile, StridesInSharedMemory) {
  for (unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u}) {
    AccessProfile access = onlyAccess(profileOf(
        storeAt(llvm::formatv("%i = mul i32 %tid, {0}", stride)), {1}, {64}));
    EXPECT_TRUE(access.shared);
    EXPECT_TRUE(access.writes);
    EXPECT_FALSE(access.reads);
    EXPECT_EQ(access.requests, 2u);
    EXPECT_EQ(access.lanes, 64u);
    EXPECT_EQ(access.divergent, 0u);
    EXPECT_EQ(access.bytes, 256u);
    EXPECT_EQ(access.banks32, (BankCost{2 * stride, 2, stride})) << stride;
    const unsigned early = std::min(stride, 16u);
    EXPECT_EQ(access.banks16, (BankCost{4 * early, 4, early})) << stride;
    EXPECT_EQ(access.sectors, 0u);
  }
}

TEST(MemoryProfile, PaddedStrideIsFree) {
  AccessProfile access = onlyAccess(profileOf(
      storeAt("%s = mul i32 %tid, 32\n%p = lshr i32 %s, 5\n%i = add i32 %s, "
              "%p"),
      {1}, {32}));
  EXPECT_EQ(access.banks32, (BankCost{1, 1, 1}));
}

TEST(MemoryProfile, WideAccesses) {
  AccessProfile pairs = onlyAccess(
      profileOf(storeAt("%i = add i32 %tid, 0", "<2 x i32>"), {1}, {32}));
  EXPECT_EQ(pairs.banks32, (BankCost{2, 2, 1}));
  AccessProfile quads = onlyAccess(
      profileOf(storeAt("%i = add i32 %tid, 0", "<4 x i32>"), {1}, {32}));
  EXPECT_EQ(quads.banks32, (BankCost{4, 4, 1}));
  EXPECT_EQ(quads.bytes, 512u);
}

TEST(MemoryProfile, Broadcast) {
  AccessProfile access =
      onlyAccess(profileOf(storeAt("%i = and i32 %tid, 0"), {1}, {32}));
  EXPECT_EQ(access.banks32, (BankCost{1, 1, 1}));
}

// Coalescing: 32 words in a row are 4 sectors; shifted by a word, 5; 8 words
// apart, 32 where 4 would do.
TEST(MemoryProfile, Sectors) {
  auto sectors = [](unsigned stride, unsigned offset) {
    AccessProfile access = onlyAccess(profileOf(
        kernelWithSlot(llvm::formatv("%s = mul i32 %tid, {0}\n"
                                     "%i = add i32 %s, {1}\n"
                                     "%p = getelementptr i32, ptr "
                                     "addrspace(1) %out, i32 %i\n"
                                     "%v = load i32, ptr addrspace(1) %p",
                                     stride, offset)
                           .str()),
        {1}, {32}));
    EXPECT_FALSE(access.shared);
    EXPECT_EQ(access.banks32, BankCost{});
    return std::pair(access.sectors, access.leastSectors);
  };
  EXPECT_EQ(sectors(1, 0), (std::pair<uint64_t, uint64_t>(4, 4)));
  EXPECT_EQ(sectors(1, 1), (std::pair<uint64_t, uint64_t>(5, 4)));
  EXPECT_EQ(sectors(2, 0), (std::pair<uint64_t, uint64_t>(8, 4)));
  EXPECT_EQ(sectors(8, 0), (std::pair<uint64_t, uint64_t>(32, 4)));
  EXPECT_EQ(sectors(0, 5), (std::pair<uint64_t, uint64_t>(1, 1)));
}

// Lanes 8 to 31 take one side, lanes 0 to 7 the other; then all of them meet
// again.
TEST(MemoryProfile, DivergentRequests) {
  LaunchProfile launch = profileOf(kernelWithSlot(R"(
  %low = icmp ult i32 %tid, 8
  br i1 %low, label %then, label %else
then:
  store i32 1, ptr addrspace(1) %slot
  br label %join
else:
  store i32 2, ptr addrspace(1) %slot
  br label %join
join:
  %v = load i32, ptr addrspace(1) %slot
)"),
                                   {1}, {32});
  ASSERT_EQ(launch.accesses.size(), 3u);
  EXPECT_EQ(launch.accesses[0].lanes, 8u);
  EXPECT_EQ(launch.accesses[1].lanes, 24u);
  EXPECT_EQ(launch.accesses[2].lanes, 32u);
  EXPECT_EQ(launch.accesses[0].divergent, 1u);
  EXPECT_EQ(launch.accesses[1].divergent, 1u);
  EXPECT_EQ(launch.accesses[2].divergent, 0u);
}

// Lane t makes t + 1 trips: a trip is a request of the lanes that are left.
TEST(MemoryProfile, TripsOfALoopAreRequests) {
  AccessProfile access = onlyAccess(profileOf(kernelWithSlot(R"(
  br label %loop
loop:
  %k = phi i32 [0, %entry], [%next, %loop]
  %v = load volatile i32, ptr addrspace(1) %slot
  %next = add i32 %k, 1
  %more = icmp ule i32 %next, %tid
  br i1 %more, label %loop, label %end
end:
)"),
                                              {1}, {32}));
  EXPECT_EQ(access.requests, 32u);
  EXPECT_EQ(access.lanes, 32u * 33 / 2);
  EXPECT_EQ(access.divergent, 31u);
}

// A ragged last warp is not divergent.
TEST(MemoryProfile, RaggedWarp) {
  AccessProfile access =
      onlyAccess(profileOf(storeAt("%i = add i32 %tid, 0"), {2}, {40}));
  EXPECT_EQ(access.requests, 4u);
  EXPECT_EQ(access.divergent, 0u);
}

TEST(MemoryProfile, Meetings) {
  LaunchProfile launch = profileOf(kernelWithSlot(R"(
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %a = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %tid, i32 1, i32 0)
  %b = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %tid, i32 2, i32 0)
  %c = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 true)
  call void @llvm.nvvm.barrier0()
)"),
                                   {3}, {64});
  StepProfile all;
  for (const StepProfile &step : launch.steps) {
    all.shuffles += step.shuffles;
    all.votes += step.votes;
    all.warpSyncs += step.warpSyncs;
    all.barriers += step.barriers;
  }
  EXPECT_EQ(all.shuffles, 2u * 2 * 3);
  EXPECT_EQ(all.votes, 2u * 3);
  EXPECT_EQ(all.warpSyncs, 2u * 3);
  EXPECT_EQ(all.barriers, 3u);
}

TEST(MemoryProfile, CombinesThatAreCounted) {
  LaunchProfile launch = profileOf(kernelWithSlot(R"(
  %kept = icmp uge i32 %tid, 4
  call void @scanc_count_combine(i1 %kept)
)",
                                                  "declare void "
                                                  "@scanc_count_combine(i1)"),
                                   {1}, {32});
  ASSERT_EQ(launch.steps.size(), 1u);
  EXPECT_EQ(launch.steps[0].combines, 32u);
  EXPECT_EQ(launch.steps[0].keptCombines, 28u);
}

namespace {

/// A kernel in which !4 is at the second place and !5 at the first.
std::string atTwoPlaces(const std::string &body) {
  return "define ptx_kernel void @k(ptr addrspace(1) %out) !dbg !3 {\n" + body +
         R"(
  ret void
}
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "k", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, unit: !0)
!4 = !DILocation(line: 2, scope: !3)
!5 = !DILocation(line: 1, scope: !3)
)";
}

LaunchProfile profileAtTwoPlaces(const std::string &body) {
  return profileOf(atTwoPlaces(body), {1}, {32},
                   {{"a.mlir:1:1", "first"}, {"a.mlir:2:2", "second"}});
}

} // namespace

TEST(MemoryProfile, StepsComeFromPlaces) {
  LaunchProfile launch = profileAtTwoPlaces(R"(
  store i32 1, ptr addrspace(1) %out, !dbg !4
  store i32 2, ptr addrspace(1) %out, !dbg !5)");
  ASSERT_EQ(launch.accesses.size(), 2u);
  EXPECT_EQ(launch.accesses[0].place.step, "second");
  EXPECT_EQ(launch.accesses[1].place.step, "first");
}

// The executor lets lanes wait once for several shuffles; each still counts
// where it is.
TEST(MemoryProfile, ShufflesInARowKeepTheirPlaces) {
  LaunchProfile launch = profileAtTwoPlaces(R"(
  %a = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 7, i32 1, i32 0), !dbg !4
  %b = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 8, i32 1, i32 0), !dbg !4
  %c = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 9, i32 1, i32 0), !dbg !5
  store i32 %a, ptr addrspace(1) %out, !dbg !4
  store i32 %b, ptr addrspace(1) %out, !dbg !4
  store i32 %c, ptr addrspace(1) %out, !dbg !4)");
  ASSERT_EQ(launch.steps.size(), 2u);
  EXPECT_EQ(launch.steps[0].place.step, "second");
  EXPECT_EQ(launch.steps[0].shuffles, 2u);
  EXPECT_EQ(launch.steps[1].place.step, "first");
  EXPECT_EQ(launch.steps[1].shuffles, 1u);
}
