// A circuit of four warps becomes steps of threads, by each choice of a mapping.
// RUN: scanc-opt %s -prefix-map-blocks -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix.block_ --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-map-blocks -o %t.twice
// RUN: cmp %t %t.twice

// CHECK-DAG: #[[$PLAIN:.+]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$PADDED:.+]] = affine_map<(d0) -> (d0 + d0 floordiv 2 + d0 floordiv 4)>
gpu.module @kernels {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.circuit @one(%x0) {
    yield %x0
  }
  prefix.circuit @serial(%x0, %x1, %x2, %x3) {
    %a = combine %x0, %x1 : [0:1]
    %b = combine %a, %x2 : [0:2]
    %c = combine %b, %x3 : [0:3]
    yield %x0, %a, %b, %c
  }
  prefix.circuit @kogge_stone(%x0, %x1, %x2, %x3) {
    %a = combine %x0, %x1 : [0:1]
    %b = combine %x1, %x2 : [1:2]
    %c = combine %x2, %x3 : [2:3]
    %d = combine %x0, %b : [0:2]
    %e = combine %a, %c : [0:3]
    yield %x0, %a, %d, %e
  }
  prefix.circuit @sklansky(%x0, %x1, %x2, %x3) {
    %a = combine %x0, %x1 : [0:1]
    %b = combine %x2, %x3 : [2:3]
    %c = combine %a, %x2 : [0:2]
    %d = combine %a, %b : [0:3]
    yield %x0, %a, %c, %d
  }

  // Lane 0 of each warp stores what the warp has; the first warp runs the
  // circuit, column k by its lane k; what comes before each warp, and the total,
  // go to cells of their own. What a lane has it does not load: in the first
  // stage, lane 1 has the state of its warp, the first column.
  // CHECK-LABEL: gpu.func @columns
  // CHECK-SAME: (%[[V:.+]]: i32)
  // CHECK: %[[CELLS:.+]] = prefix.cells @add[9] layout #[[$PLAIN]]
  // CHECK-NEXT: prefix.where <0 to 97 step 32> {
  // CHECK-NEXT: prefix.put %[[V]] to %[[CELLS]] at <0 + 1 * (t floordiv 32)> : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: prefix.warp_synchronous @add warps 1 {
  // CHECK-NEXT: prefix.where <1 to 2> {
  // CHECK-NEXT: %[[HIGH1:.+]] = prefix.get %[[CELLS]] at <0 + 1 * t> : i32
  // CHECK-NEXT: %[[BOTH1:.+]] = prefix.apply @add(%[[V]], %[[HIGH1]]) : (i32, i32) -> i32
  // CHECK-NEXT: prefix.put %[[BOTH1]] to %[[CELLS]] at <0 + 1 * t> : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync %c-1_i32 : i32
  // CHECK-NEXT: prefix.where <2 to 3> {
  // CHECK-NEXT: %[[LOW2:.+]] = prefix.get %[[CELLS]] at <-1 + 1 * t> : i32
  // CHECK-NEXT: %[[HIGH2:.+]] = prefix.get %[[CELLS]] at <0 + 1 * t> : i32
  // CHECK-NEXT: %[[BOTH2:.+]] = prefix.apply @add(%[[LOW2]], %[[HIGH2]]) : (i32, i32) -> i32
  // CHECK-NEXT: prefix.put %[[BOTH2]] to %[[CELLS]] at <0 + 1 * t> : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync %c-1_i32 : i32
  // CHECK-NEXT: prefix.where <3 to 4> {
  // CHECK: prefix.put %{{.+}} to %[[CELLS]] at <0 + 1 * t> : i32
  // CHECK-NEXT: }
  // A lane reads the column that it computed: no sync.
  // CHECK-NEXT: %[[NONE:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: %[[PREFIX:.+]] = prefix.where <0 to 4> else(%[[NONE]] : i32) -> i32 {
  // CHECK-NEXT: %[[OWN:.+]] = prefix.get %[[CELLS]] at <0 + 1 * t> : i32
  // CHECK-NEXT: prefix.pass %[[OWN]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: prefix.where <0 to 1> {
  // CHECK-NEXT: prefix.put %[[NONE]] to %[[CELLS]] at <4 + 1 * t> : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: prefix.where <0 to 4> {
  // CHECK-NEXT: prefix.put %[[PREFIX]] to %[[CELLS]] at <5 + 1 * t> : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: %[[BEFORE:.+]] = prefix.get %[[CELLS]] at <4 + 1 * (t floordiv 32)> : i32
  // CHECK-NEXT: %[[TOTAL:.+]] = prefix.get %[[CELLS]] at <8> : i32
  // CHECK-NEXT: gpu.return %[[BEFORE]], %[[TOTAL]] : i32, i32
  gpu.func @columns(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Thread 0 has columns 0 and 1, thread 1 columns 2 and 3: what it computed
  // stays with it, and only one sync is left in the circuit.
  // CHECK-LABEL: gpu.func @rows
  // CHECK-SAME: (%[[V:.+]]: i32)
  // CHECK: prefix.warp_synchronous
  // CHECK-NEXT: prefix.where <0 to 1> {
  // CHECK-NEXT: prefix.get %[[CELLS:.+]] at <1 + 1 * t>
  // CHECK-NEXT: prefix.apply @add(%[[V]], %
  // CHECK: }
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK: prefix.where <1 to 2> {
  // CHECK-NEXT: prefix.get %[[CELLS]] at <0 + 1 * t>
  // CHECK-NEXT: prefix.get %[[CELLS]] at <1 + 1 * t>
  // CHECK-NEXT: %[[COLUMN2:.+]] = prefix.apply
  // CHECK-NEXT: prefix.put %[[COLUMN2]]
  // CHECK-NEXT: %[[HIGH:.+]] = prefix.get %[[CELLS]] at <2 + 1 * t>
  // CHECK-NEXT: prefix.apply @add(%[[COLUMN2]], %[[HIGH]])
  // CHECK: }
  // All lanes read on.
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK-NOT: nvvm.bar.warp.sync
  // CHECK: gpu.return
  gpu.func @rows(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <threads = rows<2>> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Thread 0 has all columns: two stages are one region.
  // CHECK-LABEL: gpu.func @one_row
  // CHECK-SAME: (%[[V:.+]]: i32)
  // CHECK: prefix.warp_synchronous
  // CHECK-NEXT: prefix.where <0 to 1> {
  // CHECK-NEXT: %[[X1:.+]] = prefix.get %{{.+}} at <1 + 1 * t>
  // CHECK-NEXT: %[[A:.+]] = prefix.apply @add(%[[V]], %[[X1]])
  // CHECK-NEXT: %[[X2:.+]] = prefix.get %{{.+}} at <2 + 1 * t>
  // CHECK-NEXT: %[[B:.+]] = prefix.apply @add(%[[X1]], %[[X2]])
  // CHECK-NEXT: %[[X3:.+]] = prefix.get %{{.+}} at <3 + 1 * t>
  // CHECK-NEXT: %[[C:.+]] = prefix.apply @add(%[[X2]], %[[X3]])
  // CHECK: prefix.apply @add(%[[V]], %[[B]])
  // CHECK-NEXT: prefix.apply @add(%[[A]], %[[C]])
  gpu.func @one_row(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @kogge_stone rows 0 mapping <threads = rows<4>> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // The two combines of a stage go to threads 0 and 1.
  // CHECK-LABEL: gpu.func @compact
  // CHECK: prefix.where <0 to 2> {
  // CHECK-NEXT: prefix.get %{{.+}} at <0 + 2 * t>
  // CHECK-NEXT: prefix.get %{{.+}} at <1 + 2 * t>
  // CHECK: prefix.put %{{.+}} at <1 + 2 * t>
  // CHECK: nvvm.bar.warp.sync
  // CHECK: prefix.where <0 to 2> {
  // CHECK-NEXT: prefix.get %{{.+}} at <1> : i32
  // CHECK-NEXT: prefix.get %{{.+}} at <2 + 1 * t>
  // CHECK: prefix.put %{{.+}} at <2 + 1 * t>
  gpu.func @compact(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @sklansky rows 0 mapping <threads = compact> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Stage by stage from the one buffer to the other, combined or copied: one
  // sync between stages, and none within.
  // CHECK-LABEL: gpu.func @double_buffered
  // CHECK: prefix.cells @add[8]
  // CHECK: gpu.barrier
  // CHECK-NEXT: prefix.warp_synchronous @add warps 1 {
  // CHECK-NOT: nvvm.bar.warp.sync
  // CHECK: prefix.put %{{.+}} at <4 + 1 * t>
  // CHECK: nvvm.bar.warp.sync
  // CHECK: prefix.get %{{.+}} at <3 + 1 * t>
  // CHECK-NOT: nvvm.bar.warp.sync
  // CHECK: prefix.put %{{.+}} at <0 + 1 * t>
  // CHECK: nvvm.bar.warp.sync
  // CHECK: prefix.get %{{.+}} at <-1 + 1 * t>
  // CHECK-NOT: nvvm.bar.warp.sync
  // CHECK: prefix.put %{{.+}} at <4 + 1 * t>
  // CHECK: gpu.barrier
  // CHECK: prefix.where <32 to 128> else(%{{.+}} : i32) -> i32 {
  // CHECK-NEXT: prefix.get %{{.+}} at <3 + 1 * (t floordiv 32)>
  // CHECK: prefix.get %{{.+}} at <7>
  gpu.func @double_buffered(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <cells = double_buffered> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Input 0 starts in the last cell, the others one cell down.
  // CHECK-LABEL: gpu.func @exchange
  // CHECK: prefix.cells @add[9]
  // CHECK: prefix.put %{{.+}} at <[3, {{[0, ]+}}, 1, {{[0, ]+}}, 2]>
  gpu.func @exchange(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @sklansky rows 0 mapping <cells = exchange> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Results of the up-sweep go to cells of their own, so that what a stage reads
  // nobody overwrites: no sync but between stages.
  // CHECK-LABEL: gpu.func @levels
  // CHECK: gpu.barrier
  // CHECK: prefix.put
  // CHECK: nvvm.bar.warp.sync
  // CHECK: prefix.put
  // CHECK-NOT: nvvm.bar.warp.sync
  // CHECK: gpu.barrier
  gpu.func @levels(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @sklansky rows 0 mapping <cells = levels> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Columns 0, 1, 2, 3 in cells 0, 2, 1, 3: column 2 reads one cell up.
  // CHECK-LABEL: gpu.func @bit_reversed
  // CHECK: prefix.put %{{.+}} at <[0, {{[0, ]+}}, 2, {{[0, ]+}}, 1, {{[0, ]+}}, 3]>
  // CHECK: prefix.where <2 to 3> {
  // CHECK-NEXT: prefix.get %{{.+}} at <0 + 1 * t>
  // CHECK-NEXT: prefix.get %{{.+}} at <-1 + 1 * t>
  gpu.func @bit_reversed(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <order = bit_reversed> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Every other run of two backwards: cells 0, 1, 3, 2.
  // CHECK-LABEL: gpu.func @alternate_reversed
  // CHECK: prefix.put %{{.+}} at <[0, {{[0, ]+}}, 1, {{[0, ]+}}, 3, {{[0, ]+}}, 2]>
  // CHECK: prefix.where <2 to 3> {
  // CHECK-NEXT: prefix.get %{{.+}} at <-1 + 1 * t>
  // CHECK-NEXT: prefix.get %{{.+}} at <1 + 1 * t>
  // CHECK: prefix.get %{{.+}} at <[0, 1, 3, 2]>
  gpu.func @alternate_reversed(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <order = alternate_reversed<2>> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // Tables even where there is a formula, as long as there are threads that ask.
  // CHECK-LABEL: gpu.func @table
  // CHECK: prefix.where <2 to 3> {
  // CHECK-NEXT: prefix.get %{{.+}} at <[0, 0, 1]>
  // CHECK-NEXT: prefix.get %{{.+}} at <[0, 0, 2]>
  // CHECK: prefix.put %{{.+}} at <[0, 0, 2]>
  // CHECK-NOT: * t
  // CHECK: gpu.return
  gpu.func @table(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <access = table> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // The layout goes along with the cells; their numbers do not know it.
  // CHECK-LABEL: gpu.func @padded
  // CHECK: prefix.cells @add[9] layout #[[$PADDED]]
  // CHECK: prefix.put %{{.+}} at <0 + 1 * (t floordiv 32)>
  gpu.func @padded(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <layout = pad<2, 4>> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // The seed is input 0 and the states of the warps but the last are the inputs
  // 1 to 3. The first combine needs no other warp, so it is before the barrier;
  // what thread 2 reads there goes along, and is nothing to the warps that have
  // no part. The last warp joins its own state, for the total.
  // CHECK-LABEL: gpu.func @seed
  // CHECK-SAME: (%[[V:.+]]: i32, %[[SEED:.+]]: i32)
  // CHECK: prefix.cells @add[5]
  // CHECK: %[[NONE:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: %[[LOW:.+]] = prefix.warp_synchronous @add warps 3 else(%[[NONE]] : i32) -> i32 {
  // CHECK-NEXT: prefix.where <32 to 65 step 32> {
  // CHECK-NEXT: prefix.put %[[V]] to %{{.+}} at <1 + 1 * (t floordiv 32)>
  // CHECK: prefix.where <0 to 1> {
  // CHECK-NEXT: prefix.put %[[SEED]] to %{{.+}} at <0 + 1 * t>
  // CHECK: prefix.where <1 to 2> {
  // CHECK-NEXT: prefix.apply @add(%[[SEED]], %[[V]])
  // CHECK: %[[READ:.+]] = prefix.where <2 to 3>
  // CHECK: prefix.pass %[[READ]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: prefix.warp_synchronous @add warps 1 {
  // CHECK-NEXT: prefix.where <2 to 3> {
  // CHECK-NEXT: %[[HIGH:.+]] = prefix.get
  // CHECK-NEXT: prefix.apply @add(%[[LOW]], %[[HIGH]])
  // CHECK: gpu.barrier
  // CHECK-NEXT: %[[BEFORE:.+]] = prefix.get %{{.+}} at <0 + 1 * (t floordiv 32)>
  // CHECK-NEXT: prefix.where <96 to 97> {
  // CHECK-NEXT: %[[ALL:.+]] = prefix.apply @add(%[[BEFORE]], %[[V]])
  // CHECK-NEXT: prefix.put %[[ALL]] to %{{.+}} at <-92 + 1 * t>
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: %[[TOTAL:.+]] = prefix.get %{{.+}} at <4>
  // CHECK-NEXT: gpu.return %[[BEFORE]], %[[TOTAL]]
  gpu.func @seed(%v: i32, %s: i32) -> (i32, i32) attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <seed = first> (%v, %s) : (i32, i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }

  // A reduction keeps what its last output depends on, three combines of four,
  // and no cells for what comes before a warp.
  // CHECK-LABEL: gpu.func @total
  // CHECK: prefix.cells @add[4]
  // CHECK-NEXT: prefix.where <0 to 97 step 32>
  // CHECK: gpu.barrier
  // CHECK: %[[PAIRS:.+]] = prefix.where <1 to 4 step 2>
  // CHECK: prefix.apply
  // CHECK: prefix.where <1 to 2> {
  // CHECK-NEXT: prefix.put %[[PAIRS]]
  // CHECK: nvvm.bar.warp.sync
  // CHECK: prefix.where <3 to 4> {
  // CHECK-NEXT: %[[LOW:.+]] = prefix.get %{{.+}} at <-2 + 1 * t>
  // CHECK-NEXT: prefix.apply @add(%[[LOW]], %[[PAIRS]])
  // CHECK-NOT: prefix.apply
  // CHECK: gpu.barrier
  // CHECK-NEXT: %[[TOTAL:.+]] = prefix.get %{{.+}} at <3>
  // CHECK-NEXT: gpu.return %[[TOTAL]] : i32
  gpu.func @total(%v: i32) -> i32 attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r = prefix.block_reduce @add by @sklansky rows 0 mapping <> (%v) : (i32) -> i32
    gpu.return %r : i32
  }

  // All threads read the total where the next run stores: a barrier at the
  // start, but where every trip of the loop passes another one.
  // CHECK-LABEL: gpu.func @again
  // CHECK: scf.for
  // CHECK-NEXT: prefix.cells @add[4]
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: prefix.where <0 to 97 step 32>
  gpu.func @again(%v: i32, %n: index) -> i32 attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %r = scf.for %k = %zero to %n step %one iter_args(%sum = %v) -> i32 {
      %s = prefix.block_reduce @add by @sklansky rows 0 mapping <> (%sum) : (i32) -> i32
      scf.yield %s : i32
    }
    gpu.return %r : i32
  }
  // CHECK-LABEL: gpu.func @apart
  // CHECK: scf.for
  // CHECK-NEXT: prefix.cells @add[4]
  // CHECK-NEXT: prefix.where <0 to 97 step 32>
  gpu.func @apart(%v: i32, %n: index) -> i32 attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %r = scf.for %k = %zero to %n step %one iter_args(%sum = %v) -> i32 {
      %s = prefix.block_reduce @add by @sklansky rows 0 mapping <> (%sum) : (i32) -> i32
      gpu.barrier
      scf.yield %s : i32
    }
    gpu.return %r : i32
  }

  // A total that nobody uses is not made: one combine and one barrier less.
  // CHECK-LABEL: gpu.func @before
  // CHECK-COUNT-2: prefix.apply
  // CHECK: gpu.barrier
  // CHECK-NEXT: %[[BEFORE:.+]] = prefix.get
  // CHECK-NEXT: gpu.return %[[BEFORE]] : i32
  gpu.func @before(%v: i32) -> i32 attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r:2 = prefix.block_scan @add by @serial rows 0 mapping <> (%v) : (i32) -> (i32, i32)
    %unused = prefix.apply @add(%v, %r#1) : (i32, i32) -> i32
    gpu.return %r#0 : i32
  }

  // One warp has nothing to exchange.
  // CHECK-LABEL: gpu.func @one_warp
  // CHECK-SAME: (%[[V:.+]]: i32)
  // CHECK-NOT: prefix.cells
  // CHECK: %[[NONE:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: gpu.return %[[NONE]], %[[V]] : i32, i32
  gpu.func @one_warp(%v: i32) -> (i32, i32) attributes {known_block_size = array<i32: 32, 1, 1>} {
    %r:2 = prefix.block_scan @add by @one rows 0 mapping <> (%v) : (i32) -> (i32, i32)
    gpu.return %r#0, %r#1 : i32, i32
  }
}
