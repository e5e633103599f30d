// What the verifiers of the ops by which the warps of a block meet refuse.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

gpu.module @barriers_c1_offset {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.barriers' op must lie at a multiple of 8 bytes, got 12}}
    %0 = prefix.barriers "full" at 12 count 1
    gpu.return
  }
}

// -----

gpu.module @barriers_c1_negative {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.barriers' op must lie at a multiple of 8 bytes, got -8}}
    %0 = prefix.barriers "full" at -8 count 1
    gpu.return
  }
}

// -----

gpu.module @barriers_c1_count {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.barriers' op must have at least one element, got 0}}
    %0 = prefix.barriers "full" at 0 count 0
    gpu.return
  }
}

// -----

gpu.module @words_c1_offset {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.words' op must lie at a multiple of 8 bytes, got 4}}
    %0 = prefix.words "lengths" at 4 count 1 : !prefix.words<i64>
    gpu.return
  }
}

// -----

gpu.module @words_c1_negative {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.words' op must lie at a multiple of 4 bytes, got -4}}
    %0 = prefix.words "lengths" at -4 count 1 : !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @words_c1_count {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.words' op must have at least one element, got -1}}
    %0 = prefix.words "lengths" at 0 count -1 : !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @states_monoid {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.states' op unknown monoid '@pair'}}
    %0 = prefix.states "seeds" of @pair at [0, 8] count 1
    gpu.return
  }
}

// -----

gpu.module @states_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.states' op must have an offset for each value of a state (2), got 1}}
    %0 = prefix.states "seeds" of @pair at [0] count 1
    gpu.return
  }
}

// -----

gpu.module @states_c1_more {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.states' op must have an offset for each value of a state (2), got 3}}
    %0 = prefix.states "seeds" of @pair at [0, 8, 16] count 1
    gpu.return
  }
}

// -----

gpu.module @states_c2_offset {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.states' op must lie at a multiple of 8 bytes, got 12}}
    %0 = prefix.states "seeds" of @pair at [0, 12] count 1
    gpu.return
  }
}

// -----

gpu.module @states_c2_negative {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.states' op must lie at a multiple of 4 bytes, got -4}}
    %0 = prefix.states "seeds" of @pair at [-4, 8] count 1
    gpu.return
  }
}

// -----

gpu.module @states_c2_count {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.states' op must have at least one element, got 0}}
    %0 = prefix.states "seeds" of @pair at [0, 8] count 0
    gpu.return
  }
}

// -----

gpu.module @slots_c1_bytes {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.slots' op must have slots of a multiple of 16 bytes, got 24}}
    %0 = prefix.slots "ring" at 0 count 1 bytes 24
    gpu.return
  }
}

// -----

gpu.module @slots_c1_offset {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.slots' op must lie at a multiple of 16 bytes, got 8}}
    %0 = prefix.slots "ring" at 8 count 1 bytes 16
    gpu.return
  }
}

// -----

gpu.module @slots_c1_negative {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.slots' op must lie at a multiple of 16 bytes, got -16}}
    %0 = prefix.slots "ring" at -16 count 1 bytes 16
    gpu.return
  }
}

// -----

gpu.module @slots_c1_no_bytes {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.slots' op must have elements of at least one byte, got 0}}
    %0 = prefix.slots "ring" at 0 count 1 bytes 0
    gpu.return
  }
}

// -----

gpu.module @slots_c1_negative_bytes {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.slots' op must have elements of at least one byte, got -16}}
    %0 = prefix.slots "ring" at 0 count 1 bytes -16
    gpu.return
  }
}

// -----

gpu.module @slots_c1_count {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.slots' op must have at least one element, got 0}}
    %0 = prefix.slots "ring" at 0 count 0 bytes 16
    gpu.return
  }
}

// -----

gpu.module @slot_c1_beyond {
  gpu.func @kernel(%p: !llvm.ptr<3>, %i: i32) kernel {
    %ring = prefix.slots "ring" at 0 count 4 bytes 32
    // expected-error @+1 {{'prefix.slot' op must be a byte of a slot (0 to 31), got 32}}
    %0 = prefix.slot %ring[%i] byte 32
    gpu.return
  }
}

// -----

gpu.module @slot_c1_negative {
  gpu.func @kernel(%p: !llvm.ptr<3>, %i: i32) kernel {
    %ring = prefix.slots "ring" at 0 count 4 bytes 32
    // expected-error @+1 {{'prefix.slot' op must be a byte of a slot (0 to 31), got -1}}
    %0 = prefix.slot %ring[%i] byte -1
    gpu.return
  }
}

// -----

gpu.module @slot_c2 {
  gpu.func @kernel(%p: !llvm.ptr<3>, %ring: !prefix.slots, %i: i32) kernel {
    // expected-error @+1 {{'prefix.slot' op the slots must be what a 'prefix.slots' gives}}
    %0 = prefix.slot %ring[%i] byte 0
    gpu.return
  }
}

// -----

gpu.module @next_slot_c1 {
  gpu.func @kernel(%ring: !prefix.slots, %i: i32) kernel {
    // expected-error @+1 {{'prefix.next_slot' op the slots must be what a 'prefix.slots' gives}}
    %0:3 = prefix.next_slot %ring(%i, %i, %i) step %i
    gpu.return
  }
}

// -----

gpu.module @load_state_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%seeds: !prefix.states, %i: i32) kernel {
    // expected-error @+1 {{'prefix.load_state' op the states must be what a 'prefix.states' gives}}
    %0:2 = prefix.load_state %seeds[%i] : i32, f64
    gpu.return
  }
}

// -----

gpu.module @load_state_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%i: i32) kernel {
    %seeds = prefix.states "seeds" of @pair at [0, 8] count 1
    // expected-error @+1 {{'prefix.load_state' op results must be ('i32', 'f64'), got ('i32')}}
    %0 = prefix.load_state %seeds[%i] : i32
    gpu.return
  }
}

// -----

gpu.module @store_state_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%seeds: !prefix.states, %i: i32, %v: i32, %w: f64) kernel {
    // expected-error @+1 {{'prefix.store_state' op the states must be what a 'prefix.states' gives}}
    prefix.store_state %v, %w to %seeds[%i] : i32, f64
    gpu.return
  }
}

// -----

gpu.module @store_state_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%i: i32, %v: i32, %w: f64) kernel {
    %seeds = prefix.states "seeds" of @pair at [0, 8] count 1
    // expected-error @+1 {{'prefix.store_state' op values must be ('i32', 'f64'), got ('f64', 'i32')}}
    prefix.store_state %w, %v to %seeds[%i] : f64, i32
    gpu.return
  }
}

// -----

gpu.module @load_word_c1_words {
  gpu.func @kernel(%words: !prefix.words<i32>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.load_word' op the words must be what a 'prefix.words' gives}}
    %0 = prefix.load_word %words[%i] : i32 in !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @load_word_c1_bits {
  gpu.func @kernel(%i: i32) kernel {
    %words = prefix.words "lengths" at 0 count 1 : !prefix.words<i32>
    // expected-error @+1 {{'prefix.load_word' op a word of 'i32' does not fit in 'i16'}}
    %0 = prefix.load_word %words[%i] relaxed : i16 in !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @store_word_c1_words {
  gpu.func @kernel(%words: !prefix.words<i32>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.store_word' op the words must be what a 'prefix.words' gives}}
    prefix.store_word %i to %words[%i] : i32 to !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @store_word_c1_bits {
  gpu.func @kernel(%i: i32, %v: i8) kernel {
    %words = prefix.words "lengths" at 0 count 1 : !prefix.words<i32>
    // expected-error @+1 {{'prefix.store_word' op a word of 'i32' does not fit in 'i8'}}
    prefix.store_word %v to %words[%i] : i8 to !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @word_is_c1 {
  gpu.func @kernel(%words: !prefix.words<i32>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.word_is' op the words must be what a 'prefix.words' gives}}
    %0 = prefix.word_is %words[%i] 1 : !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @roles_c1_none {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op must have a name, a number of warps and a region for each role, and at least one}}
    "prefix.roles"() <{names = [], warps = array<i64>}> : () -> ()
    gpu.return
  }
}

// -----

gpu.module @roles_c1_names {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op must have a name, a number of warps and a region for each role, and at least one}}
    "prefix.roles"() <{names = ["loader"], warps = array<i64: 1, 1>}> ({
    ^bb0:
    }, {
    ^bb0:
    }) : () -> ()
    gpu.return
  }
}

// -----

gpu.module @roles_c1_counts {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op must have a name, a number of warps and a region for each role, and at least one}}
    "prefix.roles"() <{names = ["loader", "spine"], warps = array<i64: 2>}> ({
    ^bb0:
    }, {
    ^bb0:
    }) : () -> ()
    gpu.return
  }
}

// -----

gpu.module @roles_c1_regions {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op must have a name, a number of warps and a region for each role, and at least one}}
    "prefix.roles"() <{names = ["loader", "spine"], warps = array<i64: 1, 1>}> ({
    ^bb0:
    }) : () -> ()
    gpu.return
  }
}

// -----

gpu.module @roles_c1_warps {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op role "spine" must have at least one warp, got 0}}
    prefix.roles "loader" 2 {
    } "spine" 0 {
    }
    gpu.return
  }
}

// -----

gpu.module @roles_c2 {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op the roles have 3 warps, and the kernel has 64 threads}}
    prefix.roles "loader" 1 {
    } "scanners" 2 {
    }
    gpu.return
  }
}

// -----

gpu.module @roles_c2_part_of_a_warp {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 80, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op the roles have 3 warps, and the kernel has 80 threads}}
    prefix.roles "loader" 1 {
    } "scanners" 2 {
    }
    gpu.return
  }
}

// -----

gpu.module @roles_c2_block {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.roles' op must be in a kernel with a known block size}}
    prefix.roles "loader" 1 {
    }
    gpu.return
  }
}

// -----

// expected-error @+1 {{'prefix.roles' op must be in a kernel with a known block size}}
prefix.roles "loader" 1 {
}

// -----

gpu.module @init_barriers_c1 {
  gpu.func @kernel(%full: !prefix.barriers) kernel {
    // expected-error @+1 {{'prefix.init_barriers' op the barriers must be what a 'prefix.barriers' gives}}
    prefix.init_barriers %full arrivals 1
    gpu.return
  }
}

// -----

gpu.module @init_barriers_c2 {
  gpu.func @kernel() kernel {
    %full = prefix.barriers "full" at 0 count 1
    // expected-error @+1 {{'prefix.init_barriers' op a phase must have 1 to 1048575 arrivals, got 0}}
    prefix.init_barriers %full arrivals 0
    gpu.return
  }
}

// -----

gpu.module @release_c1 {
  gpu.func @kernel(%full: !prefix.barriers, %i: i32) kernel {
    // expected-error @+1 {{'prefix.release' op the barriers must be what a 'prefix.barriers' gives}}
    prefix.release %full[%i]
    gpu.return
  }
}

// -----

gpu.module @acquire_c1 {
  gpu.func @kernel(%full: !prefix.barriers, %i: i32) kernel {
    // expected-error @+1 {{'prefix.acquire' op the barriers must be what a 'prefix.barriers' gives}}
    prefix.acquire %full[%i] parity %i
    gpu.return
  }
}

// -----

gpu.module @acquire_c2 {
  gpu.func @kernel(%i: i32) kernel {
    %full = prefix.barriers "full" at 0 count 1
    // expected-error @+1 {{'prefix.acquire' op a wait that 'paces' does nothing meanwhile}}
    prefix.acquire %full[%i] parity %i paces meanwhile {
      prefix.release %full[%i]
    }
    gpu.return
  }
}

// -----

gpu.module @give_up_c1_bits {
  gpu.func @kernel(%i: i32) kernel {
    %left = prefix.barriers "left" at 0 count 1
    %mode = prefix.words "mode" at 8 count 1 : !prefix.words<i16>
    // expected-error @+1 {{'prefix.give_up' op 'mode' must be a word of 32 bits, got 'i16'}}
    prefix.give_up %mode : !prefix.words<i16> leaving %left tile %i early 2
    gpu.return
  }
}

// -----

gpu.module @give_up_c1_mode {
  gpu.func @kernel(%mode: !prefix.words<i32>, %i: i32) kernel {
    %left = prefix.barriers "left" at 0 count 1
    // expected-error @+1 {{'prefix.give_up' op the mode must be what a 'prefix.words' gives}}
    prefix.give_up %mode : !prefix.words<i32> leaving %left tile %i early 2
    gpu.return
  }
}

// -----

gpu.module @give_up_c1_left {
  gpu.func @kernel(%left: !prefix.barriers, %i: i32) kernel {
    %mode = prefix.words "mode" at 8 count 1 : !prefix.words<i32>
    // expected-error @+1 {{'prefix.give_up' op the barriers must be what a 'prefix.barriers' gives}}
    prefix.give_up %mode : !prefix.words<i32> leaving %left tile %i early 2
    gpu.return
  }
}

// -----

gpu.module @stretch_c1 {
  gpu.func @kernel(%in: !llvm.ptr<1>, %n: i64) kernel {
    // expected-error @+1 {{'prefix.stretch' op an element must have at least one byte, got 0}}
    %0:2 = prefix.stretch %in[%n] elements %n size 0
    gpu.return
  }
}

// -----

gpu.module @copy_in_c1 {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %full: !prefix.barriers, %n: i32) kernel {
    // expected-error @+1 {{'prefix.copy_in' op the barriers must be what a 'prefix.barriers' gives}}
    prefix.copy_in %n from %in to %slot releasing %full[%n]
    gpu.return
  }
}

// -----

gpu.module @copy_rest_c1_unit {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.copy_rest' op 'unit' must be 1, 2, 4 or 8 bytes, got 16}}
    prefix.copy_rest to %slot from %in behind %i elements %n size 16 unit 16 by %i of 128 : !llvm.ptr<3>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @copy_rest_c1_no_unit {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.copy_rest' op 'unit' must be 1, 2, 4 or 8 bytes, got 0}}
    prefix.copy_rest to %slot from %in behind %i elements %n size 16 unit 0 by %i of 128 : !llvm.ptr<3>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @copy_rest_c1_size {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.copy_rest' op 'size' must be a multiple of 'unit' (4), got 6}}
    prefix.copy_rest to %slot from %in behind %i elements %n size 6 unit 4 by %i of 128 : !llvm.ptr<3>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @copy_rest_c1_no_size {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.copy_rest' op 'size' must be a multiple of 'unit' (4), got 0}}
    prefix.copy_rest to %slot from %in behind %i elements %n size 0 unit 4 by %i of 128 : !llvm.ptr<3>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @copy_rest_c1_threads {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.copy_rest' op must be by at least one thread, got 0}}
    prefix.copy_rest to %slot from %in behind %i elements %n size 4 unit 4 by %i of 0 : !llvm.ptr<3>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @fill_c1_unit {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.fill' op 'unit' must be 1, 2, 4 or 8 bytes, got 16}}
    prefix.fill %slot elements %n run %i size 16 unit 16 by %i of 128
    gpu.return
  }
}

// -----

gpu.module @fill_c1_no_unit {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.fill' op 'unit' must be 1, 2, 4 or 8 bytes, got 0}}
    prefix.fill %slot elements %n run %i size 16 unit 0 by %i of 128
    gpu.return
  }
}

// -----

gpu.module @fill_c1_size {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.fill' op 'size' must be a multiple of 'unit' (4), got 6}}
    prefix.fill %slot elements %n run %i size 6 unit 4 by %i of 128
    gpu.return
  }
}

// -----

gpu.module @fill_c1_no_size {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.fill' op 'size' must be a multiple of 'unit' (4), got 0}}
    prefix.fill %slot elements %n run %i size 0 unit 4 by %i of 128
    gpu.return
  }
}

// -----

gpu.module @fill_c1_threads {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.fill' op must be by at least one thread, got 0}}
    prefix.fill %slot elements %n run %i size 4 unit 4 by %i of 0
    gpu.return
  }
}

// -----

gpu.module @copy_rest_c2_global {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.copy_rest' op must be between global and shared memory, got two addresses of type '!llvm.ptr<1>'}}
    prefix.copy_rest to %in from %in behind %i elements %n size 4 unit 4 by %i of 128 : !llvm.ptr<1>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @copy_rest_c2_shared {
  gpu.func @kernel(%in: !llvm.ptr<1>, %slot: !llvm.ptr<3>, %n: i64, %i: i32) kernel {
    // expected-error @+1 {{'prefix.copy_rest' op must be between global and shared memory, got two addresses of type '!llvm.ptr<3>'}}
    prefix.copy_rest to %slot from %slot behind %i elements %n size 4 unit 4 by %i of 128 : !llvm.ptr<3>, !llvm.ptr<3>
    gpu.return
  }
}

// -----

gpu.module @roles_c2_plane {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 48, 2, 1>} {
    // expected-error @+1 {{'prefix.roles' op must be in a kernel whose blocks have one dimension}}
    prefix.roles "loader" 1 {
    } "scanners" 2 {
    }
    gpu.return
  }
}

// -----

gpu.module @roles_c3 {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{'prefix.roles' op 'llvm.unreachable' cannot end a region of this op}}
    prefix.roles "loader" 1 {
      llvm.unreachable
    }
    gpu.return
  }
}

// -----

gpu.module @acquire_c3 {
  gpu.func @kernel(%p: !llvm.ptr<3>, %i: i32) kernel {
    %full = prefix.barriers "full" at 0 count 1
    // expected-error @+1 {{'prefix.acquire' op 'llvm.unreachable' cannot end a region of this op}}
    prefix.acquire %full[%i] parity %i meanwhile {
      llvm.unreachable
    }
    gpu.return
  }
}

// -----

gpu.module @init_c2_most {
  gpu.func @kernel() kernel {
    %full = prefix.barriers "full" at 0 count 1
    // expected-error @+1 {{'prefix.init_barriers' op a phase must have 1 to 1048575 arrivals, got 4294967296}}
    prefix.init_barriers %full arrivals 4294967296
    gpu.return
  }
}

// -----

gpu.module @barriers_c1_end {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.barriers' op must end within 1073741824 bytes of shared memory}}
    %full = prefix.barriers "full" at 4294967296 count 1
    gpu.return
  }
}

// -----

gpu.module @barriers_c1_count {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.barriers' op must end within 1073741824 bytes of shared memory}}
    %full = prefix.barriers "full" at 0 count 1152921504606846976
    gpu.return
  }
}

// -----

gpu.module @words_c2 {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.words' op must be words of type i8, i16, i32 or i64, got 'i1'}}
    %bits = prefix.words "bits" at 0 count 8 : <i1>
    gpu.return
  }
}

// -----

gpu.module @words_c2_odd {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.words' op must be words of type i8, i16, i32 or i64, got 'i24'}}
    %odd = prefix.words "odd" at 0 count 8 : <i24>
    gpu.return
  }
}

// -----

// The monoid is verified behind the kernel that names it.
gpu.module @states_c2_type {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.states' op memory cannot hold a value of type 'i24'}}
    %states = prefix.states "seeds" of @odd at [0] count 1
    gpu.return
  }
  // expected-error @+1 {{'prefix.monoid' op a state value must be i1, i8, i16, i32, i64, f16, bf16, f32 or f64, got 'i24'}}
  prefix.monoid @odd identity {
    %zero = arith.constant 0 : i24
    prefix.yield %zero : i24
  } combine (%a: i24), (%b: i24) {
    %sum = arith.addi %a, %b : i24
    prefix.yield %sum : i24
  }
}

// -----

gpu.module @tell_c1_width {
  gpu.func @kernel(%part: i32, %index: i32, %is: i1, %own: !prefix.words<i64>) kernel {
    %mail = prefix.words "mail" at 0 count 64 : <i32>
    // expected-error @+1 {{'prefix.tell' op must be words of 64 bits, got 'i32'}}
    prefix.tell %part to %mail[%index apart 1] of %index tag %part : <i32>
    gpu.return
  }
}

// -----

gpu.module @tell_c1 {
  gpu.func @kernel(%part: i32, %index: i32, %is: i1, %own: !prefix.words<i64>) kernel {
    %mail = prefix.words "mail" at 0 count 64 : <i64>
    // expected-error @+1 {{'prefix.tell' op the words must be what a 'prefix.words' gives}}
    prefix.tell %part to %own[%index apart 1] of %index tag %part : <i64>
    gpu.return
  }
}

// -----

gpu.module @tell_c2 {
  gpu.func @kernel(%part: i32, %index: i32, %is: i1, %own: !prefix.words<i64>) kernel {
    %mail = prefix.words "mail" at 0 count 64 : <i64>
    // expected-error @+1 {{'prefix.tell' op must tell a part at least}}
    "prefix.tell"(%mail, %index, %index, %part) <{apart = 1 : i64}> : (!prefix.words<i64>, i32, i32, i32) -> ()
    gpu.return
  }
}

// -----

gpu.module @hear_c1 {
  gpu.func @kernel(%part: i32, %index: i32, %is: i1, %own: !prefix.words<i64>) kernel {
    %mail = prefix.words "mail" at 0 count 64 : <i64>
    // expected-error @+1 {{'prefix.hear' op the words must be what a 'prefix.words' gives}}
    %0 = prefix.hear %own[%index apart 1] if %is tag %part parts 1 : <i64> -> i32
    gpu.return
  }
}

// -----

gpu.module @hear_c2 {
  gpu.func @kernel(%part: i32, %index: i32, %is: i1, %own: !prefix.words<i64>) kernel {
    %mail = prefix.words "mail" at 0 count 64 : <i64>
    // expected-error @+1 {{'prefix.hear' op must have an index at least, and whether it exists for each, got 2 and 1}}
    %0:2 = prefix.hear %mail[%index, %index apart 1] if %is tag %part parts 1 : <i64> -> i32, i32
    gpu.return
  }
}

// -----

gpu.module @hear_c3 {
  gpu.func @kernel(%part: i32, %index: i32, %is: i1, %own: !prefix.words<i64>) kernel {
    %mail = prefix.words "mail" at 0 count 64 : <i64>
    // expected-error @+1 {{'prefix.hear' op must give 2 parts for each of 1, got 1}}
    %0 = prefix.hear %mail[%index apart 1] if %is tag %part parts 2 : <i64> -> i32
    gpu.return
  }
}
