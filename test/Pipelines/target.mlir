// A module says which GPU it is planned for, and is for that GPU from then on.
// RUN: scanc %s --emit=plan -o - | FileCheck %s
// CHECK: module attributes {prefix.phase = "plan", prefix.target = #prefix.target<sm_90>}
// RUN: scanc %s --emit=plan --arch=sm_120 -o - > %t.120
// RUN: FileCheck %s --check-prefix=SM120 --input-file=%t.120
// SM120: module attributes {prefix.phase = "plan", prefix.target = #prefix.target<sm_120>}

// A plan that was printed goes on as what it was made for: the same PTX, and
// the same launcher.
// RUN: rm -rf %t.d && mkdir -p %t.d/whole %t.d/resumed %t.d/kernels
// RUN: scanc %s --arch=sm_120 -o %t.d/whole/sum
// RUN: scanc %t.120 -o %t.d/resumed/sum
// RUN: diff -r %t.d/whole %t.d/resumed
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.d/resumed/sum.ptx
// PTX: .target sm_120
// So do kernels.
// RUN: scanc %t.120 --emit=llvm -o - > %t.llvm
// RUN: scanc %t.llvm -o %t.d/kernels/sum
// RUN: diff -r %t.d/whole %t.d/kernels

// Others can be made from it, if they have what it needs.
// RUN: scanc %t.120 --arch=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=PTX80
// PTX80: .target sm_80

// It is checked against that GPU: 8 blocks of 256 threads are too many for the
// 1536 of sm_120, whoever names it, and 6 are not.
// RUN: sed 's/plan <strategy = two_level_streaming>/plan <strategy = two_level_streaming, blocks_per_sm = 8, scan = <warps = 8>>/' %s > %t.8
// RUN: scanc %t.8 --emit=plan -o - | FileCheck %s
// RUN: not scanc %t.8 --arch=sm_120 --emit=plan -o - 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: sed 's/^module/module attributes {prefix.target = #prefix.target<sm_120>}/' %t.8 > %t.own
// RUN: not scanc %t.own --emit=plan -o - 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not scanc %t.own -o %t.d/none 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: error: 'blocks_per_sm' of 8 cannot fit: blocks of 256 threads, at most 1536 threads on a multiprocessor of sm_120
// RUN: sed 's/blocks_per_sm = 8/blocks_per_sm = 6/' %t.own > %t.six
// RUN: scanc %t.six --emit=plan -o - | FileCheck %s --check-prefix=SM120
// A complete plan that somebody edited is checked again where it goes on.
// RUN: sed 's/blocks_per_sm = [0-9]*/blocks_per_sm = 31/' %t.120 > %t.edited
// RUN: not scanc %t.edited --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=EDITED
// EDITED: error: 'blocks_per_sm' of 31 cannot fit: {{.*}} at most 1536 threads

// One GPU, not two; and one that there is.
// RUN: not scanc %t.own --arch=sm_90 --emit=plan -o - 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: own:{{.*}} error: cannot plan for sm_90: the module is for sm_120 ('prefix.target')
// RUN: sed 's/#prefix.target<sm_120>/#prefix.target<sm_75>/' %t.own > %t.old
// RUN: not scanc %t.old --emit=plan -o - 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: unknown architecture 'sm_75'; expected sm_80, sm_86, sm_89, sm_90, sm_100, sm_103, sm_120, sm_121
// RUN: sed 's/#prefix.target<sm_120>/"sm_120"/' %t.own > %t.text
// RUN: not scanc %t.text --emit=plan -o - 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: 'prefix.target' must be a #prefix.target of a module

module {
  prefix.scan @sum inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming>
}
