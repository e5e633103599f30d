// Math functions that the GPU has an instruction for need no libdevice, at any
// type; the others stay for it.
// RUN: scanc %s --scan=s_f64 --emit=llvm -o - | FileCheck %s --implicit-check-not=__nv_ --check-prefix=LLVM
// RUN: scanc %s --scan=s_f32 --emit=ptx --libdevice=/nonexistent -o - | FileCheck %s --check-prefixes=PTX,F32 --implicit-check-not=sqrt.rn.f32
// RUN: scanc %s --scan=s_f64 --emit=ptx --libdevice=/nonexistent -o - | FileCheck %s --check-prefixes=PTX,F64
// RUN: scanc %s --scan=s_f16 --emit=ptx --libdevice=/nonexistent -o - | FileCheck %s --check-prefix=PTX
// RUN: scanc %s --scan=extremes --emit=gpu -o - | FileCheck %s --check-prefix=EXTREMES --implicit-check-not=imumf
// RUN: scanc %s --scan=extremes --emit=ptx -o - | FileCheck %s --check-prefix=PTX --implicit-check-not=max.f64 --implicit-check-not=min.f64 --implicit-check-not=setp.nan
// RUN: scanc %s --scan=extremes_f32 --emit=gpu -o - | FileCheck %s --check-prefix=NATIVE
// RUN: scanc-opt %s -prefix-lower-native-math | FileCheck %s --check-prefix=SOURCE

// There is nothing to do outside of a gpu.module.
// SOURCE: math.absf
// LLVM-DAG: llvm.{{.*}}fabs
// LLVM-DAG: llvm.{{.*}}ceil
// LLVM-DAG: llvm.{{.*}}floor
// LLVM-DAG: llvm.{{.*}}roundeven
// LLVM-DAG: llvm.{{.*}}sqrt
// LLVM-DAG: llvm.{{.*}}trunc
// LLVM-DAG: llvm.{{.*}}copysign
// LLVM-DAG: llvm.{{.*}}fma
// PTX: .visible .entry
// F32-DAG: rsqrt.approx.ftz.f32
// F32-DAG: cvt.rpi.f32.f32
// F32-DAG: cvt.rmi.f32.f32
// F32-DAG: cvt.rni.f32.f32
// F32-DAG: cvt.rzi.f32.f32
// F64-DAG: sqrt.rn.f64
// F64-DAG: abs.f64

prefix.monoid @m_f16 identity {
  %e = arith.constant 0.0 : f16
  prefix.yield %e : f16
} combine (%a: f16), (%b: f16) {
  %0 = math.absf %a : f16
  %1 = math.ceil %0 : f16
  %2 = arith.addf %1, %b : f16
  %3 = math.floor %2 : f16
  %4 = arith.mulf %3, %b : f16
  %5 = math.sqrt %4 : f16
  %6 = math.copysign %5, %b : f16
  %7 = math.fma %6, %a, %b : f16
  %8 = math.roundeven %7 : f16
  %9 = arith.mulf %8, %a : f16
  %10 = math.trunc %9 : f16
  prefix.yield %10 : f16
}
prefix.scan @s_f16 inclusive @m_f16 : (f16) -> (f16)
  plan <strategy = single_block, top = <warps = 1>>

prefix.monoid @m_f32 identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %0 = math.absf %a : f32
  %1 = math.ceil %0 : f32
  %2 = arith.addf %1, %b : f32
  %3 = math.floor %2 : f32
  %4 = arith.mulf %3, %b : f32
  %5 = math.sqrt %4 : f32
  %6 = math.copysign %5, %b : f32
  %7 = math.fma %6, %a, %b : f32
  %8 = math.roundeven %7 : f32
  %9 = arith.mulf %8, %a : f32
  %10 = math.trunc %9 : f32
  prefix.yield %10 : f32
}
prefix.scan @s_f32 inclusive @m_f32 : (f32) -> (f32)
  plan <strategy = single_block, top = <warps = 1>>

prefix.monoid @m_f64 identity {
  %e = arith.constant 0.0 : f64
  prefix.yield %e : f64
} combine (%a: f64), (%b: f64) {
  %0 = math.absf %a : f64
  %1 = math.ceil %0 : f64
  %2 = arith.addf %1, %b : f64
  %3 = math.floor %2 : f64
  %4 = arith.mulf %3, %b : f64
  %5 = math.sqrt %4 : f64
  %6 = math.copysign %5, %b : f64
  %7 = math.fma %6, %a, %b : f64
  %8 = math.roundeven %7 : f64
  %9 = arith.mulf %8, %a : f64
  %10 = math.trunc %9 : f64
  prefix.yield %10 : f64
}
prefix.scan @s_f64 inclusive @m_f64 : (f64) -> (f64)
  plan <strategy = single_block, top = <warps = 1>>

// Extremes of f64 wait for their low operand in one comparison only; the other
// types have an instruction.
// EXTREMES-DAG: %[[ABOVE:.*]] = arith.constant 4.940{{.*}}e-324 : f64
// EXTREMES-DAG: %[[BELOW:.*]] = arith.constant -4.940{{.*}}e-324 : f64
// EXTREMES: %[[LIMIT:.*]] = arith.select %{{.*}}, %[[BELOW]], %[[B:.*]] : f64
// EXTREMES: %[[ORDERED:.*]] = arith.cmpf ord, %[[B]], %[[B]] : f64
// EXTREMES: %[[LEAST:.*]] = arith.cmpf ule, %[[A:.*]], %[[LIMIT]] : f64
// EXTREMES: %[[FIRST:.*]] = arith.andi %[[ORDERED]], %[[LEAST]] : i1
// EXTREMES: arith.select %[[FIRST]], %[[A]], %[[B]] : f64
// EXTREMES: arith.select %{{.*}}, %[[ABOVE]], %{{.*}} : f64
// EXTREMES: arith.cmpf uge
// NATIVE: arith.minimumf {{.*}} : f32
// NATIVE: arith.maximumf {{.*}} : f32
prefix.monoid @range_f64 commutative idempotent identity {
  %most = arith.constant 0x7FF0000000000000 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  prefix.yield %most, %least : f64, f64
} combine (%a: f64, %b: f64), (%c: f64, %d: f64) {
  %0 = arith.minimumf %a, %c : f64
  %1 = arith.maximumf %b, %d : f64
  prefix.yield %0, %1 : f64, f64
}
prefix.scan @extremes inclusive @range_f64 : (f64, f64) -> (f64, f64)
  plan <strategy = single_block, top = <warps = 1>>

prefix.monoid @range_f32 commutative idempotent identity {
  %most = arith.constant 0x7F800000 : f32
  %least = arith.constant 0xFF800000 : f32
  prefix.yield %most, %least : f32, f32
} combine (%a: f32, %b: f32), (%c: f32, %d: f32) {
  %0 = arith.minimumf %a, %c : f32
  %1 = arith.maximumf %b, %d : f32
  prefix.yield %0, %1 : f32, f32
}
prefix.scan @extremes_f32 inclusive @range_f32 : (f32, f32) -> (f32, f32)
  plan <strategy = single_block, top = <warps = 1>>
