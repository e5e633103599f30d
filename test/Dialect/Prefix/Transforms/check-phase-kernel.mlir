// What the kernel phase promises: no op of the llvm dialect, and arrays that lie
// apart in shared memory.
// RUN: scanc-opt %s -prefix-check-phase=phase=kernel -verify-diagnostics -split-input-file

// An op of the llvm dialect.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  gpu.func @k(%p: !llvm.ptr<1>) kernel {
    // expected-error @+1 {{'llvm.load' in the kernel phase, which has no llvm op}}
    %0 = llvm.load %p : !llvm.ptr<1> -> i32
    gpu.return
  }
}

// -----

// What is beside the kernels, too.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  // expected-error @+1 {{'llvm.mlir.global' in the kernel phase, which has no llvm op}}
  llvm.mlir.global external @table() {addr_space = 3 : i32} : !llvm.array<0 x i8>
}

// -----

// And what is within an op of theirs.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    prefix.roles "loader" 1 {
      // expected-error @+1 {{'llvm.inline_asm' in the kernel phase, which has no llvm op}}
      llvm.inline_asm has_side_effects "trap;", "" : () -> ()
    }
    gpu.return
  }
}

// -----

// Barriers, eight bytes each, within others that are behind them in the kernel.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  gpu.func @k() kernel {
    // expected-error @+1 {{'full' begins at byte 8 of shared memory, within 'left', which ends at 16}}
    %full = prefix.barriers "full" at 8 count 1
    %left = prefix.barriers "left" at 0 count 2
    gpu.return
  }
}

// -----

// Words within slots: by one byte.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  gpu.func @k() kernel {
    %ring = prefix.slots "ring" at 16 count 3 bytes 32
    // expected-error @+1 {{'mode' begins at byte 111 of shared memory, within 'ring', which ends at 112}}
    %mode = prefix.words "mode" at 111 count 2 : !prefix.words<i8>
    gpu.return
  }
}

// -----

// Each value of a state has an array of its own: the second one within words.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @k() kernel {
    %words = prefix.words "starts" at 32 count 3 : !prefix.words<i64>
    // expected-error @+1 {{'seeds' begins at byte 48 of shared memory, within 'starts', which ends at 56}}
    %seeds = prefix.states "seeds" of @pair at [0, 48] count 4
    gpu.return
  }
}

// -----

// Within each other: four of four bytes, and four of eight.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @k() kernel {
    // expected-error @+1 {{'seeds' begins at byte 8 of shared memory, within 'seeds', which ends at 16}}
    %seeds = prefix.states "seeds" of @pair at [0, 8] count 4
    gpu.return
  }
}

// -----

// Slots within states.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @k() kernel {
    %seeds = prefix.states "seeds" of @pair at [0, 16] count 3
    // expected-error @+1 {{'ring' begins at byte 32 of shared memory, within 'seeds', which ends at 40}}
    %ring = prefix.slots "ring" at 32 count 1 bytes 16
    gpu.return
  }
}

// -----

// At one place: the longer one is said to be within the shorter one.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  gpu.func @k() kernel {
    %mode = prefix.words "mode" at 64 count 1 : !prefix.words<i32>
    // expected-error @+1 {{'full' begins at byte 64 of shared memory, within 'mode', which ends at 68}}
    %full = prefix.barriers "full" at 64 count 1
    gpu.return
  }
}

// -----

// Wherever they are in the kernel.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  gpu.func @k(%is: i1) kernel {
    %full = prefix.barriers "full" at 0 count 2
    scf.if %is {
      // expected-error @+1 {{'mode' begins at byte 12 of shared memory, within 'full', which ends at 16}}
      %mode = prefix.words "mode" at 12 count 1 : !prefix.words<i32>
    }
    gpu.return
  }
}

// -----

// Side by side, in any order, and with pointers: all is well. What another kernel has
// there is not the same memory.
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @k(%i: i32, %p: !llvm.ptr<3>) kernel {
    %mode = prefix.words "mode" at 140 count 1 : !prefix.words<i32>
    %ring = prefix.slots "ring" at 0 count 2 bytes 32
    %full = prefix.barriers "full" at 64 count 4
    %seeds = prefix.states "seeds" of @pair at [96, 104] count 2
    %codes = prefix.words "codes" at 120 count 20 : !prefix.words<i8>
    %slot = prefix.slot %ring[%i] byte 0
    gpu.return
  }
  gpu.func @l() kernel {
    %full = prefix.barriers "full" at 0 count 10
    gpu.return
  }
}
