// The scan kernel of two levels reads and writes everything once: L2 evicts last
// what it reads, and first what it writes. The reduction does not write, and
// its last reads are the scan's first: its accesses are as everywhere else, and
// so are those of arrays that are not aligned.
// RUN: scanc %s --scan=words --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,WORDS
// RUN: scanc %s --scan=doubles --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,DOUBLES
// RUN: scanc %s --scan=words --emit=ptx --arch=sm_80 -o - | FileCheck %s --check-prefixes=CHECK,WORDS
// RUN: scanc %s --scan=one --emit=ptx -o - | FileCheck %s --check-prefix=ONE
// RUN: scanc %s --scan=words --emit=kernel -o - | FileCheck %s --check-prefix=KERNEL

// CHECK: .entry {{[a-z]+}}_reduce(
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
