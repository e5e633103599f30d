//===- StreamTest.cpp - Launches that overlap -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of one stream: in order, or with blocks of several in flight where
// launches are dependent; and what a launch that does not wait is told.
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"

using namespace scanc::simt;

namespace {

constexpr unsigned blocks = 3, threads = 64;

const char *const declarations = R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.griddepcontrol.wait()
declare void @llvm.nvvm.griddepcontrol.launch.dependents()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
)";

const std::string waitBefore = "  call void @llvm.nvvm.griddepcontrol.wait()\n";
const std::string letNext =
    "  call void @llvm.nvvm.griddepcontrol.launch.dependents()\n";

/// @NAME(ptr %data): each thread does `body` with its %slot of %data, one for
/// each thread of a grid.
std::string kernel(const std::string &name, const std::string &body) {
  return "define ptx_kernel void @" + name + R"((ptr addrspace(1) %data) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %block, 64
  %index = add i32 %first, %tid
  %slot = getelementptr i32, ptr addrspace(1) %data, i32 %index
)" + body +
         "  ret void\n}\n";
}

const std::string increment = R"(
  %old = load i32, ptr addrspace(1) %slot
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %slot
)";
/// The same where another block's thread was before.
const std::string incrementMirrored = R"(
  %last = sub i32 191, %index
  %there = getelementptr i32, ptr addrspace(1) %data, i32 %last
  %old = load i32, ptr addrspace(1) %there
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %there
)";

struct Result {
  std::string error;
  std::vector<uint32_t> data;
};

/// Runs the named kernels one behind the other on 192 zeros.
Result runStream(const std::string &ir, llvm::ArrayRef<const char *> names,
                 bool dependent, LaunchOptions options = {}) {
  Result result;
  result.data.assign(blocks * threads, 0);
  options.checks.buffers = {
      Buffer{result.data.data(), result.data.size() * 4, "data"}};
  std::vector<KernelLaunch> stream;
  for (const char *name : names) {
    KernelLaunch &launch = stream.emplace_back();
    launch.kernel = name;
    launch.grid = {blocks};
    launch.block = {threads};
    launch.args = {KernelArg::pointer(result.data.data())};
    launch.dependent = dependent;
  }
  auto executor = compileInstrumented(declarations + ir);
  result.error = llvm::toString(executor->launch(stream, options));
  return result;
}

using Schedule = LaunchOptions::Schedule;

class Stream : public testing::TestWithParam<Schedule> {};

TEST_P(Stream, LaunchesThatWaitSeeAllThatCameBefore) {
  const std::string ir = kernel("a", letNext + waitBefore + increment) +
                         kernel("b", letNext + waitBefore + incrementMirrored);
  for (unsigned resident : {1, 2, 4}) {
    Result result = runStream(ir, {"a", "b", "a", "b", "b"}, /*dependent=*/true,
                              scheduled(GetParam(), /*seed=*/3, resident));
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(result.data, std::vector<uint32_t>(blocks * threads, 5));
  }
}

TEST_P(Stream, LaunchesThatAreNotDependentNeedNotWait) {
  Result result = runStream(
      kernel("a", increment) + kernel("b", incrementMirrored), {"a", "b", "a"},
      /*dependent=*/false, scheduled(GetParam(), /*seed=*/3));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.data, std::vector<uint32_t>(blocks * threads, 3));
}

TEST_P(Stream, OneThreadWaitsForItsBlock) {
  // The others learn of it at the barrier.
  const std::string body = R"(
  %first.thread = icmp eq i32 %tid, 0
  br i1 %first.thread, label %wait, label %meet
wait:
  call void @llvm.nvvm.griddepcontrol.wait()
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
)" + incrementMirrored;
  Result result = runStream(
      kernel("a", letNext + waitBefore + increment) + kernel("b", body),
      {"a", "b"}, /*dependent=*/true, scheduled(GetParam(), /*seed=*/5));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.data, std::vector<uint32_t>(blocks * threads, 2));
}

TEST_P(Stream, ReadsBeforeTheWaitAreRaces) {
  Result result = runStream(
      kernel("a", letNext + waitBefore + increment) +
          kernel("b", "  %early = load i32, ptr addrspace(1) %slot\n" +
                          waitBefore +
                          "  store i32 %early, ptr addrspace(1) %slot\n"),
      {"a", "b"}, /*dependent=*/true, scheduled(GetParam(), /*seed=*/1));
  EXPECT_TRUE(contains(result.error, "race (")) << result.error;
  EXPECT_TRUE(contains(result.error, "of kernel 'a', launch 1"));
  EXPECT_TRUE(contains(result.error, "of kernel 'b', launch 2"));
  EXPECT_TRUE(contains(result.error, "griddepcontrol.wait"));
}

INSTANTIATE_TEST_SUITE_P(Schedules, Stream,
                         testing::Values(Schedule::RoundRobin, Schedule::Random,
                                         Schedule::StarvedBlock,
                                         Schedule::WarpAhead,
                                         Schedule::ReverseBlocks));

TEST(Streams, WorkBeforeTheFirstLaunchMayGoOn) {
  Result result = runStream(kernel("a", increment), {"a"}, /*dependent=*/true);
  EXPECT_TRUE(contains(
      result.error, "while the work before the launch in the stream may still "
                    "access it: no griddepcontrol.wait stands before it"));
}

TEST(Streams, AtomicsOfTwoLaunchesAreOrderedByNothingElse) {
  const std::string add =
      "  %n = atomicrmw add ptr addrspace(1) %slot, i32 1 monotonic\n";
  const std::string right = kernel("a", letNext + waitBefore + add),
                    wrong = kernel("b", letNext + add + waitBefore);
  EXPECT_EQ(runStream(right, {"a", "a"}, true).error, "");
  EXPECT_TRUE(contains(runStream(right + wrong, {"a", "b"}, true).error,
                       "no griddepcontrol.wait by launch "));
}

TEST(Streams, WaitingIsForTheLaunchBeforeOnly) {
  // Launch 2 does not wait for launch 1, and so its end says nothing of that.
  const std::string idle = kernel("idle", letNext);
  const std::string ir = kernel("a", letNext + waitBefore + increment) + idle +
                         kernel("b", letNext + waitBefore + incrementMirrored);
  EXPECT_EQ(runStream(ir, {"a", "b", "b"}, true).error, "");
  EXPECT_TRUE(contains(runStream(ir, {"a", "idle", "b"}, true).error,
                       "no griddepcontrol.wait by launch "));
}

TEST(Streams, ALaunchBeginsWhenEachBlockBeforeLetsIt) {
  // The first launch ends only if the second one has begun.
  const std::string answer = R"(
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %slot
  %asked = icmp eq i32 %seen, 7
  br i1 %asked, label %done, label %loop
done:
  store volatile i32 1, ptr addrspace(1) %slot
)";
  const std::string ask = R"(
  store volatile i32 7, ptr addrspace(1) %slot
)" + waitBefore + R"(
  %answer = load volatile i32, ptr addrspace(1) %slot
  %mine = add i32 %answer, 10
  store i32 %mine, ptr addrspace(1) %slot
)";
  LaunchOptions options;
  options.checks.races = false;
  options.spinLimit = 1 << 18;
  auto run = [&](const std::string &before, bool dependent) {
    return runStream(kernel("a", before + answer) + kernel("b", ask),
                     {"a", "b"}, dependent, options);
  };
  Result result = run(letNext, /*dependent=*/true);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.data, std::vector<uint32_t>(blocks * threads, 11));

  EXPECT_TRUE(contains(run("", true).error, "kernel 'a': dead-lock"));
  EXPECT_TRUE(contains(run(letNext, false).error, "kernel 'a': dead-lock"));
  // One block that does not let it is enough.
  const std::string mostLet = R"(
  %isLast = icmp eq i32 %block, 2
  br i1 %isLast, label %go, label %let
let:
)" + letNext + "  br label %go\ngo:\n";
  EXPECT_TRUE(contains(run(mostLet, true).error, "kernel 'a': dead-lock"));
}

TEST(Streams, ReadsBeforeTheWaitOfWhatNobodyWritesInTheStream) {
  // What was in the stream before may write it.
  const std::string ir =
      kernel("a", letNext + waitBefore) +
      kernel("b", "  %early = load i32, ptr addrspace(1) %slot\n" + waitBefore +
                      "  store i32 %early, ptr addrspace(1) %slot\n");
  Result result = runStream(ir, {"a", "b"}, /*dependent=*/true);
  EXPECT_TRUE(contains(result.error,
                       "while the work before the launch in the stream may "
                       "still access it"));
}

TEST(Streams, AtMostSoManyLaunches) {
  auto executor = compile(declarations + kernel("a", ""));
  std::vector<KernelLaunch> stream(Executor::mostLaunches + 1);
  EXPECT_TRUE(contains(llvm::toString(executor->launch(stream)),
                       "a stream has at most 63 launches, got 64"));
}

} // namespace
