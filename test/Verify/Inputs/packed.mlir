// Runs of narrow elements, which packed arithmetic reduces and scans, on tiles of
// few elements: every operator and width, from either end, from an init, and
// in states and outputs that are wider.

prefix.scan @narrow_add_i8 inclusive @add_i8 init (-3 : i8) : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_add_u8 exclusive reverse @add_i8 init (100 : i8) : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_max_i8 exclusive @max_i8 init (-100 : i8) : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_max_u8 inclusive @max_u8 : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_min_i8 inclusive reverse @min_i8 : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_min_u8 exclusive @min_u8 init (100 : i8) : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_and_i8 exclusive reverse @and_i8 init (5 : i8) : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_or_i8 inclusive @or_i8 : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_xor_i8 exclusive @xor_i8 init (5 : i8) : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
prefix.scan @narrow_add_i16 inclusive @add_i16 init (-3 : i16) : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_add_u16 exclusive reverse @add_i16 init (100 : i16) : (ui16) -> (ui16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_max_i16 exclusive @max_i16 init (-100 : i16) : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_max_u16 inclusive @max_u16 : (ui16) -> (ui16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_min_i16 inclusive reverse @min_i16 : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_min_u16 exclusive @min_u16 init (100 : i16) : (ui16) -> (ui16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_and_i16 exclusive reverse @and_i16 init (5 : i16) : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_or_i16 inclusive @or_i16 : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
prefix.scan @narrow_xor_i16 exclusive @xor_i16 init (5 : i16) : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>

// Products of odd numbers, which do not come to nothing.
prefix.scan @narrow_mul_i8 inclusive @mul_i8 init (-3 : i8) : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
  attributes {prefix.elements = [[3], [5], [-7], [9], [-11], [13], [101], [-125]]}
prefix.scan @narrow_mul_u8 exclusive reverse @mul_i8 init (101 : i8) : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 12>, scan = <warps = 1, items = 12, stages = 2, groups = 1>>
  attributes {prefix.elements = [[3], [5], [7], [201], [11], [13], [101], [255]]}
prefix.scan @narrow_mul_i16 inclusive @mul_i16 init (-3 : i16) : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
  attributes {prefix.elements = [[3], [5], [-7], [9], [-11], [13], [101], [-125]]}
prefix.scan @narrow_mul_u16 exclusive reverse @mul_i16 init (101 : i16) : (ui16) -> (ui16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 6>, scan = <warps = 1, items = 6, stages = 2, groups = 1>>
  attributes {prefix.elements = [[3], [5], [7], [201], [11], [13], [101], [255]]}

prefix.scan @wider_sums inclusive reverse @add_i32 init (-100000 : i32) : (i8) -> (i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 16>, scan = <warps = 1, items = 16, stages = 2, groups = 1>>
prefix.scan @wider_state exclusive @add_i32 init (70000 : i32) : (i16) -> (i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 8>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>
prefix.scan @wider_logic exclusive reverse @and_i16 init (-300 : i16) : (i8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 16>, scan = <warps = 1, items = 16, stages = 2, groups = 1>>
prefix.scan @below_all inclusive @max_i32 init (-5 : i32) : (ui8) -> (i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 16>, scan = <warps = 1, items = 16, stages = 2, groups = 1>>
prefix.scan @above_all exclusive @min_i32 init (1000 : i32) : (i8) -> (i8)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 16>, scan = <warps = 1, items = 16, stages = 2, groups = 1>>
prefix.scan @sixty_four exclusive @add_i64 init (-1 : i64) : (ui16) -> (i64)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 8>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>
prefix.scan @halves inclusive @max_f32 init (-1.1 : f32) : (f16) -> (f16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 8>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>
prefix.scan @bfloats exclusive reverse @min_f32 : (bf16) -> (bf16)
  plan <strategy = one_launch_streaming, tail = <warps = 1, items = 8>, scan = <warps = 1, items = 8, stages = 2, groups = 1>>

// Runs in global memory that may lie anywhere, or be cut short.
prefix.scan @one_block exclusive reverse @add_i8 : (ui8) -> (ui8)
  plan <strategy = single_block, top = <warps = 1>, tail = <items = 8>>
prefix.scan @rows inclusive @min_i16 : (i16) -> (i16)
  plan <strategy = two_level_streaming, max_blocks = 3, tail = <warps = 1>, top = <warps = 1>, reduce = <warps = 1, items = 4, rows = 2>, scan = <warps = 1, items = 4, rows = 2>>
prefix.scan @drawn exclusive @xor_i8 : (i8) -> (i8)
  plan <strategy = chained, scan = <warps = 1, items = 8>>
