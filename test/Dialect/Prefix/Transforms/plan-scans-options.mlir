// RUN: not scanc-opt %s -prefix-link-prelude -prefix-plan-scans=strategy=telepathy -o %t 2>&1 | FileCheck %s --check-prefix=STRATEGY
// RUN: not scanc-opt %s -prefix-plan-scans -o %t 2>&1 | FileCheck %s --check-prefix=MONOID

// STRATEGY: error: unknown strategy 'telepathy'; expected auto, single_block, two_level_streaming, scan_then_propagate, reduce_then_scan
// MONOID: plan-scans-options.mlir:[[#@LINE+1]]:1: error: unknown monoid '@add_i32'
prefix.scan @s inclusive @add_i32 : (i32) -> (i32)
