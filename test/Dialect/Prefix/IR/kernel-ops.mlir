// The ops of the kernel phase are printed as they are written, and what is
// printed is read back, from the custom form and from the generic one.
// RUN: scanc-opt %s -o %t.once
// RUN: scanc-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: scanc-opt %s -mlir-print-op-generic -o %t.generic
// RUN: scanc-opt %t.generic -o %t.back
// RUN: cmp %t.once %t.back
// RUN: FileCheck %s --input-file=%t.once

// CHECK-LABEL: gpu.module @kernels attributes {prefix.launch = #prefix.launch<monoid = "pair", commutative = false, idempotent = true, kind = exclusive, reverse = true, element = [ui8, f32], state = [i32, f64], output = [si32, f64], init = [3 : i32, 5.000000e-01], plan = <strategy = single_block, warp = @w32, tail = <warps = 2>>>} {
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "pair", commutative = false, idempotent = true, kind = exclusive,
    reverse = true, element = [ui8, f32], state = [i32, f64], output = [si32, f64],
    init = [3 : i32, 0.5 : f64],
    plan = <strategy = single_block, warp = @w32, tail = <warps = 2>>>} {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    %e = arith.addi %a, %c : i32
    %f = arith.addf %b, %d : f64
    prefix.yield %e, %f : i32, f64
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  prefix.circuit @w32(
      %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15,
      %x16, %x17, %x18, %x19, %x20, %x21, %x22, %x23, %x24, %x25, %x26, %x27, %x28, %x29, %x30,
      %x31) {
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
    prefix.yield
      %x0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15,
      %y16, %y17, %y18, %y19, %y20, %y21, %y22, %y23, %y24, %y25, %y26, %y27, %y28, %y29, %y30,
      %y31
        : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>,
        !prefix.span<0, 4>, !prefix.span<0, 5>, !prefix.span<0, 6>, !prefix.span<0, 7>,
        !prefix.span<0, 8>, !prefix.span<0, 9>, !prefix.span<0, 10>, !prefix.span<0, 11>,
        !prefix.span<0, 12>, !prefix.span<0, 13>, !prefix.span<0, 14>, !prefix.span<0, 15>,
        !prefix.span<0, 16>, !prefix.span<0, 17>, !prefix.span<0, 18>, !prefix.span<0, 19>,
        !prefix.span<0, 20>, !prefix.span<0, 21>, !prefix.span<0, 22>, !prefix.span<0, 23>,
        !prefix.span<0, 24>, !prefix.span<0, 25>, !prefix.span<0, 26>, !prefix.span<0, 27>,
        !prefix.span<0, 28>, !prefix.span<0, 29>, !prefix.span<0, 30>, !prefix.span<0, 31>
  }

  // CHECK-LABEL: gpu.func @states
  gpu.func @states() kernel {
    // CHECK-NEXT: %[[E:[^:, ]+]]:2 = prefix.identity @pair : i32, f64{{$}}
    %e:2 = prefix.identity @pair : i32, f64
    // CHECK-NEXT: %{{.+}}:2 = prefix.apply @pair(%[[E]]#0, %[[E]]#1, %[[E]]#0, %[[E]]#1) {note} : (i32, f64, i32, f64) -> (i32, f64){{$}}
    %s:2 = prefix.apply @pair(%e#0, %e#1, %e#0, %e#1) {note} : (i32, f64, i32, f64) -> (i32, f64)
    gpu.return
  }

  // CHECK-LABEL: gpu.func @tiles(
  // CHECK-SAME: %[[IN:[^:, ]+]]: !llvm.ptr<1>, %[[OUT:[^:, ]+]]: !llvm.ptr<1>, %[[AT:[^:, ]+]]: i64, %[[N:[^:, ]+]]: i64)
  gpu.func @tiles(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %at: i64, %n: i64) kernel {
    // CHECK-NEXT: %[[T:[^:, ]+]]:4 = prefix.load_tile @pair %[[IN]][%[[AT]]] rows 2 items 4 element [ui8, f32] : !llvm.ptr<1> -> vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64>{{$}}
    %t:4 = prefix.load_tile @pair %in[%at] rows 2 items 4 element [ui8, f32]
        : !llvm.ptr<1> -> vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64>
    // CHECK-NEXT: %[[V:[^:, ]+]]:2 = prefix.load_tile @pair %[[IN]][%[[AT]]] valid %[[N]] rows 1 items 2 element [i32, f64] : !llvm.ptr<1> -> vector<2xi32>, vector<2xf64>{{$}}
    %v:2 = prefix.load_tile @pair %in[%at] valid %n rows 1 items 2 element [i32, f64]
        : !llvm.ptr<1> -> vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: %[[WALK:[^:, ]+]] = prefix.walk line reverse(%[[N]]){{$}}
    %walk = prefix.walk line reverse(%n)
    // CHECK-NEXT: prefix.load_tile @pair %[[IN]][%[[AT]]] along %[[WALK]] rows 1
    %r:2 = prefix.load_tile @pair %in[%at] along %walk rows 1 items 2 element [i32, f64]
        : !llvm.ptr<1> -> vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: prefix.load_tile @pair %[[IN]][%[[AT]]] valid %[[N]] along %[[WALK]] rows 1
    %b:2 = prefix.load_tile @pair %in[%at] valid %n along %walk rows 1 items 2 element [i32, f64]
        : !llvm.ptr<1> -> vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: %[[APART:[^:, ]+]]:2 = prefix.load_tile @pair %[[IN]], %[[OUT]][%[[AT]]] rows 1 items 2 element [i32, f64] : !llvm.ptr<1>, !llvm.ptr<1> -> vector<2xi32>, vector<2xf64>{{$}}
    %apart:2 = prefix.load_tile @pair %in, %out[%at] rows 1 items 2 element [i32, f64]
        : !llvm.ptr<1>, !llvm.ptr<1> -> vector<2xi32>, vector<2xf64>
    // CHECK-NEXT: prefix.walk line(%[[N]]){{$}}
    %forward = prefix.walk line(%n)
    // CHECK-NEXT: prefix.store_tile %[[APART]]#0, %[[APART]]#1 to %[[IN]], %[[OUT]][%[[AT]]] rows 1 items 2 state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64> to !llvm.ptr<1>, !llvm.ptr<1>{{$}}
    prefix.store_tile %apart#0, %apart#1 to %in, %out[%at] rows 1 items 2 state [i32, f64] output [i32, f64]
        : vector<2xi32>, vector<2xf64> to !llvm.ptr<1>, !llvm.ptr<1>
    // CHECK-NEXT: prefix.store_tile %[[T]]#0, %[[T]]#1, %[[T]]#2, %[[T]]#3 to %[[OUT]][%[[AT]]] rows 2 items 4 state [ui32, f64] output [i8, bf16] : vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64> to !llvm.ptr<1>{{$}}
    prefix.store_tile %t#0, %t#1, %t#2, %t#3 to %out[%at] rows 2 items 4
        state [ui32, f64] output [i8, bf16]
        : vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64> to !llvm.ptr<1>
    // CHECK-NEXT: prefix.store_tile %[[V]]#0, %[[V]]#1 to %[[OUT]][%[[AT]]] valid %[[N]] along %[[WALK]] rows 1
    prefix.store_tile %v#0, %v#1 to %out[%at] valid %n along %walk rows 1 items 2
        state [i32, f64] output [i32, f64] : vector<2xi32>, vector<2xf64> to !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @levels(
  gpu.func @levels(%a: i32, %b: f64, %c: vector<2xi32>, %d: vector<2xf64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK-NEXT: prefix.thread_reduce @pair by @w2(%{{.+}}, %{{.+}}) : (vector<2xi32>, vector<2xf64>) -> (i32, f64){{$}}
    %0:2 = prefix.thread_reduce @pair by @w2(%c, %d) : (vector<2xi32>, vector<2xf64>) -> (i32, f64)
    // CHECK-NEXT: prefix.thread_scan @pair by @w2(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) : (i32, f64, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>){{$}}
    %1:2 = prefix.thread_scan @pair by @w2(%a, %b, %c, %d)
        : (i32, f64, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>)
    // CHECK-NEXT: prefix.thread_scan @pair by @w2 exclusive(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) :
    %2:2 = prefix.thread_scan @pair by @w2 exclusive (%a, %b, %c, %d)
        : (i32, f64, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>)
    // CHECK-NEXT: prefix.warp_scan @pair by @w32(%{{.+}}, %{{.+}}) : (i32, f64) -> (i32, f64, i32, f64){{$}}
    %3:4 = prefix.warp_scan @pair by @w32(%a, %b) : (i32, f64) -> (i32, f64, i32, f64)
    // CHECK-NEXT: prefix.warp_reduce @pair by @w32(%{{.+}}, %{{.+}}) : (i32, f64) -> (i32, f64){{$}}
    %4:2 = prefix.warp_reduce @pair by @w32(%a, %b) : (i32, f64) -> (i32, f64)
    // Where chains begin.
    // CHECK: prefix.thread_reduce @pair by @w2(%{{.+}}, %{{.+}}) cuts(%[[CUTS:.+]]) start(%{{.+}}, %{{.+}} : i32, f64) : (vector<2xi32>, vector<2xf64>) -> (i32, f64){{$}}
    %cuts = arith.constant 2 : i32
    %r:2 = prefix.thread_reduce @pair by @w2(%c, %d) cuts(%cuts) start(%a, %b : i32, f64) : (vector<2xi32>, vector<2xf64>) -> (i32, f64)
    // CHECK-NEXT: prefix.thread_scan @pair by @w2 exclusive(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) cuts(%[[CUTS]]) : (i32,
    %s:2 = prefix.thread_scan @pair by @w2 exclusive (%a, %b, %c, %d) cuts(%cuts)
        : (i32, f64, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>)
    // CHECK-NEXT: prefix.warp_scan @pair by @w32(%{{.+}}, %{{.+}}) cuts(%[[CUTS]]) : (i32, f64) -> (i32, f64, i32, f64){{$}}
    %w:4 = prefix.warp_scan @pair by @w32(%a, %b) cuts(%cuts) : (i32, f64) -> (i32, f64, i32, f64)
    // CHECK-NEXT: prefix.block_scan @pair by @w2 rows 0 mapping <>(%{{.+}}, %{{.+}}) : (i32, f64) -> (i32, f64, i32, f64){{$}}
    %5:4 = prefix.block_scan @pair by @w2 rows 0 mapping <> (%a, %b) : (i32, f64) -> (i32, f64, i32, f64)
    // The seed is the last operand.
    // CHECK-NEXT: prefix.block_scan @pair by @w2 rows 0 mapping <threads = rows<8>, layout = pad<32>, seed = first>(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) : (i32, f64, i32, f64) -> (i32, f64, i32, f64){{$}}
    %6:4 = prefix.block_scan @pair by @w2 rows 0 mapping <threads = rows<8>, layout = pad<32>, seed = first> (%a, %b, %a, %b)
        : (i32, f64, i32, f64) -> (i32, f64, i32, f64)
    // CHECK-NEXT: prefix.block_reduce @pair by @w2 rows 0 mapping <>(%{{.+}}, %{{.+}}) : (i32, f64) -> (i32, f64){{$}}
    %7:2 = prefix.block_reduce @pair by @w2 rows 0 mapping <> (%a, %b) : (i32, f64) -> (i32, f64)
    // Two lists a warp: what comes before each column, and a total for each list.
    // CHECK-NEXT: prefix.block_scan @pair by @w32 rows 2 sublists mapping <>(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) : (i32, f64, i32, f64) -> (i32, f64, i32, f64, i32, f64, i32, f64){{$}}
    %8:8 = prefix.block_scan @pair by @w32 rows 2 sublists mapping <> (%a, %b, %a, %b)
        : (i32, f64, i32, f64) -> (i32, f64, i32, f64, i32, f64, i32, f64)
    // CHECK-NEXT: prefix.block_reduce @pair by @w32 rows 2 sublists mapping <>(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) : (i32, f64, i32, f64) -> (i32, f64, i32, f64){{$}}
    %9:4 = prefix.block_reduce @pair by @w32 rows 2 sublists mapping <> (%a, %b, %a, %b)
        : (i32, f64, i32, f64) -> (i32, f64, i32, f64)
    gpu.return
  }
}

// CHECK-LABEL: gpu.module @arrays attributes {prefix.launch = #prefix.launch<monoid = "pair", commutative = false, idempotent = true, kind = exclusive, reverse = true, soa = true, element = [ui8, f32],
gpu.module @arrays attributes {prefix.launch = #prefix.launch<
    monoid = "pair", commutative = false, idempotent = true, kind = exclusive,
    reverse = true, soa = true, element = [ui8, f32], state = [i32, f64], output = [si32, f64],
    init = [3 : i32, 0.5 : f64],
    plan = <strategy = single_block, tail = <warps = 2>>>} {
}
