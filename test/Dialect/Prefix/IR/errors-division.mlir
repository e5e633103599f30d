// What the verifiers of the ops that say which elements are whose refuse.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

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
