// Mappings that do not suit their circuits, and sublists that do not suit their
// plans.
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans -verify-diagnostics -split-input-file

// expected-error @+1 {{'@serial_1024' cannot run as the mapping of 'tail' asks: threads 'rows<2>' needs 512 threads for 1024 columns, got 256}}
prefix.scan @too_short_rows inclusive @add_i32 : (i32) -> (i32) plan
  <tail = <warps = 8, rows = 4, block = serial<1024>, mapping = <threads = rows<2>>>>

// -----

// expected-error @+1 {{'@kogge_stone_96' cannot run as the mapping of 'tail' asks: order 'bit_reversed' needs a power of two of columns, got 96}}
prefix.scan @no_power_of_two inclusive @add_i32 : (i32) -> (i32) plan
  <tail = <block = kogge_stone<96>, mapping = <order = bit_reversed>>>

// -----

// Column 3 holds 2..3 and 1..3 at once.
prefix.circuit @two_values(%x0, %x1, %x2, %x3) {
  %a = combine %x0, %x1 : [0:1]
  // expected-warning @+1 {{this combine reaches no output}}
  %b = combine %x2, %x3 : [2:3]
  %c = combine %x1, %x2 : [1:2]
  %d = combine %x0, %c : [0:2]
  %e = combine %c, %x3 : [1:3]
  // expected-warning @+1 {{this combine reaches no output}}
  %f = combine %x1, %b : [1:3]
  %g = combine %x0, %e : [0:3]
  yield %x0, %a, %d, %g
}
// expected-error @+1 {{'@two_values' cannot run as the mapping of 'scan' asks: cells 'double_buffered' needs a circuit with one live value a column}}
prefix.scan @two_live_values inclusive @add_i32 : (i32) -> (i32) plan
  <scan = <warps = 4, block = @two_values, mapping = <cells = double_buffered>>>

// -----

// expected-error @+1 {{'@kogge_stone_64' cannot run as the mapping of 'reduce' asks: inactive 'identity' needs one cell a column, in natural order, and the threads of the columns}}
prefix.scan @other_threads inclusive @add_i32 : (i32) -> (i32) plan
  <reduce = <warps = 2, rows = 1, block = kogge_stone<64>, mapping = <threads = compact, inactive = identity>>>

// -----

// expected-error @+1 {{'@serial_64' cannot run as the mapping of 'tail' asks: inactive 'identity' needs a stage that reads at one distance, from which the first columns of each run are exempt; the circuit has none}}
prefix.scan @no_distance inclusive @add_i32 : (i32) -> (i32) plan
  <tail = <block = serial<64>, mapping = <inactive = identity>>>

// -----

// expected-error @+1 {{'@blelloch_32' cannot run as the mapping of 'scan' asks: seed 'first' needs one list a block, got sublists}}
prefix.scan @seed_of_sublists inclusive @add_i32 : (i32) -> (i32) plan
  <reduce = <warps = 2, rows = 1, block = serial<32>, sublists = per_row>,
   scan = <warps = 2, rows = 1, block = blelloch<32>, sublists = per_row, mapping = <seed = first>>>

// -----

// 1024 states of 64 bytes.
prefix.monoid @first8 identity {
  %z = arith.constant 0 : i64
  prefix.yield %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64
} combine (%a: i64, %b: i64, %c: i64, %d: i64, %e: i64, %f: i64, %g: i64, %h: i64),
          (%j: i64, %k: i64, %l: i64, %m: i64, %n: i64, %o: i64, %p: i64, %q: i64) {
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %h : i64, i64, i64, i64, i64, i64, i64, i64
}
// expected-error @+1 {{the plan of 'tail' cannot fit: '@kogge_stone_1024' takes 65536 bytes of shared memory, of 49152}}
prefix.scan @shared_memory inclusive @first8
    : (i64, i64, i64, i64, i64, i64, i64, i64) -> (i64, i64, i64, i64, i64, i64, i64, i64) plan
  <tail = <items = 1, block = kogge_stone<1024>, mapping = <layout = plain>>>

// -----

// expected-note @+1 {{'@k64' is this circuit}}
prefix.family @k64 = kogge_stone<64>
// expected-error @+1 {{the warp circuit of 'scan' must have width 96, got 64}}
prefix.scan @wide_warp inclusive @add_i32 : (i32) -> (i32) plan <scan = <rows = 3, warp = @k64>>

// -----

// Beside a circuit of the warp's, the block's is that of the warps.
// expected-note @+1 {{'@k64' is this circuit}}
prefix.family @k64 = kogge_stone<64>
prefix.family @k32 = kogge_stone<32>
// expected-error @+1 {{the block circuit of 'scan' must have width 2, got 64}}
prefix.scan @beside_warp inclusive @add_i32 : (i32) -> (i32) plan <scan = <warps = 2, rows = 1, warp = @k32, block = @k64>>

// -----

// expected-note @+1 {{'@k96' is this circuit}}
prefix.family @k96 = kogge_stone<96>
// expected-error @+1 {{the block circuit of 'scan' must have width 2, got 96}}
prefix.scan @no_whole_rows inclusive @add_i32 : (i32) -> (i32) plan <scan = <warps = 2, block = @k96>>

// -----

// expected-note @+1 {{'@k64' is this circuit}}
prefix.family @k64 = kogge_stone<64>
// expected-error @+1 {{the block circuit of 'scan' must have width 32, got 64}}
prefix.scan @wide_sublists inclusive @add_i32 : (i32) -> (i32) plan
  <scan = <warps = 2, rows = 1, block = @k64, sublists = per_row>>

// -----

// expected-error @+1 {{the sublists of 'scan' and 'reduce' must agree, got 4 and 1}}
prefix.scan @sublists_of_scan inclusive @add_i32 : (i32) -> (i32) plan
  <scan = <warps = 2, rows = 2, block = serial<32>, sublists = per_row>>

// -----

// expected-error @+1 {{the sublists of 'scan' and 'reduce' must agree, got 4 and 2}}
prefix.scan @fewer_sublists inclusive @add_i32 : (i32) -> (i32) plan
  <scan = <warps = 2, rows = 2, block = serial<32>, sublists = per_row>,
   reduce = <warps = 1, rows = 2, block = serial<32>, sublists = per_row>>

// -----

// expected-error @+1 {{'tail' scans one list: it can have no sublists}}
prefix.scan @sublists_of_tail inclusive @add_i32 : (i32) -> (i32) plan
  <tail = <warps = 2, rows = 2, block = serial<32>, sublists = per_row>>

// -----

// expected-error @+1 {{'top' scans one list: it can have no sublists}}
prefix.scan @sublists_of_top inclusive @add_i32 : (i32) -> (i32) plan
  <top = <warps = 2, rows = 2, block = serial<32>, sublists = per_row>>

// -----

// expected-error @+1 {{'scan' with sublists must have 1 stage, got 2}}
prefix.scan @sublists_ahead inclusive @add_i32 : (i32) -> (i32) plan
  <reduce = <warps = 2, rows = 2, block = serial<32>, sublists = per_row>,
   scan = <warps = 2, rows = 2, stages = 2, block = serial<32>, sublists = per_row>>

// -----

// Circuits that ask for more warps or rows than there can be.
// expected-error @+1 {{the circuits of 'tail' cannot fit: 'warps' must be 1 to 32, got 64}}
prefix.scan @too_many_warps inclusive @add_i32 : (i32) -> (i32) plan <tail = <rows = 1, block = kogge_stone<2048>>>

// -----

// expected-error @+1 {{the circuits of 'tail' cannot fit: 'rows' must be 1 to 64, got 128}}
prefix.scan @too_many_rows inclusive @add_i32 : (i32) -> (i32) plan <tail = <block = serial<131072>>>

// -----

// expected-error @+1 {{the circuits of 'scan' cannot fit: 'rows' must be 1 to 64, got 128}}
prefix.scan @too_wide_warp inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = serial<4096>>>
