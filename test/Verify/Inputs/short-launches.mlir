// Short launches have a kernel of their own, with shorter tiles: as many warps
// and fewer, runs of one piece or all, of any number of them, outputs of another
// size; or with longer tiles, and so many warps that some have no elements.
prefix.monoid @affine identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %ab = arith.muli %a1, %b0 : i32
  %b = arith.addi %ab, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
prefix.monoid @matrix identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero, %zero, %one : i32, i32, i32, i32
} combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32), (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
  %0 = arith.muli %a0, %a1 : i32
  %1 = arith.muli %b0, %c1 : i32
  %a = arith.addi %0, %1 : i32
  %2 = arith.muli %a0, %b1 : i32
  %3 = arith.muli %b0, %d1 : i32
  %b = arith.addi %2, %3 : i32
  %4 = arith.muli %c0, %a1 : i32
  %5 = arith.muli %d0, %c1 : i32
  %c = arith.addi %4, %5 : i32
  %6 = arith.muli %c0, %b1 : i32
  %7 = arith.muli %d0, %d1 : i32
  %d = arith.addi %6, %7 : i32
  prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
}
prefix.monoid @mod identity {
  %zero = arith.constant 0 : i64
  prefix.yield %zero : i64
} combine (%a: i64), (%b: i64) {
  %p = arith.constant 1000003 : i64
  %0 = arith.addi %a, %b : i64
  %1 = arith.remui %0, %p : i64
  prefix.yield %1 : i64
}

prefix.scan @plain exclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        scan = <warps = 2, items = 4, stages = 3, groups = 1, ahead = 2>,
        short_scan = <warps = 1, items = 2>>
prefix.scan @reverse inclusive reverse @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 3>,
        scan = <warps = 2, items = 6, stages = 4, groups = 2, ahead = 4>,
        short_scan = <warps = 2, items = 3, block = brent_kung<2>>>
prefix.scan @pieces inclusive @matrix : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        scan = <warps = 1, items = 6, stages = 3, groups = 1>,
        short_scan = <warps = 1, items = 3, piece = 1>>
prefix.scan @widening exclusive @add_i32 init (7 : i32) : (ui8) -> (ui32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16, groups = 2>,
        short_scan = <warps = 1, items = 16>>
prefix.scan @loops inclusive @mod : (ui8) -> (i64)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        scan = <warps = 1, items = 14, stages = 3, groups = 1>,
        short_scan = <warps = 1, items = 7, piece = 1>>
prefix.scan @longer inclusive @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        scan = <warps = 1, items = 4, stages = 3, groups = 1>,
        short_scan = <warps = 6, items = 3>>
