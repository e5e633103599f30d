// Counts of blocks become additions of one word, which says whose count it is.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix. --implicit-check-not=llvm.load --implicit-check-not=llvm.store --implicit-check-not=llvm.fence --implicit-check-not=llvm.atomicrmw --implicit-check-not=llvm.cmpxchg --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-exchange -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  // Of the device, and no more.
  // CHECK-LABEL: gpu.func @relaxed(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[V:[^:]+]]: i64)
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  // CHECK-NEXT: %[[WORD:.+]] = llvm.load %[[AT]] atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][88] :
  // CHECK-NEXT: llvm.store %[[V]], %[[AT]] atomic syncscope("device") monotonic {alignment = 8 : i64} : i64, !llvm.ptr<1>
  // CHECK-NEXT: gpu.return %[[WORD]] :
  gpu.func @relaxed(%workspace: !llvm.ptr<1>, %v: i64) -> i32 {
    %0 = prefix.load_relaxed %workspace byte 4 : i32
    prefix.store_relaxed %v to %workspace byte 88 : i64
    gpu.return %0 : i32
  }

  // 16 bits of the launch's number above the 12 of the count.
  // CHECK-LABEL: gpu.func @counter(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[LAUNCH:[^:]+]]: i32)
  // CHECK: %[[ADDRESS:.+]] = llvm.getelementptr %[[WORKSPACE]][64] :
  // CHECK-NEXT: %[[WIDE:.+]] = arith.extui %[[LAUNCH]] : i32 to i64
  // CHECK-NEXT: %[[OWN:.+]] = arith.andi %[[WIDE]], %c65535_i64 : i64
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[OWN]], %c12_i64 : i64
  // CHECK-NEXT: %[[ONE:.+]] = arith.ori %[[HIGH]], %c1_i64 : i64
  // CHECK-NEXT: gpu.return %[[ADDRESS]], %[[ONE]] :
  gpu.func @counter(%workspace: !llvm.ptr<1>, %launch: i32) -> (!llvm.ptr<1>, i64) {
    %0:2 = prefix.counter in %workspace byte 64 launch %launch
    gpu.return %0#0, %0#1 : !llvm.ptr<1>, i64
  }

  // What was there is this launch's if it is as many ones as it counts, whether
  // closed or not. If it is not: 0 takes its place, until nobody else counts in
  // between, and the block counts again. Nothing is ordered.
  // CHECK-LABEL: gpu.func @count(
  // CHECK-SAME: %[[ADDRESS:[^:]+]]: !llvm.ptr<1>, %[[ONE:[^:]+]]: i64)
  // CHECK: %[[FOUND:.+]] = scf.while : () -> i64 {
  // CHECK-NEXT: %[[WORD:.+]] = llvm.atomicrmw add %[[ADDRESS]], %[[ONE]] syncscope("device") monotonic : !llvm.ptr<1>, i64
  // CHECK-NEXT: %[[OPEN:.+]] = arith.andi %[[WORD]], %c1099511627775_i64 : i64
  // CHECK-NEXT: %[[LOW:.+]] = arith.andi %[[WORD]], %c4095_i64 : i64
  // CHECK-NEXT: %[[COUNT:.+]] = arith.trunci %[[LOW]] : i64 to i32
  // CHECK-NEXT: %[[COUNT64:.+]] = arith.extui %[[COUNT]] : i32 to i64
  // CHECK-NEXT: %[[OWN:.+]] = arith.muli %[[COUNT64]], %[[ONE]] : i64
  // CHECK-NEXT: %[[FOREIGN:.+]] = arith.cmpi ne, %[[OPEN]], %[[OWN]] : i64
  // CHECK-NEXT: scf.condition(%[[FOREIGN]]) %[[WORD]] : i64
  // CHECK-NEXT: } do {
  // CHECK: %[[NOW:.+]] = llvm.load %[[ADDRESS]] atomic syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  // CHECK-NEXT: scf.while (%[[SEEN:.+]] = %[[NOW]]) : (i64) -> i64 {
  // CHECK-NEXT: %[[OPEN:.+]] = arith.andi %[[SEEN]], %c1099511627775_i64 : i64
  // CHECK-NEXT: %[[LOW:.+]] = arith.andi %[[SEEN]], %c4095_i64 : i64
  // CHECK-NEXT: %[[COUNT:.+]] = arith.trunci %[[LOW]] : i64 to i32
  // CHECK-NEXT: %[[COUNT64:.+]] = arith.extui %[[COUNT]] : i32 to i64
  // CHECK-NEXT: %[[OWN:.+]] = arith.muli %[[COUNT64]], %[[ONE]] : i64
  // CHECK-NEXT: %[[FOREIGN:.+]] = arith.cmpi ne, %[[OPEN]], %[[OWN]] : i64
  // CHECK-NEXT: scf.condition(%[[FOREIGN]]) %[[SEEN]] : i64
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[OLD:[^:]+]]: i64):
  // CHECK-NEXT: llvm.cmpxchg %[[ADDRESS]], %[[OLD]], %c0_i64 syncscope("device") monotonic monotonic : !llvm.ptr<1>, i64
  // CHECK-NEXT: %[[NOW:.+]] = llvm.load %[[ADDRESS]] atomic syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  // CHECK-NEXT: scf.yield %[[NOW]] : i64
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[LOW:.+]] = arith.andi %[[FOUND]], %c4095_i64 : i64
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.trunci %[[LOW]] : i64 to i32
  // CHECK-NEXT: gpu.return %[[BEFORE]] :
  gpu.func @count(%address: !llvm.ptr<1>, %one: i64) -> i32 {
    %0 = prefix.count %one at %address
    gpu.return %0 : i32
  }

  // A fence in front of it all, and none behind.
  // CHECK-LABEL: gpu.func @count_releases(
  // CHECK: llvm.fence syncscope("device") acq_rel
  // CHECK-NEXT: scf.while
  // CHECK-NEXT: llvm.atomicrmw add %{{.+}} syncscope("device") monotonic
  // CHECK: llvm.load
  // CHECK: llvm.cmpxchg
  // CHECK-NEXT: llvm.load
  // CHECK: gpu.return
  gpu.func @count_releases(%address: !llvm.ptr<1>, %one: i64) -> i32 {
    %0 = prefix.count %one at %address releases
    gpu.return %0 : i32
  }

  // And one behind it all.
  // CHECK-LABEL: gpu.func @count_acquires(
  // CHECK: llvm.fence syncscope("device") acq_rel
  // CHECK-NEXT: scf.while
  // CHECK-NEXT: llvm.atomicrmw add %{{.+}} syncscope("device") monotonic
  // CHECK: llvm.load
  // CHECK: llvm.cmpxchg
  // CHECK-NEXT: llvm.load
  // CHECK: llvm.fence syncscope("device") acq_rel
  // CHECK-NEXT: gpu.return
  gpu.func @count_acquires(%address: !llvm.ptr<1>, %one: i64) -> i32 {
    %0 = prefix.count %one at %address releases acquires
    gpu.return %0 : i32
  }

  // CHECK-LABEL: gpu.func @load_count(
  // CHECK-SAME: %[[ADDRESS:[^:]+]]: !llvm.ptr<1>)
  // CHECK-NEXT: %[[SEEN:.+]] = llvm.load %[[ADDRESS]] atomic syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %[[ACQUIRED:.+]] = llvm.load %[[ADDRESS]] atomic syncscope("device") acquire {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  // CHECK-NEXT: gpu.return %[[SEEN]], %[[ACQUIRED]] :
  gpu.func @load_count(%address: !llvm.ptr<1>) -> (i64, i64) {
    %0 = prefix.load_count %address
    %1 = prefix.load_count %address acquires
    gpu.return %0, %1 : i64, i64
  }

  // CHECK-LABEL: gpu.func @word(
  // CHECK-SAME: %[[WORD:[^:]+]]: i64)
  // CHECK: %[[LOW:.+]] = arith.andi %[[WORD]], %c4095_i64 : i64
  // CHECK-NEXT: %[[COUNT:.+]] = arith.trunci %[[LOW]] : i64 to i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD]], %c44_i64 : i64
  // CHECK-NEXT: %[[FINAL64:.+]] = arith.andi %[[HIGH]], %c4095_i64 : i64
  // CHECK-NEXT: %[[FINAL:.+]] = arith.trunci %[[FINAL64]] : i64 to i32
  // CHECK-NEXT: %[[CLOSED:.+]] = arith.cmpi slt, %[[WORD]], %c0_i64 : i64
  // CHECK-NEXT: gpu.return %[[COUNT]], %[[FINAL]], %[[CLOSED]] :
  gpu.func @word(%word: i64) -> (i32, i32, i1) {
    %0 = prefix.count_of %word
    %1 = prefix.count_of %word closed
    %2 = prefix.is_closed %word
    gpu.return %0, %1, %2 : i32, i32, i1
  }

  // Until it is closed or over. It is closed with what it counted when it was seen
  // last, by compare-and-swap: if others have counted since, it is looked at anew.
  // CHECK-LABEL: gpu.func @close(
  // CHECK-SAME: %[[ADDRESS:[^:]+]]: !llvm.ptr<1>, %[[WORD:[^:]+]]: i64, %[[OVER:[^:]+]]: i64)
  // CHECK: %[[LAST:.+]] = scf.while (%[[SEEN:.+]] = %[[WORD]]) : (i64) -> i64 {
  // CHECK-NEXT: %[[CLOSED:.+]] = arith.cmpi slt, %[[SEEN]], %c0_i64 : i64
  // CHECK-NEXT: %[[IS_OVER:.+]] = arith.cmpi eq, %[[SEEN]], %[[OVER]] : i64
  // CHECK-NEXT: %[[ENDS:.+]] = arith.ori %[[CLOSED]], %[[IS_OVER]] : i1
  // CHECK-NEXT: %[[GOES_ON:.+]] = arith.xori %[[ENDS]], %true : i1
  // CHECK-NEXT: scf.condition(%[[GOES_ON]]) %[[SEEN]] : i64
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[OLD:[^:]+]]: i64):
  // CHECK-NEXT: %[[LOW:.+]] = arith.andi %[[OLD]], %c4095_i64 : i64
  // CHECK-NEXT: %[[COUNT:.+]] = arith.trunci %[[LOW]] : i64 to i32
  // CHECK-NEXT: %[[COUNT64:.+]] = arith.extui %[[COUNT]] : i32 to i64
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[COUNT64]], %c44_i64 : i64
  // CHECK-NEXT: %[[FINAL:.+]] = arith.ori %[[HIGH]], %c-9223372036854775808_i64 : i64
  // CHECK-NEXT: %[[NEW:.+]] = arith.ori %[[OLD]], %[[FINAL]] : i64
  // CHECK-NEXT: llvm.cmpxchg %[[ADDRESS]], %[[OLD]], %[[NEW]] syncscope("device") monotonic monotonic : !llvm.ptr<1>, i64
  // CHECK-NEXT: %[[NOW:.+]] = llvm.load %[[ADDRESS]] atomic syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  // CHECK-NEXT: scf.yield %[[NOW]] : i64
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return %[[LAST]] :
  gpu.func @close(%address: !llvm.ptr<1>, %word: i64, %over: i64) -> i64 {
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i64):
      %1 = arith.cmpi eq, %now, %over : i64
      prefix.pass %1 : i1
    }
    gpu.return %0 : i64
  }

  // CHECK-LABEL: gpu.func @reset(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>)
  // CHECK: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][72] :
  // CHECK-NEXT: llvm.store %c0_i64, %[[AT]] atomic syncscope("device") monotonic {alignment = 8 : i64} : i64, !llvm.ptr<1>
  gpu.func @reset(%workspace: !llvm.ptr<1>) {
    prefix.reset_count in %workspace byte 72
    gpu.return
  }

  // Blocks with a tile in the first cycle, which can be shorter than all blocks'
  // tiles: no division. A count is complete where it was so before somebody closed
  // it, or is 0 again.
  // CHECK-LABEL: gpu.func @all(
  // CHECK-SAME: %[[COUNT:[^:]+]]: i32, %[[WORD:[^:]+]]: i64, %[[BLOCKS:[^:]+]]: i64, %[[TILE:[^:]+]]: i64, %[[N:[^:]+]]: i64)
  // CHECK: %[[TILE32:.+]] = arith.trunci %[[TILE]] : i64 to i32
  // CHECK-NEXT: %[[END:.+]] = arith.muli %[[COUNT]], %[[TILE32]] : i32
  // CHECK-NEXT: %[[FULL:.+]] = arith.muli %[[BLOCKS]], %[[TILE]] : i64
  // CHECK-NEXT: %[[CYCLE64:.+]] = arith.minui %[[N]], %[[FULL]] : i64
  // CHECK-NEXT: %[[CYCLE:.+]] = arith.trunci %[[CYCLE64]] : i64 to i32
  // CHECK-NEXT: %[[ARE_ALL:.+]] = arith.cmpi uge, %[[END]], %[[CYCLE]] : i32
  // CHECK-NEXT: %[[RESET:.+]] = arith.cmpi eq, %[[WORD]], %c0_i64 : i64
  // CHECK-NEXT: %[[LOW:.+]] = arith.andi %[[WORD]], %c4095_i64 : i64
  // CHECK-NEXT: %[[COUNTED:.+]] = arith.trunci %[[LOW]] : i64 to i32
  // CHECK-NEXT: %[[END:.+]] = arith.muli %[[COUNTED]], %[[TILE32]] : i32
  // CHECK-NEXT: %[[ARE_THERE:.+]] = arith.cmpi uge, %[[END]], %[[CYCLE]] : i32
  // CHECK-NEXT: %[[OPEN:.+]] = arith.cmpi sge, %[[WORD]], %c0_i64 : i64
  // CHECK-NEXT: %[[HAVE_COME:.+]] = arith.andi %[[ARE_THERE]], %[[OPEN]] : i1
  // CHECK-NEXT: %[[COMPLETE:.+]] = arith.ori %[[RESET]], %[[HAVE_COME]] : i1
  // CHECK-NEXT: gpu.return %[[ARE_ALL]], %[[COMPLETE]] :
  gpu.func @all(%count: i32, %word: i64, %blocks: i64, %tile: i64, %n: i64) -> (i1, i1) {
    %0 = prefix.are_all %count of %blocks tile %tile length %n
    %1 = prefix.is_complete %word of %blocks tile %tile length %n
    gpu.return %0, %1 : i1, i1
  }

  // What the region asks is lowered, too.
  // CHECK-LABEL: gpu.func @close_unless_complete(
  // CHECK: scf.while (%[[SEEN:.+]] = %{{.+}}) : (i64) -> i64 {
  // CHECK-NEXT: %[[CLOSED:.+]] = arith.cmpi slt, %[[SEEN]], %c0_i64 : i64
  // CHECK: %[[COMPLETE:.+]] = arith.ori %{{.+}}, %{{.+}} : i1
  // CHECK-NEXT: arith.ori %[[CLOSED]], %[[COMPLETE]] : i1
  // CHECK: llvm.cmpxchg
  // CHECK-NEXT: llvm.load
  gpu.func @close_unless_complete(%address: !llvm.ptr<1>, %word: i64, %blocks: i64, %tile: i64, %n: i64) -> i64 {
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i64):
      %1 = prefix.is_complete %now of %blocks tile %tile length %n
      prefix.pass %1 : i1
    }
    gpu.return %0 : i64
  }
}
