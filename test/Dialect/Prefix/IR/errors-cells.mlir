// RUN: scanc-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect
// RUN: %python -c "print('\"t.op\"() {a = #prefix.index<[' + '0, ' * 1024 + '0]>} : () -> ()')" > %t.long.mlir
// RUN: not scanc-opt %t.long.mlir -allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: a table must have at most 1024 numbers, got 1025

// @mapping_c1
// expected-error @+1 {{a row must have 1 to 65536 columns, got 0}}
"test.op"() {a = #prefix.mapping<threads = rows<0>>} : () -> ()

// -----

// expected-error @+1 {{a reversed run must have 1 to 65536 columns, got 70000}}
"test.op"() {a = #prefix.mapping<order = alternate_reversed<70000>>} : () -> ()

// -----

// @mapping_c2
// expected-error @+1 {{a divisor of 'layout' must be 2 to 1048576, got 1}}
"test.op"() {a = #prefix.mapping<layout = pad<32, 1>>} : () -> ()

// -----

// expected-error @+1 {{unknown value 'sideways' of 'cells'; expected columns, double_buffered, levels, exchange}}
"test.op"() {a = #prefix.mapping<cells = sideways>} : () -> ()

// -----

// expected-error @+1 {{unknown value 'diagonal' of 'threads'; expected columns, rows<length>, compact}}
"test.op"() {a = #prefix.mapping<threads = diagonal>} : () -> ()

// -----

// expected-error @+1 {{'pad' needs at least one divisor; without any it is 'plain'}}
"test.op"() {a = #prefix.mapping<layout = pad<>>} : () -> ()

// -----

// expected-error @+1 {{unknown value 'odd' of 'layout'; expected plain, pad<..>}}
"test.op"() {a = #prefix.mapping<layout = odd>} : () -> ()

// -----

// @threads_c1
// expected-error @+1 {{threads must be a range within 0 to 1024, got 4 to 4}}
"test.op"() {a = #prefix.threads<4 to 4>} : () -> ()

// -----

// expected-error @+1 {{threads must be a range within 0 to 1024, got 0 to 1025}}
"test.op"() {a = #prefix.threads<0 to 1025>} : () -> ()

// -----

// expected-error @+1 {{the step must be a power of two, got 3}}
"test.op"() {a = #prefix.threads<0 to 9 step 3>} : () -> ()

// -----

// expected-error @+1 {{the bit must be 0 to 9, got 10}}
"test.op"() {a = #prefix.threads<0 to 9 bit 10>} : () -> ()

// -----

// expected-error @+1 {{the mask must have 32 bits, got 4294967296}}
"test.op"() {a = #prefix.threads<0 to 9 mask 4294967296>} : () -> ()

// -----

// expected-error @+1 {{a shift must be 0 to 31, got 32}}
"test.op"() {a = #prefix.index<0 + 1 * (t floordiv 4294967296)>} : () -> ()

// -----

// expected-error @+1 {{the divisor must be a power of two, got 24}}
"test.op"() {a = #prefix.index<0 + 1 * (t floordiv 24)>} : () -> ()

// -----

// @cells_c1
gpu.module @in_no_cells {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_cells() {
    // expected-error @+1 {{must have 1 to 1048576 cells, got 0}}
    %cells = prefix.cells @add[0] layout affine_map<(d0) -> (d0)>
    gpu.return
  }
}

// -----

// @cells_c2
gpu.module @in_two_numbers {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @two_numbers() {
    // expected-error @+1 {{the layout must take one number to one, got affine_map<(d0) -> (d0, d0)>}}
    %cells = prefix.cells @add[4] layout affine_map<(d0) -> (d0, d0)>
    gpu.return
  }
}

// -----

gpu.module @in_shared_address {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @shared_address() {
    // expected-error @+1 {{the layout must take each cell to an address of its own; cells 0 and 1 share 0}}
    %cells = prefix.cells @add[4] layout affine_map<(d0) -> (d0 floordiv 2)>
    gpu.return
  }
}

// -----

gpu.module @in_no_monoid {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_monoid() {
    // expected-error @+1 {{unknown monoid '@sub'}}
    %cells = prefix.cells @sub[4] layout affine_map<(d0) -> (d0)>
    gpu.return
  }
}

// -----

gpu.module @in_wrong_state {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @wrong_state(%v: f32) {
    %cells = prefix.cells @add[4] layout affine_map<(d0) -> (d0)>
    // expected-error @+1 {{the state must be ('i32'), got ('f32')}}
    prefix.put %v to %cells at <0 + 1 * t> : f32
    gpu.return
  }
}

// -----

gpu.module @in_foreign_cells {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @foreign_cells(%cells: !prefix.cells) {
    // expected-error @+1 {{the cells must be those of a 'prefix.cells'}}
    %v = prefix.get %cells at <0 + 1 * t> : i32
    gpu.return
  }
}

// -----

gpu.module @in_undefined {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @undefined() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{the layout must be defined for cell 0}}
    %cells = prefix.cells @add[4] layout affine_map<(d0) -> (d0 floordiv 0)>
    gpu.return
  }
}

// -----

gpu.module @in_negative {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @negative() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{the layout must divide no negative number, got -1 for cell 2}}
    %cells = prefix.cells @add[4] layout affine_map<(d0) -> (d0 + (1 - d0) floordiv 3 + 2)>
    gpu.return
  }
}

// -----

gpu.module @in_below_zero {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @below_zero() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{the layout must take cell 0 to an address of at least 0, got -1}}
    %cells = prefix.cells @add[4] layout affine_map<(d0) -> (d0 - 1)>
    gpu.return
  }
}

// -----

gpu.module @in_wrong_get {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @wrong_get(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[4] layout affine_map<(d0) -> (d0)>
    // expected-error @+1 {{the state must be ('i32'), got ('i32', 'i32')}}
    %w:2 = prefix.get %cells at <0> : i32, i32
    gpu.return
  }
}
