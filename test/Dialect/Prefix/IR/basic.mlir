// Every op, type and attribute is printed as it is written, and what is printed
// is read back, from the custom form and from the generic one.
// RUN: scanc-opt %s -o %t.once
// RUN: scanc-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: scanc-opt %s -mlir-print-op-generic -o %t.generic
// RUN: FileCheck %s --check-prefix=GENERIC --input-file=%t.generic
// RUN: scanc-opt %t.generic -o %t.back
// RUN: cmp %t.once %t.back
// RUN: FileCheck %s --input-file=%t.once
// RUN: FileCheck %s --check-prefix=SPACES --strict-whitespace --input-file=%t.once

// Words are one space apart.
// SPACES-NOT: {{[^ ]  +[^ ]}}

// CHECK-LABEL: prefix.monoid @add{{$}}
// CHECK-NEXT: identity {
// CHECK-NEXT:   %[[E:[^:, ]+]] = arith.constant 0 : i32
// CHECK-NEXT:   yield %[[E]] : i32
// CHECK-NEXT: } combine (%[[LOW:[^:, ]+]]: i32), (%[[HIGH:[^:, ]+]]: i32) {
// CHECK-NEXT:   %[[SUM:[^:, ]+]] = arith.addi %[[LOW]], %[[HIGH]] : i32
// CHECK-NEXT:   yield %[[SUM]] : i32
// CHECK-NEXT: }
prefix.monoid @add identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  %sum = arith.addi %low, %high : i32
  prefix.yield %sum : i32
}

// CHECK-LABEL: prefix.monoid @commutes commutative{{$}}
// CHECK: combine (%{{.+}}: f64), (%{{.+}}: f64) {
prefix.monoid @commutes commutative identity {
  %e = arith.constant 0.0 : f64
  prefix.yield %e : f64
} combine (%low: f64), (%high: f64) {
  %sum = arith.addf %low, %high : f64
  prefix.yield %sum : f64
}

// CHECK-LABEL: prefix.monoid @first idempotent attributes {note = "first wins"}{{$}}
prefix.monoid @first idempotent attributes {note = "first wins"} identity {
  %e = arith.constant 0 : i64
  prefix.yield %e : i64
} combine (%low: i64), (%high: i64) {
  %none = arith.constant 0 : i64
  %empty = arith.cmpi eq, %low, %none : i64
  %which = arith.select %empty, %high, %low : i64
  prefix.yield %which : i64
}

// A state of eight values, of every type.
// CHECK-LABEL: prefix.monoid @wide commutative idempotent{{$}}
// CHECK: combine (%{{.+}}: i1, %{{.+}}: i8, %{{.+}}: i16, %{{.+}}: i32, %{{.+}}: i64, %{{.+}}: f16, %{{.+}}: bf16, %{{.+}}: f32), (%{{.+}}: i1, %{{.+}}: i8, %{{.+}}: i16, %{{.+}}: i32, %{{.+}}: i64, %{{.+}}: f16, %{{.+}}: bf16, %{{.+}}: f32) {
// CHECK-NEXT: math.absf
prefix.monoid @wide commutative idempotent identity {
  %a = arith.constant false
  %b = arith.constant 0 : i8
  %c = arith.constant 0 : i16
  %d = arith.constant 0 : i32
  %e = arith.constant 0 : i64
  %f = arith.constant 0.0 : f16
  %g = arith.constant 0.0 : bf16
  %h = arith.constant 0.0 : f32
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %h : i1, i8, i16, i32, i64, f16, bf16, f32
} combine (%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: f16, %g: bf16, %h: f32),
          (%i: i1, %j: i8, %k: i16, %l: i32, %m: i64, %n: f16, %o: bf16, %p: f32) {
  %q = math.absf %h : f32
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %q : i1, i8, i16, i32, i64, f16, bf16, f32
}

// CHECK-LABEL: prefix.circuit @wire(%{{.+}}) {
// CHECK-NEXT: yield %{{.+}}{{$}}
prefix.circuit @wire(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}

// CHECK-LABEL: prefix.circuit @sklansky4(
// CHECK-SAME: %[[X0:[^,]+]], %[[X1:[^,]+]], %[[X2:[^,]+]], %[[X3:[^,)]+]]) attributes {source = "Sklansky"} {
// CHECK-NEXT: %[[A:[^:, ]+]] = combine %[[X0]], %[[X1]] : [0:1]
// CHECK-NEXT: %[[B:[^:, ]+]] = combine %[[X2]], %[[X3]] : [2:3]
// CHECK-NEXT: %[[C:[^:, ]+]] = combine %[[A]], %[[X2]] : [0:2]
// CHECK-NEXT: %[[D:[^:, ]+]] = combine %[[A]], %[[B]] : [0:3]
// CHECK-NEXT: yield %[[X0]], %[[A]], %[[C]], %[[D]]{{$}}
// GENERIC: "prefix.combine"{{.*}} : (!prefix.span<0, 0>, !prefix.span<1, 1>) -> !prefix.span<0, 1>
// GENERIC: "prefix.combine"{{.*}} : (!prefix.span<0, 1>, !prefix.span<2, 3>) -> !prefix.span<0, 3>
prefix.circuit @sklansky4(%x0, %x1, %x2, %x3) attributes {source = "Sklansky"} {
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  %b = prefix.combine %x2, %x3 : !prefix.span<2, 2>, !prefix.span<3, 3>
  %c = prefix.combine %a, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
  %d = prefix.combine %a, %b : !prefix.span<0, 1>, !prefix.span<2, 3>
  prefix.yield %x0, %a, %c, %d : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
}

// Operand types may be written, or left out with the span of the result.
// CHECK-LABEL: prefix.circuit @forms(
// CHECK-SAME: %[[X0:[^,]+]], %[[X1:[^,]+]], %[[X2:[^,]+]], %[[X3:[^,)]+]]) idempotent stages [1, 1, 1, 3, 2] {
// CHECK-NEXT: %[[A:[^:, ]+]] = combine %[[X0]], %[[X1]] : [0:1]
// CHECK-NEXT: %[[B:[^:, ]+]] = combine %[[X1]], %[[X2]] : [1:2]
// CHECK-NEXT: %[[C:[^:, ]+]] = combine %[[X2]], %[[X3]] {note = "late"} : [2:3]
// CHECK-NEXT: %[[D:[^:, ]+]] = combine %[[A]], %[[B]] : [0:2]
// CHECK-NEXT: %[[E:[^:, ]+]] = combine %[[A]], %[[C]] : [0:3]
// CHECK-NEXT: yield %[[X0]], %[[A]], %[[D]], %[[E]] {note}{{$}}
// CHECK-NEXT: } expect {width = 4, size = 5, depth = 2, stages = 3}
prefix.circuit @forms(%x0, %x1, %x2, %x3) idempotent stages [1, 1, 1, 3, 2] {
  %0 = combine %x0, %x1
  %1 = prefix.combine %x1, %x2 : [1:2]
  %2 = combine %x2, %x3 {note = "late"} : !prefix.span<2, 2>, !prefix.span<3, 3>
  %3 = combine %0, %1
  %named = combine %0, %2 : [0:3]
  yield %x0, %0, %3, %named {note}
} expect {stages = 3, size = 5, depth = 2, width = 4}

// A circuit that may overlap need not.
// CHECK-LABEL: prefix.circuit @harmless(%{{.+}}) idempotent {
prefix.circuit @harmless(%x) idempotent {
  yield %x
} expect {}

// CHECK: prefix.search @s = min size width 8{{$}}
prefix.search @s = min size width 8
// CHECK-NEXT: prefix.search @s_depth = min size width 8 depth <= 4{{$}}
prefix.search @s_depth = min size width 8 depth <= 4
// CHECK-NEXT: prefix.search @s_fanout = min size width 8 fanout <= 2 {why}{{$}}
prefix.search @s_fanout = min size width 8 fanout <= 2 {why}
// CHECK-NEXT: prefix.search @s_both = min size width 8 depth <= 4 fanout <= 3 expect {size = 10}{{$}}
prefix.search @s_both = min size width 8 depth <= 4 fanout <= 3 expect {size = 10}

// CHECK-NEXT: prefix.compose @tile width 2048 {
// CHECK-NEXT:   leaf serial<4> on registers
// CHECK-NEXT:   join @bk16 on shared via reduce_then_scan
// CHECK-NEXT:   join kogge_stone<32> on warp via scan_then_propagate without reuse
// CHECK-NEXT: } expect {size = 4495, depth = 16} attributes {why}
prefix.compose @tile width 2048 {
  leaf serial<4> on registers
  prefix.join @bk16 on shared via reduce_then_scan
  join kogge_stone<32> on warp via scan_then_propagate without reuse
} expect {depth = 16, size = 4495} attributes {why}
// CHECK-NEXT: prefix.compose @leaf {
// CHECK-NEXT:   leaf @tile {why}
// CHECK-NEXT: }
prefix.compose @leaf {
  leaf @tile {why}
}
// CHECK-NEXT: prefix.family @bk16 = brent_kung<16> expect {size = 26}{{$}}
prefix.family @bk16 = brent_kung<16> expect {size = 26}
// CHECK-NEXT: prefix.family @overlapping = knowles<8, [1, 1, 4]>{{$}}
prefix.family @overlapping = knowles<8, [1, 1, 4]>

// CHECK-LABEL: prefix.family @ks32 = kogge_stone<32>{{$}}
prefix.family @ks32 = kogge_stone<32>
// CHECK-NEXT: prefix.family @huge = serial<1048576> {why = "the widest"}{{$}}
prefix.family @huge = serial<1048576> {why = "the widest"}
// CHECK-NEXT: prefix.family @quoted = brent_kung<7>{{$}}
prefix.family @quoted = "brent_kung"<7>

// A built-in monoid need not be here.
// CHECK-NEXT: prefix.scan @bare inclusive @add_i32 : (i32) -> i32{{$}}
prefix.scan @bare inclusive @add_i32 : (i32) -> (i32)
// CHECK-NEXT: prefix.scan @own exclusive reverse @add init (7 : i32) : (ui8) -> si32{{$}}
prefix.scan @own exclusive reverse @add init (7 : i32) : (ui8) -> (si32)
// CHECK-NEXT: prefix.scan @many inclusive @wide init (true, 1 : i8, 2 : i16, 3 : i32, 4 : i64, 5.000000e-01 : f16, 1.500000e+00 : bf16, 2.500000e+00 : f32) : (i1, ui8, si16, ui32, i64, f16, bf16, f32) -> (i1, i8, i16, i32, i64, f16, bf16, f32) attributes {note}{{$}}
prefix.scan @many inclusive @wide
    init (true, 1 : i8, 2 : i16, 3 : i32, 4 : i64, 0.5 : f16, 1.5 : bf16, 2.5 : f32)
    : (i1, ui8, si16, ui32, i64, f16, bf16, f32) -> (i1, i8, i16, i32, i64, f16, bf16, f32)
    attributes {note}

// Arrays for each value, of one value too.
// CHECK-NEXT: prefix.scan @one inclusive @add : !prefix.struct<Total, sum: ui32>{{$}}
prefix.scan @one inclusive @add : (!prefix.struct<Total, sum: ui32>) -> (!prefix.struct<Total, sum: ui32>)
// CHECK-NEXT: prefix.scan @one_alias inclusive @add : !prefix.struct<sum: i32> soa{{$}}
!total = !prefix.struct<sum: i32>
prefix.scan @one_alias inclusive @add : !total soa
// CHECK-NEXT: prefix.scan @two_structs inclusive @add : !prefix.struct<sum: i8> -> !prefix.struct<Total, sum: ui32> plan <strategy = single_block>{{$}}
prefix.scan @two_structs inclusive @add : !prefix.struct<sum: i8> -> !prefix.struct<Total, sum: ui32> plan <strategy = single_block>
// CHECK-NEXT: prefix.scan @struct_in inclusive @add : !prefix.struct<sum: i8> -> i32{{$}}
prefix.scan @struct_in inclusive @add : !prefix.struct<sum: i8> -> (i32)
// CHECK-NEXT: prefix.scan @struct_out inclusive @add : (i8) -> !prefix.struct<f32: i32>{{$}}
prefix.scan @struct_out inclusive @add : (i8) -> !prefix.struct<f32: i32>
// CHECK-NEXT: prefix.scan @apart inclusive @add : (i32) -> i32 soa{{$}}
prefix.scan @apart inclusive @add : (i32) -> (i32) soa
// CHECK-NEXT: prefix.scan @walked inclusive @add : (i32) -> i32 soa domain line plan <strategy = single_block>{{$}}
prefix.scan @walked inclusive @add : (i32) -> (i32) soa domain line plan <strategy = single_block>
// CHECK-NEXT: prefix.scan @arrays exclusive reverse @add init (7 : i32) : (ui8) -> si32 soa plan <strategy = single_block> attributes {note}{{$}}
prefix.scan @arrays exclusive reverse @add init (7 : i32) : (ui8) -> (si32) soa plan <strategy = single_block> attributes {note}

// Plans: nothing given, and everything given.
// CHECK-NEXT: prefix.scan @open inclusive @add : (i32) -> i32 plan <>{{$}}
prefix.scan @open inclusive @add : (i32) -> (i32) plan <>
// CHECK-NEXT: prefix.scan @chosen inclusive @add : (i32) -> i32 plan <strategy = two_level_streaming, single_block_up_to = 0, blocks_per_sm = 32, max_blocks = 65535, thread = serial<4>, warp = @ks32, row = @sklansky4, block = brent_kung<8>, reduce = <rows = 64>, scan = <warps = 32, rows = 4, items = 64, stages = 2, thread = serial<64>, warp = sklansky<32>, row = @sklansky4, block = @ks32>, top = <>, tail = <items = 1, thread = @wire>>{{$}}
prefix.scan @chosen inclusive @add : (i32) -> (i32) plan
    <tail = <thread = @wire, items = 1>, top = <>,
     scan = <block = @ks32, row = @sklansky4, warp = sklansky<32>, thread = serial<64>,
             stages = 2, items = 64, rows = 4, warps = 32>,
     reduce = <rows = 64>, block = brent_kung<8>, row = @sklansky4, warp = @ks32,
     thread = serial<4>, max_blocks = 65535, blocks_per_sm = 32,
     single_block_up_to = 0, strategy = two_level_streaming>
// CHECK-NEXT: prefix.scan @levels inclusive @add : (i32) -> i32 plan <row = @wire, levels = @tile, top = <items = 1, row = @wire, levels = @leaf>>{{$}}
prefix.scan @levels inclusive @add : (i32) -> (i32) plan
    <levels = @tile, row = @wire, top = <levels = @leaf, row = @wire, items = 1>>
// CHECK-NEXT: prefix.scan @alone inclusive @add : (i32) -> i32 plan <strategy = single_block>{{$}}
prefix.scan @alone inclusive @add : (i32) -> (i32) plan <strategy = single_block>

// The attributes by themselves.
// CHECK-LABEL: prefix.family @attributes = serial<1>
// CHECK-SAME: instance = #prefix.family<sklansky<64>>
// CHECK-SAME: kind = #prefix<kind exclusive>
// CHECK-SAME: plan = #prefix.plan<max_blocks = 1>
// CHECK-SAME: prefix.phase = "plan"
// CHECK-SAME: skeleton = #prefix.skeleton<warps = 1, rows = 1, items = 1>
// CHECK-SAME: span = !prefix.span<0, 9223372036854775807>
prefix.family @attributes = serial<1> {
  instance = #prefix.family<sklansky<64>>,
  kind = #prefix<kind exclusive>,
  plan = #prefix.plan<max_blocks = 1>,
  prefix.phase = "plan",
  skeleton = #prefix.skeleton<warps = 1, rows = 1, items = 1>,
  span = !prefix.span<0, 9223372036854775807>
}
