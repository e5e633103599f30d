// What some threads, or some warps, of a block must not do.
// RUN: scanc-opt %s -split-input-file -verify-diagnostics

// @where_c1
gpu.module @in_wrong_pass {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @wrong_pass(%v: i32, %w: f32) {
    // expected-error @+1 {{'else' and 'pass' must give ('i32'), got ('i32') and ('f32')}}
    %r = prefix.where <0 to 4> else (%v : i32) -> i32 {
      prefix.pass %w : f32
    }
    gpu.return
  }
}

// -----

// @warp_synchronous_c1
gpu.module @in_no_state {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_state(%v: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{results must be ('i32'), got ('f32')}}
    %r = prefix.warp_synchronous @add warps 2 -> f32 {
      prefix.pass %v : f32
    }
    gpu.return
  }
}

// -----

gpu.module @in_too_many_warps {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @too_many_warps() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{must be in a kernel of at least 3 warps}}
    prefix.warp_synchronous @add warps 3 {
    }
    gpu.return
  }
}

// -----

// @warp_synchronous_c2
gpu.module @in_barrier {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @barrier() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-note @+1 {{the region begins here}}
    prefix.warp_synchronous @add warps 2 {
      // expected-error @+1 {{waits for other warps inside a warp-synchronous region}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

// @warp_synchronous_c3
gpu.module @in_two_warps {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @two_warps(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[65] layout affine_map<(d0) -> (d0)>
    prefix.warp_synchronous @add warps 2 {
      // expected-note @+1 {{here}}
      prefix.put %v to %cells at <0 + 1 * t> : i32
      // expected-error @+1 {{warp 0 accesses cell 32, which warp 1 accesses too in this warp-synchronous region}}
      %l = prefix.get %cells at <1 + 1 * t> : i32
    }
    gpu.return
  }
}

// -----

// Of one warp's threads alone.
gpu.module @in_one_warp {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @one_warp(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[65] layout affine_map<(d0) -> (d0)>
    prefix.warp_synchronous @add warps 2 {
      prefix.put %v to %cells at <0 + 1 * t> : i32
      prefix.where <0 to 31> {
        %l = prefix.get %cells at <1 + 1 * t> : i32
      }
    }
    gpu.return
  }
}

// -----

gpu.module @in_wrong_else {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @wrong_else(%v: i32, %w: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'else' and 'pass' must give ('i32'), got ('f32') and ('i32')}}
    %r = prefix.where <0 to 4> else (%w : f32) -> i32 {
      prefix.pass %v : i32
    }
    gpu.return
  }
}

// -----

gpu.module @in_no_else {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_else(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'else' and 'pass' must give ('i32'), got () and ('i32')}}
    %r = "prefix.where"() <{threads = #prefix.threads<0 to 4>}> ({
      prefix.pass %v : i32
    }) : () -> i32
    gpu.return
  }
}

// -----

gpu.module @in_no_pass {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_pass(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'else' and 'pass' must give ('i32'), got ('i32') and ()}}
    %r = prefix.where <0 to 4> else (%v : i32) -> i32 {
    }
    gpu.return
  }
}

// -----

gpu.module @in_nothing_passed {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @nothing_passed(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{passed values must be ('i32'), got ()}}
    %r = prefix.warp_synchronous @add warps 2 -> i32 {
    }
    gpu.return
  }
}

// -----

gpu.module @in_wrong_passed {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @wrong_passed(%v: i32, %w: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{passed values must be ('i32'), got ('f32')}}
    %r = prefix.warp_synchronous @add warps 2 -> i32 {
      prefix.pass %w : f32
    }
    gpu.return
  }
}

// -----

// The other warp goes past the region.
gpu.module @in_other_warps {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @other_warps(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'else' must be ('i32'), got ()}}
    %r = prefix.warp_synchronous @add warps 1 -> i32 {
      prefix.pass %v : i32
    }
    gpu.return
  }
}

// -----

gpu.module @in_wrong_other_warps {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @wrong_other_warps(%v: i32, %w: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'else' must be ('i32'), got ('f32')}}
    %r = prefix.warp_synchronous @add warps 1 else (%w : f32) -> i32 {
      prefix.pass %v : i32
    }
    gpu.return
  }
}

// -----

gpu.module @in_no_other_warps {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_other_warps(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'else' must be (), got ('i32')}}
    prefix.warp_synchronous @add warps 1 else (%v : i32) {
    }
    gpu.return
  }
}

// -----

gpu.module @in_no_warp {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_warp(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{must be in a kernel of at least 0 warps}}
    prefix.warp_synchronous @add warps 0 {
    }
    gpu.return
  }
}

// -----

gpu.module @in_unknown_warps {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @unknown_warps(%v: i32) kernel {
    // expected-error @+1 {{must be in a kernel of at least 1 warps}}
    prefix.warp_synchronous @add warps 1 {
    }
    gpu.return
  }
}

// -----

gpu.module @in_no_such_operator {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @no_such_operator(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{unknown monoid '@sub'}}
    prefix.warp_synchronous @sub warps 1 {
    }
    gpu.return
  }
}

// -----

// However deep.
gpu.module @in_barrier_in_where {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @barrier_in_where(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-note @+1 {{the region begins here}}
    prefix.warp_synchronous @add warps 1 {
      prefix.where <0 to 4> {
        // expected-error @+1 {{waits for other warps inside a warp-synchronous region}}
        gpu.barrier
      }
    }
    gpu.return
  }
}

// -----

gpu.module @in_block_scan {
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
  gpu.func @block_scan(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-note @+1 {{the region begins here}}
    prefix.warp_synchronous @add warps 2 {
      // expected-error @+1 {{waits for other warps inside a warp-synchronous region}}
      %r = prefix.block_reduce @add by @two rows 0 mapping <> (%v) : (i32) -> i32
    }
    gpu.return
  }
}

// -----

gpu.module @in_nested {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @nested(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-note @+1 {{the region begins here}}
    prefix.warp_synchronous @add warps 2 {
      // expected-error @+1 {{waits for other warps inside a warp-synchronous region}}
      prefix.warp_synchronous @add warps 1 {
      }
    }
    gpu.return
  }
}

// -----

// Two warps store to one cell.
gpu.module @in_two_stores {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @two_stores(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[65] layout affine_map<(d0) -> (d0)>
    prefix.warp_synchronous @add warps 2 {
      prefix.where <0 to 64 step 32> {
        // expected-note @+2 {{here}}
        // expected-error @+1 {{warp 1 accesses cell 64, which warp 0 accesses too in this warp-synchronous region}}
        prefix.put %v to %cells at <64> : i32
      }
    }
    gpu.return
  }
}

// -----

// By a table.
gpu.module @in_store_after_load {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @store_after_load(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[65] layout affine_map<(d0) -> (d0)>
    prefix.warp_synchronous @add warps 2 {
      // expected-note @+1 {{here}}
      %l = prefix.get %cells at <[3, 2, 1, 0]> : i32
      prefix.where <33 to 34> {
        // expected-error @+1 {{warp 1 accesses cell 3, which warp 0 accesses too in this warp-synchronous region}}
        prefix.put %v to %cells at <-30 + 1 * t> : i32
      }
    }
    gpu.return
  }
}

// -----

// Loads may meet, and other cells are others; a store is by the threads that all
// regions around it admit.
gpu.module @in_shared_loads {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @shared_loads(%v: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[65] layout affine_map<(d0) -> (d0)>
    %others = prefix.cells @add[65] layout affine_map<(d0) -> (d0)>
    prefix.warp_synchronous @add warps 2 {
      %l = prefix.get %cells at <64> : i32
      %m = prefix.get %cells at <1 + 1 * t> : i32
      prefix.put %l to %others at <0 + 1 * t> : i32
      prefix.where <0 to 64 words [0x80000000, 0x80000000]> {
        prefix.where <32 to 64> {
          prefix.put %m to %others at <1 + 1 * t> : i32
        }
      }
    }
    gpu.return
  }
}

// -----

gpu.module @in_outside {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @outside() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.pass' op expects parent op to be one of 'prefix.where, prefix.warp_synchronous, prefix.close_count'}}
    "prefix.pass"() : () -> ()
    gpu.return
  }
}
