// Where a thread of a block finds its operands, if no formula says so, is a
// table in memory that nobody writes; the layout is arithmetic.
// RUN: scanc %s --scan=table --emit=ptx -o - > %t.table
// RUN: FileCheck %s --check-prefix=TABLE --implicit-check-not=.local --implicit-check-not=.extern --input-file=%t.table
// RUN: scanc %s --scan=closed_form --emit=ptx -o - > %t.closed
// RUN: FileCheck %s --check-prefix=CLOSED --implicit-check-not=thread_table --implicit-check-not=ld.global.nc --input-file=%t.closed

// A table has four bytes for each of 64 threads. The shared memory is 64 cells,
// and one of padding behind the first 32.
// TABLE: .global .align 4 .b8 thread_table_{{[0-9]+}}[256] = {
// TABLE: .visible .entry table_single(
// TABLE: .shared .align 4 .b8 {{.+}}[260];
// TABLE: ld.global.nc.b32
// CLOSED: .visible .entry closed_form_single(
// CLOSED: .shared .align 4 .b8 {{.+}}[260];
prefix.scan @table inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = single_block, top = <warps = 2>,
   tail = <warps = 2, rows = 1, items = 4, block = kogge_stone<64>,
           mapping = <threads = columns, layout = pad<32>, access = table>>>
prefix.scan @closed_form inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = single_block, top = <warps = 2>,
   tail = <warps = 2, rows = 1, items = 4, block = kogge_stone<64>,
           mapping = <threads = columns, layout = pad<32>, access = closed_form>>>
