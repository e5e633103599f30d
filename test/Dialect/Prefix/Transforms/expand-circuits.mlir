// RUN: scanc-opt %s -split-input-file -prefix-expand-circuits -o %t.once
// RUN: FileCheck %s --implicit-check-not=prefix.family --implicit-check-not=" = kogge_stone<" --input-file=%t.once
// RUN: scanc-opt %s -split-input-file -prefix-expand-circuits -prefix-expand-circuits -o %t.twice
// RUN: cmp %t.once %t.twice

// A named instance becomes a circuit of the same name, with its attributes'
// place: the order of the module stays.
// CHECK-LABEL: module @instances
// CHECK-NEXT: prefix.circuit @ks4(%[[X0:[^,]+]], %[[X1:[^,]+]], %[[X2:[^,]+]], %[[X3:[^,)]+]]) {
// CHECK-NEXT: %[[A1:[^ ]+]] = combine %[[X0]], %[[X1]] : !prefix.span<0, 0>, !prefix.span<1, 1>
// CHECK-NEXT: %[[A2:[^ ]+]] = combine %[[X1]], %[[X2]] : !prefix.span<1, 1>, !prefix.span<2, 2>
// CHECK-NEXT: %[[A3:[^ ]+]] = combine %[[X2]], %[[X3]] : !prefix.span<2, 2>, !prefix.span<3, 3>
// CHECK-NEXT: %[[B2:[^ ]+]] = combine %[[X0]], %[[A2]] : !prefix.span<0, 0>, !prefix.span<1, 2>
// CHECK-NEXT: %[[B3:[^ ]+]] = combine %[[A1]], %[[A3]] : !prefix.span<0, 1>, !prefix.span<2, 3>
// CHECK-NEXT: yield %[[X0]], %[[A1]], %[[B2]], %[[B3]] :
// CHECK: prefix.circuit @one(%[[X:.+]]) {
// CHECK-NEXT: yield %[[X]] : !prefix.span<0, 0>
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
