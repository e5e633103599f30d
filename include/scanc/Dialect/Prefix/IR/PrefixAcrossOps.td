//===- PrefixAcrossOps.td - Chains that lie side by side ---*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the kernel phase where lanes have chains of their own.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXACROSSOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXACROSSOPS_TD

include "scanc/Dialect/Prefix/IR/PrefixExchangeOps.td"

def Prefix_PlaceChainOp : Prefix_Op<"place_chain", [Pure]> {
  let summary = "where a chain begins in each array";
  let description = [{
    Of chain `chain`, for each array that `walk` goes over, where the first
    element of the walk is, counted in elements of the array. In a `longer` array
    each chain has one element more, behind those that it has in memory.

    Constraints:
    - (C1) the walk is what a `prefix.walk` gives, of a domain whose chains lie side by side
    - (C2) there is a result for each array
  }];
  let arguments = (ins I64:$chain, Prefix_WalkType:$walk, UnitAttr:$longer);
  let results = (outs Variadic<I64>:$places);
  let assemblyFormat = [{
    $chain `along` $walk (`longer` $longer^)? attr-dict `:` type($places)
  }];
  let hasVerifier = 1;
}

def Prefix_FetchChainsOp : Prefix_Op<"fetch_chains", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "begins to copy a lane's steps of its chains to its place in a slot";
  let description = [{
    Each lane has `rows` chains of its own, of which the first `chains` exist,
    and of each of them `items` elements from number `step` on. `places` says
    where chains begin, as `place_chain` does: chain after chain, one for each
    base. In the place of an element that does not exist, another one of the
    lane's is copied, if there is any.

    Copies are asynchronous. They are of 16 bytes each, if so many of a step are
    those of several lanes, whose chains lie side by side in all arrays, and
    addresses allow it: these lanes then copy for each other. Else they are as
    wide as the lane's chains, if these lie side by side; else elements are
    copied one by one. All lanes of the warp execute it. All copies that a lane
    began since its last such op are a group, to wait for by `await_chains`.
    `policy` says what the L2 cache is to evict.

    A slot is of a warp, and has each array's part of its tile one behind
    another. In a part, a step of all of its lanes lies side by side, each lane's
    chains together.

    Constraints:
    - (C1) there is at least one row, and one item
    - (C2) each field is a type that memory can hold
    - (C3) there is one base, or one for each field, and a place for each base of each row
    - (C4) the walk is what a `prefix.walk` gives, of a domain whose chains lie side by side
  }];
  let arguments = (ins Variadic<Prefix_GlobalPointer>:$bases,
      Variadic<I64>:$places, I64:$step, I32:$chains, Prefix_WalkType:$walk,
      Prefix_SharedPointer:$slot, Optional<I64>:$policy, TypeArrayAttr:$element,
      I64Attr:$rows, I64Attr:$items);
  let assemblyFormat = [{
    $bases `at` `(` $places `)` `[` $step `]` `chains` $chains `along` $walk
    `to` $slot (`policy` $policy^)? `rows` $rows `items` $items
    `element` $element attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_FetchStretchOp : Prefix_Op<"fetch_stretch", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "begins to copy a warp's chains, which fill a stretch of memory, to a slot";
  let description = [{
    Where `width` chains together lie without gaps, a step of all of them behind
    the step before, or in front of it where the walk goes backward, the steps
    of a warp are a stretch of memory. Of its `steps` the first `exist` are
    there, from `origins` on: for each base, where the first chain has the first
    step. All lanes of the warp copy what lies side by side, 16 bytes at a time
    and asynchronously where the address allows it; else element by element. In
    the place of a step that does not exist, elements of another one are copied.
    `policy` says what the L2 cache is to evict.

    The slot is of the warp, and has a part for each array, one behind another:
    as many bytes as 32 x `rows` x `items` elements take, and 512. There,
    elements lie as in memory, but with 16 bytes between `items` steps and the
    next ones: these are of different lanes.

    Constraints:
    - (C1) there is at least one row, and one item
    - (C2) each field is a type that memory can hold
    - (C3) there is one base, or one for each field, and an origin for each base
    - (C4) the walk is what a `prefix.walk` gives, of a domain whose chains lie side by side
  }];
  let arguments = (ins Variadic<Prefix_GlobalPointer>:$bases,
      Variadic<I64>:$origins, I32:$steps, I32:$exist, I32:$width,
      Prefix_WalkType:$walk, Prefix_SharedPointer:$slot, Optional<I64>:$policy,
      TypeArrayAttr:$element, I64Attr:$rows, I64Attr:$items);
  let assemblyFormat = [{
    $bases `from` `(` $origins `)` `steps` $steps `exist` $exist `width` $width
    `along` $walk `to` $slot (`policy` $policy^)? `rows` $rows `items` $items
    `element` $element attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_AwaitChainsOp : Prefix_Op<"await_chains", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for a warp's copies, but for the last ones that it began";
  let description = [{
    The groups of the last `groups` ops `fetch_chains` or `fetch_stretch` may be
    on their way still. All lanes of the warp execute it: behind it, each finds
    what others have copied.

    Constraints:
    - (C1) `groups` is not negative
  }];
  let arguments = (ins I64Attr:$groups);
  let assemblyFormat = "`but` $groups attr-dict";
  let hasVerifier = 1;
}

def Prefix_LoadChainsOp : Prefix_Op<"load_chains", [
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments]> {
  let summary = "a lane's steps of its chains, from its place in a slot, as states";
  let description = [{
    What `fetch_chains` has copied there or, with `lies`, `fetch_stretch`: then
    the lane's first element is `at` elements into the part of each array, and
    `pad` bytes, those of the next step `pitch` elements further, which may be
    negative. Where they are `packed`, all of the lane's chains are one access.

    A lane that has no element gets the identity. With `masked`, so does it for each element that does not exist;
    else for those behind the end of a chain any state, which matters to nobody
    who does not ask for the state behind the end.

    With `through`, the state of an element is what that `prefix.map` makes of
    its fields. Values of elements beside the lane's are read from `around`, the
    arrays in memory, at places of the lane's chains there.

    Constraints:
    - (C1) there is at least one row, and one item
    - (C2) each field is a type that memory can hold
    - (C3) there is one element field per state value, unless there is a map
    - (C4) the results are `rows` groups of one vector of `items` per state value
    - (C5) the walk is what a `prefix.walk` gives, of a domain whose chains lie side by side
    - (C6) `through` names a map, which takes values beside an element only where there are arrays around it, with a place for each base of each row
    - (C7) `lies` has none, or three: `at`, `pitch` and `pad`, and `packed` comes with these
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Prefix_SharedPointer:$slot,
      I64:$step, I32:$chains, Prefix_WalkType:$walk,
      Variadic<I32>:$lies, Optional<I1>:$packed,
      OptionalAttr<FlatSymbolRefAttr>:$map,
      Variadic<Prefix_GlobalPointer>:$around, Variadic<I64>:$places,
      TypeArrayAttr:$element, I64Attr:$rows, I64Attr:$items, UnitAttr:$masked);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = [{
    $monoid $slot `[` $step `]` `chains` $chains `along` $walk
    (`lies` `(` $lies^ `)` `packed` $packed)?
    (`through` $map^ (`around` $around^ `at` `(` $places `)`)?)?
    (`masked` $masked^)? `rows` $rows `items` $items `element` $element attr-dict
    `->` type($values)
  }];
  let hasVerifier = 1;
}

def Prefix_StoreChainsOp : Prefix_Op<"store_chains", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "a lane's steps of its chains, to memory";
  let description = [{
    `places`, `step` and `chains` are what `fetch_chains` has: what does not
    exist is not written. With `longer`, a chain has one element beyond those of
    the walk. With `streamed`, L2 evicts the lines that are written first.
    With `whole`, all of the lane's steps exist, and its chains lie side by side,
    from a multiple of 16 bytes on at each step: nothing is asked at run time.
    `state` and the values are what `store_tile` has. Where a map takes the
    element, that is read from the `slot` in which `fetch_chains` has put the
    lane's elements, and elements beside them from `around`, as `load_chains`
    does, along `inputWalk`.

    With `stretch`, they lie as `fetch_stretch` says, with an origin for each
    base: `steps`, `exist` and `width`, then the lane's first element at `at`,
    `pitch` and `pad`, as `load_chains` has them, which also says where the map
    finds its elements. All lanes of the warp put their outputs to its slot
    `staging` first, one array after another: in the place of the elements that
    `fetch_stretch` put there.

    Constraints:
    - (C1) there is at least one row, and one item
    - (C2) each field is a type that memory can hold
    - (C3) there is one base, or one for each field, and a place for each base of each row
    - (C4) there is one output field per state value, unless there is a map
    - (C5) the values are `rows` groups of one vector per state value, twice as many where the map takes both states
    - (C6) the walks are what a `prefix.walk` gives, of a domain whose chains lie side by side
    - (C7) `through` names a map, and there are a slot, a walk and `element` where it takes the element
    - (C8) `stretch` has none, or six, and with these there are `packed`, `staging` and an origin for each base
    - (C9) what is `whole` is no `stretch`, and not `longer`
  }];
  let arguments = (ins Variadic<AnyType>:$values,
      Variadic<Prefix_GlobalPointer>:$bases, Variadic<I64>:$places, I64:$step,
      I32:$chains, Prefix_WalkType:$walk, UnitAttr:$longer, UnitAttr:$whole,
      UnitAttr:$streamed,
      Variadic<I64>:$origins, Variadic<I32>:$stretch, Optional<I1>:$packed,
      Optional<Prefix_SharedPointer>:$staging,
      OptionalAttr<FlatSymbolRefAttr>:$map,
      Optional<Prefix_SharedPointer>:$slot,
      Optional<Prefix_WalkType>:$inputWalk, OptionalAttr<TypeArrayAttr>:$element,
      Variadic<Prefix_GlobalPointer>:$around, Variadic<I64>:$aroundPlaces,
      TypeArrayAttr:$state, TypeArrayAttr:$output, I64Attr:$rows, I64Attr:$items);
  let assemblyFormat = [{
    $values `to` $bases `at` `(` $places `)` `[` $step `]` `chains` $chains
    `along` $walk (`longer` $longer^)? (`whole` $whole^)? (`streamed` $streamed^)?
    (`from` `(` $origins^ `)` `stretch` `(` $stretch `)` `packed` $packed `staging` $staging)?
    (`through` $map^ (`of` $slot^ `along` $inputWalk `element` $element
      (`around` $around^ `at` `(` $aroundPlaces `)`)?)?)?
    `rows` $rows `items` $items `state` $state `output` $output attr-dict `:` type($values)
  }];
  let hasVerifier = 1;
}

def Prefix_StartAcrossOp : Prefix_Op<"start_across", [
    MemoryEffects<[MemRead]>]> {
  let summary = "the states that a lane's chains start from";
  let description = [{
    Of the `rows` chains of a lane, of which the first `chains` exist, the states
    at `initial`, at a place for each chain, counted in states. Where that is
    null, `init`, or else the identity, which is also what a chain has that does
    not exist.

    Constraints:
    - (C1) there is at least one row, and a place for each
    - (C2) `init`, if there is one, has a value per state value, of its type
    - (C3) the results are a state for each row
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Prefix_GlobalPointer:$initial,
      Variadic<I64>:$places, I32:$chains, OptionalAttr<ArrayAttr>:$init);
  let results = (outs Variadic<AnyType>:$states);
  let assemblyFormat = [{
    $monoid `initial` $initial `at` `(` $places `)` `chains` $chains
    (`init` $init^)? attr-dict `:` type($states)
  }];
  let hasVerifier = 1;
}

def Prefix_EndAcrossOp : Prefix_Op<"end_across", [
    MemoryEffects<[MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "the states that a lane's chains end in, to memory";
  let description = [{
    The counterpart of `start_across`: of the chains that exist, the states go to
    `final`, unless that is null.

    Constraints:
    - (C1) there is at least one row, and a place for each
    - (C2) the values are a state for each row
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Variadic<AnyType>:$states,
      Prefix_GlobalPointer:$final, Variadic<I64>:$places, I32:$chains);
  let assemblyFormat = [{
    $monoid $states `to` $final `at` `(` $places `)` `chains` $chains
    attr-dict `:` type($states)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// What tiles of chains tell each other
//===----------------------------------------------------------------------===//

// Entries lie in a region of the workspace, `count` states from byte `at` on;
// those of a tile are some of them, a state for each chain. Tiles are drawn, and
// have numbers from 0 on (`prefix.entries`).

def Prefix_PostAcrossOp : Prefix_Op<"post_across", [MemoryEffects<[MemWrite]>]> {
  let summary = "posts states of a lane's chains for tiles that come later";
  let description = [{
    A state for each of the lane's chains, the first at `index` and each next one
    32 further, for those who wait for what tile `tile` posts. For those who look
    back it is what some tiles up to this one make or, where it is `whole`, what
    all from the first on make; the latter comes in the place of the former. A
    whole is there before what the thread stores behind it.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) the values are states, one at least
    - (C3) the region begins at a multiple of 16 bytes, and has a state
  }];
  let arguments = (ins Variadic<AnyType>:$states, Prefix_EntriesType:$entries,
      I64:$tile, I32:$index, UnitAttr:$whole, I64Attr:$at, I64Attr:$count);
  let assemblyFormat = [{
    (`whole` $whole^)? $states `to` $entries `[` $index `]` `of` $tile `at` $at `count` $count
    attr-dict `:` type($states)
  }];
  let hasVerifier = 1;
}

def Prefix_GatherAcrossOp : Prefix_Op<"gather_across", [
    MemoryEffects<[MemRead]>, SameVariadicOperandSize]> {
  let summary = "waits for what other tiles have posted of a lane's chains";
  let description = [{
    Of each of `tiles` for which `exist` holds, waits for the states of `rows`
    chains, the first of the first tile at `index`, each tile's `apart` further
    and each chain's 32 further. Gives them tile after tile, and the identity
    where there is none. With `eager`, the entries of all tiles are in the region,
    whether they `exist` or not, and are asked for at once. Otherwise whoever
    waits asks for no more than it needs, and for some of that later.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) there is a tile at least, and a row
    - (C3) the results are `rows` states for each tile
    - (C4) the region begins at a multiple of 16 bytes, and has a state
  }];
  let arguments = (ins Prefix_EntriesType:$entries, Variadic<I64>:$tiles,
      I32:$index, Variadic<I1>:$exist, I64Attr:$apart, UnitAttr:$eager,
      I64Attr:$at, I64Attr:$count, I64Attr:$rows);
  let results = (outs Variadic<AnyType>:$states);
  let assemblyFormat = [{
    $entries `[` $index `apart` $apart `]` `of` $tiles `if` $exist
    (`eager` $eager^)? `at` $at `count` $count `rows` $rows attr-dict
    `:` type($states)
  }];
  let hasVerifier = 1;
}

def Prefix_LookAcrossOp : Prefix_Op<"look_across", [
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments]> {
  let summary = "looks back for what comes before a lane's chains";
  let description = [{
    `tiles` follow each other, and each posts what those since the one before it
    make, or all from the first on (`prefix.post_across whole`). Waits until those
    for which `exist` holds have posted, and until one of them has posted a whole,
    unless `reaches` says that they are all that there are. Gives for each of the
    `rows` chains the last whole, joined with what those behind it have posted;
    without one, `start` is what comes before all.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) there is a tile at least, a row, and an index and a condition for each tile
    - (C3) the start and the results are a state for each row
    - (C4) the region begins at a multiple of 16 bytes, and has a state
  }];
  let arguments = (ins Prefix_EntriesType:$entries, Variadic<I64>:$tiles,
      Variadic<I32>:$indices, Variadic<I1>:$exist, I1:$reaches,
      Variadic<AnyType>:$start, I64Attr:$at, I64Attr:$count);
  let results = (outs Variadic<AnyType>:$states);
  let assemblyFormat = [{
    $entries `[` $indices `]` `of` $tiles `if` $exist `reaching` $reaches
    `from` `(` $start `)` `at` $at `count` $count attr-dict `:` type($start)
    `->` type($states)
  }];
  let hasVerifier = 1;
}

def Prefix_MarkTileOp : Prefix_Op<"mark_tile", [MemoryEffects<[MemWrite]>]> {
  let summary = "says from which tile on a block may still wait for entries";
  let description = [{
    By one thread of the block, whose mark is `index` of those from byte `at` of
    the workspace on. Before it draws its first tile, a block marks tile 0 as its
    `first`; what it draws after that is ordered behind. From then on, it marks
    the next of its tiles whenever it waits for a tile's no more. A tile that it
    marks comes before the last one of the launch or is that.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) the marks begin at a multiple of 8 bytes
  }];
  let arguments = (ins Prefix_EntriesType:$entries, I64:$tile, I32:$index,
      UnitAttr:$first, I64Attr:$at);
  let assemblyFormat = [{
    (`first` $first^)? $entries `[` $index `]` `of` $tile `at` $at attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_AwaitMarksOp : Prefix_Op<"await_marks", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until no block waits for the entries of early tiles";
  let description = [{
    By all lanes of a warp: until each of `blocks` has marked tile `tile` or a
    later one, or has not begun, and then begins behind what is drawn. Gives the
    earliest tile that a block has marked, or how many tiles were drawn, if that is
    less: a block that has marked none draws later ones. What the warp stores behind
    it comes after what those who have marked these tiles loaded before.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) the marks begin at a multiple of 8 bytes
  }];
  let arguments = (ins Prefix_EntriesType:$entries, I64:$tile, I32:$blocks,
      I64Attr:$at);
  let results = (outs I64:$earliest);
  let assemblyFormat = [{
    $entries `up` `to` $tile `of` $blocks `at` $at attr-dict
  }];
  let hasVerifier = 1;
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXACROSSOPS_TD
