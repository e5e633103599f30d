prefix.scan @base exclusive @add_i32 : (i32) -> (i32) plan <
  strategy = single_block, top = <warps = 4>, tail = <warps = 4, rows = 1, items = 2>>
