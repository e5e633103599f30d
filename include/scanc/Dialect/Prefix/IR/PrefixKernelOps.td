//===- PrefixKernelOps.td - Ops of the kernel phase --------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXKERNELOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXKERNELOPS_TD

include "scanc/Dialect/Prefix/IR/LevelOpInterface.td"
include "scanc/Dialect/Prefix/IR/PrefixAcrossOps.td"
include "scanc/Dialect/Prefix/IR/PrefixCircuitOps.td"
include "scanc/Dialect/Prefix/IR/PrefixExchangeOps.td"

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

def Prefix_WalkOp : Prefix_Op<"walk", [Pure]> {
  let summary = "the elements of a domain, in the order of a scan";
  let description = [{
    Binds the sizes of a domain, in elements, for the tile ops that go over it.
    With `reverse`, the walk goes from the last element to the first.

    ```mlir
    %walk = prefix.walk line reverse(%n)
    ```

    Constraints:
    - (C1) there are as many sizes as the domain has and, if arrays have strides, those of each array behind them
  }];
  let arguments = (ins DomainAttrInterface:$domain, UnitAttr:$reverse,
      Variadic<I64>:$sizes);
  let results = (outs Prefix_WalkType:$walk);
  let assemblyFormat = [{
    custom<Domain>($domain) (`reverse` $reverse^)? `(` $sizes `)` attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_LoadTileOp : Prefix_Op<"load_tile", [
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments]> {
  let summary = "a warp's rows of a tile, from memory, as states";
  let description = [{
    Element `first + (r * 32 + lane) * items + i` becomes item `i` of row `r`;
    `first` counts elements and is the same in all lanes of a warp. With
    `valid`, only so many elements of the array exist (at least one), counted
    from its start: the others are read as the identity. Elements are counted
    along `walk`; without it, an array's elements are, in their order.

    One base is that of an array of structures, of all fields; a base for each
    type of `element` are those of arrays of it, which can be structures.

    With `through`, the state of an element is what that `prefix.map` makes of
    its fields. Its index is that of element `origin + k` along the walk
    `numbered`, for element `k` of what lies here. Values of elements beside a
    run are read from here if what lies here is known to end before element
    `until` and holds them, and else from `around`, the arrays in memory.

    Results: per row, one vector of `items` per state value.
    16-byte accesses where the address allows, scalar ones where it does not.
    With `aligned`, every run is known to lie where the widest accesses can be,
    and to be there as a whole: nothing is tested. With `streamed`, the kernel
    reads the array once and writes as much: L2 keeps lines that are read, and
    evicts lines that are written first.

    Constraints:
    - (C1) a base is a pointer to global or shared memory; all are of one type
    - (C2) there is at least one row, and one item
    - (C3) each field is a type that memory can hold
    - (C4) there is one element field per state value, unless there is a map
    - (C5) the results are `rows` groups of one vector per state value
    - (C6) there is no `valid` where the runs are `aligned`
    - (C7) there is one base, or one for each field
    - (C8) the walks are what a `prefix.walk` gives
    - (C9) `through` names a map, which has an index only where there is an origin, and values beside an element only where there are arrays around it
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Variadic<AnyType>:$bases, I64:$first,
      Optional<I64>:$valid, Optional<Prefix_WalkType>:$walk,
      OptionalAttr<FlatSymbolRefAttr>:$map,
      Optional<Prefix_WalkType>:$numbered, Optional<I64>:$origin,
      Optional<I64>:$until,
      Variadic<AnyType>:$around, Optional<Prefix_WalkType>:$aroundWalk,
      TypeArrayAttr:$element, I64Attr:$rows, I64Attr:$items,
      UnitAttr:$aligned, UnitAttr:$streamed);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = [{
    $monoid $bases `[` $first `]` (`valid` $valid^)? (`along` $walk^)?
    (`through` $map^ (`numbered` $numbered^ `from` $origin (`until` $until^)?)?
      (`around` $around^ `:` type($around) (`along` $aroundWalk^)?)?)?
    (`aligned` $aligned^)? (`streamed` $streamed^)? `rows` $rows `items` $items `element` $element attr-dict `:` type($bases) `->` type($values)
  }];
  let hasVerifier = 1;
}

def Prefix_StoreTileOp : Prefix_Op<"store_tile", [
    MemoryEffects<[MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "a warp's rows of a tile, to memory";
  let description = [{
    The counterpart of `load_tile`: elements that do not exist are not written.
    `state` gives the signedness by which an integer state is widened.

    With `through`, what that `prefix.map` makes of an element is stored. The
    values are the states before elements, if it takes them, and then those
    after them. Where it takes the element, that is read at the same place, from
    arrays `of`, `along` a walk of their own, before the element's own output is
    stored; of an element that does not exist, nothing is read.

    Constraints: as `load_tile`, of its output and values, and
    - (C1) there is a base for each type of `element`, or one for all, where the map takes the element
  }];
  let arguments = (ins Variadic<AnyType>:$values, Variadic<AnyType>:$bases, I64:$first,
      Optional<I64>:$valid, Optional<Prefix_WalkType>:$walk,
      OptionalAttr<FlatSymbolRefAttr>:$map,
      Optional<Prefix_WalkType>:$numbered, Optional<I64>:$origin,
      Optional<I64>:$until,
      Variadic<AnyType>:$around, Optional<Prefix_WalkType>:$aroundWalk,
      Variadic<AnyType>:$inputs, Optional<Prefix_WalkType>:$inputWalk,
      OptionalAttr<TypeArrayAttr>:$element,
      TypeArrayAttr:$state, TypeArrayAttr:$output, I64Attr:$rows, I64Attr:$items,
      UnitAttr:$aligned, UnitAttr:$streamed);
  let assemblyFormat = [{
    $values `to` $bases `[` $first `]` (`valid` $valid^)? (`along` $walk^)?
    (`through` $map^ (`numbered` $numbered^ `from` $origin (`until` $until^)?)?
      (`around` $around^ `:` type($around) (`along` $aroundWalk^)?)?
      (`of` $inputs^ `:` type($inputs) (`along` $inputWalk^)? `element` $element)?)?
    (`aligned` $aligned^)? (`streamed` $streamed^)? `rows` $rows `items` $items `state` $state `output` $output attr-dict `:` type($values) `to` type($bases)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Where chains begin and end
//===----------------------------------------------------------------------===//

def Prefix_StartChainsOp : Prefix_Op<"start_chains", [
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments]> {
  let summary = "the states that chains start from, joined to their first elements";
  let description = [{
    `values` are a warp's rows of a tile as `load_tile` gives them, of elements
    from `first` on, of which `valid` exist; element k is number `origin + k`
    along the walk `numbered`. Where a chain begins, what it starts from joins
    the element in front: its state of those at `initial`, which lie as the
    chains do in memory, or, where that is null, `init`, or else the identity.

    With `before`, the values are the states before elements, and what a chain
    starts from replaces the one before its first element.

    Constraints:
    - (C1) `initial` is a pointer to global memory
    - (C2) there is at least one row, and one item
    - (C3) the values are `rows` groups of one vector per state value, and so are the results
    - (C4) `init`, if there is one, has a value per state value, of its type
    - (C5) the walk is what a `prefix.walk` gives
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Variadic<AnyType>:$values,
      I64:$first, Optional<I64>:$valid, Prefix_WalkType:$numbered, I64:$origin,
      Prefix_GlobalPointer:$initial, OptionalAttr<ArrayAttr>:$init,
      I64Attr:$rows, I64Attr:$items, UnitAttr:$before);
  let results = (outs Variadic<AnyType>:$results_);
  let assemblyFormat = [{
    $monoid (`before` $before^)? $values `[` $first `]` (`valid` $valid^)?
    `numbered` $numbered `from` $origin `initial` $initial (`init` $init^)?
    `rows` $rows `items` $items attr-dict `:` type($values) `->` type($results_)
  }];
  let hasVerifier = 1;
}

def Prefix_EndChainsOp : Prefix_Op<"end_chains", [
    MemoryEffects<[MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "the states after chains, to memory";
  let description = [{
    `values` are the states after elements, which are where `start_chains` has
    them. The one after the last element of a chain is stored at `final`, where
    the states of chains lie as the chains do in memory; nothing is where that
    is null.

    Constraints: as `start_chains`.
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Variadic<AnyType>:$values,
      I64:$first, Optional<I64>:$valid, Prefix_WalkType:$numbered, I64:$origin,
      Prefix_GlobalPointer:$final, I64Attr:$rows, I64Attr:$items);
  let assemblyFormat = [{
    $monoid $values `[` $first `]` (`valid` $valid^)?
    `numbered` $numbered `from` $origin `to` $final
    `rows` $rows `items` $items attr-dict `:` type($values)
  }];
  let hasVerifier = 1;
}

def Prefix_StoreTotalsOp : Prefix_Op<"store_totals", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "the output that there is behind the last element of a chain";
  let description = [{
    Behind the last element that a chain has in memory, the arrays at `bases`,
    which elements lie in along `walk`, have one more place. In a walk forwards,
    the state after that element goes there, which is among `values`; in one
    backwards, what the chain starts from. Elements, and what chains start from,
    are as `start_chains` has them; without `initial`, all start alike. `state`
    and `output` are what `store_tile` has.

    Constraints: as `start_chains`, and
    - (C1) there is a base for each output type, or one for all
    - (C2) `state` and `output` have one type per state value
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Variadic<AnyType>:$values,
      I64:$first, Optional<I64>:$valid, Prefix_WalkType:$numbered, I64:$origin,
      Optional<Prefix_GlobalPointer>:$initial, OptionalAttr<ArrayAttr>:$init,
      Variadic<Prefix_GlobalPointer>:$bases, Optional<Prefix_WalkType>:$walk,
      TypeArrayAttr:$state, TypeArrayAttr:$output, I64Attr:$rows, I64Attr:$items);
  let assemblyFormat = [{
    $monoid $values `[` $first `]` (`valid` $valid^)?
    `numbered` $numbered `from` $origin (`initial` $initial^)? (`init` $init^)?
    `to` $bases (`along` $walk^)?
    `rows` $rows `items` $items `state` $state `output` $output attr-dict `:` type($values)
  }];
  let hasVerifier = 1;
}

def Prefix_PassStartsOp : Prefix_Op<"pass_starts", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "what chains without elements start from, as what they leave";
  let description = [{
    Of `count` chains, by all threads of the grid. What a chain starts from is
    as `start_chains` has it; without `initial`, all start alike. It is the
    state after the chain, which goes to `final`, unless that is null, and its
    only output, which goes to the arrays at `bases`: the next chain's lies
    a stride behind, in outputs, of which each array has one; without strides
    there is one chain. `state` and `output` are what `store_tile` has.

    Constraints:
    - (C1) `init`, if there is one, has a value per state value, of its type
    - (C2) there is a base for each output type, or one for all, or none, and as many strides or none
    - (C3) `state` and `output` have one type per state value where there are bases
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, I64:$count,
      Optional<Prefix_GlobalPointer>:$initial, OptionalAttr<ArrayAttr>:$init,
      Optional<Prefix_GlobalPointer>:$final,
      Variadic<Prefix_GlobalPointer>:$bases, Variadic<I64>:$strides,
      TypeArrayAttr:$state, TypeArrayAttr:$output);
  let assemblyFormat = [{
    $monoid `of` $count (`initial` $initial^)? (`init` $init^)? (`to` $final^)?
    (`outputs` `(` $bases^ `)`)? (`strides` `(` $strides^ `)`)?
    `state` $state `output` $output attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

// Where a walk begins anew (`Domain::restarts`), ops of threads and warps have
// `cuts`: a bit for each of their columns. What lies before such a column is not
// combined with it, nor with what comes after it.

class Prefix_LevelOp<string mnemonic, bit reduces, list<Trait> traits>
    : Prefix_Op<mnemonic, [DeclareOpInterfaceMethods<LevelOpInterface>] # traits> {
  code reducesDeclaration = "static constexpr bool reduces = " #
      !if(reduces, "true", "false") # ";\n";
  let extraClassDeclaration = reducesDeclaration;
}

class Prefix_RunOp<string mnemonic, bit reduces>
    : Prefix_LevelOp<mnemonic, reduces, [Pure, AttrSizedOperandSegments]> {
  let results = (outs Variadic<AnyType>:$results_);
  let hasVerifier = 1;
}

def Prefix_ThreadReduceOp : Prefix_RunOp<"thread_reduce", /*reduces=*/1> {
  let summary = "all items of a run, combined in registers";
  let description = [{
    Takes one vector of the circuit's width per state value, gives one state:
    the circuit's last output. Nothing else of the circuit is computed.

    With `cuts`, bit `i mod 32` of number `i / 32` says that a chain begins
    within item `i`: the result are the items from the last such one on.
    `start`, a state, joins each of these items in front.

    Constraints:
    - (C1) `cuts` has a bit for each item, and no number without one
    - (C2) `start` is a state, and comes with `cuts`
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, FlatSymbolRefAttr:$circuit,
                       Variadic<AnyType>:$values,
                       Variadic<I32>:$cuts,
                       Variadic<AnyType>:$start);
  let assemblyFormat = [{
    $monoid `by` $circuit `(` $values `)` (`cuts` `(` $cuts^ `)`)?
    (`start` `(` $start^ `:` type($start) `)`)? attr-dict
    `:` functional-type($values, $results_)
  }];
}

def Prefix_ThreadScanOp : Prefix_RunOp<"thread_scan", /*reduces=*/0> {
  let summary = "every prefix of a run in registers, seeded";
  let description = [{
    Takes a seed state, then one vector of the circuit's width per state
    value. The seed joins the first item before the circuit runs, so that
    output `k` covers the seed and items 0 to `k`. With `exclusive`, outputs
    move up by one and the first is the seed.

    With `cuts`, as `thread_reduce` has them, no output from an item on within
    which a chain begins has anything before it. `start`, a state, says that
    the chain begins with the item itself: it joins the item in front and, with
    `exclusive`, is the output there.

    Constraints: as `thread_reduce`.
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, FlatSymbolRefAttr:$circuit,
                       Variadic<AnyType>:$values,
                       Variadic<I32>:$cuts,
                       Variadic<AnyType>:$start, UnitAttr:$exclusive);
  let assemblyFormat = [{
    $monoid `by` $circuit (`exclusive` $exclusive^)? `(` $values `)`
    (`cuts` `(` $cuts^ `)`)?
    (`start` `(` $start^ `:` type($start) `)`)? attr-dict
    `:` functional-type($values, $results_)
  }];
}

class Prefix_LanesOp<string mnemonic, bit reduces>
    : Prefix_LevelOp<mnemonic, reduces, [AttrSizedOperandSegments]> {
  let arguments = (ins FlatSymbolRefAttr:$monoid, FlatSymbolRefAttr:$circuit,
                       Variadic<AnyType>:$values, Variadic<I32>:$cuts);
  let results = (outs Variadic<AnyType>:$results_);
  let assemblyFormat = [{
    $monoid `by` $circuit `(` $values `)` (`cuts` `(` $cuts^ `)`)? attr-dict
    `:` functional-type($values, $results_)
  }];
  let hasVerifier = 1;
}

def Prefix_WarpScanOp : Prefix_LanesOp<"warp_scan", /*reduces=*/0> {
  let summary = "exclusive prefix of each lane, and the warp's total";
  let description = [{
    Takes one state per lane; gives the state of the lanes before it (lane 0:
    the identity), then the state of all lanes. All lanes take part; values
    move by shuffles.

    A circuit of `r` times 32 columns is folded: takes `r` states per lane,
    column `j` being state `j / 32` of lane `j mod 32`, and gives what comes
    before each of them, then the state of all.

    With `cuts`, the same in all lanes, bit `l` of number `f` says that a chain
    begins within state `f` of lane `l`: each result is of the columns from the
    last such one on.

    Constraints:
    - (C1) the circuit's width is a multiple of 32
    - (C2) there is a number of `cuts` for each state of a lane, or none
  }];
}

def Prefix_WarpReduceOp : Prefix_LanesOp<"warp_reduce", /*reduces=*/1> {
  let summary = "the warp's total, in every lane";
  let description = [{
    Takes what `warp_scan` does. The circuit's last output: only the combines it depends on are kept.

    Constraints: as `warp_scan`.
  }];
}

def Prefix_GroupScanOp : Prefix_LevelOp<"group_scan", /*reduces=*/0, [
    MemoryEffects<[MemRead]>]> {
  let summary = "exclusive prefix of each warp of a group, and the group's total";
  let description = [{
    The totals of the group's warps are in shared memory, from state `row` on.
    Gives what comes before warp `warp`, then the state of all. Each thread runs
    the circuit in its registers or, `by_lanes`, the lanes of each warp do.

    With `cuts`, bit `w` says that a chain begins within what warp `w` has. Then
    both results have an i1 behind them: whether one begins within them.

    Constraints:
    - (C1) the circuit, which has a column for each warp, has at most 32
    - (C2) the states are what a `prefix.states` gives, of the same monoid
    - (C3) the results are two states, each with an i1 if there are `cuts`
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, FlatSymbolRefAttr:$circuit,
      UnitAttr:$byLanes, Prefix_StatesType:$states, I32:$row, I32:$warp,
      Optional<I32>:$cuts);
  let results = (outs Variadic<AnyType>:$results_);
  let assemblyFormat = [{
    $monoid `by` $circuit (`by_lanes` $byLanes^)? $states `[` $row `]` `warp` $warp
    (`cuts` `(` $cuts^ `)`)? attr-dict `:` type($results_)
  }];
  let hasVerifier = 1;
}

class Prefix_BlockOp<string mnemonic, bit reduces>
    : Prefix_LevelOp<mnemonic, reduces, []> {
  let arguments = (ins FlatSymbolRefAttr:$monoid, FlatSymbolRefAttr:$circuit,
                       Prefix_MappingAttr:$mapping, I64Attr:$rows,
                       UnitAttr:$sublists, Variadic<AnyType>:$values);
  let results = (outs Variadic<AnyType>:$results_);
  let assemblyFormat = [{
    $monoid `by` $circuit `rows` $rows (`sublists` $sublists^)? `mapping` $mapping `(` $values `)` attr-dict
    `:` functional-type($values, $results_)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = reducesDeclaration # [{
    /// Who brings the columns, in the kernel around the op.
    ::scanc::prefix::BlockShape getShape();
  }];
}

def Prefix_BlockScanOp : Prefix_BlockOp<"block_scan", /*reduces=*/0> {
  let summary = "exclusive prefix of each part of a block, and its total";
  let description = [{
    With `rows` of 0, takes one state per warp, the same in all its lanes, and
    gives the state of the warps before it. Otherwise takes `rows` states per
    thread, where row `r` of lane `l` of warp `w` is column
    `(w * rows + r) * 32 + l`, and gives what comes before each of them. Then
    gives the state of all columns. A mapping with the seed first takes the
    seed after the other states: it comes before all columns, in every result.

    With `sublists`, the lanes of each row are scanned apart, by a circuit of 32
    columns: what comes before a column are the columns of its own row, and
    there is a total for each row of the thread's warp, and a seed.

    All threads of the block take part.

    Constraints:
    - (C1) the op is in a kernel with a known block size of whole warps
    - (C2) the circuit is as wide as there are columns: the warps, the runs of all threads, or the lanes
  }];
}

def Prefix_BlockReduceOp : Prefix_BlockOp<"block_reduce", /*reduces=*/1> {
  let summary = "the state of all columns of a block";
  let description = [{
    Takes what `block_scan` does; gives only the total. Of the circuit, only
    what its last output depends on is kept.

    Constraints: as `block_scan`.
  }];
}

def Prefix_CellsOp : Prefix_Op<"cells"> {
  let summary = "cells of shared memory for states of a monoid";
  let description = [{
    Cell `i` lies at `layout(i)`. Each state value has an array of its own.

    Constraints:
    - (C1) there is at least one cell
    - (C2) the layout takes one number to one, and no two cells to one address
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, I64Attr:$count,
                       AffineMapAttr:$layout);
  let results = (outs Prefix_CellsType:$cells);
  let assemblyFormat = "$monoid `[` $count `]` `layout` $layout attr-dict";
  let hasVerifier = 1;
}

def Prefix_GetOp : Prefix_Op<"get", [MemoryEffects<[MemRead]>]> {
  let summary = "the state in a cell, of each thread that is here";
  let arguments = (ins Prefix_CellsType:$cells, Prefix_IndexAttr:$index);
  let results = (outs Variadic<AnyType>:$state);
  let assemblyFormat = "$cells `at` $index attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Prefix_PutOp : Prefix_Op<"put", [MemoryEffects<[MemWrite]>]> {
  let summary = "stores a state in a cell, of each thread that is here";
  let arguments = (ins Variadic<AnyType>:$state, Prefix_CellsType:$cells,
                       Prefix_IndexAttr:$index);
  let assemblyFormat = "$state `to` $cells `at` $index attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Prefix_WhereOp : Prefix_Op<"where", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"PassOp">]> {
  let summary = "what some threads of a block do";
  let description = [{
    The threads of the set execute the body; its `pass` gives the results. In
    the others the results are the operands `else`.

    Constraints:
    - (C1) `else` and the body's results have the types of the results
  }];
  let arguments = (ins Prefix_ThreadSetAttr:$threads, Variadic<AnyType>:$otherwise);
  let results = (outs Variadic<AnyType>:$results_);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $threads (`else` `(` $otherwise^ `:` type($otherwise) `)` `->` type($results_))? $body attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Prefix_WarpSynchronousOp : Prefix_Op<"warp_synchronous", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"PassOp">]> {
  let summary = "a stretch in which each warp proceeds on its own";
  let description = [{
    The first `warps` warps execute the body; in the others the results are the
    operands `else`. Inside, no thread waits for another warp: what the lanes of
    a warp exchange is ordered by `nvvm.bar.warp.sync` alone.

    Constraints:
    - (C1) the results are states of the monoid, and the body passes as many; so does `else`, unless all warps execute the body
    - (C2) there is no barrier of the block inside, and no op that has one
    - (C3) a cell that a thread inside stores to is accessed by no other warp inside
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, I64Attr:$warps,
                       Variadic<AnyType>:$otherwise);
  let results = (outs Variadic<AnyType>:$results_);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $monoid `warps` $warps (`else` `(` $otherwise^ `:` type($otherwise) `)`)?
    (`->` type($results_)^)? $body attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Prefix_PassOp : Prefix_Op<"pass", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["WhereOp", "WarpSynchronousOp", "CloseCountOp"]>]> {
  let summary = "the results of a region";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXKERNELOPS_TD
