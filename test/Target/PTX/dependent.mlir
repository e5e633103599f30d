// From sm_90 on a kernel may start before the one before it has ended: it waits
// itself, before it touches memory, and does not let the next one begin before
// its own blocks end. Older GPUs know nothing of it, nor of fetching into L2.
// RUN: rm -rf %t && mkdir %t
// RUN: scanc %s --scan=three -o %t/s90
// RUN: FileCheck %s --check-prefix=WAITS --implicit-check-not=launch_dependents --input-file=%t/s90.ptx
// RUN: FileCheck %s --check-prefix=FLAGS --implicit-check-not='"dependent": false' --input-file=%t/s90.json
// RUN: scanc %s --scan=three --arch=sm_80 -o %t/s80
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t/s80.ptx
// RUN: FileCheck %s --check-prefix=NO-FLAGS --implicit-check-not='"dependent": true' --input-file=%t/s80.json
// RUN: scanc %s --scan=levels --emit=ptx -o - | FileCheck %s --check-prefix=LEVELS --implicit-check-not=launch_dependents
// RUN: scanc %s --scan=drawn --emit=ptx -o - | FileCheck %s --check-prefix=DRAWN --implicit-check-not=launch_dependents
// RUN: scanc %s --scan=drawn --arch=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=OLD --implicit-check-not=griddepcontrol --implicit-check-not=cp.async.bulk
// RUN: scanc %s --scan=one --emit=ptx -o - | FileCheck %s --check-prefix=ONE

// WAITS: .entry {{.+}}_reduce(
// WAITS-NOT: {{(ld|st).global}}
// WAITS: griddepcontrol.wait
// WAITS: .entry {{.+}}_top(
// WAITS-NOT: {{(ld|st).global}}
// WAITS: griddepcontrol.wait
// WAITS: .entry {{.+}}_scan(
// WAITS-NOT: {{(ld|st).global}}
// WAITS: griddepcontrol.wait
// FLAGS-COUNT-4: "dependent": true
// NONE-NOT: griddepcontrol
// NO-FLAGS-COUNT-4: "dependent": false
prefix.scan @three inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = two_level_streaming>
// LEVELS-COUNT-6: griddepcontrol.wait
prefix.scan @levels inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = reduce_then_scan>
// DRAWN-COUNT-2: griddepcontrol.wait
// DRAWN: cp.async.bulk.prefetch.L2
// OLD: .entry {{.+}}_scan(
// OLD: ld.global
prefix.scan @drawn inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = chained>
// Kernels of one launch let the next begin, once they have elements.
// ONE: .entry {{.+}}_single(
// ONE-NOT: {{launch_dependents|(ld|st)\.[a-z.]*global}}
// ONE: griddepcontrol.wait
// ONE: ld.global
// ONE: griddepcontrol.launch_dependents
// ONE: .entry {{.+}}_stream(
// ONE-NOT: {{launch_dependents|(ld|st)\.[a-z.]*global}}
// ONE: griddepcontrol.wait
// ONE: mbarrier.try_wait
// ONE: griddepcontrol.launch_dependents
prefix.scan @one inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming>
