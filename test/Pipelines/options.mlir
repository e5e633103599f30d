// RUN: scanc-opt %s -scanc-lower="to=plan strategy=single_block" | FileCheck %s --check-prefix=SINGLE
// RUN: scanc-opt %s -scanc-to-circuit -scanc-to-plan="strategy=two_level_streaming" | FileCheck %s --check-prefix=STREAMING
// RUN: not scanc-opt %s -scanc-lower=to=ptx -o %t 2>&1 | FileCheck %s --check-prefix=PHASE
// RUN: not scanc-opt %s -scanc-lower=to=nowhere -o %t 2>&1 | FileCheck %s --check-prefix=PHASE
// RUN: not scanc-opt %s -scanc-to-plan -o %t 2>&1 | FileCheck %s --check-prefix=SKIPPED
// RUN: not scanc-opt %s -scanc-to-gpu -o %t 2>&1 | FileCheck %s --check-prefix=LEFT

// SINGLE: plan <strategy = single_block, single_block_up_to = 0,
// STREAMING: plan <strategy = two_level_streaming, single_block_up_to = 0,
// PHASE: error: unknown phase '{{ptx|nowhere}}'; expected circuit, plan, kernel, gpu or llvm
// A phase cannot be left out.
// SKIPPED: options.mlir:[[#@LINE+2]]:1: error: unknown monoid '@add_i32'
// LEFT: options.mlir:[[#@LINE+1]]:1: error: a scan is left after the kernel phase
prefix.scan @s inclusive @add_i32 : (i32) -> (i32)
