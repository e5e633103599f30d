// The circuit of a block is swapped by one word of the plan. Whatever it is,
// there are two block barriers; stages are ordered within the first warp.
// RUN: cat %S/Inputs/groups.mlir %s > %t.mlir
// RUN: scanc-opt %t.mlir -scanc-lower=to=kernel -prefix-lower-block -canonicalize -cse -o %t.lowered
// RUN: FileCheck %s --implicit-check-not=prefix.block_scan --input-file=%t.lowered
// RUN: %python %S/Inputs/count_ops.py gpu.barrier nvvm.bar.warp.sync memref.load memref.store prefix.apply < %t.lowered | FileCheck %s --check-prefix=COUNT
// There is nothing more to do the second time.
// RUN: scanc-opt %t.lowered -prefix-lower-block -o %t.twice
// RUN: cmp %t.lowered %t.twice

// Kogge-Stone on 8 warps is three stages in place: 8 cells, 8 + 1 prefixes.
// CHECK-LABEL: gpu.func @kogge_stone_single
// CHECK-SAME: workgroup(%[[CELLS:[^ ]+]] : memref<17xi32, #gpu.address_space<workgroup>>)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-DAG: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-DAG: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-DAG: %[[C8:.+]] = arith.constant 8 : i32
// CHECK-DAG: %[[C9:.+]] = arith.constant 9 : i32
// CHECK-DAG: %[[C31:.+]] = arith.constant 31 : i32
// CHECK-DAG: %[[ALL:.+]] = arith.constant -1 : i32
// Columns 2 to 7.
// CHECK-DAG: %[[MASK:.+]] = arith.constant 252 : i32
// CHECK-DAG: %[[WARP:.+]] = arith.shrui %[[THREAD:.+]], %[[C5]] : i32
// CHECK-DAG: %[[LANE:.+]] = arith.andi %[[THREAD]], %[[C31]] : i32
// A lane of each warp stores its state.
// CHECK: %[[FIRST_LANE:.+]] = arith.cmpi eq, %[[LANE]], %[[C0]] : i32
// CHECK-NEXT: scf.if %[[FIRST_LANE]] {
// CHECK-NEXT: %[[COLUMN:.+]] = arith.index_cast %[[WARP]] : i32 to index
// CHECK-NEXT: memref.store %{{.+}}, %[[CELLS]][%[[COLUMN]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// The first warp runs the circuit. Of a stage, here the second, all reads come
// before all writes.
// CHECK-NEXT: %[[FIRST_WARP:.+]] = arith.cmpi eq, %[[WARP]], %[[C0]] : i32
// CHECK-NEXT: scf.if %[[FIRST_WARP]] {
// CHECK: nvvm.bar.warp.sync %[[ALL]]
// CHECK: memref.store
// CHECK: nvvm.bar.warp.sync %[[ALL]]
// CHECK-NEXT: %[[BITS:.+]] = arith.shrui %[[MASK]], %[[LANE]] : i32
// CHECK-NEXT: %[[ACTIVE:.+]] = arith.trunci %[[BITS]] : i32 to i1
// CHECK-NEXT: %[[RESULT:.+]] = scf.if %[[ACTIVE]] -> (i32) {
// CHECK-NEXT: %[[SOURCE:.+]] = arith.subi %[[LANE]], %[[C2]] : i32
// CHECK-NEXT: %[[FROM:.+]] = arith.index_cast %[[SOURCE]] : i32 to index
// CHECK-NEXT: %[[LOW:.+]] = memref.load %[[CELLS]][%[[FROM]]]
// CHECK: %[[HIGH:.+]] = memref.load %[[CELLS]]
// CHECK-NEXT: %[[BOTH:.+]] = prefix.apply @add_i32(%[[LOW]], %[[HIGH]])
// CHECK-NEXT: scf.yield %[[BOTH]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %{{.+}} : i32
// CHECK-NEXT: }
// CHECK-NEXT: nvvm.bar.warp.sync %[[ALL]]
// CHECK-NEXT: scf.if %[[ACTIVE]] {
// CHECK: memref.store %[[RESULT]], %[[CELLS]]
// CHECK: nvvm.bar.warp.sync %[[ALL]]
// CHECK: arith.cmpi ult, %[[LANE]], %[[C8]] : i32
// CHECK: gpu.barrier
// All read what comes before their warp, and the total.
// CHECK-NEXT: %[[OWN:.+]] = arith.addi %[[WARP]], %[[C8]] : i32
// CHECK-NEXT: %[[AT:.+]] = arith.index_cast %[[OWN]] : i32 to index
// CHECK-NEXT: memref.load %[[CELLS]][%[[AT]]]
// CHECK-NEXT: memref.load %[[CELLS]][%c16]
// COUNT: kogge_stone_single: gpu.barrier 2, nvvm.bar.warp.sync 6, memref.load 9, memref.store 6, prefix.apply 6
prefix.scan @kogge_stone inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 8, block = kogge_stone<8>>, tail = <block = kogge_stone<8>>>

// As many stages, but sources are shared: the last of the four below.
// CHECK-LABEL: gpu.func @sklansky_single
// CHECK-SAME: memref<17xi32
// CHECK: gpu.barrier
// CHECK: arith.muli
// CHECK: gpu.barrier
// COUNT: sklansky_single: gpu.barrier 2, nvvm.bar.warp.sync 6, memref.load 9, memref.store 6, prefix.apply 6
prefix.scan @sklansky inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 8>, tail = <block = sklansky<8>>>

// One combine a stage, seven of them.
// COUNT: serial_single: gpu.barrier 2, nvvm.bar.warp.sync 14, memref.load 17, memref.store 10,
prefix.scan @serial inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 8>, tail = <block = serial<8>>>

// Four stages.
// COUNT: brent_kung_single: gpu.barrier 2, nvvm.bar.warp.sync 8,
prefix.scan @brent_kung inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 8>, tail = <block = brent_kung<8>>>

// A table: the column to read is made of constants, a bit of it from each. Six
// stages.
// CHECK-LABEL: gpu.func @groups_single
// CHECK-SAME: memref<33xi32
// CHECK: gpu.barrier
// CHECK: arith.ori
// CHECK: gpu.barrier
// COUNT: groups_single: gpu.barrier 2, nvvm.bar.warp.sync 12,
prefix.scan @groups inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 16>, tail = <block = @groups16>>

// A circuit that is not in place: column 3 holds 2..3 and 1..3 at once, so that
// there are two slots of 4 cells, and 4 + 1 prefixes.
prefix.circuit @two_slots(%x0, %x1, %x2, %x3) {
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  %b = prefix.combine %x2, %x3 : !prefix.span<2, 2>, !prefix.span<3, 3>
  %c = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  %d = prefix.combine %x0, %c : !prefix.span<0, 0>, !prefix.span<1, 2>
  %e = prefix.combine %c, %x3 : !prefix.span<1, 2>, !prefix.span<3, 3>
  %f = prefix.combine %x1, %b : !prefix.span<1, 1>, !prefix.span<2, 3>
  %g = prefix.combine %x0, %e : !prefix.span<0, 0>, !prefix.span<1, 3>
  prefix.yield %x0, %a, %d, %g
      : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
}
// CHECK-LABEL: gpu.func @slots_single
// CHECK-SAME: memref<13xi32
prefix.scan @slots inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 4>, tail = <block = @two_slots>>

// A value of each type has an array of its own; a bit takes a byte.
prefix.monoid @last identity {
  %a = arith.constant false
  %b = arith.constant 0.0 : f64
  %c = arith.constant 0 : i16
  prefix.yield %a, %b, %c : i1, f64, i16
} combine (%a: i1, %b: f64, %c: i16), (%d: i1, %e: f64, %f: i16) {
  prefix.yield %d, %e, %f : i1, f64, i16
}
// CHECK-LABEL: gpu.func @fields_single
// CHECK-SAME: workgroup(%[[A:[^ ]+]] : memref<5xi8, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}, %[[B:[^ ]+]] : memref<5xf64, #gpu.address_space<workgroup>>, %[[C:[^ ]+]] : memref<5xi16, #gpu.address_space<workgroup>> {llvm.align = 4 : i64})
// CHECK: arith.extui %{{.+}} : i1 to i8
// CHECK-NEXT: memref.store %{{.+}}, %[[A]]
// CHECK-NEXT: memref.store %{{.+}}, %[[B]]
// CHECK-NEXT: memref.store %{{.+}}, %[[C]]
// CHECK: memref.load %[[A]]
// CHECK-NEXT: arith.trunci %{{.+}} : i8 to i1
prefix.scan @fields inclusive @last : (i1, f64, i16) -> (i1, f64, i16)
  plan <strategy = single_block, top = <warps = 2>>

// One warp needs neither memory nor block barriers.
// CHECK-LABEL: gpu.func @one_warp_single
// CHECK-NOT: workgroup
// COUNT: one_warp_single: gpu.barrier 0, nvvm.bar.warp.sync 1, memref.load 0, memref.store 0,
prefix.scan @one_warp inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 1>>
