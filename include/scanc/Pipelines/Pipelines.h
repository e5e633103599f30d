//===- Pipelines.h - The one list of phases ---------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module goes through phases, each with a contract that a pass verifies at
// its border. The one list below drives --emit, the dumps, the help and the
// documentation. A lowered module says which phase it is in (the attribute
// `prefix.phase`), so that lowering can stop anywhere and go on later.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_PIPELINES_PIPELINES_H
#define SCANC_PIPELINES_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace scanc::prefix {
class Tuning;
} // namespace scanc::prefix

namespace scanc {

/// In order. `Source` to `Llvm` are states of a module, the others artefacts.
enum class Phase {
  Source,
  Circuit,
  Plan,
  Kernel,
  Gpu,
  Llvm,
  Ptx,
  Cubin,
  Launcher
};

struct PhaseInfo {
  Phase phase;
  llvm::StringRef name;
  llvm::StringRef summary; // what it holds
  llvm::StringRef ensures;
};

llvm::ArrayRef<PhaseInfo> phases();
std::optional<Phase> parsePhase(llvm::StringRef name);

struct CompileOptions {
  /// The GPU that kernels are for, as in "sm_90"; empty for that of the module.
  std::string arch;
  /// For scans whose plan names none; "" or "auto" lets the planner choose.
  std::string strategy;
  /// What plans are sized by; null for the one that is built in.
  std::shared_ptr<const prefix::Tuning> tuning;
  /// Path of libdevice.10.bc; searched where empty.
  std::string libdevice;
  /// If not 0, the kernels scan intervals whose bounds have so many bits, 32 or
  /// 64, in place of the scan's own states: the plan stays, see
  /// `prefix-lift-to-intervals`.
  unsigned intervalBits = 0;
  /// "in" or "in_out": the data movement of the scan kernel alone, see
  /// `prefix-build-kernels`.
  std::string skeleton;
  /// Kernels announce each combine; for the instrumented executor only.
  bool countCombines = false;
  /// Remarks at each scan say why its plan is as it is.
  bool explain = false;
  /// What a developer wants of pass managers, if anything: then kernels of
  /// several scans are not lowered side by side.
  std::function<mlir::LogicalResult(mlir::PassManager &)> configure;
};

/// The phase that `module` says it is in.
mlir::FailureOr<Phase> getPhase(mlir::ModuleOp module);

/// Adds the passes that take a module from the phase before `phase` to it.
/// `phase` is one of Circuit to Llvm.
void addPhasePasses(mlir::OpPassManager &passes, Phase phase,
                    const CompileOptions &options);

/// Lowers `module` from the phase it is in up to `upTo`, at most Llvm. Does
/// nothing if it is there already; fails if it is past it.
mlir::LogicalResult lowerTo(mlir::ModuleOp module, Phase upTo,
                            const CompileOptions &options);

/// Every dialect that a module may hold in any phase.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Every pass that a phase runs, a pipeline `scanc-to-PHASE` for each, and
/// `scanc-lower`, which runs them all.
void registerAllPasses();

} // namespace scanc

#endif // SCANC_PIPELINES_PIPELINES_H
