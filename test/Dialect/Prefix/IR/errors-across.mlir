// What the verifiers of chains that lie side by side refuse.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

gpu.module @walk_c1_strides {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.walk' op must have the sizes of 'axis' (10) and 8 strides for each array, got 2}}
    %0 = prefix.walk axis(%n, %n)
    gpu.return
  }
}

// -----

gpu.module @place_chain_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.place_chain' op the walk must be what a 'prefix.walk' gives, of a domain whose chains lie side by side}}
    %0 = prefix.place_chain %n along %walk : i64
    gpu.return
  }
}

// -----

gpu.module @place_chain_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.place_chain' op must give a place for each array: 1 expected, got 2}}
    %0:2 = prefix.place_chain %n along %walk : i64, i64
    gpu.return
  }
}

// -----

gpu.module @fetch_chains_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_chains' op 'rows' and 'items' must be at least 1, got 0 and 2}}
    prefix.fetch_chains %p at () [%n] chains %c along %walk to %q rows 0 items 2 element [i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_chains_c1_items {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_chains' op 'rows' and 'items' must be at least 1, got 1 and 0}}
    prefix.fetch_chains %p at (%n) [%n] chains %c along %walk to %q rows 1 items 0 element [i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_chains_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_chains' op a field cannot be of type 'index'}}
    prefix.fetch_chains %p at (%n) [%n] chains %c along %walk to %q rows 1 items 2 element [index]
    gpu.return
  }
}

// -----

gpu.module @fetch_chains_c3_bases {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_chains' op must have one base, or one for each field (3), got 2}}
    prefix.fetch_chains %p, %p at (%n, %n) [%n] chains %c along %walk to %q rows 1 items 2 element [i32, i32, i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_chains_c3_places {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_chains' op must have a place for each base of each row, in a walk of as many arrays: 2 expected, got 1}}
    prefix.fetch_chains %p at (%n) [%n] chains %c along %walk to %q rows 2 items 2 element [i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_chains_c3_arrays {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_chains' op must have a place for each base of each row, in a walk of as many arrays: 2 expected, got 2}}
    prefix.fetch_chains %p, %p at (%n, %n) [%n] chains %c along %walk to %q rows 1 items 2 element [i32, i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_chains_c4 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.fetch_chains' op the walk must be what a 'prefix.walk' gives, of a domain whose chains lie side by side}}
    prefix.fetch_chains %p at (%n) [%n] chains %c along %walk to %q rows 1 items 2 element [i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_stretch_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_stretch' op 'rows' and 'items' must be at least 1, got 0 and 2}}
    prefix.fetch_stretch %p from (%n) steps %c exist %c width %c along %walk to %q rows 0 items 2 element [i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_stretch_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_stretch' op a field cannot be of type 'index'}}
    prefix.fetch_stretch %p from (%n) steps %c exist %c width %c along %walk to %q rows 1 items 2 element [index]
    gpu.return
  }
}

// -----

gpu.module @fetch_stretch_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_stretch' op must have a place for each base of each row, in a walk of as many arrays: 1 expected, got 2}}
    prefix.fetch_stretch %p from (%n, %n) steps %c exist %c width %c along %walk to %q rows 1 items 2 element [i32]
    gpu.return
  }
}

// -----

gpu.module @fetch_stretch_c4 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %w: !prefix.walk, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.fetch_stretch' op the walk must be what a 'prefix.walk' gives, of a domain whose chains lie side by side}}
    prefix.fetch_stretch %p from (%n) steps %c exist %c width %c along %w to %q rows 1 items 2 element [i32]
    gpu.return
  }
}

// -----

gpu.module @await_chains_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.await_chains' op 'but' must not be negative, got -1}}
    prefix.await_chains but -1
    gpu.return
  }
}

// -----

gpu.module @load_chains_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.load_chains' op 'rows' and 'items' must be at least 1, got 1 and 0}}
    %0 = prefix.load_chains @add %q[%n] chains %c along %walk  rows 1 items 0 element [i32] -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @load_chains_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.load_chains' op a field cannot be of type 'index'}}
    %0 = prefix.load_chains @add %q[%n] chains %c along %walk  rows 1 items 2 element [index] -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @load_chains_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.load_chains' op must have one element field per state value: 1 expected, got 2}}
    %0 = prefix.load_chains @add %q[%n] chains %c along %walk  rows 1 items 2 element [i32, i32] -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @load_chains_c4 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.load_chains' op results must be ('vector<2xi32>', 'vector<2xi32>'), got ('vector<2xi32>')}}
    %0 = prefix.load_chains @add %q[%n] chains %c along %walk  rows 2 items 2 element [i32] -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @load_chains_c5 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.load_chains' op the walk must be what a 'prefix.walk' gives, of a domain whose chains lie side by side}}
    %0 = prefix.load_chains @add %q[%n] chains %c along %walk  rows 1 items 2 element [i32] -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @load_chains_c6 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.load_chains' op 'through' must name a load map}}
    %0 = prefix.load_chains @add %q[%n] chains %c along %walk through @add rows 1 items 2 element [i32] -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @load_chains_c7 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.load_chains' op 'lies' must have three values, and 'packed' with them}}
    %0 = prefix.load_chains @add %q[%n] chains %c along %walk lies (%c, %c) packed %b rows 1 items 2 element [i32] -> vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op 'rows' and 'items' must be at least 1, got 1 and 0}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk  rows 1 items 0 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op a field cannot be of type 'index'}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk  rows 1 items 2 state [i32] output [index] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c2_state {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op a field cannot be of type 'index'}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk  rows 1 items 2 state [index] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op must have a place for each base of each row, in a walk of as many arrays: 1 expected, got 2}}
    prefix.store_chains %v to %p at (%n, %n) [%n] chains %c along %walk  rows 1 items 2 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c4 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op must have one output field per state value: 1 expected, got 2}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk  rows 1 items 2 state [i32] output [i32, i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c5 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op values must be ('vector<2xi32>', 'vector<2xi32>'), got ('vector<2xi32>')}}
    prefix.store_chains %v to %p at (%n, %n) [%n] chains %c along %walk  rows 2 items 2 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c6 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk line(%n)
    // expected-error @+1 {{'prefix.store_chains' op the walk must be what a 'prefix.walk' gives, of a domain whose chains lie side by side}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk  rows 1 items 2 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c7 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op 'through' must name a store map}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk through @add rows 1 items 2 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c8 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op 'stretch' must have six values, and with them 'packed', 'staging' and an origin for each base}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk from (%n) stretch (%c, %c) packed %b staging %q rows 1 items 2 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @store_chains_c9 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %v: vector<2xi32>, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.store_chains' op what is 'whole' is no 'stretch', and not 'longer'}}
    prefix.store_chains %v to %p at (%n) [%n] chains %c along %walk longer whole rows 1 items 2 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @start_across_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.start_across' op must have at least one row, and a place for each}}
    "prefix.start_across"(%p, %c) <{monoid = @add}> : (!llvm.ptr<1>, i32) -> ()
    gpu.return
  }
}

// -----

gpu.module @start_across_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.start_across' op 'init' must be ('i32'), got ('f32')}}
    %0 = prefix.start_across @add initial %p at (%n) chains %c init [1.0 : f32] : i32
    gpu.return
  }
}

// -----

gpu.module @start_across_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.start_across' op results must be ('i32', 'i32'), got ('i32')}}
    %0 = prefix.start_across @add initial %p at (%n, %n) chains %c : i32
    gpu.return
  }
}

// -----

gpu.module @end_across_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.end_across' op must have at least one row, and a place for each}}
    "prefix.end_across"(%p, %c) <{monoid = @add, operandSegmentSizes = array<i32: 0, 1, 0, 1>}> : (!llvm.ptr<1>, i32) -> ()
    gpu.return
  }
}

// -----

gpu.module @end_across_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.end_across' op values must be ('i32', 'i32'), got ('i32')}}
    prefix.end_across @add %c to %p at (%n, %n) chains %c : i32
    gpu.return
  }
}

// -----

gpu.module @unknown_monoid {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %s0: i64, %s1: i64, %s2: i64, %s3: i64, %s4: i64, %s5: i64, %s6: i64, %s7: i64, %s8: i64, %s9: i64, %s10: i64, %s11: i64, %s12: i64, %s13: i64, %s14: i64, %s15: i64, %s16: i64, %s17: i64) kernel {
    %walk = prefix.walk axis(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17)
    // expected-error @+1 {{'prefix.end_across' op unknown monoid '@mul'}}
    prefix.end_across @mul %c to %p at (%n) chains %c : i32
    gpu.return
  }
}

// -----

gpu.module @post_across_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %e: !prefix.entries) kernel {
    // expected-error @+1 {{'prefix.post_across' op the entries must be what a 'prefix.entries' gives}}
    prefix.post_across %c to %e[%c] of %n at 128 count 64 : i32
    gpu.return
  }
}

// -----

gpu.module @post_across_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.post_across' op values must be ('i32'), got ('i64')}}
    prefix.post_across %n to %e[%c] of %n at 128 count 64 : i64
    gpu.return
  }
}

// -----

gpu.module @post_across_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.post_across' op a region must begin at a multiple of 16 bytes and have a state, got 64 at 8}}
    prefix.post_across %c to %e[%c] of %n at 8 count 64 : i32
    gpu.return
  }
}

// -----

gpu.module @post_across_c3_count {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.post_across' op a region must begin at a multiple of 16 bytes and have a state, got 0 at 16}}
    prefix.post_across %c to %e[%c] of %n at 16 count 0 : i32
    gpu.return
  }
}

// -----

gpu.module @gather_across_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %e: !prefix.entries) kernel {
    // expected-error @+1 {{'prefix.gather_across' op the entries must be what a 'prefix.entries' gives}}
    %0 = prefix.gather_across %e[%c apart 32] of %n if %b at 128 count 64 rows 1 : i32
    gpu.return
  }
}

// -----

gpu.module @gather_across_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.gather_across' op must have a tile and a row at least}}
    %0 = prefix.gather_across %e[%c apart 32] of %n if %b at 128 count 64 rows 0 : i32
    gpu.return
  }
}

// -----

gpu.module @gather_across_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.gather_across' op results must be ('i32', 'i32'), got ('i32')}}
    %0 = prefix.gather_across %e[%c apart 32] of %n if %b at 128 count 64 rows 2 : i32
    gpu.return
  }
}

// -----

gpu.module @gather_across_c4 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.gather_across' op a region must begin at a multiple of 16 bytes and have a state, got 64 at -16}}
    %0 = prefix.gather_across %e[%c apart 32] of %n if %b at -16 count 64 rows 1 : i32
    gpu.return
  }
}

// -----

gpu.module @mark_tile_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %e: !prefix.entries) kernel {
    // expected-error @+1 {{'prefix.mark_tile' op the entries must be what a 'prefix.entries' gives}}
    prefix.mark_tile %e[%c] of %n at 128
    gpu.return
  }
}

// -----

gpu.module @mark_tile_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.mark_tile' op marks must begin at a multiple of 8 bytes, got 4}}
    prefix.mark_tile %e[%c] of %n at 4
    gpu.return
  }
}

// -----

gpu.module @await_marks_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %e: !prefix.entries) kernel {
    // expected-error @+1 {{'prefix.await_marks' op the entries must be what a 'prefix.entries' gives}}
    %0 = prefix.await_marks %e up to %n of %c at 128
    gpu.return
  }
}

// -----

gpu.module @await_marks_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.await_marks' op marks must begin at a multiple of 8 bytes, got -8}}
    %0 = prefix.await_marks %e up to %n of %c at -8
    gpu.return
  }
}

// -----

gpu.module @look_across_c1 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s: i32, %e: !prefix.entries) kernel {
    // expected-error @+1 {{'prefix.look_across' op the entries must be what a 'prefix.entries' gives}}
    %0 = prefix.look_across %e[%c] of %n if %b reaching %b from (%s) at 128 count 64 : i32 -> i32
    gpu.return
  }
}

// -----

gpu.module @look_across_c2 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s: i32) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.look_across' op must have a row, and as many tiles, at least one, as indices and conditions}}
    %0 = prefix.look_across %e[%c, %c] of %n if %b reaching %b from (%s) at 128 count 64 : i32 -> i32
    gpu.return
  }
}

// -----

gpu.module @look_across_c3 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s: i32) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.look_across' op start must be ('i32'), got ('i64')}}
    %0 = prefix.look_across %e[%c] of %n if %b reaching %b from (%n) at 128 count 64 : i64 -> i32
    gpu.return
  }
}

// -----

gpu.module @look_across_c4 {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32, %b: i1, %s: i32) kernel {
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    // expected-error @+1 {{'prefix.look_across' op a region must begin at a multiple of 16 bytes and have a state, got 0 at 128}}
    %0 = prefix.look_across %e[%c] of %n if %b reaching %b from (%s) at 128 count 0 : i32 -> i32
    gpu.return
  }
}
