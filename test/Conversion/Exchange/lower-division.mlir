// Which elements are whose becomes arithmetic, with few divisions.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix. --implicit-check-not=divui --implicit-check-not=llvm.load --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-exchange -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  // Groups of 4 warps, from warp 3 on.
  // CHECK-LABEL: gpu.func @member(
  // CHECK: %[[THREAD:.+]] = arith.index_cast %{{.+}} : index to i32
  // CHECK-NEXT: %[[WARP:.+]] = arith.shrui %[[THREAD]], %c5_i32 : i32
  // CHECK-NEXT: %[[OF_ROLE:.+]] = arith.subi %[[WARP]], %c3_i32 : i32
  // CHECK-NEXT: %[[GROUP:.+]] = arith.divui %[[OF_ROLE]], %c4_i32 : i32
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.muli %[[GROUP]], %c4_i32 : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.subi %[[OF_ROLE]], %[[BEFORE]] : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[OWN]], %c32_i32 : i32
  // CHECK-NEXT: %[[LANE:.+]] = arith.andi %[[THREAD]], %c31_i32 : i32
  // CHECK-NEXT: %[[OF_GROUP:.+]] = arith.addi %[[FIRST]], %[[LANE]] : i32
  // CHECK-NEXT: gpu.return %[[GROUP]], %[[OWN]], %[[OF_GROUP]] :
  gpu.func @member() -> (i32, i32, i32) {
    %0:3 = prefix.member from 3 warps 4
    gpu.return %0#0, %0#1, %0#2 : i32, i32, i32
  }

  // Zero is read from memory, behind each barrier anew: what the numbers are is
  // not known in advance.
  // CHECK-LABEL: gpu.func @member_anew(
  // CHECK: %[[AT:.+]] = llvm.getelementptr %{{.+}}[20] :
  // CHECK: %[[WORD:.+]] = llvm.load %[[AT]] {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %[[ZERO:.+]] = arith.andi %[[WORD]], %c-4_i32 : i32
  // CHECK: %[[THREAD:.+]] = arith.index_cast %{{.+}} : index to i32
  // CHECK-NEXT: %[[KNOWN:.+]] = arith.subi %[[THREAD]], %c96_i32 : i32
  // CHECK-NEXT: %[[OF_GROUP:.+]] = arith.addi %[[KNOWN]], %[[ZERO]] : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.divui %[[OF_GROUP]], %c32_i32 : i32
  // CHECK-NEXT: nvvm.barrier
  // CHECK: %[[WORD:.+]] = llvm.load %[[AT]] {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %[[ZERO:.+]] = arith.andi %[[WORD]], %c-4_i32 : i32
  // CHECK: %[[AGAIN_OF_GROUP:.+]] = arith.addi %[[KNOWN]], %[[ZERO]] : i32
  // CHECK-NEXT: %[[AGAIN_OWN:.+]] = arith.divui %[[AGAIN_OF_GROUP]], %c32_i32 : i32
  // CHECK-NEXT: gpu.return %c0_i32, %[[OWN]], %[[OF_GROUP]], %c0_i32, %[[AGAIN_OWN]], %[[AGAIN_OF_GROUP]] :
  gpu.func @member_anew() -> (i32, i32, i32, i32, i32, i32) {
    %mode = prefix.words "mode" at 20 count 1 : !prefix.words<i32>
    %0:3 = prefix.member from 3 warps 4 anew %mode : !prefix.words<i32>
    nvvm.barrier
    %1:3 = prefix.member from 3 warps 4 anew %mode : !prefix.words<i32>
    gpu.return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : i32, i32, i32, i32, i32, i32
  }

  // The first loads wait for it: no division where one cycle does, of no elements
  // either.
  // CHECK-LABEL: gpu.func @cycles(
  // CHECK-SAME: %[[N:[^:]+]]: i64, %[[LONGEST:[^:]+]]: i64)
  // CHECK: %[[IS_ONE:.+]] = arith.cmpi ule, %[[N]], %[[LONGEST]] : i64
  // CHECK-NEXT: %[[CYCLES:.+]] = scf.if %[[IS_ONE]] -> (i64) {
  // CHECK-NEXT: scf.yield %c0_i64 : i64
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[LAST:.+]] = arith.subi %[[N]], %c1_i64 : i64
  // CHECK-NEXT: %[[WHOLE:.+]] = arith.divui %[[LAST]], %[[LONGEST]] : i64
  // CHECK-NEXT: scf.yield %[[WHOLE]] : i64
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return %[[CYCLES]] :
  gpu.func @cycles(%n: i64, %longest: i64) -> i64 {
    %0 = prefix.cycles_before_last %n longest %longest
    gpu.return %0 : i64
  }

  // One piece or all; looped, the fewest of 1, 3, 5 and all. 128 threads with 4
  // elements each take 512 a piece.
  // CHECK-LABEL: gpu.func @pieces(
  // CHECK-SAME: %[[N:[^:]+]]: i64, %[[TILES:[^:]+]]: i64)
  // CHECK: %[[ROOM1:.+]] = arith.muli %[[TILES]], %c512_i64 : i64
  // CHECK-NEXT: %[[ENOUGH1:.+]] = arith.cmpi uge, %[[ROOM1]], %[[N]] : i64
  // CHECK-NEXT: %[[ONE_OR_ALL:.+]] = arith.select %[[ENOUGH1]], %c1_i32, %c7_i32 : i32
  // CHECK-NEXT: %[[ROOM5:.+]] = arith.muli %[[TILES]], %c2560_i64 : i64
  // CHECK-NEXT: %[[ENOUGH5:.+]] = arith.cmpi uge, %[[ROOM5]], %[[N]] : i64
  // CHECK-NEXT: %[[FIVE:.+]] = arith.select %[[ENOUGH5]], %c5_i32, %c7_i32 : i32
  // CHECK-NEXT: %[[ROOM3:.+]] = arith.muli %[[TILES]], %c1536_i64 : i64
  // CHECK-NEXT: %[[ENOUGH3:.+]] = arith.cmpi uge, %[[ROOM3]], %[[N]] : i64
  // CHECK-NEXT: %[[THREE:.+]] = arith.select %[[ENOUGH3]], %c3_i32, %[[FIVE]] : i32
  // CHECK-NEXT: %[[OF_SEVEN:.+]] = arith.select %[[ENOUGH1]], %c1_i32, %[[THREE]] : i32
  // CHECK-NEXT: %[[FIVE:.+]] = arith.select %[[ENOUGH5]], %c5_i32, %c6_i32 : i32
  // CHECK-NEXT: %[[THREE:.+]] = arith.select %[[ENOUGH3]], %c3_i32, %[[FIVE]] : i32
  // CHECK-NEXT: %[[OF_SIX:.+]] = arith.select %[[ENOUGH1]], %c1_i32, %[[THREE]] : i32
  // CHECK-NEXT: gpu.return %[[ONE_OR_ALL]], %[[OF_SEVEN]], %[[OF_SIX]], %c1_i32, %c1_i32 :
  gpu.func @pieces(%n: i64, %tiles: i64) -> (i32, i32, i32, i32, i32) {
    %0 = prefix.pieces %n in %tiles most 7 size 4 threads 128
    %1 = prefix.pieces %n in %tiles most 7 size 4 threads 128 looped
    %2 = prefix.pieces %n in %tiles most 6 size 4 threads 128 looped
    %3 = prefix.pieces %n in %tiles most 1 size 4 threads 128
    %4 = prefix.pieces %n in %tiles most 1 size 4 threads 128 looped
    gpu.return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
  }

  // Bit by bit, the most granules that are too short; one more are enough.
  // CHECK-LABEL: gpu.func @tile_length(
  // CHECK-SAME: %[[N:[^:]+]]: i64, %[[TILES:[^:]+]]: i64)
  // CHECK: %[[STEP:.+]] = arith.muli %[[TILES]], %c288_i64 : i64
  // CHECK-NEXT: %[[ROOM:.+]] = arith.muli %[[TILES]], %c1152_i64 : i64
  // CHECK-NEXT: %[[SHORT:.+]] = arith.cmpi ult, %[[ROOM]], %[[N]] : i64
  // CHECK-NEXT: %[[BIT2:.+]] = arith.select %[[SHORT]], %c4_i64, %c0_i64 : i64
  // CHECK-NEXT: %[[LONGER:.+]] = arith.addi %[[BIT2]], %c2_i64 : i64
  // CHECK-NEXT: %[[ROOM:.+]] = arith.muli %[[STEP]], %[[LONGER]] : i64
  // CHECK-NEXT: %[[SHORT:.+]] = arith.cmpi ult, %[[ROOM]], %[[N]] : i64
  // CHECK-NEXT: %[[BIT1:.+]] = arith.select %[[SHORT]], %[[LONGER]], %[[BIT2]] : i64
  // CHECK-NEXT: %[[LONGER:.+]] = arith.addi %[[BIT1]], %c1_i64 : i64
  // CHECK-NEXT: %[[ROOM:.+]] = arith.muli %[[STEP]], %[[LONGER]] : i64
  // CHECK-NEXT: %[[SHORT:.+]] = arith.cmpi ult, %[[ROOM]], %[[N]] : i64
  // CHECK-NEXT: %[[BIT0:.+]] = arith.select %[[SHORT]], %[[LONGER]], %[[BIT1]] : i64
  // CHECK-NEXT: %[[GRANULES:.+]] = arith.addi %[[BIT0]], %c1_i64 : i64
  // CHECK-NEXT: %[[ELEMENTS:.+]] = arith.muli %[[GRANULES]], %c288_i64 : i64
  // CHECK-NEXT: gpu.return %[[ELEMENTS]] :
  gpu.func @tile_length(%n: i64, %tiles: i64) -> i64 {
    %0 = prefix.tile_length %n in %tiles granule 288 most 5
    gpu.return %0 : i64
  }

  // Of at most two granules of as many pieces: one question; of one: none.
  // CHECK-LABEL: gpu.func @tile_length_in_pieces(
  // CHECK-SAME: %[[N:[^:]+]]: i64, %[[TILES:[^:]+]]: i64, %[[PIECES:[^:]+]]: i32)
  // CHECK: %[[PIECES64:.+]] = arith.extui %[[PIECES]] : i32 to i64
  // CHECK-NEXT: %[[GRANULE:.+]] = arith.muli %[[PIECES64]], %c32_i64 : i64
  // CHECK-NEXT: %[[STEP:.+]] = arith.muli %[[TILES]], %[[GRANULE]] : i64
  // CHECK-NEXT: %[[SHORT:.+]] = arith.cmpi ult, %[[STEP]], %[[N]] : i64
  // CHECK-NEXT: %[[BIT0:.+]] = arith.extui %[[SHORT]] : i1 to i64
  // CHECK-NEXT: %[[GRANULES:.+]] = arith.addi %[[BIT0]], %c1_i64 : i64
  // CHECK-NEXT: %[[ELEMENTS:.+]] = arith.muli %[[GRANULES]], %[[GRANULE]] : i64
  // CHECK-NEXT: gpu.return %[[ELEMENTS]], %[[GRANULE]] :
  gpu.func @tile_length_in_pieces(%n: i64, %tiles: i64, %pieces: i32) -> (i64, i64) {
    %0 = prefix.tile_length %n in %tiles granule 32 pieces %pieces most 2
    %1 = prefix.tile_length %n in %tiles granule 32 pieces %pieces most 1
    gpu.return %0, %1 : i64, i64
  }

  // The last cycle can lack the block's tile, and no other.
  // CHECK-LABEL: gpu.func @own_tiles(
  // CHECK-SAME: %[[BEFORE:[^:]+]]: i64, %[[BLOCK:[^:]+]]: i64, %[[BLOCKS:[^:]+]]: i64, %[[TILE:[^:]+]]: i64, %[[N:[^:]+]]: i64)
  // CHECK: %[[ALL:.+]] = arith.addi %[[BEFORE]], %c1_i64 : i64
  // CHECK-NEXT: %[[TILES:.+]] = arith.muli %[[BEFORE]], %[[BLOCKS]] : i64
  // CHECK-NEXT: %[[LAST:.+]] = arith.addi %[[TILES]], %[[BLOCK]] : i64
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[LAST]], %[[TILE]] : i64
  // CHECK-NEXT: %[[EXISTS:.+]] = arith.cmpi ult, %[[FIRST]], %[[N]] : i64
  // CHECK-NEXT: %[[OWN64:.+]] = arith.select %[[EXISTS]], %[[ALL]], %[[BEFORE]] : i64
  // CHECK-NEXT: %[[OWN:.+]] = arith.trunci %[[OWN64]] : i64 to i32
  // CHECK-NEXT: gpu.return %[[OWN]] :
  gpu.func @own_tiles(%before: i64, %block: i64, %blocks: i64, %tile: i64, %n: i64) -> i32 {
    %0 = prefix.own_tiles of %block in %blocks before_last %before tile %tile length %n
    gpu.return %0 : i32
  }

  // CHECK-LABEL: gpu.func @tile(
  // CHECK-SAME: %[[N:[^:]+]]: i64, %[[I:[^:]+]]: i64, %[[LENGTH:[^:]+]]: i64)
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[I]], %[[LENGTH]] : i64
  // CHECK-NEXT: %[[REST:.+]] = arith.subi %[[N]], %[[FIRST]] : i64
  // CHECK-NEXT: %[[ELEMENTS:.+]] = arith.minui %[[REST]], %[[LENGTH]] : i64
  // CHECK-NEXT: gpu.return %[[FIRST]], %[[ELEMENTS]], %[[FIRST]] :
  gpu.func @tile(%n: i64, %i: i64, %length: i64) -> (i64, i64, i64) {
    %walk = prefix.walk line(%n)
    %0:3 = prefix.tile %walk[%i] length %length
    gpu.return %0#0, %0#1, %0#2 : i64, i64, i64
  }

  // From the end: a tile begins in memory with its last element.
  // CHECK-LABEL: gpu.func @tile_of_reverse(
  // CHECK-SAME: %[[N:[^:]+]]: i64, %[[I:[^:]+]]: i64, %[[LENGTH:[^:]+]]: i64)
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[I]], %[[LENGTH]] : i64
  // CHECK-NEXT: %[[REST:.+]] = arith.subi %[[N]], %[[FIRST]] : i64
  // CHECK-NEXT: %[[ELEMENTS:.+]] = arith.minui %[[REST]], %[[LENGTH]] : i64
  // CHECK-NEXT: %[[START:.+]] = arith.subi %[[REST]], %[[ELEMENTS]] : i64
  // CHECK-NEXT: gpu.return %[[FIRST]], %[[ELEMENTS]], %[[START]] :
  gpu.func @tile_of_reverse(%n: i64, %i: i64, %length: i64) -> (i64, i64, i64) {
    %walk = prefix.walk line reverse(%n)
    %0:3 = prefix.tile %walk[%i] length %length
    gpu.return %0#0, %0#1, %0#2 : i64, i64, i64
  }

  // Tiles go over the ends of rows.
  // CHECK-LABEL: gpu.func @tile_of_rows(
  // CHECK-SAME: %[[N:[^:]+]]: i64, %{{[^:]+}}: i64, %[[I:[^:]+]]: i64, %[[LENGTH:[^:]+]]: i64)
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[I]], %[[LENGTH]] : i64
  // CHECK-NEXT: %[[REST:.+]] = arith.subi %[[N]], %[[FIRST]] : i64
  // CHECK-NEXT: %[[ELEMENTS:.+]] = arith.minui %[[REST]], %[[LENGTH]] : i64
  // CHECK-NEXT: gpu.return %[[FIRST]], %[[ELEMENTS]], %[[FIRST]] :
  gpu.func @tile_of_rows(%n: i64, %row: i64, %i: i64, %length: i64) -> (i64, i64, i64) {
    %walk = prefix.walk rows(%n, %row)
    %0:3 = prefix.tile %walk[%i] length %length
    gpu.return %0#0, %0#1, %0#2 : i64, i64, i64
  }

  // None where the run begins behind the tile's end.
  // CHECK-LABEL: gpu.func @run_elements(
  // CHECK-SAME: %[[ELEMENTS:[^:]+]]: i32, %[[THREAD:[^:]+]]: i32, %[[ITEMS:[^:]+]]: i32)
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[THREAD]], %[[ITEMS]] : i32
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.minui %[[FIRST]], %[[ELEMENTS]] : i32
  // CHECK-NEXT: %[[COUNT:.+]] = arith.subi %[[ELEMENTS]], %[[BEFORE]] : i32
  // CHECK-NEXT: gpu.return %[[COUNT]] :
  gpu.func @run_elements(%elements: i32, %thread: i32, %items: i32) -> i32 {
    %0 = prefix.run_elements %elements of %thread run %items
    gpu.return %0 : i32
  }

  // CHECK-LABEL: gpu.func @warp_start(
  // CHECK-SAME: %[[WARP:[^:]+]]: i32, %[[ITEMS:[^:]+]]: i32)
  // CHECK: %[[PER_WARP:.+]] = arith.muli %[[ITEMS]], %c32_i32 : i32
  // CHECK-NEXT: %[[FIRST:.+]] = arith.muli %[[WARP]], %[[PER_WARP]] : i32
  // CHECK-NEXT: %[[WIDE:.+]] = arith.extui %[[FIRST]] : i32 to i64
  // CHECK-NEXT: gpu.return %[[WIDE]] :
  gpu.func @warp_start(%warp: i32, %items: i32) -> i64 {
    %0 = prefix.warp_start %warp run %items
    gpu.return %0 : i64
  }
}
