// Rows of narrow elements, in runs with chains, which packed arithmetic reduces
// and scans: every operator, from either end, from an init or what changes
// nothing.

prefix.scan @sums inclusive @add_i8 : (i8) -> (i8) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 1, items = 2>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>
prefix.scan @sums_from inclusive reverse @add_i8 init (-3 : i8) : (ui8) -> (ui8) domain rows
  plan <strategy = single_block, top = <warps = 1>, tail = <warps = 1, rows = 1, items = 8>>
prefix.scan @sums_before exclusive @add_i8 init (100 : i8) : (ui8) -> (ui8) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 1, items = 2>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>
prefix.scan @maxima exclusive @max_i8 : (i8) -> (i8) domain rows
  plan <strategy = single_block, top = <warps = 1>, tail = <warps = 1, rows = 1, items = 8>>
prefix.scan @maxima_from exclusive reverse @max_u8 init (100 : i8) : (ui8) -> (ui8) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 1, items = 2>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>
prefix.scan @minima inclusive reverse @min_u8 : (ui8) -> (ui8) domain rows
  plan <strategy = single_block, top = <warps = 1>, tail = <warps = 1, rows = 1, items = 4>>
prefix.scan @minima_from exclusive @min_i8 init (5 : i8) : (i8) -> (i8) domain rows
  plan <strategy = single_block, top = <warps = 1>, tail = <warps = 1, rows = 1, items = 4>>
prefix.scan @all_bits exclusive reverse @and_i8 : (i8) -> (i8) domain rows
  plan <strategy = single_block, top = <warps = 1>, tail = <warps = 1, rows = 1, items = 4>>
prefix.scan @any_bits inclusive @or_i8 : (i8) -> (i8) domain rows
  plan <strategy = single_block, top = <warps = 1>, tail = <warps = 1, rows = 1, items = 4>>
prefix.scan @odd_bits exclusive @xor_i8 init (5 : i8) : (i8) -> (i8) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 1, items = 2>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>

// The bits of a run are two words.
prefix.scan @long_runs exclusive @add_i8 : (i8) -> (i8) domain rows
  plan <strategy = single_block, top = <warps = 1>, tail = <warps = 1, rows = 1, items = 36>>

// Products and halves are reduced in words, and scanned one after another.
prefix.scan @products inclusive @mul_i8 : (i8) -> (i8) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 1, items = 2>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>
  attributes {prefix.elements = [[3], [5], [-7], [9], [-11], [13], [101], [-125]]}
prefix.scan @halves inclusive reverse @add_i16 init (-3 : i16) : (i16) -> (i16) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 1, items = 2>, scan = <warps = 1, items = 4, stages = 2, groups = 1>>
prefix.scan @bfloats exclusive @max_f32 init (-1.1 : f32) : (bf16) -> (bf16) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 1, items = 2>, scan = <warps = 1, items = 4, stages = 2, groups = 1>>
