// PTX of each architecture: the oldest PTX version that knows it, no local
// memory, nothing from outside, 16-byte accesses, and the shuffles and barriers
// that the circuits ask for.
// RUN: scanc %s --emit=ptx --arch=sm_80 -o - > %t.80
// RUN: scanc %s --emit=ptx --arch=sm_90 -o - > %t.90
// RUN: scanc %s --emit=ptx --arch=sm_100 -o - > %t.100
// RUN: scanc %s --emit=ptx --arch=sm_120 -o - > %t.120
// RUN: FileCheck %s --check-prefixes=CHECK,SM80 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not=call --input-file=%t.80
// RUN: FileCheck %s --check-prefixes=CHECK,SM90 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not=call --input-file=%t.90
// RUN: FileCheck %s --check-prefixes=CHECK,SM100 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not=call --input-file=%t.100
// RUN: FileCheck %s --check-prefixes=CHECK,SM120 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not=call --input-file=%t.120
// RUN: %python %S/Inputs/count_ptx.py ld.global.v4 ld.global.L1::no_allocate.L2::cache_hint.v4 st.global.v4 st.global.L1::no_allocate.L2::cache_hint.v4 shfl.sync.up shfl.sync.idx bar.sync bar.warp.sync < %t.80 | FileCheck %s --check-prefix=COUNT
// RUN: %python %S/Inputs/count_ptx.py ld.global.v4 ld.global.L1::no_allocate.L2::cache_hint.v4 st.global.v4 st.global.L1::no_allocate.L2::cache_hint.v4 shfl.sync.up shfl.sync.idx bar.sync bar.warp.sync < %t.90 | FileCheck %s --check-prefix=COUNT
// RUN: %python %S/Inputs/count_ptx.py ld.global.v4 ld.global.L1::no_allocate.L2::cache_hint.v4 st.global.v4 st.global.L1::no_allocate.L2::cache_hint.v4 shfl.sync.up shfl.sync.idx bar.sync bar.warp.sync < %t.100 | FileCheck %s --check-prefix=COUNT
// RUN: %python %S/Inputs/count_ptx.py ld.global.v4 ld.global.L1::no_allocate.L2::cache_hint.v4 st.global.v4 st.global.L1::no_allocate.L2::cache_hint.v4 shfl.sync.up shfl.sync.idx bar.sync bar.warp.sync < %t.120 | FileCheck %s --check-prefix=COUNT

// RUN: scanc %s --emit=ptx --arch=sm_86 -o - | FileCheck %s --check-prefix=SM86
// RUN: scanc %s --emit=ptx --arch=sm_89 -o - | FileCheck %s --check-prefix=SM89
// RUN: scanc %s --emit=ptx --arch=sm_103 -o - | FileCheck %s --check-prefix=SM103
// RUN: scanc %s --emit=ptx --arch=sm_121 -o - | FileCheck %s --check-prefix=SM121
// SM86: {{^}}.version 7.8{{$}}
// SM86-NEXT: {{^}}.target sm_86{{$}}
// SM89: {{^}}.version 7.8{{$}}
// SM89-NEXT: {{^}}.target sm_89{{$}}
// SM103: {{^}}.version 8.8{{$}}
// SM103-NEXT: {{^}}.target sm_103{{$}}
// SM121: {{^}}.version 8.8{{$}}
// SM121-NEXT: {{^}}.target sm_121{{$}}

// Without an architecture, sm_90.
// RUN: scanc %s --emit=ptx -o - > %t.default
// RUN: cmp %t.90 %t.default
// RUN: not scanc %s --emit=ptx --arch=sm_75 -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: scanc: error: unknown architecture 'sm_75'; {{.*}}sm_80 sm_86 sm_89 sm_90 sm_100 sm_103 sm_120 sm_121

// SM80: {{^}}.version 7.8{{$}}
// SM80-NEXT: {{^}}.target sm_80{{$}}
// SM90: {{^}}.version 8.0{{$}}
// SM90-NEXT: {{^}}.target sm_90{{$}}
// SM100: {{^}}.version 8.6{{$}}
// SM100-NEXT: {{^}}.target sm_100{{$}}
// SM120: {{^}}.version 8.7{{$}}
// SM120-NEXT: {{^}}.target sm_120{{$}}
// CHECK-NEXT: {{^}}.address_size 64{{$}}

// The parameters and the bounds of each kernel; 36 bytes of shared memory are 4
// cells and 5 prefixes.
// CHECK: .visible .entry sum_single(
// CHECK-NEXT: .param .u64 .ptr .global {{.*}}sum_single_param_0,
// CHECK-NEXT: .param .u64 .ptr .global {{.*}}sum_single_param_1,
// CHECK-NEXT: .param .u64 .ptr .global {{.*}}sum_single_param_2,
// CHECK-NEXT: .param .u64 sum_single_param_3,
// CHECK-NEXT: .param .u32 sum_single_param_4
// CHECK-NEXT: )
// CHECK-NEXT: .maxntid 128, 1, 1
// CHECK-NEXT: .minnctapersm 1
// CHECK: .shared .align 4 .b8 {{.+}}[36];
// CHECK: .visible .entry sum_reduce(
// CHECK: .maxntid 256, 1, 1
// CHECK-NEXT: .minnctapersm 3
// CHECK: .visible .entry sum_top(
// CHECK: .maxntid 128, 1, 1
// CHECK: .visible .entry sum_scan(
// CHECK: .maxntid 256, 1, 1
// CHECK-NEXT: .minnctapersm 3

// Kogge-Stone across the warp is five shuffles, and one that moves the prefixes
// up by a lane; two rows in the scan. A block takes two barriers a tile; the warp
// that runs the circuit takes as many as its stages depend on each other.
// COUNT: sum_single: ld.global.v4 1, ld.global.L1::no_allocate.L2::cache_hint.v4 0, st.global.v4 1, st.global.L1::no_allocate.L2::cache_hint.v4 0, shfl.sync.up 6, shfl.sync.idx 1, bar.sync 2, bar.warp.sync 2
// COUNT-NEXT: sum_reduce: ld.global.v4 2, ld.global.L1::no_allocate.L2::cache_hint.v4 0, st.global.v4 0, st.global.L1::no_allocate.L2::cache_hint.v4 0, shfl.sync.up 5, shfl.sync.idx 1, bar.sync 2, bar.warp.sync 2
// COUNT-NEXT: sum_top: ld.global.v4 1, ld.global.L1::no_allocate.L2::cache_hint.v4 0, st.global.v4 1, st.global.L1::no_allocate.L2::cache_hint.v4 0, shfl.sync.up 12, shfl.sync.idx 2, bar.sync 4, bar.warp.sync 4
// COUNT-NEXT: sum_scan: ld.global.v4 0, ld.global.L1::no_allocate.L2::cache_hint.v4 2, st.global.v4 0, st.global.L1::no_allocate.L2::cache_hint.v4 2, shfl.sync.up 12, shfl.sync.idx 3, bar.sync 2, bar.warp.sync 4
prefix.scan @sum inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = two_level_streaming, blocks_per_sm = 3, warp = kogge_stone<32>,
   scan = <warps = 8, rows = 2, items = 4, stages = 1>, top = <warps = 4>>
