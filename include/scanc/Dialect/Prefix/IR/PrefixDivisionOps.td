//===- PrefixDivisionOps.td - Who does what ----------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the kernel phase that say who executes, and which elements are whose.
// `prefix-lower-exchange` turns them into arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXDIVISIONOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXDIVISIONOPS_TD

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

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXDIVISIONOPS_TD
