// Any circuit, at any level, becomes PTX: what the plan names is what runs. A
// distance takes shuffles up, a shared source or a table takes shuffles by index.
// RUN: cat %scanc_src/test/Conversion/Inputs/groups.mlir %s > %t.mlir
// RUN: scanc %t.mlir --scan=kogge_stone --emit=ptx -o - > %t.ks
// RUN: scanc %t.mlir --scan=sklansky --emit=ptx -o - > %t.sk
// RUN: scanc %t.mlir --scan=brent_kung --emit=ptx -o - > %t.bk
// RUN: scanc %t.mlir --scan=groups --emit=ptx -o - > %t.groups
// RUN: cat %t.ks %t.sk %t.bk %t.groups > %t.all
// RUN: FileCheck %s --implicit-check-not=.local --implicit-check-not=.extern --input-file=%t.all
// RUN: %python %S/Inputs/count_ptx.py shfl.sync.up shfl.sync.idx bar.sync bar.warp.sync < %t.all | FileCheck %s --check-prefix=COUNT

// CHECK-COUNT-4: .visible .entry {{.*}}_single(

// COUNT: kogge_stone_single: shfl.sync.up 6, shfl.sync.idx 1, bar.sync 2, bar.warp.sync 6
prefix.scan @kogge_stone inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = kogge_stone<32>, top = <warps = 16, block = kogge_stone<16>>>
// COUNT-NEXT: sklansky_single: shfl.sync.up 2, shfl.sync.idx 5, bar.sync 2, bar.warp.sync 3
prefix.scan @sklansky inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = sklansky<32>, block = sklansky<16>, top = <warps = 16>>
// COUNT-NEXT: brent_kung_single: shfl.sync.up {{[0-9]+}}, shfl.sync.idx {{[0-9]+}}, bar.sync 2, bar.warp.sync {{[4-6]}}
prefix.scan @brent_kung inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = brent_kung<32>, block = brent_kung<16>, top = <warps = 16>>
// COUNT-NEXT: groups_single: shfl.sync.up 2, shfl.sync.idx 8, bar.sync 2, bar.warp.sync 6
prefix.scan @groups inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = @groups32, block = @groups16, top = <warps = 16>>
