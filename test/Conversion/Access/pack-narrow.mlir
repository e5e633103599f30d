// Runs of narrow integers stay in words from the load to the store.
// RUN: scanc-opt %s -prefix-pack-narrow -o %t
// RUN: FileCheck %s --implicit-check-not=prefix.load_tile --implicit-check-not=prefix.thread_ --implicit-check-not=prefix.store_tile --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-pack-narrow -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  prefix.monoid @add8 identity {
    %e = arith.constant 0 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.addi %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @mul8 identity {
    %e = arith.constant 1 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.muli %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @add16 identity {
    %e = arith.constant 0 : i16
    prefix.yield %e : i16
  } combine (%a: i16), (%b: i16) {
    %c = arith.addi %a, %b : i16
    prefix.yield %c : i16
  }
  prefix.monoid @add64 identity {
    %e = arith.constant 0 : i64
    prefix.yield %e : i64
  } combine (%a: i64), (%b: i64) {
    %c = arith.addi %a, %b : i64
    prefix.yield %c : i64
  }
  prefix.monoid @xor8 identity {
    %e = arith.constant 0 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.xori %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @maxu8 identity {
    %e = arith.constant 0 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.maxui %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @max32 identity {
    %e = arith.constant -2147483648 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.maxsi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.monoid @least identity {
    %e = arith.constant 0x7F800000 : f32
    prefix.yield %e : f32
  } combine (%a: f32), (%b: f32) {
    %c = arith.minimumf %a, %b : f32
    prefix.yield %c : f32
  }
  prefix.circuit @serial4(%x0, %x1, %x2, %x3) {
    %y1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %y2 = prefix.combine %y1, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %y3 = prefix.combine %y2, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
    prefix.yield %x0, %y1, %y2, %y3 : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
  }
  prefix.circuit @serial8(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7) {
    %y1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %y2 = prefix.combine %y1, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %y3 = prefix.combine %y2, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
    %y4 = prefix.combine %y3, %x4 : !prefix.span<0, 3>, !prefix.span<4, 4>
    %y5 = prefix.combine %y4, %x5 : !prefix.span<0, 4>, !prefix.span<5, 5>
    %y6 = prefix.combine %y5, %x6 : !prefix.span<0, 5>, !prefix.span<6, 6>
    %y7 = prefix.combine %y6, %x7 : !prefix.span<0, 6>, !prefix.span<7, 7>
    prefix.yield %x0, %y1, %y2, %y3, %y4, %y5, %y6, %y7 : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>, !prefix.span<0, 4>, !prefix.span<0, 5>, !prefix.span<0, 6>, !prefix.span<0, 7>
  }

  prefix.circuit @sklansky4(%x0, %x1, %x2, %x3) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %b = prefix.combine %x2, %x3 : !prefix.span<2, 2>, !prefix.span<3, 3>
    %c = prefix.combine %a, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %d = prefix.combine %a, %b : !prefix.span<0, 1>, !prefix.span<2, 3>
    prefix.yield %x0, %a, %c, %d : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
  }

  // A dot product with ones a word. What comes before each byte of a word are dot
  // products with fewer ones; permutations put their lowest bytes together.
  // CHECK-LABEL: gpu.func @sums_of_bytes
  // CHECK: %[[WORDS:.+]] = llvm.load %{{.+}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xi32>
  // CHECK: %[[X0:.+]] = vector.extract %[[WORDS]][0]
  // CHECK: %[[X1:.+]] = vector.extract %[[WORDS]][1]
  // CHECK: %[[ONES:.+]] = arith.constant 16843009 : i32
  // CHECK: %[[A:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X0]], %[[ONES]], %{{.+}})
  // CHECK: %[[B:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X1]], %{{.+}}, %{{.+}})
  // CHECK: %[[SUM:.+]] = arith.addi %[[A]], %[[B]] : i32
  // CHECK: arith.trunci %[[SUM]] : i32 to i8
  // CHECK: %[[C:.+]] = arith.extui %{{.+}} : i8 to i32
  // CHECK: %[[Y0:.+]] = arith.addi %[[C]], %[[X0]]
  // CHECK: %[[TWO:.+]] = arith.constant 257 : i32
  // CHECK: %[[Y1:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X0]], %[[TWO]], %[[C]])
  // CHECK: %[[Y2:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X0]],
  // CHECK: %[[Y3:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X0]],
  // CHECK: %[[LOW:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[C]], %[[Y0]],
  // CHECK: %[[HIGH:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[Y1]], %[[Y2]],
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"(%[[LOW]], %[[HIGH]],
  // CHECK: arith.addi %[[Y3]], %[[X1]]
  // CHECK: llvm.store %{{.+}} {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<3>
  gpu.func @sums_of_bytes(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 8 element [ui8] : !llvm.ptr<3> -> vector<8xi8>
    %total = prefix.thread_reduce @add8 by @serial8(%x) : (vector<8xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @add8 by @serial8 exclusive (%seed, %x) : (i8, vector<8xi8>) -> vector<8xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 8 state [ui8] output [ui8] : vector<8xi8> to !llvm.ptr<3>
    gpu.return
  }

  // From the end of the array, the last word comes first, and of a word its
  // highest lane.
  // CHECK-LABEL: gpu.func @reversed
  // CHECK: %[[X0:.+]] = vector.extract %{{.+}}[0]
  // CHECK: %[[X1:.+]] = vector.extract %{{.+}}[1]
  // CHECK: %[[TOP:.+]] = arith.constant 16777216 : i32
  // CHECK: %[[Y3:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X1]], %[[TOP]],
  // CHECK: %[[Y2:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X1]],
  // CHECK: %[[Y1:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X1]],
  // CHECK: %[[Y0:.+]] = llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X1]],
  // CHECK: %[[LOW:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[Y0]], %[[Y1]],
  // CHECK: %[[HIGH:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[Y2]], %[[Y3]],
  // CHECK: %[[OUT:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[LOW]], %[[HIGH]],
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[X0]], %{{.+}}, %[[Y0]])
  // CHECK: vector.from_elements %{{.+}}, %[[OUT]] : vector<2xi32>
  gpu.func @reversed(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %walk = prefix.walk line reverse(%n)
    %x = prefix.load_tile @add8 %in[%first] along %walk aligned rows 1 items 8 element [ui8] : !llvm.ptr<3> -> vector<8xi8>
    %y = prefix.thread_scan @add8 by @serial8(%seed, %x) : (i8, vector<8xi8>) -> vector<8xi8>
    prefix.store_tile %y to %out[%first] along %walk aligned rows 1 items 8 state [ui8] output [ui8] : vector<8xi8> to !llvm.ptr<3>
    gpu.return
  }

  // Sums of elements with a sign, in a wider state; nothing is scanned, so that
  // any order will do.
  // CHECK-LABEL: gpu.func @wider_sums
  // CHECK-NOT: llvm.nvvm.prmt
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.idp4a.s.s"
  // CHECK: arith.extsi %{{.+}} : i32 to i64
  gpu.func @wider_sums(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i64) kernel {
    %walk = prefix.walk line reverse(%n)
    %x = prefix.load_tile @add64 %in[%first] along %walk aligned rows 1 items 8 element [i8] : !llvm.ptr<3> -> vector<8xi64>
    %total = prefix.thread_reduce @add64 by @serial8(%x) : (vector<8xi64>) -> i64
    llvm.store %total, %to : i64, !llvm.ptr<1>
    gpu.return
  }

  // The planner's tree of a reduction.
  // CHECK-LABEL: gpu.func @sums_by_a_tree
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp4a.s.s"
  gpu.func @sums_by_a_tree(%in: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @add8 by @sklansky4(%x) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @sums_of_halves
  // CHECK: %[[X0:.+]] = vector.extract %{{.+}}[0]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp2a.s.s"(%[[X0]],
  // CHECK: arith.trunci %{{.+}} : i32 to i16
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp2a.s.s"(%[[X0]],
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"
  gpu.func @sums_of_halves(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i16) kernel {
    %x = prefix.load_tile @add16 %in[%first] aligned rows 1 items 4 element [i16] : !llvm.ptr<3> -> vector<4xi16>
    %total = prefix.thread_reduce @add16 by @serial4(%x) : (vector<4xi16>) -> i16
    llvm.store %total, %to : i16, !llvm.ptr<1>
    %y = prefix.thread_scan @add16 by @serial4(%seed, %x) : (i16, vector<4xi16>) -> vector<4xi16>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i16] output [i16] : vector<4xi16> to !llvm.ptr<3>
    gpu.return
  }

  // An instruction a word, then the bytes of what is left.
  // CHECK-LABEL: gpu.func @logic
  // CHECK: %[[X0:.+]] = vector.extract %{{.+}}[0]
  // CHECK: %[[X1:.+]] = vector.extract %{{.+}}[1]
  // CHECK: %[[WORD:.+]] = arith.xori %[[X0]], %[[X1]] : i32
  // CHECK: %[[UPPER:.+]] = arith.shrui %[[WORD]],
  // CHECK: %[[HALF:.+]] = arith.xori %[[WORD]], %[[UPPER]] : i32
  // CHECK: arith.shrui %[[HALF]],
  // CHECK: arith.xori
  // CHECK: arith.trunci
  gpu.func @logic(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @xor8 %in[%first] aligned rows 1 items 8 element [i8] : !llvm.ptr<3> -> vector<8xi8>
    %total = prefix.thread_reduce @xor8 by @serial8(%x) : (vector<8xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    gpu.return
  }

  // Bytes are shifted down to be multiplied, and never masked.
  // CHECK-LABEL: gpu.func @products
  // CHECK: %[[X0:.+]] = vector.extract %{{.+}}[0]
  // CHECK-NOT: arith.andi
  // CHECK: %[[B1:.+]] = arith.shrui %[[X0]], %c8
  // CHECK: %[[B2:.+]] = arith.shrui %[[X0]], %c16
  // CHECK: %[[B3:.+]] = arith.shrui %[[X0]], %c24
  // CHECK: %[[LOW:.+]] = arith.muli %[[X0]], %[[B1]] : i32
  // CHECK: %[[HIGH:.+]] = arith.muli %[[B2]], %[[B3]] : i32
  // CHECK: arith.muli %[[LOW]], %[[HIGH]] : i32
  // CHECK: arith.trunci %{{.+}} : i32 to i8
  // What comes before a word meets the product of all its bytes.
  // CHECK: %[[C:.+]] = arith.extui %{{.+}} : i8 to i32
  // CHECK: arith.muli %[[C]], %[[X0]] : i32
  // CHECK: %[[TWO:.+]] = arith.muli %[[X0]], %{{.+}} : i32
  // CHECK: arith.muli %[[C]], %[[TWO]] : i32
  // CHECK: %[[THREE:.+]] = arith.muli %[[TWO]], %{{.+}} : i32
  // CHECK: arith.muli %[[C]], %[[THREE]] : i32
  // CHECK: %[[FOUR:.+]] = arith.muli %[[THREE]], %{{.+}} : i32
  // CHECK: %[[NEXT:.+]] = arith.muli %[[C]], %[[FOUR]] : i32
  // CHECK-COUNT-3: llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: arith.muli %[[NEXT]], %{{.+}} : i32
  gpu.func @products(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @mul8 %in[%first] aligned rows 1 items 8 element [ui8] : !llvm.ptr<3> -> vector<8xi8>
    %total = prefix.thread_reduce @mul8 by @serial8(%x) : (vector<8xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @mul8 by @serial8(%seed, %x) : (i8, vector<8xi8>) -> vector<8xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 8 state [ui8] output [ui8] : vector<8xi8> to !llvm.ptr<3>
    gpu.return
  }

  // Two halves at once. The bytes below the one that decides do no harm.
  // CHECK-LABEL: gpu.func @extremes
  // CHECK-COUNT-3: arith.maxui %{{.+}}, %{{.+}} : vector<2xi16>
  // CHECK: arith.maxui %{{.+}}, %{{.+}} : i16
  // CHECK: arith.trunci %{{.+}} : i32 to i8
  // In the scan, the byte that decides is the top one. Three bytes of a word
  // join on their own, then what comes before joins all four.
  // CHECK-COUNT-14: arith.maxui %{{.+}}, %{{.+}} : i32
  gpu.func @extremes(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @maxu8 %in[%first] aligned rows 1 items 8 element [ui8] : !llvm.ptr<3> -> vector<8xi8>
    %total = prefix.thread_reduce @maxu8 by @serial8(%x) : (vector<8xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @maxu8 by @serial8(%seed, %x) : (i8, vector<8xi8>) -> vector<8xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 8 state [ui8] output [ui8] : vector<8xi8> to !llvm.ptr<3>
    gpu.return
  }

  // Widened without a sign, bytes are compared without one.
  // CHECK-LABEL: gpu.func @wider_extremes
  // CHECK: arith.maxui %{{.+}}, %{{.+}} : vector<2xi16>
  // CHECK: arith.extui %{{.+}} : i8 to i32
  gpu.func @wider_extremes(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i32) kernel {
    %x = prefix.load_tile @max32 %in[%first] aligned rows 1 items 8 element [ui8] : !llvm.ptr<3> -> vector<8xi32>
    %total = prefix.thread_reduce @max32 by @serial8(%x) : (vector<8xi32>) -> i32
    llvm.store %total, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  // Where a run is not aligned, or cut short, elements are put into words.
  // CHECK-LABEL: gpu.func @cut_short
  // CHECK: prefix.identity @add8
  // CHECK: scf.if %{{.+}} -> (i32, i32) {
  // CHECK: } else {
  // CHECK-COUNT-8: arith.select %{{.+}}, %{{.+}}, %{{.+}} : i8
  // CHECK: scf.if
  // CHECK: } else {
  // CHECK-COUNT-8: llvm.store %{{.+}}, %{{.+}} {alignment = 1 : i64} : i8, !llvm.ptr<1>
  gpu.func @cut_short(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: i8) kernel {
    %x = prefix.load_tile @add8 %in[%first] valid %n rows 1 items 8 element [ui8] : !llvm.ptr<1> -> vector<8xi8>
    %total = prefix.thread_reduce @add8 by @serial8(%x) : (vector<8xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    %y = prefix.thread_scan @add8 by @serial8(%seed, %x) : (i8, vector<8xi8>) -> vector<8xi8>
    prefix.store_tile %y to %out[%first] valid %n rows 1 items 8 state [ui8] output [ui8] : vector<8xi8> to !llvm.ptr<1>
    gpu.return
  }

  // A rounded minimum is the minimum of what is rounded.
  // CHECK-LABEL: gpu.func @halves
  // CHECK: arith.minimumf %{{.+}}, %{{.+}} : vector<2xf16>
  // CHECK: arith.minimumf %{{.+}}, %{{.+}} : f16
  // CHECK: arith.extf %{{.+}} : f16 to f32
  // CHECK: %[[ROUNDED:.+]] = arith.truncf %{{.+}} : f32 to f16
  // CHECK: arith.bitcast %[[ROUNDED]] : f16 to i16
  // CHECK-COUNT-6: arith.minimumf %{{.+}}, %{{.+}} : vector<2xf16>
  gpu.func @halves(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %seed: f32) kernel {
    %x = prefix.load_tile @least %in[%first] aligned rows 1 items 4 element [f16] : !llvm.ptr<3> -> vector<4xf32>
    %total = prefix.thread_reduce @least by @serial4(%x) : (vector<4xf32>) -> f32
    llvm.store %total, %to : f32, !llvm.ptr<1>
    %y = prefix.thread_scan @least by @serial4 (%seed, %x) : (f32, vector<4xf32>) -> vector<4xf32>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [f32] output [f16] : vector<4xf32> to !llvm.ptr<3>
    gpu.return
  }
}
