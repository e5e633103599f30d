// Copies of chains that lie side by side have 16 bytes each, also where a lane has
// fewer of a step: then lanes copy for each other, each some steps of all of them.
// That asks for more neighbours and for addresses that are multiples of 16; else a
// lane copies its own, by accesses as wide as those are, or one by one.
// RUN: scanc-opt %s -prefix-lower-tiles -canonicalize -cse | FileCheck %s --implicit-check-not=prefix.fetch_chains

gpu.module @kernels {
  // A lane has 8 bytes of a step. Two of them have four chains, of which the first
  // lane copies the even steps, and the second one the odd ones.
  // CHECK-LABEL: gpu.func @pairs(
  // CHECK-SAME: %[[P:[^:]+]]: !llvm.ptr<1>, %[[Q:[^:]+]]: !llvm.ptr<3>, %[[N:[^:]+]]: i64, %[[STEP:[^:]+]]: i64, %[[CHAINS:[^:]+]]: i32)
  // CHECK: %[[REST:.+]] = arith.andi %[[N]], %c3{{.*}} : i64
  // CHECK: %[[FOUR:.+]] = arith.cmpi eq, %[[REST]], %c0
  // CHECK: %[[SIDE:.+]] = arith.andi %{{.+}}, %[[FOUR]] : i1
  // CHECK: arith.andi %{{.+}}, %c15{{.*}} : i64
  // CHECK: %[[ALIGNED:.+]] = arith.cmpi eq,
  // CHECK: %[[TOGETHER:.+]] = arith.andi %[[SIDE]], %[[ALIGNED]] : i1
  // CHECK: arith.andi %{{.+}}, %c7{{.*}} : i64
  // CHECK: %[[APART:.+]] = arith.andi %{{.+}}, %{{.+}} : i1
  // CHECK: nvvm.bar.warp.sync
  // CHECK: arith.cmpi eq, %[[CHAINS]], %c2
  // CHECK: %[[WHOLE:.+]] = arith.andi %{{.+}}, %{{.+}} : i1
  // CHECK: %[[GROUPED:.+]] = arith.andi %[[TOGETHER]], %[[WHOLE]] : i1
  // CHECK: scf.if %[[GROUPED]] {
  // CHECK: %[[TURN:.+]] = arith.andi %{{.+}}, %c1{{.*}} : i32
  // CHECK: %[[LATER:.+]] = arith.extui %[[TURN]]
  // CHECK: arith.addi %[[STEP]], %[[LATER]] : i64
  // CHECK: nvvm.cp.async.shared.global %[[PLACE:.+]], %{{.+}}, 16, cache = cg
  // CHECK: %[[NEXT:.+]] = llvm.getelementptr %[[PLACE]][512]
  // CHECK: nvvm.cp.async.shared.global %[[NEXT]], %{{.+}}, 16, cache = cg
  // CHECK-NOT: cp.async.shared
  // CHECK: } else {
  // CHECK: %[[OWN:.+]] = arith.andi %[[APART]], %[[WHOLE]] : i1
  // CHECK: scf.if %[[OWN]] {
  // CHECK-COUNT-4: nvvm.cp.async.shared.global {{.*}}, 8, cache = ca
  // CHECK-NOT: cp.async.shared
  // CHECK: } else {
  // CHECK: scf.for
  // CHECK-COUNT-2: llvm.load {{.*}} {alignment = 4 : i64}
  // CHECK: nvvm.cp.async.commit.group
  gpu.func @pairs(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n, %step) [%step] chains %c along %walk to %q rows 2 items 4 element [f32]
    gpu.return
  }

  // What L2 is to evict goes with each copy.
  // CHECK-LABEL: gpu.func @kept(
  // CHECK-SAME: %[[POLICY:[^:]+]]: i64, %{{[^:]+}}: i32)
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.cp.async.cg.shared.global.16"(%{{.+}}, %{{.+}}) ["prefix.policy"(%[[POLICY]] : i64)]
  // CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.cp.async.ca.shared.global.8"(%{{.+}}, %{{.+}}) ["prefix.policy"(%[[POLICY]] : i64)]
  // CHECK-NOT: nvvm.cp.async.shared
  // CHECK: gpu.return
  gpu.func @kept(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %policy: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n, %step) [%step] chains %c along %walk to %q policy %policy rows 2 items 4 element [f32]
    gpu.return
  }

  // Of bytes, four lanes have sixteen chains, and each copies two of eight steps.
  // CHECK-LABEL: gpu.func @bytes(
  // CHECK: scf.if
  // CHECK: arith.andi %{{.+}}, %c3{{.*}} : i32
  // CHECK: nvvm.cp.async.shared.global %[[PLACE:.+]], %{{.+}}, 16, cache = cg
  // CHECK: %[[NEXT:.+]] = llvm.getelementptr %[[PLACE]][512]
  // CHECK: nvvm.cp.async.shared.global %[[NEXT]], %{{.+}}, 16, cache = cg
  // CHECK-NOT: cp.async.shared
  // CHECK: } else {
  // CHECK-COUNT-8: nvvm.cp.async.shared.global {{.*}}, 4, cache = ca
  // CHECK-NOT: cp.async.shared
  gpu.func @bytes(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n, %n, %n, %n) [%step] chains %c along %walk to %q rows 4 items 8 element [i8]
    gpu.return
  }

  // Bytes of a lane's own chain are too few for an asynchronous copy; those of
  // sixteen lanes are not.
  // CHECK-LABEL: gpu.func @one_byte(
  // CHECK: scf.if
  // CHECK: arith.andi %{{.+}}, %c15{{.*}} : i32
  // CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
  // CHECK-NOT: cp.async.shared
  gpu.func @one_byte(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n) [%step] chains %c along %walk to %q rows 1 items 16 element [i8]
    gpu.return
  }

  // In one array lanes have 16 bytes of a step each, in the other two have them.
  // CHECK-LABEL: gpu.func @arrays(
  // CHECK: scf.if
  // CHECK-COUNT-3: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
  // CHECK-NOT: cp.async.shared
  // CHECK: } else {
  // CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
  // CHECK: nvvm.cp.async.shared.global {{.*}}, 8, cache = ca
  // CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
  // CHECK: nvvm.cp.async.shared.global {{.*}}, 8, cache = ca
  // CHECK-NOT: cp.async.shared
  gpu.func @arrays(%p: !llvm.ptr<1>, %r: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p, %r at (%n, %n, %n, %n) [%step] chains %c along %walk to %q rows 2 items 2 element [f64, f32]
    gpu.return
  }

  // A lane that has 16 bytes of a step needs no other one.
  // CHECK-LABEL: gpu.func @alone(
  // CHECK-COUNT-4: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
  // CHECK-NOT: cp.async.shared
  gpu.func @alone(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n, %n) [%step] chains %c along %walk to %q rows 2 items 4 element [i64]
    gpu.return
  }

  // No lanes have 16 bytes of a step together, where an element has 12; and three
  // steps are not for two lanes to share.
  // CHECK-LABEL: gpu.func @twelve(
  // CHECK-COUNT-12: nvvm.cp.async.shared.global {{.*}}, 4, cache = ca
  // CHECK-NOT: cp.async.shared
  // CHECK-LABEL: gpu.func @twice_twelve(
  // CHECK-COUNT-12: nvvm.cp.async.shared.global {{.*}}, 8, cache = ca
  // CHECK-NOT: cp.async.shared
  // CHECK-LABEL: gpu.func @odd(
  // CHECK-COUNT-3: nvvm.cp.async.shared.global {{.*}}, 8, cache = ca
  // CHECK-NOT: cp.async.shared
  gpu.func @twelve(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n) [%step] chains %c along %walk to %q rows 1 items 4 element [f32, f32, f32]
    gpu.return
  }
  gpu.func @twice_twelve(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n, %n) [%step] chains %c along %walk to %q rows 2 items 4 element [f32, f32, f32]
    gpu.return
  }
  gpu.func @odd(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %step: i64, %c: i32) kernel {
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    prefix.fetch_chains %p at (%n, %n) [%step] chains %c along %walk to %q rows 2 items 3 element [f32]
    gpu.return
  }
}
