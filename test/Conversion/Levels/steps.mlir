// Every op of a kernel knows the step of the plan that it is part of, and where
// it was written, in each phase.
// RUN: scanc-opt %s -scanc-lower=to=kernel -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s --check-prefix=KERNEL
// RUN: scanc-opt %s -scanc-lower=to=llvm -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s --check-prefix=LLVM

// KERNEL: gpu.func @sum_single
// KERNEL: arith.divui {{.*}} loc("grid"("{{.*}}steps.mlir":[[# @LINE + 34]]:1))
// KERNEL: prefix.load_tile {{.*}} loc("load_tile"("{{.*}}steps.mlir":[[# @LINE + 33]]:1))
// KERNEL: prefix.thread_reduce {{.*}} loc("thread_reduce"(
// KERNEL: prefix.warp_scan {{.*}} loc("warp_scan"(
// KERNEL: prefix.cells {{.*}} loc("block_scan"(
// KERNEL: prefix.put {{.*}} loc("block_scan: publish"(
// The barrier belongs to what it makes room for.
// KERNEL: gpu.barrier loc("block_scan: stage 1"(
// KERNEL: prefix.get {{.*}} loc("block_scan: stage 1"(
// KERNEL: prefix.apply {{.*}} loc("block_scan: stage 1"(
// KERNEL: prefix.put {{.*}} loc("block_scan: stage 1"(
// KERNEL: prefix.get {{.*}} loc("block_scan: stage 2"(
// KERNEL: prefix.put {{.*}} loc("block_scan: prefixes"(
// KERNEL: prefix.get {{.*}} loc("block_scan: fetch"(
// KERNEL: prefix.thread_scan {{.*}} loc("thread_scan"(
// KERNEL: prefix.store_tile {{.*}} loc("store_tile"(
// KERNEL: gpu.func @sum_reduce
// KERNEL: prefix.warp_reduce {{.*}} loc("warp_reduce"(
// KERNEL: prefix.get {{.*}} loc("block_reduce: stage 1"(

// LLVM: llvm.func @sum_single
// LLVM: llvm.load {{.*}}vector<4xi32> loc("load_tile"("{{.*}}steps.mlir":[[# @LINE + 13]]:1))
// What is inlined is where the monoid was written.
// LLVM: llvm.add {{.*}} loc("thread_reduce"("{{.*}}prelude.mlir":
// LLVM: nvvm.shfl.sync {{.*}} loc("warp_scan"("{{.*}}steps.mlir":
// LLVM: llvm.store {{.*}} loc("block_scan: publish"(
// LLVM: llvm.load {{.*}} loc("block_scan: stage 1"(
// LLVM: llvm.store {{.*}} loc("block_scan: stage 1"(
// LLVM: llvm.load {{.*}} loc("block_scan: stage 2"(
// LLVM: llvm.store {{.*}} loc("block_scan: prefixes"(
// LLVM: nvvm.barrier{{.*}} loc("block_scan: fetch"(
// LLVM: llvm.load {{.*}} loc("block_scan: fetch"(
// LLVM: llvm.store {{.*}}vector<4xi32>, {{.*}} loc("store_tile"(

prefix.scan @sum inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming>
