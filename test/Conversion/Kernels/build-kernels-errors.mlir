// The pass on its own, on what the plan phase has not ensured.
// RUN: scanc-opt %s -prefix-build-kernels -verify-diagnostics -split-input-file

// expected-error @+1 {{the scan has no complete plan (run prefix-plan-scans)}}
prefix.scan @no_plan inclusive @add_i32 : (i32) -> (i32)

// -----

// expected-error @+1 {{the scan has no complete plan (run prefix-plan-scans)}}
prefix.scan @some_plan inclusive @add_i32 : (i32) -> (i32) plan <strategy = single_block>

// -----

prefix.circuit @one(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}
// expected-error @+1 {{the monoid '@add_i32' is not in the module (run prefix-link-prelude)}}
prefix.scan @no_monoid inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
   reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>

// -----

prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.circuit @one(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}
// expected-error @+1 {{the plan's circuit @nothing does not exist}}
prefix.scan @no_circuit inclusive @last : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
   reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @nothing, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>

// -----

prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.circuit @one(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}
// The circuits exist, but have the wrong width.
// expected-error @+1 {{'prefix.warp_scan' op the circuit must have width 32 or a multiple of it, got 1}}
prefix.scan @width inclusive @last : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
   reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>
