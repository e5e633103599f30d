// What the verifiers of the ops by which warps and blocks meet refuse.
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

gpu.module @member_c1_first {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.member' op 'from' must be the number of a warp, got -1}}
    %0:3 = prefix.member from -1 warps 4
    gpu.return
  }
}

// -----

gpu.module @member_c1_warps {
  gpu.func @kernel() kernel {
    // expected-error @+1 {{'prefix.member' op 'warps' must be at least 1, got 0}}
    %0:3 = prefix.member from 3 warps 0
    gpu.return
  }
}

// -----

gpu.module @member_c2_words {
  gpu.func @kernel(%mode: !prefix.words<i32>) kernel {
    // expected-error @+1 {{'prefix.member' op the words must be what a 'prefix.words' gives}}
    %0:3 = prefix.member from 3 warps 4 anew %mode : !prefix.words<i32>
    gpu.return
  }
}

// -----

gpu.module @member_c2_bits {
  gpu.func @kernel() kernel {
    %mode = prefix.words "mode" at 0 count 1 : !prefix.words<i64>
    // expected-error @+1 {{'prefix.member' op 'anew' must name words of 32 bits, got 'i64'}}
    %0:3 = prefix.member from 3 warps 4 anew %mode : !prefix.words<i64>
    gpu.return
  }
}

// -----

gpu.module @pieces_c1_most {
  gpu.func @kernel(%n: i64) kernel {
    // expected-error @+1 {{'prefix.pieces' op 'most' must be at least 1, got 0}}
    %0 = prefix.pieces %n in %n most 0 size 4 threads 256
    gpu.return
  }
}

// -----

gpu.module @pieces_c1_size {
  gpu.func @kernel(%n: i64) kernel {
    // expected-error @+1 {{'prefix.pieces' op 'size' must be at least 1, got -4}}
    %0 = prefix.pieces %n in %n most 7 size -4 threads 256
    gpu.return
  }
}

// -----

gpu.module @pieces_c1_threads {
  gpu.func @kernel(%n: i64) kernel {
    // expected-error @+1 {{'prefix.pieces' op 'threads' must be at least 1, got 0}}
    %0 = prefix.pieces %n in %n most 7 size 4 threads 0
    gpu.return
  }
}

// -----

gpu.module @tile_length_c1_granule {
  gpu.func @kernel(%n: i64) kernel {
    // expected-error @+1 {{'prefix.tile_length' op 'granule' must be at least 1, got 0}}
    %0 = prefix.tile_length %n in %n granule 0 most 16
    gpu.return
  }
}

// -----

gpu.module @tile_length_c1_most {
  gpu.func @kernel(%n: i64) kernel {
    // expected-error @+1 {{'prefix.tile_length' op 'most' must be at least 1, got -1}}
    %0 = prefix.tile_length %n in %n granule 288 most -1
    gpu.return
  }
}

// -----

gpu.module @tile_c1_walk {
  gpu.func @kernel(%walk: !prefix.walk, %n: i64) kernel {
    // expected-error @+1 {{'prefix.tile' op the walk must be what a 'prefix.walk' gives}}
    %0:3 = prefix.tile %walk[%n] length %n
    gpu.return
  }
}

// -----

gpu.module @tile_c1_domain {
  gpu.func @kernel(%n: i64) kernel {
    %walk = prefix.walk strided_rows(%n, %n, %n)
    // expected-error @+1 {{'prefix.tile' op the elements of 'strided_rows' do not lie side by side}}
    %0:3 = prefix.tile %walk[%n] length %n
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
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 40, 2, 1>} {
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
    // expected-error @+1 {{'prefix.init_barriers' op a phase must have at least one arrival, got 0}}
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

gpu.module @exchange_monoid {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.exchange' op unknown monoid '@pair'}}
    %0 = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    gpu.return
  }
}

// -----

gpu.module @exchange_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.exchange' op a lane must have at least one entry, got 0}}
    %0 = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 0
    gpu.return
  }
}

// -----

gpu.module @entry_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entry' op the exchange must be what a 'prefix.exchange' gives}}
    %0:2 = prefix.entry %exchange cycle %i block %i
    gpu.return
  }
}

// -----

gpu.module @post_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32, %tag: i128) kernel {
    // expected-error @+1 {{'prefix.post' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.post %i to %exchange(%tag, %workspace) : i32
    gpu.return
  }
}

// -----

gpu.module @post_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %tag: i128) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.post' op values must be ('i32', 'f64'), got ('i32')}}
    prefix.post %i to %exchange(%tag, %workspace) : i32
    gpu.return
  }
}

// -----

gpu.module @row_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.row' op the exchange must be what a 'prefix.exchange' gives}}
    %0:3 = prefix.row %exchange cycle %i length %i per_block %i : i32
    gpu.return
  }
}

// -----

gpu.module @row_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.row' op must have a mask for each entry of a lane (2), got 1}}
    %0:3 = prefix.row %exchange cycle %i length %i per_block %i : i32
    gpu.return
  }
}

// -----

gpu.module @gather_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.gather' op the exchange must be what a 'prefix.exchange' gives}}
    %0:2 = prefix.gather %exchange(%i, %workspace) masks(%i, %i) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @gather_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.gather' op must have a mask for each entry of a lane (2), got 3}}
    %0:2 = prefix.gather %exchange(%i, %workspace) masks(%i, %i, %i) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @gather_c3 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.gather' op results must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>', 'vector<4xf64>')}}
    %0:2 = prefix.gather %exchange(%i, %workspace) masks(%i, %i) : vector<2xi32>, vector<4xf64>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c1 {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %exchange: !prefix.exchange, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    // expected-error @+1 {{'prefix.entries_below' op the exchange must be what a 'prefix.exchange' gives}}
    %0:2 = prefix.entries_below %exchange block %i(%a, %b) : vector<2xi32>, vector<2xf64> -> vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c2_totals {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op entries must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>')}}
    %0:2 = prefix.entries_below %exchange block %i(%a) : vector<2xi32> -> vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c2_results {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op results must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>')}}
    %0 = prefix.entries_below %exchange block %i(%a, %b) : vector<2xi32>, vector<2xf64> -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @entries_below_c3_no_result {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op must have a result for 'cuts' where they are given}}
    %0:2 = "prefix.entries_below"(%exchange, %i, %a, %b, %i) <{operandSegmentSizes = array<i32: 1, 1, 2, 1>, resultSegmentSizes = array<i32: 2, 0>}> : (!prefix.exchange, i32, vector<2xi32>, vector<2xf64>, i32) -> (vector<2xi32>, vector<2xf64>)
    gpu.return
  }
}

// -----

gpu.module @entries_below_c3_no_cuts {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32, %a: vector<2xi32>, %b: vector<2xf64>) kernel {
    %exchange = prefix.exchange @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.entries_below' op must have a result for 'cuts' where they are given}}
    %0:3 = "prefix.entries_below"(%exchange, %i, %a, %b) <{operandSegmentSizes = array<i32: 1, 1, 2, 0>, resultSegmentSizes = array<i32: 2, 1>}> : (!prefix.exchange, i32, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>, i32)
    gpu.return
  }
}

// -----

gpu.module @is_last_entry_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.is_last_entry' op the exchange must be what a 'prefix.exchange' gives}}
    %0 = prefix.is_last_entry %exchange block %i length %i per_block %i
    gpu.return
  }
}

// -----

gpu.module @must_clear_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.must_clear' op the exchange must be what a 'prefix.exchange' gives}}
    %0 = prefix.must_clear %exchange block %i length %i per_block %i
    gpu.return
  }
}

// -----

gpu.module @clear_behind_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.clear_behind' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.clear_behind %exchange cycle %i length %i per_block %i
    gpu.return
  }
}

// -----

gpu.module @clear_rows_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.clear_rows' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.clear_rows %exchange
    gpu.return
  }
}

// -----

gpu.module @advance_c1 {
  gpu.func @kernel(%exchange: !prefix.exchange, %i: i32) kernel {
    // expected-error @+1 {{'prefix.advance' op the exchange must be what a 'prefix.exchange' gives}}
    prefix.advance %exchange by %i
    gpu.return
  }
}

// -----

gpu.module @count_c1 {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64) kernel {
    // expected-error @+1 {{'prefix.count' op what 'acquires' also 'releases'}}
    %0 = prefix.count %word at %address acquires
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_argument {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64, %is: i1) kernel {
    // expected-error @+1 {{'prefix.close_count' op the region's arguments must be ('i64'), got ()}}
    %0 = prefix.close_count %address from %word unless {
      prefix.pass %is : i1
    }
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_type {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64, %is: i1) kernel {
    // expected-error @+1 {{'prefix.close_count' op the region's arguments must be ('i64'), got ('i32')}}
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i32):
      prefix.pass %is : i1
    }
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_pass {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64) kernel {
    // expected-error @+1 {{'prefix.close_count' op what the region passes must be ('i1'), got ('i64')}}
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i64):
      prefix.pass %now : i64
    }
    gpu.return
  }
}

// -----

gpu.module @close_count_c1_no_pass {
  gpu.func @kernel(%address: !llvm.ptr<1>, %word: i64) kernel {
    // expected-error @+1 {{'prefix.close_count' op the region must end with a 'prefix.pass'}}
    %0 = prefix.close_count %address from %word unless {
    ^bb0(%now: i64):
      llvm.unreachable
    }
    gpu.return
  }
}

// -----

gpu.module @entries_monoid {
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op unknown monoid '@pair'}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    gpu.return
  }
}

// -----

gpu.module @entries_c1_none {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op the entries of a lane must be a power of two, got 0}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane 0
    gpu.return
  }
}

// -----

gpu.module @entries_c1_odd {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op the entries of a lane must be a power of two, got 6}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane 6
    gpu.return
  }
}

// -----

gpu.module @entries_c1_negative {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %i: i32) kernel {
    // expected-error @+1 {{'prefix.entries' op the entries of a lane must be a power of two, got -2}}
    %0 = prefix.entries @pair in %workspace epoch %i launch %i per_lane -2
    gpu.return
  }
}

// -----

gpu.module @open_tiles_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.open_tiles' op the entries must be what a 'prefix.entries' gives}}
    prefix.open_tiles %entries
    gpu.return
  }
}

// -----

gpu.module @draw_tile_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.draw_tile' op the entries must be what a 'prefix.entries' gives}}
    %0 = prefix.draw_tile %entries
    gpu.return
  }
}

// -----

gpu.module @close_tiles_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.close_tiles' op the entries must be what a 'prefix.entries' gives}}
    prefix.close_tiles %entries tiles %tile
    gpu.return
  }
}

// -----

gpu.module @await_readers_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.await_readers' op the entries must be what a 'prefix.entries' gives}}
    prefix.await_readers %entries[%tile]
    gpu.return
  }
}

// -----

gpu.module @post_tile_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.post_tile' op the entries must be what a 'prefix.entries' gives}}
    prefix.post_tile %i, %v to %entries[%tile] : i32, f64
    gpu.return
  }
}

// -----

gpu.module @post_tile_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.post_tile' op values must be ('i32', 'f64'), got ('i32')}}
    prefix.post_tile prefix %i to %entries[%tile] : i32
    gpu.return
  }
}

// -----

gpu.module @read_prefix_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.read_prefix' op the entries must be what a 'prefix.entries' gives}}
    %0:2 = prefix.read_prefix %entries[%tile] : i32, f64
    gpu.return
  }
}

// -----

gpu.module @read_prefix_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.read_prefix' op results must be ('i32', 'f64'), got ('i32', 'f32')}}
    %0:2 = prefix.read_prefix %entries[%tile] : i32, f32
    gpu.return
  }
}

// -----

gpu.module @look_back_c1 {
  gpu.func @kernel(%entries: !prefix.entries, %tile: i64, %i: i32, %v: f64) kernel {
    // expected-error @+1 {{'prefix.look_back' op the entries must be what a 'prefix.entries' gives}}
    %0:2 = prefix.look_back %entries[%tile] start(%i, %v : i32, f64) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @look_back_c2 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.look_back' op 'start' must be ('i32', 'f64'), got ('f64')}}
    %0:2 = prefix.look_back %entries[%tile] start(%v : f64) : vector<2xi32>, vector<2xf64>
    gpu.return
  }
}

// -----

gpu.module @look_back_c3 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%workspace: !llvm.ptr<1>, %tile: i64, %i: i32, %v: f64) kernel {
    %entries = prefix.entries @pair in %workspace epoch %i launch %i per_lane 2
    // expected-error @+1 {{'prefix.look_back' op results must be ('vector<2xi32>', 'vector<2xf64>'), got ('vector<2xi32>')}}
    %0 = prefix.look_back %entries[%tile] start(%i, %v : i32, f64) : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @group_scan_monoid {
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%totals: !prefix.states, %i: i32) kernel {
    // expected-error @+1 {{'prefix.group_scan' op unknown monoid '@pair'}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_circuit {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op unknown circuit '@w2'}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c1 {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @w33(
      %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15,
      %x16, %x17, %x18, %x19, %x20, %x21, %x22, %x23, %x24, %x25, %x26, %x27, %x28, %x29, %x30,
      %x31, %x32) {
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
    %y32 = prefix.combine %y31, %x32 : !prefix.span<0, 31>, !prefix.span<32, 32>
    prefix.yield
      %x0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15,
      %y16, %y17, %y18, %y19, %y20, %y21, %y22, %y23, %y24, %y25, %y26, %y27, %y28, %y29, %y30,
      %y31, %y32
        : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>,
        !prefix.span<0, 4>, !prefix.span<0, 5>, !prefix.span<0, 6>, !prefix.span<0, 7>,
        !prefix.span<0, 8>, !prefix.span<0, 9>, !prefix.span<0, 10>, !prefix.span<0, 11>,
        !prefix.span<0, 12>, !prefix.span<0, 13>, !prefix.span<0, 14>, !prefix.span<0, 15>,
        !prefix.span<0, 16>, !prefix.span<0, 17>, !prefix.span<0, 18>, !prefix.span<0, 19>,
        !prefix.span<0, 20>, !prefix.span<0, 21>, !prefix.span<0, 22>, !prefix.span<0, 23>,
        !prefix.span<0, 24>, !prefix.span<0, 25>, !prefix.span<0, 26>, !prefix.span<0, 27>,
        !prefix.span<0, 28>, !prefix.span<0, 29>, !prefix.span<0, 30>, !prefix.span<0, 31>,
        !prefix.span<0, 32>
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op the circuit must have a width of at most 32, got 33}}
    %0:4 = prefix.group_scan @pair by @w33 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c2 {
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
  gpu.func @kernel(%totals: !prefix.states, %i: i32) kernel {
    // expected-error @+1 {{'prefix.group_scan' op the states must be what a 'prefix.states' gives, of @pair}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c2_monoid {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.monoid @other identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %a, %b : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @other at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op the states must be what a 'prefix.states' gives, of @pair}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c3 {
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
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op results must be ('i32', 'f64', 'i32', 'f64'), got ('i32', 'f64')}}
    %0:2 = prefix.group_scan @pair by @w2 %totals[%i] warp %i : i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c3_cuts {
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
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op results must be ('i32', 'f64', 'i1', 'i32', 'f64', 'i1'), got ('i32', 'f64', 'i32', 'f64')}}
    %0:4 = prefix.group_scan @pair by @w2 %totals[%i] warp %i cuts(%i) : i32, f64, i32, f64
    gpu.return
  }
}

// -----

gpu.module @group_scan_c3_no_cuts {
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
  gpu.func @kernel(%i: i32) kernel {
    %totals = prefix.states "totals" of @pair at [0, 8] count 2
    // expected-error @+1 {{'prefix.group_scan' op results must be ('i32', 'f64', 'i32', 'f64'), got ('i32', 'f64', 'i1', 'i32', 'f64', 'i1')}}
    %0:6 = prefix.group_scan @pair by @w2 by_lanes %totals[%i] warp %i : i32, f64, i1, i32, f64, i1
    gpu.return
  }
}
