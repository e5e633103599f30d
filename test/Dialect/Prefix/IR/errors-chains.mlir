// What the verifiers of chains refuse.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

gpu.module @start_chains_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<3>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op operand #4 must be pointer to global memory, but got '!llvm.ptr<3>'}}
    %0 = "prefix.start_chains"(%v, %n, %walk, %n, %p) <{items = 2 : i64, monoid = @add, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1, 1>, rows = 1 : i64}> : (vector<2xi32>, i64, !prefix.walk, i64, !llvm.ptr<3>) -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @end_chains_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: i64, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.end_chains' op operand #4 must be pointer to global memory, but got 'i64'}}
    "prefix.end_chains"(%v, %n, %walk, %n, %p) <{items = 2 : i64, monoid = @add, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1, 1>, rows = 1 : i64}> : (vector<2xi32>, i64, !prefix.walk, i64, i64) -> ()
    gpu.return
  }
}

// -----

gpu.module @start_chains_c2_rows {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op 'rows' and 'items' must be at least 1, got 0 and 2}}
    %0 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p rows 0 items 2 : vector<2xi32> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @end_chains_c2_items {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.end_chains' op 'rows' and 'items' must be at least 1, got 1 and -2}}
    prefix.end_chains @add %v[%n] numbered %walk from %n to %p rows 1 items -2 : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_chains_monoid {
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op unknown monoid '@add'}}
    %0 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p rows 1 items 2 : vector<2xi32> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_chains_c3_values {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op values must be ('vector<2xi32>', 'vector<2xi32>'), got ('vector<2xi32>')}}
    %0:2 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p rows 2 items 2 : vector<2xi32> -> vector<2xi32>, vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_chains_c3_results {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op results must be ('vector<2xi32>'), got ('vector<2xf32>')}}
    %0 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p rows 1 items 2 : vector<2xi32> -> vector<2xf32>
    gpu.return
  }
}

// -----

gpu.module @end_chains_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.end_chains' op values must be ('vector<4xi32>'), got ('vector<2xi32>')}}
    prefix.end_chains @add %v[%n] numbered %walk from %n to %p rows 1 items 4 : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_chains_c4_count {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op 'init' must be ('i32'), got ('i32', 'i32')}}
    %0 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p init [1 : i32, 2 : i32] rows 1 items 2 : vector<2xi32> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_chains_c4_type {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op 'init' must be ('i32'), got ('i64')}}
    %0 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p init [1] rows 1 items 2 : vector<2xi32> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_chains_c4_untyped {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.start_chains' op 'init' must be ('i32'), got ('none')}}
    %0 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p init [i32] rows 1 items 2 : vector<2xi32> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_chains_c5 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.start_chains' op the walk must be what a 'prefix.walk' gives}}
    %0 = prefix.start_chains @add %v[%n] numbered %walk from %n initial %p rows 1 items 2 : vector<2xi32> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @end_chains_c5 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %v: vector<2xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.end_chains' op the walk must be what a 'prefix.walk' gives}}
    prefix.end_chains @add %v[%n] numbered %walk from %n to %p rows 1 items 2 : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @pass_starts_monoid {
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.pass_starts' op unknown monoid '@add'}}
    prefix.pass_starts @add of %n to %p state [i32] output [i32]
    gpu.return
  }
}

// -----

gpu.module @pass_starts_c1_type {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.pass_starts' op 'init' must be ('i32'), got ('f32')}}
    prefix.pass_starts @add of %n initial %p init [1.0 : f32] to %p state [i32] output [i32]
    gpu.return
  }
}

// -----

gpu.module @pass_starts_c1_count {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.pass_starts' op 'init' must be ('i32'), got ()}}
    prefix.pass_starts @add of %n init [] to %p state [i32] output [i32]
    gpu.return
  }
}

// -----

gpu.module @store_totals_chains {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op 'rows' and 'items' must be at least 1, got 0 and 2}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p rows 0 items 2 state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_values {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op values must be ('vector<4xi32>', 'vector<4xf64>'), got ('vector<2xi32>', 'vector<2xf64>')}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p rows 1 items 4 state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_init {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op 'init' must be ('i32', 'f64'), got ('i32')}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n init [1 : i32] to %p rows 1 items 2 state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_numbered {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_totals' op the walk must be what a 'prefix.walk' gives}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p rows 1 items 2 state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_walk {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>, %other: !prefix.walk) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op the walk must be what a 'prefix.walk' gives}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p along %other rows 1 items 2 state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op must have one base, or one for each output (2), got 3}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p, %p, %p rows 1 items 2 state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_c2_output {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op 'state' and 'output' must have one type per state value (2), got 2 and 1}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p rows 1 items 2 state [i32, f64] output [i32] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_c2_state {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op 'state' and 'output' must have one type per state value (2), got 3 and 2}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p rows 1 items 2 state [i32, f64, i32] output [i32, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @store_totals_c2_field {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_totals' op a field cannot be of type 'i24'}}
    prefix.store_totals @pair %a, %b[%n] numbered %walk from %n to %p rows 1 items 2 state [i32, f64] output [i24, f64] : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @pass_starts_c2_bases {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.pass_starts' op must have one base, or one for each output (2), got 3}}
    prefix.pass_starts @pair of %n outputs(%p, %p, %p) state [i32, f64] output [i32, f64]
    gpu.return
  }
}

// -----

gpu.module @pass_starts_c2_strides {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.pass_starts' op must have a stride for each base (2) or none, got 1}}
    prefix.pass_starts @pair of %n outputs(%p, %p) strides(%n) state [i32, f64] output [i32, f64]
    gpu.return
  }
}

// -----

gpu.module @pass_starts_c2_no_bases {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.pass_starts' op must have a stride for each base (0) or none, got 1}}
    prefix.pass_starts @pair of %n to %p strides(%n) state [i32, f64] output [i32, f64]
    gpu.return
  }
}

// -----

gpu.module @pass_starts_c3 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.pass_starts' op 'state' and 'output' must have one type per state value (2), got 1 and 2}}
    prefix.pass_starts @pair of %n outputs(%p) state [i32] output [i32, f64]
    gpu.return
  }
}
