// Circuits that are searched and composed.

prefix.search @best = min size width 8 depth <= 4
prefix.search @good = min size width 48 depth <= 6 fanout <= 3
prefix.compose @tile width 2048 {
  leaf serial<4> on registers
  join brent_kung<16> on shared via reduce_then_scan
  join kogge_stone<32> on warp via scan_then_propagate
} expect {size = 4495, depth = 16}
prefix.compose @of_best {
  leaf @best
  join serial<2> via scan_then_propagate
}
