// Tiles move between memory and slots by bulk copies of whole units of 16 bytes;
// what these leave, the threads of a group copy.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix. --implicit-check-not=llvm.load --implicit-check-not=llvm.store --implicit-check-not=nvvm.cp --implicit-check-not=nvvm.barrier --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-exchange -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @offset
  // CHECK-SAME: (%[[GLOBAL:[^:]+]]: !llvm.ptr<1>, %[[SHARED:[^:]+]]: !llvm.ptr<3>, %[[WIDE:[^:]+]]: i64, %[[NARROW:[^:]+]]: i32)
  // CHECK-NEXT: %[[A:.+]] = llvm.getelementptr %[[GLOBAL]][%[[WIDE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  // CHECK-NEXT: %[[B:.+]] = llvm.getelementptr %[[SHARED]][%[[NARROW]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK-NEXT: gpu.return %[[A]], %[[B]] :
  gpu.func @offset(%global: !llvm.ptr<1>, %shared: !llvm.ptr<3>, %wide: i64, %narrow: i32) -> (!llvm.ptr<1>, !llvm.ptr<3>) {
    %0 = prefix.offset %global by %wide : !llvm.ptr<1>, i64
    %1 = prefix.offset %shared by %narrow : !llvm.ptr<3>, i32
    gpu.return %0, %1 : !llvm.ptr<1>, !llvm.ptr<3>
  }

  // CHECK-LABEL: gpu.func @round_down
  // CHECK-SAME: (%[[IN:[^:]+]]: !llvm.ptr<1>)
  // CHECK: %[[NUMBER:.+]] = llvm.ptrtoint %[[IN]]
  // CHECK-NEXT: %[[BEYOND:.+]] = arith.andi %[[NUMBER]], %c15_i64 : i64
  // CHECK-NEXT: %[[BACK:.+]] = arith.subi %c0_i64, %[[BEYOND]] : i64
  // CHECK-NEXT: %[[UNIT:.+]] = llvm.getelementptr %[[IN]][%[[BACK]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  // CHECK-NEXT: gpu.return %[[UNIT]] :
  gpu.func @round_down(%in: !llvm.ptr<1>) -> !llvm.ptr<1> {
    %0 = prefix.round_down %in
    gpu.return %0 : !llvm.ptr<1>
  }

  // Whole units, from an address that is a multiple of them; else nothing.
  // CHECK-LABEL: gpu.func @stretch
  // CHECK-SAME: (%[[IN:[^:]+]]: !llvm.ptr<1>, %[[START:[^:]+]]: i64, %[[ELEMENTS:[^:]+]]: i64)
  // CHECK: %[[BYTE:.+]] = arith.muli %[[START]], %c12_i64 : i64
  // CHECK-NEXT: %[[ADDRESS:.+]] = llvm.getelementptr %[[IN]][%[[BYTE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  // CHECK-NEXT: %[[NUMBER:.+]] = llvm.ptrtoint %[[ADDRESS]]
  // CHECK-NEXT: %[[LENGTH:.+]] = arith.muli %[[ELEMENTS]], %c12_i64 : i64
  // CHECK-NEXT: %[[BYTES:.+]] = arith.trunci %[[LENGTH]] : i64 to i32
  // CHECK-NEXT: %[[REST:.+]] = arith.andi %[[NUMBER]], %c15_i64 : i64
  // CHECK-NEXT: %[[ALIGNED:.+]] = arith.cmpi eq, %[[REST]], %c0_i64 : i64
  // CHECK-NEXT: %[[UNITS:.+]] = arith.andi %[[BYTES]], %c-16_i32 : i32
  // CHECK-NEXT: %[[BULK:.+]] = arith.select %[[ALIGNED]], %[[UNITS]], %c0_i32 : i32
  // CHECK-NEXT: gpu.return %[[ADDRESS]], %[[BULK]] :
  gpu.func @stretch(%in: !llvm.ptr<1>, %start: i64, %elements: i64) -> (!llvm.ptr<1>, i32) {
    %0:2 = prefix.stretch %in[%start] elements %elements size 12
    gpu.return %0#0, %0#1 : !llvm.ptr<1>, i32
  }

  // From the end, nothing either where the length is no multiple.
  // CHECK-LABEL: gpu.func @backward_stretch
  // CHECK: %[[ADDRESS:.+]] = llvm.getelementptr
  // CHECK-NEXT: %[[NUMBER:.+]] = llvm.ptrtoint %[[ADDRESS]]
  // CHECK: %[[BYTES:.+]] = arith.trunci %{{.+}} : i64 to i32
  // CHECK-NEXT: %[[WIDE:.+]] = arith.extui %[[BYTES]] : i32 to i64
  // CHECK-NEXT: %[[EITHER:.+]] = arith.ori %[[NUMBER]], %[[WIDE]] : i64
  // CHECK-NEXT: %[[REST:.+]] = arith.andi %[[EITHER]], %c15_i64 : i64
  // CHECK-NEXT: %[[ALIGNED:.+]] = arith.cmpi eq, %[[REST]], %c0_i64 : i64
  // CHECK-NEXT: %[[UNITS:.+]] = arith.andi %[[BYTES]], %c-16_i32 : i32
  // CHECK-NEXT: %[[BULK:.+]] = arith.select %[[ALIGNED]], %[[UNITS]], %c0_i32 : i32
  // CHECK-NEXT: gpu.return %[[ADDRESS]], %[[BULK]] :
  gpu.func @backward_stretch(%in: !llvm.ptr<1>, %start: i64, %elements: i64) -> (!llvm.ptr<1>, i32) {
    %0:2 = prefix.stretch %in[%start] elements %elements size 12 backward
    gpu.return %0#0, %0#1 : !llvm.ptr<1>, i32
  }

  // The block is its own cluster: no mask of others.
  // CHECK-LABEL: gpu.func @copy_in
  // CHECK-SAME: (%[[IN:[^:]+]]: !llvm.ptr<1>, %[[SLOT:[^:]+]]: !llvm.ptr<3>, %[[BYTES:[^:]+]]: i32, %[[I:[^:]+]]: i32, %[[POLICY:[^:]+]]: i64)
  // CHECK: %[[CLUSTER:.+]] = llvm.addrspacecast %[[SLOT]] : !llvm.ptr<3> to !llvm.ptr<7>
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[I]], %c8_i32 : i32
  // CHECK-NEXT: %[[ROW:.+]] = llvm.getelementptr %{{.+}}[%[[BYTE]]] :
  // CHECK-NEXT: %[[BARRIER:.+]] = llvm.getelementptr %[[ROW]][64] :
  // CHECK-NEXT: nvvm.cp.async.bulk.shared.cluster.global %[[CLUSTER]], %[[IN]], %[[BARRIER]], %[[BYTES]] : !llvm.ptr<7>, <1>{{$}}
  // CHECK-NEXT: nvvm.cp.async.bulk.shared.cluster.global %[[CLUSTER]], %[[IN]], %[[BARRIER]], %[[BYTES]] l2_cache_hint = %[[POLICY]] : !llvm.ptr<7>, <1>{{$}}
  // CHECK-NEXT: gpu.return
  gpu.func @copy_in(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %bytes: i32, %i: i32, %policy: i64) {
    %full = prefix.barriers "full" at 64 count 4
    prefix.copy_in %bytes from %in to %slot releasing %full[%i]
    prefix.copy_in %bytes from %in to %slot releasing %full[%i] policy %policy
    gpu.return
  }

  // Thread by thread, unit by unit, behind what bulk copies have moved. The group
  // meets only where something was left: all of it know that.
  // CHECK-LABEL: gpu.func @copy_rest
  // CHECK-SAME: (%[[IN:[^:]+]]: !llvm.ptr<1>, %[[SLOT:[^:]+]]: !llvm.ptr<3>, %[[BULK:[^:]+]]: i32, %[[ELEMENTS:[^:]+]]: i64, %[[THREAD:[^:]+]]: i32, %[[BARRIER:[^:]+]]: i32)
  // CHECK: %[[LENGTH:.+]] = arith.muli %[[ELEMENTS]], %c12_i64 : i64
  // CHECK-NEXT: %[[BYTES:.+]] = arith.trunci %[[LENGTH]] : i64 to i32
  // CHECK-NEXT: %[[LEFT:.+]] = arith.cmpi ult, %[[BULK]], %[[BYTES]] : i32
  // CHECK-NEXT: scf.if %[[LEFT]] {
  // CHECK-NEXT: %[[OWN:.+]] = arith.muli %[[THREAD]], %c4_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.addi %[[BULK]], %[[OWN]] : i32
  // CHECK-NEXT: scf.for %[[BYTE:.+]] = %[[FIRST]] to %[[BYTES]] step %c512_i32 : i32 {
  // CHECK-NEXT: %[[FROM:.+]] = llvm.getelementptr %[[IN]][%[[BYTE]]] :
  // CHECK-NEXT: %[[WORD:.+]] = llvm.load %[[FROM]] {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %[[TO:.+]] = llvm.getelementptr %[[SLOT]][%[[BYTE]]] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[TO]] {alignment = 4 : i64} : i32, !llvm.ptr<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.barrier id = %[[BARRIER]] number_of_threads = %c128_i32
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @copy_rest(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %bulk: i32, %elements: i64, %thread: i32, %barrier: i32) {
    prefix.copy_rest to %slot from %in behind %bulk elements %elements size 12 unit 4 by %thread of 128 meeting %barrier : !llvm.ptr<3>, !llvm.ptr<1>
    gpu.return
  }

  // The other way, nobody meets.
  // CHECK-LABEL: gpu.func @copy_out
  // CHECK-SAME: (%[[OUT:[^:]+]]: !llvm.ptr<1>, %[[SLOT:[^:]+]]: !llvm.ptr<3>, %[[BULK:[^:]+]]: i32, %[[ELEMENTS:[^:]+]]: i64, %[[THREAD:[^:]+]]: i32)
  // CHECK: %[[LEFT:.+]] = arith.cmpi ult, %[[BULK]], %[[BYTES:.+]] : i32
  // CHECK-NEXT: scf.if %[[LEFT]] {
  // CHECK-NEXT: %[[FIRST:.+]] = arith.addi %[[BULK]], %[[THREAD]] : i32
  // CHECK-NEXT: scf.for %[[BYTE:.+]] = %[[FIRST]] to %[[BYTES]] step %c64_i32 : i32 {
  // CHECK-NEXT: %[[FROM:.+]] = llvm.getelementptr %[[SLOT]][%[[BYTE]]] :
  // CHECK-NEXT: %[[WORD:.+]] = llvm.load %[[FROM]] {alignment = 1 : i64} : !llvm.ptr<3> -> i8
  // CHECK-NEXT: %[[TO:.+]] = llvm.getelementptr %[[OUT]][%[[BYTE]]] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[TO]] {alignment = 1 : i64} : i8, !llvm.ptr<1>
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @copy_out(%out: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %bulk: i32, %elements: i64, %thread: i32) {
    prefix.copy_rest to %out from %slot behind %bulk elements %elements size 2 unit 1 by %thread of 64 : !llvm.ptr<1>, !llvm.ptr<3>
    gpu.return
  }

  // Copies of the first element, three units each, behind the last one.
  // CHECK-LABEL: gpu.func @fill(
  // CHECK-SAME: %[[TILE:[^:]+]]: !llvm.ptr<3>, %[[ELEMENTS:[^:]+]]: i64, %[[ITEMS:[^:]+]]: i32, %[[THREAD:[^:]+]]: i32)
  // CHECK: %[[COUNT:.+]] = arith.trunci %[[ELEMENTS]] : i64 to i32
  // CHECK-NEXT: %[[REST:.+]] = arith.remui %[[COUNT]], %[[ITEMS]] : i32
  // CHECK-NEXT: %[[WHOLE:.+]] = arith.cmpi eq, %[[REST]], %c0_i32 : i32
  // CHECK-NEXT: %[[LACK:.+]] = arith.subi %[[ITEMS]], %[[REST]] : i32
  // CHECK-NEXT: %[[MISSING:.+]] = arith.select %[[WHOLE]], %c0_i32, %[[LACK]] : i32
  // CHECK-NEXT: %[[LENGTH:.+]] = arith.muli %[[ELEMENTS]], %c12_i64 : i64
  // CHECK-NEXT: %[[END:.+]] = llvm.getelementptr %[[TILE]][%[[LENGTH]]] :
  // CHECK-NEXT: %[[UNITS:.+]] = arith.muli %[[MISSING]], %c3_i32 : i32
  // CHECK-NEXT: scf.for %[[UNIT:.+]] = %[[THREAD]] to %[[UNITS]] step %c128_i32 : i32 {
  // CHECK-NEXT: %[[OF_ELEMENT:.+]] = arith.remui %[[UNIT]], %c3_i32 : i32
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[OF_ELEMENT]], %c4_i32 : i32
  // CHECK-NEXT: %[[BYTE64:.+]] = arith.extui %[[BYTE]] : i32 to i64
  // CHECK-NEXT: %[[FROM:.+]] = llvm.getelementptr %[[TILE]][%[[BYTE64]]] :
  // CHECK-NEXT: %[[WORD:.+]] = llvm.load %[[FROM]] {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[UNIT]], %c4_i32 : i32
  // CHECK-NEXT: %[[BYTE64:.+]] = arith.extui %[[BYTE]] : i32 to i64
  // CHECK-NEXT: %[[TO:.+]] = llvm.getelementptr %[[END]][%[[BYTE64]]] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[TO]] {alignment = 4 : i64} : i32, !llvm.ptr<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @fill(%tile: !llvm.ptr<3>, %elements: i64, %items: i32, %thread: i32) {
    prefix.fill %tile elements %elements run %items size 12 unit 4 by %thread of 128
    gpu.return
  }

  // In front of the tile: as many places below it as are missing.
  // CHECK-LABEL: gpu.func @fill_backward(
  // CHECK-SAME: %[[TILE:[^:]+]]: !llvm.ptr<3>, %[[ELEMENTS:[^:]+]]: i64, %[[ITEMS:[^:]+]]: i32, %[[THREAD:[^:]+]]: i32)
  // CHECK: %[[MISSING:.+]] = arith.select %{{.+}}, %c0_i32, %{{.+}} : i32
  // CHECK-NEXT: %[[MISSING64:.+]] = arith.extui %[[MISSING]] : i32 to i64
  // CHECK-NEXT: %[[LENGTH:.+]] = arith.muli %[[MISSING64]], %c8_i64 : i64
  // CHECK-NEXT: %[[BACK:.+]] = arith.subi %c0_i64, %[[LENGTH]] : i64
  // CHECK-NEXT: %[[FRONT:.+]] = llvm.getelementptr %[[TILE]][%[[BACK]]] :
  // CHECK-NEXT: scf.for %[[UNIT:.+]] = %[[THREAD]] to %[[MISSING]] step %c128_i32 : i32 {
  // CHECK-NEXT: %[[WORD:.+]] = llvm.load %[[TILE]] {alignment = 8 : i64} : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[UNIT]], %c8_i32 : i32
  // CHECK-NEXT: %[[BYTE64:.+]] = arith.extui %[[BYTE]] : i32 to i64
  // CHECK-NEXT: %[[TO:.+]] = llvm.getelementptr %[[FRONT]][%[[BYTE64]]] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[TO]] {alignment = 8 : i64} : i64, !llvm.ptr<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @fill_backward(%tile: !llvm.ptr<3>, %elements: i64, %items: i32, %thread: i32) {
    prefix.fill %tile elements %elements run %items size 8 unit 8 by %thread of 128 backward
    gpu.return
  }
}
