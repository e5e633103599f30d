// Small enough that a few hundred elements go through every loop.
prefix.scan @base inclusive @add_i32 init (7 : i32) : (i32) -> (i32) plan <
  strategy = two_level_streaming, single_block_up_to = 0, max_blocks = 4,
  blocks_per_sm = 2, scan = <warps = 2, rows = 2, items = 2, stages = 2>,
  reduce = <warps = 2, rows = 2, items = 2, stages = 1>,
  top = <warps = 2, rows = 1, items = 1>, tail = <warps = 2, rows = 1, items = 2>>
