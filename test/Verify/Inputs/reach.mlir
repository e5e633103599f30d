// Scans with code that few sizes reach: levels of totals, guards of single
// elements, a ring of many stages.
prefix.scan @propagate exclusive @add_i32 : (i32) -> i32
  plan <strategy = scan_then_propagate,
        scan = <warps = 1, rows = 1, items = 4>, reduce = <warps = 1, rows = 1, items = 4>,
        top = <warps = 32, rows = 1, items = 1>, tail = <warps = 32, rows = 1, items = 1>>
prefix.scan @propagate_items exclusive @add_i32 : (i32) -> i32
  plan <strategy = scan_then_propagate,
        scan = <warps = 8, rows = 4, items = 4>, reduce = <warps = 8, rows = 4, items = 4>,
        top = <warps = 1>, tail = <warps = 1>>
prefix.scan @look_items exclusive @add_i32 : (i32) -> i32
  plan <strategy = decoupled_lookback, top = <items = 1>,
        scan = <warps = 4, rows = 1, items = 2>, tail = <warps = 1>>
prefix.scan @ring exclusive @add_i32 : (i32) -> i32
  plan <strategy = one_launch_streaming,
        scan = <warps = 4, items = 36, stages = 11, groups = 2, ahead = 9>,
        tail = <warps = 1>>
