//===- Passes.td - Passes over the prefix dialect ----------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_PASSES_TD
#define SCANC_DIALECT_PREFIX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrefixLinkPreludePass : Pass<"prefix-link-prelude", "::mlir::ModuleOp"> {
  let summary = "Bring in the built-in monoids that scans name";
  let description = [{
    Copies from the prelude each built-in monoid that a `prefix.scan` names and
    the module does not define. A monoid of the module's own wins.
  }];
  let dependentDialects = ["::scanc::prefix::PrefixDialect"];
}

def PrefixSplitDomainsPass : Pass<"prefix-split-domains", "::mlir::ModuleOp"> {
  let summary = "Make a scan for each domain of a scan";
  let description = [{
    A scan of several domains becomes as many scans, each with a plan and
    kernels of its own. So does a scan of one that needs kernels of several
    forms: those of `rows` that lie one behind another, and those of rows that
    lie apart. Each is called as the scan was, with its domain's suffix:

    ```mlir
    prefix.scan @s inclusive @add_f32 : (f32) -> (f32) domain line, rows
    ```

    becomes `@s`, `@s_rows` and `@s_rows_strided`. The plan that the scan gives
    is that of the forms it asks for by name.
  }];
  let dependentDialects = ["::scanc::prefix::PrefixDialect"];
}

def PrefixJoinColumnsPass : Pass<"prefix-join-columns", "::mlir::ModuleOp"> {
  let summary = "Make a scan of several chains side by side one of larger states";
  let description = [{
    A tensor of two columns without gaps is a line of pairs. The scan of the
    domain `pairs` becomes a scan of two states at once: its monoid has two
    copies side by side, an element is two elements, and what maps do they do
    for both. If there is no such scan, since C does not lay out two elements
    like one behind the other, or since an element or a state would have too
    many values or bytes, it is dropped: other forms of its domain take the
    tensor.
  }];
  let dependentDialects = ["::scanc::prefix::PrefixDialect"];
}

def PrefixExpandCircuitsPass : Pass<"prefix-expand-circuits", "::mlir::ModuleOp"> {
  let summary = "Expand families, searches and compositions into explicit circuits";
  let description = [{
    Turns each `prefix.family`, `prefix.search` and `prefix.compose` into the
    `prefix.circuit` it stands for, and each family in a plan into a symbol of
    such a circuit. Circuits already explicit stay as they are. `expect` clauses
    of searches and compositions are checked here, and so is that a scan whose
    circuits combine spans that overlap has an idempotent monoid.

    A composition that a plan names as its `levels` is taken apart: for
    `@tile`, the levels on registers become the circuit `@tile_thread`, levels
    on a warp right above them `@tile_warp`, and all from the first level in
    shared memory upwards, composed, `@tile_block`; the plan then names these.
    A composition without a level on registers leaves one item to a thread.
  }];
  let dependentDialects = ["::scanc::prefix::PrefixDialect"];
}

def PrefixPlanScansPass : Pass<"prefix-plan-scans", "::mlir::ModuleOp"> {
  let summary = "Fill in what plans leave open";
  let description = [{
    Gives each `prefix.scan` a complete plan, keeping whatever its author
    chose, and refuses plans that cannot fit the machine or name circuits that
    do not exist or have the wrong width, and strategies that the scan's types
    do not allow.

    Where nobody names a strategy, each one says how much it is to be preferred
    for this scan, this GPU and what the plan gives; the most preferred one is
    taken.

    The GPU is that of `arch`, or else the module's target, which it becomes.
  }];
  let options = [
    Option<"strategy", "strategy", "std::string", /*default=*/"\"\"",
           "strategy of every scan whose plan names none: auto, or a case of Strategy">,
    Option<"arch", "arch", "std::string", /*default=*/"\"\"",
           "architecture that the plans are for; empty for the module's target, or else sm_90">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "say in remarks at each scan why its plan is as it is">,
  ];
  let dependentDialects = ["::scanc::prefix::PrefixDialect"];
}

def PrefixLiftToIntervalsPass : Pass<"prefix-lift-to-intervals", "::mlir::ModuleOp"> {
  let summary = "Replace the operator of planned scans by the interval monoid";
  let description = [{
    Each `prefix.scan` keeps its plan, but its state becomes an interval
    `[begin, end)` of elements that only joins its neighbours, element `k` of
    the input being `[k, k + 1)`, and an init value `[-1, 0)`. If the kernels
    of the lifted scan yield `[0, k + 1)` (inclusive) or `[0, k)` (exclusive)
    for each k, the kernels are a scan for every associative operator at that
    n (Chong, Donaldson and Ketema, POPL 2014). For an operator that declares
    itself idempotent, intervals may overlap.

    The bounds have `bits` bits, 32 or 64, so that n can be at most 2^31 - 4 or
    2^63 - 4.
  }];
  let options = [
    Option<"bits", "bits", "unsigned", /*default=*/"64", "bits of a bound: 32 or 64">,
  ];
  let dependentDialects = ["::scanc::prefix::PrefixDialect"];
}

def PrefixCheckPhasePass : Pass<"prefix-check-phase", "::mlir::ModuleOp"> {
  let summary = "Verify what a phase ensures";
  let description = [{
    Fails, naming the first offending op, if the module does not keep the
    contract of `phase`; then marks the module as being in that phase.

    - `circuit`: no `prefix.family`, `prefix.search` or `prefix.compose`; no
      family and no `levels` in a plan;
    - `plan`: every `prefix.scan` has a complete plan whose circuits exist;
    - `kernel`: no `prefix.scan`; every `gpu.module` describes its launch;
    - `gpu`: only ops of gpu, nvvm, arith, scf, memref, vector, llvm and math
      inside a `gpu.module`;
    - `llvm`: only ops of llvm and nvvm inside a `gpu.module`.
  }];
  let options = [
    Option<"phase", "phase", "std::string", /*default=*/"", "the phase whose contract to verify">,
  ];
}

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_PASSES_TD
