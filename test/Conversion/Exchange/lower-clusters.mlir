// What blocks of a cluster tell each other: words with tags, each written and
// read at once.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix. --implicit-check-not=llvm.load --implicit-check-not=llvm.store --input-file=%t

// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  // Part k goes `apart` words behind the one before, in the shared memory of the
  // block with that rank.
  // CHECK-LABEL: gpu.func @tell
  // CHECK-SAME: (%[[A:[^:]+]]: i32, %[[B:[^:]+]]: i32, %[[INDEX:[^:]+]]: i32, %[[RANK:[^:]+]]: i32, %[[TAG:[^:]+]]: i32)
  // CHECK: %[[BYTE:.+]] = arith.muli %[[INDEX]], %c8_i32
  // CHECK: llvm.getelementptr %{{.+}}[%[[BYTE]]]
  // CHECK: %[[OWN:.+]] = llvm.getelementptr %{{.+}}[1024]
  // CHECK: %[[THERE:.+]] = nvvm.mapa %[[OWN]], %[[RANK]] : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK: %[[WIDE:.+]] = arith.extui %[[TAG]] : i32 to i64
  // CHECK: %[[RAISED:.+]] = arith.shli %[[WIDE]], %c32_i64 : i64
  // CHECK: %[[PART_A:.+]] = arith.extui %[[A]] : i32 to i64
  // CHECK: %[[WORD_A:.+]] = arith.ori %[[RAISED]], %[[PART_A]] : i64
  // CHECK: llvm.store %[[WORD_A]], %[[THERE]] atomic syncscope("cluster") monotonic {alignment = 8 : i64}
  // CHECK: %[[PART_B:.+]] = arith.extui %[[B]] : i32 to i64
  // CHECK: %[[WORD_B:.+]] = arith.ori %[[RAISED]], %[[PART_B]] : i64
  // CHECK: %[[BEHIND:.+]] = llvm.getelementptr %[[THERE]][128]
  // CHECK: llvm.store %[[WORD_B]], %[[BEHIND]] atomic syncscope("cluster") monotonic {alignment = 8 : i64}
  gpu.func @tell(%a: i32, %b: i32, %index: i32, %rank: i32, %tag: i32) {
    %mail = prefix.words "mail" at 1024 count 64 : <i64>
    prefix.tell %a, %b to %mail[%index apart 16] of %rank tag %tag : <i64>
    gpu.return
  }

  // Until the tags of all that exist are there.
  // CHECK-LABEL: gpu.func @hear
  // CHECK-SAME: (%[[INDEX:[^:]+]]: i32, %[[IS:[^:]+]]: i1, %[[TAG:[^:]+]]: i32)
  // CHECK: %[[LOOP:.+]]:2 = scf.while
  // CHECK: %[[FIRST:.+]] = llvm.load %{{.+}} atomic syncscope("cluster") monotonic {alignment = 8 : i64} : !llvm.ptr<3> -> i64
  // CHECK: %[[HIGH:.+]] = arith.shrui %[[FIRST]], %c32_i64 : i64
  // CHECK: %[[FOUND:.+]] = arith.trunci %[[HIGH]] : i64 to i32
  // CHECK: %[[IS_NOT:.+]] = arith.cmpi ne, %[[FOUND]], %[[TAG]] : i32
  // CHECK: %[[MISSING:.+]] = arith.andi %[[IS]], %[[IS_NOT]] : i1
  // CHECK: %[[SECOND:.+]] = llvm.load %{{.+}} atomic syncscope("cluster") monotonic {alignment = 8 : i64} : !llvm.ptr<3> -> i64
  // CHECK: %[[ANY:.+]] = arith.ori %[[MISSING]],
  // CHECK: scf.condition(%[[ANY]]) %[[FIRST]], %[[SECOND]] : i64, i64
  // CHECK: arith.trunci %[[LOOP]]#0 : i64 to i32
  // CHECK: arith.trunci %[[LOOP]]#1 : i64 to i32
  gpu.func @hear(%index: i32, %is: i1, %tag: i32) -> (i32, i32) {
    %mail = prefix.words "mail" at 1024 count 64 : <i64>
    %heard:2 = prefix.hear %mail[%index apart 16] if %is tag %tag parts 2 : <i64> -> i32, i32
    gpu.return %heard#0, %heard#1 : i32, i32
  }
}
