//===- Access.h - How elements become states --------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel asks for states of elements, and to store states. Which arrays
// there are, what their elements are, and how both are converted is known here.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_ACCESS_ACCESS_H
#define SCANC_CONVERSION_ACCESS_ACCESS_H

#include "scanc/Conversion/Operators/StateBuilder.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace scanc::prefix {

/// What an element is in memory.
struct ElementForm {
  ElementArrays arrays;
  /// The state's types, with the signedness by which integers are widened.
  llvm::SmallVector<mlir::Type> states;
  /// How elements become states, or states what is stored, where fields are not
  /// converted one by one.
  MapOp map = {};

  /// Whether it depends on where in their chain elements are.
  bool isPlaced() { return map && map.getMapArguments().isPlaced(); }
  /// Whether it takes values of elements beside one.
  bool looksAround() { return map && map.getMapArguments().countNeighbours(); }
  bool takesElement() { return map && map.getMapArguments().getIn(); }
};

/// Where elements are in the walk of a scan.
struct Numbers {
  mlir::Value walk = {};   // !prefix.walk, of all elements
  mlir::Value origin = {}; // of the first one that lies in a place (i64)
  /// Behind the last one, where elements beside a run may be read there, too:
  /// nobody writes there meanwhile (i64).
  mlir::Value until = {};
};

/// Arrays that hold elements, or what of them is in a tile.
struct Arrays {
  ElementArrays form;
  llvm::SmallVector<mlir::Value> bases; // of each; !llvm.ptr<1> or <3>
  mlir::Value walk = {}; // !prefix.walk; null: in the order of the arrays
};

/// The states that the chains of elements start from, and those after them,
/// where they lie in memory.
struct ChainStates {
  mlir::Value initial = {};  // !llvm.ptr<1>; null: as the scan itself says
  mlir::ArrayAttr init = {}; // what there is in its place at run time
  mlir::Value final = {};    // !llvm.ptr<1>; null: nobody wants them
  /// Of an aligned place, how many elements exist (i64).
  mlir::Value valid = {};

  /// Where there is a place for the output behind a chain: the arrays of
  /// outputs, in memory.
  Arrays totals = {};

  explicit operator bool() const {
    return initial || final || !totals.bases.empty();
  }
};

/// What a lane has of chains that lie side by side: some chains, and some steps
/// along each of them.
struct LaneChains {
  llvm::SmallVector<mlir::Value> places; // see `load_chains`
  mlir::Value step;                      // the first (i64)
  mlir::Value chains;                    // how many of them exist (i32)
  int64_t rows, items;                   // chains, and steps
  bool isWhole = false;                  // what is stored: see `store_chains`
};

/// What a warp has of chains that fill a stretch of memory: see `fetch_stretch`
/// and `store_chains`. i32, but for `origins` (i64) and `packed` (i1).
struct WarpStretch {
  llvm::SmallVector<mlir::Value> origins; // of each array
  mlir::Value steps, exist, width;
  mlir::Value at, pitch, pad, packed; // of the lane
};

/// Elements of one form, where they lie: arrays in memory, or a tile of them.
struct Place {
  ElementForm form;
  llvm::SmallVector<mlir::Value> bases; // of each array; !llvm.ptr<1> or <3>
  mlir::Value walk = {}; // !prefix.walk; null: in the order of the arrays
  Numbers numbers = {};  // where a map depends on them, or chains do
  ChainStates chains = {};
  /// Of outputs, which states `store` is given.
  ScanOutputs given = ScanOutputs::After;
  Arrays around = {}; // in memory, where a map looks at neighbours
  /// Of outputs, where the elements lie that a map takes.
  Arrays inputs = {};
  mlir::Value valid = {};  // i64 elements; null: all exist
  bool isAligned = false;  // all runs, for the widest accesses
  bool isStreamed = false; // see `load_tile`
  mlir::Value policy = {}; // of what is fetched: see `fetch_chains`

  /// The first `count` elements alone (i64).
  Place upTo(mlir::Value count) const;
  /// By a kernel that goes over all of it once.
  Place streamed() const;
  /// L2 is to evict what is fetched as `policy` (i64) says.
  Place keptBy(mlir::Value policy) const;

  /// A warp's rows of a tile, per row one vector per state value. `first` is
  /// the warp's first element.
  llvm::SmallVector<mlir::Value> load(StateBuilder &b, SkeletonAttr skeleton,
                                      mlir::Value first) const;
  /// The counterpart: per row what the scan has, one vector per state value, or
  /// two (`ScanOutputs`).
  void store(StateBuilder &b, SkeletonAttr skeleton, mlir::Value first,
             mlir::ValueRange rows) const;
  /// The same of chains that lie side by side, in two steps: begins to copy a
  /// lane's steps to its place in a slot (see `fetch_chains`), and makes states
  /// of what is there, per chain one vector of steps per state value. Of the
  /// elements behind the end of chains, `isMasked` makes identities.
  void fetchAcross(StateBuilder &b, const LaneChains &lane,
                   mlir::Value slot) const;
  void fetchStretch(StateBuilder &b, const LaneChains &lane,
                    const WarpStretch &stretch, mlir::Value slot) const;
  /// `stretch` is null where `fetchAcross` put them there.
  llvm::SmallVector<mlir::Value>
  loadAcross(StateBuilder &b, const LaneChains &lane,
             const WarpStretch *stretch, mlir::Value slot, bool isMasked) const;
  /// With `isLonger`, outputs have one element more than the walk. Where a map
  /// takes the element, it is in `slot`; `inputPlaces` are where the lane's
  /// chains begin in the input's arrays. A stretch goes by `slot`, too.
  void storeAcross(StateBuilder &b, const LaneChains &lane,
                   const WarpStretch *stretch, mlir::Value slot,
                   mlir::ValueRange inputPlaces, mlir::ValueRange rows,
                   bool isLonger) const;
  /// State `index` (i64), in every lane; by all lanes of a warp.
  State loadState(StateBuilder &b, mlir::Value index) const;
  /// The converse, by the executing lane, which is the first of its warp.
  void storeState(StateBuilder &b, mlir::Value index,
                  mlir::ValueRange state) const;

  /// Whether an array of `other` may be that of its number here.
  bool mayBe(const Place &other) const;
  /// Where element `start` of memory (i64) is in array `array`.
  mlir::Value address(StateBuilder &b, size_t array, mlir::Value start) const;

private:
  llvm::SmallVector<mlir::Value>
  startChains(StateBuilder &b, SkeletonAttr skeleton, mlir::Value first,
              mlir::ValueRange rows, bool areBefore) const;
  llvm::SmallVector<mlir::Value> endChains(StateBuilder &b,
                                           SkeletonAttr skeleton,
                                           mlir::Value first,
                                           mlir::ValueRange rows) const;
};

/// What a scan reads and writes.
struct Access {
  ElementForm input, output, states;

  /// `module`, which kernels are built in, has the scan's maps.
  static Access of(ScanOp scan, MonoidOp monoid, mlir::gpu::GPUModuleOp module);
};

/// Puts copies of the scan's `load` and `store` into a module of kernels.
void addMaps(ScanOp scan, mlir::gpu::GPUModuleOp module);
/// The one or the other of such a module; null for none.
MapOp findMap(mlir::gpu::GPUModuleOp module, bool isLoad);

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_ACCESS_ACCESS_H
