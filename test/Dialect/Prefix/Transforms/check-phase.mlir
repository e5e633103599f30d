// A module that keeps the contract is marked as being in the phase, and nothing
// else changes.
// RUN: scanc-opt %s -prefix-check-phase=phase=circuit -o %t.circuit
// RUN: FileCheck %s --check-prefix=CIRCUIT --input-file=%t.circuit
// RUN: scanc-opt %s -prefix-plan-scans -o %t.planned
// RUN: scanc-opt %t.planned -prefix-check-phase=phase=plan -o %t.plan
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t.plan
// RUN: sed "s/prefix.phase = .plan., //" %t.plan > %t.unmarked
// RUN: cmp %t.planned %t.unmarked

// A later phase takes the place of an earlier one.
// RUN: scanc-opt %t.circuit -prefix-plan-scans -prefix-check-phase=phase=plan -o %t.both
// RUN: cmp %t.plan %t.both
// RUN: scanc-opt %t.plan -scanc-to-kernel -prefix-check-phase=phase=kernel | FileCheck %s --check-prefix=KERNEL
// RUN: scanc-opt %t.plan -scanc-to-kernel -scanc-to-gpu -prefix-check-phase=phase=gpu | FileCheck %s --check-prefix=GPU
// RUN: scanc-opt %t.plan -scanc-to-kernel -scanc-to-gpu -scanc-to-llvm -prefix-check-phase=phase=llvm | FileCheck %s --check-prefix=LLVM

// CIRCUIT: module attributes {prefix.phase = "circuit"} {
// PLAN: module attributes {prefix.phase = "plan", prefix.target = #prefix.target<sm_90>} {
// KERNEL: module attributes {{{.*}}prefix.phase = "kernel", prefix.target = #prefix.target<sm_90>} {
// GPU: module attributes {{{.*}}prefix.phase = "gpu", prefix.target = #prefix.target<sm_90>} {
// LLVM: module attributes {{{.*}}prefix.phase = "llvm", prefix.target = #prefix.target<sm_90>} {
prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.scan @s inclusive @last : (i32) -> (i32)
