// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.init_barriers prefix.copy_in nvvm.cp.async.bulk.wait_group prefix.warp_reduce prefix.apply < %t | FileCheck %s --check-prefix=COUNT

// Of a kernel whose blocks have one tile at most: it is loaded before the roles
// part, a mbarrier is of one slot, nobody waits until a slot can be another
// tile's, and the spine combines the totals of the blocks before its own, and
// not those of all, which nobody asks for. Of two reductions of a row, for the
// usual way and for those who stand in, two are left.
// COUNT: sum_stream: prefix.init_barriers 7, prefix.copy_in 2, nvvm.cp.async.bulk.wait_group 1, prefix.warp_reduce 4,
// COUNT: sum_short: prefix.init_barriers 5, prefix.copy_in 1, nvvm.cp.async.bulk.wait_group 1, prefix.warp_reduce 2,

// A loader, one warp of the spine, and a group that reduces and then scans.
// CHECK: gpu.func @sum_short
// CHECK-SAME: known_block_size = array<i32: 192, 1, 1>
// The length of a tile is the only thing that is looked for: no division says
// how many there are.
// CHECK-NOT: arith.divui %{{.+}} : i64
// CHECK: nvvm.griddepcontrol wait
prefix.scan @sum exclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, short_scan = <warps = 4, items = 20>>
