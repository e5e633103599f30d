// Few chains that fill a stretch of memory are scanned by clusters of blocks,
// whose warps have roles.
// RUN: rm -rf %t && mkdir %t
// RUN: scanc %s --emit=kernel,ptx,launcher -o %t/s
// RUN: FileCheck %s --input-file=%t/s.kernel.mlir
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/s_axis.ptx
// RUN: FileCheck %s --check-prefix=C --input-file=%t/s.c

prefix.monoid @add_f32 identity {
  %zero = arith.constant -0.0 : f32
  prefix.yield %zero : f32
} combine (%a: f32), (%b: f32) {
  %sum = arith.addf %a, %b : f32
  prefix.yield %sum : f32
}

// CHECK-LABEL: gpu.func @s_axis_clusters
// CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>

// mbarriers are there, and the mail has no tags, before blocks meet. A thread has
// L2 bring the first tiles; rank 0 draws the first group when it has seen that
// the others know the epoch.
// CHECK: nvvm.read.ptx.sreg.cluster.ctarank
// CHECK: prefix.init_barriers %full arrivals 1
// CHECK: prefix.init_barriers %empty arrivals 2
// CHECK: prefix.init_barriers %turns arrivals 1
// CHECK-NEXT: nvvm.fence.mbarrier.init
// CHECK: prefix.store_word %c0_i64 to %mail
// CHECK: nvvm.cp.async.bulk.prefetch
// CHECK: nvvm.griddepcontrol wait
// CHECK: prefix.load_relaxed
// CHECK: prefix.entries
// CHECK: nvvm.cluster.arrive
// CHECK: prefix.open_tiles
// CHECK: prefix.draw_tile
// CHECK: nvvm.cluster.wait

// CHECK: prefix.roles "loader" 1 {
// CHECK: prefix.tell {{.*}} to %mail
// CHECK: prefix.hear %mail
// CHECK: prefix.store_word {{.*}} to %drawn
// CHECK: prefix.release %turns
// CHECK: prefix.acquire %empty
// CHECK: prefix.acquire %full{{.*}} paces
// CHECK: prefix.copy_rest
// CHECK: prefix.release %full{{.*}} expecting
// CHECK: prefix.copy_in
// CHECK: prefix.draw_tile
// CHECK: prefix.close_tiles

// CHECK: } "poster" 1 {
// CHECK: prefix.hear %mail
// CHECK: prefix.post_across
// CHECK: prefix.store_state {{.*}} to %made
// CHECK: prefix.store_state {{.*}} to %pre

// Of the chains that the rank sees to.
// CHECK: } "scouts" 2 {
// CHECK: prefix.load_state %made
// CHECK: prefix.gather_across {{.*}} eager
// CHECK: prefix.load_state %after
// CHECK: prefix.store_state {{.*}} to %after
// CHECK: prefix.tell {{.*}} to %mail
// CHECK: prefix.hear %mail
// CHECK: prefix.store_state {{.*}} to %carry

// CHECK: } "reducers" 4 {
// CHECK: prefix.acquire %full
// CHECK: prefix.load_chains {{.*}} lies
// CHECK: prefix.thread_reduce @add_f32
// CHECK: prefix.store_state {{.*}} to %of_reducers
// CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %c128_i32
// CHECK: prefix.release %empty
// CHECK: prefix.tell {{.*}} to %mail

// A tile leaves its slot before what comes before it is known. Where all of it
// exists, nothing is asked before outputs are stored.
// CHECK: } "scanners" 4 {
// CHECK: prefix.acquire %full
// CHECK: prefix.load_chains {{.*}} lies
// CHECK: prefix.store_state {{.*}} to %of_scanners
// CHECK: nvvm.barrier id
// CHECK: prefix.release %empty
// CHECK: prefix.acquire %turns
// CHECK: prefix.load_state %carry
// CHECK: prefix.thread_scan
// CHECK: prefix.store_chains {{.*}} whole
// CHECK: else
// CHECK: prefix.thread_scan
// CHECK: prefix.store_chains
// CHECK-NOT: whole
// CHECK: nvvm.cluster.arrive
// CHECK-NEXT: nvvm.cluster.wait

// PTX: .entry s_axis_clusters(
// PTX: .reqnctapercluster 2
// PTX: mapa.shared::cluster
// PTX: st.relaxed.cluster.shared::cluster
// PTX: cp.async.bulk.shared::cluster.global

// Of 16 or 32 chains, if those are all there are: two blocks see to 16 each.
// C: lanes_lie = (chains == 16) * 3 + (chains == 32) * 2;
// C: dense = ((chains == 16) + (chains == 32) && stretch == chains)
prefix.scan @s inclusive @add_f32 : (f32) -> (f32) domain axis
  plan <strategy = strips,
    clustered_scan = <warps = 4, rows = 4, items = 4, stages = 3>,
    clustered_top = <cluster = 2, items = 4, stages = 2>>
