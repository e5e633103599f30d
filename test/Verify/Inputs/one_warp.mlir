// One warp alone, in place: a lane of the ragged end reads what another writes.
prefix.scan @one_warp inclusive @add_i32 : (i32) -> (i32) plan <
  strategy = single_block, top = <warps = 1>,
  tail = <warps = 1, rows = 1, items = 2>>
