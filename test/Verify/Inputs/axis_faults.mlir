// Tiles small enough that short chains go through every loop. Two groups of two
// scouts.
prefix.scan @plain inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <warps = 4, rows = 2, items = 2, stages = 3>,
        drawn_scan = <warps = 4, rows = 2, items = 2, stages = 4>,
        top = <warps = 2>>
// An array for each bound.
prefix.scan @apart exclusive reverse @add_i32 init (7 : i32) : (i32) -> (i32)
  soa domain axis
  plan <strategy = strips, scan = <warps = 2, rows = 2, items = 2, stages = 2>,
        drawn_scan = <warps = 2, rows = 2, items = 2, stages = 3>>
prefix.scan @states exclusive @add_i32 init (7 : i32) initial final total
    : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <warps = 2, rows = 2, items = 2, stages = 3>,
        drawn_scan = <warps = 2, rows = 2, items = 2, stages = 3>>
prefix.scan @back exclusive reverse @add_i32 initial final total
    : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <warps = 2, rows = 1, items = 3, stages = 2>,
        drawn_scan = <warps = 2, rows = 1, items = 3, stages = 3>>
// Places for the totals of eight tiles, so that tiles use them again.
prefix.scan @few inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <warps = 2, rows = 1, items = 2, stages = 3>,
        drawn_scan = <warps = 2, rows = 1, items = 2, stages = 3>,
        top = <ring = 8>>
// Lanes that go along chains of their own.
prefix.scan @lanes exclusive @add_i32 init (7 : i32) initial final total
    : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <warps = 2, rows = 2, items = 2, stages = 2>,
        drawn_scan = <warps = 2, rows = 2, items = 2, stages = 3>,
        column_scan = <rows = 2, items = 2, stages = 2>>
// Strips of half the lanes, or a quarter.
prefix.scan @half inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <warps = 2, rows = 4, items = 2, stages = 2>,
        drawn_scan = <warps = 2, rows = 4, items = 2, stages = 3>>
// Long tiles of few strips, where a quarter of a block's warps are idle.
prefix.scan @idle inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, scan = <warps = 4, rows = 2, items = 16, stages = 2>,
        drawn_scan = <warps = 2, rows = 2, items = 2, stages = 3>>
