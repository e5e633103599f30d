// The first op that breaks the contract of each phase.
// RUN: rm -rf %t && split-file %s %t
// RUN: scanc-opt %t/circuit.mlir -prefix-check-phase=phase=circuit -verify-diagnostics -split-input-file
// RUN: scanc-opt %t/plan.mlir -prefix-check-phase=phase=plan -verify-diagnostics -split-input-file
// RUN: scanc-opt %t/kernel.mlir -prefix-check-phase=phase=kernel -verify-diagnostics -split-input-file
// RUN: scanc-opt %t/gpu.mlir -prefix-check-phase=phase=gpu -verify-diagnostics -split-input-file
// RUN: scanc-opt %t/llvm.mlir -prefix-check-phase=phase=llvm -verify-diagnostics -split-input-file
// RUN: not scanc-opt %t/circuit.mlir -prefix-check-phase=phase=ptx -o %t/out 2>&1 | FileCheck %s

// CHECK: circuit.mlir:{{[0-9]+:[0-9]+}}: error: unknown phase 'ptx'; expected circuit, plan, kernel, gpu or llvm

//--- circuit.mlir
// expected-error @+1 {{a family is left after the circuit phase}}
prefix.family @k = kogge_stone<32>

// -----

// expected-error @+1 {{a search is left after the circuit phase}}
prefix.search @s = min size width 8

// -----

// expected-error @+1 {{a composition is left after the circuit phase}}
prefix.compose @c {
  leaf serial<2>
}

// -----

// expected-error @+1 {{a plan names levels after the circuit phase}}
prefix.scan @levels inclusive @add_i32 : (i32) -> (i32) plan <levels = @c>

// -----

// expected-error @+1 {{a plan names levels after the circuit phase}}
prefix.scan @own_levels inclusive @add_i32 : (i32) -> (i32) plan <tail = <levels = @c>>

// -----

// expected-error @+1 {{a plan names a family after the circuit phase}}
prefix.scan @level inclusive @add_i32 : (i32) -> (i32) plan <warp = serial<32>>

// -----

// expected-error @+1 {{a plan names a family after the circuit phase}}
prefix.scan @skeleton inclusive @add_i32 : (i32) -> (i32) plan <top = <warp = serial<32>>>

//--- plan.mlir
// expected-error @+1 {{a family is left after the circuit phase}}
prefix.family @k = kogge_stone<32>

// -----

// expected-error @+1 {{the plan is not complete after the plan phase}}
prefix.scan @none inclusive @add_i32 : (i32) -> (i32)

// -----

// expected-error @+1 {{the plan is not complete after the plan phase}}
prefix.scan @some inclusive @add_i32 : (i32) -> (i32) plan <strategy = single_block>

// -----

// All but the items of the tail.
prefix.circuit @one(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}
// expected-error @+1 {{the plan is not complete after the plan phase}}
prefix.scan @almost inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
   reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 1, rows = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>

// -----

// A level default left over.
prefix.circuit @one(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}
// expected-error @+1 {{the plan is not complete after the plan phase}}
prefix.scan @default inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1, row = @one,
   reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>

// -----

prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.circuit @one(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}
// expected-error @+1 {{the plan's thread circuit @nothing does not exist}}
prefix.scan @unknown inclusive @last : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
   reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @nothing, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @nothing, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>

// -----

// A complete plan, but no monoid.
prefix.circuit @one(%x) {
  prefix.yield %x : !prefix.span<0, 0>
}
// expected-error @+1 {{the monoid '@add_i32' is not in the module after the plan phase}}
prefix.scan @monoid inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
   reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>

// -----

prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
// expected-note @+1 {{'@two' is this circuit}}
prefix.circuit @two(%x, %y) {
  %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
  prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
}
// expected-error @+1 {{the warp circuit of 'reduce' must have width 32, got 2}}
prefix.scan @width inclusive @last : (i32) -> (i32) plan
  <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
   reduce = <warps = 1, rows = 2, items = 2, stages = 1, thread = @two, warp = @two, row = @two, block = @two, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   scan = <warps = 2, rows = 2, items = 2, stages = 1, thread = @two, warp = @two, row = @two, block = @two, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   top = <warps = 2, rows = 2, items = 2, stages = 1, thread = @two, warp = @two, row = @two, block = @two, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
   tail = <warps = 2, rows = 2, items = 2, stages = 1, thread = @two, warp = @two, row = @two, block = @two, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>

//--- kernel.mlir
// expected-error @+1 {{a scan is left after the kernel phase}}
prefix.scan @s inclusive @add_i32 : (i32) -> (i32)

// -----

// expected-error @+1 {{kernels without a 'prefix.launch' description}}
gpu.module @kernels {
}

// -----

// expected-error @+1 {{the plan in 'prefix.launch' is not complete}}
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [], plan = <strategy = single_block>>} {
}

//--- gpu.mlir
// expected-error @+1 {{a scan is left after the kernel phase}}
prefix.scan @s inclusive @add_i32 : (i32) -> (i32)

// -----

gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  // expected-error @+1 {{'prefix.family' is left after the gpu phase}}
  prefix.family @one = serial<1>
}

// -----

gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  gpu.func @k(%c: i1) kernel {
    // expected-error @+1 {{'cf.assert' is left after the gpu phase}}
    cf.assert %c, "no"
    gpu.return
  }
}

//--- llvm.mlir
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "m", commutative = false, idempotent = false, kind = inclusive, reverse = false,
    element = [i32], state = [i32], output = [i32], init = [],
    plan = <strategy = single_block, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 1,
      reduce = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      scan = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      top = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
      tail = <warps = 1, rows = 1, items = 1, stages = 1, thread = @one, warp = @one, row = @one, block = @one, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>>} {
  llvm.func @k() {
    // expected-error @+1 {{'arith.constant' is left after the llvm phase}}
    %one = arith.constant 1 : i32
    llvm.return
  }
}
