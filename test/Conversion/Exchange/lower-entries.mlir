// Tiles are drawn from a counter by atomic additions, and their entries are posted,
// waited for and looked back at by relaxed accesses of tagged words of 16 bytes.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not="prefix.{{i[^d]|m[^o]|[^im]}}" --implicit-check-not=llvm.load --implicit-check-not=llvm.store --implicit-check-not=llvm.atomicrmw --implicit-check-not=llvm.cmpxchg --implicit-check-not=fence --implicit-check-not=scf.while --input-file=%t
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
    prefix.yield %a, %a : i64, i64
  } combine (%a: i64, %b: i64), (%c: i64, %d: i64) {
    prefix.yield %c, %d : i64, i64
  }

  // Another launch's counter, by its upper 24 bits, becomes this launch's, unless
  // another block has been faster.
  // CHECK-LABEL: gpu.func @open(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: i32, %[[LAUNCH:[^:]+]]: i32)
  // CHECK: %[[WIDE:.+]] = arith.extui %[[LAUNCH]] : i32 to i64
  // CHECK-NEXT: %[[OWN:.+]] = arith.shli %[[WIDE]], %c40_i64 : i64
  // CHECK-NEXT: %[[FOUND:.+]] = llvm.load %[[WORKSPACE]] atomic syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %[[DIFFERENT:.+]] = arith.xori %[[FOUND]], %[[OWN]] : i64
  // CHECK-NEXT: %[[NUMBERS:.+]] = arith.shrui %[[DIFFERENT]], %c40_i64 : i64
  // CHECK-NEXT: %[[OTHER:.+]] = arith.cmpi ne, %[[NUMBERS]], %c0_i64 : i64
  // CHECK-NEXT: scf.if %[[OTHER]] {
  // CHECK-NEXT: llvm.cmpxchg %[[WORKSPACE]], %[[FOUND]], %[[OWN]] syncscope("device") monotonic monotonic : !llvm.ptr<1>, i64
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @open(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32) {
    %entries = prefix.entries @add in %workspace epoch %epoch launch %launch per_lane 2
    prefix.open_tiles %entries
    gpu.return
  }

  // CHECK-LABEL: gpu.func @draw(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>,
  // CHECK: %[[DRAWN:.+]] = llvm.atomicrmw add %[[WORKSPACE]], %c1_i64 syncscope("device") monotonic : !llvm.ptr<1>, i64
  // CHECK-NEXT: %[[TILE:.+]] = arith.andi %[[DRAWN]], %c1099511627775_i64 : i64
  // CHECK-NEXT: gpu.return %[[TILE]] :
  gpu.func @draw(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32) -> i64 {
    %entries = prefix.entries @add in %workspace epoch %epoch launch %launch per_lane 2
    %0 = prefix.draw_tile %entries
    gpu.return %0 : i64
  }

  // The epoch is 8 bytes behind the counter, which is 0 for the next replay.
  // CHECK-LABEL: gpu.func @close(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %{{[^:]+}}: i32, %[[TILES:[^:]+]]: i64)
  // CHECK: %[[TILES32:.+]] = arith.trunci %[[TILES]] : i64 to i32
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[EPOCH]], %[[TILES32]] : i32
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][8] :
  // CHECK-NEXT: llvm.store %[[NEXT]], %[[AT]] atomic syncscope("device") monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.store %c0_i64, %[[WORKSPACE]] atomic syncscope("device") monotonic {alignment = 8 : i64} : i64, !llvm.ptr<1>
  // CHECK-NEXT: gpu.return
  gpu.func @close(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tiles: i64) {
    %entries = prefix.entries @add in %workspace epoch %epoch launch %launch per_lane 2
    prefix.close_tiles %entries tiles %tiles
    gpu.return
  }

  // The tag: the lap of the tile's number in a ring of 1024, 16 bits of the
  // launch's number, and 1 for a total. The entry: 4 of a lane side by side in
  // number, 256 words apart in memory, behind 128 bytes.
  // CHECK-LABEL: gpu.func @post_total(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %[[LAUNCH:[^:]+]]: i32, %[[TILE:[^:]+]]: i64, %[[V:[^:]+]]: i32)
  // CHECK: %[[TILE32:.+]] = arith.trunci %[[TILE]] : i64 to i32
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.addi %[[EPOCH]], %[[TILE32]] : i32
  // CHECK-NEXT: %[[LAP:.+]] = arith.shrui %[[NUMBER]], %c10_i32 : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[LAP]], %c18_i32 : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.andi %[[LAUNCH]], %c65535_i32 : i32
  // CHECK-NEXT: %[[MIDDLE:.+]] = arith.shli %[[OWN]], %c2_i32 : i32
  // CHECK-NEXT: %[[UPPER:.+]] = arith.ori %[[HIGH]], %[[MIDDLE]] : i32
  // CHECK-NEXT: %[[TAG:.+]] = arith.addi %[[UPPER]], %c1_i32 : i32
  // CHECK-NEXT: %[[TAG128:.+]] = arith.extui %[[TAG]] : i32 to i128
  // CHECK-NEXT: %[[RAISED:.+]] = arith.shli %[[TAG128]], %c96_i128 : i128
  // CHECK-NEXT: %[[V128:.+]] = arith.extui %[[V]] : i32 to i128
  // CHECK-NEXT: %[[WORD:.+]] = arith.ori %[[RAISED]], %[[V128]] : i128
  // CHECK-NEXT: %[[SLOT:.+]] = arith.andi %[[NUMBER]], %c1023_i32 : i32
  // CHECK-NEXT: %[[COLUMN:.+]] = arith.shrui %[[SLOT]], %c2_i32 : i32
  // CHECK-NEXT: %[[ROW:.+]] = arith.andi %[[SLOT]], %c3_i32 : i32
  // CHECK-NEXT: %[[ROW_AT:.+]] = arith.muli %[[ROW]], %c256_i32 : i32
  // CHECK-NEXT: %[[INDEX:.+]] = arith.addi %[[ROW_AT]], %[[COLUMN]] : i32
  // CHECK-NEXT: %[[OFFSET:.+]] = arith.muli %[[INDEX]], %c16_i32 : i32
  // CHECK-NEXT: %[[BYTE:.+]] = arith.addi %[[OFFSET]], %c128_i32 : i32
  // CHECK-NEXT: %[[BYTE64:.+]] = arith.extui %[[BYTE]] : i32 to i64
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][%[[BYTE64]]] :
  // CHECK-NEXT: llvm.store %[[WORD]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
  // CHECK-NEXT: gpu.return
  gpu.func @post_total(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tile: i64, %v: i32) {
    %entries = prefix.entries @add in %workspace epoch %epoch launch %launch per_lane 4
    prefix.post_tile %v to %entries[%tile] : i32
    gpu.return
  }

  // 2 for a prefix, in every word of it; second words lie behind all first ones.
  // CHECK-LABEL: gpu.func @post_prefix(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %[[LAUNCH:[^:]+]]: i32, %[[TILE:[^:]+]]: i64, %[[V:[^:]+]]: i64, %[[W:[^:]+]]: i64)
  // CHECK: %[[LAP:.+]] = arith.shrui %[[NUMBER:.+]], %c9_i32 : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shli %[[LAP]], %c18_i32 : i32
  // CHECK: %[[UPPER:.+]] = arith.ori %[[HIGH]], %{{.+}} : i32
  // CHECK-NEXT: %[[TAG:.+]] = arith.addi %[[UPPER]], %c2_i32 : i32
  // CHECK-NEXT: %[[TAG128:.+]] = arith.extui %[[TAG]] : i32 to i128
  // CHECK-NEXT: %[[RAISED:.+]] = arith.shli %[[TAG128]], %c96_i128 : i128
  // CHECK: %[[P0:.+]] = arith.ori %[[RAISED]], %{{.+}} : i128
  // CHECK: %[[P01:.+]] = arith.ori %[[P0]], %{{.+}} : i128
  // CHECK: %[[WORD0:.+]] = arith.ori %[[P01]], %{{.+}} : i128
  // CHECK: %[[WORD1:.+]] = arith.ori %[[RAISED]], %{{.+}} : i128
  // CHECK: %[[SLOT:.+]] = arith.andi %[[NUMBER]], %c511_i32 : i32
  // CHECK: %[[OFFSET:.+]] = arith.muli %{{.+}}, %c16_i32 : i32
  // CHECK-NEXT: %[[BYTE:.+]] = arith.addi %[[OFFSET]], %c128_i32 : i32
  // CHECK-NEXT: %[[BYTE64:.+]] = arith.extui %[[BYTE]] : i32 to i64
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][%[[BYTE64]]] :
  // CHECK-NEXT: llvm.store %[[WORD0]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
  // CHECK-NEXT: %[[BYTE:.+]] = arith.addi %[[OFFSET]], %c8320_i32 : i32
  // CHECK-NEXT: %[[BYTE64:.+]] = arith.extui %[[BYTE]] : i32 to i64
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[WORKSPACE]][%[[BYTE64]]] :
  // CHECK-NEXT: llvm.store %[[WORD1]], %[[AT]] atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
  // CHECK-NEXT: gpu.return
  gpu.func @post_prefix(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tile: i64, %v: i64, %w: i64) {
    %entries = prefix.entries @wide in %workspace epoch %epoch launch %launch per_lane 2
    prefix.post_tile prefix %v, %w to %entries[%tile] : i64, i64
    gpu.return
  }

  // Until both words have the tag of a prefix. One thread waits: no vote.
  // CHECK-LABEL: gpu.func @read(
  // CHECK: %[[UPPER:.+]] = arith.ori %{{.+}}, %{{.+}} : i32
  // CHECK: %[[AT0:.+]] = llvm.getelementptr
  // CHECK: %[[AT1:.+]] = llvm.getelementptr
  // CHECK-NEXT: %[[FOUND:.+]]:2 = scf.while : () -> (i128, i128) {
  // CHECK-NEXT: %[[WORD0:.+]] = llvm.load %[[AT0]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[WORD1:.+]] = llvm.load %[[AT1]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[TAG:.+]] = arith.addi %[[UPPER]], %c2_i32 : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD0]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG0:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[IS0:.+]] = arith.cmpi eq, %[[TAG0]], %[[TAG]] : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD1]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG1:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[IS1:.+]] = arith.cmpi eq, %[[TAG1]], %[[TAG]] : i32
  // CHECK-NEXT: %[[READY:.+]] = arith.andi %[[IS0]], %[[IS1]] : i1
  // CHECK-NEXT: %[[AGAIN:.+]] = arith.xori %[[READY]], %true : i1
  // CHECK-NEXT: scf.condition(%[[AGAIN]]) %[[WORD0]], %[[WORD1]] : i128, i128
  // CHECK-NEXT: } do {
  // CHECK: arith.trunci %[[FOUND]]#0 : i128 to i32
  // CHECK: arith.trunci %[[FOUND]]#1 : i128 to i32
  // CHECK: gpu.return
  gpu.func @read(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tile: i64) -> (i64, i64) {
    %entries = prefix.entries @wide in %workspace epoch %epoch launch %launch per_lane 1
    %0:2 = prefix.read_prefix %entries[%tile] : i64, i64
    gpu.return %0#0, %0#1 : i64, i64
  }

  // Only a tile that overwrites another one's entry waits: for the window of 64
  // that begins with that one. What ends it is a prefix, or anything of a lap
  // later; what is of no tile is not waited for.
  // CHECK-LABEL: gpu.func @await(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %[[LAUNCH:[^:]+]]: i32, %[[TILE:[^:]+]]: i64)
  // CHECK: %[[LATE:.+]] = arith.cmpi ugt, %[[TILE]], %c448_i64 : i64
  // CHECK-NEXT: scf.if %[[LATE]] {
  // CHECK-NEXT: %[[FIRST:.+]] = arith.subi %[[TILE]], %c512_i64 : i64
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32 : i32
  // CHECK-NEXT: %[[PLACE:.+]] = arith.muli %[[LANE]], %c2_i32 : i32
  // CHECK-NEXT: %[[PLACE64:.+]] = arith.extui %[[PLACE]] : i32 to i64
  // CHECK-NEXT: %[[OTHER0:.+]] = arith.addi %[[FIRST]], %[[PLACE64]] : i64
  // CHECK: %[[TAG0:.+]] = arith.ori %{{.+}}, %{{.+}} : i32
  // CHECK: %[[AT0:.+]] = llvm.getelementptr
  // CHECK: %[[PLACE1:.+]] = arith.addi %[[PLACE]], %c1_i32 : i32
  // CHECK-NEXT: %[[PLACE64:.+]] = arith.extui %[[PLACE1]] : i32 to i64
  // CHECK-NEXT: %[[OTHER1:.+]] = arith.addi %[[FIRST]], %[[PLACE64]] : i64
  // CHECK: %[[TAG1:.+]] = arith.ori %{{.+}}, %{{.+}} : i32
  // CHECK: %[[AT1:.+]] = llvm.getelementptr
  // CHECK-NEXT: scf.while : () -> () {
  // CHECK-NEXT: %[[WORD0:.+]] = llvm.load %[[AT0]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[WORD1:.+]] = llvm.load %[[AT1]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD0]], %c96_i128 : i128
  // CHECK-NEXT: %[[FOUND:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[LEAD:.+]] = arith.subi %[[FOUND]], %[[TAG0]] : i32
  // CHECK-NEXT: %[[IS_PREFIX:.+]] = arith.cmpi eq, %[[LEAD]], %c2_i32 : i32
  // CHECK-NEXT: %[[BEYOND:.+]] = arith.subi %[[LEAD]], %c262145_i32 : i32
  // CHECK-NEXT: %[[IS_LATER:.+]] = arith.cmpi ult, %[[BEYOND]], %c2_i32 : i32
  // CHECK-NEXT: %[[IS:.+]] = arith.ori %[[IS_PREFIX]], %[[IS_LATER]] : i1
  // CHECK-NEXT: %[[LACKS:.+]] = arith.cmpi slt, %[[OTHER0]], %c0_i64 : i64
  // CHECK-NEXT: %[[READY0:.+]] = arith.ori %[[IS]], %[[LACKS]] : i1
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD1]], %c96_i128 : i128
  // CHECK-NEXT: %[[FOUND:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[LEAD:.+]] = arith.subi %[[FOUND]], %[[TAG1]] : i32
  // CHECK-NEXT: %[[IS_PREFIX:.+]] = arith.cmpi eq, %[[LEAD]], %c2_i32 : i32
  // CHECK-NEXT: %[[BEYOND:.+]] = arith.subi %[[LEAD]], %c262145_i32 : i32
  // CHECK-NEXT: %[[IS_LATER:.+]] = arith.cmpi ult, %[[BEYOND]], %c2_i32 : i32
  // CHECK-NEXT: %[[IS:.+]] = arith.ori %[[IS_PREFIX]], %[[IS_LATER]] : i1
  // CHECK-NEXT: %[[LACKS:.+]] = arith.cmpi slt, %[[OTHER1]], %c0_i64 : i64
  // CHECK-NEXT: %[[READY1:.+]] = arith.ori %[[IS]], %[[LACKS]] : i1
  // CHECK-NEXT: %[[READY:.+]] = arith.andi %[[READY0]], %[[READY1]] : i1
  // CHECK-NEXT: %[[ALL:.+]] = nvvm.vote.sync all %c-1_i32, %[[READY]] -> i1
  // CHECK-NEXT: %[[AGAIN:.+]] = arith.xori %[[ALL]], %true : i1
  // CHECK-NEXT: scf.condition(%[[AGAIN]])
  // CHECK: gpu.return
  gpu.func @await(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tile: i64) {
    %entries = prefix.entries @add in %workspace epoch %epoch launch %launch per_lane 2
    prefix.await_readers %entries[%tile]
    gpu.return
  }

  // The window of 64 ends with the tile, whose own place is not looked at; place
  // -1 is the start. From the last prefix on, all must be there. What is before it
  // does not count.
  // CHECK-LABEL: gpu.func @look_back(
  // CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[EPOCH:[^:]+]]: i32, %[[LAUNCH:[^:]+]]: i32, %[[TILE:[^:]+]]: i64, %[[START:[^:]+]]: i32)
  // CHECK: %[[FIRST:.+]] = arith.subi %[[TILE]], %c63_i64 : i64
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32 : i32
  // CHECK-NEXT: %[[AT0:.+]] = arith.muli %[[LANE]], %c2_i32 : i32
  // CHECK-NEXT: %[[AT64:.+]] = arith.extui %[[AT0]] : i32 to i64
  // CHECK-NEXT: %[[OTHER:.+]] = arith.addi %[[FIRST]], %[[AT64]] : i64
  // CHECK-NEXT: %[[PLACE0:.+]] = arith.addi %[[AT0]], %c1_i32 : i32
  // CHECK-NEXT: %[[IS_OWN0:.+]] = arith.cmpi eq, %[[AT0]], %c63_i32 : i32
  // CHECK-NEXT: %[[IS_BELOW:.+]] = arith.cmpi slt, %[[OTHER]], %c0_i64 : i64
  // CHECK-NEXT: %[[LACKS:.+]] = arith.ori %[[IS_BELOW]], %[[IS_OWN0]] : i1
  // CHECK-NEXT: %[[EXISTS0:.+]] = arith.xori %[[LACKS]], %true : i1
  // CHECK-NEXT: %[[IS_START0:.+]] = arith.cmpi eq, %[[OTHER]], %c-1_i64 : i64
  // CHECK: %[[TAG0:.+]] = arith.ori %{{.+}}, %{{.+}} : i32
  // CHECK: %[[P0:.+]] = llvm.getelementptr %[[WORKSPACE]]
  // CHECK: %[[PLACE1:.+]] = arith.addi %[[AT0]], %c2_i32 : i32
  // CHECK-NEXT: %[[IS_OWN1:.+]] = arith.cmpi eq, %[[PLACE0]], %c63_i32 : i32
  // CHECK: %[[EXISTS1:.+]] = arith.xori %{{.+}}, %true : i1
  // CHECK-NEXT: %[[IS_START1:.+]] = arith.cmpi eq, %{{.+}}, %c-1_i64 : i64
  // CHECK: %[[TAG1:.+]] = arith.ori %{{.+}}, %{{.+}} : i32
  // CHECK: %[[P1:.+]] = llvm.getelementptr %[[WORKSPACE]]
  // CHECK-NEXT: %[[FOUND:.+]]:3 = scf.while : () -> (i128, i128, i32) {
  // CHECK-NEXT: %[[WORD0:.+]] = llvm.load %[[P0]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[WORD1:.+]] = llvm.load %[[P1]] atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
  // CHECK-NEXT: %[[PREFIX_TAG:.+]] = arith.addi %[[TAG0]], %c2_i32 : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD0]], %c96_i128 : i128
  // CHECK-NEXT: %[[OWN_TAG:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[HAS_PREFIX:.+]] = arith.cmpi eq, %[[OWN_TAG]], %[[PREFIX_TAG]] : i32
  // CHECK-NEXT: %[[IS:.+]] = arith.andi %[[EXISTS0]], %[[HAS_PREFIX]] : i1
  // CHECK-NEXT: %[[IS_PREFIX0:.+]] = arith.ori %[[IS]], %[[IS_START0]] : i1
  // CHECK-NEXT: %[[TOTAL_TAG:.+]] = arith.addi %[[TAG0]], %c1_i32 : i32
  // CHECK-NEXT: %[[HAS_TOTAL:.+]] = arith.cmpi eq, %[[OWN_TAG]], %[[TOTAL_TAG]] : i32
  // CHECK-NEXT: %[[IS_TOTAL:.+]] = arith.andi %[[EXISTS0]], %[[HAS_TOTAL]] : i1
  // CHECK-NEXT: %[[IS:.+]] = arith.ori %[[IS_PREFIX0]], %[[IS_TOTAL]] : i1
  // CHECK-NEXT: %[[IS_THERE0:.+]] = arith.ori %[[IS]], %[[IS_OWN0]] : i1
  // CHECK-NEXT: %[[LAST0:.+]] = arith.select %[[IS_PREFIX0]], %[[PLACE0]], %c0_i32 : i32
  // CHECK-NEXT: %[[PREFIX_TAG:.+]] = arith.addi %[[TAG1]], %c2_i32 : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD1]], %c96_i128 : i128
  // CHECK-NEXT: %[[OWN_TAG:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[HAS_PREFIX:.+]] = arith.cmpi eq, %[[OWN_TAG]], %[[PREFIX_TAG]] : i32
  // CHECK-NEXT: %[[IS:.+]] = arith.andi %[[EXISTS1]], %[[HAS_PREFIX]] : i1
  // CHECK-NEXT: %[[IS_PREFIX1:.+]] = arith.ori %[[IS]], %[[IS_START1]] : i1
  // CHECK: %[[IS_THERE1:.+]] = arith.ori %{{.+}}, %[[IS_OWN1]] : i1
  // CHECK-NEXT: %[[OWN_LAST:.+]] = arith.select %[[IS_PREFIX1]], %[[PLACE1]], %[[LAST0]] : i32
  // CHECK-NEXT: %[[LAST:.+]] = nvvm.redux.sync umax %[[OWN_LAST]], %c-1_i32 : i32 -> i32
  // CHECK-NEXT: %[[ANY:.+]] = arith.cmpi ne, %[[LAST]], %c0_i32 : i32
  // CHECK-NEXT: %[[BEFORE0:.+]] = arith.cmpi ult, %[[PLACE0]], %[[LAST]] : i32
  // CHECK-NEXT: %[[DONE0:.+]] = arith.ori %[[IS_THERE0]], %[[BEFORE0]] : i1
  // CHECK-NEXT: %[[READY0:.+]] = arith.andi %[[ANY]], %[[DONE0]] : i1
  // CHECK-NEXT: %[[BEFORE1:.+]] = arith.cmpi ult, %[[PLACE1]], %[[LAST]] : i32
  // CHECK-NEXT: %[[DONE1:.+]] = arith.ori %[[IS_THERE1]], %[[BEFORE1]] : i1
  // CHECK-NEXT: %[[READY:.+]] = arith.andi %[[READY0]], %[[DONE1]] : i1
  // CHECK-NEXT: %[[ALL:.+]] = nvvm.vote.sync all %c-1_i32, %[[READY]] -> i1
  // CHECK-NEXT: %[[AGAIN:.+]] = arith.xori %[[ALL]], %true : i1
  // CHECK-NEXT: scf.condition(%[[AGAIN]]) %[[WORD0]], %[[WORD1]], %[[LAST]] : i128, i128, i32
  // CHECK: %[[IDENTITY:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: %[[FROM_LAST:.+]] = arith.cmpi uge, %[[PLACE0]], %[[FOUND]]#2 : i32
  // CHECK-NEXT: %[[NOT_OWN:.+]] = arith.cmpi ne, %[[AT0]], %c63_i32 : i32
  // CHECK-NEXT: %[[COUNTS:.+]] = arith.andi %[[FROM_LAST]], %[[NOT_OWN]] : i1
  // CHECK-NEXT: %[[READ:.+]] = arith.trunci %[[FOUND]]#0 : i128 to i32
  // CHECK-NEXT: %[[STATE:.+]] = arith.select %[[IS_START0]], %[[START]], %[[READ]] : i32
  // CHECK-NEXT: %[[ENTRY0:.+]] = arith.select %[[COUNTS]], %[[STATE]], %[[IDENTITY]] : i32
  // CHECK-NEXT: %[[FROM_LAST:.+]] = arith.cmpi uge, %[[PLACE1]], %[[FOUND]]#2 : i32
  // CHECK-NEXT: %[[NOT_OWN:.+]] = arith.cmpi ne, %[[PLACE0]], %c63_i32 : i32
  // CHECK-NEXT: %[[COUNTS:.+]] = arith.andi %[[FROM_LAST]], %[[NOT_OWN]] : i1
  // CHECK-NEXT: %[[READ:.+]] = arith.trunci %[[FOUND]]#1 : i128 to i32
  // CHECK-NEXT: %[[STATE:.+]] = arith.select %[[IS_START1]], %[[START]], %[[READ]] : i32
  // CHECK-NEXT: %[[ENTRY1:.+]] = arith.select %[[COUNTS]], %[[STATE]], %[[IDENTITY]] : i32
  // CHECK-NEXT: %[[WINDOW:.+]] = vector.from_elements %[[ENTRY0]], %[[ENTRY1]] : vector<2xi32>
  // CHECK-NEXT: gpu.return %[[WINDOW]] :
  gpu.func @look_back(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tile: i64, %start: i32) -> vector<2xi32> {
    %entries = prefix.entries @add in %workspace epoch %epoch launch %launch per_lane 2
    %0 = prefix.look_back %entries[%tile] start(%start : i32) : vector<2xi32>
    gpu.return %0 : vector<2xi32>
  }

  // Of two words, both must be there: they have one tag each of its kind.
  // CHECK-LABEL: gpu.func @look_back_wide(
  // CHECK: scf.while : () -> (i128, i128, i32) {
  // CHECK-NEXT: %[[WORD0:.+]] = llvm.load
  // CHECK-NEXT: %[[WORD1:.+]] = llvm.load
  // CHECK-NEXT: %[[TAG:.+]] = arith.addi %[[UPPER:.+]], %c2_i32 : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD0]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG0:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[IS0:.+]] = arith.cmpi eq, %[[TAG0]], %[[TAG]] : i32
  // CHECK-NEXT: %[[HIGH:.+]] = arith.shrui %[[WORD1]], %c96_i128 : i128
  // CHECK-NEXT: %[[TAG1:.+]] = arith.trunci %[[HIGH]] : i128 to i32
  // CHECK-NEXT: %[[IS1:.+]] = arith.cmpi eq, %[[TAG1]], %[[TAG]] : i32
  // CHECK-NEXT: arith.andi %[[IS0]], %[[IS1]] : i1
  // CHECK: %[[TAG:.+]] = arith.addi %[[UPPER]], %c1_i32 : i32
  // CHECK-NEXT: %[[IS0:.+]] = arith.cmpi eq, %[[TAG0]], %[[TAG]] : i32
  // CHECK-NEXT: %[[IS1:.+]] = arith.cmpi eq, %[[TAG1]], %[[TAG]] : i32
  // CHECK-NEXT: arith.andi %[[IS0]], %[[IS1]] : i1
  gpu.func @look_back_wide(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %tile: i64, %v: i64) -> (vector<1xi64>, vector<1xi64>) {
    %entries = prefix.entries @wide in %workspace epoch %epoch launch %launch per_lane 1
    %0:2 = prefix.look_back %entries[%tile] start(%v, %v : i64, i64) : vector<1xi64>, vector<1xi64>
    gpu.return %0#0, %0#1 : vector<1xi64>, vector<1xi64>
  }
}
