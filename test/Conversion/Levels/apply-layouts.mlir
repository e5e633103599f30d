// The layout map of an array becomes the addresses of its cells.
// RUN: scanc-opt %s -prefix-apply-layouts -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=affine_map --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-apply-layouts -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  // No map: nothing to do.
  // CHECK-LABEL: gpu.func @plain
  // CHECK-SAME: (%[[V:[^:]+]]: i32, %[[I:[^:]+]]: index) -> i32 workgroup(%[[CELLS:[^:]+]] : memref<512xi32, #gpu.address_space<workgroup>>)
  // CHECK-NEXT: memref.store %[[V]], %[[CELLS]][%[[I]]] : memref<512xi32, #gpu.address_space<workgroup>>
  // CHECK-NEXT: %[[L:.+]] = memref.load %[[CELLS]][%[[I]]] : memref<512xi32, #gpu.address_space<workgroup>>
  // CHECK-NEXT: gpu.return %[[L]]
  gpu.func @plain(%v: i32, %i: index) -> i32 workgroup(%cells: memref<512xi32, #gpu.address_space<workgroup>>) {
    memref.store %v, %cells[%i] : memref<512xi32, #gpu.address_space<workgroup>>
    %l = memref.load %cells[%i] : memref<512xi32, #gpu.address_space<workgroup>>
    gpu.return %l : i32
  }

  // pad<8>: cell i is at i + i / 8, the last of 512 cells at 511 + 63. Every
  // access knows it, and a constant cell has a constant address.
  // CHECK-LABEL: gpu.func @pad8
  // CHECK-SAME: (%[[V:[^:]+]]: i32, %[[I:[^:]+]]: index) -> (i32, i32) workgroup(%[[CELLS:[^:]+]] : memref<575xi32, #gpu.address_space<workgroup>>)
  // CHECK-DAG: %[[C8:.+]] = arith.constant 8 : index
  // CHECK-DAG: %[[C19:.+]] = arith.constant 19 : index
  // CHECK: %[[ROW:.+]] = arith.divui %[[I]], %[[C8]] : index
  // CHECK-NEXT: %[[ADDRESS:.+]] = arith.addi %[[I]], %[[ROW]] : index
  // CHECK-NEXT: memref.store %[[V]], %[[CELLS]][%[[ADDRESS]]] : memref<575xi32, #gpu.address_space<workgroup>>
  // CHECK-NEXT: %[[L:.+]] = memref.load %[[CELLS]][%[[ADDRESS]]]
  // CHECK-NEXT: %[[M:.+]] = memref.load %[[CELLS]][%[[C19]]]
  // CHECK-NEXT: gpu.return %[[L]], %[[M]]
  gpu.func @pad8(%v: i32, %i: index) -> (i32, i32)
      workgroup(%cells: memref<512xi32, affine_map<(d0) -> (d0 + d0 floordiv 8)>, #gpu.address_space<workgroup>>) {
    %c17 = arith.constant 17 : index
    memref.store %v, %cells[%i] : memref<512xi32, affine_map<(d0) -> (d0 + d0 floordiv 8)>, #gpu.address_space<workgroup>>
    %l = memref.load %cells[%i] : memref<512xi32, affine_map<(d0) -> (d0 + d0 floordiv 8)>, #gpu.address_space<workgroup>>
    %m = memref.load %cells[%c17] : memref<512xi32, affine_map<(d0) -> (d0 + d0 floordiv 8)>, #gpu.address_space<workgroup>>
    gpu.return %l, %m : i32, i32
  }

  // pad<16, 256>: i + i / 16 + i / 256; 512 cells take 511 + 31 + 1 + 1. Each
  // array has a layout of its own.
  // CHECK-LABEL: gpu.func @pad16_256
  // CHECK-SAME: (%[[V:[^:]+]]: f32, %[[I:[^:]+]]: index) workgroup(%[[CELLS:[^:]+]] : memref<544xf32, #gpu.address_space<workgroup>>, %[[OTHERS:[^:]+]] : memref<512xf32, #gpu.address_space<workgroup>>)
  // CHECK-DAG: %[[C16:.+]] = arith.constant 16 : index
  // CHECK-DAG: %[[C256:.+]] = arith.constant 256 : index
  // CHECK: %[[ROW:.+]] = arith.divui %[[I]], %[[C16]] : index
  // CHECK-NEXT: %[[PADDED:.+]] = arith.addi %[[I]], %[[ROW]] : index
  // CHECK-NEXT: %[[LEVEL2:.+]] = arith.divui %[[I]], %[[C256]] : index
  // CHECK-NEXT: %[[ADDRESS:.+]] = arith.addi %[[PADDED]], %[[LEVEL2]] : index
  // CHECK-NEXT: memref.store %[[V]], %[[CELLS]][%[[ADDRESS]]]
  // CHECK-NEXT: memref.store %[[V]], %[[OTHERS]][%[[I]]]
  gpu.func @pad16_256(%v: f32, %i: index)
      workgroup(%cells: memref<512xf32, affine_map<(d0) -> (d0 + d0 floordiv 16 + d0 floordiv 256)>, #gpu.address_space<workgroup>>,
                %others: memref<512xf32, #gpu.address_space<workgroup>>) {
    memref.store %v, %cells[%i] : memref<512xf32, affine_map<(d0) -> (d0 + d0 floordiv 16 + d0 floordiv 256)>, #gpu.address_space<workgroup>>
    memref.store %v, %others[%i] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // Any map that takes one number to one: here the last cell is not the one
  // that has the greatest address.
  // CHECK-LABEL: gpu.func @transposed
  // CHECK-SAME: memref<16xi32, #gpu.address_space<workgroup>>
  // CHECK: arith.remui %{{.+}}, %c4 : index
  // CHECK: arith.muli %{{.+}}, %c-4 : index
  // CHECK: arith.divui %{{.+}}, %c4 : index
  // CHECK: memref.store
  gpu.func @transposed(%v: i32, %i: index)
      workgroup(%cells: memref<16xi32, affine_map<(d0) -> ((d0 mod 4) * -4 + d0 floordiv 4 + 12)>, #gpu.address_space<workgroup>>) {
    memref.store %v, %cells[%i] : memref<16xi32, affine_map<(d0) -> ((d0 mod 4) * -4 + d0 floordiv 4 + 12)>, #gpu.address_space<workgroup>>
    gpu.return
  }

  // The attributes of an array stay.
  // CHECK-LABEL: gpu.func @aligned
  // CHECK-SAME: workgroup(%{{.+}} : memref<5xi8, #gpu.address_space<workgroup>> {llvm.align = 4 : i64})
  gpu.func @aligned()
      workgroup(%cells: memref<4xi8, affine_map<(d0) -> (d0 + d0 floordiv 2)>, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) {
    gpu.return
  }
}
