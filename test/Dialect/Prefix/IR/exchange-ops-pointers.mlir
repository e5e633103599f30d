// Nothing but the result of an op is a pointer: the dialect that pointers are of
// is there all the same.
// RUN: scanc-opt %s | scanc-opt | FileCheck %s

// CHECK: prefix.slot %ring[%{{.+}}] byte 16{{$}}
gpu.module @kernels {
  gpu.func @slot(%index: i32) kernel {
    %ring = prefix.slots "ring" at 0 count 4 bytes 12288
    %slot = prefix.slot %ring[%index] byte 16
    gpu.return
  }
}
