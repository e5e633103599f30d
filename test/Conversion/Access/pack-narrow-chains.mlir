// Runs stay in words, too, where chains begin within them.
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
  prefix.monoid @max8 identity {
    %e = arith.constant -128 : i8
    prefix.yield %e : i8
  } combine (%a: i8), (%b: i8) {
    %c = arith.maxsi %a, %b : i8
    prefix.yield %c : i8
  }
  prefix.monoid @min16 identity {
    %e = arith.constant 32767 : i16
    prefix.yield %e : i16
  } combine (%a: i16), (%b: i16) {
    %c = arith.minsi %a, %b : i16
    prefix.yield %c : i16
  }
  prefix.circuit @serial4(%x0, %x1, %x2, %x3) {
    %y1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %y2 = prefix.combine %y1, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %y3 = prefix.combine %y2, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
    prefix.yield %x0, %y1, %y2, %y3 : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
  }

  // The elements from the last bit on have ones in their bytes, the others have
  // none. What is masked goes through a dot product.
  // CHECK-LABEL: gpu.func @sums(
  // CHECK-SAME: %[[CUTS:[^:]+]]: i32)
  // CHECK: %[[WORD:.+]] = vector.extract %{{.+}}[0] : i32
  // CHECK: %[[LEADING:.+]] = "llvm.intr.ctlz"(%[[CUTS]]) <{is_zero_poison = false}>
  // CHECK: %[[LAST:.+]] = arith.subi %{{.+}}, %[[LEADING]]
  // Without a bit, all elements count.
  // CHECK: %[[PLACE:.+]] = arith.maxsi %[[LAST]], %c0
  // CHECK: %[[SINCE:.+]] = arith.shli %c-1{{.*}}, %[[PLACE]]
  // CHECK: %[[BITS:.+]] = arith.andi %{{.+}}, %c15
  // Bit i goes to the sign of byte i, and signs fill their bytes.
  // CHECK: %[[FACTOR:.+]] = arith.constant 270549120 : i32
  // CHECK: %[[SIGNS:.+]] = arith.muli %[[BITS]], %[[FACTOR]]
  // CHECK: %[[MASK:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[SIGNS]], %[[SIGNS]],
  // CHECK: %[[KEPT:.+]] = arith.andi %[[WORD]], %[[MASK]]
  // CHECK: %[[CHAIN:.+]] = arith.ori %[[KEPT]], %{{.+}} : i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"(%[[CHAIN]],
  // CHECK: arith.trunci %{{.+}} : i32 to i8
  // CHECK: gpu.return
  gpu.func @sums(%in: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %cuts: i32) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [ui8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @add8 by @serial4(%x) cuts(%cuts) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    gpu.return
  }

  // From the end of the array, bit i goes to byte 3 - i. A start joins the total,
  // once, and only where a chain begins.
  // CHECK-LABEL: gpu.func @reversed_sums(
  // CHECK-SAME: %[[CUTS:[^:]+]]: i32, %[[START:[^:]+]]: i8)
  // CHECK: %[[FACTOR:.+]] = arith.constant -2143281136 : i32
  // CHECK: arith.muli %{{.+}}, %[[FACTOR]]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp4a.u.u"
  // CHECK: %[[SUM:.+]] = arith.trunci %{{.+}} : i32 to i8
  // CHECK: %[[ANY:.+]] = arith.cmpi ne, %[[CUTS]], %c0
  // CHECK: %[[JOINED:.+]] = prefix.apply @add8(%[[START]], %[[SUM]])
  // CHECK: arith.select %[[ANY]], %[[JOINED]], %[[SUM]] : i8
  // CHECK-NOT: prefix.apply
  // CHECK: gpu.return
  gpu.func @reversed_sums(%in: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %n: i64, %cuts: i32, %start: i8) kernel {
    %walk = prefix.walk line reverse(%n)
    %x = prefix.load_tile @add8 %in[%first] along %walk aligned rows 1 items 4 element [ui8] : !llvm.ptr<3> -> vector<4xi8>
    %total = prefix.thread_reduce @add8 by @serial4(%x) cuts(%cuts) start(%start : i8) : (vector<4xi8>) -> i8
    llvm.store %total, %to : i8, !llvm.ptr<1>
    gpu.return
  }

  // The last element stands in for those before the chain: it is part of it. Each
  // word has bits of its own.
  // CHECK-LABEL: gpu.func @minima_of_halves(
  // CHECK: %[[X0:.+]] = vector.extract %{{.+}}[0] : i32
  // CHECK: %[[X1:.+]] = vector.extract %{{.+}}[1] : i32
  // CHECK: %[[HIGH:.+]] = arith.constant 12850 : i32
  // CHECK: %[[LAST:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[X1]], %[[X1]], %[[HIGH]])
  // CHECK: %[[SINCE:.+]] = arith.select
  // CHECK: arith.andi %[[SINCE]], %c3
  // CHECK: %[[M0:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: arith.andi %[[X0]], %[[M0]]
  // CHECK: arith.andi %[[LAST]], %{{.+}}
  // CHECK: %[[REST:.+]] = arith.shrui %[[SINCE]], %c2
  // CHECK: arith.andi %[[REST]], %c3
  // CHECK: %[[M1:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: arith.andi %[[X1]], %[[M1]]
  // CHECK: arith.andi %[[LAST]], %{{.+}}
  // CHECK: arith.minsi %{{.+}}, %{{.+}} : vector<2xi16>
  // CHECK: arith.minsi %{{.+}}, %{{.+}} : i16
  gpu.func @minima_of_halves(%in: !llvm.ptr<3>, %to: !llvm.ptr<1>, %first: i64, %cuts: i32) kernel {
    %x = prefix.load_tile @min16 %in[%first] aligned rows 1 items 4 element [i16] : !llvm.ptr<3> -> vector<4xi16>
    %total = prefix.thread_reduce @min16 by @serial4(%x) cuts(%cuts) : (vector<4xi16>) -> i16
    llvm.store %total, %to : i16, !llvm.ptr<1>
    gpu.return
  }

  // A word is taken apart into its elements 0 and 2, and 1 and 3, which are
  // widened, and have masks. Four additions of halves: the pairs, what comes before
  // the first pair, then before both, and so the outputs, odd ones and even ones.
  // CHECK-LABEL: gpu.func @scan(
  // CHECK-SAME: %[[SEED:[^:]+]]: i8, %[[CUTS:[^:]+]]: i32)
  // CHECK: %[[WORD:.+]] = vector.extract %{{.+}}[0] : i32
  // CHECK: %[[SEED32:.+]] = arith.extui %[[SEED]] : i8 to i32
  // CHECK: %[[CARRY:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[SEED32]],
  // CHECK: %[[BITS:.+]] = arith.andi %[[CUTS]], %c15
  // CHECK: %[[SIGNS:.+]] = arith.muli %[[BITS]],
  // CHECK: %[[B02:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[SIGNS]], %[[SIGNS]],
  // CHECK: %[[B13:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[SIGNS]], %[[SIGNS]],
  // CHECK: %[[B:.+]] = arith.ori %[[B02]], %[[B13]]
  // CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[WORD]], %c0
  // CHECK: %[[O:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[WORD]], %c0
  // CHECK: arith.xori %[[B13]], %c-1
  // CHECK: %[[PAIRS:.+]] = arith.addi %{{.+}}, %[[O]]
  // CHECK: arith.xori %[[B]], %c-1
  // CHECK: %[[Y1:.+]] = arith.addi %{{.+}}, %[[PAIRS]]
  // CHECK: %[[C1:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[CARRY]], %[[Y1]],
  // CHECK: arith.xori %[[B]], %c-1
  // CHECK: %[[Y13:.+]] = arith.addi %{{.+}}, %[[PAIRS]]
  // CHECK: arith.xori %[[B02]], %c-1
  // CHECK: arith.andi %[[C1]],
  // CHECK: %[[Y02:.+]] = arith.addi %{{.+}}, %[[E]]
  // CHECK-NOT: arith.addi
  // CHECK: %[[OUT:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[Y02]], %[[Y13]],
  // CHECK: vector.from_elements %[[OUT]] : vector<1xi32>
  gpu.func @scan(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %first: i64, %seed: i8, %cuts: i32) kernel {
    %x = prefix.load_tile @add8 %in[%first] aligned rows 1 items 4 element [ui8] : !llvm.ptr<3> -> vector<4xi8>
    %y = prefix.thread_scan @add8 by @serial4(%seed, %x) cuts(%cuts) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [ui8] output [ui8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }

  // Nothing is joined where a chain begins. Extremes are taken of two halves at
  // once, and -128 is what the output is there, and what changes nothing.
  // CHECK-LABEL: gpu.func @scan_from_identity(
  // CHECK: %[[NOTHING:.+]] = arith.constant -8323200 : i32
  // CHECK: %[[CARRY:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: %[[B02:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: %[[B13:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK-COUNT-4: arith.maxsi %{{.+}}, %{{.+}} : vector<2xi16>
  // CHECK-NOT: arith.maxsi
  // CHECK: arith.andi %[[NOTHING]], %[[B02]]
  // CHECK: %[[E:.+]] = arith.ori
  // CHECK: arith.andi %[[NOTHING]], %[[B13]]
  // CHECK: %[[O:.+]] = arith.ori
  // CHECK: %[[OUT:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[E]], %[[O]],
  // CHECK: vector.from_elements %[[OUT]] : vector<1xi32>
  gpu.func @scan_from_identity(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %first: i64, %seed: i8, %cuts: i32) kernel {
    %start = prefix.identity @max8 : i8
    %x = prefix.load_tile @max8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %y = prefix.thread_scan @max8 by @serial4 exclusive (%seed, %x) cuts(%cuts) start(%start : i8) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }

  // The start joins elements that begin chains, two more instructions, and is the
  // output there.
  // CHECK-LABEL: gpu.func @scan_from_value(
  // CHECK-SAME: %[[START:[^:]+]]: i8)
  // CHECK: %[[START32:.+]] = arith.extui %[[START]] : i8 to i32
  // CHECK: %[[FIRST:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[START32]], %[[START32]],
  // CHECK: %[[CARRY:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: %[[B02:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: %[[B13:.+]] = llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: arith.andi %[[FIRST]], %[[B02]]
  // CHECK: arith.maxsi
  // CHECK: arith.andi %[[FIRST]], %[[B13]]
  // CHECK-COUNT-5: arith.maxsi %{{.+}}, %{{.+}} : vector<2xi16>
  // CHECK-NOT: arith.maxsi
  // CHECK: arith.andi %[[FIRST]], %[[B02]]
  // CHECK: %[[E:.+]] = arith.ori
  // CHECK: arith.andi %[[FIRST]], %[[B13]]
  // CHECK: %[[O:.+]] = arith.ori
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"(%[[E]], %[[O]],
  gpu.func @scan_from_value(%in: !llvm.ptr<3>, %out: !llvm.ptr<3>, %first: i64, %seed: i8, %cuts: i32, %start: i8) kernel {
    %x = prefix.load_tile @max8 %in[%first] aligned rows 1 items 4 element [i8] : !llvm.ptr<3> -> vector<4xi8>
    %y = prefix.thread_scan @max8 by @serial4 exclusive (%seed, %x) cuts(%cuts) start(%start : i8) : (i8, vector<4xi8>) -> vector<4xi8>
    prefix.store_tile %y to %out[%first] aligned rows 1 items 4 state [i8] output [i8] : vector<4xi8> to !llvm.ptr<3>
    gpu.return
  }
}
