// Small enough that chains of a few elements and of a few tiles go through every
// loop of each strategy.
prefix.scan @single exclusive reverse @add_i32 init (7 : i32) initial final
    : (i32) -> (i32) domain rows
  plan <strategy = single_block, top = <warps = 2>,
        tail = <warps = 2, rows = 1, items = 4>>
// The bits of a run's items are two words.
prefix.scan @wide inclusive @add_i32 initial final : (i32) -> (i32) domain rows
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 1, items = 36>>
// All chains start alike.
prefix.scan @left exclusive reverse @add_i32 init (7 : i32) final
    : (i32) -> (i32) domain rows
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 1, items = 2>>
prefix.scan @apart exclusive @add_i32 initial final : (i32) -> (i32)
  domain strided_rows
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 1, items = 2>>
// A map takes both states of an element.
prefix.scan @both exclusive reverse @add_i32 init (7 : i32) initial final
    store before (%low: i32) after (%high: i32) {
  prefix.yield %low, %high : i32, i32
} : (i32) -> (i32, i32)
  plan <strategy = single_block, top = <warps = 2>,
        tail = <warps = 2, rows = 1, items = 2>>
prefix.scan @chained inclusive @add_i32 initial final : (i32) -> (i32)
  plan <strategy = chained, top = <items = 1>,
        scan = <warps = 2, rows = 2, items = 2>, tail = <warps = 1>>
prefix.scan @lookback exclusive @add_i32 init (7 : i32) initial final
    : (i32) -> (i32) domain rows
  plan <strategy = decoupled_lookback, top = <items = 1>,
        scan = <warps = 2, rows = 1, items = 2>, tail = <warps = 1>>
prefix.scan @reduce exclusive reverse @add_i32 init (7 : i32) initial final
    : (i32) -> (i32)
  plan <strategy = reduce_then_scan, single_block_up_to = 0, top = <items = 1>,
        scan = <warps = 2, rows = 2, items = 2>, tail = <warps = 1>>
prefix.scan @levels inclusive @add_i32 init (7 : i32) initial final
    : (i32) -> (i32)
  plan <strategy = two_level_streaming, single_block_up_to = 0, max_blocks = 4,
        blocks_per_sm = 2, scan = <warps = 2, rows = 2, items = 2, stages = 2>,
        reduce = <warps = 2, rows = 2, items = 2, stages = 1>,
        top = <warps = 2, rows = 1, items = 1>,
        tail = <warps = 2, rows = 1, items = 2>>
// Lanes of the spine have the tiles of two blocks each; as many tiles as blocks
// have a kernel of their own.
prefix.scan @stream inclusive reverse @add_i32 init (7 : i32) initial final
    : (i32) -> (i32) domain rows
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        top = <warps = 1, items = 2>,
        scan = <warps = 2, items = 4, stages = 3, groups = 1, ahead = 2>,
        short_scan = <warps = 2, items = 2>>
// With an output more, behind the elements of each row in memory; in a scan
// backwards, that is what the chain starts from.
prefix.scan @total exclusive @add_i32 init (7 : i32) initial total
    : (i32) -> (i32) domain strided_rows
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 1, items = 2>>
prefix.scan @back exclusive reverse @add_i32 init (7 : i32) initial total
    : (i32) -> (i32)
  plan <strategy = chained, top = <items = 1>,
        scan = <warps = 2, rows = 2, items = 2>, tail = <warps = 1>>
