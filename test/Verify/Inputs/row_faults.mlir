// Small enough that rows of a few elements and of a few tiles go through every
// loop of each strategy.
prefix.scan @single exclusive reverse @add_i32 init (7 : i32) : (i32) -> (i32)
  domain rows
  plan <strategy = single_block, top = <warps = 2>,
        tail = <warps = 2, rows = 1, items = 4>>
// The bits of a run's items are two words.
prefix.scan @wide inclusive @add_i32 : (i32) -> (i32) domain rows
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 1, items = 36>>
prefix.scan @chained inclusive @add_i32 : (i32) -> (i32) domain rows
  plan <strategy = chained, top = <items = 1>,
        scan = <warps = 2, rows = 2, items = 2>, tail = <warps = 1>>
prefix.scan @lookback exclusive @add_i32 init (7 : i32) : (i32) -> (i32)
  domain rows
  plan <strategy = decoupled_lookback, top = <items = 1>,
        scan = <warps = 2, rows = 1, items = 2>, tail = <warps = 1>>
// A lane of the spine has the tiles of two blocks, so that few blocks take
// several lanes.
prefix.scan @stream inclusive reverse @add_i32 init (7 : i32) : (i32) -> (i32)
  domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        top = <warps = 1, items = 2>,
        scan = <warps = 2, items = 2, stages = 3, groups = 1, ahead = 2>>
prefix.scan @strided exclusive @add_i32 : (i32) -> (i32) domain strided_rows
  plan <strategy = chained, top = <items = 1>,
        scan = <warps = 2, rows = 1, items = 2>, tail = <warps = 1>>
// As many tiles as blocks have a kernel of their own.
prefix.scan @brief exclusive @add_i32 init (7 : i32) : (i32) -> (i32)
  domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        top = <warps = 1, items = 2>,
        scan = <warps = 2, items = 4, stages = 3, groups = 1, ahead = 2>,
        short_scan = <warps = 2, items = 2>>
