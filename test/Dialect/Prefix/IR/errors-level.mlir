// What the verifiers of the ops of a level refuse: their monoid, circuit, operands
// and results.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

gpu.module @thread_reduce_monoid {
  gpu.func @kernel(%v0: vector<2xi32>, %v1: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_reduce' op unknown monoid '@pair'}}
    %0:2 = prefix.thread_reduce @pair by @w2(%v0, %v1) : (vector<2xi32>, vector<2xf64>) -> (i32, f64)
    gpu.return
  }
}

// -----

gpu.module @thread_reduce_circuit {
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
  gpu.func @kernel(%v0: vector<2xi32>, %v1: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_reduce' op unknown circuit '@w3'}}
    %0:2 = prefix.thread_reduce @pair by @w3(%v0, %v1) : (vector<2xi32>, vector<2xf64>) -> (i32, f64)
    gpu.return
  }
}

// -----

gpu.module @thread_reduce_operands {
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
  gpu.func @kernel(%v0: vector<2xi32>, %v1: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_reduce' op operands must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>')}}
    %0:2 = prefix.thread_reduce @pair by @w2(%v0) : (vector<2xi32>) -> (i32, f64)
    gpu.return
  }
}

// -----

gpu.module @thread_reduce_results {
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
  gpu.func @kernel(%v0: vector<2xi32>, %v1: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_reduce' op results must be ('i32', 'f64'), got ('i64')}}
    %0 = prefix.thread_reduce @pair by @w2(%v0, %v1) : (vector<2xi32>, vector<2xf64>) -> i64
    gpu.return
  }
}

// -----

gpu.module @thread_scan_monoid {
  gpu.func @kernel(%v0: i32, %v1: f64, %v2: vector<2xi32>, %v3: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_scan' op unknown monoid '@pair'}}
    %0:2 = prefix.thread_scan @pair by @w2(%v0, %v1, %v2, %v3) : (i32, f64, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>)
    gpu.return
  }
}

// -----

gpu.module @thread_scan_circuit {
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
  gpu.func @kernel(%v0: i32, %v1: f64, %v2: vector<2xi32>, %v3: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_scan' op unknown circuit '@w3'}}
    %0:2 = prefix.thread_scan @pair by @w3(%v0, %v1, %v2, %v3) : (i32, f64, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>)
    gpu.return
  }
}

// -----

gpu.module @thread_scan_operands {
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
  gpu.func @kernel(%v0: i32, %v1: f64, %v2: vector<2xi32>, %v3: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_scan' op operands must be ('i32', 'f64', 'vector<2xi32>', 'vector<2xf64>'), got ('i32')}}
    %0:2 = prefix.thread_scan @pair by @w2(%v0) : (i32) -> (vector<2xi32>, vector<2xf64>)
    gpu.return
  }
}

// -----

gpu.module @thread_scan_results {
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
  gpu.func @kernel(%v0: i32, %v1: f64, %v2: vector<2xi32>, %v3: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.thread_scan' op results must be ('vector<2xi32>', 'vector<2xf64>'), got ('i64')}}
    %0 = prefix.thread_scan @pair by @w2(%v0, %v1, %v2, %v3) : (i32, f64, vector<2xi32>, vector<2xf64>) -> i64
    gpu.return
  }
}

// -----

gpu.module @warp_scan_width {
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
  gpu.func @kernel(%a: i32, %b: f64) kernel {
    // expected-error @+1 {{'prefix.warp_scan' op the circuit must have width 32 or a multiple of it, got 2}}
    %0:2 = prefix.warp_scan @pair by @w2(%a, %b) : (i32, f64) -> (i32, f64)
    gpu.return
  }
}

// -----

gpu.module @warp_reduce_width {
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
  gpu.func @kernel(%a: i32, %b: f64) kernel {
    // expected-error @+1 {{'prefix.warp_reduce' op the circuit must have width 32 or a multiple of it, got 2}}
    %0:2 = prefix.warp_reduce @pair by @w2(%a, %b) : (i32, f64) -> (i32, f64)
    gpu.return
  }
}

// -----

gpu.module @block_scan_monoid {
  gpu.func @kernel(%v0: i32, %v1: f64) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.block_scan' op unknown monoid '@pair'}}
    %0:4 = prefix.block_scan @pair by @w2 rows 0 mapping <> (%v0, %v1) : (i32, f64) -> (i32, f64, i32, f64)
    gpu.return
  }
}

// -----

gpu.module @block_scan_circuit {
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
  gpu.func @kernel(%v0: i32, %v1: f64) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.block_scan' op unknown circuit '@w3'}}
    %0:4 = prefix.block_scan @pair by @w3 rows 0 mapping <> (%v0, %v1) : (i32, f64) -> (i32, f64, i32, f64)
    gpu.return
  }
}

// -----

gpu.module @block_scan_operands {
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
  gpu.func @kernel(%v0: i32, %v1: f64) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.block_scan' op operands must be ('i32', 'f64'), got ('i32')}}
    %0:4 = prefix.block_scan @pair by @w2 rows 0 mapping <> (%v0) : (i32) -> (i32, f64, i32, f64)
    gpu.return
  }
}

// -----

gpu.module @block_scan_results {
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
  gpu.func @kernel(%v0: i32, %v1: f64) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.block_scan' op results must be ('i32', 'f64', 'i32', 'f64'), got ('i64')}}
    %0 = prefix.block_scan @pair by @w2 rows 0 mapping <> (%v0, %v1) : (i32, f64) -> i64
    gpu.return
  }
}

// -----

gpu.module @warp_scan_results {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w32(
      %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15,
      %x16, %x17, %x18, %x19, %x20, %x21, %x22, %x23, %x24, %x25, %x26, %x27, %x28, %x29, %x30,
      %x31) {
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
    prefix.yield
      %x0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15,
      %y16, %y17, %y18, %y19, %y20, %y21, %y22, %y23, %y24, %y25, %y26, %y27, %y28, %y29, %y30,
      %y31
        : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>,
        !prefix.span<0, 4>, !prefix.span<0, 5>, !prefix.span<0, 6>, !prefix.span<0, 7>,
        !prefix.span<0, 8>, !prefix.span<0, 9>, !prefix.span<0, 10>, !prefix.span<0, 11>,
        !prefix.span<0, 12>, !prefix.span<0, 13>, !prefix.span<0, 14>, !prefix.span<0, 15>,
        !prefix.span<0, 16>, !prefix.span<0, 17>, !prefix.span<0, 18>, !prefix.span<0, 19>,
        !prefix.span<0, 20>, !prefix.span<0, 21>, !prefix.span<0, 22>, !prefix.span<0, 23>,
        !prefix.span<0, 24>, !prefix.span<0, 25>, !prefix.span<0, 26>, !prefix.span<0, 27>,
        !prefix.span<0, 28>, !prefix.span<0, 29>, !prefix.span<0, 30>, !prefix.span<0, 31>
  }
  gpu.func @kernel(%a: i32, %b: f64) kernel {
    // expected-error @+1 {{'prefix.warp_scan' op results must be ('i32', 'f64', 'i32', 'f64'), got ('f64')}}
    %0 = prefix.warp_scan @pair by @w32(%a, %b) : (i32, f64) -> f64
    gpu.return
  }
}

// -----

gpu.module @warp_reduce_operands {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w32(
      %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15,
      %x16, %x17, %x18, %x19, %x20, %x21, %x22, %x23, %x24, %x25, %x26, %x27, %x28, %x29, %x30,
      %x31) {
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
    prefix.yield
      %x0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15,
      %y16, %y17, %y18, %y19, %y20, %y21, %y22, %y23, %y24, %y25, %y26, %y27, %y28, %y29, %y30,
      %y31
        : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>,
        !prefix.span<0, 4>, !prefix.span<0, 5>, !prefix.span<0, 6>, !prefix.span<0, 7>,
        !prefix.span<0, 8>, !prefix.span<0, 9>, !prefix.span<0, 10>, !prefix.span<0, 11>,
        !prefix.span<0, 12>, !prefix.span<0, 13>, !prefix.span<0, 14>, !prefix.span<0, 15>,
        !prefix.span<0, 16>, !prefix.span<0, 17>, !prefix.span<0, 18>, !prefix.span<0, 19>,
        !prefix.span<0, 20>, !prefix.span<0, 21>, !prefix.span<0, 22>, !prefix.span<0, 23>,
        !prefix.span<0, 24>, !prefix.span<0, 25>, !prefix.span<0, 26>, !prefix.span<0, 27>,
        !prefix.span<0, 28>, !prefix.span<0, 29>, !prefix.span<0, 30>, !prefix.span<0, 31>
  }
  gpu.func @kernel(%a: i32, %b: f64) kernel {
    // expected-error @+1 {{'prefix.warp_reduce' op operands must be ('i32', 'f64'), got ('f64')}}
    %0:2 = prefix.warp_reduce @pair by @w32(%b) : (f64) -> (i32, f64)
    gpu.return
  }
}

// -----

gpu.module @cuts_of_other_items {
  prefix.monoid @last identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%v: vector<2xi32>, %a: i32) kernel {
    // expected-error @+1 {{'prefix.thread_reduce' op must have 1 numbers of 'cuts' for 2 items, got 2}}
    %0 = prefix.thread_reduce @last by @w2(%v) cuts(%a, %a) : (vector<2xi32>) -> i32
    gpu.return
  }
}

// -----

gpu.module @start_without_cuts {
  prefix.monoid @last identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%v: vector<2xi32>, %a: i32) kernel {
    // expected-error @+1 {{'prefix.thread_reduce' op 'start' must come with 'cuts'}}
    %0 = prefix.thread_reduce @last by @w2(%v) start(%a : i32) : (vector<2xi32>) -> i32
    gpu.return
  }
}
