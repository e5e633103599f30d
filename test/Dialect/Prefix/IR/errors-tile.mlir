// What the verifiers of states and tiles refuse.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

gpu.module @identity_monoid {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.identity' op unknown monoid '@pair'}}
    %0 = prefix.identity @pair : i32
    gpu.return
  }
}

// -----

gpu.module @identity_results {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.identity' op results must be ('i32', 'f64'), got ('i32')}}
    %0 = prefix.identity @pair : i32
    gpu.return
  }
}

// -----

gpu.module @apply_monoid {
  gpu.func @kernel(%a: i32) kernel {
    // expected-error @+1 {{'prefix.apply' op unknown monoid '@pair'}}
    %0 = prefix.apply @pair(%a) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @apply_operands {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%a: i32, %b: f64) kernel {
    // expected-error @+1 {{'prefix.apply' op operands must be ('i32', 'f64', 'i32', 'f64'), got ('i32', 'f64', 'f64', 'i32')}}
    %0:2 = prefix.apply @pair(%a, %b, %b, %a) : (i32, f64, f64, i32) -> (i32, f64)
    gpu.return
  }
}

// -----

gpu.module @apply_results {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%a: i32, %b: f64) kernel {
    // expected-error @+1 {{'prefix.apply' op results must be ('i32', 'f64'), got ('f64', 'i32')}}
    %0:2 = prefix.apply @pair(%a, %b, %a, %b) : (i32, f64, i32, f64) -> (f64, i32)
    gpu.return
  }
}

// -----

gpu.module @load_tile_monoid {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op unknown monoid '@pair'}}
    %0 = prefix.load_tile @pair %p[%i] rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c1_space {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op the base must be !llvm.ptr<1> or !llvm.ptr<3>, got '!llvm.ptr'}}
    %0:2 = prefix.load_tile @pair %p[%i] rows 1 items 1 element [i32, f64] : !llvm.ptr -> vector<1xi32>, vector<1xf64>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c1_type {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: i64, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op the base must be !llvm.ptr<1> or !llvm.ptr<3>, got 'i64'}}
    %0:2 = prefix.load_tile @pair %p[%i] rows 1 items 1 element [i32, f64] : i64 -> vector<1xi32>, vector<1xf64>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c2_items {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op 'rows' and 'items' must be at least 1, got 1 and -4}}
    %0:2 = prefix.load_tile @pair %p[%i] rows 1 items -4 element [i32, f64] : !llvm.ptr<1> -> vector<1xi32>, vector<1xf64>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c2_rows {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op 'rows' and 'items' must be at least 1, got 0 and 1}}
    %0:2 = prefix.load_tile @pair %p[%i] rows 0 items 1 element [i32, f64] : !llvm.ptr<1> -> vector<1xi32>, vector<1xf64>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c3 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op a field cannot be of type 'vector<4xi3>'}}
    %0:2 = prefix.load_tile @pair %p[%i] rows 1 items 1 element [i32, vector<4xi3>] : !llvm.ptr<1> -> vector<1xi32>, vector<1xf64>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c4 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op must have one element field per state value: 2 expected, got 1}}
    %0 = prefix.load_tile @pair %p[%i] rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c5 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op results must be ('vector<4xi32>', 'vector<4xf64>', 'vector<4xi32>', 'vector<4xf64>'), got ('vector<4xi32>', 'vector<4xf64>')}}
    %0:2 = prefix.load_tile @pair %p[%i] rows 2 items 4 element [i32, f64] : !llvm.ptr<1> -> vector<4xi32>, vector<4xf64>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c4 {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must have one output field per state value: 1 expected, got 2}}
    prefix.store_tile %v to %p[%i] rows 1 items 1 state [i32] output [i32, i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c5_count {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must store one vector per row and state value: 2 expected, got 1}}
    prefix.store_tile %v to %p[%i] rows 2 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c5_items {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op values must be ('vector<2xi32>'), got ('vector<1xi32>')}}
    prefix.store_tile %v to %p[%i] rows 1 items 2 state [ui32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c5_type {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xf32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op values must be ('vector<1xi32>'), got ('vector<1xf32>')}}
    prefix.store_tile %v to %p[%i] rows 1 items 1 state [i32] output [i32] : vector<1xf32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c5_scalar {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: i32) kernel {
    // expected-error @+1 {{'prefix.store_tile' op values must be ('vector<1xi32>'), got ('i32')}}
    prefix.store_tile %v to %p[%i] rows 1 items 1 state [i32] output [i32] : i32 to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c1 {
  gpu.func @kernel(%p: !llvm.ptr<5>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op the base must be !llvm.ptr<1> or !llvm.ptr<3>, got '!llvm.ptr<5>'}}
    prefix.store_tile %v to %p[%i] rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<5>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c6 {
  gpu.func @kernel(%p: !llvm.ptr<3>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op 'aligned' runs are whole: there is no 'valid'}}
    prefix.store_tile %v to %p[%i] valid %i aligned rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<3>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c2 {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.store_tile' op 'rows' and 'items' must be at least 1, got 0 and 1}}
    "prefix.store_tile"(%p, %i) <{items = 1 : i64, operandSegmentSizes = array<i32: 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0>, output = [i32], rows = 0 : i64, state = [i32]}> : (!llvm.ptr<1>, i64) -> ()
    gpu.return
  }
}

// -----

gpu.module @store_tile_c3_output {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op a field cannot be of type 'i24'}}
    prefix.store_tile %v to %p[%i] rows 1 items 1 state [i32] output [i24] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c3_state {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xindex>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op a field cannot be of type 'index'}}
    prefix.store_tile %v to %p[%i] rows 1 items 1 state [index] output [i32] : vector<1xindex> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c7 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @+1 {{'prefix.load_tile' op must have one base, or one for each field (2), got 3}}
    %0:2 = prefix.load_tile @pair %p, %p, %p[%i] rows 1 items 1 element [i32, f64] : !llvm.ptr<1>, !llvm.ptr<1>, !llvm.ptr<1> -> vector<1xi32>, vector<1xf64>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c7 {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must have one base, or one for each field (1), got 2}}
    prefix.store_tile %v to %p, %p[%i] rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c1_two_types {
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %i: i64, %v: vector<1xi32>) kernel {
    // expected-error @+1 {{'prefix.store_tile' op the bases must have one type, got '!llvm.ptr<1>' and '!llvm.ptr<3>'}}
    prefix.store_tile %v, %v to %p, %q[%i] rows 1 items 1 state [i32, i32] output [i32, i32] : vector<1xi32>, vector<1xi32> to !llvm.ptr<1>, !llvm.ptr<3>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c7_none {
  gpu.func @kernel(%i: i64) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must have one base, or one for each field (0), got 0}}
    "prefix.store_tile"(%i) <{items = 1 : i64, operandSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0>, output = [], rows = 1 : i64, state = []}> : (i64) -> ()
    gpu.return
  }
}

// -----

gpu.module @walk_domain {
  gpu.func @kernel(%n: i64) kernel {
    // expected-error @+1 {{unknown domain 'circle'; expected line}}
    %0 = prefix.walk circle(%n)
    gpu.return
  }
}

// -----

gpu.module @walk_c1 {
  gpu.func @kernel(%n: i64) kernel {
    // expected-error @+1 {{'prefix.walk' op must have the sizes of 'line' (1), got 2}}
    %0 = prefix.walk line(%n, %n)
    gpu.return
  }
}

// -----

gpu.module @tile_c8 {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @kernel(%in: !llvm.ptr<1>, %first: i64, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op the walk must be what a 'prefix.walk' gives}}
    %0 = prefix.load_tile @add %in[%first] along %walk rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}
