// The ops by which warps and blocks meet are printed as they are written, and
// what is printed is read back, from the custom form and from the generic one.
// RUN: scanc-opt %s -o %t.once
// RUN: scanc-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: scanc-opt %s -mlir-print-op-generic -o %t.generic
// RUN: scanc-opt %t.generic -o %t.back
// RUN: cmp %t.once %t.back
// RUN: FileCheck %s --input-file=%t.once

// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    %e = arith.addi %a, %c : i32
    %f = arith.addf %b, %d : f64
    prefix.yield %e, %f : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }

  // CHECK-LABEL: gpu.func @copies(
  // CHECK-SAME: %[[IN:[^:, ]+]]: !llvm.ptr<1>, %[[SLOT:[^:, ]+]]: !llvm.ptr<3>, %[[START:[^:, ]+]]: i64, %[[ELEMENTS:[^:, ]+]]: i64, %[[BYTES:[^:, ]+]]: i32, %[[THREAD:[^:, ]+]]: i32, %[[ITEMS:[^:, ]+]]: i32, %[[BARRIER:[^:, ]+]]: i32, %[[POLICY:[^:, ]+]]: i64)
  gpu.func @copies(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %start: i64, %elements: i64, %bytes: i32, %thread: i32, %items: i32, %barrier: i32, %policy: i64) kernel {
    // CHECK-NEXT: %full = prefix.barriers "full" at 0 count 4{{$}}
    %full = prefix.barriers "full" at 0 count 4
    // CHECK-NEXT: %[[FAR:[^:, ]+]] = prefix.offset %[[IN]] by %[[START]] : !llvm.ptr<1>, i64{{$}}
    %far = prefix.offset %in by %start : !llvm.ptr<1>, i64
    // CHECK-NEXT: %{{.+}} = prefix.offset %[[SLOT]] by %[[BYTES]] : !llvm.ptr<3>, i32{{$}}
    %near = prefix.offset %slot by %bytes : !llvm.ptr<3>, i32
    // CHECK-NEXT: %[[UNIT:[^:, ]+]] = prefix.round_down %[[FAR]]{{$}}
    %unit = prefix.round_down %far
    // CHECK-NEXT: %{{[^ ]+}}, %{{[^ ]+}} = prefix.stretch %[[IN]][%[[START]]] elements %[[ELEMENTS]] size 4{{$}}
    %forward:2 = prefix.stretch %in[%start] elements %elements size 4
    // CHECK-NEXT: %{{[^ ]+}}, %{{[^ ]+}} = prefix.stretch %[[IN]][%[[START]]] elements %[[ELEMENTS]] size 12 backward{{$}}
    %backward:2 = prefix.stretch %in[%start] elements %elements size 12 backward
    // CHECK-NEXT: prefix.copy_in %[[BYTES]] from %[[UNIT]] to %[[SLOT]] releasing %full[%[[THREAD]]]{{$}}
    prefix.copy_in %bytes from %unit to %slot releasing %full[%thread]
    // CHECK-NEXT: prefix.copy_in %[[BYTES]] from %[[UNIT]] to %[[SLOT]] releasing %full[%[[THREAD]]] policy %[[POLICY]]{{$}}
    prefix.copy_in %bytes from %unit to %slot releasing %full[%thread] policy %policy
    // CHECK-NEXT: prefix.copy_rest to %[[SLOT]] from %[[IN]] behind %[[BYTES]] elements %[[ELEMENTS]] size 12 unit 4 by %[[THREAD]] of 128 : !llvm.ptr<3>, !llvm.ptr<1>{{$}}
    prefix.copy_rest to %slot from %in behind %bytes elements %elements size 12 unit 4 by %thread of 128 : !llvm.ptr<3>, !llvm.ptr<1>
    // CHECK-NEXT: prefix.copy_rest to %[[IN]] from %[[SLOT]] behind %[[BYTES]] elements %[[ELEMENTS]] size 12 unit 4 by %[[THREAD]] of 128 meeting %[[BARRIER]] : !llvm.ptr<1>, !llvm.ptr<3>{{$}}
    prefix.copy_rest to %in from %slot behind %bytes elements %elements size 12 unit 4 by %thread of 128 meeting %barrier : !llvm.ptr<1>, !llvm.ptr<3>
    // CHECK-NEXT: prefix.fill %[[SLOT]] elements %[[ELEMENTS]] run %[[ITEMS]] size 12 unit 4 by %[[THREAD]] of 128{{$}}
    prefix.fill %slot elements %elements run %items size 12 unit 4 by %thread of 128
    // CHECK-NEXT: prefix.fill %[[SLOT]] elements %[[ELEMENTS]] run %[[ITEMS]] size 12 unit 4 by %[[THREAD]] of 128 backward{{$}}
    prefix.fill %slot elements %elements run %items size 12 unit 4 by %thread of 128 backward
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @who(
  gpu.func @who() kernel {
    // CHECK-NEXT: %{{.+}} = prefix.thread{{$}}
    %thread = prefix.thread
    // CHECK-NEXT: %{{.+}} = prefix.warp{{$}}
    %warp = prefix.warp
    // CHECK-NEXT: %{{.+}} = prefix.lane{{$}}
    %lane = prefix.lane
    // CHECK-NEXT: %{{.+}} = prefix.first_lane{{$}}
    %first = prefix.first_lane
    // CHECK-NEXT: %{{.+}} = prefix.block{{$}}
    %block = prefix.block
    // CHECK-NEXT: %{{.+}} = prefix.launch_number{{$}}
    %launch = prefix.launch_number
    // CHECK-NEXT: %{{[^ ]+}}, %{{[^ ]+}}, %{{[^ ]+}} = prefix.member from 3 warps 4{{$}}
    %group:3 = prefix.member from 3 warps 4
    // CHECK-NEXT: %mode = prefix.words "mode" at 16 count 1 : <i32>{{$}}
    %words = prefix.words "mode" at 16 count 1 : !prefix.words<i32>
    // CHECK-NEXT: %{{[^ ]+}}, %{{[^ ]+}}, %{{[^ ]+}} = prefix.member from 0 warps 1 anew %mode : !prefix.words<i32>{{$}}
    %anew:3 = prefix.member from 0 warps 1 anew %words : !prefix.words<i32>
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @division(
  // CHECK-SAME: %[[N:[^:, ]+]]: i64, %[[TILES:[^:, ]+]]: i64, %[[LENGTH:[^:, ]+]]: i64, %[[BLOCK:[^:, ]+]]: i64, %[[BLOCKS:[^:, ]+]]: i64, %[[ELEMENTS:[^:, ]+]]: i32, %[[THREAD:[^:, ]+]]: i32, %[[ITEMS:[^:, ]+]]: i32)
  gpu.func @division(%n: i64, %tiles: i64, %length: i64, %block: i64, %blocks: i64, %elements: i32, %thread: i32, %items: i32) kernel {
    // CHECK-NEXT: %[[BEFORE:[^:, ]+]] = prefix.cycles_before_last %[[N]] longest %[[LENGTH]]{{$}}
    %before = prefix.cycles_before_last %n longest %length
    // CHECK-NEXT: %[[PIECES:[^:, ]+]] = prefix.pieces %[[N]] in %[[TILES]] most 7 size 4 threads 256{{$}}
    %pieces = prefix.pieces %n in %tiles most 7 size 4 threads 256
    // CHECK-NEXT: %{{.+}} = prefix.pieces %[[N]] in %[[TILES]] most 7 size 4 threads 256 looped{{$}}
    %looped = prefix.pieces %n in %tiles most 7 size 4 threads 256 looped
    // CHECK-NEXT: %[[PLAIN:[^:, ]+]] = prefix.tile_length %[[N]] in %[[TILES]] granule 288 most 16{{$}}
    %plain = prefix.tile_length %n in %tiles granule 288 most 16
    // CHECK-NEXT: %{{.+}} = prefix.tile_length %[[N]] in %[[TILES]] granule 288 pieces %[[PIECES]] most 16{{$}}
    %long = prefix.tile_length %n in %tiles granule 288 pieces %pieces most 16
    // CHECK-NEXT: %{{.+}} = prefix.own_tiles of %[[BLOCK]] in %[[BLOCKS]] before_last %[[BEFORE]] tile %[[PLAIN]] length %[[N]]{{$}}
    %own = prefix.own_tiles of %block in %blocks before_last %before tile %plain length %n
    // CHECK-NEXT: %[[WALK:[^:, ]+]] = prefix.walk line reverse(%[[N]]){{$}}
    %walk = prefix.walk line reverse(%n)
    // CHECK-NEXT: %{{[^ ]+}}, %{{[^ ]+}}, %{{[^ ]+}} = prefix.tile %[[WALK]][%[[BLOCK]]] length %[[PLAIN]]{{$}}
    %tile:3 = prefix.tile %walk[%block] length %plain
    // CHECK-NEXT: %{{.+}} = prefix.run_elements %[[ELEMENTS]] of %[[THREAD]] run %[[ITEMS]]{{$}}
    %behind = prefix.run_elements %elements of %thread run %items
    // CHECK-NEXT: %{{.+}} = prefix.warp_start %[[THREAD]] run %[[ITEMS]]{{$}}
    %start = prefix.warp_start %thread run %items
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // An array's value has the array's name.
  // CHECK-LABEL: gpu.func @shared(
  // CHECK-SAME: %[[INDEX:[^:, ]+]]: i32, %[[TILE:[^:, ]+]]: i32, %[[PARITY:[^:, ]+]]: i32, %[[STEP:[^:, ]+]]: i32, %[[VALUE:[^:, ]+]]: i32, %[[OTHER:[^:, ]+]]: f64, %[[WIDE:[^:, ]+]]: i64)
  gpu.func @shared(%index: i32, %tile: i32, %parity: i32, %step: i32, %value: i32, %other: f64, %wide: i64) kernel {
    // CHECK-NEXT: %full = prefix.barriers "full" at 49152 count 4{{$}}
    %barriers = prefix.barriers "full" at 49152 count 4
    // CHECK-NEXT: %lengths = prefix.words "lengths" at 50000 count 4 : <i32>{{$}}
    %lengths = prefix.words "lengths" at 50000 count 4 : !prefix.words<i32>
    // CHECK-NEXT: %modes = prefix.words "modes" at 50003 count 1 : <i8>{{$}}
    %modes = prefix.words "modes" at 50003 count 1 : !prefix.words<i8>
    // CHECK-NEXT: %seeds = prefix.states "seeds" of @pair at [50016, 50048] count 4{{$}}
    %seeds = prefix.states "seeds" of @pair at [50016, 50048] count 4
    // CHECK-NEXT: %ring = prefix.slots "ring" at 0 count 4 bytes 12288{{$}}
    %ring = prefix.slots "ring" at 0 count 4 bytes 12288
    // CHECK-NEXT: %{{.+}} = prefix.slot %ring[%[[INDEX]]] byte 16{{$}}
    %slot = prefix.slot %ring[%index] byte 16
    // CHECK-NEXT: %{{[^ ]+}}, %{{[^ ]+}}, %{{[^ ]+}} = prefix.next_slot %ring(%[[TILE]], %[[INDEX]], %[[PARITY]]) step %[[STEP]]{{$}}
    %next:3 = prefix.next_slot %ring(%tile, %index, %parity) step %step
    // CHECK-NEXT: %{{.+}}:2 = prefix.load_state %seeds[%[[INDEX]]] : i32, f64{{$}}
    %state:2 = prefix.load_state %seeds[%index] : i32, f64
    // CHECK-NEXT: prefix.store_state %[[VALUE]], %[[OTHER]] to %seeds[%[[INDEX]]] : i32, f64{{$}}
    prefix.store_state %value, %other to %seeds[%index] : i32, f64
    // CHECK-NEXT: %{{.+}} = prefix.load_word %lengths[%[[INDEX]]] : i64 in <i32>{{$}}
    %word = prefix.load_word %lengths[%index] : i64 in !prefix.words<i32>
    // CHECK-NEXT: %{{.+}} = prefix.load_word %lengths[%[[INDEX]]] relaxed : i32 in <i32>{{$}}
    %now = prefix.load_word %lengths[%index] relaxed : i32 in !prefix.words<i32>
    // CHECK-NEXT: %{{.+}} = prefix.word_is %modes[%[[INDEX]]] 2 : <i8>{{$}}
    %is = prefix.word_is %modes[%index] 2 : !prefix.words<i8>
    // CHECK-NEXT: prefix.store_word %[[WIDE]] to %lengths[%[[INDEX]]] : i64 to <i32>{{$}}
    prefix.store_word %wide to %lengths[%index] : i64 to !prefix.words<i32>
    // CHECK-NEXT: prefix.store_word %[[VALUE]] to %lengths[%[[INDEX]]] relaxed : i32 to <i32>{{$}}
    prefix.store_word %value to %lengths[%index] relaxed : i32 to !prefix.words<i32>
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @roles(
  // CHECK-SAME: %[[INDEX:[^:, ]+]]: i32, %[[PARITY:[^:, ]+]]: i32, %[[BYTES:[^:, ]+]]: i32, %[[LEADS:[^:, ]+]]: i1)
  gpu.func @roles(%index: i32, %parity: i32, %bytes: i32, %leads: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // CHECK-NEXT: %full = prefix.barriers "full" at 0 count 4{{$}}
    %full = prefix.barriers "full" at 0 count 4
    // CHECK-NEXT: %left = prefix.barriers "left" at 32 count 1{{$}}
    %left = prefix.barriers "left" at 32 count 1
    // CHECK-NEXT: %mode = prefix.words "mode" at 40 count 1 : <i32>{{$}}
    %mode = prefix.words "mode" at 40 count 1 : !prefix.words<i32>
    // CHECK-NEXT: prefix.init_barriers %full arrivals 129{{$}}
    prefix.init_barriers %full arrivals 129
    // CHECK-NEXT: prefix.roles "loader" 1 {{{$}}
    prefix.roles "loader" 1 {
      // CHECK-NEXT: prefix.release %full[%[[INDEX]]]{{$}}
      prefix.release %full[%index]
    // CHECK-NEXT: } "spine" 1 {{{$}}
    } "spine" 1 {
    // CHECK-NEXT: } "scanners" 2 {{{$}}
    } "scanners" 2 {
      // CHECK-NEXT: prefix.release %full[%[[INDEX]]] expecting %[[BYTES]]{{$}}
      prefix.release %full[%index] expecting %bytes
    // CHECK-NEXT: }{{$}}
    }
    // CHECK-NEXT: prefix.roles "all" 4 {{{$}}
    prefix.roles "all" 4 {
      // CHECK-NEXT: prefix.acquire %full[%[[INDEX]]] parity %[[PARITY]] {note}{{$}}
      prefix.acquire %full[%index] parity %parity {note}
    // CHECK-NEXT: } {note}{{$}}
    } {note}
    // CHECK-NEXT: prefix.acquire %full[%[[INDEX]]] parity %[[PARITY]] paces{{$}}
    prefix.acquire %full[%index] parity %parity paces
    // CHECK-NEXT: prefix.acquire %full[%[[INDEX]]] parity %[[PARITY]] meanwhile {{{$}}
    prefix.acquire %full[%index] parity %parity meanwhile {
      // CHECK-NEXT: prefix.give_up %mode : <i32> leaving %left tile %[[INDEX]] early 2{{$}}
      prefix.give_up %mode : !prefix.words<i32> leaving %left tile %index early 2
      // CHECK-NEXT: prefix.give_up %mode : <i32> leaving %left tile %[[INDEX]] early 2 leader %[[LEADS]]{{$}}
      prefix.give_up %mode : !prefix.words<i32> leaving %left tile %index early 2 leader %leads
    // CHECK-NEXT: } {note}{{$}}
    } {note}
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @totals(
  // CHECK-SAME: %[[WORKSPACE:[^:, ]+]]: !llvm.ptr<1>, %[[LAUNCH:[^:, ]+]]: i32, %[[CYCLE:[^:, ]+]]: i32, %[[BLOCK:[^:, ]+]]: i32, %[[LENGTH:[^:, ]+]]: i32, %[[PER_BLOCK:[^:, ]+]]: i32, %[[VALUE:[^:, ]+]]: i32, %[[OTHER:[^:, ]+]]: f64, %[[WIDE:[^:, ]+]]: i64, %[[CUTS:[^:, ]+]]: i32)
  gpu.func @totals(%workspace: !llvm.ptr<1>, %launch: i32, %cycle: i32, %block: i32, %length: i32, %per_block: i32, %value: i32, %other: f64, %wide: i64, %cuts: i32) kernel {
    // CHECK-NEXT: %[[EPOCH:[^:, ]+]] = prefix.load_relaxed %[[WORKSPACE]] byte 0 : i32{{$}}
    %epoch = prefix.load_relaxed %workspace byte 0 : i32
    // CHECK-NEXT: prefix.store_relaxed %[[WIDE]] to %[[WORKSPACE]] byte 64 : i64{{$}}
    prefix.store_relaxed %wide to %workspace byte 64 : i64
    // CHECK-NEXT: %[[EXCHANGE:[^:, ]+]] = prefix.exchange @pair in %[[WORKSPACE]] epoch %[[EPOCH]] launch %[[LAUNCH]] per_lane 2{{$}}
    %exchange = prefix.exchange @pair in %workspace epoch %epoch launch %launch per_lane 2
    // CHECK-NEXT: %[[TAG:[^:, ]+]], %[[ADDRESS:[^:, ]+]] = prefix.entry %[[EXCHANGE]] cycle %[[CYCLE]] block %[[BLOCK]]{{$}}
    %entry:2 = prefix.entry %exchange cycle %cycle block %block
    // CHECK-NEXT: prefix.post %[[VALUE]], %[[OTHER]] to %[[EXCHANGE]](%[[TAG]], %[[ADDRESS]]) : i32, f64{{$}}
    prefix.post %value, %other to %exchange(%entry#0, %entry#1) : i32, f64
    // CHECK-NEXT: %[[TAG_0:[^:, ]+]], %[[ADDRESS_1:[^:, ]+]], %[[MASKS:[^:, ]+]]:2 = prefix.row %[[EXCHANGE]] cycle %[[CYCLE]] length %[[LENGTH]] per_block %[[PER_BLOCK]] : i32, i32{{$}}
    %row:4 = prefix.row %exchange cycle %cycle length %length per_block %per_block : i32, i32
    // CHECK-NEXT: %[[TOTALS:[^:, ]+]]:2 = prefix.gather %[[EXCHANGE]](%[[TAG_0]], %[[ADDRESS_1]]) masks(%[[MASKS]]#0, %[[MASKS]]#1) : vector<2xi32>, vector<2xf64>{{$}}
    %totals:2 = prefix.gather %exchange(%row#0, %row#1) masks(%row#2, %row#3) : vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: %{{.+}}:2 = prefix.entries_below %[[EXCHANGE]] block %[[BLOCK]](%[[TOTALS]]#0, %[[TOTALS]]#1) : vector<2xi32>, vector<2xf64> -> vector<2xi32>, vector<2xf64>{{$}}
    %below:2 = prefix.entries_below %exchange block %block(%totals#0, %totals#1) : vector<2xi32>, vector<2xf64> -> vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: %{{[^ ]+}}, %{{[^ ]+}} = prefix.entries_below %[[EXCHANGE]] block %[[BLOCK]](%[[TOTALS]]#0, %[[TOTALS]]#1) cuts %[[CUTS]] -> i32 : vector<2xi32>, vector<2xf64> -> vector<2xi32>, vector<2xf64>{{$}}
    %cut:3 = prefix.entries_below %exchange block %block(%totals#0, %totals#1) cuts %cuts -> i32 : vector<2xi32>, vector<2xf64> -> vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: %{{.+}} = prefix.is_last_entry %[[EXCHANGE]] block %[[BLOCK]] length %[[LENGTH]] per_block %[[PER_BLOCK]]{{$}}
    %last = prefix.is_last_entry %exchange block %block length %length per_block %per_block
    // CHECK-NEXT: %{{.+}} = prefix.must_clear %[[EXCHANGE]] block %[[BLOCK]] length %[[LENGTH]] per_block %[[PER_BLOCK]]{{$}}
    %must = prefix.must_clear %exchange block %block length %length per_block %per_block
    // CHECK-NEXT: prefix.clear_behind %[[EXCHANGE]] cycle %[[CYCLE]] length %[[LENGTH]] per_block %[[PER_BLOCK]]{{$}}
    prefix.clear_behind %exchange cycle %cycle length %length per_block %per_block
    // CHECK-NEXT: prefix.clear_rows %[[EXCHANGE]]{{$}}
    prefix.clear_rows %exchange
    // CHECK-NEXT: %{{.+}} = prefix.stand_in_cycle %[[CYCLE]]{{$}}
    %instead = prefix.stand_in_cycle %cycle
    // CHECK-NEXT: prefix.advance %[[EXCHANGE]] by %[[CYCLE]]{{$}}
    prefix.advance %exchange by %cycle
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @counts(
  // CHECK-SAME: %[[WORKSPACE:[^:, ]+]]: !llvm.ptr<1>, %[[LAUNCH:[^:, ]+]]: i32, %[[N:[^:, ]+]]: i64, %[[TILE:[^:, ]+]]: i64, %[[BLOCKS:[^:, ]+]]: i64)
  gpu.func @counts(%workspace: !llvm.ptr<1>, %launch: i32, %n: i64, %tile: i64, %blocks: i64) kernel {
    // CHECK-NEXT: %[[ADDRESS:[^:, ]+]], %[[ONE:[^:, ]+]] = prefix.counter in %[[WORKSPACE]] byte 64 launch %[[LAUNCH]]{{$}}
    %counter:2 = prefix.counter in %workspace byte 64 launch %launch
    // CHECK-NEXT: %{{.+}} = prefix.count %[[ONE]] at %[[ADDRESS]]{{$}}
    %quiet = prefix.count %counter#1 at %counter#0
    // CHECK-NEXT: %{{.+}} = prefix.count %[[ONE]] at %[[ADDRESS]] releases{{$}}
    %releasing = prefix.count %counter#1 at %counter#0 releases
    // CHECK-NEXT: %{{.+}} = prefix.count %[[ONE]] at %[[ADDRESS]] releases acquires{{$}}
    %both = prefix.count %counter#1 at %counter#0 releases acquires
    // CHECK-NEXT: %[[SEEN:[^:, ]+]] = prefix.load_count %[[ADDRESS]]{{$}}
    %seen = prefix.load_count %counter#0
    // CHECK-NEXT: %{{.+}} = prefix.load_count %[[ADDRESS]] acquires{{$}}
    %acquired = prefix.load_count %counter#0 acquires
    // CHECK-NEXT: %[[COUNT:[^:, ]+]] = prefix.count_of %[[SEEN]]{{$}}
    %count = prefix.count_of %seen
    // CHECK-NEXT: %{{.+}} = prefix.count_of %[[SEEN]] closed{{$}}
    %closed = prefix.count_of %seen closed
    // CHECK-NEXT: %{{.+}} = prefix.is_closed %[[SEEN]]{{$}}
    %is = prefix.is_closed %seen
    // CHECK-NEXT: %{{.+}} = prefix.close_count %[[ADDRESS]] from %[[SEEN]] unless {{{$}}
    %final = prefix.close_count %counter#0 from %seen unless {
    // CHECK-NEXT: ^bb0(%[[NOW:[^:, ]+]]: i64):{{$}}
    ^bb0(%now: i64):
      // CHECK-NEXT: %[[COMPLETE:[^:, ]+]] = prefix.is_complete %[[NOW]] of %[[BLOCKS]] tile %[[TILE]] length %[[N]]{{$}}
      %complete = prefix.is_complete %now of %blocks tile %tile length %n
      // CHECK-NEXT: prefix.pass %[[COMPLETE]] : i1{{$}}
      prefix.pass %complete : i1
    // CHECK-NEXT: }{{$}}
    }
    // CHECK-NEXT: prefix.reset_count in %[[WORKSPACE]] byte 64{{$}}
    prefix.reset_count in %workspace byte 64
    // CHECK-NEXT: %{{.+}} = prefix.are_all %[[COUNT]] of %[[BLOCKS]] tile %[[TILE]] length %[[N]]{{$}}
    %all = prefix.are_all %count of %blocks tile %tile length %n
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @entries(
  // CHECK-SAME: %[[WORKSPACE:[^:, ]+]]: !llvm.ptr<1>, %[[EPOCH:[^:, ]+]]: i32, %[[LAUNCH:[^:, ]+]]: i32, %[[VALUE:[^:, ]+]]: i32, %[[OTHER:[^:, ]+]]: f64, %[[TILES:[^:, ]+]]: i64)
  gpu.func @entries(%workspace: !llvm.ptr<1>, %epoch: i32, %launch: i32, %value: i32, %other: f64, %tiles: i64) kernel {
    // CHECK-NEXT: %[[ENTRIES:[^:, ]+]] = prefix.entries @pair in %[[WORKSPACE]] epoch %[[EPOCH]] launch %[[LAUNCH]] per_lane 2{{$}}
    %entries = prefix.entries @pair in %workspace epoch %epoch launch %launch per_lane 2
    // CHECK-NEXT: prefix.open_tiles %[[ENTRIES]]{{$}}
    prefix.open_tiles %entries
    // CHECK-NEXT: %[[TILE:[^:, ]+]] = prefix.draw_tile %[[ENTRIES]]{{$}}
    %tile = prefix.draw_tile %entries
    // CHECK-NEXT: prefix.await_readers %[[ENTRIES]][%[[TILE]]]{{$}}
    prefix.await_readers %entries[%tile]
    // CHECK-NEXT: prefix.post_tile %[[VALUE]], %[[OTHER]] to %[[ENTRIES]][%[[TILE]]] : i32, f64{{$}}
    prefix.post_tile %value, %other to %entries[%tile] : i32, f64
    // CHECK-NEXT: prefix.post_tile prefix %[[VALUE]], %[[OTHER]] to %[[ENTRIES]][%[[TILE]]] : i32, f64{{$}}
    prefix.post_tile prefix %value, %other to %entries[%tile] : i32, f64
    // CHECK-NEXT: %{{.+}}:2 = prefix.read_prefix %[[ENTRIES]][%[[TILE]]] : i32, f64{{$}}
    %before:2 = prefix.read_prefix %entries[%tile] : i32, f64
    // CHECK-NEXT: %{{.+}}:2 = prefix.look_back %[[ENTRIES]][%[[TILE]]] start(%[[VALUE]], %[[OTHER]] : i32, f64) : vector<2xi32>, vector<2xf64>{{$}}
    %window:2 = prefix.look_back %entries[%tile] start(%value, %other : i32, f64) : vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: prefix.close_tiles %[[ENTRIES]] tiles %[[TILES]]{{$}}
    prefix.close_tiles %entries tiles %tiles
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @groups(
  // CHECK-SAME: %[[ROW:[^:, ]+]]: i32, %[[WARP:[^:, ]+]]: i32, %[[CUTS:[^:, ]+]]: i32)
  gpu.func @groups(%row: i32, %warp: i32, %cuts: i32) kernel {
    // CHECK-NEXT: %totals = prefix.states "totals" of @pair at [0, 32] count 8{{$}}
    %totals = prefix.states "totals" of @pair at [0, 32] count 8
    // CHECK-NEXT: %{{.+}}:4 = prefix.group_scan @pair by @w2 %totals[%[[ROW]]] warp %[[WARP]] : i32, f64, i32, f64{{$}}
    %plain:4 = prefix.group_scan @pair by @w2 %totals[%row] warp %warp : i32, f64, i32, f64
    // CHECK-NEXT: %{{.+}}:4 = prefix.group_scan @pair by @w2 by_lanes %totals[%[[ROW]]] warp %[[WARP]] : i32, f64, i32, f64{{$}}
    %lanes:4 = prefix.group_scan @pair by @w2 by_lanes %totals[%row] warp %warp : i32, f64, i32, f64
    // CHECK-NEXT: %{{.+}}:6 = prefix.group_scan @pair by @w2 %totals[%[[ROW]]] warp %[[WARP]] cuts(%[[CUTS]]) : i32, f64, i1, i32, f64, i1{{$}}
    %cut:6 = prefix.group_scan @pair by @w2 %totals[%row] warp %warp cuts(%cuts) : i32, f64, i1, i32, f64, i1
    // CHECK-NEXT: %{{.+}}:6 = prefix.group_scan @pair by @w2 by_lanes %totals[%[[ROW]]] warp %[[WARP]] cuts(%[[CUTS]]) : i32, f64, i1, i32, f64, i1{{$}}
    %both:6 = prefix.group_scan @pair by @w2 by_lanes %totals[%row] warp %warp cuts(%cuts) : i32, f64, i1, i32, f64, i1
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // CHECK-LABEL: gpu.func @cluster(
  // CHECK-SAME: %[[PART:[^:, ]+]]: i32, %[[INDEX:[^:, ]+]]: i32, %[[RANK:[^:, ]+]]: i32, %[[TAG:[^:, ]+]]: i32, %[[IS:[^:, ]+]]: i1)
  gpu.func @cluster(%part: i32, %index: i32, %rank: i32, %tag: i32, %is: i1) kernel {
    // CHECK-NEXT: %mail = prefix.words "mail" at 0 count 64 : <i64>{{$}}
    %mail = prefix.words "mail" at 0 count 64 : <i64>
    // CHECK-NEXT: prefix.tell %[[PART]], %[[PART]] to %mail[%[[INDEX]] apart 32] of %[[RANK]] tag %[[TAG]] : <i64>{{$}}
    prefix.tell %part, %part to %mail[%index apart 32] of %rank tag %tag : <i64>
    // CHECK-NEXT: %{{.+}}:4 = prefix.hear %mail[%[[INDEX]], %[[PART]] apart 32] if %[[IS]], %[[IS]] tag %[[TAG]] parts 2 : <i64> -> i32, i32, i32, i32{{$}}
    %heard:4 = prefix.hear %mail[%index, %part apart 32] if %is, %is tag %tag parts 2 : <i64> -> i32, i32, i32, i32
    // CHECK-NEXT: gpu.return
    gpu.return
  }
}
