// Scans and reductions of a block that are refused.
// RUN: scanc-opt %s -split-input-file -verify-diagnostics

// @block_c1
gpu.module @in_unknown_size {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @unknown_size(%v: i32) kernel {
    // expected-error @+1 {{must be in a kernel with a known block size of whole warps}}
    %r = prefix.block_reduce @add by @two rows 0 mapping <> (%v) : (i32) -> i32
    gpu.return
  }
}

// -----

// @block_c2
gpu.module @in_wrong_width {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @wrong_width(%v: i32) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    // expected-error @+1 {{the circuit must have width 3, got 2}}
    %r:2 = prefix.block_scan @add by @two rows 0 mapping <> (%v) : (i32) -> (i32, i32)
    gpu.return
  }
}

// -----

gpu.module @in_no_seed {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @no_seed(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{operands must be ('i32', 'i32'), got ('i32')}}
    %r:2 = prefix.block_scan @add by @two rows 0 mapping <seed = first> (%v) : (i32) -> (i32, i32)
    gpu.return
  }
}

// -----

gpu.module @in_half_a_warp {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @half_a_warp(%v: i32) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    // expected-error @+1 {{must be in a kernel with a known block size of whole warps}}
    %r = prefix.block_reduce @add by @two rows 0 mapping <> (%v) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @in_no_circuit {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @no_circuit(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{unknown circuit '@three'}}
    %r = prefix.block_reduce @add by @three rows 0 mapping <> (%v) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @in_no_operator {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @no_operator(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{unknown monoid '@sub'}}
    %r = prefix.block_reduce @sub by @two rows 0 mapping <> (%v) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @in_fewer_than_no_rows {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @fewer_than_no_rows(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{the rows must be at least 0, got -1}}
    %r = prefix.block_reduce @add by @two rows -1 mapping <> (%v) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @in_lists_of_no_rows {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @lists_of_no_rows(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{the rows must be at least 1, got 0}}
    %r = prefix.block_reduce @add by @two rows 0 sublists mapping <> (%v) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @in_all_runs {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @all_runs(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{the circuit must have width 192, got 2}}
    %r:4 = prefix.block_scan @add by @two rows 3 mapping <> (%v, %v, %v) : (i32, i32, i32) -> (i32, i32, i32, i32)
    gpu.return
  }
}

// -----

gpu.module @in_lists_of_lanes {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @lists_of_lanes(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{the circuit must have width 32, got 2}}
    %r:6 = prefix.block_scan @add by @two rows 3 sublists mapping <> (%v, %v, %v) : (i32, i32, i32) -> (i32, i32, i32, i32, i32, i32)
    gpu.return
  }
}

// -----

gpu.module @in_no_total {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @no_total(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{results must be ('i32', 'i32'), got ('i32')}}
    %r = prefix.block_scan @add by @two rows 0 mapping <> (%v) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @in_too_many_states {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @two(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @too_many_states(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{operands must be ('i32'), got ('i32', 'i32')}}
    %r = prefix.block_reduce @add by @two rows 0 mapping <> (%v, %v) : (i32, i32) -> i32
    gpu.return
  }
}
