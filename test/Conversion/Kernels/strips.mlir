// A block that walks along a strip, and blocks that draw tiles of few strips, in
// ops: tiles come ahead, and a warp waits for its own.
// RUN: rm -rf %t && mkdir %t
// RUN: scanc %s --emit=kernel,ptx,launcher -o %t/s
// RUN: FileCheck %s --input-file=%t/s.kernel.mlir
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/s_axis.ptx
// RUN: FileCheck %s --check-prefix=RULE --input-file=%t/s.c

prefix.scan @s inclusive @add_f32 : (f32) -> (f32) domain axis
  plan <strategy = strips, scan = <warps = 4, rows = 2, items = 3, stages = 3>,
        drawn_scan = <warps = 4, rows = 2, items = 4, stages = 4>,
        top = <items = 2>>

// The next launch may begin at once. How lanes lie is in the bits of an argument.
// Where inputs are is known before the launch before has ended, and where outputs
// go while the first tiles come.
// CHECK-LABEL: gpu.func @{{.*}}_axis_strips(
// CHECK: %[[IN:.*]] = prefix.walk axis(%arg3, %arg5, %arg6, {{.*}}, %arg14,
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: arith.andi %arg4, %c7_i32
// CHECK: arith.andi %arg4, %c8_i32
// CHECK: arith.andi %arg4, %c16_i32
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: prefix.place_chain %{{.*}} along %[[IN]]
// CHECK-NOT: prefix.place_chain
// CHECK: gpu.barrier
// CHECK: nvvm.griddepcontrol wait
// CHECK: scf.for
// CHECK: scf.if
// CHECK: prefix.fetch_stretch
// CHECK: else
// CHECK: prefix.fetch_chains
// CHECK: prefix.place_chain
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

// Of four stages, two groups of scouts are made, and with the warp that draws
// there are seven: three tiles are on their way, a turn after another. A turn ends
// with a barrier of the scanners, the drawer and a group of scouts.
// CHECK-LABEL: gpu.func @{{.*}}_axis_windows(
// CHECK-SAME: known_block_size = array<i32: 224, 1, 1>
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: nvvm.griddepcontrol wait
// CHECK: prefix.entries

// Scanners wait for what is drawn first, twice, and have begun to copy one tile
// when turns begin. They scan a tile that was reduced three turns ago, once what
// comes before it is there; copy; and reduce another.
// CHECK: prefix.roles "scanners" 4 {
// CHECK: nvvm.barrier{{$}}
// CHECK: prefix.fetch_stretch
// CHECK: prefix.fetch_chains
// CHECK: nvvm.barrier{{$}}
// CHECK-NOT: prefix.fetch
// CHECK: scf.while {{.*}} = %c3_i32)
// CHECK: prefix.group_scan @add_f32 by @serial_4 %totals
// CHECK: prefix.load_state %lanes
// CHECK: prefix.load_state %carries
// CHECK: prefix.load_chains {{.*}} lies
// CHECK: else
// CHECK: prefix.load_chains
// CHECK: prefix.thread_scan
// CHECK: prefix.store_chains {{.*}} stretch
// CHECK: else
// CHECK: prefix.store_chains
// CHECK: prefix.fetch_stretch
// CHECK: else
// CHECK: prefix.fetch_chains
// CHECK: prefix.await_chains but 1
// CHECK: prefix.load_chains {{.*}} lies
// CHECK: prefix.load_chains
// CHECK: prefix.thread_reduce @add_f32 by @serial_4
// CHECK: prefix.warp_scan
// CHECK: prefix.store_state {{.*}} to %totals
// CHECK: prefix.store_state {{.*}} to %lanes
// CHECK-NOT: barrier{{$}}
// CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %c192_i32

// The drawer marks tile 0 before it draws, and the first of its own then, if
// tiles post where others did. It tells of two tiles before turns begin; in each
// turn it draws a number, behind a tile and in the block's last turn, and tells
// the one that it drew in the turn before.
// CHECK: } "drawer" 1 {
// CHECK: prefix.open_tiles
// CHECK: prefix.mark_tile first {{.*}} of %c0_i64 at
// CHECK: prefix.draw_tile
// CHECK: scf.if
// CHECK: prefix.mark_tile %
// CHECK: prefix.store_word {{.*}} to %drawn
// CHECK: nvvm.bar.warp.sync
// CHECK: prefix.place_chain
// CHECK: nvvm.barrier{{$}}
// CHECK: prefix.draw_tile
// CHECK-NOT: prefix.mark_tile
// CHECK: prefix.store_word {{.*}} to %drawn
// CHECK: nvvm.bar.warp.sync
// CHECK: prefix.place_chain
// CHECK: nvvm.barrier{{$}}
// CHECK: %[[AHEAD:.*]] = scf.if
// CHECK-NEXT: prefix.draw_tile
// CHECK: %[[LOOP:.*]]:7 = scf.while ({{.*}}, %[[DRAWN:[^ ]*]] = %[[AHEAD]])
// CHECK: ^bb0({{.*}}, %[[NUMBER:[^ ]*]]: i64):
// CHECK-NEXT: %[[TOLD:.*]] = arith.cmpi ule, %{{.*}}, %c1_i32
// CHECK: %[[COMES:.*]] = scf.if %[[TOLD]] -> (i1)
// CHECK: prefix.load_word %drawn
// CHECK: %[[OVER:.*]] = arith.xori %[[COMES]], %true
// CHECK-NEXT: %[[TILE:.*]] = arith.cmpi ult, %[[NUMBER]], %{{.*}} : i64
// CHECK-NEXT: %[[AGAIN:.*]] = arith.ori %[[TILE]], %[[OVER]]
// CHECK-NEXT: %[[DRAWS:.*]] = arith.andi %{{.*}}, %[[AGAIN]]
// CHECK-NEXT: %[[NEXT:.*]] = scf.if %[[DRAWS]]
// CHECK-NEXT: prefix.draw_tile
// CHECK: else
// CHECK-NEXT: scf.yield %[[NUMBER]]
// CHECK: prefix.mark_tile %
// CHECK: arith.divui %[[NUMBER]],
// CHECK: prefix.store_word %[[NUMBER]] to %drawn
// CHECK: nvvm.bar.warp.sync
// CHECK: prefix.place_chain
// CHECK-NOT: prefix.close_tiles
// CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %c192_i32
// CHECK: scf.yield {{.*}}, %[[NEXT]] :
// CHECK: arith.cmpi eq, %[[LOOP]]#6, %{{.*}} : i64
// CHECK: prefix.close_tiles

// A group of scouts meets the others, then posts what its tile makes, as soon as
// there is room; gathers its window's, from places that follow each other, and
// less where a lane has less; and looks back, at the end of a window
// between both that it posts. No barrier of others holds it up.
// CHECK: } "scouts" 2 {
// CHECK-COUNT-2: nvvm.barrier{{$}}
// CHECK: scf.while
// CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %c192_i32
// CHECK-NOT: nvvm.barrier
// CHECK: prefix.group_scan @add_f32 by @serial_4 %totals
// CHECK: prefix.await_marks
// CHECK: prefix.post_across %
// CHECK: prefix.gather_across %{{.*}}[%[[INDEX:.*]] apart 64] of %[[TILE:.*]], %{{.*}} if
// CHECK: else
// CHECK-NEXT: prefix.gather_across %{{.*}}[%[[INDEX]] apart 64] of %[[TILE]] if
// CHECK: prefix.thread_reduce @add_f32 by @serial_2
// CHECK: prefix.warp_scan
// CHECK: prefix.store_state {{.*}} to %gathered
// CHECK: nvvm.bar.warp.sync
// CHECK: prefix.group_scan @add_f32 by @serial_1 %gathered
// CHECK: prefix.post_across %
// CHECK: prefix.look_across
// CHECK: prefix.post_across whole
// CHECK: prefix.store_state {{.*}} to %carries
// CHECK: nvvm.bar.warp.sync
// CHECK-NOT: nvvm.barrier
// CHECK: gpu.return

// Chains that lie side by side are copied two at a time or, where two lanes have
// theirs together, four. Waiting is no dead code, though nothing comes of it. L2
// evicts elements first here, so that it keeps what blocks tell each other, but
// what a long launch of strips reads last: of 24 million elements, 192 MiB, as
// the launcher says.
// RULE: const uint64_t kept = (25165824 <= n) * 32;
// RULE: scanc_step(scan, 0, walkers, walking_lanes_lie + kept, chains,
// PTX: .visible .entry s_axis_strips(
// PTX: and.b32 %[[KEPT:r[0-9]+]], %{{r[0-9]+}}, 32;
// PTX: setp.eq.b32 %[[SHORT:p[0-9]+]], %[[KEPT]], 0;
// PTX: selp.b64 %[[LAST:rd[0-9]+]], 1152921504606846976, 1508705875169116160, %[[SHORT]];
// PTX-DAG: cp.async.ca.shared.global.L2::cache_hint {{.*}}, 8, %[[LAST]];
// PTX-DAG: cp.async.cg.shared.global.L2::cache_hint {{.*}}, 16, %[[LAST]];
// PTX: st.global.v2.b32
// PTX-NOT: st.global{{.*}}cache_hint
// PTX: .visible .entry s_axis_windows(
// PTX-DAG: mov.b64 %{{rd[0-9]+}}, 1364590687093260288;
// PTX-DAG: createpolicy.fractional.L2::evict_first.b64 %[[STORE:rd[0-9]+]], 1.0;
// PTX-DAG: cp.async.ca.shared.global.L2::cache_hint {{.*}}, 8, %{{rd[0-9]+}};
// PTX-DAG: cp.async.cg.shared.global.L2::cache_hint {{.*}}, 16, %{{rd[0-9]+}};
// PTX-DAG: bar.sync {{.*}}, 192;
// PTX-DAG: redux.sync.min.u32
// PTX-DAG: ld.acquire.gpu.global.b64
// PTX-DAG: st.global.L1::no_allocate.L2::cache_hint.v2.b32 {{.*}}, %[[STORE]];
