// The circuit of a warp is swapped by one word of the plan; what changes is how
// a lane finds its operand, and nothing else.
// RUN: cat %S/../Inputs/groups.mlir %s > %t.mlir
// RUN: scanc-opt %t.mlir -scanc-lower=to=kernel -prefix-lower-exchange -prefix-lower-warp -canonicalize -cse -o %t.lowered
// RUN: FileCheck %s --implicit-check-not=prefix.warp_scan --implicit-check-not=prefix.warp_reduce --input-file=%t.lowered
// RUN: %python %S/../Inputs/count_ops.py "gpu.shuffle up" "gpu.shuffle idx" arith.select arith.trunci arith.shrui arith.shli < %t.lowered | FileCheck %s --check-prefix=COUNT
// There is nothing more to do the second time.
// RUN: scanc-opt %t.lowered -prefix-lower-warp -o %t.twice
// RUN: cmp %t.lowered %t.twice

// Five shuffles up, each with its own predicate, and the two that every circuit
// ends with: the exclusive prefix from the lane below, the total from lane 31.
// CHECK-LABEL: gpu.func @kogge_stone_single
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-DAG: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-DAG: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-DAG: %[[C8:.+]] = arith.constant 8 : i32
// CHECK-DAG: %[[C16:.+]] = arith.constant 16 : i32
// CHECK-DAG: %[[C31:.+]] = arith.constant 31 : i32
// CHECK-DAG: %[[C32:.+]] = arith.constant 32 : i32
// CHECK-DAG: %[[IDENTITY:.+]] = prefix.identity @add_i32
// CHECK: %[[X:.+]] = prefix.thread_reduce
// CHECK-NEXT: %[[S1:.+]], %[[V1:.+]] = gpu.shuffle up %[[X]], %[[C1]], %[[C32]] : i32
// CHECK-NEXT: %[[A1:.+]] = prefix.apply @add_i32(%[[S1]], %[[X]])
// CHECK-NEXT: %[[R1:.+]] = arith.select %[[V1]], %[[A1]], %[[X]] : i32
// CHECK-NEXT: %[[S2:.+]], %[[V2:.+]] = gpu.shuffle up %[[R1]], %[[C2]], %[[C32]] : i32
// CHECK-NEXT: %[[A2:.+]] = prefix.apply @add_i32(%[[S2]], %[[R1]])
// CHECK-NEXT: %[[R2:.+]] = arith.select %[[V2]], %[[A2]], %[[R1]] : i32
// CHECK-NEXT: gpu.shuffle up %[[R2]], %[[C4]], %[[C32]] : i32
// CHECK: gpu.shuffle up %{{.+}}, %[[C8]], %[[C32]] : i32
// CHECK: %[[S5:.+]], %[[V5:.+]] = gpu.shuffle up %[[R4:.+]], %[[C16]], %[[C32]] : i32
// CHECK-NEXT: %[[A5:.+]] = prefix.apply @add_i32(%[[S5]], %[[R4]])
// CHECK-NEXT: %[[R5:.+]] = arith.select %[[V5]], %[[A5]], %[[R4]] : i32
// CHECK-NEXT: %[[BELOW:.+]], %[[EXISTS:.+]] = gpu.shuffle up %[[R5]], %[[C1]], %[[C32]] : i32
// CHECK-NEXT: arith.select %[[EXISTS]], %[[BELOW]], %[[IDENTITY]] : i32
// CHECK-NEXT: gpu.shuffle idx %[[R5]], %[[C31]], %[[C32]] : i32
// COUNT: kogge_stone_single: gpu.shuffle up 6, gpu.shuffle idx 1, arith.select 6, arith.trunci 0,
prefix.scan @kogge_stone inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = kogge_stone<32>, top = <warps = 1>>

// The first step is lane - 1 in odd lanes, a mask says which; then sources are
// shared, ((lane >> s) << s) - 1; the last is lane 15 for the upper half.
// CHECK-LABEL: gpu.func @sklansky_single
// CHECK-DAG: %[[MINUS:.+]] = arith.constant -1 : i32
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-DAG: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-DAG: %[[C15:.+]] = arith.constant 15 : i32
// CHECK-DAG: %[[C16:.+]] = arith.constant 16 : i32
// 0xAAAAAAAA: the odd lanes; 0xCCCCCCCC: the upper half of each four.
// CHECK-DAG: %[[ODD:.+]] = arith.constant -1431655766 : i32
// CHECK-DAG: %[[UPPER:.+]] = arith.constant -858993460 : i32
// CHECK: %[[LANE:.+]] = arith.andi
// CHECK-NEXT: %[[S1:.+]], %{{.+}} = gpu.shuffle up %[[X:.+]], %[[C1]],
// CHECK-NEXT: %[[M1:.+]] = arith.shrui %[[ODD]], %[[LANE]] : i32
// CHECK-NEXT: %[[P1:.+]] = arith.trunci %[[M1]] : i32 to i1
// CHECK-NEXT: %[[A1:.+]] = prefix.apply @add_i32(%[[S1]], %[[X]])
// CHECK-NEXT: %[[R1:.+]] = arith.select %[[P1]], %[[A1]], %[[X]] : i32
// CHECK-NEXT: %[[HALF:.+]] = arith.shrui %[[LANE]], %[[C1]] : i32
// CHECK-NEXT: %[[BASE:.+]] = arith.muli %[[HALF]], %[[C2]] : i32
// CHECK-NEXT: %[[SOURCE:.+]] = arith.addi %[[BASE]], %[[MINUS]] : i32
// CHECK-NEXT: %[[S2:.+]], %{{.+}} = gpu.shuffle idx %[[R1]], %[[SOURCE]],
// CHECK-NEXT: %[[M2:.+]] = arith.shrui %[[UPPER]], %[[LANE]] : i32
// CHECK-NEXT: %[[P2:.+]] = arith.trunci %[[M2]] : i32 to i1
// CHECK: %{{.+}} = gpu.shuffle idx %[[R4:.+]], %[[C15]],
// CHECK-NEXT: %[[P5:.+]] = arith.cmpi uge, %[[LANE]], %[[C16]] : i32
// CHECK-NEXT: %[[A5:.+]] = prefix.apply
// CHECK-NEXT: arith.select %[[P5]], %[[A5]], %[[R4]] : i32
// COUNT: sklansky_single: gpu.shuffle up 2, gpu.shuffle idx 5, arith.select 6, arith.trunci 4, arith.shrui 8, arith.shli 0
prefix.scan @sklansky inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = sklansky<32>, top = <warps = 1>>

// Eight stages, and the two shuffles at the end.
// COUNT: brent_kung_single: gpu.shuffle up {{[2-9]}}, gpu.shuffle idx {{[1-8]}}, arith.select 9,
prefix.scan @brent_kung inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = brent_kung<32>, top = <warps = 1>>

// 31 steps of distance 1, in one lane each.
// COUNT: serial_single: gpu.shuffle up 32, gpu.shuffle idx 1, arith.select 32,
prefix.scan @serial inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = serial<32>, top = <warps = 1>>

// Sources of no simple form: in stage 2 the lane to read is made of five
// constants, a bit of it from each.
// CHECK-LABEL: gpu.func @groups_single
// CHECK: %[[LANE:.+]] = arith.andi
// CHECK: gpu.shuffle up
// CHECK-NEXT: arith.shrui
// CHECK-NEXT: arith.trunci
// CHECK-NEXT: prefix.apply
// CHECK-NEXT: arith.select
// CHECK-COUNT-5: arith.shrui %{{.+}}, %[[LANE]] : i32
// CHECK-NOT: arith.shrui
// CHECK: %[[SOURCE:.+]] = arith.ori
// CHECK-NEXT: gpu.shuffle idx %{{.+}}, %[[SOURCE]],
// COUNT: groups_single: gpu.shuffle up 2, gpu.shuffle idx 8, arith.select 9, arith.trunci 7, arith.shrui {{[23].}}, arith.shli {{[12].}}
prefix.scan @groups inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, warp = @groups32, top = <warps = 1>>

// Seven groups of shuffles. A 64-bit value takes two of 32 bits, small values
// share one: four bytes one, three halves two.
// COUNT: words64_single: gpu.shuffle up 12, gpu.shuffle idx 2, arith.select 6,
prefix.scan @words64 inclusive @add_f64 : (f64) -> (f64)
  plan <strategy = single_block, top = <warps = 1>>

prefix.monoid @last4 identity {
  %z = arith.constant 0 : i8
  prefix.yield %z, %z, %z, %z : i8, i8, i8, i8
} combine (%a: i8, %b: i8, %c: i8, %d: i8), (%e: i8, %f: i8, %g: i8, %h: i8) {
  prefix.yield %e, %f, %g, %h : i8, i8, i8, i8
}
// COUNT: bytes_single: gpu.shuffle up 6, gpu.shuffle idx 1, arith.select 24,
prefix.scan @bytes inclusive @last4 : (i8, i8, i8, i8) -> (i8, i8, i8, i8)
  plan <strategy = single_block, top = <warps = 1>>

prefix.monoid @last3 identity {
  %z = arith.constant 0.0 : f16
  prefix.yield %z, %z, %z : f16, f16, f16
} combine (%a: f16, %b: f16, %c: f16), (%e: f16, %f: f16, %g: f16) {
  prefix.yield %e, %f, %g : f16, f16, f16
}
// COUNT: halves_single: gpu.shuffle up 12, gpu.shuffle idx 2, arith.select 18,
prefix.scan @halves inclusive @last3 : (f16, f16, f16) -> (f16, f16, f16)
  plan <strategy = single_block, top = <warps = 1>>

// A reduction keeps the combines that the total depends on: of a commutative
// monoid one per warp, of another one per row, here two. Each is five steps up and
// a broadcast.
// COUNT: reduced_reduce: gpu.shuffle up 5, gpu.shuffle idx 1, arith.select 5,
prefix.scan @reduced inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = two_level_streaming, warp = brent_kung<32>>
// COUNT: ordered_reduce: gpu.shuffle up 10, gpu.shuffle idx 2, arith.select 10,
prefix.monoid @last identity {
  %z = arith.constant 0 : i32
  prefix.yield %z : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.scan @ordered inclusive @last : (i32) -> (i32)
  plan <strategy = two_level_streaming, warp = brent_kung<32>, scan = <rows = 2>>
