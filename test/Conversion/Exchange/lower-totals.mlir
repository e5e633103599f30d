// Totals that blocks post and gather become relaxed accesses of words of 16 bytes,
// each with a tag that says whose it is.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not="prefix.{{i[^d]|m[^o]|[^im]}}" --implicit-check-not=llvm.load --implicit-check-not=llvm.store --implicit-check-not=fence --implicit-check-not=scf.while --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-exchange -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  // Four parts of 32 bits: two words.
  prefix.monoid @wide identity {
    %a = arith.constant 0 : i64
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i64, f64
  } combine (%a: i64, %b: f64), (%c: i64, %d: f64) {
    prefix.yield %c, %d : i64, f64
  }

  // The tag: 15 bits of the cycle's number, 16 of the launch's, and a 1. It is the
  // upper part of a word. Block 3 l + j is entry j of lane l, 32 words behind
  // entry j - 1; a row has two copies of 96 words.
  // CHECK-LABEL: gpu.func @entry(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %[[LAUNCH:[^:]+]]: i32, %[[CYCLE:[^:]+]]: i32, %[[BLOCK:[^:]+]]: i32)
  // CHECK: %[[LANE:.+]] = arith.divui %[[BLOCK]], %c3_i32 : i32
  // CHECK-NEXT: %[[J:.+]] = arith.remui %[[BLOCK]], %c3_i32 : i32
  // CHECK-NEXT: %[[OF_J:.+]] = arith.muli %[[J]], %c32_i32 : i32
  // CHECK-NEXT: %[[PLACE:.+]] = arith.addi %[[OF_J]], %[[LANE]] : i32
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.addi %[[EPOCH]], %[[CYCLE]] : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[NUMBER]], %c17_i32 : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.andi %[[LAUNCH]], %c65535_i32 : i32
  // CHECK-NEXT: %[[MIDDLE:.+]] = arith.shli %[[OWN]], %c1_i32 : i32
  // CHECK-NEXT: %[[LOW:.+]] = arith.ori %[[MIDDLE]], %c1_i32 : i32
  // CHECK-NEXT: %[[TAG:.+]] = arith.ori %[[HIGH]], %[[LOW]] : i32
  // CHECK-NEXT: %[[TAG128:.+]] = arith.extui %[[TAG]] : i32 to i128
  // CHECK-NEXT: %[[RAISED:.+]] = arith.shli %[[TAG128]], %c96_i128 : i128
  // CHECK-NEXT: %[[ROW:.+]] = arith.andi %[[NUMBER]], %c31_i32 : i32
  // CHECK-NEXT: %[[ROW_AT:.+]] = arith.muli %[[ROW]], %c192_i32 : i32
  // CHECK-NEXT: %[[INDEX:.+]] = arith.addi %[[ROW_AT]], %[[PLACE]] : i32
  // CHECK-NEXT: %[[INDEX64:.+]] = arith.extui %[[INDEX]] : i32 to i64
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[INDEX64]], %c16_i64 : i64
  // CHECK-NEXT: %[[ADDRESS:.+]] = llvm.getelementptr %[[WORKSPACE]][%[[BYTE]]] :
  // CHECK-NEXT: gpu.return %[[RAISED]], %[[ADDRESS]] :
  gpu.func @entry(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %cycle: i32, %block: i32) -> (i128, !llvm.ptr<1>) {
    %rows = prefix.exchange @add in %workspace epoch %epoch launch %launch per_lane 3
    %0:2 = prefix.entry %rows cycle %cycle block %block
    gpu.return %0#0, %0#1 : i128, !llvm.ptr<1>
  }

  // Into both copies of the row, behind the epoch. Nothing else is ordered.
  // CHECK-LABEL: gpu.func @post(
  // CHECK-SAME: %[[ADDRESS:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: i32, %{{[^:]+}}: i32, %[[TAG:[^:]+]]: i128, %[[V:[^:]+]]: i32)
  // CHECK-NEXT: %[[V128:.+]] = arith.extui %[[V]] : i32 to i128
  // CHECK-NEXT: %[[WORD:.+]] = arith.ori %[[TAG]], %[[V128]] : i128
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ADDRESS]][128] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ADDRESS]][1664] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
  // CHECK-NEXT: gpu.return
  gpu.func @post(%address: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tag: i128, %v: i32) {
    %rows = prefix.exchange @add in %address epoch %epoch launch %launch per_lane 3
    prefix.post %v to %rows(%tag, %address) : i32
    gpu.return
  }

  // Three parts in the first word, one in the second, each word with the tag. L2
  // is to keep rows of such long states.
  // CHECK-LABEL: gpu.func @post_wide(
  // CHECK-SAME: %[[ADDRESS:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: i32, %{{[^:]+}}: i32, %[[TAG:[^:]+]]: i128, %[[V:[^:]+]]: i64, %[[W:[^:]+]]: f64)
  // CHECK: %[[V_HIGH:.+]] = arith.shrui %[[V]], %c32_i64 : i64
  // CHECK-NEXT: %[[P0:.+]] = arith.trunci %[[V]] : i64 to i32
  // CHECK-NEXT: %[[P1:.+]] = arith.trunci %[[V_HIGH]] : i64 to i32
  // CHECK-NEXT: %[[W64:.+]] = arith.bitcast %[[W]] : f64 to i64
  // CHECK-NEXT: %[[W_HIGH:.+]] = arith.shrui %[[W64]], %c32_i64 : i64
  // CHECK-NEXT: %[[P2:.+]] = arith.trunci %[[W64]] : i64 to i32
  // CHECK-NEXT: %[[P3:.+]] = arith.trunci %[[W_HIGH]] : i64 to i32
  // CHECK-NEXT: %[[P0_128:.+]] = arith.extui %[[P0]] : i32 to i128
  // CHECK-NEXT: %[[A:.+]] = arith.ori %[[TAG]], %[[P0_128]] : i128
  // CHECK-NEXT: %[[P1_128:.+]] = arith.extui %[[P1]] : i32 to i128
  // CHECK-NEXT: %[[P1_UP:.+]] = arith.shli %[[P1_128]], %c32_i128 : i128
  // CHECK-NEXT: %[[B:.+]] = arith.ori %[[A]], %[[P1_UP]] : i128
  // CHECK-NEXT: %[[P2_128:.+]] = arith.extui %[[P2]] : i32 to i128
  // CHECK-NEXT: %[[P2_UP:.+]] = arith.shli %[[P2_128]], %c64_i128 : i128
  // CHECK-NEXT: %[[WORD0:.+]] = arith.ori %[[B]], %[[P2_UP]] : i128
  // CHECK-NEXT: %[[P3_128:.+]] = arith.extui %[[P3]] : i32 to i128
  // CHECK-NEXT: %[[WORD1:.+]] = arith.ori %[[TAG]], %[[P3_128]] : i128
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ADDRESS]][128] :
  // CHECK-NEXT: llvm.store %[[WORD0]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ADDRESS]][3200] :
  // CHECK-NEXT: llvm.store %[[WORD0]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ADDRESS]][1664] :
  // CHECK-NEXT: llvm.store %[[WORD1]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ADDRESS]][4736] :
  // CHECK-NEXT: llvm.store %[[WORD1]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: gpu.return
  gpu.func @post_wide(%address: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tag: i128, %v: i64, %w: f64) {
    %rows = prefix.exchange @wide in %address epoch %epoch launch %launch per_lane 3
    prefix.post %v, %w to %rows(%tag, %address) : i64, f64
    gpu.return
  }

  // Odd blocks read the second copy. What exists is known by signs: that of the
  // entry's first element, less the length.
  // CHECK-LABEL: gpu.func @row(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %[[LAUNCH:[^:]+]]: i32, %[[CYCLE:[^:]+]]: i32, %[[LENGTH:[^:]+]]: i32, %[[PER_BLOCK:[^:]+]]: i32)
  // CHECK: %[[ID:.+]] = gpu.block_id x
  // CHECK-NEXT: %[[BLOCK:.+]] = arith.index_cast %[[ID]] : index to i32
  // CHECK-NEXT: %[[COPY:.+]] = arith.andi %[[BLOCK]], %c1_i32 : i32
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32 : i32
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.addi %[[EPOCH]], %[[CYCLE]] : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[NUMBER]], %c17_i32 : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.andi %[[LAUNCH]], %c65535_i32 : i32
  // CHECK-NEXT: %[[MIDDLE:.+]] = arith.shli %[[OWN]], %c1_i32 : i32
  // CHECK-NEXT: %[[LOW:.+]] = arith.ori %[[MIDDLE]], %c1_i32 : i32
  // CHECK-NEXT: %[[TAG:.+]] = arith.ori %[[HIGH]], %[[LOW]] : i32
  // CHECK-NEXT: %[[ROW:.+]] = arith.andi %[[NUMBER]], %c31_i32 : i32
  // CHECK-NEXT: %[[FIRST_COPY:.+]] = arith.muli %[[ROW]], %c2_i32 : i32
  // CHECK-NEXT: %[[OWN_COPY:.+]] = arith.addi %[[FIRST_COPY]], %[[COPY]] : i32
  // CHECK-NEXT: %[[COPY_AT:.+]] = arith.muli %[[OWN_COPY]], %c128_i32 : i32
  // CHECK-NEXT: %[[INDEX:.+]] = arith.addi %[[COPY_AT]], %[[LANE]] : i32
  // CHECK-NEXT: %[[INDEX64:.+]] = arith.extui %[[INDEX]] : i32 to i64
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[INDEX64]], %c16_i64 : i64
  // CHECK-NEXT: %[[ADDRESS:.+]] = llvm.getelementptr %[[WORKSPACE]][%[[BYTE]]] :
  // CHECK-NEXT: %[[BLOCK0:.+]] = arith.muli %[[LANE]], %c2_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[BLOCK0]], %[[PER_BLOCK]] : i32
  // CHECK-NEXT: %[[BEYOND:.+]] = arith.subi %[[FIRST]], %[[LENGTH]] : i32
  // CHECK-NEXT: %[[MASK0:.+]] = arith.shrsi %[[BEYOND]], %c31_i32 : i32
  // CHECK-NEXT: %[[BLOCK1:.+]] = arith.addi %[[BLOCK0]], %c1_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[BLOCK1]], %[[PER_BLOCK]] : i32
  // CHECK-NEXT: %[[BEYOND:.+]] = arith.subi %[[FIRST]], %[[LENGTH]] : i32
  // CHECK-NEXT: %[[MASK1:.+]] = arith.shrsi %[[BEYOND]], %c31_i32 : i32
  // CHECK-NEXT: gpu.return %[[TAG]], %[[ADDRESS]], %[[MASK0]], %[[MASK1]] :
  gpu.func @row(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %cycle: i32, %length: i32, %per_block: i32) -> (i32, !llvm.ptr<1>, i32, i32) {
    %rows = prefix.exchange @wide in %workspace epoch %epoch launch %launch per_lane 2
    %0:4 = prefix.row %rows cycle %cycle length %length per_block %per_block : i32, i32
    gpu.return %0#0, %0#1, %0#2, %0#3 : i32, !llvm.ptr<1>, i32, i32
  }

  // Until all words of all lanes that exist have the tag. The addresses come
  // before the loop, and each look is all loads at once.
  // CHECK-LABEL: gpu.func @gather(
  // CHECK-SAME: %[[ADDRESS:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: i32, %{{[^:]+}}: i32, %[[TAG:[^:]+]]: i32, %[[MASK0:[^:]+]]: i32, %[[MASK1:[^:]+]]: i32)
  // CHECK: %[[AT0:.+]] = llvm.getelementptr %[[ADDRESS]][128] :
  // CHECK-NEXT: %[[AT1:.+]] = llvm.getelementptr %[[ADDRESS]][640] :
  // CHECK-NEXT: %[[FOUND:.+]]:2 = scf.while : () -> (i128, i128) {
  // CHECK-NEXT: %[[WORD0:.+]] = llvm.load %[[AT0]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[WORD1:.+]] = llvm.load %[[AT1]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD0]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG0:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[DIFFERS:.+]] = arith.xori %[[TAG0]], %[[TAG]] : i32
  // CHECK-NEXT: %[[WRONG0:.+]] = arith.andi %[[DIFFERS]], %[[MASK0]] : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD1]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG1:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[DIFFERS:.+]] = arith.xori %[[TAG1]], %[[TAG]] : i32
  // CHECK-NEXT: %[[WRONG1:.+]] = arith.andi %[[DIFFERS]], %[[MASK1]] : i32
  // CHECK-NEXT: %[[WRONG:.+]] = arith.ori %[[WRONG0]], %[[WRONG1]] : i32
  // CHECK-NEXT: %[[RIGHT:.+]] = arith.cmpi eq, %[[WRONG]], %c0_i32 : i32
  // CHECK-NEXT: %[[ALL:.+]] = nvvm.vote.sync all %c-1_i32, %[[RIGHT]] -> i1
  // CHECK-NEXT: %[[AGAIN:.+]] = arith.xori %[[ALL]], %true : i1
  // CHECK-NEXT: scf.condition(%[[AGAIN]]) %[[WORD0]], %[[WORD1]] : i128, i128
  // CHECK: %[[IDENTITY:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: %[[VALUE0:.+]] = arith.trunci %[[FOUND]]#0 : i128 to i32
  // CHECK-NEXT: %[[EXISTS:.+]] = arith.cmpi ne, %[[MASK0]], %c0_i32 : i32
  // CHECK-NEXT: %[[TOTAL0:.+]] = arith.select %[[EXISTS]], %[[VALUE0]], %[[IDENTITY]] : i32
  // CHECK-NEXT: %[[VALUE1:.+]] = arith.trunci %[[FOUND]]#1 : i128 to i32
  // CHECK-NEXT: %[[EXISTS:.+]] = arith.cmpi ne, %[[MASK1]], %c0_i32 : i32
  // CHECK-NEXT: %[[TOTAL1:.+]] = arith.select %[[EXISTS]], %[[VALUE1]], %[[IDENTITY]] : i32
  // CHECK-NEXT: %[[TOTALS:.+]] = vector.from_elements %[[TOTAL0]], %[[TOTAL1]] : vector<2xi32>
  // CHECK-NEXT: gpu.return %[[TOTALS]] :
  gpu.func @gather(%address: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tag: i32, %mask0: i32, %mask1: i32) -> vector<2xi32> {
    %rows = prefix.exchange @add in %address epoch %epoch launch %launch per_lane 2
    %0 = prefix.gather %rows(%tag, %address) masks(%mask0, %mask1) : vector<2xi32>
    gpu.return %0 : vector<2xi32>
  }

  // Both words of an entry must have the tag; its second one lies behind the first
  // ones of all entries. The parts are put together as they were taken apart.
  // CHECK-LABEL: gpu.func @gather_wide(
  // CHECK-SAME: %[[ADDRESS:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: i32, %{{[^:]+}}: i32, %[[TAG:[^:]+]]: i32, %[[MASK0:[^:]+]]: i32, %[[MASK1:[^:]+]]: i32)
  // CHECK: %[[AT00:.+]] = llvm.getelementptr %[[ADDRESS]][128] :
  // CHECK-NEXT: %[[AT01:.+]] = llvm.getelementptr %[[ADDRESS]][1152] :
  // CHECK-NEXT: %[[AT10:.+]] = llvm.getelementptr %[[ADDRESS]][640] :
  // CHECK-NEXT: %[[AT11:.+]] = llvm.getelementptr %[[ADDRESS]][1664] :
  // CHECK-NEXT: %[[FOUND:.+]]:4 = scf.while
  // CHECK-NEXT: %[[WORD00:.+]] = llvm.load %[[AT00]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[WORD01:.+]] = llvm.load %[[AT01]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[WORD10:.+]] = llvm.load %[[AT10]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[WORD11:.+]] = llvm.load %[[AT11]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : !llvm.ptr<1> -> i128
  // CHECK: %[[HIGH:.+]] = arith.shrui %[[WORD01]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG01:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[DIFFERS:.+]] = arith.xori %[[TAG01]], %[[TAG]] : i32
  // CHECK-NEXT: arith.andi %[[DIFFERS]], %[[MASK0]] : i32
  // CHECK: %[[HIGH:.+]] = arith.shrui %[[WORD10]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG10:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[DIFFERS:.+]] = arith.xori %[[TAG10]], %[[TAG]] : i32
  // CHECK-NEXT: arith.andi %[[DIFFERS]], %[[MASK1]] : i32
  // CHECK: scf.condition(%{{.+}}) %[[WORD00]], %[[WORD01]], %[[WORD10]], %[[WORD11]] :
  // CHECK: %[[IDENTITY:.+]]:2 = prefix.identity @wide : i64, f64
  // CHECK-NEXT: %[[P0:.+]] = arith.trunci %[[FOUND]]#0 : i128 to i32
  // CHECK-NEXT: %[[UP:.+]] = arith.shrui %[[FOUND]]#0, %c32_i128 : i128
  // CHECK-NEXT: %[[P1:.+]] = arith.trunci %[[UP]] : i128 to i32
  // CHECK-NEXT: %[[UP:.+]] = arith.shrui %[[FOUND]]#0, %c64_i128 : i128
  // CHECK-NEXT: %[[P2:.+]] = arith.trunci %[[UP]] : i128 to i32
  // CHECK-NEXT: %[[P3:.+]] = arith.trunci %[[FOUND]]#1 : i128 to i32
  // CHECK-NEXT: %[[LOW:.+]] = arith.extui %[[P0]] : i32 to i64
  // CHECK-NEXT: %[[WIDE:.+]] = arith.extui %[[P1]] : i32 to i64
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[WIDE]], %c32_i64 : i64
  // CHECK-NEXT: %[[V0:.+]] = arith.ori %[[HIGH]], %[[LOW]] : i64
  // CHECK-NEXT: %[[LOW:.+]] = arith.extui %[[P2]] : i32 to i64
  // CHECK-NEXT: %[[WIDE:.+]] = arith.extui %[[P3]] : i32 to i64
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[WIDE]], %c32_i64 : i64
  // CHECK-NEXT: %[[BITS:.+]] = arith.ori %[[HIGH]], %[[LOW]] : i64
  // CHECK-NEXT: %[[W0:.+]] = arith.bitcast %[[BITS]] : i64 to f64
  // CHECK-NEXT: %[[EXISTS:.+]] = arith.cmpi ne, %[[MASK0]], %c0_i32 : i32
  // CHECK-NEXT: %[[TOTAL_V:.+]] = arith.select %[[EXISTS]], %[[V0]], %[[IDENTITY]]#0 : i64
  // CHECK-NEXT: %[[TOTAL_W:.+]] = arith.select %[[EXISTS]], %[[W0]], %[[IDENTITY]]#1 : f64
  // CHECK: %[[VS:.+]] = vector.from_elements %[[TOTAL_V]], %{{.+}} : vector<2xi64>
  // CHECK-NEXT: %[[WS:.+]] = vector.from_elements %[[TOTAL_W]], %{{.+}} : vector<2xf64>
  // CHECK-NEXT: gpu.return %[[VS]], %[[WS]] :
  gpu.func @gather_wide(%address: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tag: i32, %mask0: i32, %mask1: i32) -> (vector<2xi64>, vector<2xf64>) {
    %rows = prefix.exchange @wide in %address epoch %epoch launch %launch per_lane 2
    %0:2 = prefix.gather %rows(%tag, %address) masks(%mask0, %mask1) : vector<2xi64>, vector<2xf64>
    gpu.return %0#0, %0#1 : vector<2xi64>, vector<2xf64>
  }

  // What an entry's address and tag, and a row's, are computed of stays before the
  // wait; behind it are distances that are part of an instruction.
  // CHECK-LABEL: gpu.func @before_the_wait(
  // CHECK: %[[TAG:.+]] = arith.shli %{{.+}}, %c96_i128 : i128
  // CHECK: %[[ENTRY:.+]] = llvm.getelementptr %{{.+}}[%{{.+}}] : (!llvm.ptr<1>, i64)
  // CHECK: %[[ROW:.+]] = llvm.getelementptr %{{.+}}[%{{.+}}] : (!llvm.ptr<1>, i64)
  // CHECK: %[[MASK:.+]] = arith.shrsi
  // CHECK: scf.while : () -> () {
  // CHECK-NEXT: nvvm.mbarrier.try_wait
  // CHECK: } do {
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: arith.extui %{{.+}} : i32 to i128
  // CHECK-NEXT: %[[WORD:.+]] = arith.ori %[[TAG]], %{{.+}} : i128
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ENTRY]][128] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[AT]] atomic
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ENTRY]][640] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[AT]] atomic
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ROW]][128] :
  // CHECK-NEXT: scf.while : () -> i128 {
  // CHECK-NEXT: llvm.load %[[AT]] atomic
  // CHECK: arith.andi %{{.+}}, %[[MASK]] : i32
  gpu.func @before_the_wait(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %cycle: i32, %block: i32, %length: i32, %per_block: i32, %v: i32) -> vector<1xi32> {
    %full = prefix.barriers "full" at 0 count 1
    %rows = prefix.exchange @add in %workspace epoch %epoch launch %launch per_lane 1
    %entry:2 = prefix.entry %rows cycle %cycle block %block
    %row:3 = prefix.row %rows cycle %cycle length %length per_block %per_block : i32
    prefix.acquire %full[%cycle] parity %cycle
    prefix.post %v to %rows(%entry#0, %entry#1) : i32
    %0 = prefix.gather %rows(%row#0, %row#1) masks(%row#2) : vector<1xi32>
    gpu.return %0 : vector<1xi32>
  }

  // The identity from the block's own entry on, and no chain begins there.
  // CHECK-LABEL: gpu.func @below(
  // CHECK-SAME: %[[BLOCK:[^:]+]]: i32, %[[VS:[^:]+]]: vector<2xi64>, %[[WS:[^:]+]]: vector<2xf64>, %[[CUTS:[^:]+]]: i32,
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32 : i32
  // CHECK: %[[IDENTITY:.+]]:2 = prefix.identity @wide : i64, f64
  // CHECK-NEXT: %[[BLOCK0:.+]] = arith.muli %[[LANE]], %c2_i32 : i32
  // CHECK-NEXT: %[[IS_BELOW:.+]] = arith.cmpi ult, %[[BLOCK0]], %[[BLOCK]] : i32
  // CHECK-NEXT: %[[V:.+]] = vector.extract %[[VS]][0]
  // CHECK-NEXT: %[[V0:.+]] = arith.select %[[IS_BELOW]], %[[V]], %[[IDENTITY]]#0 : i64
  // CHECK-NEXT: %[[W:.+]] = vector.extract %[[WS]][0]
  // CHECK-NEXT: %[[W0:.+]] = arith.select %[[IS_BELOW]], %[[W]], %[[IDENTITY]]#1 : f64
  // CHECK-NEXT: %[[BIT:.+]] = arith.andi %[[CUTS]], %c1_i32 : i32
  // CHECK-NEXT: %[[CUT0:.+]] = arith.select %[[IS_BELOW]], %[[BIT]], %c0_i32 : i32
  // CHECK-NEXT: %[[BLOCK1:.+]] = arith.addi %[[BLOCK0]], %c1_i32 : i32
  // CHECK-NEXT: %[[IS_BELOW:.+]] = arith.cmpi ult, %[[BLOCK1]], %[[BLOCK]] : i32
  // CHECK-NEXT: %[[V:.+]] = vector.extract %[[VS]][1]
  // CHECK-NEXT: %[[V1:.+]] = arith.select %[[IS_BELOW]], %[[V]], %[[IDENTITY]]#0 : i64
  // CHECK-NEXT: %[[W:.+]] = vector.extract %[[WS]][1]
  // CHECK-NEXT: %[[W1:.+]] = arith.select %[[IS_BELOW]], %[[W]], %[[IDENTITY]]#1 : f64
  // CHECK-NEXT: %[[BIT:.+]] = arith.andi %[[CUTS]], %c2_i32 : i32
  // CHECK-NEXT: %[[CUT1:.+]] = arith.select %[[IS_BELOW]], %[[BIT]], %c0_i32 : i32
  // CHECK-NEXT: %[[CUT:.+]] = arith.ori %[[CUT0]], %[[CUT1]] : i32
  // CHECK-NEXT: %[[V_BELOW:.+]] = vector.from_elements %[[V0]], %[[V1]] : vector<2xi64>
  // CHECK-NEXT: %[[W_BELOW:.+]] = vector.from_elements %[[W0]], %[[W1]] : vector<2xf64>
  // CHECK-NEXT: gpu.return %[[V_BELOW]], %[[W_BELOW]], %[[CUT]], %[[V_BELOW]], %[[W_BELOW]] :
  gpu.func @below(%block: i32, %v: vector<2xi64>, %w: vector<2xf64>, %cuts: i32, %workspace: !llvm.ptr<1>) -> (vector<2xi64>, vector<2xf64>, i32, vector<2xi64>, vector<2xf64>) {
    %rows = prefix.exchange @wide in %workspace epoch %cuts launch %cuts per_lane 2
    %0:3 = prefix.entries_below %rows block %block(%v, %w) cuts %cuts -> i32 : vector<2xi64>, vector<2xf64> -> vector<2xi64>, vector<2xf64>
    %1:2 = prefix.entries_below %rows block %block(%v, %w) : vector<2xi64>, vector<2xf64> -> vector<2xi64>, vector<2xf64>
    gpu.return %0#0, %0#1, %0#2, %1#0, %1#1 : vector<2xi64>, vector<2xf64>, i32, vector<2xi64>, vector<2xf64>
  }

  // The last entry is that of the block with elements before one without. It must
  // clear the rest if the GPU has room for a block without elements: as many as
  // multiprocessors, at most as many as a row has entries.
  // CHECK-LABEL: gpu.func @last(
  // CHECK-SAME: %[[BLOCK:[^:]+]]: i32, %[[LENGTH:[^:]+]]: i32, %[[PER_BLOCK:[^:]+]]: i32,
  // CHECK: %[[FIRST:.+]] = arith.muli %[[BLOCK]], %[[PER_BLOCK]] : i32
  // CHECK-NEXT: %[[HAS:.+]] = arith.cmpi ult, %[[FIRST]], %[[LENGTH]] : i32
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[BLOCK]], %c1_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[NEXT]], %[[PER_BLOCK]] : i32
  // CHECK-NEXT: %[[LACKS:.+]] = arith.cmpi uge, %[[FIRST]], %[[LENGTH]] : i32
  // CHECK-NEXT: %[[IS_LAST:.+]] = arith.andi %[[HAS]], %[[LACKS]] : i1
  // CHECK-NEXT: %[[MULTIPROCESSORS:.+]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nsmid"() : () -> i32
  // CHECK-NEXT: %[[BLOCKS:.+]] = arith.minui %[[MULTIPROCESSORS]], %c160_i32 : i32
  // CHECK-NEXT: %[[MOST:.+]] = arith.subi %[[BLOCKS]], %c1_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[MOST]], %[[PER_BLOCK]] : i32
  // CHECK-NEXT: %[[LACKS:.+]] = arith.cmpi uge, %[[FIRST]], %[[LENGTH]] : i32
  // CHECK-NEXT: %[[MUST:.+]] = arith.andi %[[IS_LAST]], %[[LACKS]] : i1
  // CHECK-NEXT: gpu.return %[[IS_LAST]], %[[MUST]] :
  gpu.func @last(%block: i32, %length: i32, %per_block: i32, %workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32) -> (i1, i1) {
    %rows = prefix.exchange @add in %workspace epoch %epoch launch %launch per_lane 5
    %0 = prefix.is_last_entry %rows block %block length %length per_block %per_block
    %1 = prefix.must_clear %rows block %block length %length per_block %per_block
    gpu.return %0, %1 : i1, i1
  }

  // Every word, in both copies, of entries without elements, and of no others.
  // CHECK-LABEL: gpu.func @clear_behind(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %{{[^:]+}}: i32, %[[CYCLE:[^:]+]]: i32, %[[LENGTH:[^:]+]]: i32, %[[PER_BLOCK:[^:]+]]: i32)
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32 : i32
  // CHECK-NEXT: %[[BLOCK0:.+]] = arith.muli %[[LANE]], %c2_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[BLOCK0]], %[[PER_BLOCK]] : i32
  // CHECK-NEXT: %[[LACKS:.+]] = arith.cmpi uge, %[[FIRST]], %[[LENGTH]] : i32
  // CHECK-NEXT: scf.if %[[LACKS]] {
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.addi %[[EPOCH]], %[[CYCLE]] : i32
  // CHECK-NEXT: %[[ROW:.+]] = arith.andi %[[NUMBER]], %c31_i32 : i32
  // CHECK-NEXT: %[[ROW_AT:.+]] = arith.muli %[[ROW]], %c256_i32 : i32
  // CHECK-NEXT: %[[INDEX:.+]] = arith.addi %[[ROW_AT]], %[[LANE]] : i32
  // CHECK-NEXT: %[[INDEX64:.+]] = arith.extui %[[INDEX]] : i32 to i64
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[INDEX64]], %c16_i64 : i64
  // CHECK-NEXT: %[[ENTRY:.+]] = llvm.getelementptr %[[WORKSPACE]][%[[BYTE]]] :
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ENTRY]][128] :
  // CHECK-NEXT: llvm.store %c0_i128, %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ENTRY]][2176] :
  // CHECK-NEXT: llvm.store %c0_i128, %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ENTRY]][1152] :
  // CHECK-NEXT: llvm.store %c0_i128, %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[ENTRY]][3200] :
  // CHECK-NEXT: llvm.store %c0_i128, %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[BLOCK1:.+]] = arith.addi %[[BLOCK0]], %c1_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[BLOCK1]], %[[PER_BLOCK]] : i32
  // CHECK-NEXT: %[[LACKS:.+]] = arith.cmpi uge, %[[FIRST]], %[[LENGTH]] : i32
  // CHECK-NEXT: scf.if %[[LACKS]] {
  // CHECK-NEXT: %[[PLACE:.+]] = arith.addi %[[LANE]], %c32_i32 : i32
  // CHECK: arith.addi %{{.+}}, %[[PLACE]] : i32
  // CHECK-COUNT-4: llvm.store %c0_i128, %{{.+}} atomic syncscope("device") monotonic {alignment = 16 : i64, nontemporal} : i128, !llvm.ptr<1>
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @clear_behind(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %cycle: i32, %length: i32, %per_block: i32) {
    %rows = prefix.exchange @wide in %workspace epoch %epoch launch %launch per_lane 2
    prefix.clear_behind %rows cycle %cycle length %length per_block %per_block
    gpu.return
  }

  // 32 rows of two copies of 128 words, but not the epoch and the counts.
  // CHECK-LABEL: gpu.func @clear_rows(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>,
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32 : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.muli %[[LANE]], %c16_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.addi %[[OWN]], %c128_i32 : i32
  // CHECK-NEXT: scf.for %[[BYTE:.+]] = %[[FIRST]] to %c131200_i32 step %c512_i32 : i32 {
  // CHECK-NEXT: %[[BYTE64:.+]] = arith.extui %[[BYTE]] : i32 to i64
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][%[[BYTE64]]] :
  // CHECK-NEXT: llvm.store %c0_i128, %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @clear_rows(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32) {
    %rows = prefix.exchange @wide in %workspace epoch %epoch launch %launch per_lane 2
    prefix.clear_rows %rows
    gpu.return
  }

  // Cycles 48 to 63, 80 to 95, and so on: always the rows of the other half.
  // CHECK-LABEL: gpu.func @stand_in(
  // CHECK-SAME: %[[ROW:[^:]+]]: i32)
  // CHECK: %[[TURN:.+]] = arith.andi %[[ROW]], %c15_i32 : i32
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.subi %[[ROW]], %[[TURN]] : i32
  // CHECK-NEXT: %[[TWICE:.+]] = arith.addi %[[BEFORE]], %[[BEFORE]] : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.addi %[[TWICE]], %[[TURN]] : i32
  // CHECK-NEXT: %[[CYCLE:.+]] = arith.addi %[[OWN]], %c48_i32 : i32
  // CHECK-NEXT: gpu.return %[[CYCLE]] :
  gpu.func @stand_in(%row: i32) -> i32 {
    %0 = prefix.stand_in_cycle %row
    gpu.return %0 : i32
  }

  // CHECK-LABEL: gpu.func @advance(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %{{[^:]+}}: i32, %[[CYCLES:[^:]+]]: i32)
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[EPOCH]], %[[CYCLES]] : i32
  // CHECK-NEXT: llvm.store %[[NEXT]], %[[WORKSPACE]] atomic syncscope("device") monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK-NEXT: gpu.return
  gpu.func @advance(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %cycles: i32) {
    %rows = prefix.exchange @wide in %workspace epoch %epoch launch %launch per_lane 2
    prefix.advance %rows by %cycles
    gpu.return
  }
}
