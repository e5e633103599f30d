// Ops of chains that lie side by side are printed as they are written, and what
// is printed is read back, from the custom form and from the generic one.
// RUN: scanc-opt %s -o %t.once
// RUN: scanc-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: scanc-opt %s -mlir-print-op-generic -o %t.generic
// RUN: scanc-opt %t.generic -o %t.back
// RUN: cmp %t.once %t.back
// RUN: FileCheck %s --input-file=%t.once
// RUN: FileCheck %s --check-prefix=SPACES --strict-whitespace --input-file=%t.once

// Words are one space apart.
// SPACES-NOT: {{[^ ]  +[^ ]}}

// CHECK: prefix.scan @along inclusive reverse @add_i32 initial final : (i32) -> i32 domain axis plan <strategy = strips, scan = <rows = 4>>{{$}}
prefix.scan @along inclusive reverse @add_i32 initial final : (i32) -> (i32) domain axis plan <strategy = strips, scan = <rows = 4>>
// CHECK-NEXT: prefix.scan @all exclusive @add_i32 : (i32) -> i32 domain line, rows, axis{{$}}
prefix.scan @all exclusive @add_i32 : (i32) -> (i32) domain line, rows, axis

gpu.module @kernels {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  prefix.map @load load (%x: i32) index %i {
    %t = arith.trunci %i : i64 to i32
    prefix.yield %t : i32
  }
  prefix.map @store store after (%s: i32) in (%x: i32) {
    prefix.yield %s : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i64, %c: i32) kernel {
    // CHECK: %[[WALK:.*]] = prefix.walk axis(%{{.*}})
    %walk = prefix.walk axis(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    // CHECK: prefix.walk axis reverse(
    %back = prefix.walk axis reverse(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n)
    // CHECK: %[[PLACE:.*]] = prefix.place_chain %{{.*}} along %[[WALK]] : i64
    %place = prefix.place_chain %n along %walk : i64
    // CHECK: prefix.place_chain %{{.*}} along %{{.*}} longer : i64
    %far = prefix.place_chain %n along %back longer : i64
    // CHECK: prefix.fetch_chains %{{.*}} at(%[[PLACE]], %{{.*}}) [%{{.*}}] chains %{{.*}} along %[[WALK]] to %{{.*}} policy %[[PLACE]] rows 2 items 3 element [i32]
    prefix.fetch_chains %p at (%place, %far) [%n] chains %c along %walk to %q policy %place rows 2 items 3 element [i32]
    // CHECK: prefix.fetch_chains %{{.*}} at(%[[PLACE]], %{{.*}}) [%{{.*}}] chains %{{.*}} along %[[WALK]] to %{{.*}} rows 2 items 3 element [i32]
    prefix.fetch_chains %p at (%place, %far) [%n] chains %c along %walk to %q rows 2 items 3 element [i32]
    // CHECK: prefix.fetch_stretch %{{.*}} from(%[[PLACE]]) steps %{{.*}} exist %{{.*}} width %{{.*}} along %[[WALK]] to %{{.*}} policy %[[PLACE]] rows 2 items 3 element [i32]
    prefix.fetch_stretch %p from (%place) steps %c exist %c width %c along %walk to %q policy %place rows 2 items 3 element [i32]
    // CHECK: prefix.fetch_stretch %{{.*}} from(%[[PLACE]]) steps %{{.*}} exist %{{.*}} width %{{.*}} along %[[WALK]] to %{{.*}} rows 2 items 3 element [i32]
    prefix.fetch_stretch %p from (%place) steps %c exist %c width %c along %walk to %q rows 2 items 3 element [i32]
    // CHECK: prefix.await_chains but 2
    prefix.await_chains but 2
    // CHECK: %[[V:.*]]:2 = prefix.load_chains @add %{{.*}}[%{{.*}}] chains %{{.*}} along %[[WALK]] masked rows 2 items 3 element [i32] -> vector<3xi32>, vector<3xi32>
    %v:2 = prefix.load_chains @add %q[%n] chains %c along %walk masked rows 2 items 3 element [i32] -> vector<3xi32>, vector<3xi32>
    // CHECK: prefix.load_chains @add %{{.*}}[%{{.*}}] chains %{{.*}} along %[[WALK]] lies(%{{.*}}, %{{.*}}, %{{.*}}) packed %{{.*}} rows 1 items 1 element [i32] -> vector<1xi32>
    %yes = arith.constant true
    %u = prefix.load_chains @add %q[%n] chains %c along %walk lies (%c, %c, %c) packed %yes rows 1 items 1 element [i32] -> vector<1xi32>
    // CHECK: along %[[WALK]] from(%{{.*}}) stretch(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) packed %{{.*}} staging %{{.*}} rows 1 items 1 state [i32] output [i32] : vector<1xi32>
    prefix.store_chains %u to %p at (%place) [%n] chains %c along %walk from (%place) stretch (%c, %c, %c, %c, %c, %c) packed %yes staging %q rows 1 items 1 state [i32] output [i32] : vector<1xi32>
    // CHECK: prefix.store_chains %[[V]]#0, %[[V]]#1 to %{{.*}} at(%{{.*}}, %{{.*}}) [%{{.*}}] chains %{{.*}} along %[[WALK]] whole rows 2 items 3 state [i32] output [i32] : vector<3xi32>, vector<3xi32>
    prefix.store_chains %v#0, %v#1 to %p at (%place, %far) [%n] chains %c along %walk whole rows 2 items 3 state [i32] output [i32] : vector<3xi32>, vector<3xi32>
    // CHECK: prefix.store_chains %[[V]]#0, %[[V]]#1 to %{{.*}} at(%{{.*}}, %{{.*}}) [%{{.*}}] chains %{{.*}} along %[[WALK]] longer streamed rows 2 items 3 state [i32] output [i32] : vector<3xi32>, vector<3xi32>
    prefix.store_chains %v#0, %v#1 to %p at (%place, %far) [%n] chains %c along %walk longer streamed rows 2 items 3 state [i32] output [i32] : vector<3xi32>, vector<3xi32>
    // CHECK: prefix.load_chains @add %{{.*}} along %[[WALK]] through @load rows 1 items 1 element [i32] -> vector<1xi32>
    %w = prefix.load_chains @add %q[%n] chains %c along %walk through @load rows 1 items 1 element [i32] -> vector<1xi32>
    // CHECK: along %[[WALK]] through @store of %{{.*}} along %[[WALK]] element [i32] rows 1 items 1 state [i32] output [i32]
    prefix.store_chains %w to %p at (%place) [%n] chains %c along %walk through @store of %q along %walk element [i32] rows 1 items 1 state [i32] output [i32] : vector<1xi32>
    // CHECK: prefix.start_across @add initial %{{.*}} at(%[[PLACE]]) chains %{{.*}} init [5 : i32] : i32
    %s = prefix.start_across @add initial %p at (%place) chains %c init [5 : i32] : i32
    // CHECK: prefix.end_across @add %{{.*}} to %{{.*}} at(%[[PLACE]]) chains %{{.*}} : i32
    prefix.end_across @add %s to %p at (%place) chains %c : i32
    %e = prefix.entries @add in %p epoch %c launch %c per_lane 1
    %is = arith.constant true
    // CHECK: prefix.post_across %{{.*}} to %{{.*}}[%{{.*}}] of %{{.*}} at 128 count 64 : i32
    prefix.post_across %s to %e[%c] of %n at 128 count 64 : i32
    // CHECK: prefix.gather_across %{{.*}}[%{{.*}} apart 32] of %{{.*}}, %{{.*}} if %{{.*}}, %{{.*}} at 128 count 64 rows 1 : i32, i32
    %g:2 = prefix.gather_across %e[%c apart 32] of %n, %n if %is, %is at 128 count 64 rows 1 : i32, i32
    // CHECK: prefix.gather_across %{{.*}}[%{{.*}} apart 64] of %{{.*}} if %{{.*}} eager at 128 count 1 rows 1 : i32
    %eager = prefix.gather_across %e[%c apart 64] of %n if %is eager at 128 count 1 rows 1 : i32
    // CHECK: prefix.post_across whole %{{.*}} to %{{.*}}[%{{.*}}] of %{{.*}} at 128 count 64 : i32
    prefix.post_across whole %s to %e[%c] of %n at 128 count 64 : i32
    // CHECK: prefix.look_across %{{.*}}[%{{.*}}, %{{.*}}] of %{{.*}}, %{{.*}} if %{{.*}}, %{{.*}} reaching %{{.*}} from(%{{.*}}) at 128 count 64 : i32 -> i32
    %l = prefix.look_across %e[%c, %c] of %n, %n if %is, %is reaching %is from (%s) at 128 count 64 : i32 -> i32
    // CHECK: prefix.mark_tile first %{{.*}}[%{{.*}}] of %{{.*}} at 0
    prefix.mark_tile first %e[%c] of %n at 0
    // CHECK: prefix.mark_tile %{{.*}}[%{{.*}}] of %{{.*}} at 0
    prefix.mark_tile %e[%c] of %n at 0
    // CHECK: prefix.await_marks %{{.*}} up to %{{.*}} of %{{.*}} at 0
    %m = prefix.await_marks %e up to %n of %c at 0
    gpu.return
  }
}
