// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans -verify-diagnostics -split-input-file

// What strips ask of the ring of totals (strips_c4), of stages (strips_c1), of lanes
// with chains of their own (strips_c5) and of those that find what comes before
// tiles.

prefix.scan @no_power inclusive @add_i32 : (i32) -> (i32) domain axis
  // expected-error @+1 {{'ring' must be a power of two, 4 or more, got 12}}
  plan <strategy = strips, top = <ring = 12>>

// -----

prefix.scan @few inclusive @add_i32 : (i32) -> (i32) domain axis
  // expected-error @+1 {{'ring' must be a power of two, 4 or more, got 2}}
  plan <strategy = strips, top = <ring = 2>>

// -----

prefix.scan @many inclusive @add_i32 : (i32) -> (i32) domain axis
  // expected-error @+1 {{'ring' must be 1 to 8192, got 16384}}
  plan <strategy = strips, top = <ring = 16384>>

// -----

prefix.scan @width inclusive @add_i32 : (i32) -> (i32) domain axis
  // expected-error @+1 {{the thread circuit must have width 4, got serial<2>}}
  plan <strategy = strips, top = <items = 4, ring = 8, thread = serial<2>>>

// -----

// expected-error @+1 {{'ring' is of the 'top' of strips, got one for the 'drawn_scan'}}
prefix.scan @elsewhere inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, drawn_scan = <ring = 8>>

// -----

// expected-error @+1 {{'ring' means nothing for the 'top' of two_level_streaming}}
prefix.scan @other inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = two_level_streaming, top = <ring = 8>>

// -----

// expected-error @+1 {{strips: tiles come 2 ahead: 'drawn_scan' must have 3 stages or more, got 2}}
prefix.scan @drawn_stages inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, drawn_scan = <stages = 2>>

// -----

// expected-error @+1 {{strips: tiles come 4 ahead: 'drawn_scan' must have 5 stages or more, got 4}}
prefix.scan @stages_of_top inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, drawn_scan = <stages = 4>, top = <stages = 3>>

// -----

// expected-error @+1 {{strips: tiles come 1 ahead: 'scan' must have 2 stages or more, got 1}}
prefix.scan @walking_stages inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <stages = 1>>

// -----

// expected-error @+1 {{strips: tiles come 1 ahead: 'column_scan' must have 2 stages or more, got 1}}
prefix.scan @column_stages inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, column_scan = <stages = 1>>

// -----

// expected-error @+1 {{strips: lanes of 'column_scan' know of no other lane: it must have 1 warp, got 2}}
prefix.scan @column_warps inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, column_scan = <warps = 2>>

// -----

// expected-error @+1 {{strips: 'top', entries that warps gather, must have 1 row, a warp circuit of 32 columns and a block circuit of one for each warp}}
prefix.scan @top_rows inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <rows = 2>>

// -----

// expected-error @+1 {{strips: 'top', entries that warps gather, must have 1 row, a warp circuit of 32 columns and a block circuit of one for each warp}}
prefix.scan @top_block inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <warps = 2, block = kogge_stone<64>>>

// -----

// expected-error @+1 {{strips: a block has the warps of 'drawn_scan', one that draws, and those of 'top' for each of its stages: at most 32, got 29, 1 and 3}}
prefix.scan @drawn_warps inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, drawn_scan = <warps = 29>>

// -----

// expected-error @+1 {{strips: a block has the warps of 'drawn_scan', one that draws, and those of 'top' for each of its stages: at most 32, got 8, 1 and 24}}
prefix.scan @top_warps inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <warps = 8>>

// -----

// expected-error @+1 {{strips: 'top' can have at most 7 stages, for each of which a block needs two of its 16 barriers, got 8}}
prefix.scan @top_stages inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <stages = 8>>

// -----

// Blocks of 8 + 1 + 3 warps; 6 of 8 would fit.
// expected-error @+1 {{'blocks_per_sm' of 6 cannot fit: blocks of 384 threads, at most 2048 threads on a multiprocessor of sm_90}}
prefix.scan @drawn_blocks inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, blocks_per_sm = 6>

// -----

// What strips ask of clusters (strips_c6).
// expected-error @+1 {{'cluster' is of the 'clustered_top' of strips, got one for the 'top'}}
prefix.scan @cluster_of_top inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <cluster = 4>>

// -----

prefix.scan @cluster_of_three inclusive @add_i32 : (i32) -> (i32) domain axis
  // expected-error @+1 {{'cluster' must be 2, 4 or 8, got 3}}
  plan <strategy = strips, clustered_top = <cluster = 3>>

// -----

// expected-error @+1 {{strips: 'clustered_scan' must have 2 warps or a multiple of 4, got 6}}
prefix.scan @clustered_warps inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, clustered_scan = <warps = 6>>

// -----

// expected-error @+1 {{strips: 'clustered_top' must have 1 warp, for each of its stages, and 1 row, got 2 and 1}}
prefix.scan @clustered_top inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, clustered_top = <warps = 2>>

// -----

// expected-error @+1 {{strips: a block has the warps of 'clustered_scan', those that reduce, 2 more, and one for each stage of 'clustered_top': at most 32, got 33}}
prefix.scan @clustered_block inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, clustered_scan = <warps = 24, items = 2>, clustered_top = <stages = 3>>

// -----

// expected-error @+1 {{'clustered_scan' and 'clustered_top' are for no such scan: elements come from several arrays}}
prefix.scan @clustered_arrays inclusive @add_i32
    load (%a: i32, %b: i32) {
      %sum = arith.addi %a, %b : i32
      prefix.yield %sum : i32
    } : (i32, i32) -> (i32) domain axis
  plan <strategy = strips, clustered_scan = <warps = 4>>
