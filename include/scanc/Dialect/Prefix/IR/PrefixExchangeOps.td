//===- PrefixExchangeOps.td - How warps and blocks meet ----*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the kernel phase by which the warps of a block hand tiles to each
// other, and the blocks of a launch their totals. `prefix-lower-exchange` turns
// them into mbarriers, addresses and atomics.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXEXCHANGEOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXEXCHANGEOPS_TD

include "scanc/Dialect/Prefix/IR/PrefixOps.td"

class Prefix_PointerTo<int space, string where>
    : Type<CPred<"::scanc::prefix::isPointerTo($_self, " # space # ")">,
           "pointer to " # where # " memory", "::mlir::LLVM::LLVMPointerType">,
      BuildableType<"::scanc::prefix::pointerTo($_builder.getContext(), " # space # ")">;
def Prefix_GlobalPointer : Prefix_PointerTo<1, "global">;
def Prefix_SharedPointer : Prefix_PointerTo<3, "shared">;
def Prefix_Pointer : AnyTypeOf<[Prefix_GlobalPointer, Prefix_SharedPointer]>;

//===----------------------------------------------------------------------===//
// Who executes
//===----------------------------------------------------------------------===//

class Prefix_WhoOp<string mnemonic, string who>
    : Prefix_Op<mnemonic, [Pure]> {
  let summary = "the number of the executing " # who;
  let results = (outs I32:$number);
  let assemblyFormat = "attr-dict";
}

def Prefix_ThreadOp : Prefix_WhoOp<"thread", "thread in its block">;
def Prefix_WarpOp : Prefix_WhoOp<"warp", "warp in its block">;
def Prefix_LaneOp : Prefix_WhoOp<"lane", "lane in its warp">;

def Prefix_FirstLaneOp : Prefix_Op<"first_lane", [Pure]> {
  let summary = "whether the executing lane is the first of its warp";
  let results = (outs I1:$holds);
  let assemblyFormat = "attr-dict";
}

def Prefix_BlockIndexOp : Prefix_Op<"block", [Pure]> {
  let summary = "the number of the executing block";
  let results = (outs I64:$number);
  let assemblyFormat = "attr-dict";
}

// Read anew where it is asked for: it is not worth a register.

def Prefix_LaunchNumberOp : Prefix_Op<"launch_number"> {
  let summary = "the number of the launch";
  let description = [{
    Another for each launch, but for replays of one graph.
  }];
  let results = (outs I32:$number);
  let assemblyFormat = "attr-dict";
}

def Prefix_MemberOp : Prefix_Op<"member"> {
  let summary = "which group of a role a thread is in, and where in it";
  let description = [{
    Of the groups of `warps` warps from warp `first` of the block on: the number
    of the thread's group, and those of its warp and of itself in the group.

    With `anew`, words of shared memory whose upper bits are 0, the numbers are
    other ones each time as far as the compiler can see, which computes nothing
    in advance then; there is one group.

    Constraints:
    - (C1) `first` is not negative, and there is at least one warp
    - (C2) the words are i32 and what a `prefix.words` gives
  }];
  let arguments = (ins I64Attr:$first, I64Attr:$warps,
      Optional<Prefix_WordsType>:$anew);
  let results = (outs I32:$group, I32:$warp, I32:$thread);
  let assemblyFormat = "`from` $first `warps` $warps (`anew` $anew^ `:` type($anew))? attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Which elements are whose
//===----------------------------------------------------------------------===//

def Prefix_CyclesBeforeLastOp : Prefix_Op<"cycles_before_last", [Pure]> {
  let summary = "how many whole cycles come before the last one";
  let description = [{
    Of cycles of at most `longest` elements each (at least one).
  }];
  let arguments = (ins I64:$length, I64:$longest);
  let results = (outs I64:$cycles);
  let assemblyFormat = "$length `longest` $longest attr-dict";
}

def Prefix_PiecesOp : Prefix_Op<"pieces", [Pure]> {
  let summary = "how many pieces the runs of a launch have";
  let description = [{
    The fewest of at most `most` with which `tiles` tiles hold `elements`
    elements, in pieces of `size` elements for each of `threads` threads: an odd
    number or all or, without `looped`, one or all.

    Constraints:
    - (C1) `most`, `size` and `threads` are at least 1
  }];
  let arguments = (ins I64:$elements, I64:$tiles, I64Attr:$most, I64Attr:$size,
      I64Attr:$threads, UnitAttr:$looped);
  let results = (outs I32:$pieces);
  let assemblyFormat = [{
    $elements `in` $tiles `most` $most `size` $size `threads` $threads (`looped` $looped^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_TileLengthOp : Prefix_Op<"tile_length", [Pure]> {
  let summary = "how long the tiles of a launch are";
  let description = [{
    The least multiple of `granule` elements of which `tiles` tiles hold all
    `length` elements, if at most `most` granules are enough. With `pieces`, a
    granule is as many times as long.

    Constraints:
    - (C1) `granule` and `most` are at least 1
  }];
  let arguments = (ins I64:$length, I64:$tiles, Optional<I32>:$pieces,
      I64Attr:$granule, I64Attr:$most);
  let results = (outs I64:$elements);
  let assemblyFormat = [{
    $length `in` $tiles `granule` $granule (`pieces` $pieces^)? `most` $most attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_OwnTilesOp : Prefix_Op<"own_tiles", [Pure]> {
  let summary = "how many tiles of a launch are a block's";
  let description = [{
    Of `blocks` blocks, over `length` elements in tiles of `tile`: one in each
    of `before` cycles and, for those for which there is one, in the last.
  }];
  let arguments = (ins I64:$before, I64:$block, I64:$blocks, I64:$tile,
      I64:$length);
  let results = (outs I32:$tiles);
  let assemblyFormat = [{
    `of` $block `in` $blocks `before_last` $before `tile` $tile `length` $length attr-dict
  }];
}

def Prefix_TileOp : Prefix_Op<"tile", [Pure]> {
  let summary = "a tile of a walk";
  let description = [{
    Tile `index` of tiles of `length` elements, the last of which can be
    shorter: the number of its first element in the walk, how many elements it
    has, and where in memory they begin, counted in elements. They lie side by
    side.

    Constraints:
    - (C1) the walk is what a `prefix.walk` gives, of a domain whose elements lie side by side
  }];
  let arguments = (ins Prefix_WalkType:$walk, I64:$index, I64:$length);
  let results = (outs I64:$first, I64:$elements, I64:$start);
  let assemblyFormat = "$walk `[` $index `]` `length` $length attr-dict";
  let hasVerifier = 1;
}

def Prefix_RunElementsOp : Prefix_Op<"run_elements", [Pure]> {
  let summary = "how many elements of a tile come behind a thread's first one";
  let description = [{
    That one included; none where the tile has none for the thread, whose run is
    of `run` elements.
  }];
  let arguments = (ins I32:$elements, I32:$thread, I32:$run);
  let results = (outs I32:$count);
  let assemblyFormat = "$elements `of` $thread `run` $run attr-dict";
}

def Prefix_WarpStartOp : Prefix_Op<"warp_start", [Pure]> {
  let summary = "the first element of a warp's runs in a tile";
  let description = "Of runs of `run` elements, one for each lane.";
  let arguments = (ins I32:$warp, I32:$run);
  let results = (outs I64:$element);
  let assemblyFormat = "$warp `run` $run attr-dict";
}

//===----------------------------------------------------------------------===//
// What a block keeps in shared memory
//===----------------------------------------------------------------------===//

// The array's name is for those who read the kernel.
class Prefix_SharedArrayOp<string mnemonic, TypeDef type>
    : Prefix_Op<mnemonic, [Pure,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let results = (outs type:$array);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The bytes of dynamic shared memory that it takes: for each array, from
    /// where and how many.
    ::llvm::SmallVector<std::pair<int64_t, int64_t>> getExtents();
  }];
}

def Prefix_BarriersOp : Prefix_SharedArrayOp<"barriers", Prefix_BarriersType> {
  let summary = "mbarriers in shared memory";
  let description = [{
    `count` mbarriers of 8 bytes, from byte `offset` of dynamic shared memory
    on.

    ```mlir
    %full = prefix.barriers "full" at 49152 count 4
    ```

    Constraints:
    - (C1) `offset` is a multiple of 8 and not negative, and `count` is at least 1
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$offset, I64Attr:$count);
  let assemblyFormat = "$name `at` $offset `count` $count attr-dict";
}

def Prefix_WordsOp : Prefix_SharedArrayOp<"words", Prefix_WordsType> {
  let summary = "integers in shared memory";
  let description = [{
    `count` integers, from byte `offset` of dynamic shared memory on.

    ```mlir
    %lengths = prefix.words "lengths" at 50000 count 4 : !prefix.words<i32>
    ```

    Constraints:
    - (C1) `offset` is a multiple of the integer's size and not negative, and `count` is at least 1
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$offset, I64Attr:$count);
  let assemblyFormat = "$name `at` $offset `count` $count attr-dict `:` type($array)";
}

def Prefix_StatesOp : Prefix_SharedArrayOp<"states", Prefix_StatesType> {
  let summary = "states of a monoid in shared memory";
  let description = [{
    `count` states. Each of a state's values has an array of its own: that of
    value `v` lies from byte `offsets[v]` of dynamic shared memory on.

    ```mlir
    %seeds = prefix.states "seeds" of @add at [50016] count 4
    ```

    Constraints:
    - (C1) there is an offset for each value of a state
    - (C2) each is a multiple of the value's size and not negative, and `count` is at least 1
  }];
  let arguments = (ins StrAttr:$name, FlatSymbolRefAttr:$monoid,
      DenseI64ArrayAttr:$offsets, I64Attr:$count);
  let assemblyFormat = "$name `of` $monoid `at` $offsets `count` $count attr-dict";
}

def Prefix_SlotsOp : Prefix_SharedArrayOp<"slots", Prefix_SlotsType> {
  let summary = "places for tiles in shared memory";
  let description = [{
    `count` slots of `bytes` bytes each, from byte `offset` of dynamic shared
    memory on. Tiles take them in turn: a ring.

    ```mlir
    %ring = prefix.slots "ring" at 0 count 4 bytes 12288
    ```

    Constraints:
    - (C1) `offset` and `bytes` are multiples of 16, what bulk copies move, `offset` is not negative, and `bytes` and `count` are at least 1
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$offset, I64Attr:$count,
      I64Attr:$bytes);
  let assemblyFormat = "$name `at` $offset `count` $count `bytes` $bytes attr-dict";
}

def Prefix_SlotOp : Prefix_Op<"slot", [Pure]> {
  let summary = "a slot's address";
  let description = [{
    Byte `byte` of slot `index`.

    Constraints:
    - (C1) `byte` is in a slot
    - (C2) the slots are what a `prefix.slots` gives
  }];
  let arguments = (ins Prefix_SlotsType:$slots, I32:$index, I64Attr:$byte);
  let results = (outs Prefix_SharedPointer:$address);
  let assemblyFormat = "$slots `[` $index `]` `byte` $byte attr-dict";
  let hasVerifier = 1;
}

def Prefix_NextSlotOp : Prefix_Op<"next_slot", [Pure]> {
  let summary = "where a role is after so many tiles";
  let description = [{
    Tile `tile` of the block's is in slot `slot`, whose use of it has parity
    `parity`; gives the same of the tile `step` further, at most as many as
    there are slots.

    Constraints:
    - (C1) the slots are what a `prefix.slots` gives
  }];
  let arguments = (ins Prefix_SlotsType:$slots, I32:$tile, I32:$slot,
      I32:$parity, I32:$step);
  let results = (outs I32:$nextTile, I32:$nextSlot, I32:$nextParity);
  let assemblyFormat = "$slots `(` $tile `,` $slot `,` $parity `)` `step` $step attr-dict";
  let hasVerifier = 1;
}

def Prefix_LoadStateOp : Prefix_Op<"load_state", [MemoryEffects<[MemRead]>]> {
  let summary = "a state from shared memory";
  let description = [{
    Constraints:
    - (C1) the states are what a `prefix.states` gives
    - (C2) the results are a state
  }];
  let arguments = (ins Prefix_StatesType:$states, I32:$index);
  let results = (outs Variadic<AnyType>:$state);
  let assemblyFormat = "$states `[` $index `]` attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Prefix_StoreStateOp : Prefix_Op<"store_state", [MemoryEffects<[MemWrite]>]> {
  let summary = "a state to shared memory";
  let description = "Constraints: as `load_state`, of what is stored.";
  let arguments = (ins Variadic<AnyType>:$state, Prefix_StatesType:$states,
      I32:$index);
  let assemblyFormat = "$state `to` $states `[` $index `]` attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Prefix_LoadWordOp : Prefix_Op<"load_word", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "an integer from shared memory";
  let description = [{
    A barrier orders it. With `relaxed`, it is atomic in the block and orders
    nothing. A result of more bits has zeros above those of the word.

    Constraints:
    - (C1) the words are what a `prefix.words` gives, and have no more bits than the result
  }];
  let arguments = (ins Prefix_WordsType:$words, I32:$index, UnitAttr:$relaxed);
  let results = (outs AnySignlessInteger:$word);
  let assemblyFormat = "$words `[` $index `]` (`relaxed` $relaxed^)? attr-dict `:` type($word) `in` type($words)";
  let hasVerifier = 1;
}

def Prefix_WordIsOp : Prefix_Op<"word_is", [MemoryEffects<[MemRead]>]> {
  let summary = "whether an integer in shared memory is a certain number";
  let description = [{
    Constraints:
    - (C1) the words are what a `prefix.words` gives
  }];
  let arguments = (ins Prefix_WordsType:$words, I32:$index, I64Attr:$number);
  let results = (outs I1:$holds);
  let assemblyFormat = "$words `[` $index `]` $number attr-dict `:` type($words)";
  let hasVerifier = 1;
}

def Prefix_StoreWordOp : Prefix_Op<"store_word", [MemoryEffects<[MemWrite]>]> {
  let summary = "an integer to shared memory";
  let description = [{
    What has more bits loses those above the word's.

    Constraints: as `load_word`, of what is stored.
  }];
  let arguments = (ins AnySignlessInteger:$word, Prefix_WordsType:$words,
      I32:$index, UnitAttr:$relaxed);
  let assemblyFormat = "$word `to` $words `[` $index `]` (`relaxed` $relaxed^)? attr-dict `:` type($word) `to` type($words)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// How warps wait for each other
//===----------------------------------------------------------------------===//

def Prefix_RolesOp : Prefix_Op<"roles", [
    RecursiveMemoryEffects, NoRegionArguments, NoTerminator]> {
  let summary = "what each warp of a block does";
  let description = [{
    The warps of a block have roles: the first ones execute the first region,
    and so on.

    ```mlir
    prefix.roles "loader" 1 {
      ...
    } "scanners" 8 {
      ...
    }
    ```

    Constraints:
    - (C1) there is at least one role, and a name, a count and a region for each; each has at least one warp
    - (C2) the warps of all roles are those of the kernel around the op
  }];
  let arguments = (ins StrArrayAttr:$names, DenseI64ArrayAttr:$warps);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let assemblyFormat = "custom<Roles>($names, $warps, $bodies) attr-dict";
  let hasVerifier = 1;
}

def Prefix_InitBarriersOp : Prefix_Op<"init_barriers", [MemoryEffects<[MemWrite]>]> {
  let summary = "readies mbarriers for their first phase";
  let description = [{
    By one thread. Each phase is complete after `arrivals` releases.

    Constraints:
    - (C1) the barriers are what a `prefix.barriers` gives
    - (C2) there is at least one arrival
  }];
  let arguments = (ins Prefix_BarriersType:$barriers, I64Attr:$arrivals);
  let assemblyFormat = "$barriers `arrivals` $arrivals attr-dict";
  let hasVerifier = 1;
}

def Prefix_ReleaseOp : Prefix_Op<"release", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "arrives at an mbarrier";
  let description = [{
    What the thread has done before happens before what comes behind an
    `acquire` of the phase that this completes. With `bytes`, the phase also
    waits for so many bytes of bulk copies.

    Constraints:
    - (C1) the barriers are what a `prefix.barriers` gives
  }];
  let arguments = (ins Prefix_BarriersType:$barriers, I32:$index,
      Optional<I32>:$bytes);
  let assemblyFormat = "$barriers `[` $index `]` (`expecting` $bytes^)? attr-dict";
  let hasVerifier = 1;
}

def Prefix_AcquireOp : Prefix_Op<"acquire", [
    MemoryEffects<[MemRead, MemWrite]>, NoRegionArguments, NoTerminator]> {
  let summary = "waits for a phase of an mbarrier";
  let description = [{
    Waits for the phase of that parity (0 or 1) to complete. With `meanwhile`,
    does what the region holds before each look but the first.

    With `paces`, nothing but time depends on the wait: the right values come
    out without it, too.

    Constraints:
    - (C1) the barriers are what a `prefix.barriers` gives
    - (C2) a wait that `paces` does nothing meanwhile
  }];
  let arguments = (ins Prefix_BarriersType:$barriers, I32:$index, I32:$parity,
      UnitAttr:$paces);
  let regions = (region MaxSizedRegion<1>:$meanwhile);
  let assemblyFormat = [{
    $barriers `[` $index `]` `parity` $parity (`paces` $paces^)?
    (`meanwhile` $meanwhile^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_GiveUpOp : Prefix_Op<"give_up", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ends a role if its block does not go on normally";
  let description = [{
    What a role does while it waits: if `mode` is other than 0 and `tile` is not
    one of the first `early`, which come in any case, the thread releases `left`
    and ends. With `leader`, that one alone releases, for its warp.

    Constraints:
    - (C1) `mode` is what a `prefix.words` gives, of i32, and `left` what a `prefix.barriers` gives
  }];
  let arguments = (ins Prefix_WordsType:$mode, Prefix_BarriersType:$left,
      I32:$tile, I64Attr:$early, Optional<I1>:$leader);
  let assemblyFormat = [{
    $mode `:` type($mode) `leaving` $left `tile` $tile `early` $early (`leader` $leader^)? attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tiles between memory and slots
//===----------------------------------------------------------------------===//

def Prefix_OffsetOp : Prefix_Op<"offset", [Pure, AllTypesMatch<["base", "address"]>]> {
  let summary = "so many bytes behind an address";
  let arguments = (ins Prefix_Pointer:$base, AnySignlessInteger:$bytes);
  let results = (outs Prefix_Pointer:$address);
  let assemblyFormat = "$base `by` $bytes attr-dict `:` type($base) `,` type($bytes)";
}

def Prefix_RoundDownOp : Prefix_Op<"round_down", [Pure]> {
  let summary = "the last address up to one that bulk copies can begin at";
  let arguments = (ins Prefix_GlobalPointer:$base);
  let results = (outs Prefix_GlobalPointer:$address);
  let assemblyFormat = "$base attr-dict";
}

def Prefix_StretchOp : Prefix_Op<"stretch", [Pure]> {
  let summary = "where a tile lies in an array";
  let description = [{
    The address of element `start` of the array at `base`, of `size` bytes each,
    and how many bytes of `elements` elements bulk copies can move: whole units
    of 16 bytes from the address on, or nothing where it is not a multiple of
    16. With `backward`, the tile's last byte is what has to be aligned with:
    where the length is not a multiple of 16 bytes, nothing can be moved so.

    Constraints:
    - (C1) `size` is at least 1
  }];
  let arguments = (ins Prefix_GlobalPointer:$base, I64:$start, I64:$elements,
      I64Attr:$size, UnitAttr:$backward);
  let results = (outs Prefix_GlobalPointer:$address, I32:$bulk);
  let assemblyFormat = [{
    $base `[` $start `]` `elements` $elements `size` $size (`backward` $backward^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_CopyInOp : Prefix_Op<"copy_in", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "starts a bulk copy into a slot";
  let description = [{
    Copies `bytes` bytes, a multiple of 16, between addresses that are multiples
    of 16. The barrier's phase has been told to expect them. `policy` says what
    the L2 cache is to evict.

    Constraints:
    - (C1) the barriers are what a `prefix.barriers` gives
  }];
  let arguments = (ins I32:$bytes, Prefix_GlobalPointer:$source,
      Prefix_SharedPointer:$target, Prefix_BarriersType:$barriers, I32:$index,
      Optional<I64>:$policy);
  let assemblyFormat = [{
    $bytes `from` $source `to` $target `releasing` $barriers `[` $index `]` (`policy` $policy^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Prefix_CopyRestOp : Prefix_Op<"copy_rest", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "copies what bulk copies leave of a tile";
  let description = [{
    The threads of a group copy what is left behind the first `bulk` bytes of
    `elements` elements of `size` bytes, `unit` bytes at a time. `thread` is the
    number of the executing one of `threads`. With `barrier`, the group meets
    there if anything was left.

    Constraints:
    - (C1) `unit` is 1, 2, 4 or 8, `size` is a multiple of it, and there is at least one thread
    - (C2) one address is global, the other shared
  }];
  let arguments = (ins Prefix_Pointer:$target, Prefix_Pointer:$source,
      I32:$bulk, I64:$elements, I32:$thread, Optional<I32>:$barrier,
      I64Attr:$threads, I64Attr:$size, I64Attr:$unit);
  let assemblyFormat = [{
    `to` $target `from` $source `behind` $bulk `elements` $elements `size` $size `unit` $unit
    `by` $thread `of` $threads (`meeting` $barrier^)? attr-dict `:` type($target) `,` type($source)
  }];
  let hasVerifier = 1;
}

def Prefix_FillOp : Prefix_Op<"fill", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "copies of an element behind a tile's last one";
  let description = [{
    Where the `elements` elements of the tile at `tile` are no whole runs of
    `run`, the threads of a group copy the first one, of `size` bytes, to the
    places that the last run lacks, behind the tile or, with `backward`, in
    front of it, `unit` bytes at a time.

    Constraints:
    - (C1) as `copy_rest`
  }];
  let arguments = (ins Prefix_SharedPointer:$tile, I64:$elements, I32:$run,
      I32:$thread, I64Attr:$threads, I64Attr:$size, I64Attr:$unit,
      UnitAttr:$backward);
  let assemblyFormat = [{
    $tile `elements` $elements `run` $run `size` $size `unit` $unit
    `by` $thread `of` $threads (`backward` $backward^)? attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// What blocks tell each other
//===----------------------------------------------------------------------===//

def Prefix_LoadRelaxedOp : Prefix_Op<"load_relaxed", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "an integer of the workspace";
  let description = "An atomic load of device scope, which orders nothing.";
  let arguments = (ins Prefix_GlobalPointer:$base, I64Attr:$byte);
  let results = (outs AnySignlessInteger:$value);
  let assemblyFormat = "$base `byte` $byte attr-dict `:` type($value)";
}

def Prefix_StoreRelaxedOp : Prefix_Op<"store_relaxed", [MemoryEffects<[MemWrite]>]> {
  let summary = "an integer to the workspace";
  let description = "An atomic store of device scope, which orders nothing.";
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
    - (C3) there is a result for `cuts` where they are given
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
