//===- HostLowering.h - From NVPTX LLVM IR to host LLVM IR ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps that make a module for nvptx64 run on the host, in the order in
// which lowerForHost() applies them, one file each.
//
// Address spaces are left in the types. On the hosts we compile for, address
// spaces below 256 are one flat 64-bit space (x86 gives meaning to 256 and up
// only, and to the 32-bit 270..272), casts between them cost nothing, and what
// is left of them tells a later instrumentation which accesses are shared and
// which are global. Only variables that live in shared memory need work: each
// block has its own, so they become offsets into the block's arena.
//
// Accesses are instrumented between lowerSharedMemory() and lowerKernels():
// every access of the kernel is still there, not yet optimised, with its
// address space and its location.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_HOSTLOWERING_H
#define SCANC_LIB_SIMT_HOSTLOWERING_H

#include "Observer.h"
#include "scanc/Simt/Coverage.h"
#include "scanc/Simt/Executor.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class CallInst;
class Function;
class Instruction;
class IRBuilderBase;
class Module;
class TargetMachine;
class Type;
class Value;
} // namespace llvm

namespace scanc::simt {

/// A kernel of the lowered module.
struct KernelInfo {
  std::string name;
  std::string entry;            // symbol of the function to call
  std::vector<unsigned> params; // sizes in bytes
  std::string unsupported;      // why it cannot be launched; empty if it can
  std::optional<Dim3> requiredBlock;   // nvvm.reqntid
  std::optional<Dim3> maxBlock;        // nvvm.maxntid
  std::optional<Dim3> requiredCluster; // nvvm.cluster_dim
};

/// Where the static variables of all kernels lie in a block's shared memory.
struct SharedLayout {
  uint64_t bytes = 0;
  std::vector<SharedRange> gaps; // between them, and before dynamic memory
};

/// What is known about the lowered module.
struct HostProgram {
  std::vector<KernelInfo> kernels;
  SharedLayout shared;
  bool instrumented = false;
  std::vector<AccessSite> sites; // empty unless instrumented
  CoverageMap coverage;          // empty unless counted
};

/// All steps. `target` is the host's.
llvm::Expected<HostProgram> lowerForHost(llvm::Module &module,
                                         llvm::TargetMachine &target,
                                         const DeviceFunctions &functions,
                                         const Instrumentation &observation);

/// Replaces llvm.nvvm.* by calls into the run-time (Runtime.h). Errors: an
/// intrinsic the executor does not know.
llvm::Error lowerIntrinsics(llvm::Module &module);

/// Replaces a call of llvm.nvvm.`name` if it is about mbarriers, asynchronous
/// copies or proxy fences; false if it is not, or is not known.
bool lowerAsync(llvm::CallInst &call, llvm::StringRef name);

/// Lets the lanes of a warp wait once for several shuffles in a row.
void groupShuffles(llvm::Module &module);

/// Follows volatile and atomic accesses by calls that let other threads run,
/// so that spinning loops make progress.
void insertPolls(llvm::Module &module);

/// Makes divisions without a result, traps and, if `alignment`, misaligned
/// accesses errors of the launch.
void insertChecks(llvm::Module &module, bool alignment);

/// Announces every access to shared and global memory to the machine, and
/// lists the places where they happen.
std::vector<AccessSite>
insertObservations(llvm::Module &module,
                   const Instrumentation &instrumentation);

/// Replaces variables of address space 3 by offsets into the arena of the
/// block. Variables without a size (dynamic shared memory) start behind all
/// others. Errors: an initialiser.
llvm::Expected<SharedLayout> lowerSharedMemory(llvm::Module &module);

/// Gives all functions the host's calling convention, and each kernel an entry
/// that takes its arguments from 8-byte slots.
std::vector<KernelInfo> lowerKernels(llvm::Module &module);

/// Errors: inline assembly, or a function or variable nobody defines.
llvm::Error checkExternals(const llvm::Module &module,
                           const DeviceFunctions &functions);

/// Makes the module one for the host: triple, data layout, no attribute that
/// names a GPU.
void retarget(llvm::Module &module, llvm::TargetMachine &target);

/// Removes the worst redundancy. A kernel spends its time in switches between
/// threads, so that more optimisation costs more than it saves: -O2 takes ten
/// times as long and makes a scan no faster.
void optimize(llvm::Module &module);

/// A call of a function of Runtime.h, declared by its use.
llvm::CallInst *callRuntime(llvm::IRBuilderBase &builder, llvm::StringRef name,
                            llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> args);

/// "'name'" of the function around an instruction, for messages.
std::string quotedFunction(const llvm::Instruction &instruction);

/// Where an instruction comes from: see Instrumentation::places.
Place placeOf(const llvm::Instruction &instruction,
              const std::vector<Place> &places);

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_HOSTLOWERING_H
