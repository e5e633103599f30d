// The scan kernel of two levels reads and writes everything once: L2 evicts last
// what it reads, and first what it writes. The reduction does not write, and
// its last reads are the scan's first: its accesses are as everywhere else, and
// so are those of arrays that are not aligned.
// RUN: scanc %s --scan=words --emit=ptx -o - | FileCheck %s -DLOG=12 --check-prefixes=CHECK,TOGETHER,WORDS
// RUN: scanc %s --scan=doubles --emit=ptx -o - | FileCheck %s -DLOG=11 --check-prefixes=CHECK,TOGETHER,DOUBLES
// RUN: scanc %s --scan=words --emit=ptx --arch=sm_80 -o - | FileCheck %s --check-prefixes=CHECK,WORDS
// RUN: scanc %s --scan=one --emit=ptx -o - | FileCheck %s --check-prefix=ONE
// RUN: scanc %s --scan=ordered --emit=ptx -o - | FileCheck %s --check-prefix=ORDERED
// RUN: scanc %s --scan=words --emit=kernel -o - | FileCheck %s --check-prefix=KERNEL

// So that these are the block's first tiles, its warps go together from its last
// tile to the first: number `tiles - 1 - k`, of 16 KB. Where the order of operands
// counts, each warp goes so through a stretch of its own, by pieces of 2 KB.
// CHECK: .entry {{[a-z]+}}_reduce(
// CHECK-NOT: cache_hint
// TOGETHER: not.b64 %[[BACK:rd[0-9]+]], %rd{{[0-9]+}};
// TOGETHER-NEXT: add.s64 %[[TILE:rd[0-9]+]],{{.*}} %[[BACK]]{{[,;]}}
// TOGETHER-NEXT: shl.b64 %rd{{[0-9]+}}, %[[TILE]], [[LOG]];
// CHECK-NOT: cache_hint
// CHECK: .entry {{[a-z]+}}_top(
// CHECK-NOT: cache_hint
// CHECK: .entry {{[a-z]+}}_scan(
// CHECK-DAG: createpolicy.fractional.L2::evict_first.b64 %[[FIRST:rd[0-9]+]], 1.0;
// CHECK-DAG: createpolicy.fractional.L2::evict_last.b64 %[[LAST:rd[0-9]+]], 1.0;
// WORDS: ld.global.b32
// WORDS: ld.global.L1::no_allocate.L2::cache_hint.v4.b32 {{.+}}, %[[LAST]];
// WORDS-NOT: {{(ld|st)}}.global.v4
// WORDS: st.global.L1::no_allocate.L2::cache_hint.v4.b32 {{.+}}, %[[FIRST]];
// DOUBLES: ld.global.L1::no_allocate.L2::cache_hint.v2.b64 {{.+}}, %[[LAST]];
// DOUBLES-NOT: {{(ld|st)}}.global.v2
// DOUBLES: st.global.L1::no_allocate.L2::cache_hint.v2.b64 {{.+}}, %[[FIRST]];
// ONE-NOT: L2::evict
// KERNEL: prefix.load_tile @add_i32 %{{.+}} rows {{.+}}
// KERNEL: prefix.load_tile @add_i32 %{{.+}} streamed rows
// KERNEL: prefix.store_tile {{.+}} streamed rows
prefix.scan @words inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = two_level_streaming>
prefix.scan @doubles inclusive @add_f64 : (f64) -> (f64)
  plan <strategy = two_level_streaming>
prefix.scan @one inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block>
// ORDERED: .entry {{[a-z]+}}_reduce(
// ORDERED: not.b64 %[[BACK:rd[0-9]+]], %rd{{[0-9]+}};
// ORDERED-NEXT: add.s64 %[[PIECE:rd[0-9]+]],{{.*}} %[[BACK]]{{[,;]}}
// ORDERED-NEXT: shl.b64 %rd{{[0-9]+}}, %[[PIECE]], 9;
// ORDERED: .entry {{[a-z]+}}_top(
prefix.monoid @last identity {
  %none = arith.constant -1 : i32
  prefix.yield %none : i32
} combine (%a: i32), (%b: i32) {
  %none = arith.constant -1 : i32
  %is = arith.cmpi eq, %b, %none : i32
  %c = arith.select %is, %a, %b : i32
  prefix.yield %c : i32
}
prefix.scan @ordered inclusive @last : (i32) -> (i32)
  plan <strategy = two_level_streaming>
