// What a block keeps in shared memory becomes addresses behind one symbol, and
// waits become loops around try_wait.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix. --implicit-check-not=mbarrier --implicit-check-not=llvm.load --implicit-check-not=llvm.store --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-exchange -o %t.twice
// RUN: cmp %t %t.twice

// CHECK-LABEL: gpu.module @kernels
// CHECK-NEXT: llvm.mlir.global external @dynamic_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>{{$}}
gpu.module @kernels {
  // CHECK: prefix.monoid @pair
  prefix.monoid @pair identity {
    %a = arith.constant false
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i1, f64
  } combine (%a: i1, %b: f64), (%c: i1, %d: f64) {
    prefix.yield %c, %d : i1, f64
  }

  // The number of the launch is read wherever it is asked for: CSE does not keep
  // it in a register.
  // CHECK-LABEL: gpu.func @who
  // CHECK: %[[ID:.+]] = gpu.thread_id x
  // CHECK-NEXT: %[[THREAD:.+]] = arith.index_cast %[[ID]] : index to i32
  // CHECK-NEXT: %[[WARP:.+]] = arith.shrui %[[THREAD]], %c5_i32 : i32
  // CHECK-NEXT: %[[LANE:.+]] = arith.andi %[[THREAD]], %c31_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.cmpi eq, %[[LANE]], %c0_i32 : i32
  // CHECK-NEXT: %[[BLOCK_ID:.+]] = gpu.block_id x
  // CHECK-NEXT: %[[BLOCK32:.+]] = arith.index_cast %[[BLOCK_ID]] : index to i32
  // CHECK-NEXT: %[[BLOCK:.+]] = arith.extui %[[BLOCK32]] : i32 to i64
  // CHECK-NEXT: %[[LAUNCH:.+]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.gridid"() : () -> i32
  // CHECK-NEXT: %[[AGAIN:.+]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.gridid"() : () -> i32
  // CHECK-NEXT: gpu.return %[[THREAD]], %[[WARP]], %[[LANE]], %[[FIRST]], %[[BLOCK]], %[[LAUNCH]], %[[AGAIN]] :
  gpu.func @who() -> (i32, i32, i32, i1, i64, i32, i32) {
    %thread = prefix.thread
    %warp = prefix.warp
    %lane = prefix.lane
    %first = prefix.first_lane
    %block = prefix.block
    %launch = prefix.launch_number
    %again = prefix.launch_number
    gpu.return %thread, %warp, %lane, %first, %block, %launch, %again : i32, i32, i32, i1, i64, i32, i32
  }

  // An array's offset is a constant behind the index: part of the instruction
  // that takes the address. What is wider than a word has zeros above it.
  // CHECK-LABEL: gpu.func @words
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[WIDE:[^:]+]]: i64)
  // CHECK: %[[BASE:.+]] = llvm.mlir.addressof @dynamic_shared : !llvm.ptr<3>
  // CHECK: %[[BYTE:.+]] = arith.muli %[[I]], %c4_i32 : i32
  // CHECK-NEXT: %[[ROW:.+]] = llvm.getelementptr %[[BASE]][%[[BYTE]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK-NEXT: %[[LENGTH_AT:.+]] = llvm.getelementptr %[[ROW]][400] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // CHECK-NEXT: %[[WORD:.+]] = llvm.load %[[LENGTH_AT]] {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %[[LENGTH:.+]] = arith.extui %[[WORD]] : i32 to i64
  // CHECK: %[[BYTE:.+]] = arith.muli %[[I]], %c2_i32 : i32
  // CHECK-NEXT: %[[ROW:.+]] = llvm.getelementptr %[[BASE]][%[[BYTE]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK-NEXT: %[[CODE_AT:.+]] = llvm.getelementptr %[[ROW]][416] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // CHECK-NEXT: %[[CODE:.+]] = llvm.load %[[CODE_AT]] {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  // CHECK-NEXT: %[[NARROW:.+]] = arith.trunci %[[WIDE]] : i64 to i32
  // CHECK-NEXT: llvm.store %[[NARROW]], %[[LENGTH_AT]] {alignment = 4 : i64} : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.store %[[CODE]], %[[CODE_AT]] {alignment = 2 : i64} : i16, !llvm.ptr<3>
  // CHECK-NEXT: gpu.return %[[LENGTH]], %[[CODE]] :
  gpu.func @words(%i: i32, %wide: i64) -> (i64, i16) {
    %lengths = prefix.words "lengths" at 400 count 4 : !prefix.words<i32>
    %codes = prefix.words "codes" at 416 count 4 : !prefix.words<i16>
    %0 = prefix.load_word %lengths[%i] : i64 in !prefix.words<i32>
    %1 = prefix.load_word %codes[%i] : i16 in !prefix.words<i16>
    prefix.store_word %wide to %lengths[%i] : i64 to !prefix.words<i32>
    prefix.store_word %1 to %codes[%i] : i16 to !prefix.words<i16>
    gpu.return %0, %1 : i64, i16
  }

  // Atomic in the block, and no more. Each look is one of its own.
  // CHECK-LABEL: gpu.func @relaxed_words
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[V:[^:]+]]: i32)
  // CHECK: %[[AT:.+]] = llvm.getelementptr %{{.+}}[24] :
  // CHECK-NEXT: %[[FIRST:.+]] = llvm.load %[[AT]] atomic syncscope("block") monotonic {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %[[SECOND:.+]] = llvm.load %[[AT]] atomic syncscope("block") monotonic {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: llvm.store %[[V]], %[[AT]] atomic syncscope("block") monotonic {alignment = 4 : i64} : i32, !llvm.ptr<3>
  // CHECK-NEXT: gpu.return %[[FIRST]], %[[SECOND]] :
  gpu.func @relaxed_words(%i: i32, %v: i32) -> (i32, i32) {
    %mode = prefix.words "mode" at 24 count 1 : !prefix.words<i32>
    %0 = prefix.load_word %mode[%i] relaxed : i32 in !prefix.words<i32>
    %1 = prefix.load_word %mode[%i] relaxed : i32 in !prefix.words<i32>
    prefix.store_word %v to %mode[%i] relaxed : i32 to !prefix.words<i32>
    gpu.return %0, %1 : i32, i32
  }

  // CHECK-LABEL: gpu.func @word_is
  // CHECK: %[[AT:.+]] = llvm.getelementptr %{{.+}}[64] :
  // CHECK-NEXT: %[[WORD:.+]] = llvm.load %[[AT]] {alignment = 8 : i64} : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %[[IS:.+]] = arith.cmpi eq, %[[WORD]], %c7_i64 : i64
  // CHECK-NEXT: gpu.return %[[IS]] :
  gpu.func @word_is(%i: i32) -> i1 {
    %codes = prefix.words "codes" at 64 count 4 : !prefix.words<i64>
    %0 = prefix.word_is %codes[%i] 7 : !prefix.words<i64>
    gpu.return %0 : i1
  }

  // Each value has an array of its own, of as many bytes as memory takes for it.
  // CHECK-LABEL: gpu.func @states
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[A:[^:]+]]: i1, %[[B:[^:]+]]: f64)
  // CHECK: %[[BASE:.+]] = llvm.mlir.addressof @dynamic_shared
  // CHECK: %[[ROW:.+]] = llvm.getelementptr %[[BASE]][%[[I]]] :
  // CHECK-NEXT: %[[A_AT:.+]] = llvm.getelementptr %[[ROW]][500] :
  // CHECK-NEXT: %[[BITS:.+]] = llvm.load %[[A_AT]] {alignment = 1 : i64} : !llvm.ptr<3> -> i8
  // CHECK-NEXT: %[[LOADED_A:.+]] = arith.cmpi ne, %[[BITS]], %c0_i8 : i8
  // CHECK: %[[BYTE:.+]] = arith.muli %[[I]], %c8_i32 : i32
  // CHECK-NEXT: %[[ROW:.+]] = llvm.getelementptr %[[BASE]][%[[BYTE]]] :
  // CHECK-NEXT: %[[B_AT:.+]] = llvm.getelementptr %[[ROW]][512] :
  // CHECK-NEXT: %[[BITS:.+]] = llvm.load %[[B_AT]] {alignment = 8 : i64} : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %[[LOADED_B:.+]] = arith.bitcast %[[BITS]] : i64 to f64
  // CHECK-NEXT: %[[A_BITS:.+]] = arith.extui %[[A]] : i1 to i8
  // CHECK-NEXT: llvm.store %[[A_BITS]], %[[A_AT]] {alignment = 1 : i64} : i8, !llvm.ptr<3>
  // CHECK-NEXT: %[[B_BITS:.+]] = arith.bitcast %[[B]] : f64 to i64
  // CHECK-NEXT: llvm.store %[[B_BITS]], %[[B_AT]] {alignment = 8 : i64} : i64, !llvm.ptr<3>
  // CHECK-NEXT: gpu.return %[[LOADED_A]], %[[LOADED_B]] :
  gpu.func @states(%i: i32, %a: i1, %b: f64) -> (i1, f64) {
    %seeds = prefix.states "seeds" of @pair at [500, 512] count 4
    %0:2 = prefix.load_state %seeds[%i] : i1, f64
    prefix.store_state %a, %b to %seeds[%i] : i1, f64
    gpu.return %0#0, %0#1 : i1, f64
  }

  // The slot behind the last one is the first, of a use of the other parity.
  // CHECK-LABEL: gpu.func @slots
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[TILE:[^:]+]]: i32, %[[PARITY:[^:]+]]: i32, %[[STEP:[^:]+]]: i32)
  // CHECK: %[[BYTE:.+]] = arith.muli %[[I]], %c96_i32 : i32
  // CHECK-NEXT: %[[ROW:.+]] = llvm.getelementptr %{{.+}}[%[[BYTE]]] :
  // CHECK-NEXT: %[[SLOT:.+]] = llvm.getelementptr %[[ROW]][1056] :
  // CHECK-NEXT: %[[BEYOND:.+]] = arith.addi %[[I]], %[[STEP]] : i32
  // CHECK-NEXT: %[[WRAPS:.+]] = arith.cmpi uge, %[[BEYOND]], %c5_i32 : i32
  // CHECK-NEXT: %[[FLIP:.+]] = arith.extui %[[WRAPS]] : i1 to i32
  // CHECK-NEXT: %[[NEXT_TILE:.+]] = arith.addi %[[TILE]], %[[STEP]] : i32
  // CHECK-NEXT: %[[WRAPPED:.+]] = arith.subi %[[BEYOND]], %c5_i32 : i32
  // CHECK-NEXT: %[[NEXT_SLOT:.+]] = arith.select %[[WRAPS]], %[[WRAPPED]], %[[BEYOND]] : i32
  // CHECK-NEXT: %[[NEXT_PARITY:.+]] = arith.xori %[[PARITY]], %[[FLIP]] : i32
  // CHECK-NEXT: gpu.return %[[SLOT]], %[[NEXT_TILE]], %[[NEXT_SLOT]], %[[NEXT_PARITY]] :
  gpu.func @slots(%i: i32, %tile: i32, %parity: i32, %step: i32) -> (!llvm.ptr<3>, i32, i32, i32) {
    %ring = prefix.slots "ring" at 1024 count 5 bytes 96
    %0 = prefix.slot %ring[%i] byte 32
    %1:3 = prefix.next_slot %ring(%tile, %i, %parity) step %step
    gpu.return %0, %1#0, %1#1, %1#2 : !llvm.ptr<3>, i32, i32, i32
  }

  // Each mbarrier has 8 bytes. An arrival releases, and is of the block.
  // CHECK-LABEL: gpu.func @barriers
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[BYTES:[^:]+]]: i32)
  // CHECK: %[[BASE:.+]] = llvm.mlir.addressof @dynamic_shared
  // CHECK: %[[AT0:.+]] = llvm.getelementptr %[[BASE]][128] :
  // CHECK-NEXT: nvvm.mbarrier.init %[[AT0]], %c129_i32 : !llvm.ptr<3>, i32
  // CHECK-NEXT: %[[NEXT:.+]] = llvm.getelementptr %[[BASE]][8] :
  // CHECK-NEXT: %[[AT1:.+]] = llvm.getelementptr %[[NEXT]][128] :
  // CHECK-NEXT: nvvm.mbarrier.init %[[AT1]], %c129_i32 : !llvm.ptr<3>, i32
  // CHECK-NEXT: %[[NEXT:.+]] = llvm.getelementptr %[[BASE]][16] :
  // CHECK-NEXT: %[[AT2:.+]] = llvm.getelementptr %[[NEXT]][128] :
  // CHECK-NEXT: nvvm.mbarrier.init %[[AT2]], %c129_i32 : !llvm.ptr<3>, i32
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[I]], %c8_i32 : i32
  // CHECK-NEXT: %[[ROW:.+]] = llvm.getelementptr %[[BASE]][%[[BYTE]]] :
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ROW]][128] :
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[AT]] : !llvm.ptr<3> -> i64{{$}}
  // CHECK-NEXT: nvvm.mbarrier.arrive.expect_tx %[[AT]], %[[BYTES]] : !llvm.ptr<3>, i32 -> i64{{$}}
  // CHECK-NEXT: gpu.return
  gpu.func @barriers(%i: i32, %bytes: i32) {
    %full = prefix.barriers "full" at 128 count 3
    prefix.init_barriers %full arrivals 129
    prefix.release %full[%i]
    prefix.release %full[%i] expecting %bytes
    gpu.return
  }

  // The address is computed before the wait, once.
  // CHECK-LABEL: gpu.func @waits
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[PARITY:[^:]+]]: i32)
  // CHECK: %[[AT:.+]] = llvm.getelementptr %{{.+}}[128] :
  // CHECK-NEXT: scf.while : () -> () {
  // CHECK-NEXT: %[[DONE:.+]] = nvvm.mbarrier.try_wait %[[AT]], %[[PARITY]] : !llvm.ptr<3>, i32 -> i1{{$}}
  // CHECK-NEXT: %[[MISSING:.+]] = arith.xori %[[DONE]], %true : i1
  // CHECK-NEXT: scf.condition(%[[MISSING]])
  // CHECK-NEXT: } do {
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @waits(%i: i32, %parity: i32) {
    %full = prefix.barriers "full" at 128 count 3
    prefix.acquire %full[%i] parity %parity
    gpu.return
  }

  // What only paces says so.
  // CHECK-LABEL: gpu.func @paces
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[PARITY:[^:]+]]: i32)
  // CHECK: scf.while : () -> () {
  // CHECK-NEXT: %[[DONE:.+]] = nvvm.mbarrier.try_wait %{{.+}}, %[[PARITY]] {prefix.pace} : !llvm.ptr<3>, i32 -> i1{{$}}
  // CHECK-NEXT: %[[MISSING:.+]] = arith.xori %[[DONE]], %true : i1
  // CHECK-NEXT: scf.condition(%[[MISSING]])
  gpu.func @paces(%i: i32, %parity: i32) {
    %full = prefix.barriers "full" at 128 count 3
    prefix.acquire %full[%i] parity %parity paces
    gpu.return
  }

  // A look, and only if it finds the phase missing: what there is to do, a look,
  // and so on.
  // CHECK-LABEL: gpu.func @meanwhile
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[PARITY:[^:]+]]: i32)
  // CHECK: %[[AT:.+]] = llvm.getelementptr %{{.+}}[128] :
  // CHECK-NEXT: %[[DONE:.+]] = nvvm.mbarrier.try_wait %[[AT]], %[[PARITY]] : !llvm.ptr<3>, i32 -> i1{{$}}
  // CHECK-NEXT: %[[MISSING:.+]] = arith.xori %[[DONE]], %true : i1
  // CHECK-NEXT: scf.if %[[MISSING]] {
  // CHECK-NEXT: scf.while : () -> () {
  // CHECK: %[[NOTE_AT:.+]] = llvm.getelementptr %{{.+}}[24] :
  // CHECK-NEXT: llvm.store %[[I]], %[[NOTE_AT]] {alignment = 4 : i64} : i32, !llvm.ptr<3>
  // CHECK-NEXT: %[[DONE:.+]] = nvvm.mbarrier.try_wait %[[AT]], %[[PARITY]] : !llvm.ptr<3>, i32 -> i1{{$}}
  // CHECK-NEXT: %[[MISSING:.+]] = arith.xori %[[DONE]], %true : i1
  // CHECK-NEXT: scf.condition(%[[MISSING]])
  // CHECK-NEXT: } do {
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @meanwhile(%i: i32, %parity: i32) {
    %full = prefix.barriers "full" at 128 count 3
    %notes = prefix.words "notes" at 24 count 8 : !prefix.words<i32>
    prefix.acquire %full[%i] parity %parity meanwhile {
      prefix.store_word %i to %notes[%i] : i32 to !prefix.words<i32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @give_up(
  // CHECK-SAME: %[[TILE:[^:]+]]: i32)
  // CHECK: %[[BASE:.+]] = llvm.mlir.addressof @dynamic_shared
  // CHECK: %[[LATER:.+]] = arith.cmpi uge, %[[TILE]], %c11_i32 : i32
  // CHECK-NEXT: %[[MODE_AT:.+]] = llvm.getelementptr %[[BASE]][136] :
  // CHECK-NEXT: %[[MODE:.+]] = llvm.load %[[MODE_AT]] atomic syncscope("block") monotonic {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %[[OTHER:.+]] = arith.cmpi ne, %[[MODE]], %c0_i32 : i32
  // CHECK-NEXT: %[[BOTH:.+]] = arith.andi %[[LATER]], %[[OTHER]] : i1
  // CHECK-NEXT: scf.if %[[BOTH]] {
  // CHECK-NEXT: %[[LEFT_AT:.+]] = llvm.getelementptr %[[BASE]][128] :
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[LEFT_AT]] : !llvm.ptr<3> -> i64{{$}}
  // CHECK-NEXT: nvvm.exit
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @give_up(%tile: i32) {
    %left = prefix.barriers "left" at 128 count 1
    %mode = prefix.words "mode" at 136 count 1 : !prefix.words<i32>
    prefix.give_up %mode : !prefix.words<i32> leaving %left tile %tile early 11
    gpu.return
  }

  // One lane arrives for all, and all end.
  // CHECK-LABEL: gpu.func @give_up_by_warps(
  // CHECK-SAME: %[[TILE:[^:]+]]: i32, %[[LEADS:[^:]+]]: i1)
  // CHECK: llvm.load %{{.+}} atomic syncscope("block") monotonic
  // CHECK: %[[BOTH:.+]] = arith.andi
  // CHECK-NEXT: scf.if %[[BOTH]] {
  // CHECK-NEXT: scf.if %[[LEADS]] {
  // CHECK-NEXT: %[[LEFT_AT:.+]] = llvm.getelementptr %{{.+}}[128] :
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[LEFT_AT]] : !llvm.ptr<3> -> i64{{$}}
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.exit
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @give_up_by_warps(%tile: i32, %leads: i1) {
    %left = prefix.barriers "left" at 128 count 1
    %mode = prefix.words "mode" at 136 count 1 : !prefix.words<i32>
    prefix.give_up %mode : !prefix.words<i32> leaving %left tile %tile early 11 leader %leads
    gpu.return
  }
}

// A module without arrays declares nothing.
// CHECK-LABEL: gpu.module @no_array
// CHECK-NEXT: gpu.func @who
// CHECK-NOT: dynamic_shared
gpu.module @no_array {
  gpu.func @who() -> i32 {
    %thread = prefix.thread
    gpu.return %thread : i32
  }
}

// One that declares the symbol itself keeps it.
// CHECK-LABEL: gpu.module @declared
// CHECK-NEXT: llvm.mlir.global external @dynamic_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>{{$}}
// CHECK-NOT: llvm.mlir.global
gpu.module @declared {
  llvm.mlir.global external @dynamic_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  // CHECK: gpu.func @release
  // CHECK: nvvm.mbarrier.arrive
  gpu.func @release(%i: i32) {
    %full = prefix.barriers "full" at 0 count 1
    prefix.release %full[%i]
    gpu.return
  }
}
