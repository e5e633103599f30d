// What cannot be packed as a whole is left as it is.
// RUN: scanc-opt %s -o %t
// RUN: scanc-opt %s -prefix-pack-narrow -o %t.packed
// RUN: cmp %t %t.packed

gpu.module @kernels {
  prefix.monoid @add8 identity {
    %e = arith.constant 0 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.addi %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @add32 identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.monoid @add16 identity {
    %e = arith.constant 0 : i16
    prefix.yield %e : i16
  } combine (%a: i16), (%b: i16) {
    %c = arith.addi %a, %b : i16
    prefix.yield %c : i16
  }
  prefix.monoid @mul8 identity {
    %e = arith.constant 1 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.muli %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @mul32 identity {
    %e = arith.constant 1 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.muli %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.monoid @max32 identity {
    %e = arith.constant -2147483648 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.maxsi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.monoid @subtract identity {
    %e = arith.constant 0 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.subi %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @saturating identity {
    %e = arith.constant 0 : i16
    prefix.yield %e : i16
  } combine (%a: i16), (%b: i16) {
    %limit = arith.constant 255 : i16
    %s = arith.addi %a, %b : i16
    %c = arith.minui %s, %limit : i16
    prefix.yield %c : i16
  }
  prefix.monoid @twice identity {
    %e = arith.constant 0 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.addi %b, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @half identity {
    %e = arith.constant 0.0 : f16
    prefix.yield %e : f16
  } combine (%a: f16), (%b: f16) {
    %c = arith.addf %a, %b : f16
    prefix.yield %c : f16
  }
  prefix.monoid @number identity {
    %e = arith.constant 0xFC00 : f16
    prefix.yield %e : f16
  } combine (%a: f16), (%b: f16) {
    %c = arith.maxnumf %a, %b : f16
    prefix.yield %c : f16
  }
  prefix.circuit @serial3(%x0, %x1, %x2) {
    %y1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %y2 = prefix.combine %y1, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    prefix.yield %x0, %y1, %y2 : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>
  }
  prefix.circuit @serial4(%x0, %x1, %x2, %x3) {
    %y1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %y2 = prefix.combine %y1, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %y3 = prefix.combine %y2, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
    prefix.yield %x0, %y1, %y2, %y3 : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
  }
  prefix.circuit @sklansky4(%x0, %x1, %x2, %x3) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %b = prefix.combine %x2, %x3 : !prefix.span<2, 2>, !prefix.span<3, 3>
    %c = prefix.combine %a, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %d = prefix.combine %a, %b : !prefix.span<0, 1>, !prefix.span<2, 3>
    prefix.yield %x0, %a, %c, %d : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
  }

  prefix.circuit @by_hand4(%x0, %x1, %x2, %x3) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %b = prefix.combine %a, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %c = prefix.combine %x2, %x3 : !prefix.span<2, 2>, !prefix.span<3, 3>
    %d = prefix.combine %x1, %c : !prefix.span<1, 1>, !prefix.span<2, 3>
    %e = prefix.combine %x0, %d : !prefix.span<0, 0>, !prefix.span<1, 3>
    prefix.yield %x0, %a, %b, %e : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
  }

  // Combines that look like a sum.
  gpu.func @subtraction(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @subtract %in[%first] aligned rows 1 items 4 element [ui8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @subtract by @serial4(%x) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @subtract by @serial4(%seed, %x) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [ui8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }

  gpu.func @saturation(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i16) kernel {
    %x = prefix.load_tile @saturating %in[%first] aligned rows 1 items 4 element [ui16] : !llvm.ptr<3> -> vector<4xi16>
    %total = prefix.thread_reduce @saturating by @serial4(%x) : (vector<4xi16>) -> i16
    llvm.store %total, %to : i16, !llvm.ptr<1>
    %y = prefix.thread_scan @saturating by @serial4(%seed, %x) : (i16, vector<4xi16>) -> vector<4xi16>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [ui16] output [ui16] : vector<4xi16> to !llvm.ptr<3>
    gpu.return
  }

  gpu.func @doubling(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @twice %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @twice by @serial4(%x) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @twice by @serial4(%seed, %x) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }

  // Sums that depend on their order.
  gpu.func @floats(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: f16) kernel {
    %x = prefix.load_tile @half %in[%first] aligned rows 1 items 4 element [f16] : !llvm.ptr<3> -> vector<4xf16>
    %total = prefix.thread_reduce @half by @serial4(%x) : (vector<4xf16>) -> f16
    llvm.store %total, %to : f16, !llvm.ptr<1>
    %y = prefix.thread_scan @half by @serial4(%seed, %x) : (f16, vector<4xf16>) -> vector<4xf16>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [f16] output [f16] : vector<4xf16> to !llvm.ptr<3>
    gpu.return
  }

  // A maximum that does not propagate NaN.
  gpu.func @numbers(%in: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64) kernel {
    %x = prefix.load_tile @number %in[%first] aligned rows 1 items 4 element [f16] : !llvm.ptr<3> -> vector<4xf16>
    %total = prefix.thread_reduce @number by @serial4(%x) : (vector<4xf16>) -> f16
    llvm.store %total, %to : f16, !llvm.ptr<1>
    gpu.return
  }

  // The author chose a circuit.
  gpu.func @other_circuit(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @add8 by @sklansky4(%x) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @add8 by @sklansky4(%seed, %x) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }

  gpu.func @other_reduction(%in: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @add8 by @by_hand4(%x) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    gpu.return
  }

  // No whole word.
  gpu.func @three(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 3 element [i8] : !llvm.ptr<3> -> vector<3xi8>
    %total = prefix.thread_reduce @add8 by @serial3(%x) : (vector<3xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @add8 by @serial3(%seed, %x) : (i8, vector<3xi8>) -> vector<3xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 3 state [i8] output [i8] : vector<3xi8> to !llvm.ptr<3>
    gpu.return
  }

  // Outputs that need all bits of the state.
  gpu.func @wider_outputs(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i32) kernel {
    %x = prefix.load_tile @add32 %in[%first] aligned rows 1 items 4 element [ui8] : !llvm.ptr<3> -> vector<4xi32>
    %total = prefix.thread_reduce @add32 by @serial4(%x) : (vector<4xi32>) -> i32
    llvm.store %total, %to : i32, !llvm.ptr<1>
    %y = prefix.thread_scan @add32 by @serial4(%seed, %x) : (i32, vector<4xi32>) -> vector<4xi32>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i32] output [ui32] : vector<4xi32> to !llvm.ptr<3>
    gpu.return
  }

  // A product needs all bits of its factors.
  gpu.func @wider_products(%in: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64) kernel {
    %x = prefix.load_tile @mul32 %in[%first] aligned rows 1 items 4 element [ui8] : !llvm.ptr<3> -> vector<4xi32>
    %total = prefix.thread_reduce @mul32 by @serial4(%x) : (vector<4xi32>) -> i32
    llvm.store %total, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  // A seed that is no byte decides.
  gpu.func @wider_extremes(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i32) kernel {
    %x = prefix.load_tile @max32 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi32>
    %total = prefix.thread_reduce @max32 by @serial4(%x) : (vector<4xi32>) -> i32
    llvm.store %total, %to : i32, !llvm.ptr<1>
    %y = prefix.thread_scan @max32 by @serial4(%seed, %x) : (i32, vector<4xi32>) -> vector<4xi32>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i32] output [i8] : vector<4xi32> to !llvm.ptr<3>
    gpu.return
  }

  // An identity that is no byte.
  gpu.func @wider_cut_short(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i32) kernel {
    %x = prefix.load_tile @max32 %in[%first] valid %n rows 1 items 4 element [ui8] : !llvm.ptr<1> -> vector<4xi32>
    %total = prefix.thread_reduce @max32 by @serial4(%x) : (vector<4xi32>) -> i32
    llvm.store %total, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  // Someone else wants an element.
  gpu.func @another_user(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @add8 by @serial4(%x) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @add8 by @serial4(%seed, %x) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    %item = vector.extract %x[1] : i8 from vector<4xi8>
    llvm.store %item, %to : i8, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @another_user_of_outputs(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @add8 by @serial4(%x) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @add8 by @serial4(%seed, %x) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    %item = vector.extract %y[1] : i8 from vector<4xi8>
    llvm.store %item, %to : i8, !llvm.ptr<1>
    gpu.return
  }

  // Where chains begin within a run, a scan goes by halves of 16 bits, in which
  // only bytes are widened.
  gpu.func @chains_of_halves(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %first: i64, %seed: i16, %cuts: i32) kernel {
    %x = prefix.load_tile @add16 %in[%first] aligned rows 1 items 4 element [i16] : !llvm.ptr<3> -> vector<4xi16>
    %y = prefix.thread_scan @add16 by @serial4(%seed, %x) cuts(%cuts) : (i16, vector<4xi16>) -> vector<4xi16>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i16] output [i16] : vector<4xi16> to !llvm.ptr<3>
    gpu.return
  }

  // A product of a few bytes does not stay within its half.
  gpu.func @chains_of_factors(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %first: i64, %seed: i8, %cuts: i32) kernel {
    %x = prefix.load_tile @mul8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %y = prefix.thread_scan @mul8 by @serial4(%seed, %x) cuts(%cuts) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }

  // Without a start, an exclusive output where a chain begins is what lies before
  // it.
  gpu.func @exclusive_chains(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %first: i64, %seed: i8, %cuts: i32) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %y = prefix.thread_scan @add8 by @serial4 exclusive (%seed, %x) cuts(%cuts) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }

  // All or nothing: what scans the run needs its elements, so that they are not
  // reduced in words.
  gpu.func @reduced_and_scanned(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %seed: i16, %cuts: i32) kernel {
    %x = prefix.load_tile @add16 %in[%first] aligned rows 1 items 4 element [i16] : !llvm.ptr<3> -> vector<4xi16>
    %total = prefix.thread_reduce @add16 by @serial4(%x) cuts(%cuts) : (vector<4xi16>) -> i16
    llvm.store %total, %to : i16, !llvm.ptr<1>
    %y = prefix.thread_scan @add16 by @serial4(%seed, %x) cuts(%cuts) : (i16, vector<4xi16>) -> vector<4xi16>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i16] output [i16] : vector<4xi16> to !llvm.ptr<3>
    gpu.return
  }
}
