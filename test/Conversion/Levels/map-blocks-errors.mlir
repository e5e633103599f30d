// A mapping that does not suit the circuit, in kernels that no plan was checked
// for.
// RUN: scanc-opt %s -prefix-map-blocks -verify-diagnostics -split-input-file

gpu.module @in_scan {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @three(%x0, %x1, %x2) {
    %a = combine %x0, %x1 : [0:1]
    %b = combine %a, %x2 : [0:2]
    yield %x0, %a, %b
  }
  gpu.func @scan(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 96, 1, 1>} {
    // expected-error @+1 {{'@three': order 'bit_reversed' needs a power of two of columns, got 3}}
    %r:2 = prefix.block_scan @add by @three rows 0 mapping <order = bit_reversed> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }
}

// -----

gpu.module @in_reduce {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @three(%x0, %x1, %x2) {
    %a = combine %x0, %x1 : [0:1]
    %b = combine %a, %x2 : [0:2]
    yield %x0, %a, %b
  }
  gpu.func @reduce(%v: i32) -> i32 attributes {known_block_size = array<i32: 96, 1, 1>} {
    // expected-error @+1 {{'@three': inactive 'identity' needs one cell a column, in natural order, and the threads of the columns}}
    %r = prefix.block_reduce @add by @three rows 0 mapping <threads = compact, inactive = identity> (%v) : (i32) -> i32
    gpu.return %r : i32
  }
}
