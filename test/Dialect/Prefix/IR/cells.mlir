// What a block does in shared memory prints as it is read.
// RUN: scanc-opt %s -allow-unregistered-dialect -o %t.once
// RUN: scanc-opt %t.once -allow-unregistered-dialect -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: scanc-opt %s -allow-unregistered-dialect -mlir-print-op-generic -o %t.generic
// RUN: scanc-opt %t.generic -allow-unregistered-dialect -o %t.back
// RUN: cmp %t.once %t.back
// RUN: FileCheck %s --input-file=%t.once

// CHECK: #[[MAP:.+]] = affine_map<(d0) -> (d0 + d0 floordiv 32)>
gpu.module @kernels {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f32
    prefix.yield %a, %b : i32, f32
  } combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
    %e = arith.addi %a, %c : i32
    %f = arith.addf %b, %d : f32
    prefix.yield %e, %f : i32, f32
  }
  gpu.func @kernel(%a: i32, %b: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // CHECK: %[[CELLS:.+]] = prefix.cells @pair[128] layout #[[MAP]]
    %cells = prefix.cells @pair[128] layout affine_map<(d0) -> (d0 + d0 floordiv 32)>
    // CHECK: prefix.put %{{.+}}, %{{.+}} to %[[CELLS]] at <0 + 1 * t> : i32, f32
    prefix.put %a, %b to %cells at <0 + 1 * t> : i32, f32
    gpu.barrier
    // CHECK: prefix.warp_synchronous @pair warps 1 else(%{{.+}}, %{{.+}} : i32, f32) -> i32, f32 {
    %s:2 = prefix.warp_synchronous @pair warps 1 else (%a, %b : i32, f32) -> i32, f32 {
      // CHECK: prefix.where <4 to 32> else(%{{.+}}, %{{.+}} : i32, f32) -> i32, f32 {
      %r:2 = prefix.where <4 to 32> else (%a, %b : i32, f32) -> i32, f32 {
        // CHECK: prefix.get %[[CELLS]] at <-4 + 1 * t> : i32, f32
        %l:2 = prefix.get %cells at <-4 + 1 * t> : i32, f32
        prefix.pass %l#0, %l#1 : i32, f32
      }
      nvvm.bar.warp.sync %a : i32
      // CHECK: prefix.where <1 to 32 step 2> {
      prefix.where <1 to 32 step 2> {
        // CHECK: at <7 + 2 * t + 16 * (t floordiv 8)>
        prefix.put %r#0, %r#1 to %cells at <7 + 2 * t + 16 * (t floordiv 8)> : i32, f32
      }
      // CHECK: prefix.where <0 to 32 bit 3> {
      prefix.where <0 to 32 bit 3> {
        // CHECK: at <[3, 1, 2, 0]>
        prefix.put %a, %b to %cells at <[3, 1, 2, 0]> : i32, f32
      }
      // CHECK: prefix.where <0 to 32 mask 0x00ff00f0> {
      prefix.where <0 to 32 mask 0x00FF00F0> {
      }
      prefix.pass %r#0, %r#1 : i32, f32
    }
    // CHECK: prefix.where <0 to 128 words [0xf0f0f0f0, 0x00000000, 0x00000001, 0xffffffff]> {
    prefix.where <0 to 128 words [0xF0F0F0F0, 0, 1, 0xFFFFFFFF]> {
    }
    // All four warps: there is nobody else.
    // CHECK: prefix.warp_synchronous @pair warps 4 -> i32, f32 {
    %w:2 = prefix.warp_synchronous @pair warps 4 -> i32, f32 {
      // CHECK-NEXT: prefix.get %[[CELLS]] at <127>
      %t:2 = prefix.get %cells at <127> : i32, f32
      prefix.pass %t#0, %t#1 : i32, f32
    }
    // CHECK: prefix.warp_synchronous @pair warps 2 {
    prefix.warp_synchronous @pair warps 2 {
    }
    gpu.return
  }
}

// Every choice of a mapping.
// CHECK: "test.mappings"
"test.mappings"() {
  // CHECK-SAME: a = #prefix.mapping<>
  a = #prefix.mapping<>,
  // CHECK-SAME: b = #prefix.mapping<stages = levels, threads = rows<8>, cells = exchange, order = alternate_reversed<16>, layout = pad<32, 1024>, access = table, inactive = identity, seed = first>
  b = #prefix.mapping<seed = first, inactive = identity, access = table, layout = pad<32, 1024>, order = alternate_reversed<16>, cells = exchange, threads = rows<8>, stages = levels>,
  // CHECK-SAME: c = #prefix.mapping<stages = asap, threads = columns, cells = double_buffered, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>
  c = #prefix.mapping<stages = asap, threads = columns, cells = double_buffered, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>,
  // CHECK-SAME: d = #prefix.mapping<threads = compact, cells = levels, order = bit_reversed>
  d = #prefix.mapping<threads = compact, cells = levels, order = bit_reversed>
} : () -> ()
