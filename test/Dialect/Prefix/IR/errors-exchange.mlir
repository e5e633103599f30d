// What the verifiers of the ops by which the blocks of a launch, or the warps of a
// group, meet refuse.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

gpu.module @exchange_monoid {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.exchange' op unknown monoid '@pair'}}
    %0 = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    gpu.return
  }
}

// -----

gpu.module @exchange_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.exchange' op a lane must have at least one entry, got 0}}
    %0 = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 0
    gpu.return
  }
}

// -----

gpu.module @entry_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entry' op the exchange must be what a 'prefix.exchange' gives}}
    %0:2 = prefix.entry %exchange cycle %i block %i
    gpu.return
  }
}

// -----

gpu.module @post_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32, %tag: i128) kernel {
    // expected-error @+1 {{'prefix.post' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.post %i to %exchange(%tag, %workspace) : i32
    gpu.return
  }
}

// -----

gpu.module @post_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %tag: i128) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.post' op values must be ('i32', 'f64'), got ('i32')}}
    prefix.post %i to %exchange(%tag, %workspace) : i32
    gpu.return
  }
}

// -----

gpu.module @row_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.row' op the exchange must be what a 'prefix.exchange' gives}}
    %0:3 = prefix.row %exchange cycle %i length %i per_block %i : i32
    gpu.return
  }
}

// -----

gpu.module @row_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.row' op must have a mask for each entry of a lane (2), got 1}}
    %0:3 = prefix.row %exchange cycle %i length %i per_block %i : i32
    gpu.return
  }
}

// -----

gpu.module @gather_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.gather' op the exchange must be what a 'prefix.exchange' gives}}
    %0:2 = prefix.gather %exchange(%i, %workspace) masks(%i, %i) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @gather_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.gather' op must have a mask for each entry of a lane (2), got 3}}
    %0:2 = prefix.gather %exchange(%i, %workspace) masks(%i, %i, %i) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @gather_c3 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.gather' op results must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>', 'vector<4xf64>')}}
    %0:2 = prefix.gather %exchange(%i, %workspace) masks(%i, %i) : vector<2xi32>, vector<4xf64>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.entries_below' op the exchange must be what a 'prefix.exchange' gives}}
    %0:2 = prefix.entries_below %exchange block %i(%a, %b) : vector<2xi32>, vector<2xf64> -> vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c2_totals {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op entries must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>')}}
    %0:2 = prefix.entries_below %exchange block %i(%a) : vector<2xi32> -> vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c2_results {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op results must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>')}}
    %0 = prefix.entries_below %exchange block %i(%a, %b) : vector<2xi32>, vector<2xf64> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c3_no_result {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op must have a result for 'cuts' where they are given}}
    %0:2 = "prefix.entries_below"(%exchange, %i, %a, %b, %i) <{operandSegmentSizes = array<i32: 1, 1, 2, 1>, resultSegmentSizes = array<i32: 2, 0>}> : (!prefix.exchange, i32, vector<2xi32>, vector<2xf64>, i32) -> (vector<2xi32>, vector<2xf64>)
    gpu.return
  }
}

// -----

gpu.module @entries_below_c3_no_cuts {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op must have a result for 'cuts' where they are given}}
    %0:3 = "prefix.entries_below"(%exchange, %i, %a, %b) <{operandSegmentSizes = array<i32: 1, 1, 2, 0>, resultSegmentSizes = array<i32: 2, 1>}> : (!prefix.exchange, i32, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>, i32)
    gpu.return
  }
}

// -----

gpu.module @is_last_entry_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.is_last_entry' op the exchange must be what a 'prefix.exchange' gives}}
    %0 = prefix.is_last_entry %exchange block %i length %i per_block %i
    gpu.return
  }
}

// -----

gpu.module @must_clear_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.must_clear' op the exchange must be what a 'prefix.exchange' gives}}
    %0 = prefix.must_clear %exchange block %i length %i per_block %i
    gpu.return
  }
}

// -----

gpu.module @clear_behind_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.clear_behind' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.clear_behind %exchange cycle %i length %i per_block %i
    gpu.return
  }
}

// -----

gpu.module @clear_rows_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.clear_rows' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.clear_rows %exchange
    gpu.return
  }
}

// -----

gpu.module @advance_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.advance' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.advance %exchange by %i
    gpu.return
  }
}

// -----

gpu.module @count_c1 {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64) kernel {
    // expected-error @+1 {{'prefix.count' op what 'acquires' also 'releases'}}
    %0 = prefix.count %word at %address acquires
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_argument {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64, %is: i1) kernel {
    // expected-error @+1 {{'prefix.close_count' op the region's arguments must be ('i64'), got ()}}
    %0 = prefix.close_count %address from %word unless {
      prefix.pass %is : i1
    }
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_type {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64, %is: i1) kernel {
    // expected-error @+1 {{'prefix.close_count' op the region's arguments must be ('i64'), got ('i32')}}
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i32):
      prefix.pass %is : i1
    }
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_pass {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64) kernel {
    // expected-error @+1 {{'prefix.close_count' op what the region passes must be ('i1'), got ('i64')}}
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i64):
      prefix.pass %now : i64
    }
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_no_pass {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64) kernel {
    // expected-error @+1 {{'prefix.close_count' op the region must end with a 'prefix.pass'}}
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i64):
      llvm.unreachable
    }
    gpu.return
  }
}

// -----

gpu.module @entries_monoid {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op unknown monoid '@pair'}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    gpu.return
  }
}

// -----

gpu.module @entries_c1_none {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op the entries of a lane must be a power of two, got 0}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane 0
    gpu.return
  }
}

// -----

gpu.module @entries_c1_odd {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op the entries of a lane must be a power of two, got 6}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane 6
    gpu.return
  }
}

// -----

gpu.module @entries_c1_negative {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op the entries of a lane must be a power of two, got -2}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane -2
    gpu.return
  }
}

// -----

gpu.module @open_tiles_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.open_tiles' op the entries must be what a 'prefix.entries' gives}}
    prefix.open_tiles %entries
    gpu.return
  }
}

// -----

gpu.module @draw_tile_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.draw_tile' op the entries must be what a 'prefix.entries' gives}}
    %0 = prefix.draw_tile %entries
    gpu.return
  }
}

// -----

gpu.module @close_tiles_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.close_tiles' op the entries must be what a 'prefix.entries' gives}}
    prefix.close_tiles %entries tiles %tile
    gpu.return
  }
}

// -----

gpu.module @await_readers_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.await_readers' op the entries must be what a 'prefix.entries' gives}}
    prefix.await_readers %entries[%tile]
    gpu.return
  }
}

// -----

gpu.module @post_tile_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.post_tile' op the entries must be what a 'prefix.entries' gives}}
    prefix.post_tile %i, %v to %entries[%tile] : i32, f64
    gpu.return
  }
}

// -----

gpu.module @post_tile_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.post_tile' op values must be ('i32', 'f64'), got ('i32')}}
    prefix.post_tile prefix %i to %entries[%tile] : i32
    gpu.return
  }
}

// -----

gpu.module @read_prefix_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.read_prefix' op the entries must be what a 'prefix.entries' gives}}
    %0:2 = prefix.read_prefix %entries[%tile] : i32, f64
    gpu.return
  }
}

// -----

gpu.module @read_prefix_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.read_prefix' op results must be ('i32', 'f64'), got ('i32', 'f32')}}
    %0:2 = prefix.read_prefix %entries[%tile] : i32, f32
    gpu.return
  }
}

// -----

gpu.module @look_back_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.look_back' op the entries must be what a 'prefix.entries' gives}}
    %0:2 = prefix.look_back %entries[%tile] start(%i, %v : i32, f64) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @look_back_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.look_back' op 'start' must be ('i32', 'f64'), got ('f64')}}
    %0:2 = prefix.look_back %entries[%tile] start(%v : f64) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @look_back_c3 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.look_back' op results must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>')}}
    %0 = prefix.look_back %entries[%tile] start(%i, %v : i32, f64) : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @group_scan_monoid {
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%totals: !prefix.states, %i: i32) kernel {
    // expected-error @+1 {{'prefix.group_scan' op unknown monoid '@pair'}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_circuit {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op unknown circuit '@w2'}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w33(
      %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15,
      %x16, %x17, %x18, %x19, %x20, %x21, %x22, %x23, %x24, %x25, %x26, %x27, %x28, %x29, %x30,
      %x31, %x32) {
    %y1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %y2 = prefix.combine %y1, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %y3 = prefix.combine %y2, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
    %y4 = prefix.combine %y3, %x4 : !prefix.span<0, 3>, !prefix.span<4, 4>
    %y5 = prefix.combine %y4, %x5 : !prefix.span<0, 4>, !prefix.span<5, 5>
    %y6 = prefix.combine %y5, %x6 : !prefix.span<0, 5>, !prefix.span<6, 6>
    %y7 = prefix.combine %y6, %x7 : !prefix.span<0, 6>, !prefix.span<7, 7>
    %y8 = prefix.combine %y7, %x8 : !prefix.span<0, 7>, !prefix.span<8, 8>
    %y9 = prefix.combine %y8, %x9 : !prefix.span<0, 8>, !prefix.span<9, 9>
    %y10 = prefix.combine %y9, %x10 : !prefix.span<0, 9>, !prefix.span<10, 10>
    %y11 = prefix.combine %y10, %x11 : !prefix.span<0, 10>, !prefix.span<11, 11>
    %y12 = prefix.combine %y11, %x12 : !prefix.span<0, 11>, !prefix.span<12, 12>
    %y13 = prefix.combine %y12, %x13 : !prefix.span<0, 12>, !prefix.span<13, 13>
    %y14 = prefix.combine %y13, %x14 : !prefix.span<0, 13>, !prefix.span<14, 14>
    %y15 = prefix.combine %y14, %x15 : !prefix.span<0, 14>, !prefix.span<15, 15>
    %y16 = prefix.combine %y15, %x16 : !prefix.span<0, 15>, !prefix.span<16, 16>
    %y17 = prefix.combine %y16, %x17 : !prefix.span<0, 16>, !prefix.span<17, 17>
    %y18 = prefix.combine %y17, %x18 : !prefix.span<0, 17>, !prefix.span<18, 18>
    %y19 = prefix.combine %y18, %x19 : !prefix.span<0, 18>, !prefix.span<19, 19>
    %y20 = prefix.combine %y19, %x20 : !prefix.span<0, 19>, !prefix.span<20, 20>
    %y21 = prefix.combine %y20, %x21 : !prefix.span<0, 20>, !prefix.span<21, 21>
    %y22 = prefix.combine %y21, %x22 : !prefix.span<0, 21>, !prefix.span<22, 22>
    %y23 = prefix.combine %y22, %x23 : !prefix.span<0, 22>, !prefix.span<23, 23>
    %y24 = prefix.combine %y23, %x24 : !prefix.span<0, 23>, !prefix.span<24, 24>
    %y25 = prefix.combine %y24, %x25 : !prefix.span<0, 24>, !prefix.span<25, 25>
    %y26 = prefix.combine %y25, %x26 : !prefix.span<0, 25>, !prefix.span<26, 26>
    %y27 = prefix.combine %y26, %x27 : !prefix.span<0, 26>, !prefix.span<27, 27>
    %y28 = prefix.combine %y27, %x28 : !prefix.span<0, 27>, !prefix.span<28, 28>
    %y29 = prefix.combine %y28, %x29 : !prefix.span<0, 28>, !prefix.span<29, 29>
    %y30 = prefix.combine %y29, %x30 : !prefix.span<0, 29>, !prefix.span<30, 30>
    %y31 = prefix.combine %y30, %x31 : !prefix.span<0, 30>, !prefix.span<31, 31>
    %y32 = prefix.combine %y31, %x32 : !prefix.span<0, 31>, !prefix.span<32, 32>
    prefix.yield
      %x0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15,
      %y16, %y17, %y18, %y19, %y20, %y21, %y22, %y23, %y24, %y25, %y26, %y27, %y28, %y29, %y30,
      %y31, %y32
        : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>,
        !prefix.span<0, 4>, !prefix.span<0, 5>, !prefix.span<0, 6>, !prefix.span<0, 7>,
        !prefix.span<0, 8>, !prefix.span<0, 9>, !prefix.span<0, 10>, !prefix.span<0, 11>,
        !prefix.span<0, 12>, !prefix.span<0, 13>, !prefix.span<0, 14>, !prefix.span<0, 15>,
        !prefix.span<0, 16>, !prefix.span<0, 17>, !prefix.span<0, 18>, !prefix.span<0, 19>,
        !prefix.span<0, 20>, !prefix.span<0, 21>, !prefix.span<0, 22>, !prefix.span<0, 23>,
        !prefix.span<0, 24>, !prefix.span<0, 25>, !prefix.span<0, 26>, !prefix.span<0, 27>,
        !prefix.span<0, 28>, !prefix.span<0, 29>, !prefix.span<0, 30>, !prefix.span<0, 31>,
        !prefix.span<0, 32>
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op the circuit must have a width of at most 32, got 33}}
    %0:4 = prefix.group_scan @pair by @w33 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%totals: !prefix.states, %i: i32) kernel {
    // expected-error @+1 {{'prefix.group_scan' op the states must be what a 'prefix.states' gives, of @pair}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c2_monoid {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.monoid @other identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %a, %b : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @other at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op the states must be what a 'prefix.states' gives, of @pair}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c3 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op results must be ('i32', 'f64', 'i32', 'f64'), got ('i32', 'f64')}}
    %0:2 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c3_cuts {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op results must be ('i32', 'f64', 'i1', 'i32', 'f64', 'i1'), got ('i32', 'f64', 'i32', 'f64')}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i cuts(%i) : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c3_no_cuts {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op results must be ('i32', 'f64', 'i32', 'f64'), got ('i32', 'f64', 'i1', 'i32', 'f64', 'i1')}}
    %0:6 = prefix.group_scan @pair by @w2 by_lanes %totals[%i] warp %i : i32, f64, i1, i32, f64, i1
    gpu.return
  }
}

// -----

gpu.module @relaxed_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>) kernel {
    // expected-error @+1 {{'prefix.load_relaxed' op must be of type i8, i16, i32 or i64, got 'i24'}}
    %value = prefix.load_relaxed %workspace byte 0 : i24
    gpu.return
  }
}

// -----

gpu.module @relaxed_c2 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %value: i32) kernel {
    // expected-error @+1 {{'prefix.store_relaxed' op must be at a multiple of 4 bytes, at most 1073741824, got 6}}
    prefix.store_relaxed %value to %workspace byte 6 : i32
    gpu.return
  }
}
