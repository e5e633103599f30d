// Sums of narrow integers are dot products, whatever the operator is called; what
// only looks like a sum is not.
// RUN: scanc %s --emit=ptx --scan=bytes -o - > %t.bytes
// RUN: scanc %s --emit=ptx --scan=halves -o - > %t.halves
// RUN: scanc %s --emit=ptx --scan=wide -o - > %t.wide
// RUN: scanc %s --emit=ptx --scan=largest -o - > %t.largest
// RUN: scanc %s --emit=ptx --scan=words -o - > %t.words
// RUN: scanc %s --emit=ptx --scan=differences -o - > %t.differences
// RUN: scanc %s --emit=ptx --scan=saturated -o - > %t.saturated
// RUN: scanc %s --emit=ptx --scan=floats -o - > %t.floats
// RUN: cat %t.bytes %t.halves %t.wide %t.largest %t.words %t.differences %t.saturated %t.floats > %t.all
// RUN: %python %S/Inputs/count_ptx.py dp4a.u32.u32 dp4a.s32.s32 dp2a.lo.s32.s32 max.s16x2 max.NaN.f16x2 < %t.all | FileCheck %s
// Before sm_90 there is no packed maximum.
// RUN: scanc --op=max --type=i16 --arch=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=SM80 --implicit-check-not=s16x2
// SM80: max.s16

// Of 4 words: 4 dot products in the reduction; in the scan 3 for each word, or
// for the last one 2 in exclusive scans. Twice each: also by those who stand in
// for others.
// CHECK: bytes_stream: dp4a.u32.u32 30, dp4a.s32.s32 0, dp2a.lo.s32.s32 0, max.s16x2 0, max.NaN.f16x2 0
prefix.monoid @plus commutative identity {
  %e = arith.constant 0 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.addi %b, %a : i8
  prefix.yield %c : i8
}
prefix.scan @bytes exclusive @plus : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16>>

// CHECK: halves_stream: dp4a.u32.u32 0, dp4a.s32.s32 0, dp2a.lo.s32.s32 16, max.s16x2 0, max.NaN.f16x2 0
prefix.scan @halves inclusive @add_i16 : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 8>>

// Outputs of 32 bits are scanned one by one.
// CHECK: wide_stream: dp4a.u32.u32 0, dp4a.s32.s32 8, dp2a.lo.s32.s32 0, max.s16x2 0, max.NaN.f16x2 0
prefix.scan @wide inclusive @add_i32 : (i8) -> (i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16>>

// CHECK: largest_stream: dp4a.u32.u32 0, dp4a.s32.s32 0, dp2a.lo.s32.s32 0, max.s16x2 14, max.NaN.f16x2 0
prefix.scan @largest exclusive @max_i8 : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16>>

// CHECK: words_stream: dp4a.u32.u32 0, dp4a.s32.s32 0, dp2a.lo.s32.s32 0, max.s16x2 0, max.NaN.f16x2 0
prefix.scan @words exclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 4>>

// CHECK: differences_stream: dp4a.u32.u32 0, dp4a.s32.s32 0, dp2a.lo.s32.s32 0, max.s16x2 0, max.NaN.f16x2 0
prefix.monoid @minus identity {
  %e = arith.constant 0 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.subi %a, %b : i8
  prefix.yield %c : i8
}
prefix.scan @differences exclusive @minus : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16>>

// CHECK: saturated_stream: dp4a.u32.u32 0, dp4a.s32.s32 0, dp2a.lo.s32.s32 0, max.s16x2 0, max.NaN.f16x2 0
prefix.monoid @saturating commutative identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %most = arith.constant 255 : i32
  %sum = arith.addi %a, %b : i32
  %c = arith.minui %sum, %most : i32
  prefix.yield %c : i32
}
prefix.scan @saturated exclusive @saturating : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16>>

// Of 4 words: 3 in the reduction; in the scan 3 for each word, or for the last
// one 2 in exclusive scans.
// CHECK: floats_stream: dp4a.u32.u32 0, dp4a.s32.s32 0, dp2a.lo.s32.s32 0, max.s16x2 0, max.NaN.f16x2 28
prefix.scan @floats exclusive @max_f32 : (f16) -> (f16)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 8>>
