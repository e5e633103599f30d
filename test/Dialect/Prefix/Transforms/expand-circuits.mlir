// RUN: scanc-opt %s -split-input-file -prefix-expand-circuits -o %t.once
// RUN: FileCheck %s --implicit-check-not=prefix.family --implicit-check-not=" = kogge_stone<" --input-file=%t.once
// RUN: scanc-opt %s -split-input-file -prefix-expand-circuits -prefix-expand-circuits -o %t.twice
// RUN: cmp %t.once %t.twice

// A named instance becomes a circuit of the same name, with its attributes'
// place: the order of the module stays.
// CHECK-LABEL: module @instances
// CHECK-NEXT: prefix.circuit @ks4(%[[X0:[^,]+]], %[[X1:[^,]+]], %[[X2:[^,]+]], %[[X3:[^,)]+]]) {
// CHECK-NEXT: %[[A1:[^ ]+]] = combine %[[X0]], %[[X1]] : [0:1]
// CHECK-NEXT: %[[A2:[^ ]+]] = combine %[[X1]], %[[X2]] : [1:2]
// CHECK-NEXT: %[[A3:[^ ]+]] = combine %[[X2]], %[[X3]] : [2:3]
// CHECK-NEXT: %[[B2:[^ ]+]] = combine %[[X0]], %[[A2]] : [0:2]
// CHECK-NEXT: %[[B3:[^ ]+]] = combine %[[A1]], %[[A3]] : [0:3]
// CHECK-NEXT: yield %[[X0]], %[[A1]], %[[B2]], %[[B3]]{{$}}
// CHECK: prefix.circuit @one(%[[X:.+]]) {
// CHECK-NEXT: yield %[[X]]{{$}}
// CHECK-NEXT: }
// CHECK-NEXT: }
module @instances {
  prefix.family @ks4 = kogge_stone<4>
  prefix.family @one = brent_kung<1>
}

// -----

// The size of each family: 32 inputs.
// CHECK-LABEL: prefix.circuit @serial
// CHECK-COUNT-31: combine
// CHECK-NOT: combine
// CHECK: yield
prefix.family @serial = serial<32>
// CHECK-LABEL: prefix.circuit @sklansky
// CHECK-COUNT-80: combine
// CHECK-NOT: combine
// CHECK: yield
prefix.family @sklansky = sklansky<32>
// CHECK-LABEL: prefix.circuit @kogge_stone
// CHECK-COUNT-129: combine
// CHECK-NOT: combine
// CHECK: yield
prefix.family @kogge_stone = kogge_stone<32>
// CHECK-LABEL: prefix.circuit @brent_kung
// CHECK-COUNT-57: combine
// CHECK-NOT: combine
// CHECK: yield
prefix.family @brent_kung = brent_kung<32>

// -----

// Families in plans become symbols; each family is expanded once, whatever the
// level and the scan that name it.
// CHECK-LABEL: module @plans
// CHECK-COUNT-2: prefix.circuit @{{serial_4|sklansky_32}}(
// CHECK-NOT: prefix.circuit
// CHECK: prefix.scan @a inclusive @add_i32 : (i32) -> i32 plan <thread = @serial_4, warp = @sklansky_32, scan = <row = @serial_4, block = @sklansky_32>>
// CHECK: prefix.scan @b inclusive @add_i32 : (i32) -> i32 plan <top = <thread = @serial_4, warp = @mine>>
// CHECK: prefix.scan @c inclusive @add_i32 : (i32) -> i32{{$}}
module @plans {
  prefix.scan @a inclusive @add_i32 : (i32) -> (i32) plan
    <thread = serial<4>, warp = sklansky<32>, scan = <row = serial<4>, block = sklansky<32>>>
  prefix.scan @b inclusive @add_i32 : (i32) -> (i32) plan <top = <thread = serial<4>, warp = @mine>>
  prefix.scan @c inclusive @add_i32 : (i32) -> (i32)
}

// -----

// A symbol that is taken by another circuit is left to it.
// CHECK-LABEL: module @taken
// CHECK-DAG: prefix.circuit @serial_2(
// CHECK-DAG: prefix.circuit @[[OTHER:serial_3_[0-9]+]](
// CHECK-DAG: prefix.circuit @serial_3(
// CHECK: prefix.scan @a {{.*}} plan <thread = @serial_2, row = @[[OTHER]]>
module @taken {
  // The same circuit.
  prefix.circuit @serial_2(%x0, %x1) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  // Not the serial one.
  prefix.circuit @serial_3(%x0, %x1, %x2) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %b = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
    %c = prefix.combine %x0, %b : !prefix.span<0, 0>, !prefix.span<1, 2>
    prefix.yield %x0, %a, %c : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>
  }
  prefix.scan @a inclusive @add_i32 : (i32) -> (i32) plan <thread = serial<2>, row = serial<3>>
}

// -----

// Explicit circuits stay as they are.
// CHECK-LABEL: module @explicit
// CHECK-NEXT: prefix.circuit @w2(%[[X:.+]], %[[Y:[^)]+]]) {
// CHECK-NEXT: %[[Z:[^ ]+]] = combine %[[X]], %[[Y]]
// CHECK-NEXT: yield %[[X]], %[[Z]]
// CHECK-NEXT: }
// CHECK-NEXT: prefix.scan @a inclusive @add_i32 : (i32) -> i32 plan <row = @w2>
module @explicit {
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  prefix.scan @a inclusive @add_i32 : (i32) -> (i32) plan <row = @w2>
}

// -----

// Searches and compositions become circuits in their places, whatever the order
// in which they name each other. Stages are kept where the author has his own,
// and an overlap makes a circuit idempotent.
// CHECK-LABEL: module @sources
// CHECK-NEXT: prefix.circuit @whole({{[^)]*}}) stages [{{[^]]*}}] {
// CHECK-COUNT-28: combine
// CHECK: yield
// CHECK: prefix.circuit @best({{[^)]*}}) {
// CHECK-COUNT-10: combine
// CHECK-NOT: combine
// CHECK: yield
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: prefix.circuit @levels({{[^)]*}}) stages [1, 1, 1, 1, 2, 2, 3, 4, 5, 5, 5] {
// CHECK: prefix.circuit @wide({{[^)]*}}) idempotent {
// CHECK: prefix.circuit @overlapping({{[^)]*}}) idempotent
// CHECK-NOT: prefix.{{search|compose|leaf|join}}
module @sources {
  prefix.compose @whole width 16 {
    leaf @best
    join serial<2> via scan_then_propagate
  } expect {size = 28}
  prefix.search @best = min size width 8 depth <= 4 expect {size = 10, depth = 4}
  prefix.family @levels = brent_kung<8> expect {size = 11, depth = 4, stages = 5}
  prefix.family @wide = knowles<8, [1, 1, 4]>
  prefix.compose @overlapping {
    leaf @wide
    join serial<2> via reduce_then_scan
  }
}

// -----

// The hierarchy of kernels: what is on registers, across a warp, and above.
// CHECK-LABEL: module @hierarchy
// CHECK-DAG: prefix.circuit @tile(
// CHECK-DAG: prefix.circuit @tile_thread(%{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}) stages [1, 1, 2, 3] {
// CHECK-DAG: prefix.circuit @tile_warp(
// CHECK-DAG: prefix.circuit @[[BLOCK:tile_block_[0-9]+]](
// CHECK-DAG: prefix.circuit @flat_warp(
// CHECK-DAG: prefix.circuit @serial_1(
// CHECK-DAG: prefix.circuit @sync_block(
// CHECK: prefix.scan @a {{.*}} plan <row = @serial_1, scan = <items = 4, thread = @tile_thread, warp = @tile_warp, block = @[[BLOCK]]>, top = <thread = @serial_1, warp = @flat_warp>>
// CHECK: prefix.scan @b {{.*}} plan <thread = @tile_thread, warp = @tile_warp, block = @[[BLOCK]], tail = <warp = @flat>>
// CHECK: prefix.scan @c {{.*}} plan <scan = <thread = @sync_thread, block = @sync_block>>
// All else that a skeleton says is kept.
// CHECK: prefix.scan @d {{.*}} plan <strategy = one_launch_streaming, scan = <warps = 4, rows = 1, items = 12, stages = 5, groups = 2, ahead = 3, piece = 4, thread = @tile_thread, warp = @tile_warp, row = @serial_1, block = @[[BLOCK]], mapping = <layout = pad<32>>>
module @hierarchy {
  prefix.compose @tile width 1024 {
    leaf serial<2> on registers
    join serial<2> on registers via scan_then_propagate
    join kogge_stone<32> on warp via reduce_then_scan
    join serial<2> on shared via scan_then_propagate
    join serial<4> on warp via scan_then_propagate
  }
  prefix.family @tile_block = serial<2>
  prefix.compose @flat {
    leaf sklansky<32> on warp
  }
  prefix.compose @sync {
    leaf serial<4> on registers
    join brent_kung<16> on shared via reduce_then_scan
    join kogge_stone<32> on warp via scan_then_propagate
  }
  prefix.scan @a inclusive @add_i32 : (i32) -> (i32) plan
    <row = serial<1>, scan = <items = 4, levels = @tile>, top = <levels = @flat>>
  prefix.scan @b inclusive @add_i32 : (i32) -> (i32) plan <levels = @tile, tail = <warp = @flat>>
  prefix.scan @c inclusive @add_i32 : (i32) -> (i32) plan <scan = <levels = @sync>>
  prefix.scan @d inclusive @add_i32 : (i32) -> (i32) plan
    <strategy = one_launch_streaming, scan = <warps = 4, rows = 1, items = 12, stages = 5, groups = 2, ahead = 3, piece = 4, row = serial<1>, mapping = <layout = pad<32>>, levels = @tile>>
}

// -----

// An overlap suits an idempotent monoid, and an idempotent circuit without one
// suits any.
// CHECK-LABEL: module @idempotent
// CHECK: prefix.scan @a {{.*}} plan <warp = @knowles_32_1_1_1_1_16>
// CHECK: prefix.scan @b {{.*}} plan <row = @harmless>
module @idempotent {
  prefix.monoid @first idempotent identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%low: i32), (%high: i32) {
    prefix.yield %low : i32
  }
  prefix.monoid @last identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%low: i32), (%high: i32) {
    prefix.yield %high : i32
  }
  prefix.circuit @harmless(%x0, %x1) idempotent {
    %a = combine %x0, %x1
    yield %x0, %a
  }
  prefix.scan @a inclusive @first : (i32) -> (i32) plan <warp = knowles<32, [1, 1, 1, 1, 16]>>
  prefix.scan @b inclusive @last : (i32) -> (i32) plan <row = @harmless>
}
