//===- TileEntries.h - What tiles tell the tiles after them -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks draw tiles from a counter, so that a tile depends only on tiles that a
// block in flight has, and post what others need to know of them:
//
//   workspace:  counter | epoch | word 0 of every entry | word 1 | ...
//   word:       a tag and a part of the state (TaggedWords.h)
//   tag:        lap (14 bits) | launch (16 bits) | kind (2 bits)
//   kind:       1, the state is the tile's total; 2, it is the inclusive
//   prefix,
//               of everything from the beginning to the end of the tile
//
// An entry is valid when all of its words have the tag of the same kind.
//
// *Laps.* The tiles of all launches are numbered through. Tile t of a launch
// has number s = epoch + t, and its entry is slot s mod E of the E = 8 W in the
// ring, lap s / E. Counting is mod 2^32, of which E times 2^14 is a divisor, so
// nothing happens when the epoch wraps. What a slot held before is of the lap
// before, or zero: never this tile's tag. A launch that was stopped leaves the
// epoch as it was, and entries of laps to come; the next launch numbers its
// tiles alike but is another launch, which the tag says too. Replays of a graph
// are one launch by its number, and differ in their epoch.
//
// *The counter* is the launch's number (24 bits) and how many tiles it has
// drawn (40 bits). A block that finds another launch's number there puts its
// own, by one compare-and-swap, which fails only where a block of this launch
// has done so. Every block draws until it gets a number that is no tile's. So
// the last to draw is number tiles + blocks - 1: then all blocks have read the
// epoch, and every tile has its prefix posted. That block adds the tiles to the
// epoch and clears the counter, for the next replay.
//
// *Chained.* Tile t waits for the prefix of t - 1, then posts its own. It has
// read t - 1's, which was posted after t - 1 read t - 2's, and so on: all
// before t have read what they wait for, so that nobody reads the entry that t
// overwrites, of t - E or of another launch.
//
// *Look-back.* Tile t looks at the window of W tiles that ends with it, for the
// last prefix and the totals after it. Before it posts its total into the slot
// of u = t - E, it waits until all of the window u to u + W - 1 have posted
// their prefixes; with so long a ring they mostly have. A tile that has done so
// looks at nothing any more, and u is looked at only by u + 1 to u + W - 1: so
// no entry that somebody still needs is overwritten, and u's own words are all
// there. Conversely, what t looks at, v > t - W, is there until v + E has
// waited for t.
//
// While t waits for v to post its prefix, v + E may overwrite it: having waited
// for v itself. It will not be overwritten twice: v + 2 E waits for v + E, and
// v + E >= t: a prefix after t contains t's total, which t posts after it
// waited. Hence v's prefix, or any entry of v + E, ends the wait for v.
//
// *Progress.* Of the tiles without a prefix, the first waits for nobody: all
// before it have theirs, which are not overwritten before its own is posted.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_TILEENTRIES_H
#define SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_TILEENTRIES_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"
#include "scanc/Conversion/Kernels/TaggedState.h"

#include "../TileLayout.h"

namespace scanc::prefix {

/// Tiles are i64 throughout.
class TileEntries {
public:
  /// For look-backs by `top`. All threads read the epoch, which each must have
  /// done before its block draws a number that is no tile's.
  TileEntries(KernelBuilder &b, SkeletonAttr top);

  /// By one thread of a block, once, before it draws.
  void openCounter();
  /// The next number.
  mlir::Value draw();
  /// By who has drawn the last one.
  void finish(mlir::Value tiles);

  enum class Kind { Total = 1, Prefix = 2 };
  /// By one thread; all posts of a tile by the same.
  void post(Kind kind, mlir::Value tile, mlir::ValueRange state);
  /// Waits for the prefix of `tile`; one thread.
  State readPrefix(mlir::Value tile);
  /// Waits until the entry that `tile` overwrites is nobody's; a whole warp,
  /// whose first lane is to post.
  void waitForReaders(mlir::Value tile);
  /// Waits for a prefix in the window that ends with `tile` and the totals
  /// after it, `start` being that of tile -1; a whole warp. Per field a vector
  /// of the lane's entries, the identity for those that do not count.
  llvm::SmallVector<mlir::Value> lookBack(mlir::Value tile,
                                          mlir::ValueRange start);

  /// In which of the lane's entries of that window chains begin, of tiles of
  /// `tileLength` elements: a bit for each (i32); null where all are one
  /// chain.
  mlir::Value cutsBefore(mlir::Value tile, int64_t tileLength);

private:
  /// The number of a tile among those of all launches, as i32.
  mlir::Value number(mlir::Value tile);
  /// Its tag but for the kind.
  mlir::Value tag(mlir::Value number);
  mlir::Value wordPointer(mlir::Value number, int64_t word);
  mlir::Value headerPointer(int64_t offset);
  /// The position of a lane's entry `j` in a window (i32).
  mlir::Value position(int64_t j);

  /// Whether all words' tags are of `kind`.
  mlir::Value areAll(mlir::ValueRange words, mlir::Value tag, Kind kind);
  /// Reads words until `isReady` holds, which may compute further
  /// values; gives the words, then those.
  llvm::SmallVector<mlir::Value>
  poll(llvm::ArrayRef<mlir::Value> pointers, mlir::TypeRange others,
       llvm::function_ref<mlir::Value(mlir::ValueRange words,
                                      llvm::SmallVectorImpl<mlir::Value> &)>
           isReady);
  mlir::Value isTrue();
  mlir::Value isNot(mlir::Value condition);
  mlir::Value ofAllLanes(mlir::Value condition);

  KernelBuilder &b;
  EntryLayout layout;
  TaggedState tagged;
  mlir::Value epoch, launch; // i32
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_TILEENTRIES_H
