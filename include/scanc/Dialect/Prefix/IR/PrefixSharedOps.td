//===- PrefixSharedOps.td - How warps hand tiles on --------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the kernel phase by which the warps of a block hand tiles to each
// other, through shared memory. `prefix-lower-exchange` turns them into
// addresses, mbarriers and copies.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXSHAREDOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXSHAREDOPS_TD

include "scanc/Dialect/Prefix/IR/PrefixDivisionOps.td"

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
    - (C1) `offset` is a multiple of 8 and not negative, `count` is at least 1, and the end at most 2^30
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
    - (C1) `offset` is a multiple of the integer's size and not negative, `count` is at least 1, and the end at most 2^30
    - (C2) the integers are i8, i16, i32 or i64
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
    - (C2) each is a multiple of the size of the value, which memory can hold, and not negative, `count` is at least 1, and the ends at most 2^30
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
    - (C1) `offset` and `bytes` are multiples of 16, what bulk copies move, `offset` is not negative, `bytes` and `count` are at least 1, and the end is at most 2^30
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
    - (C2) the warps of all roles are those of the kernel around the op, whose blocks have one dimension
    - (C3) no op in a region is a terminator
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
    - (C2) there are 1 to 2^20 - 1 arrivals
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
    - (C3) no op in the region is a terminator
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
// What the blocks of a cluster tell each other
//===----------------------------------------------------------------------===//

// Words of 8 bytes in the shared memory of the block that is told: a tag of 32
// bits, and below it a part of what is told. The tag says that the part is
// there, so nothing else has to be ordered.

def Prefix_TellOp : Prefix_Op<"tell", [MemoryEffects<[MemWrite]>]> {
  let summary = "tells a block of the cluster some parts";
  let description = [{
    To the words of the block with rank `rank` in the cluster, which may be the
    own one: the first part to word `index`, each next one `apart` words further,
    with the tag. No access is ordered by it.

    Constraints:
    - (C1) the words are what a `prefix.words` gives, of i64
    - (C2) there is a part at least
  }];
  let arguments = (ins Variadic<I32>:$parts, Prefix_WordsType:$words, I32:$index,
      I32:$rank, I32:$tag, I64Attr:$apart);
  let assemblyFormat = [{
    $parts `to` $words `[` $index `apart` $apart `]` `of` $rank `tag` $tag
    attr-dict `:` type($words)
  }];
  let hasVerifier = 1;
}

def Prefix_HearOp : Prefix_Op<"hear", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "waits for what blocks of the cluster tell";
  let description = [{
    Waits until, of each of `indices` for which `exist` holds, the own block was
    told `each` parts with the tag, as `tell` puts them there. Gives the parts of
    one after another; of those that do not exist, any.

    Constraints:
    - (C1) the words are what a `prefix.words` gives, of i64
    - (C2) there is an index at least, and whether it exists for each
    - (C3) there are `each` parts for each index, one at least
  }];
  let arguments = (ins Prefix_WordsType:$words, Variadic<I32>:$indices,
      Variadic<I1>:$exist, I32:$tag, I64Attr:$apart, I64Attr:$each);
  let results = (outs Variadic<I32>:$parts);
  let assemblyFormat = [{
    $words `[` $indices `apart` $apart `]` `if` $exist `tag` $tag `parts` $each
    attr-dict `:` type($words) `->` type($parts)
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

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXSHAREDOPS_TD
