//===- PrefixExchangeOps.td - How blocks meet --------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the kernel phase by which the blocks of a launch tell each other their
// totals, through the workspace. `prefix-lower-exchange` turns them into
// atomics.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXEXCHANGEOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXEXCHANGEOPS_TD

include "scanc/Dialect/Prefix/IR/PrefixSharedOps.td"

//===----------------------------------------------------------------------===//
// What blocks tell each other
//===----------------------------------------------------------------------===//

def Prefix_LoadRelaxedOp : Prefix_Op<"load_relaxed", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "an integer of the workspace";
  let description = [{
    An atomic load of device scope, which orders nothing.

    Constraints:
    - (C1) the integer is an i8, i16, i32 or i64
    - (C2) `byte` is a multiple of its size, not negative, and at most 2^30
  }];
  let hasVerifier = 1;
  let arguments = (ins Prefix_GlobalPointer:$base, I64Attr:$byte);
  let results = (outs AnySignlessInteger:$value);
  let assemblyFormat = "$base `byte` $byte attr-dict `:` type($value)";
}

def Prefix_StoreRelaxedOp : Prefix_Op<"store_relaxed", [MemoryEffects<[MemWrite]>]> {
  let summary = "an integer to the workspace";
  let description = [{
    An atomic store of device scope, which orders nothing.

    Constraints:
    - (C1) the integer is an i8, i16, i32 or i64
    - (C2) `byte` is a multiple of its size, not negative, and at most 2^30
  }];
  let hasVerifier = 1;
  let arguments = (ins AnySignlessInteger:$value, Prefix_GlobalPointer:$base,
      I64Attr:$byte);
  let assemblyFormat = "$value `to` $base `byte` $byte attr-dict `:` type($value)";
}

def Prefix_ExchangeOp : Prefix_Op<"exchange", [Pure]> {
  let summary = "the rows of totals of a launch";
  let description = [{
    Block `i` of a launch posts the total of its tile of a cycle as entry `i` of
    the cycle's row, and every block gathers the row: `perLane` entries for each
    lane of a warp, from lane to lane. `epoch` is what the workspace had as the
    launch began, `launch` the launch's number; both go into the tags of
    entries, so that no other launch's are taken for them.

    Constraints:
    - (C1) there is at least one entry of a lane
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid,
      Prefix_GlobalPointer:$workspace, I32:$epoch, I32:$launch,
      I64Attr:$perLane);
  let results = (outs Prefix_ExchangeType:$exchange);
  let assemblyFormat = "$monoid `in` $workspace `epoch` $epoch `launch` $launch `per_lane` $perLane attr-dict";
  let hasVerifier = 1;
}

def Prefix_EntryOp : Prefix_Op<"entry", [Pure]> {
  let summary = "where a block posts its total, and by what tag";
  let description = [{
    Apart from `post`, so that it can come before a wait.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
  }];
  let arguments = (ins Prefix_ExchangeType:$exchange, I32:$cycle, I32:$block);
  let results = (outs I<128>:$tag, Prefix_GlobalPointer:$address);
  let assemblyFormat = "$exchange `cycle` $cycle `block` $block attr-dict";
  let hasVerifier = 1;
}

def Prefix_PostOp : Prefix_Op<"post", [MemoryEffects<[MemWrite]>]> {
  let summary = "posts a block's total, by one thread";
  let description = [{
    In words of 16 bytes, each with the tag: whoever finds the tag in all words
    has the state. Nothing else is ordered.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
    - (C2) what is posted is a state of its monoid
  }];
  let arguments = (ins Variadic<AnyType>:$state, Prefix_ExchangeType:$exchange,
      I<128>:$tag, Prefix_GlobalPointer:$address);
  let assemblyFormat = "$state `to` $exchange `(` $tag `,` $address `)` attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Prefix_RowOp : Prefix_Op<"row", [Pure]> {
  let summary = "where a lane finds its entries of a row, and by what tag";
  let description = [{
    Of the blocks that have some of `length` elements if each takes `perBlock`.
    The masks have all bits for an entry that exists, or none. Apart from
    `gather`, so that it can come before a wait.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
    - (C2) there is a mask for each entry of a lane
  }];
  let arguments = (ins Prefix_ExchangeType:$exchange, I32:$cycle, I32:$length,
      I32:$perBlock);
  let results = (outs I32:$tag, Prefix_GlobalPointer:$address,
      Variadic<I32>:$masks);
  let assemblyFormat = [{
    $exchange `cycle` $cycle `length` $length `per_block` $perBlock attr-dict `:` type($masks)
  }];
  let hasVerifier = 1;
}

def Prefix_GatherOp : Prefix_Op<"gather", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for a row of totals, by a whole warp";
  let description = [{
    Gives, for each value of a state, a vector of the lane's entries: the
    identity for those that do not exist.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
    - (C2) there is a mask for each entry of a lane
    - (C3) there is a vector of the lane's entries for each value of a state
  }];
  let arguments = (ins Prefix_ExchangeType:$exchange, I32:$tag,
      Prefix_GlobalPointer:$address, Variadic<I32>:$masks);
  let results = (outs Variadic<AnyType>:$totals);
  let assemblyFormat = "$exchange `(` $tag `,` $address `)` `masks` `(` $masks `)` attr-dict `:` type($totals)";
  let hasVerifier = 1;
}

def Prefix_EntriesBelowOp : Prefix_Op<"entries_below", [
    Pure, AttrSizedOperandSegments, AttrSizedResultSegments]> {
  let summary = "the lane's entries of the blocks below one";
  let description = [{
    `totals` as gathered, with the identity in place of the entries of `block`
    and those above. `cuts`, a bit for each entry, lose the same ones.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
    - (C2) `totals` are a vector of the lane's entries for each value of a state, and the results, too
    - (C3) there is a result for `cuts` where they are given, and then a lane has at most 32 entries
  }];
  let arguments = (ins Prefix_ExchangeType:$exchange, I32:$block,
      Variadic<AnyVectorOfAnyRank>:$totals, Optional<I32>:$cuts);
  let results = (outs Variadic<AnyVectorOfAnyRank>:$below,
      Optional<I32>:$cutsBelow);
  let assemblyFormat = [{
    $exchange `block` $block `(` $totals `)` (`cuts` $cuts^ `->` type($cutsBelow))? attr-dict `:` type($totals) `->` type($below)
  }];
  let hasVerifier = 1;
}

// Of a row as `prefix.row` has it.
class Prefix_OfRowOp<string mnemonic> : Prefix_Op<mnemonic, [Pure]> {
  let arguments = (ins Prefix_ExchangeType:$exchange, I32:$block, I32:$length,
      I32:$perBlock);
  let results = (outs I1:$holds);
  let assemblyFormat = "$exchange `block` $block `length` $length `per_block` $perBlock attr-dict";
  let hasVerifier = 1;
}

def Prefix_IsLastEntryOp : Prefix_OfRowOp<"is_last_entry"> {
  let summary = "whether a block posts the last entry of a row";
  let description = [{
    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
  }];
}

def Prefix_MustClearOp : Prefix_OfRowOp<"must_clear"> {
  let summary = "whether a block has to clear the rest of a row";
  let description = [{
    It posts the last entry, and launches on this GPU can have more blocks.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
  }];
}

class Prefix_OfExchangeOp<string mnemonic> : Prefix_Op<mnemonic, [MemoryEffects<[MemWrite]>]> {
  let hasVerifier = 1;
}

def Prefix_ClearBehindOp : Prefix_OfExchangeOp<"clear_behind"> {
  let summary = "clears the entries of a row that no block posts, by a whole warp";
  let description = [{
    Of a row as `prefix.row` has it: those of its blocks without elements.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
  }];
  let arguments = (ins Prefix_ExchangeType:$exchange, I32:$cycle, I32:$length,
      I32:$perBlock);
  let assemblyFormat = "$exchange `cycle` $cycle `length` $length `per_block` $perBlock attr-dict";
}

def Prefix_ClearRowsOp : Prefix_OfExchangeOp<"clear_rows"> {
  let summary = "clears all rows, by a whole warp";
  let description = [{
    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
  }];
  let arguments = (ins Prefix_ExchangeType:$exchange);
  let assemblyFormat = "$exchange attr-dict";
}

def Prefix_StandInCycleOp : Prefix_Op<"stand_in_cycle", [Pure]> {
  let summary = "the cycle whose row of totals a row of those who stand in has";
  let description = [{
    They use rows and tags that no cycle of the launch has had, and half of the
    rows at a time.
  }];
  let arguments = (ins I32:$row);
  let results = (outs I32:$cycle);
  let assemblyFormat = "$row attr-dict";
}

def Prefix_AdvanceOp : Prefix_OfExchangeOp<"advance"> {
  let summary = "adds a launch's cycles to the workspace's epoch";
  let description = [{
    The launch's last act, once every block has read the epoch.

    Constraints:
    - (C1) the exchange is what a `prefix.exchange` gives
  }];
  let arguments = (ins Prefix_ExchangeType:$exchange, I32:$cycles);
  let assemblyFormat = "$exchange `by` $cycles attr-dict";
}

//===----------------------------------------------------------------------===//
// How blocks count themselves
//===----------------------------------------------------------------------===//

def Prefix_CounterOp : Prefix_Op<"counter", [Pure]> {
  let summary = "a count of the blocks of a launch";
  let description = [{
    The count at byte `byte` of the workspace, and what a block adds to it: one,
    and the launch's number, so that the word tells whose count it is.
  }];
  let arguments = (ins Prefix_GlobalPointer:$workspace, I32:$launch,
      I64Attr:$byte);
  let results = (outs Prefix_GlobalPointer:$address, I64:$one);
  let assemblyFormat = "`in` $workspace `byte` $byte `launch` $launch attr-dict";
}

def Prefix_CountOp : Prefix_Op<"count", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "counts the executing block, by one thread";
  let description = [{
    Gives how many have counted themselves before. Where a launch that ended in
    the middle has left a count, that is cleared first.

    With `releases`, what was before that in the thread happens before what
    comes behind a `load_count` that `acquires` and finds it counted. With
    `acquires`, too, also before what comes behind in those that count
    themselves so later.

    Constraints:
    - (C1) what `acquires` also `releases`
  }];
  let arguments = (ins Prefix_GlobalPointer:$address, I64:$one,
      UnitAttr:$releases, UnitAttr:$acquires);
  let results = (outs I32:$before);
  let assemblyFormat = [{
    $one `at` $address (`releases` $releases^)? (`acquires` $acquires^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_LoadCountOp : Prefix_Op<"load_count", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a count, as it is in memory";
  let arguments = (ins Prefix_GlobalPointer:$address, UnitAttr:$acquires);
  let results = (outs I64:$word);
  let assemblyFormat = "$address (`acquires` $acquires^)? attr-dict";
}

def Prefix_CountOfOp : Prefix_Op<"count_of", [Pure]> {
  let summary = "how many blocks a count in memory says there are";
  let description = [{
    With `closed`, how many there were when the count was closed.
  }];
  let arguments = (ins I64:$word, UnitAttr:$closed);
  let results = (outs I32:$count);
  let assemblyFormat = "$word (`closed` $closed^)? attr-dict";
}

def Prefix_IsClosedOp : Prefix_Op<"is_closed", [Pure]> {
  let summary = "whether a count in memory is closed";
  let arguments = (ins I64:$word);
  let results = (outs I1:$closed);
  let assemblyFormat = "$word attr-dict";
}

def Prefix_CloseCountOp : Prefix_Op<"close_count", [
    MemoryEffects<[MemRead, MemWrite]>, SingleBlock]> {
  let summary = "closes a count";
  let description = [{
    Then it is final, and who counts itself later finds out that it has come too
    late. Not if somebody has closed it or the region, which takes what is in
    memory, passes that there is no need any more. `word` was there last. Gives
    what is in memory then.

    Constraints:
    - (C1) the region takes an i64 and passes an i1
  }];
  let arguments = (ins Prefix_GlobalPointer:$address, I64:$word);
  let results = (outs I64:$final);
  let regions = (region SizedRegion<1>:$isOver);
  let assemblyFormat = "$address `from` $word `unless` $isOver attr-dict";
  let hasRegionVerifier = 1;
}

def Prefix_ResetCountOp : Prefix_Op<"reset_count", [MemoryEffects<[MemWrite]>]> {
  let summary = "readies a count for the next launch";
  let description = "That at byte `byte` of the workspace.";
  let arguments = (ins Prefix_GlobalPointer:$workspace, I64Attr:$byte);
  let assemblyFormat = "`in` $workspace `byte` $byte attr-dict";
}

def Prefix_AreAllOp : Prefix_Op<"are_all", [Pure]> {
  let summary = "whether so many blocks are all that have tiles";
  let description = [{
    Of a launch of `blocks` blocks, over `length` elements in tiles of `tile`.
  }];
  let arguments = (ins I32:$count, I64:$blocks, I64:$tile, I64:$length);
  let results = (outs I1:$holds);
  let assemblyFormat = "$count `of` $blocks `tile` $tile `length` $length attr-dict";
}

def Prefix_IsCompleteOp : Prefix_Op<"is_complete", [Pure]> {
  let summary = "whether a count in memory needs no closing any more";
  let description = [{
    All blocks that have tiles have counted themselves before anybody closed the
    count, or the launch has reset it. The launch is as `are_all` has it.
  }];
  let arguments = (ins I64:$word, I64:$blocks, I64:$tile, I64:$length);
  let results = (outs I1:$holds);
  let assemblyFormat = "$word `of` $blocks `tile` $tile `length` $length attr-dict";
}

//===----------------------------------------------------------------------===//
// Tiles that blocks draw
//===----------------------------------------------------------------------===//

def Prefix_EntriesOp : Prefix_Op<"entries", [Pure]> {
  let summary = "the ring of entries of the tiles that a launch draws";
  let description = [{
    Blocks draw tiles from a counter, and each tile has an entry, where its
    total is posted and then the prefix of all up to its end. `perLane` entries
    for each lane of a warp are a look-back's window. `epoch` is what the
    workspace had as the launch began, `launch` the launch's number.

    Constraints:
    - (C1) there is at least one entry of a lane, and their number is a power of two
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid,
      Prefix_GlobalPointer:$workspace, I32:$epoch, I32:$launch,
      I64Attr:$perLane);
  let results = (outs Prefix_EntriesType:$entries);
  let assemblyFormat = "$monoid `in` $workspace `epoch` $epoch `launch` $launch `per_lane` $perLane attr-dict";
  let hasVerifier = 1;
}

class Prefix_OfEntriesOp<string mnemonic, list<MemoryEffect> effects>
    : Prefix_Op<mnemonic, [MemoryEffects<effects>]> {
  let hasVerifier = 1;
}

def Prefix_OpenTilesOp : Prefix_OfEntriesOp<"open_tiles", [MemRead, MemWrite]> {
  let summary = "readies the counter of tiles for this launch";
  let description = [{
    By one thread of each block, before it draws.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
  }];
  let arguments = (ins Prefix_EntriesType:$entries);
  let assemblyFormat = "$entries attr-dict";
}

def Prefix_DrawTileOp : Prefix_OfEntriesOp<"draw_tile", [MemRead, MemWrite]> {
  let summary = "the next tile of the launch";
  let description = [{
    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
  }];
  let arguments = (ins Prefix_EntriesType:$entries);
  let results = (outs I64:$tile);
  let assemblyFormat = "$entries attr-dict";
}

def Prefix_CloseTilesOp : Prefix_OfEntriesOp<"close_tiles", [MemWrite]> {
  let summary = "readies the counter and the epoch for the next launch";
  let description = [{
    By who has drawn the last number. The launch has had `tiles` tiles.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
  }];
  let arguments = (ins Prefix_EntriesType:$entries, I64:$tiles);
  let assemblyFormat = "$entries `tiles` $tiles attr-dict";
}

def Prefix_PostTileOp : Prefix_OfEntriesOp<"post_tile", [MemWrite]> {
  let summary = "posts a tile's total or, with `prefix`, the prefix up to its end";
  let description = [{
    By one thread, which posts all of a tile.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) what is posted is a state of their monoid
  }];
  let arguments = (ins Variadic<AnyType>:$state, UnitAttr:$prefix,
      Prefix_EntriesType:$entries, I64:$tile);
  let assemblyFormat = "(`prefix` $prefix^)? $state `to` $entries `[` $tile `]` attr-dict `:` type($state)";
}

def Prefix_ReadPrefixOp : Prefix_OfEntriesOp<"read_prefix", [MemRead, MemWrite]> {
  let summary = "waits for the prefix of a tile, by one thread";
  let description = [{
    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) the results are a state of their monoid
  }];
  let arguments = (ins Prefix_EntriesType:$entries, I64:$tile);
  let results = (outs Variadic<AnyType>:$state);
  let assemblyFormat = "$entries `[` $tile `]` attr-dict `:` type($state)";
}

def Prefix_AwaitReadersOp : Prefix_OfEntriesOp<"await_readers", [MemRead, MemWrite]> {
  let summary = "waits until nobody needs the entry that a tile overwrites";
  let description = [{
    By a whole warp, whose first lane is to post the tile's total.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
  }];
  let arguments = (ins Prefix_EntriesType:$entries, I64:$tile);
  let assemblyFormat = "$entries `[` $tile `]` attr-dict";
}

def Prefix_LookBackOp : Prefix_OfEntriesOp<"look_back", [MemRead, MemWrite]> {
  let summary = "waits for what comes before a tile, by a whole warp";
  let description = [{
    Waits for a prefix in the window that ends with the tile, and for the totals
    behind it; `start` is the prefix of tile -1. Gives, for each value of a
    state, a vector of the lane's entries, the identity for those that do not
    count.

    Constraints:
    - (C1) the entries are what a `prefix.entries` gives
    - (C2) `start` is a state of their monoid
    - (C3) there is a vector of the lane's entries for each value of a state
  }];
  let arguments = (ins Prefix_EntriesType:$entries, I64:$tile,
      Variadic<AnyType>:$start);
  let results = (outs Variadic<AnyType>:$window);
  let assemblyFormat = "$entries `[` $tile `]` `start` `(` $start `:` type($start) `)` attr-dict `:` type($window)";
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXEXCHANGEOPS_TD
