// A block that walks along a strip, and blocks that draw tiles of few strips, in
// ops: tiles come a stage ahead, and a lane waits for its own.
// RUN: rm -rf %t && mkdir %t
// RUN: scanc %s --emit=kernel,ptx -o %t/s
// RUN: FileCheck %s --input-file=%t/s.kernel.mlir
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/s_axis.ptx

prefix.scan @s inclusive @add_f32 : (f32) -> (f32) domain axis
  plan <strategy = strips, scan = <warps = 4, rows = 2, items = 3, stages = 3>,
        drawn_scan = <warps = 4, rows = 2, items = 3, stages = 3>,
        top = <items = 2>>

// CHECK-LABEL: gpu.func @{{.*}}_axis_strips(
// CHECK: nvvm.griddepcontrol wait
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: prefix.place_chain
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: prefix.fetch_stretch
// CHECK: else
// CHECK: prefix.fetch_chains
// CHECK: prefix.fetch_stretch
// CHECK: prefix.fetch_chains
// CHECK: scf.for
// CHECK: prefix.fetch_stretch
// CHECK: prefix.fetch_chains
// CHECK: prefix.await_chains but 2
// CHECK: nvvm.bar.warp.sync
// CHECK: prefix.load_chains {{.*}} lies
// CHECK: else
// CHECK: prefix.load_chains
// CHECK: prefix.thread_reduce
// CHECK: prefix.warp_scan
// CHECK: gpu.barrier
// CHECK: prefix.group_scan
// CHECK: prefix.thread_scan
// CHECK: prefix.store_chains {{.*}} stretch
// CHECK: else
// CHECK: prefix.store_chains
// CHECK-NOT: prefix.post_across

// CHECK-LABEL: gpu.func @{{.*}}_axis_windows(
// CHECK: prefix.open_tiles
// CHECK: prefix.mark_tile first
// CHECK: prefix.draw_tile
// CHECK: prefix.mark_tile
// CHECK: prefix.fetch_chains
// CHECK: prefix.fetch_chains
// CHECK: prefix.await_chains but 1
// CHECK: prefix.load_chains
// CHECK: gpu.barrier
// CHECK: prefix.read_marks
// CHECK: prefix.post_across
// CHECK: scf.while
// CHECK: prefix.await_marks
// CHECK: prefix.post_across
// CHECK: prefix.gather_across
// CHECK: gpu.barrier
// CHECK: prefix.post_across
// CHECK: prefix.await_chains but 0
// CHECK: prefix.load_chains
// CHECK: gpu.barrier
// CHECK: prefix.read_marks
// CHECK: prefix.post_across
// CHECK: prefix.draw_tile
// CHECK: prefix.look_across
// CHECK: gpu.barrier
// CHECK: prefix.fetch_chains
// CHECK: prefix.post_across whole
// CHECK: prefix.mark_tile behind
// CHECK: prefix.mark_tile
// CHECK: prefix.load_chains
// CHECK: prefix.store_chains {{.*}} stretch
// CHECK: prefix.store_chains
// CHECK: prefix.close_tiles

// Chains that lie side by side are copied two at a time. Waiting is no dead
// code, though nothing comes of it.
// PTX-DAG: cp.async.ca.shared.global {{.*}}, 8;
// PTX-DAG: redux.sync.min.u32
// PTX-DAG: st.global.v2.b32
