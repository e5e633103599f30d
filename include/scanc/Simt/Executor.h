//===- Executor.h - Run GPU kernels on the CPU ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The executor runs, on the CPU, the very LLVM IR that PTX is made from.
//
//   module for nvptx64                    Executor::create
//     @llvm.nvvm.* intrinsics      ->       calls into the run-time
//     static addrspace(3) globals  ->       offsets into a block's own arena
//     ptx_kernel functions         ->       entry points over packed arguments
//     triple, data layout          ->       the host's; ORC, compiled fast
//
//   grid                                  Executor::launch
//     thread                       ->       a fibre (Boost.Context), own stack
//     warp                         ->       32 fibres that meet in shuffles
//     block                        ->       an arena, 16 barriers, its warps
//     cluster                      ->       blocks that start together, and
//                                           reach each other's arenas
//     grid                         ->       `residentBlocks` blocks in flight
//     stream                       ->       grids one after another, or at
//                                           once where launches are dependent
//
// All fibres of a launch share one OS thread, so that a launch is
// deterministic: the same module, input and options give the same
// interleaving. A fibre runs until it has to wait (barrier, warp collective),
// polls memory in vain, or ends; then the schedule names the next one
// (Schedules.h: a quick one, a random one, adversarial ones). Code between two
// such points is host code at full speed.
//
// What is exact: PTX semantics of shuffles, votes, warp reductions, matches,
// barriers (named, counted, reducing), mbarriers, asynchronous copies (which
// happen as late as PTX allows, or at random times), atomics, special
// registers; IEEE arithmetic, the rounding of 16-bit floats included. What is
// not: the last bits of libdevice and approximate functions, which come from
// the host's libm; timing; and the relaxed memory model, because one OS thread
// is sequentially consistent.
//
// The executor is stricter than the hardware on purpose: it reports as an
// error what PTX leaves undefined although some GPU may get through it, such
// as a barrier or a full-mask shuffle that some threads never reach because
// they have returned. No launch waits forever: threads that can never
// continue, or that poll memory which nobody will write, end the launch with
// an error that says who waits for what; so do misaligned accesses, traps, and
// divisions without a result.
//
// An executor that is created with instrumentation sees every access to memory,
// and reports those out of bounds, uninitialised reads, and races: see
// Observation.h. Without it, an access to an address that is not the kernel's
// ends the process.
//
// It reports loops that never end, too; without instrumentation, such a loop
// that touches no volatile or atomic memory is not seen.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SIMT_EXECUTOR_H
#define SCANC_SIMT_EXECUTOR_H

#include "scanc/Simt/Coverage.h"
#include "scanc/Simt/DeviceFunctions.h"
#include "scanc/Simt/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace scanc::simt {

/// Extent of a grid in blocks, or of a block in threads; also an index in one.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;

  uint64_t volume() const { return uint64_t(x) * y * z; }
  bool operator==(const Dim3 &) const = default;
};

/// One kernel argument by value: a pointer, an integer or a float of `size`
/// bytes (1 to 8), its bits in the low end of `bits`.
struct KernelArg {
  uint64_t bits = 0;
  unsigned size = 8;

  static KernelArg pointer(const void *pointer) {
    return {reinterpret_cast<uintptr_t>(pointer), 8};
  }
  static KernelArg u64(uint64_t value) { return {value, 8}; }
  static KernelArg u32(uint32_t value) { return {value, 4}; }
};

/// A kernel to run on a whole grid.
struct KernelLaunch {
  std::string kernel;
  Dim3 grid, block;
  /// Of a cluster in blocks, at most 16; missing: what the kernel says
  /// (nvvm.cluster_dim), or one block. The grid is a multiple of it.
  std::optional<Dim3> cluster = std::nullopt;
  llvm::SmallVector<KernelArg> args; // pointers are host addresses
  /// Bytes of dynamic shared memory, behind the module's static variables.
  unsigned dynamicSharedBytes = 0;
  /// May begin as soon as the launch before lets it, and waits itself for what
  /// that one does (programmatic stream serialization). Of the first launch of
  /// a stream: other work may have been in the stream before it.
  bool dependent = false;
};

/// How grids are run; the defaults suit every correct kernel.
struct LaunchOptions {
  /// Blocks of a grid in flight at once (at least 1). A kernel whose blocks
  /// wait for each other sees as many of them make progress.
  unsigned residentBlocks = 4;
  /// What random draws, and whom starved_block and warp_ahead choose.
  uint64_t seed = 0;
  /// Who runs next: see Schedules.h.
  enum class Schedule {
    RoundRobin,
    Random,
    StarvedBlock,
    WarpAhead,
    ReverseBlocks
  };
  Schedule schedule = Schedule::RoundRobin;
  /// When asynchronous copies happen: as late as can be, so that a forgotten
  /// wait shows, or at random times, drawn from `seed`.
  enum class AsyncCompletion { Latest, Random };
  AsyncCompletion asyncCompletion = AsyncCompletion::Latest;
  /// A launch is dead-locked when its threads have polled memory this many
  /// times in a row without anything new to see: no changed value, no thread
  /// that passed a barrier or collective, started or ended.
  uint64_t spinLimit = uint64_t(1) << 22;
  /// A stream of launches is live-locked when its threads have stopped for
  /// others, or polled memory, this many times in all; 0: never, or for scans
  /// what LaunchScan.h says.
  uint64_t stepLimit = 0;
  /// The stream ends in the middle when its threads have stopped or polled so
  /// often, as if the process had been killed, and without an error; 0: never.
  uint64_t stopAfter = 0;
  /// What %gridid reads, as if a graph were replayed; 0: the next number of the
  /// process.
  uint32_t number = 0;
  /// What an instrumented module is checked for.
  Checks checks;
  /// Gets, besides what it has, what runs of a module that counts coverage; one
  /// of the executor's coverage().
  CoverageCounts *coverage = nullptr;
};

/// A module, compiled for the host, whose kernels can be launched any number
/// of times, from several OS threads at a time, too.
class Executor {
public:
  /// Takes a module for nvptx64 and its context, and compiles it. Errors: the
  /// module has another target, does not verify, uses an NVVM intrinsic the
  /// executor does not know, inline assembly, or an external function that is
  /// neither a libdevice function nor in `functions`.
  static llvm::Expected<std::unique_ptr<Executor>>
  create(std::unique_ptr<llvm::Module> module,
         std::unique_ptr<llvm::LLVMContext> context,
         const DeviceFunctions &functions = {},
         const Instrumentation &instrumentation = {});

  /// Runs launches of one stream, at most `mostLaunches`, and returns when all
  /// are complete. A dependent one overlaps with those before it, as the
  /// schedule has it. Errors: no such kernel, arguments that do not fit its
  /// parameters, an extent out of range, and everything a thread can do wrong:
  /// see the essay above. Memory written before the error stays written.
  llvm::Error launch(llvm::ArrayRef<KernelLaunch> stream,
                     const LaunchOptions &options = {});
  static constexpr size_t mostLaunches = 63;

  /// One launch, which is not dependent.
  llvm::Error launch(llvm::StringRef kernel, Dim3 grid, Dim3 block,
                     llvm::ArrayRef<KernelArg> args,
                     const LaunchOptions &options = {});

  /// The names of the module's kernels, in module order.
  std::vector<std::string> kernels() const;

  /// What the launches of the module count; empty unless it counts coverage.
  const CoverageMap &coverage() const;

  /// Bytes of static shared memory that a block gets.
  uint64_t sharedBytes() const;

  ~Executor();
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;

private:
  struct Impl;
  explicit Executor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace scanc::simt

#endif // SCANC_SIMT_EXECUTOR_H
