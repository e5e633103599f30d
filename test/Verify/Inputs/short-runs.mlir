// Runs of short launches are shorter where combines are very dear: these take
// remainders twice. Runs of five pieces, three, four and five, where outputs are
// as large as elements, larger and smaller; and runs that go through circuits
// piece by piece, in both roles, or in one of them.
prefix.monoid @affine_mod identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %p = arith.constant 46337 : i32
  %a2 = arith.muli %a1, %a0 : i32
  %a3 = arith.remui %a2, %p : i32
  %a = arith.remui %a3, %p : i32
  %ab = arith.muli %a1, %b0 : i32
  %b2 = arith.addi %ab, %b1 : i32
  %b3 = arith.remui %b2, %p : i32
  %b = arith.remui %b3, %p : i32
  prefix.yield %a, %b : i32, i32
}
prefix.monoid @sum7 commutative identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero : i32
} combine (%a: i32), (%b: i32) {
  %p = arith.constant 7 : i32
  %s = arith.addi %a, %b : i32
  %r1 = arith.remui %s, %p : i32
  %r = arith.remui %r1, %p : i32
  prefix.yield %r : i32
}
prefix.scan @equal exclusive @affine_mod : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 10, stages = 3, groups = 1, ahead = 2>>
  attributes {prefix.elements = [[1, 0], [5, 46336], [46336, 7], [300, 2]]}
prefix.scan @reverse inclusive reverse @affine_mod init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 3>,
        scan = <warps = 2, items = 6, stages = 4, groups = 2, ahead = 4>>
  attributes {prefix.elements = [[1, 0], [5, 46336], [46336, 7], [300, 2]]}
prefix.scan @widening exclusive @sum7 : (ui8) -> (ui32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16, stages = 3, groups = 1>>
  attributes {prefix.elements = [[0],[1],[2],[3],[6]]}
prefix.scan @narrowing inclusive reverse @sum7 : (ui32) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 20, stages = 3, groups = 2>>
  attributes {prefix.elements = [[0],[1],[2],[3],[6]]}
prefix.scan @by_piece exclusive reverse @affine_mod : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        reduce = <piece = 4, thread = sklansky<4>>,
        scan = <warps = 1, items = 20, piece = 4, thread = brent_kung<4>, stages = 3, groups = 1, ahead = 2>,
        short_reduce = <piece = 2, thread = serial<2>>,
        short_scan = <warps = 1, items = 6, piece = 2, thread = serial<2>>>
  attributes {prefix.elements = [[1, 0], [5, 46336], [46336, 7], [300, 2]]}
prefix.scan @reduced_by_piece inclusive @sum7 : (ui8) -> (ui32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        reduce = <piece = 16, thread = kogge_stone<16>>,
        scan = <warps = 1, items = 48, piece = 16, thread = serial<48>, stages = 3, groups = 1>>
  attributes {prefix.elements = [[0],[1],[2],[3],[6]]}
prefix.scan @scanned_by_piece inclusive @sum7 : (ui32) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        reduce = <thread = sklansky<16>>,
        scan = <warps = 1, items = 16, piece = 8, thread = ladner_fischer<8, k=1>, stages = 3, groups = 2>>
  attributes {prefix.elements = [[0],[1],[2],[3],[6]]}
