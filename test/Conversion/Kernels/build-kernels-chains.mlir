// Chains that start from states in memory, and leave those after them there.
// RUN: scanc-opt %s -split-input-file -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.start_chains "prefix.start_chains @add_i32 before" prefix.store_tile prefix.end_chains prefix.pass_starts < %t | FileCheck %s --check-prefix=COUNT

// The states are the last arguments of each kernel. Elements have what the chain
// starts from in front as they are loaded, in each kernel that loads some; so
// no kernel starts from `init`. What is loaded from the workspace has none, nor
// does what is stored there end chains.
// CHECK-LABEL: gpu.module @both attributes {prefix.launch = #prefix.launch<
// CHECK-SAME: init = [7 : i32], initial = true, final = true, plan =
// CHECK: gpu.func @both_single(
// CHECK-SAME: %[[N:[^:,]+]]: i64, %{{[^:,]+}}: i32, %[[INITIAL:[^:,]+]]: !llvm.ptr<1>, %[[FINAL:[^:,]+]]: !llvm.ptr<1>) kernel
// CHECK: %[[WALK:.+]] = prefix.walk line(%[[N]])
// CHECK: %[[START:.+]] = prefix.identity @add_i32
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[START]])
// CHECK: %[[TILE:.+]] = prefix.load_tile @add_i32 %{{.+}}[%[[AT:.+]]] valid %[[N]]
// CHECK-NEXT: %[[STARTED:.+]] = prefix.start_chains @add_i32 %[[TILE]][%[[AT]]] valid %[[N]] numbered %[[WALK]] from %c0{{.*}} initial %[[INITIAL]] init [7 : i32] rows 1 items 4
// CHECK-NEXT: prefix.thread_reduce @add_i32 by @{{.+}}(%[[STARTED]])
// CHECK: %[[SCANNED:.+]] = prefix.thread_scan @add_i32 by @serial_4(
// CHECK-NEXT: prefix.end_chains @add_i32 %[[SCANNED]][%[[AT]]] valid %[[N]] numbered %[[WALK]] from %c0{{.*}} to %[[FINAL]] rows 1 items 4
// CHECK-NEXT: prefix.store_tile %[[SCANNED]]
// CHECK: gpu.func @both_empty(
// CHECK-SAME: %[[N:[^:,]+]]: i64, %{{[^:,]+}}: i32, %[[INITIAL:[^:,]+]]: !llvm.ptr<1>, %[[FINAL:[^:,]+]]: !llvm.ptr<1>) kernel
// CHECK: prefix.pass_starts @add_i32 of %[[N]] initial %[[INITIAL]] init [7 : i32] to %[[FINAL]] state
// CHECK: gpu.func @both_reduce({{.*}}, %{{[^:,]+}}: !llvm.ptr<1>, %{{[^:,]+}}: !llvm.ptr<1>) kernel
// COUNT: both_single: prefix.load_tile 1, prefix.start_chains 1, prefix.start_chains @add_i32 before 0, prefix.store_tile 1, prefix.end_chains 1, prefix.pass_starts 0
// COUNT-NEXT: both_empty: prefix.load_tile 0, prefix.start_chains 0, prefix.start_chains @add_i32 before 0, prefix.store_tile 0, prefix.end_chains 0, prefix.pass_starts 1
// COUNT-NEXT: both_reduce: prefix.load_tile 1, prefix.start_chains 1, prefix.start_chains @add_i32 before 0, prefix.store_tile 1, prefix.end_chains 0, prefix.pass_starts 0
// COUNT-NEXT: both_top: prefix.load_tile 2, prefix.start_chains 1, prefix.start_chains @add_i32 before 0, prefix.store_tile 2, prefix.end_chains 1, prefix.pass_starts 0
// COUNT-NEXT: both_scan: prefix.load_tile 3, prefix.start_chains 2, prefix.start_chains @add_i32 before 0, prefix.store_tile 1, prefix.end_chains 1, prefix.pass_starts 0
prefix.scan @both inclusive @add_i32 init (7 : i32) initial final : (i32) -> (i32)
  plan <strategy = two_level_streaming, reduce = <warps = 2, rows = 1, items = 4>,
        scan = <warps = 2, rows = 1, items = 4>, top = <warps = 2>, tail = <warps = 2, rows = 1, items = 4>>

// -----

// Without final states there is no kernel for chains without elements. The
// states before elements begin with the one that the chain starts from.
// CHECK-LABEL: gpu.module @from attributes
// CHECK-SAME: initial = true, plan =
// CHECK: gpu.func @from_single({{.*}}: i64, %{{[^:,]+}}: i32, %[[INITIAL:[^:,]+]]: !llvm.ptr<1>) kernel
// CHECK: prefix.start_chains @add_i32 %{{.+}} initial %[[INITIAL]] rows
// CHECK: %[[SCANNED:.+]] = prefix.thread_scan @add_i32 by @serial_4 exclusive
// CHECK-NEXT: %[[BEFORE:.+]] = prefix.start_chains @add_i32 before %[[SCANNED]]{{.*}} initial %[[INITIAL]] rows
// CHECK-NEXT: prefix.store_tile %[[BEFORE]]
// CHECK-NOT: gpu.func @from_empty
// COUNT-NEXT: from_single: prefix.load_tile 1, prefix.start_chains 2, prefix.start_chains @add_i32 before 1, prefix.store_tile 1, prefix.end_chains 0, prefix.pass_starts 0
prefix.scan @from exclusive @add_i32 initial : (i32) -> (i32)
  plan <strategy = single_block, tail = <warps = 2, rows = 1, items = 4>>

// -----

// An exclusive scan has the states after elements, too, where it is to leave
// the last; it does not store them. Without initial states, `init` is where it
// was.
// CHECK-LABEL: gpu.module @after attributes
// CHECK-SAME: final = true, plan =
// CHECK: gpu.func @after_single({{.*}}: i64, %{{[^:,]+}}: i32, %[[FINAL:[^:,]+]]: !llvm.ptr<1>) kernel
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %c7{{.*}})
// CHECK: prefix.end_chains @add_i32 %{{.+}}[{{.*}} to %[[FINAL]]
// CHECK-NEXT: prefix.store_tile %[[BEFORE:.+]] to
// CHECK: gpu.func @after_empty(
// CHECK: prefix.pass_starts @add_i32 of %{{.+}} init [7 : i32] to
// COUNT-NEXT: after_single: prefix.load_tile 1, prefix.start_chains 0, prefix.start_chains @add_i32 before 0, prefix.store_tile 1, prefix.end_chains 1, prefix.pass_starts 0
// COUNT-NEXT: after_empty:
prefix.scan @after exclusive @add_i32 init (7 : i32) final : (i32) -> (i32)
  plan <strategy = single_block, tail = <warps = 2, rows = 1, items = 4>>

// -----

// Who is called like the kernel for chains without elements makes way for it.
// CHECK-LABEL: gpu.module @s attributes
// CHECK-SAME: monoid = "[[MONOID:s_empty_[0-9]+]]"
// CHECK: gpu.func @s_empty(
// CHECK: prefix.pass_starts @[[MONOID]] of
prefix.monoid @s_empty identity {
  %z = arith.constant 0 : i32
  prefix.yield %z : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.addi %a, %b : i32
  prefix.yield %c : i32
}
prefix.scan @s inclusive @s_empty final : (i32) -> (i32) plan <strategy = single_block>
