//===- ClusterTest.cpp - Blocks that reach each other's shared memory -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncTest.h"
#include <set>

using namespace scanc::simt;

namespace {

/// A kernel with shared variables: @word at 0x0, @bar at 0xa0. In its body,
/// %next is the rank of the next block, which is the first one behind the last;
/// %i is the thread's number in the grid.
std::string clusterKernel(const std::string &body,
                          const std::string &attributes = "") {
  return R"(
@word = internal addrspace(3) global [8 x i32] undef, align 16
@bar = internal addrspace(3) global i64 undef, align 8

define internal void @arrive(ptr addrspace(3) %bar, i32 %rank) {
  %far = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %bar, i32 %rank)
  call void @llvm.nvvm.mbarrier.arrive.scope.cluster.space.cluster(ptr addrspace(7) %far, i32 1)
  ret void
}
define internal void @await(ptr addrspace(3) %bar) {
  br label %loop
loop:
  %done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cluster.space.cta(ptr addrspace(3) %bar, i32 0)
  br i1 %done, label %end, label %loop
end:
  ret void
}
define internal void @meet() {
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  ret void
}
define ptx_kernel void @k(ptr addrspace(1) %out) )" +
         attributes + R"( {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %bid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %bid, %ntid
  %i = add i32 %first, %tid
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %ranks = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank()
  %more = add i32 %rank, 1
  %next = urem i32 %more, %ranks
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %mine = getelementptr i32, ptr addrspace(3) @word, i32 %tid
  %leader = icmp eq i32 %tid, 0
)" + body +
         R"(
  ret void
}
)";
}

/// Each thread stores its number in the next block, and reads there what the
/// block before has stored in its own.
const std::string exchange = R"(
  %far = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %mine, i32 %next)
  store i32 %i, ptr addrspace(7) %far
  call void @meet()
  %got = load i32, ptr addrspace(3) %mine
  store i32 %got, ptr addrspace(1) %slot
  call void @meet()
)";

/// The same, and an mbarrier says when.
const std::string exchangeByMbarrier = R"(
  br i1 %leader, label %init, label %start
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 4)
  br label %start
start:
  call void @meet()
  %far = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %mine, i32 %next)
  store i32 %i, ptr addrspace(7) %far
  call void @arrive(ptr addrspace(3) @bar, i32 %next)
  call void @await(ptr addrspace(3) @bar)
  %got = load i32, ptr addrspace(3) %mine
  store i32 %got, ptr addrspace(1) %slot
  call void @meet()
)";

struct ClusterRun {
  explicit ClusterRun(const std::string &ir)
      : executor(compileInstrumented(ir)) {
    options.spinLimit = 20000;
  }

  /// Runs blocks of 4 threads; returns the error.
  std::string run(Dim3 grid, std::optional<Dim3> cluster) {
    if (!executor)
      return "no executor";
    out.assign(4 * grid.volume(), 0xdeadbeef);
    options.checks.buffers = {Buffer{out.data(), out.size() * 4, "output"}};
    KernelLaunch launch;
    launch.kernel = "k";
    launch.grid = grid;
    launch.block = {4};
    launch.cluster = cluster;
    launch.args = {KernelArg::pointer(out.data())};
    llvm::Error error = executor->launch(launch, options);
    return error ? llvm::toString(std::move(error)) : "";
  }

  std::unique_ptr<Executor> executor;
  LaunchOptions options;
  std::vector<uint32_t> out;
};

/// What `exchange` leaves of so many blocks.
std::vector<uint32_t> exchanged(unsigned blocks, unsigned ofCluster) {
  std::vector<uint32_t> want;
  for (unsigned block = 0; block < blocks; ++block)
    for (unsigned t = 0; t < 4; ++t) {
      const unsigned first = block / ofCluster * ofCluster;
      const unsigned before =
          first + (block - first + ofCluster - 1) % ofCluster;
      want.push_back(4 * before + t);
    }
  return want;
}

/// The error of a kernel in two clusters of two blocks.
std::string clusterError(const std::string &body) {
  return ClusterRun(clusterKernel(body)).run({4}, Dim3{2});
}

using Schedule = LaunchOptions::Schedule;

TEST(Cluster, BlocksReachEachOthersSharedMemory) {
  for (const std::string &body : {exchange, exchangeByMbarrier}) {
    ClusterRun run(clusterKernel(body));
    for (unsigned ofCluster : {1, 2, 4, 8})
      for (Schedule schedule :
           {Schedule::RoundRobin, Schedule::Random, Schedule::StarvedBlock,
            Schedule::WarpAhead, Schedule::ReverseBlocks})
        for (unsigned resident : {1, 3, 8, 32}) {
          run.options.schedule = schedule;
          run.options.residentBlocks = resident;
          run.options.seed = resident + ofCluster;
          EXPECT_EQ(run.run({16}, Dim3{ofCluster}), "");
          EXPECT_EQ(run.out, exchanged(16, ofCluster));
        }
  }
}

TEST(Cluster, StartsAsAWhole) {
  // One block of a cluster never waits for another that has no place.
  const std::string both = R"(
  call void @meet()
  store i32 %rank, ptr addrspace(1) %slot
)";
  ClusterRun run(clusterKernel(both, "\"nvvm.cluster_dim\"=\"4,1,1\""));
  run.options.residentBlocks = 1;
  EXPECT_EQ(run.run({12}, std::nullopt), "");
  for (unsigned i = 0; i < run.out.size(); ++i)
    EXPECT_EQ(run.out[i], i / 4 % 4);
}

TEST(Cluster, RegistersInThreeDimensions) {
  ClusterRun run(R"(
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %cx = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
  %cy = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.y()
  %cz = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.nclusterid.x()
  %ix = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()
  %iy = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.y()
  %iz = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.z()
  %dx = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.x()
  %dy = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.y()
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = call i1 @llvm.nvvm.is_explicit_cluster()
  %y4 = mul i32 %y, 4
  %z24 = mul i32 %z, 24
  %xy = add i32 %x, %y4
  %b = add i32 %xy, %z24
  %b4 = mul i32 %b, 4
  %i = add i32 %b4, %tid
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %i
  ; Where the block is in the grid, from where it is in its cluster.
  %px = mul i32 %cx, %dx
  %gx = add i32 %px, %ix
  %py = mul i32 %cy, %dy
  %gy = add i32 %py, %iy
  %gz = add i32 %cz, %iz
  %rx = icmp eq i32 %gx, %x
  %ry = icmp eq i32 %gy, %y
  %rz = icmp eq i32 %gz, %z
  %row = mul i32 %iy, 2
  %want = add i32 %row, %ix
  %rr = icmp eq i32 %want, %rank
  %rn = icmp eq i32 %nx, 2
  %a1 = and i1 %rx, %ry
  %a2 = and i1 %rz, %rr
  %a3 = and i1 %rn, %is
  %a4 = and i1 %a1, %a2
  %a5 = and i1 %a3, %a4
  %v = zext i1 %a5 to i32
  store i32 %v, ptr addrspace(1) %slot
  ret void
}
)");
  EXPECT_EQ(run.run({4, 6, 2}, Dim3{2, 3, 1}), "");
  EXPECT_EQ(std::set<uint32_t>(run.out.begin(), run.out.end()),
            std::set<uint32_t>{1});
}

TEST(Cluster, WhoseAnAddressIs) {
  ClusterRun run(clusterKernel(R"(
  %own = addrspacecast ptr addrspace(3) %mine to ptr
  %far = call ptr @llvm.nvvm.mapa(ptr %own, i32 %next)
  %a = call i1 @llvm.nvvm.isspacep.shared(ptr %far)
  %b = call i1 @llvm.nvvm.isspacep.shared.cluster(ptr %far)
  %c = call i1 @llvm.nvvm.isspacep.shared(ptr %own)
  %r = call i32 @llvm.nvvm.getctarank(ptr %far)
  %a1 = zext i1 %a to i32
  %b1 = select i1 %b, i32 10, i32 0
  %c1 = select i1 %c, i32 100, i32 0
  %r1 = mul i32 %r, 1000
  %s1 = add i32 %a1, %b1
  %s2 = add i32 %c1, %r1
  %s = add i32 %s1, %s2
  store i32 %s, ptr addrspace(1) %slot
  call void @meet()
)"));
  EXPECT_EQ(run.run({2}, Dim3{2}), "");
  EXPECT_EQ(run.out, (std::vector<uint32_t>{1110, 1110, 1110, 1110, 110, 110,
                                            110, 110}));
}

TEST(Cluster, RefusesExtents) {
  ClusterRun any(clusterKernel(exchange));
  EXPECT_EQ(any.run({6}, Dim3{4}),
            "grid (6, 1, 1) of kernel 'k' must be a multiple of the cluster "
            "(4, 1, 1) in each direction");
  EXPECT_EQ(any.run({34}, Dim3{17}),
            "cluster (17, 1, 1) of kernel 'k' must have 1 to 16 blocks");
  EXPECT_EQ(any.run({34}, Dim3{0}),
            "cluster (0, 1, 1) of kernel 'k' must have 1 to 16 blocks");
  ClusterRun four(clusterKernel(exchange, "\"nvvm.cluster_dim\"=\"4,1,1\""));
  EXPECT_EQ(four.run({4}, Dim3{2}),
            "kernel 'k' must be launched with clusters of (4, 1, 1), got "
            "(2, 1, 1)");
}

TEST(Cluster, MisusedBarrier) {
  EXPECT_TRUE(contains(clusterError(R"(
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.arrive()
)"),
                       "arrives at the barrier of its cluster again before it "
                       "has waited for the phase that it arrived in"));
  EXPECT_TRUE(contains(clusterError(R"(
  call void @llvm.nvvm.barrier.cluster.wait()
)"),
                       "waits at the barrier of its cluster without having "
                       "arrived"));
}

TEST(Cluster, DoesNotWaitForThreadsThatHaveExited) {
  ClusterRun run(clusterKernel(R"(
  store i32 7, ptr addrspace(1) %slot
  %odd = icmp ne i32 %rank, 0
  %goes = and i1 %odd, %leader
  br i1 %goes, label %gone, label %stays
gone:
  ret void
stays:
  call void @meet()
  store i32 8, ptr addrspace(1) %slot
)"));
  EXPECT_EQ(run.run({2}, Dim3{2}), "");
  EXPECT_EQ(run.out, (std::vector<uint32_t>{8, 8, 8, 8, 7, 8, 8, 8}));
}

TEST(Cluster, StuckAtItsBarrier) {
  // The others wait at a barrier of their block, for a thread that is here.
  const std::string error = clusterError(R"(
  %isFirst = icmp eq i32 %rank, 0
  %both = and i1 %isFirst, %leader
  br i1 %both, label %apart, label %meets
apart:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %meets
meets:
  call void @meet()
)");
  EXPECT_TRUE(contains(error, "barrier divergence"));
  EXPECT_TRUE(contains(error, "at the barrier of the cluster"));
  EXPECT_TRUE(contains(error, "where 7 of 8 threads have arrived"));
}

TEST(Cluster, BlockThatHasEnded) {
  // Behind the exchange, nobody waits until all have read.
  EXPECT_TRUE(contains(clusterError(R"(
  %isFirst = icmp eq i32 %rank, 0
  br i1 %isFirst, label %end, label %late
late:
  %far = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %mine, i32 %next)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, ptr addrspace(7) %far
  br label %end
end:
)"),
                       "the block of rank 0 in the cluster has ended"));
  ClusterRun late(clusterKernel(R"(
  %far = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %mine, i32 %next)
  call void @meet()
  %isFirst = icmp eq i32 %rank, 0
  br i1 %isFirst, label %end, label %late
late:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, ptr addrspace(7) %far
  br label %end
end:
)"));
  EXPECT_TRUE(contains(late.run({4}, Dim3{2}),
                       "is out of bounds: an address that is in the shared "
                       "memory of no block of the cluster that is still "
                       "there"));
  EXPECT_TRUE(contains(clusterError(R"(
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
)") + clusterError(R"(
  call void @arrive(ptr addrspace(3) @bar, i32 2)
)"),
                       "the cluster has 2 blocks, and none of rank 2"));
}

TEST(Cluster, MbarrierOfAnotherBlock) {
  EXPECT_TRUE(contains(clusterError(R"(
  call void @arrive(ptr addrspace(3) @bar, i32 %next)
  call void @meet()
)"),
                       "there is no mbarrier at shared address 0xa0"));
  // Only its own block waits there.
  EXPECT_TRUE(
      contains(clusterError(with(exchangeByMbarrier,
                                 "call void @await(ptr addrspace(3) @bar)", R"(
  %there = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) @bar, i32 %next)
  %there0 = addrspacecast ptr addrspace(7) %there to ptr
  %there3 = addrspacecast ptr %there0 to ptr addrspace(3)
  call void @await(ptr addrspace(3) %there3)
)")),
               "must be in the shared memory of its block or, to "
               "arrive there, of another one of the cluster"));
}

TEST(Cluster, MemoryIsChecked) {
  EXPECT_TRUE(
      contains(clusterError(with(exchange, "ptr addrspace(3) %mine, i32 %next",
                                 "ptr addrspace(3) getelementptr (i8, ptr "
                                 "addrspace(3) @word, i64 32), i32 %next")),
               "is out of bounds: shared address 0x20 of block (0, 0, "
               "0), where no variable lies"));
  EXPECT_TRUE(contains(clusterError(R"(
  %far = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %mine, i32 %next)
  %got = load i32, ptr addrspace(7) %far
  store i32 %got, ptr addrspace(1) %slot
  call void @meet()
)"),
                       "which nobody has written"));
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

TEST(Cluster, NoRace) {
  EXPECT_EQ(clusterError(exchange), "");
  EXPECT_EQ(clusterError(exchangeByMbarrier), "");
}

TEST(Cluster, RaceWithoutABarrier) {
  const std::string error =
      clusterError(with(exchange, "%far\n  call void @meet()", "%far"));
  // Mostly, nobody has written yet; the memory check says so.
  EXPECT_TRUE(contains(error, "nobody has written") ||
              contains(error, "race (read after write)") ||
              contains(error, "race (write after read)"));
  EXPECT_TRUE(
      contains(clusterError(with(exchange, "%far\n  call void @meet()", R"(%far
  call void @llvm.nvvm.barrier.cluster.arrive.relaxed()
  call void @llvm.nvvm.barrier.cluster.wait())")),
               "race (read after write) on shared address"));
}

TEST(Cluster, RaceBehindAnMbarrierOfNarrowScope) {
  // The block's scope does not tell another block, whichever side has it.
  const std::string ir = clusterKernel(exchangeByMbarrier);
  for (auto [wide, narrow] :
       {std::pair("mbarrier.arrive.scope.cluster", "mbarrier.arrive.scope.cta"),
        std::pair("try.wait.parity.scope.cluster", "try.wait.parity.scope.cta"),
        std::pair("mbarrier.arrive.scope.cluster",
                  "mbarrier.arrive.relaxed.scope.cluster"),
        std::pair("try.wait.parity.scope.cluster",
                  "try.wait.parity.relaxed.scope.cluster")})
    EXPECT_TRUE(contains(ClusterRun(with(ir, wide, narrow)).run({4}, Dim3{2}),
                         "race (read after write) on shared address"));
}

TEST(Cluster, RaceOnAnMbarrierThatIsNotThereYet) {
  EXPECT_TRUE(
      contains(clusterError(with(exchangeByMbarrier,
                                 "start:\n  call void @meet()", R"(start:
  call void @llvm.nvvm.barrier.cluster.arrive.relaxed()
  call void @llvm.nvvm.barrier.cluster.wait())")),
               "race on the mbarrier at shared address 0xa0"));
}

TEST(Cluster, AtomicsOfItsScope) {
  // Released and acquired in the cluster's scope: right within one, not beyond.
  const std::string flag = R"(
  %zero = icmp eq i32 %rank, 0
  %near = getelementptr i32, ptr addrspace(1) %out, i32 0
  %other = getelementptr i32, ptr addrspace(1) %out, i32 4
  br i1 %leader, label %leads, label %end
leads:
  br i1 %writes, label %write, label %read
write:
  store i32 5, ptr addrspace(1) %near
  store atomic i32 1, ptr addrspace(1) %other syncscope("cluster") release, align 4
  br label %end
read:
  %seen = load atomic i32, ptr addrspace(1) %other syncscope("cluster") acquire, align 4
  %is = icmp eq i32 %seen, 1
  br i1 %is, label %reads, label %read
reads:
  %v = load i32, ptr addrspace(1) %near
  %there = getelementptr i32, ptr addrspace(1) %out, i32 7
  store i32 %v, ptr addrspace(1) %there
  br label %end
end:
)";
  const std::string writes = "  %writes = icmp eq i32 %bid, 0\n";
  EXPECT_EQ(ClusterRun(clusterKernel(writes + flag)).run({2}, Dim3{2}), "");
  EXPECT_TRUE(contains(
      ClusterRun(clusterKernel(writes + flag)).run({2}, Dim3{1}), "race"));
}

} // namespace
