// The upper half of a product of two i32 has an instruction of its own: ptxas
// loses that of a product of 64 bits where a factor grows from piece to piece of
// a run, so that rows did not begin anew.
// RUN: rm -rf %t && mkdir %t
// RUN: scanc %s --emit=gpu,ptx -o %t/s
// RUN: FileCheck %s --input-file=%t/s.gpu.mlir --check-prefix=GPU --implicit-check-not='mului_extended %{{.*}} : i32'
// RUN: FileCheck %s --input-file=%t/s_rows.ptx

// Remainders by the length of a row, of places in a tile.
// GPU: llvm.call_intrinsic "llvm.nvvm.mulhi.ui"

// CHECK: .entry {{.*}}_stream
// CHECK-COUNT-6: mul.hi.u32 {{.*}}, %r2;
prefix.scan @lower_products inclusive @mul_f64
  : (f64) -> (f64) domain rows
  plan <strategy = one_launch_streaming, reduce = <items = 12, piece = 4>,
        scan = <items = 12, piece = 4>>
