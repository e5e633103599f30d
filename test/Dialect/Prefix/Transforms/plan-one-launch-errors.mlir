// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans -verify-diagnostics -split-input-file

// What one-launch streaming asks of its roles.

// expected-error @+1 {{one_launch_streaming: 'reduce' must have 1 row, a warp circuit of 32 columns and a block circuit over its warps}}
prefix.scan @rows inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, scan = <rows = 2>>

// -----

// expected-error @+1 {{one_launch_streaming: 'scan' must have 1 row, a warp circuit of 32 columns and a block circuit over its warps}}
prefix.scan @block_wide inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <warps = 2, rows = 1, block = brent_kung<64>>>

// -----

// expected-error @+1 {{one_launch_streaming: the warps and items of 'reduce' and 'scan' must agree, got 4 x 36 and 2 x 36}}
prefix.scan @disagree inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <warps = 2>, reduce = <warps = 4>>

// -----

// expected-error @+1 {{one_launch_streaming: 'top' must have 1 row and a warp circuit of 32 columns}}
prefix.scan @top_rows inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, top = <rows = 2>>

// -----

// expected-error @+1 {{one_launch_streaming: 'top' can have a warp for each of 3 stages, got 4}}
prefix.scan @top_warps inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <stages = 3>, top = <warps = 4>>

// -----

// expected-error @+1 {{one_launch_streaming: 'max_blocks' of 161 is more than the 160 entries of 'top'}}
prefix.scan @blocks inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, max_blocks = 161>

// -----

// expected-error @+1 {{one_launch_streaming: 'blocks_per_sm' must be 1, got 2}}
prefix.scan @per_sm inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, blocks_per_sm = 2>

// -----

// expected-error @+1 {{one_launch_streaming: 'scan' must have a stage for each of its 3 groups, got 2}}
prefix.scan @few_stages inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <stages = 2, groups = 3>>

// -----

// A group could meet the use of a slot before the one it waits for.
// expected-error @+1 {{one_launch_streaming: with 5 stages and 3 groups, 'ahead' can be at most 2, got 4}}
prefix.scan @far_ahead inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <stages = 5, groups = 3, ahead = 4>>

// -----

// expected-error @+1 {{one_launch_streaming: 'scan' can have at most 15 stages, got 16}}
prefix.scan @many_stages inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <warps = 1, items = 4, stages = 16>>

// -----

// expected-error @+1 {{one_launch_streaming: 2 times 4 groups of 4 warps and 3 more cannot fit: 1120 threads, at most 1024 in a block}}
prefix.scan @threads inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, scan = <groups = 4>>

// -----

// expected-error @+1 {{one_launch_streaming: 'scan' with 12 stages takes 240360 bytes of shared memory, of 232448}}
prefix.scan @shared inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <items = 38, stages = 12>>

// -----

// Two-level streaming has its tiles in registers.
// expected-error @+1 {{'scan' can have at most 2 stages, got 3}}
prefix.scan @stages inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming, scan = <stages = 3>>

// -----

// Its roles have one stage each, and the single block scans one list.
// expected-error @+1 {{only 'scan' can have more than 1 stage; 'top' must have 1}}
prefix.scan @top_stages inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, top = <stages = 2>>

// -----

// expected-error @+1 {{only 'scan' can have more than 1 stage; 'tail' must have 1}}
prefix.scan @tail_stages inclusive @add_i32 : (i32) -> (i32) plan <tail = <stages = 2>>

// -----

// expected-error @+1 {{'tail' scans one list: it can have no sublists}}
prefix.scan @tail_sublists inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, tail = <warps = 2, rows = 2, block = serial<32>, sublists = per_row>>

// -----

// Only one launch has a ring of tiles, and only its scan says of what.
// expected-error @+1 {{'groups' means nothing for the 'scan' of two_level_streaming}}
prefix.scan @no_ring inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming, scan = <groups = 2>>

// -----

// expected-error @+1 {{'piece' means nothing for the 'scan' of two_level_streaming}}
prefix.scan @no_pieces inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming, scan = <piece = 2>>

// -----

// expected-error @+1 {{'piece' is of the 'scan' and the 'reduce' of one_launch_streaming, got one for the 'top'}}
prefix.scan @piece_of_top inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, top = <piece = 1>>

// -----

// expected-error @+1 {{one_launch_streaming: the pieces of 'reduce' and 'scan' must agree, got 4 and 12}}
prefix.scan @pieces_disagree inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, reduce = <piece = 4>, scan = <piece = 12>>

// -----

// The reduction's runs are whole where the scan says nothing of pieces.
// expected-error @+1 {{one_launch_streaming: the pieces of 'reduce' and 'scan' must agree, got 4 and 36}}
prefix.scan @pieces_of_one inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, reduce = <piece = 4>>

// -----

// expected-note @+1 {{'@three' is this circuit}}
prefix.family @three = serial<3>
// expected-error @+1 {{the thread circuit of 'scan' must have width 36, or 4 for a piece, got 3}}
prefix.scan @neither_circuit inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, scan = <items = 36, piece = 4, thread = @three>>

// -----

// expected-error @+1 {{'groups' and 'ahead' are of the 'scan' of one_launch_streaming, got one for the 'reduce'}}
prefix.scan @ring_of_reduce inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, reduce = <groups = 2>>

// -----

// What is given must fit what is chosen for the rest.
// expected-error @+1 {{one_launch_streaming: 'scan': 'piece' must divide the 36 items, got 5}}
prefix.scan @piece inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, scan = <piece = 5>>

// -----

// expected-error @+1 {{one_launch_streaming: 'scan': 'ahead' must be 1 to 11, got 13}}
prefix.scan @far_ahead inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, scan = <ahead = 13>>

// -----

// expected-error @+1 {{'short_scan' is no kernel's of two_level_streaming; expected reduce, scan, top, tail}}
prefix.scan @no_short inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming, short_scan = <items = 4>>

// -----

// expected-error @+1 {{one_launch_streaming: the warps and items of 'short_reduce' and 'short_scan' must agree, got 4 x 36 and 2 x 36}}
prefix.scan @short_disagrees inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, short_scan = <warps = 2>, short_reduce = <warps = 4>>

// -----

// expected-error @+1 {{one_launch_streaming: 'short_scan' is of one tile a block: it must have 1 stage and 1 group, got 2 and 1}}
prefix.scan @short_stages inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, short_scan = <stages = 2>>

// -----

// expected-error @+1 {{one_launch_streaming: 'short_scan' is of one tile a block: it must have 1 stage and 1 group, got 2 and 2}}
prefix.scan @short_groups inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, short_scan = <stages = 2, groups = 2>>

// -----

// expected-error @+1 {{one_launch_streaming: 'short_scan': 'piece' must divide the 36 items, got 5}}
prefix.scan @short_piece inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, short_scan = <piece = 5>>

// -----

// expected-error @+1 {{only 'scan' can have more than 1 stage; 'short_reduce' must have 1}}
prefix.scan @short_reduce_stages inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, short_reduce = <stages = 2>>
