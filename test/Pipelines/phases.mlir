// Each phase can be stopped at; it is marked, and holds what it ensures.
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=circuit | FileCheck %s --check-prefix=CIRCUIT --implicit-check-not=prefix.family --implicit-check-not="kogge_stone<"
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=plan | FileCheck %s --check-prefix=PLAN
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=kernel | FileCheck %s --check-prefix=KERNEL --implicit-check-not=prefix.scan --implicit-check-not=prefix.block_
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=gpu | FileCheck %s --check-prefix=GPU --implicit-check-not="{{ prefix[.][a-z_]+ @}}" --implicit-check-not=math.
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=llvm | FileCheck %s --check-prefix=LLVM --implicit-check-not="{{ (arith|scf|cf|vector|memref|math|builtin)[.]}}" --implicit-check-not=gpu.func
// To the last phase unless told.
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower -o %t.default
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=llvm -o %t.llvm
// RUN: cmp %t.default %t.llvm
// The source phase does nothing.
// RUN: scanc-opt %S/Inputs/scans.mlir -o %t.parsed
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=source -o %t.source
// RUN: cmp %t.parsed %t.source

// CIRCUIT: module attributes {prefix.phase = "circuit"} {
// CIRCUIT-DAG: prefix.monoid @add_i32
// CIRCUIT-DAG: prefix.circuit @across(
// CIRCUIT-DAG: prefix.circuit @brent_kung_8(
// CIRCUIT-DAG: prefix.circuit @kogge_stone_2(
// CIRCUIT-DAG: prefix.scan @counts exclusive @add_i32 init (5 : i32) : (ui8) -> ui32{{$}}
// CIRCUIT-DAG: prefix.scan @recurrence {{.*}} plan <max_blocks = 99, thread = @kogge_stone_2, warp = @across, block = @brent_kung_8>

// PLAN: module attributes {prefix.phase = "plan", prefix.target = #prefix.target<sm_90>} {
// PLAN-DAG: prefix.scan @counts {{.*}} plan <strategy = one_launch_streaming, {{.*}}, reduce = <{{.*}}>, scan = <{{.*}}>, top = <{{.*}}>, tail = <{{.*}}>>
// PLAN-DAG: prefix.scan @recurrence {{.*}} plan <strategy = two_level_streaming, {{.*}} max_blocks = 99, {{.*}}thread = @kogge_stone_2, warp = @across,

// KERNEL: module attributes {{.*}}prefix.phase = "kernel"
// KERNEL: gpu.module @counts attributes {prefix.launch = #prefix.launch<
// KERNEL: gpu.func @counts_single
// KERNEL: prefix.load_tile
// KERNEL: prefix.thread_reduce
// KERNEL: prefix.warp_scan
// KERNEL: prefix.cells
// KERNEL: prefix.where
// KERNEL: gpu.barrier
// KERNEL: prefix.warp_synchronous
// KERNEL: gpu.func @counts_stream
// KERNEL: gpu.module @recurrence
// KERNEL: gpu.func @recurrence_single
// KERNEL: gpu.func @recurrence_reduce
// KERNEL: gpu.func @recurrence_top
// KERNEL: gpu.func @recurrence_scan

// GPU: module attributes {{.*}}prefix.phase = "gpu"
// GPU: gpu.module @counts attributes {prefix.launch = #prefix.launch<
// GPU: gpu.func @counts_single({{.*}} workgroup(
// GPU: gpu.shuffle
// GPU: gpu.barrier
// GPU: nvvm.bar.warp.sync
// GPU: gpu.func @counts_stream
// GPU: gpu.module @recurrence
// GPU: gpu.func @recurrence_scan

// The attributes that LLVM needs are there: data layout, kernel, block size.
// LLVM: module attributes {{.*}}prefix.phase = "llvm"
// LLVM: gpu.module @counts attributes {llvm.data_layout = "e-{{.*}}i64:64{{.*}}", prefix.launch = #prefix.launch<
// LLVM: llvm.mlir.global internal @{{.*}} {addr_space = 3 : i32
// LLVM: llvm.func @counts_single(%{{.+}}: !llvm.ptr<1>, %{{.+}}: !llvm.ptr<1>, %{{.+}}: !llvm.ptr<1>, %{{.+}}: i64, %{{.+}}: i32)
// LLVM-SAME: nvvm.kernel
// LLVM-SAME: nvvm.maxntid = array<i32: {{[0-9]+}}, 1, 1>
// LLVM-SAME: nvvm.minctasm = 1 : i32
// LLVM: nvvm.shfl.sync
// LLVM: nvvm.barrier
// LLVM: nvvm.bar.warp.sync
// LLVM: llvm.func @counts_stream
// LLVM: gpu.module @recurrence
// LLVM: llvm.func @recurrence_scan
