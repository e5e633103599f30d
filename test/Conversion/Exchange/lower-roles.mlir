// Roles become branches on the number of the warp, each of which halves the roles
// that are left.
// RUN: scanc-opt %s -prefix-lower-exchange -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix. --implicit-check-not=scf.if --implicit-check-not=mbarrier --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-exchange -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  // All warps: nothing to ask. What comes behind the roles is everybody's.
  // CHECK-LABEL: gpu.func @one
  // CHECK-NOT: arith.cmpi
  // CHECK: nvvm.mbarrier.init %[[BARRIER:.+]], %c101_i32 :
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c200_i32 :
  // CHECK-NEXT: gpu.return
  gpu.func @one() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %role = prefix.barriers "role" at 0 count 1
    prefix.roles "all" 2 {
      prefix.init_barriers %role arrivals 101
    }
    prefix.init_barriers %role arrivals 200
    gpu.return
  }

  // CHECK-LABEL: gpu.func @two
  // CHECK: %[[ID:.+]] = gpu.thread_id x
  // CHECK-NEXT: %[[THREAD:.+]] = arith.index_cast %[[ID]] : index to i32
  // CHECK-NEXT: %[[WARP:.+]] = arith.shrui %[[THREAD]], %c5_i32 : i32
  // CHECK-NEXT: %[[IS_FIRST:.+]] = arith.cmpi ult, %[[WARP]], %c3_i32 : i32
  // CHECK-NEXT: scf.if %[[IS_FIRST]] {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER:.+]], %c101_i32 :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c102_i32 :
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c200_i32 :
  // CHECK-NEXT: gpu.return
  gpu.func @two() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %role = prefix.barriers "role" at 0 count 1
    prefix.roles "first" 3 {
      prefix.init_barriers %role arrivals 101
    } "second" 1 {
      prefix.init_barriers %role arrivals 102
    }
    prefix.init_barriers %role arrivals 200
    gpu.return
  }

  // CHECK-LABEL: gpu.func @three
  // CHECK: %[[WARP:.+]] = arith.shrui %{{.+}}, %c5_i32 : i32
  // CHECK-NEXT: %[[IS_LOW:.+]] = arith.cmpi ult, %[[WARP]], %c3_i32 : i32
  // CHECK-NEXT: scf.if %[[IS_LOW]] {
  // CHECK-NEXT: %[[IS_FIRST:.+]] = arith.cmpi ult, %[[WARP]], %c1_i32 : i32
  // CHECK-NEXT: scf.if %[[IS_FIRST]] {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER:.+]], %c101_i32 :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c102_i32 :
  // CHECK-NEXT: }
  // CHECK-NEXT: } else {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c103_i32 :
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c200_i32 :
  // CHECK-NEXT: gpu.return
  gpu.func @three() kernel attributes {known_block_size = array<i32: 224, 1, 1>} {
    %role = prefix.barriers "role" at 0 count 1
    prefix.roles "first" 1 {
      prefix.init_barriers %role arrivals 101
    } "second" 2 {
      prefix.init_barriers %role arrivals 102
    } "third" 4 {
      prefix.init_barriers %role arrivals 103
    }
    prefix.init_barriers %role arrivals 200
    gpu.return
  }

  // Where a condition around the roles says whether the block has a part in it, the
  // branches are within that.
  // CHECK-LABEL: gpu.func @four
  // CHECK-SAME: (%[[WORKS:[^:]+]]: i1)
  // CHECK: scf.if %[[WORKS]] {
  // CHECK: %[[WARP:.+]] = arith.shrui %{{.+}}, %c5_i32 : i32
  // CHECK-NEXT: %[[IS_LOW:.+]] = arith.cmpi ult, %[[WARP]], %c3_i32 : i32
  // CHECK-NEXT: scf.if %[[IS_LOW]] {
  // CHECK-NEXT: %[[IS_FIRST:.+]] = arith.cmpi ult, %[[WARP]], %c1_i32 : i32
  // CHECK-NEXT: scf.if %[[IS_FIRST]] {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER:.+]], %c101_i32 :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c102_i32 :
  // CHECK-NEXT: }
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[IS_THIRD:.+]] = arith.cmpi ult, %[[WARP]], %c11_i32 : i32
  // CHECK-NEXT: scf.if %[[IS_THIRD]] {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c103_i32 :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: nvvm.mbarrier.init %[[BARRIER]], %c104_i32 :
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @four(%works: i1) kernel attributes {known_block_size = array<i32: 608, 1, 1>} {
    %role = prefix.barriers "role" at 0 count 1
    scf.if %works {
      prefix.roles "loader" 1 {
        prefix.init_barriers %role arrivals 101
      } "spine" 2 {
        prefix.init_barriers %role arrivals 102
      } "reducers" 8 {
        prefix.init_barriers %role arrivals 103
      } "scanners" 8 {
        prefix.init_barriers %role arrivals 104
      }
    }
    gpu.return
  }
}
