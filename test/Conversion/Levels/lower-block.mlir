// Cells become shared memory; regions of some threads become branches.
// RUN: scanc-opt %s -prefix-lower-block -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix.get --implicit-check-not=prefix.put --implicit-check-not=prefix.where --implicit-check-not=prefix.warp_synchronous --implicit-check-not=prefix.cells --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-block -o %t.twice
// RUN: cmp %t %t.twice

// CHECK: #[[$PADDED:.+]] = affine_map<(d0) -> (d0 + d0 floordiv 32)>

gpu.module @kernels {
  // A table that several ask is there once; each has a name of its own.
  // CHECK-DAG: llvm.mlir.global internal constant @[[$SWAP:thread_table_[0-9]+]](dense<[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18, 21, 20, 23, 22, 25, 24, 27, 26, 29, 28, 31, 30, 33]> : tensor<33xi32>) {addr_space = 1 : i32, alignment = 4 : i64} : !llvm.array<33 x i32>
  // CHECK-DAG: llvm.mlir.global internal constant @[[$WORDS:thread_table_[0-9]+]](dense<[2, 240, 0, -2147483648]> : tensor<4xi32>) {addr_space = 1 : i32, alignment = 4 : i64} : !llvm.array<4 x i32>
  // CHECK-NOT: llvm.mlir.global
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.monoid @last identity {
    %a = arith.constant false
    %b = arith.constant 0.0 : f64
    %c = arith.constant 0 : i16
    prefix.yield %a, %b, %c : i1, f64, i16
  } combine (%a: i1, %b: f64, %c: i16), (%d: i1, %e: f64, %f: i16) {
    prefix.yield %d, %e, %f : i1, f64, i16
  }

  // Forms of an index. The layout stays with the array's type.
  // CHECK-LABEL: gpu.func @indices
  // CHECK-SAME: (%[[V:[^:]+]]: i32) -> (i32, i32) workgroup(%[[CELLS:[^:]+]] : memref<256xi32, #[[$PADDED]], #gpu.address_space<workgroup>>)
  // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : i32
  // CHECK-DAG: %[[C3:.+]] = arith.constant 3 : i32
  // CHECK-DAG: %[[C5:.+]] = arith.constant 5 : index
  // CHECK-DAG: %[[C7:.+]] = arith.constant 7 : i32
  // CHECK-DAG: %[[C16:.+]] = arith.constant 16 : i32
  // CHECK: %[[ID:.+]] = gpu.thread_id x
  // CHECK-NEXT: %[[THREAD:.+]] = arith.index_cast %[[ID]] : index to i32
  // CHECK-NEXT: %[[TWICE:.+]] = arith.muli %[[THREAD]], %[[C2]]
  // CHECK-NEXT: %[[FROM7:.+]] = arith.addi %[[TWICE]], %[[C7]]
  // CHECK-NEXT: %[[EIGHTH:.+]] = arith.shrui %[[THREAD]], %[[C3]]
  // CHECK-NEXT: %[[ROW:.+]] = arith.muli %[[EIGHTH]], %[[C16]]
  // CHECK-NEXT: %[[CELL:.+]] = arith.addi %[[ROW]], %[[FROM7]]
  // CHECK-NEXT: %[[INDEX:.+]] = arith.index_cast %[[CELL]] : i32 to index
  // CHECK-NEXT: memref.store %[[V]], %[[CELLS]][%[[INDEX]]]
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: %[[W:.+]] = memref.load %[[CELLS]][%[[C5]]]
  // CHECK-NEXT: memref.store %[[W]], %[[CELLS]][%[[ID]]]
  // CHECK-NEXT: gpu.return
  gpu.func @indices(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[256] layout affine_map<(d0) -> (d0 + d0 floordiv 32)>
    prefix.put %v to %cells at <7 + 2 * t + 16 * (t floordiv 8)> : i32
    gpu.barrier
    %w = prefix.get %cells at <5> : i32
    prefix.put %w to %cells at <0 + 1 * t> : i32
    gpu.return %v, %w : i32, i32
  }

  // Each way to say which threads take part.
  // CHECK-LABEL: gpu.func @thread_sets
  // CHECK-SAME: (%[[V:[^:]+]]: i32) workgroup(%[[CELLS:[^:]+]] : memref<128xi32, #gpu.address_space<workgroup>>)
  // CHECK-DAG: %[[MASK:.+]] = arith.constant 65280 : i32
  // CHECK-DAG: %[[WORD:.+]] = arith.constant 65295 : i32
  // CHECK-DAG: %[[WORDS:.+]] = llvm.mlir.addressof @[[$WORDS]] : !llvm.ptr<1>
  gpu.func @thread_sets(%v: i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %cells = prefix.cells @add[128] layout affine_map<(d0) -> (d0)>
    // All of them: no branch.
    // CHECK: memref.store %[[V]], %[[CELLS]][%c0]
    // CHECK: %[[THREAD:.+]] = arith.index_cast %thread_id_x : index to i32
    prefix.where <0 to 128> {
      prefix.put %v to %cells at <0> : i32
    }
    // CHECK-NEXT: %[[FIRST4:.+]] = arith.cmpi ult, %[[THREAD]], %c4_i32
    // CHECK-NEXT: scf.if %[[FIRST4]] {
    // CHECK-NEXT: memref.store %[[V]], %[[CELLS]][%c1]
    // CHECK-NEXT: }
    prefix.where <0 to 4> {
      prefix.put %v to %cells at <1> : i32
    }
    // CHECK-NEXT: %[[FROM4:.+]] = arith.subi %[[THREAD]], %c4_i32
    // CHECK-NEXT: arith.cmpi ult, %[[FROM4]], %c60_i32
    // CHECK-NEXT: scf.if
    prefix.where <4 to 64> {
      prefix.put %v to %cells at <2> : i32
    }
    // CHECK: arith.cmpi uge, %[[THREAD]], %c64_i32
    // CHECK-NEXT: scf.if
    prefix.where <64 to 128> {
      prefix.put %v to %cells at <3> : i32
    }
    // CHECK: arith.cmpi eq, %[[THREAD]], %c9_i32
    // CHECK-NEXT: scf.if
    prefix.where <9 to 10> {
      prefix.put %v to %cells at <4> : i32
    }
    // CHECK: %[[FROM3:.+]] = arith.cmpi uge, %[[THREAD]], %c3_i32
    // CHECK-NEXT: %[[LOW:.+]] = arith.andi %[[THREAD]], %c3_i32
    // CHECK-NEXT: %[[FOURTH:.+]] = arith.cmpi eq, %[[LOW]], %c3_i32
    // CHECK-NEXT: %[[FOURTHS:.+]] = arith.andi %[[FROM3]], %[[FOURTH]] : i1
    // CHECK-NEXT: scf.if %[[FOURTHS]]
    prefix.where <3 to 128 step 4> {
      prefix.put %v to %cells at <5> : i32
    }
    // CHECK: arith.cmpi ult, %[[THREAD]], %c33_i32
    // CHECK-NEXT: %[[LANE:.+]] = arith.andi %[[THREAD]], %c31_i32
    // CHECK-NEXT: arith.cmpi eq, %[[LANE]], %c0_i32
    prefix.where <0 to 33 step 32> {
      prefix.put %v to %cells at <6> : i32
    }
    // CHECK: arith.cmpi uge, %[[THREAD]], %c8_i32
    // CHECK-NEXT: %[[EIGHTH:.+]] = arith.shrui %[[THREAD]], %c3_i32
    // CHECK-NEXT: arith.trunci %[[EIGHTH]] : i32 to i1
    prefix.where <8 to 128 bit 3> {
      prefix.put %v to %cells at <7> : i32
    }
    // CHECK: %[[BIT:.+]] = arith.shrui %[[MASK]], %[[LANE]]
    // CHECK-NEXT: %[[IS_IN:.+]] = arith.trunci %[[BIT]] : i32 to i1
    // CHECK-NEXT: scf.if %[[IS_IN]]
    prefix.where <0 to 128 mask 0x0000ff00> {
      prefix.put %v to %cells at <8> : i32
    }
    // CHECK: arith.cmpi ult, %[[THREAD]], %c32_i32
    // CHECK-NEXT: arith.shrui %[[WORD]], %[[LANE]]
    prefix.where <0 to 32 words [0x0000ff0f]> {
      prefix.put %v to %cells at <9> : i32
    }
    // CHECK: arith.cmpi uge, %[[THREAD]], %c1_i32
    // CHECK-NEXT: %[[WARP:.+]] = arith.shrui %[[THREAD]], %c5_i32
    // CHECK-NEXT: %[[ENTRY:.+]] = llvm.getelementptr %[[WORDS]][%[[WARP]]] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    // CHECK-NEXT: %[[OWN:.+]] = llvm.load %[[ENTRY]] invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    // CHECK-NEXT: arith.shrui %[[OWN]], %[[LANE]]
    prefix.where <1 to 128 words [0x2, 0xf0, 0x0, 0x80000000]> {
      prefix.put %v to %cells at <10> : i32
    }
    // CHECK: gpu.return
    gpu.return
  }

  // What a region gives the others is the other branch; a region of all warps
  // is none.
  // CHECK-LABEL: gpu.func @regions
  // CHECK-SAME: (%[[V:[^:]+]]: i32)
  // CHECK: %[[SOME:.+]] = scf.if %{{.+}} -> (i32) {
  // CHECK-NEXT: %[[CELL1:.+]] = memref.load %[[CELLS:.+]][%c1]
  // CHECK-NEXT: scf.yield %[[CELL1]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[V]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync %c-1_i32 : i32
  // CHECK-NEXT: %[[ALL:.+]] = memref.load %[[CELLS]][%c2]
  // CHECK-NEXT: %[[TWO_WARPS:.+]] = arith.cmpi ult, %{{.+}}, %c64_i32
  // CHECK-NEXT: %[[FIRST:.+]] = scf.if %[[TWO_WARPS]] -> (i32) {
  // CHECK-NEXT: %[[CELL3:.+]] = memref.load %[[CELLS]][%c3]
  // CHECK-NEXT: nvvm.bar.warp.sync %c-1_i32 : i32
  // CHECK-NEXT: %[[SEVENTH:.+]] = arith.cmpi eq, %{{.+}}, %c7_i32
  // CHECK-NEXT: scf.if %[[SEVENTH]] {
  // CHECK-NEXT: memref.store %[[CELL3]], %[[CELLS]][%c4]
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield %[[CELL3]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[ALL]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return %[[SOME]], %[[FIRST]] : i32, i32
  gpu.func @regions(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %lanes = arith.constant -1 : i32
    %cells = prefix.cells @add[5] layout affine_map<(d0) -> (d0)>
    %some = prefix.where <0 to 4> else (%v : i32) -> i32 {
      %l = prefix.get %cells at <1> : i32
      prefix.pass %l : i32
    }
    %all = prefix.warp_synchronous @add warps 4 -> i32 {
      nvvm.bar.warp.sync %lanes : i32
      %l = prefix.get %cells at <2> : i32
      prefix.pass %l : i32
    }
    %first = prefix.warp_synchronous @add warps 2 else (%all : i32) -> i32 {
      %l = prefix.get %cells at <3> : i32
      nvvm.bar.warp.sync %lanes : i32
      prefix.where <7 to 8> {
        prefix.put %l to %cells at <4> : i32
      }
      prefix.pass %l : i32
    }
    gpu.return %some, %first : i32, i32
  }

  // A table of a warp is made of constants, a bit of the number from each; a
  // longer one is in memory.
  // CHECK-LABEL: gpu.func @tables
  // CHECK-DAG: %[[SWAP:.+]] = llvm.mlir.addressof @[[$SWAP]] : !llvm.ptr<1>
  // CHECK-DAG: %[[ODD:.+]] = arith.constant 6 : i32
  // CHECK-DAG: %[[HIGH:.+]] = arith.constant 12 : i32
  // CHECK: %[[THREAD:.+]] = arith.index_cast %thread_id_x : index to i32
  // CHECK: %[[BIT0:.+]] = arith.shrui %[[ODD]], %[[THREAD]]
  // CHECK-NEXT: %[[VALUE0:.+]] = arith.andi %[[BIT0]], %c1_i32
  // CHECK-NEXT: %[[BIT1:.+]] = arith.shrui %[[HIGH]], %[[THREAD]]
  // CHECK-NEXT: %[[VALUE1:.+]] = arith.andi %[[BIT1]], %c1_i32
  // CHECK-NEXT: %[[SHIFTED1:.+]] = arith.shli %[[VALUE1]], %c1_i32
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.ori %[[VALUE0]], %[[SHIFTED1]]
  // CHECK-NEXT: %[[INDEX:.+]] = arith.index_cast %[[NUMBER]] : i32 to index
  // CHECK-NEXT: %[[LOADED:.+]] = memref.load %{{.+}}[%[[INDEX]]]
  // CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[SWAP]][%[[THREAD]]]
  // CHECK-NEXT: %[[FAR:.+]] = llvm.load %[[ENTRY]] invariant
  // CHECK-NEXT: %[[AT:.+]] = arith.index_cast %[[FAR]] : i32 to index
  // CHECK-NEXT: memref.store %{{.+}}, %{{.+}}[%[[AT]]]
  gpu.func @tables(%v: i32) attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[64] layout affine_map<(d0) -> (d0)>
    %w = prefix.where <0 to 4> else (%v : i32) -> i32 {
      %l = prefix.get %cells at <[0, 1, 3, 2]> : i32
      prefix.pass %l : i32
    }
    prefix.where <0 to 33> {
      prefix.put %w to %cells at <[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18, 21, 20, 23, 22, 25, 24, 27, 26, 29, 28, 31, 30, 33]> : i32
    }
    gpu.return
  }

  // The same table again; the cells of another kernel are others.
  // CHECK-LABEL: gpu.func @same_table
  // CHECK-SAME: memref<34xi32
  // CHECK: llvm.mlir.addressof @[[$SWAP]]
  gpu.func @same_table(%v: i32) attributes {known_block_size = array<i32: 64, 1, 1>} {
    %cells = prefix.cells @add[34] layout affine_map<(d0) -> (d0)>
    prefix.where <0 to 33> {
      prefix.put %v to %cells at <[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18, 21, 20, 23, 22, 25, 24, 27, 26, 29, 28, 31, 30, 33]> : i32
    }
    gpu.return
  }

  // A value of each type has an array of its own; a bit takes a byte. Where
  // values are narrower than a bank's word, the array begins at one.
  // CHECK-LABEL: gpu.func @fields
  // CHECK-SAME: workgroup(%[[A:[^ ]+]] : memref<5xi8, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}, %[[B:[^ ]+]] : memref<5xf64, #gpu.address_space<workgroup>>, %[[C:[^ ]+]] : memref<5xi16, #gpu.address_space<workgroup>> {llvm.align = 4 : i64})
  // CHECK: %[[BYTE:.+]] = arith.extui %{{.+}} : i1 to i8
  // CHECK-NEXT: memref.store %[[BYTE]], %[[A]][%c3]
  // CHECK-NEXT: memref.store %{{.+}}, %[[B]][%c3]
  // CHECK-NEXT: memref.store %{{.+}}, %[[C]][%c3]
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: %[[LOADED:.+]] = memref.load %[[A]][%c4]
  // CHECK-NEXT: arith.trunci %[[LOADED]] : i8 to i1
  // CHECK-NEXT: memref.load %[[B]][%c4]
  // CHECK-NEXT: memref.load %[[C]][%c4]
  gpu.func @fields(%a: i1, %b: f64, %c: i16) -> (i1, f64, i16) attributes {known_block_size = array<i32: 32, 1, 1>} {
    %cells = prefix.cells @last[5] layout affine_map<(d0) -> (d0)>
    prefix.put %a, %b, %c to %cells at <3> : i1, f64, i16
    gpu.barrier
    %r:3 = prefix.get %cells at <4> : i1, f64, i16
    gpu.return %r#0, %r#1, %r#2 : i1, f64, i16
  }

  // A kernel without cells stays as it is.
  // CHECK-LABEL: gpu.func @no_cells
  // CHECK-NOT: workgroup
  // CHECK: gpu.return
  gpu.func @no_cells() {
    gpu.return
  }
}
