// A type of pointer that no type of the module names, and that an op alone has, is
// read back, too.
// RUN: scanc-opt %s | scanc-opt | FileCheck %s

// CHECK-LABEL: gpu.func @slot(
// CHECK: prefix.slot %ring[%{{.+}}] byte 16{{$}}
gpu.module @kernels {
  gpu.func @slot(%index: i32) kernel {
    %ring = prefix.slots "ring" at 0 count 4 bytes 12288
    %slot = prefix.slot %ring[%index] byte 16
    gpu.return
  }
}
