//===- Runtime.h - What compiled kernels call -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The border between compiled kernels and the machine: C functions with the
// names below, known to the JIT by address (never by dlsym, so that a stripped
// static executable works). The lowering passes declare and call them; nobody
// else does.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_RUNTIME_H
#define SCANC_LIB_SIMT_RUNTIME_H

#include "HostFunction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace scanc::simt {

enum class Register : uint32_t {
#define REGISTER(enumerator, name, value) enumerator,
#include "Registers.def"
};

namespace runtime {
// i32 (i32 register)
constexpr llvm::StringLiteral readRegister = "scanc_simt_register";
// i64 ()
constexpr llvm::StringLiteral clock = "scanc_simt_clock";
// ptr (): the arena of the calling thread's block
constexpr llvm::StringLiteral sharedBase = "scanc_simt_shared_base";
// ptr addrspace(5) (): the words of the launch's coverage (InsertCoverage.cpp)
constexpr llvm::StringLiteral coverage = "scanc_simt_coverage";
// i32 (ptr, i32 cluster): of the block, or of any of its cluster
constexpr llvm::StringLiteral isShared = "scanc_simt_is_shared";
// ptr (ptr, i32 rank): the same variable in another block of the cluster
constexpr llvm::StringLiteral mapShared = "scanc_simt_map_shared";
// i32 (ptr): of the block in whose shared memory it is
constexpr llvm::StringLiteral rankOf = "scanc_simt_rank_of";
// void (i32 orders)
constexpr llvm::StringLiteral clusterArrive = "scanc_simt_cluster_arrive";
constexpr llvm::StringLiteral clusterWait = "scanc_simt_cluster_wait";
// i64 (i32 op, i32 mask, i64 value, i32 b, i32 c)
constexpr llvm::StringLiteral collective = "scanc_simt_collective";
// void (ptr calls, i32 count): an array of CollectiveCall (Machine.h)
constexpr llvm::StringLiteral collectives = "scanc_simt_collectives";
// i32 (i32 op, i32 barrier, i32 counted, i32 threads, i32 predicate)
constexpr llvm::StringLiteral barrier = "scanc_simt_barrier";
// void (ptr, i32 bytes)
constexpr llvm::StringLiteral poll = "scanc_simt_poll";
// void (ptr, i32 bytes, i64 old)
constexpr llvm::StringLiteral pollUpdate = "scanc_simt_poll_update";
// void ()
constexpr llvm::StringLiteral wrote = "scanc_simt_wrote";
constexpr llvm::StringLiteral pause = "scanc_simt_pause";
constexpr llvm::StringLiteral awaitLaunchBefore =
    "scanc_simt_await_launch_before";
constexpr llvm::StringLiteral letNextBegin = "scanc_simt_let_next_begin";
// i64 (i32 op, ptr, i64 operand, i32 order)
constexpr llvm::StringLiteral mbarrier = "scanc_simt_mbarrier";
// void (i32 kind, ptr destination, ptr source, i32 bytes, i32 source bytes,
//       ptr mbarrier)
constexpr llvm::StringLiteral asyncCopy = "scanc_simt_async_copy";
// void (i32 op, i32 n)
constexpr llvm::StringLiteral asyncGroups = "scanc_simt_async_groups";
// void (i32 kind)
constexpr llvm::StringLiteral proxyFence = "scanc_simt_proxy_fence";
// void (ptr, i32 bytes, i32 alignment), does not return
constexpr llvm::StringLiteral misaligned = "scanc_simt_misaligned";
// void (i32 site, ptr, i64 bytes, i64 iteration, ptr expected): an access is
// about to happen; one that compares writes only if it finds what is `expected`
constexpr llvm::StringLiteral access = "scanc_simt_access";
// void (i32 site): the thread is at a fence, a barrier or a collective
constexpr llvm::StringLiteral atSite = "scanc_simt_at";
// void (i32 site): a loop has gone round another tripsOfLongLoop times
constexpr llvm::StringLiteral longLoop = "scanc_simt_long_loop";
// void (i32 site, i32 kept): the thread has combined two states
constexpr llvm::StringLiteral combined = "scanc_simt_combined";
// void (i32 kind), does not return
constexpr llvm::StringLiteral trap = "scanc_simt_trap";
// void (), does not return
constexpr llvm::StringLiteral exit = "scanc_simt_exit";
} // namespace runtime

/// The functions above.
llvm::ArrayRef<HostFunction> runtimeFunctions();

/// libdevice (__nv_*), as declared in CUDA's libdevice user's guide.
llvm::ArrayRef<HostFunction> libdeviceFunctions();

/// NVVM intrinsics that are plain functions of their scalar operands. Names
/// without `llvm.nvvm.`; compiled code refers to them as `nvvm.` + name.
llvm::ArrayRef<HostFunction> nvvmMathFunctions();

/// What the host's code generator calls on its own account: memory functions,
/// libm, 128-bit integer arithmetic, conversions of 16-bit floats.
llvm::ArrayRef<HostFunction> compilerSupportFunctions();

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_RUNTIME_H
