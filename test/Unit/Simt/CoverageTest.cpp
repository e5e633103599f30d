//===- CoverageTest.cpp - What of a module has run ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <thread>

using namespace scanc::simt;

namespace {

/// Threads below n store; the even ones a 7.
constexpr char guarded[] = R"(
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %below = icmp ult i32 %tid, %n
  br i1 %below, label %store, label %done
store:
  %bit = and i32 %tid, 1
  %even = icmp eq i32 %bit, 0
  %value = select i1 %even, i32 7, i32 9
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %value, ptr addrspace(1) %slot
  br label %done
done:
  ret void
}
)";

class Coverage : public testing::Test {
protected:
  void compile(const std::string &ir) {
    auto created =
        tryCompile(ir, {}, {.enabled = true, .places = {}, .coverage = true});
    ASSERT_TRUE(static_cast<bool>(created))
        << llvm::toString(created.takeError());
    executor = std::move(*created);
    counts = CoverageCounts(executor->coverage());
  }

  void launch(unsigned threads, uint32_t n) {
    std::vector<uint32_t> out(1024);
    LaunchOptions options;
    options.coverage = &counts;
    EXPECT_EQ(launchError(executor.get(), {1}, {threads},
                          {KernelArg::pointer(out.data()), KernelArg::u32(n)},
                          options),
              "");
  }

  /// Hits by kind and name.
  std::map<std::string, uint64_t> hits() {
    std::map<std::string, uint64_t> result;
    for (const CoveragePoint &point : executor->coverage().points)
      result[(toString(point.kind) + " " + point.what).str()] +=
          counts.of(point);
    return result;
  }

  std::unique_ptr<Executor> executor;
  CoverageCounts counts;
};

using Hits = std::map<std::string, uint64_t>;

TEST_F(Coverage, CountsEdgesChoicesOutcomesAndAccesses) {
  compile(guarded);
  launch(8, 5);
  EXPECT_EQ(hits(), (Hits{{"outcome ult: less", 5},
                          {"outcome ult: equal", 1},
                          {"outcome ult: greater", 2},
                          {"outcome ult: one less", 1},
                          {"edge taken", 5},
                          {"edge not taken", 3},
                          {"outcome eq: equal", 3},
                          {"outcome eq: different", 2},
                          {"choice true", 3},
                          {"choice false", 2},
                          {"access store of 4 bytes", 5}}));
}

TEST_F(Coverage, AddsUpOverLaunches) {
  compile(guarded);
  launch(4, 4);
  EXPECT_EQ(hits()["outcome ult: equal"], 0u);
  EXPECT_EQ(hits()["outcome ult: less"], 4u);
  launch(8, 7);
  EXPECT_EQ(hits()["outcome ult: equal"], 1u);
  EXPECT_EQ(hits()["outcome ult: less"], 11u);
  counts = CoverageCounts(executor->coverage());
  EXPECT_EQ(hits()["outcome ult: less"], 0u);
}

/// `a < b` differs from `a < b - 1` where `a` is one less.
TEST_F(Coverage, SeesOperandsThatAreOneApart) {
  compile(guarded);
  launch(8, 20);
  EXPECT_EQ(hits()["outcome ult: less"], 8u);
  EXPECT_EQ(hits()["outcome ult: one less"], 0u);
  launch(8, 8);
  EXPECT_EQ(hits()["outcome ult: one less"], 1u);
  EXPECT_EQ(hits()["outcome ult: equal"], 0u);
}

TEST_F(Coverage, KeepsTheLeastDistanceFromEachSide) {
  compile(guarded);
  ASSERT_EQ(executor->coverage().comparisons.size(), 2u);
  launch(4, 7); // threads 0 to 3, all below
  EXPECT_EQ(counts.below(0), 4u);
  EXPECT_EQ(counts.above(0), std::nullopt);
  launch(16, 5); // equality is no distance
  EXPECT_EQ(counts.below(0), 1u);
  EXPECT_EQ(counts.above(0), 1u);
}

TEST_F(Coverage, OfSignedComparisons) {
  compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %less = icmp slt i32 %n, 3
  %value = select i1 %less, i32 7, i32 9
  store i32 %value, ptr addrspace(1) %out
  ret void
}
)");
  launch(1, uint32_t(-2));
  EXPECT_EQ(hits()["outcome slt: less"], 1u);
  EXPECT_EQ(counts.below(0), 5u);
  launch(1, 9);
  EXPECT_EQ(hits()["outcome slt: greater"], 1u);
  EXPECT_EQ(counts.above(0), 6u);
}

TEST_F(Coverage, LeavesTheOperatorOut) {
  // A maximum of what was loaded: its comparison only chooses values.
  compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  %a = load i32, ptr addrspace(1) %out
  %b = load i32, ptr addrspace(1) %next
  %less = icmp slt i32 %a, %b
  %max = select i1 %less, i32 %b, i32 %a
  store i32 %max, ptr addrspace(1) %out
  ret void
}
)");
  launch(1, 0);
  EXPECT_EQ(hits(), (Hits{{"access load of 4 bytes", 2},
                          {"access store of 4 bytes", 1}}));
}

TEST_F(Coverage, ButNotWhatDecidesAboutABranch) {
  compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %a = load i32, ptr addrspace(1) %out
  %isZero = icmp eq i32 %a, 0
  %both = and i1 %isZero, true
  br i1 %both, label %then, label %done
then:
  store i32 1, ptr addrspace(1) %out
  br label %done
done:
  ret void
}
)");
  launch(1, 0);
  EXPECT_EQ(hits()["outcome eq: equal"], 1u);
  EXPECT_EQ(hits()["outcome eq: different"], 0u);
}

TEST_F(Coverage, OfEachWayOfASwitch) {
  compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %tid, label %done [ i32 1, label %one
                                 i32 2, label %join
                                 i32 3, label %join ]
one:
  br label %join
join:
  %value = phi i32 [ 1, %one ], [ 2, %entry ], [ 2, %entry ]
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %value, ptr addrspace(1) %slot
  br label %done
done:
  ret void
}
)");
  launch(8, 0);
  EXPECT_EQ(hits(), (Hits{{"edge case 0", 5},
                          {"edge case 1", 1},
                          {"edge case 2", 1},
                          {"edge case 3", 1},
                          {"access store of 4 bytes", 3}}));
}

TEST_F(Coverage, LaunchesMayShareAnExecutor) {
  compile(guarded);
  std::vector<CoverageCounts> own(8, CoverageCounts(executor->coverage()));
  std::vector<std::string> errors(own.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < own.size(); ++i)
    threads.emplace_back([&, i] {
      std::vector<uint32_t> out(256);
      LaunchOptions options;
      options.coverage = &own[i];
      for (int repeat = 0; repeat < 20; ++repeat)
        errors[i] += launchError(
            executor.get(), {1}, {256},
            {KernelArg::pointer(out.data()), KernelArg::u32(i)}, options);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(errors[i], "");
    EXPECT_EQ(own[i].of(executor->coverage().points[0]), 20 * i);
  }
}

/// The points of a module that LLVM proves out of reach.
std::vector<std::string> unreachable(const std::string &ir,
                                     const KernelFacts &facts) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(
      "target triple = \"nvptx64-nvidia-cuda\"\n" + ir, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  auto executor =
      tryCompile(ir, {}, {.enabled = false, .places = {}, .coverage = true});
  if (!module || !executor) {
    ADD_FAILURE();
    return {};
  }
  std::vector<uint32_t> counts;
  for (const CoveragePoint &point : (*executor)->coverage().points)
    counts.push_back(point.count);
  const std::vector<bool> proven =
      proveUnreachable(*module, counts, [&](llvm::StringRef) { return facts; });
  std::vector<std::string> names;
  for (auto [point, isProven] :
       llvm::zip_equal((*executor)->coverage().points, proven))
    if (isProven)
      names.push_back((toString(point.kind) + " " + point.what).str());
  return names;
}

using Names = std::vector<std::string>;

TEST(ProveUnreachable, NothingThatCanHappen) {
  EXPECT_EQ(unreachable(guarded, {}), Names());
}

TEST(ProveUnreachable, ByTheSizeOfABlock) {
  KernelFacts facts;
  facts.threads = 8;
  facts.arguments = {{1, 8, 1000}};
  EXPECT_EQ(
      unreachable(guarded, facts),
      (Names{"outcome ult: equal", "outcome ult: greater", "edge not taken"}));
  facts.arguments = {{1, 7, 1000}};
  EXPECT_EQ(unreachable(guarded, facts), (Names{"outcome ult: greater"}));
}

TEST(ProveUnreachable, OfAKernelThatIsNotLaunched) {
  KernelFacts facts;
  facts.isLaunched = false;
  EXPECT_EQ(unreachable(guarded, facts).size(), 11u);
}

TEST(ProveUnreachable, ByAlignmentAndShares) {
  const std::string ir = R"(
define ptx_kernel void @k(ptr addrspace(1) %out, i64 %n, i32 %blocks) {
entry:
  %address = ptrtoint ptr addrspace(1) %out to i64
  %low = and i64 %address, 15
  %aligned = icmp eq i64 %low, 0
  %wide = zext i32 %blocks to i64
  %all = mul i64 %wide, 100
  %more = icmp ugt i64 %n, %all
  %both = and i1 %aligned, %more
  br i1 %both, label %then, label %done
then:
  store i32 1, ptr addrspace(1) %out
  br label %done
done:
  ret void
}
)";
  EXPECT_EQ(unreachable(ir, {}), Names());
  KernelFacts facts;
  facts.aligned = {0};
  EXPECT_EQ(unreachable(ir, facts), (Names{"outcome eq: different"}));
  facts.gridArgument = 2;
  facts.share = {1, 100, /*isMore=*/false};
  EXPECT_EQ(unreachable(ir, facts),
            (Names{"outcome eq: different", "outcome ugt: greater",
                   "outcome ugt: one more", "edge taken",
                   "access store of 4 bytes"}));
}

} // namespace
