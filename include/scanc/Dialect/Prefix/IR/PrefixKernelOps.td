//===- PrefixKernelOps.td - Ops of the kernel phase ------------------- -*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXKERNELOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXKERNELOPS_TD

include "scanc/Dialect/Prefix/IR/PrefixCircuitOps.td"

// A state of F values travels as F SSA values; several states as groups of F.

def Prefix_IdentityOp : Prefix_Op<"identity", [Pure]> {
  let summary = "the identity of a monoid";
  let arguments = (ins FlatSymbolRefAttr:$monoid);
  let results = (outs Variadic<AnyType>:$state);
  let assemblyFormat = "$monoid attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Prefix_ApplyOp : Prefix_Op<"apply", [Pure]> {
  let summary = "the combine of a monoid on two states";
  let description = [{
    Takes the low state's values, then the high state's.
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Variadic<AnyType>:$operands_);
  let results = (outs Variadic<AnyType>:$state);
  let assemblyFormat = "$monoid `(` $operands_ `)` attr-dict `:` functional-type($operands_, $state)";
  let hasVerifier = 1;
}

def Prefix_LoadTileOp : Prefix_Op<"load_tile", [
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments]> {
  let summary = "a warp's rows of a tile, from global memory, as states";
  let description = [{
    Element `first + (r * 32 + lane) * items + i` becomes item `i` of row `r`;
    `first` counts elements and is the same in all lanes of a warp. With
    `valid`, only so many elements of the array exist (at least one), counted
    from its start: the others are read as the identity. With `reverse`, the
    array, `length` elements long, is seen from its end.

    Results: per row, one vector of `items` per state value.
    16-byte accesses where the address allows, scalar ones where it does not.

    Constraints:
    - (C1) the base is a pointer to global memory
    - (C2) there is at least one row, and one item
    - (C3) each field is a type that memory can hold
    - (C4) there is one element field per state value
    - (C5) the results are `rows` groups of one vector per state value
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, AnyType:$base, I64:$first,
      Optional<I64>:$valid, Optional<I64>:$length,
      TypeArrayAttr:$element, I64Attr:$rows, I64Attr:$items);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = [{
    $monoid $base `[` $first `]` (`valid` $valid^)? (`reverse` $length^)?
    `rows` $rows `items` $items `element` $element attr-dict `:` type($base) `->` type($values)
  }];
  let hasVerifier = 1;
}

def Prefix_StoreTileOp : Prefix_Op<"store_tile", [
    MemoryEffects<[MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "a warp's rows of a tile, to global memory";
  let description = [{
    The counterpart of `load_tile`: elements that do not exist are not written.
    `state` gives the signedness by which an integer state is widened.

    Constraints: as `load_tile`, of its output and values.
  }];
  let arguments = (ins Variadic<AnyType>:$values, AnyType:$base, I64:$first,
      Optional<I64>:$valid, Optional<I64>:$length,
      TypeArrayAttr:$state, TypeArrayAttr:$output, I64Attr:$rows, I64Attr:$items);
  let assemblyFormat = [{
    $values `to` $base `[` $first `]` (`valid` $valid^)? (`reverse` $length^)?
    `rows` $rows `items` $items `state` $state `output` $output attr-dict `:` type($values) `to` type($base)
  }];
  let hasVerifier = 1;
}

class Prefix_LevelOp<string mnemonic, list<Trait> traits = []>
    : Prefix_Op<mnemonic, traits> {
  let arguments = (ins FlatSymbolRefAttr:$monoid, FlatSymbolRefAttr:$circuit,
                       Variadic<AnyType>:$values);
  let results = (outs Variadic<AnyType>:$results_);
  let assemblyFormat = [{
    $monoid `by` $circuit `(` $values `)` attr-dict `:` functional-type($values, $results_)
  }];
  let hasVerifier = 1;
}

def Prefix_ThreadReduceOp : Prefix_LevelOp<"thread_reduce", [Pure]> {
  let summary = "all items of a run, combined in registers";
  let description = [{
    Takes one vector of the circuit's width per state value, gives one state:
    the circuit's last output. Nothing else of the circuit is computed.
  }];
}

def Prefix_ThreadScanOp : Prefix_LevelOp<"thread_scan", [Pure]> {
  let summary = "every prefix of a run in registers, seeded";
  let description = [{
    Takes a seed state, then one vector of the circuit's width per state
    value. The seed joins the first item before the circuit runs, so that
    output `k` covers the seed and items 0 to `k`. With `exclusive`, outputs
    move up by one and the first is the seed.
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, FlatSymbolRefAttr:$circuit,
                       Variadic<AnyType>:$values, UnitAttr:$exclusive);
  let assemblyFormat = [{
    $monoid `by` $circuit (`exclusive` $exclusive^)? `(` $values `)` attr-dict `:` functional-type($values, $results_)
  }];
}

def Prefix_WarpScanOp : Prefix_LevelOp<"warp_scan"> {
  let summary = "exclusive prefix of each lane, and the warp's total";
  let description = [{
    Takes one state per lane; gives the state of the lanes before it (lane 0:
    the identity), then the state of all lanes. All lanes take part; values
    move by shuffles.
  }];
}

def Prefix_WarpReduceOp : Prefix_LevelOp<"warp_reduce"> {
  let summary = "the warp's total, in every lane";
  let description = [{
    The circuit's last output: only the combines it depends on are kept.
  }];
}

def Prefix_BlockScanOp : Prefix_LevelOp<"block_scan"> {
  let summary = "exclusive prefix of each warp, and the block's total";
  let description = [{
    Takes one state per warp (the same in all its lanes); gives the state of
    the warps before it, then the state of all warps. Values move through
    shared memory; a warp-synchronous region of the first warp runs the
    circuit. All threads of the block take part.
  }];
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXKERNELOPS_TD
