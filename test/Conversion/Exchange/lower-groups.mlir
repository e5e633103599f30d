// The scan of the warps of a group is its circuit, run by each thread in registers
// or by the lanes of each warp.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not="prefix.{{i[^d]|m[^o]|a[^p]|c[^i]|[^imac]}}" --implicit-check-not=llvm.load --implicit-check-not=gpu.shuffle --implicit-check-not=barrier --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-exchange -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @w3(%x, %y, %z) {
    %a = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    %b = prefix.combine %a, %z : !prefix.span<0, 1>, !prefix.span<2, 2>
    prefix.yield %x, %a, %b : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>
  }

  // Each thread reads the totals of the three warps, from the row on, and takes
  // what comes before its own.
  // CHECK-LABEL: gpu.func @in_threads(
  // CHECK-SAME: %[[ROW:[^:]+]]: i32, %[[WARP:[^:]+]]: i32)
  // CHECK: %[[BYTE:.+]] = arith.muli %[[ROW]], %c4_i32 : i32
  // CHECK-NEXT: %[[OF_ROW:.+]] = llvm.getelementptr %{{.+}}[%[[BYTE]]] :
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[OF_ROW]][64] :
  // CHECK-NEXT: %[[A0:.+]] = llvm.load %[[AT]] {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK: %[[BYTE:.+]] = arith.muli %[[ROW]], %c8_i32 : i32
  // CHECK-NEXT: %[[OF_ROW:.+]] = llvm.getelementptr %{{.+}}[%[[BYTE]]] :
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[OF_ROW]][128] :
  // CHECK-NEXT: %[[BITS:.+]] = llvm.load %[[AT]] {alignment = 8 : i64} : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %[[B0:.+]] = arith.bitcast %[[BITS]] : i64 to f64
  // CHECK-NEXT: %[[ROW1:.+]] = arith.addi %[[ROW]], %c1_i32 : i32
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[ROW1]], %c4_i32 : i32
  // CHECK: %[[A1:.+]] = llvm.load %{{.+}} -> i32
  // CHECK: llvm.load
  // CHECK-NEXT: %[[B1:.+]] = arith.bitcast
  // CHECK-NEXT: %[[ROW2:.+]] = arith.addi %[[ROW]], %c2_i32 : i32
  // CHECK-NEXT: %[[BYTE:.+]] = arith.muli %[[ROW2]], %c4_i32 : i32
  // CHECK: %[[A2:.+]] = llvm.load %{{.+}} -> i32
  // CHECK: llvm.load
  // CHECK-NEXT: %[[B2:.+]] = arith.bitcast
  // CHECK-NEXT: %[[UP_TO1:.+]]:2 = prefix.apply @pair(%[[A0]], %[[B0]], %[[A1]], %[[B1]]) :
  // CHECK-NEXT: %[[UP_TO2:.+]]:2 = prefix.apply @pair(%[[UP_TO1]]#0, %[[UP_TO1]]#1, %[[A2]], %[[B2]]) :
  // CHECK-NEXT: %[[IDENTITY:.+]]:2 = prefix.identity @pair : i32, f64
  // CHECK-NEXT: %[[IS1:.+]] = arith.cmpi eq, %[[WARP]], %c1_i32 : i32
  // CHECK-NEXT: %[[BEFORE_A:.+]] = arith.select %[[IS1]], %[[A0]], %[[IDENTITY]]#0 : i32
  // CHECK-NEXT: %[[BEFORE_B:.+]] = arith.select %[[IS1]], %[[B0]], %[[IDENTITY]]#1 : f64
  // CHECK-NEXT: %[[IS2:.+]] = arith.cmpi eq, %[[WARP]], %c2_i32 : i32
  // CHECK-NEXT: %[[A:.+]] = arith.select %[[IS2]], %[[UP_TO1]]#0, %[[BEFORE_A]] : i32
  // CHECK-NEXT: %[[B:.+]] = arith.select %[[IS2]], %[[UP_TO1]]#1, %[[BEFORE_B]] : f64
  // CHECK-NEXT: gpu.return %[[A]], %[[B]], %[[UP_TO2]]#0, %[[UP_TO2]]#1 :
  gpu.func @in_threads(%row: i32, %warp: i32) -> (i32, f64, i32, f64) {
    %totals = prefix.states "totals" of @pair at [64, 128] count 6
    %0:4 = prefix.group_scan @pair by @w3 %totals[%row] warp %warp : i32, f64, i32, f64
    gpu.return %0#0, %0#1, %0#2, %0#3 : i32, f64, i32, f64
  }

  // Where a chain begins within a warp, what comes before it is not combined with
  // its total; and whether one begins is known of each result.
  // CHECK-LABEL: gpu.func @in_threads_with_cuts(
  // CHECK-SAME: %[[ROW:[^:]+]]: i32, %[[WARP:[^:]+]]: i32, %[[CUTS:[^:]+]]: i32)
  // CHECK: %[[T0:.+]] = llvm.load
  // CHECK: %[[BIT:.+]] = arith.andi %[[CUTS]], %c1_i32 : i32
  // CHECK-NEXT: %[[CUT0:.+]] = arith.cmpi ne, %[[BIT]], %c0_i32 : i32
  // CHECK: %[[T1:.+]] = llvm.load
  // CHECK: %[[BIT:.+]] = arith.andi %[[CUTS]], %c2_i32 : i32
  // CHECK-NEXT: %[[CUT1:.+]] = arith.cmpi ne, %[[BIT]], %c0_i32 : i32
  // CHECK: %[[T2:.+]] = llvm.load
  // CHECK: %[[BIT:.+]] = arith.andi %[[CUTS]], %c4_i32 : i32
  // CHECK-NEXT: %[[CUT2:.+]] = arith.cmpi ne, %[[BIT]], %c0_i32 : i32
  // CHECK-NEXT: %[[BOTH:.+]] = prefix.apply @add(%[[T0]], %[[T1]]) :
  // CHECK-NEXT: %[[UP_TO1:.+]] = arith.select %[[CUT1]], %[[T1]], %[[BOTH]] : i32
  // CHECK-NEXT: %[[CUT_UP_TO1:.+]] = arith.ori %[[CUT0]], %[[CUT1]] : i1
  // CHECK-NEXT: %[[BOTH:.+]] = prefix.apply @add(%[[UP_TO1]], %[[T2]]) :
  // CHECK-NEXT: %[[UP_TO2:.+]] = arith.select %[[CUT2]], %[[T2]], %[[BOTH]] : i32
  // CHECK-NEXT: %[[CUT_UP_TO2:.+]] = arith.ori %[[CUT_UP_TO1]], %[[CUT2]] : i1
  // CHECK-NEXT: %[[IDENTITY:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: %[[IS1:.+]] = arith.cmpi eq, %[[WARP]], %c1_i32 : i32
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.select %[[IS1]], %[[T0]], %[[IDENTITY]] : i32
  // CHECK-NEXT: %[[CUT_BEFORE:.+]] = arith.select %[[IS1]], %[[CUT0]], %false : i1
  // CHECK-NEXT: %[[IS2:.+]] = arith.cmpi eq, %[[WARP]], %c2_i32 : i32
  // CHECK-NEXT: %[[STATE:.+]] = arith.select %[[IS2]], %[[UP_TO1]], %[[BEFORE]] : i32
  // CHECK-NEXT: %[[CUT:.+]] = arith.select %[[IS2]], %[[CUT_UP_TO1]], %[[CUT_BEFORE]] : i1
  // CHECK-NEXT: gpu.return %[[STATE]], %[[CUT]], %[[UP_TO2]], %[[CUT_UP_TO2]] :
  gpu.func @in_threads_with_cuts(%row: i32, %warp: i32, %cuts: i32) -> (i32, i1, i32, i1) {
    %totals = prefix.states "totals" of @add at [64] count 6
    %0:4 = prefix.group_scan @add by @w3 %totals[%row] warp %warp cuts(%cuts) : i32, i1, i32, i1
    gpu.return %0#0, %0#1, %0#2, %0#3 : i32, i1, i32, i1
  }

  // A total a lane, the last one in the lanes above; then the circuit, by shuffles
  // of all lanes; then what the lane of the warp before has, and the last one.
  // CHECK-LABEL: gpu.func @by_lanes(
  // CHECK-SAME: %[[ROW:[^:]+]]: i32, %[[WARP:[^:]+]]: i32)
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32 : i32
  // CHECK-NEXT: %[[OWN:.+]] = arith.minui %[[LANE]], %c2_i32 : i32
  // CHECK-NEXT: %[[OF_ROW:.+]] = arith.addi %[[ROW]], %[[OWN]] : i32
  // CHECK: %[[TOTAL:.+]] = llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %[[BELOW:.+]], %{{.+}} = gpu.shuffle up %[[TOTAL]], %c1_i32, %c32_i32 : i32
  // CHECK: prefix.apply @add(%[[BELOW]], %[[TOTAL]]) :
  // CHECK-NEXT: %[[UP_TO1:.+]] = arith.select
  // CHECK-NEXT: %[[BELOW:.+]], %{{.+}} = gpu.shuffle up %[[UP_TO1]], %c1_i32, %c32_i32 : i32
  // CHECK: prefix.apply @add(%[[BELOW]], %[[UP_TO1]]) :
  // CHECK-NEXT: %[[UP_TO2:.+]] = arith.select
  // CHECK-NEXT: %[[IS_FIRST:.+]] = arith.cmpi eq, %[[WARP]], %c0_i32 : i32
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.subi %[[WARP]], %c1_i32 : i32
  // CHECK-NEXT: %[[SOURCE:.+]] = arith.select %[[IS_FIRST]], %c0_i32, %[[BEFORE]] : i32
  // CHECK-NEXT: %[[READ:.+]], %{{.+}} = gpu.shuffle idx %[[UP_TO2]], %[[SOURCE]], %c32_i32 : i32
  // CHECK-NEXT: %[[IDENTITY:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: %[[STATE:.+]] = arith.select %[[IS_FIRST]], %[[IDENTITY]], %[[READ]] : i32
  // CHECK-NEXT: %[[ALL:.+]], %{{.+}} = gpu.shuffle idx %[[UP_TO2]], %c2_i32, %c32_i32 : i32
  // CHECK-NEXT: gpu.return %[[STATE]], %[[ALL]] :
  gpu.func @by_lanes(%row: i32, %warp: i32) -> (i32, i32) {
    %totals = prefix.states "totals" of @add at [64] count 6
    %0:2 = prefix.group_scan @add by @w3 by_lanes %totals[%row] warp %warp : i32, i32
    gpu.return %0#0, %0#1 : i32, i32
  }

  // Cuts are bits of warps below the thread's, and of all three.
  // CHECK-LABEL: gpu.func @by_lanes_with_cuts(
  // CHECK-SAME: %[[ROW:[^:]+]]: i32, %[[WARP:[^:]+]]: i32, %[[CUTS:[^:]+]]: i32)
  // CHECK: %[[TOTAL:.+]] = llvm.load
  // CHECK: %[[UP_TO_OWN:.+]] = arith.andi %[[CUTS]], %{{.+}} : i32
  // CHECK-NEXT: "llvm.intr.ctlz"(%[[UP_TO_OWN]])
  // CHECK-COUNT-2: gpu.shuffle up
  // CHECK: %[[READ:.+]], %{{.+}} = gpu.shuffle idx %[[UP_TO2:.+]], %{{.+}}, %c32_i32 : i32
  // CHECK-NEXT: %[[BIT:.+]] = arith.shli %c1_i32, %[[WARP]] : i32
  // CHECK-NEXT: %[[BELOW:.+]] = arith.subi %[[BIT]], %c1_i32 : i32
  // CHECK-NEXT: %[[CUTS_BELOW:.+]] = arith.andi %[[CUTS]], %[[BELOW]] : i32
  // CHECK-NEXT: %[[CUT:.+]] = arith.cmpi ne, %[[CUTS_BELOW]], %c0_i32 : i32
  // CHECK-NEXT: %[[IDENTITY:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: %[[STATE:.+]] = arith.select %{{.+}}, %[[IDENTITY]], %[[READ]] : i32
  // CHECK-NEXT: %[[ALL:.+]], %{{.+}} = gpu.shuffle idx %[[UP_TO2]], %c2_i32, %c32_i32 : i32
  // CHECK-NEXT: %[[OF_GROUP:.+]] = arith.andi %[[CUTS]], %c7_i32 : i32
  // CHECK-NEXT: %[[ANY:.+]] = arith.cmpi ne, %[[OF_GROUP]], %c0_i32 : i32
  // CHECK-NEXT: gpu.return %[[STATE]], %[[CUT]], %[[ALL]], %[[ANY]] :
  gpu.func @by_lanes_with_cuts(%row: i32, %warp: i32, %cuts: i32) -> (i32, i1, i32, i1) {
    %totals = prefix.states "totals" of @add at [64] count 6
    %0:4 = prefix.group_scan @add by @w3 by_lanes %totals[%row] warp %warp cuts(%cuts) : i32, i1, i32, i1
    gpu.return %0#0, %0#1, %0#2, %0#3 : i32, i1, i32, i1
  }
}
