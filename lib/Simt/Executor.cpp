//===- Executor.cpp - Run GPU kernels on the CPU --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Simt/Executor.h"
#include "HostLowering.h"
#include "Jit.h"
#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include <mutex>

using namespace scanc::simt;
using llvm::createStringError;
using llvm::formatv;

/// Room on a thread's stack for what kernels call: the run-time, libm.
static constexpr size_t runtimeStackBytes = 32 << 10;

namespace {
/// Stacks that no launch of the process uses, for those to come.
class IdleStacks {
public:
  static IdleStacks &get() {
    static IdleStacks stacks;
    return stacks;
  }

  std::unique_ptr<StackPool> take() {
    std::lock_guard lock(mutex);
    if (idle.empty())
      return std::make_unique<StackPool>();
    std::unique_ptr<StackPool> stacks = std::move(idle.back());
    idle.pop_back();
    count -= stacks->count();
    return stacks;
  }
  /// Not all are kept: each takes two of the mappings that a process may have,
  /// often 65530.
  void giveBack(std::unique_ptr<StackPool> stacks) {
    constexpr size_t most = 10000;
    std::lock_guard lock(mutex);
    if (count + stacks->count() > most)
      return;
    count += stacks->count();
    idle.push_back(std::move(stacks));
  }

private:
  std::mutex mutex;
  std::vector<std::unique_ptr<StackPool>> idle;
  size_t count = 0;
};
} // namespace

struct Executor::Impl {
  // Before the JIT, whose code runs on the stacks.

  std::unique_ptr<Jit> jit;
  HostProgram program;
  llvm::StringMap<KernelEntry> entries;

  llvm::Expected<Launch> prepare(const KernelLaunch &asked) const;
  llvm::Error run(std::vector<Launch> launches, const LaunchOptions &options);
};

Executor::Executor(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Executor::~Executor() = default;

llvm::Expected<std::unique_ptr<Executor>>
Executor::create(std::unique_ptr<llvm::Module> module,
                 std::unique_ptr<llvm::LLVMContext> context,
                 const DeviceFunctions &functions,
                 const Instrumentation &instrumentation) {
  // The context has to outlive the module on every path out of here.
  std::unique_ptr<llvm::LLVMContext> owner = std::move(context);
  std::unique_ptr<llvm::Module> owned = std::move(module);

  auto impl = std::make_unique<Impl>();
  if (llvm::Error error = Jit::create(functions).moveInto(impl->jit))
    return error;
  if (llvm::Error error =
          lowerForHost(*owned, impl->jit->target(), functions, instrumentation)
              .moveInto(impl->program))
    return error;
  if (llvm::Error error = impl->jit->add(std::move(owned), std::move(owner)))
    return error;
  for (const KernelInfo &kernel : impl->program.kernels)
    if (kernel.unsupported.empty()) {
      llvm::Expected<void *> entry = impl->jit->lookup(kernel.entry);
      if (!entry)
        return entry.takeError();
      impl->entries[kernel.name] = reinterpret_cast<KernelEntry>(*entry);
    }
  return std::unique_ptr<Executor>(new Executor(std::move(impl)));
}

std::vector<std::string> Executor::kernels() const {
  std::vector<std::string> names;
  for (const KernelInfo &kernel : impl->program.kernels)
    names.push_back(kernel.name);
  return names;
}

uint64_t Executor::sharedBytes() const { return impl->program.shared.bytes; }

const CoverageMap &Executor::coverage() const { return impl->program.coverage; }

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

static std::string print(Dim3 extent) {
  return formatv("({0}, {1}, {2})", extent.x, extent.y, extent.z);
}

/// Limits of all architectures from sm_30 on: CUDA programming guide, table of
/// technical specifications per compute capability.
static llvm::Error checkExtents(const KernelInfo &kernel, Dim3 grid,
                                Dim3 block) {
  if (grid.volume() == 0 || grid.x > 0x7fffffff || grid.y > 65535 ||
      grid.z > 65535)
    return createStringError(formatv(
        "grid {0} of kernel '{1}' must be within (1..2147483647, 1..65535, "
        "1..65535)",
        print(grid), kernel.name));
  if (block.volume() == 0 || block.volume() > 1024 || block.z > 64)
    return createStringError(
        formatv("block {0} of kernel '{1}' must have 1 to 1024 threads and at "
                "most 64 of them in z",
                print(block), kernel.name));
  if (kernel.requiredBlock && *kernel.requiredBlock != block)
    return createStringError(
        formatv("kernel '{0}' must be launched with blocks of {1}, got {2}",
                kernel.name, print(*kernel.requiredBlock), print(block)));
  if (kernel.maxBlock && block.volume() > kernel.maxBlock->volume())
    return createStringError(
        formatv("kernel '{0}' takes at most {1} threads a block, got {2}",
                kernel.name, kernel.maxBlock->volume(), block.volume()));
  return llvm::Error::success();
}

/// The extent of a cluster, in blocks.
static llvm::Expected<Dim3> findCluster(const KernelInfo &kernel,
                                        std::optional<Dim3> asked, Dim3 grid) {
  constexpr unsigned most = 16; // sm_90, by a kernel that asks for more than 8
  const Dim3 cluster = asked.value_or(kernel.requiredCluster.value_or(Dim3()));
  if (kernel.requiredCluster && cluster != *kernel.requiredCluster)
    return createStringError(
        formatv("kernel '{0}' must be launched with clusters of {1}, got {2}",
                kernel.name, print(*kernel.requiredCluster), print(cluster)));
  if (cluster.volume() == 0 || cluster.volume() > most)
    return createStringError(
        formatv("cluster {0} of kernel '{1}' must have 1 to {2} blocks",
                print(cluster), kernel.name, most));
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return createStringError(
        formatv("grid {0} of kernel '{1}' must be a multiple of the cluster "
                "{2} in each direction",
                print(grid), kernel.name, print(cluster)));
  return cluster;
}

static llvm::Error checkArguments(const KernelInfo &kernel,
                                  llvm::ArrayRef<KernelArg> args) {
  if (!kernel.unsupported.empty())
    return createStringError(formatv("kernel '{0}' cannot be launched: {1}",
                                     kernel.name, kernel.unsupported));
  if (args.size() != kernel.params.size())
    return createStringError(formatv("kernel '{0}' takes {1} arguments, got "
                                     "{2}",
                                     kernel.name, kernel.params.size(),
                                     args.size()));
  for (auto [i, arg] : llvm::enumerate(args))
    if (arg.size != kernel.params[i])
      return createStringError(
          formatv("argument #{0} of kernel '{1}' must have {2} bytes, got {3}",
                  i, kernel.name, kernel.params[i], arg.size));
  return llvm::Error::success();
}

/// The launch as the machine takes it, after a check.
llvm::Expected<Launch>
Executor::Impl::prepare(const KernelLaunch &asked) const {
  auto kernel = llvm::find_if(program.kernels, [&](const KernelInfo &info) {
    return info.name == asked.kernel;
  });
  if (kernel == program.kernels.end())
    return createStringError(formatv(
        "no kernel '{0}'; the module has: {1}", asked.kernel,
        llvm::join(
            llvm::map_range(program.kernels,
                            [](const KernelInfo &info) { return info.name; }),
            ", ")));
  if (llvm::Error error = checkExtents(*kernel, asked.grid, asked.block))
    return error;
  if (llvm::Error error = checkArguments(*kernel, asked.args))
    return error;
  Launch launch;
  if (llvm::Error error = findCluster(*kernel, asked.cluster, asked.grid)
                              .moveInto(launch.clusterDim))
    return error;
  launch.kernel = asked.kernel;
  launch.entry = entries.lookup(asked.kernel);
  launch.gridDim = asked.grid;
  launch.blockDim = asked.block;
  for (const KernelArg &arg : asked.args)
    launch.args.push_back(arg.bits);
  launch.sharedBytes = program.shared.bytes + asked.dynamicSharedBytes;
  launch.dynamicSharedBytes = asked.dynamicSharedBytes;
  launch.sharedGaps = program.shared.gaps;
  launch.dependent = asked.dependent;
  return launch;
}

llvm::Error Executor::Impl::run(std::vector<Launch> launches,
                                const LaunchOptions &options) {
  StreamRequest request;
  request.launches = std::move(launches);
  request.stackBytes = jit->frameBytes() + runtimeStackBytes;
  request.options = options;
  if (program.instrumented)
    request.sites = &program.sites;
  CoverageCounts nobodys;
  if (!program.coverage.empty()) {
    if (!options.coverage)
      nobodys = CoverageCounts(program.coverage);
    request.coverageWords =
        (options.coverage ? *options.coverage : nobodys).data();
  }
  std::unique_ptr<StackPool> own = IdleStacks::get().take();
  llvm::Error error = Machine(*own, std::move(request)).run();
  IdleStacks::get().giveBack(std::move(own));
  return error;
}

llvm::Error Executor::launch(llvm::ArrayRef<KernelLaunch> stream,
                             const LaunchOptions &options) {
  if (stream.size() > mostLaunches)
    return createStringError(
        formatv("a stream has at most {0} launches, got {1}", mostLaunches,
                stream.size()));
  std::vector<Launch> launches;
  for (const KernelLaunch &asked : stream) {
    llvm::Expected<Launch> launch = impl->prepare(asked);
    if (!launch)
      return launch.takeError();
    launches.push_back(std::move(*launch));
  }
  if (launches.empty())
    return llvm::Error::success();
  if (!options.checks.profile)
    return impl->run(std::move(launches), options);
  // A profile is of one launch after another.
  for (Launch &launch : launches)
    if (llvm::Error error = impl->run({std::move(launch)}, options))
      return error;
  return llvm::Error::success();
}

llvm::Error Executor::launch(llvm::StringRef kernel, Dim3 grid, Dim3 block,
                             llvm::ArrayRef<KernelArg> args,
                             const LaunchOptions &options) {
  KernelLaunch only;
  only.kernel = kernel.str();
  only.grid = grid;
  only.block = block;
  only.args.assign(args.begin(), args.end());
  return launch(only, options);
}
