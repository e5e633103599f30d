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
