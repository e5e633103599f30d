//===- KernelBuilder.h - What all kernels share -----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_KERNELS_KERNELBUILDER_H
#define SCANC_CONVERSION_KERNELS_KERNELBUILDER_H

#include "scanc/Conversion/Access/Access.h"
#include "scanc/Conversion/Access/Domain.h"
#include "scanc/Conversion/Operators/StateBuilder.h"

#include "scanc/Circuits/Network.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

#include "llvm/ADT/StringMap.h"

#include <functional>

namespace scanc::prefix {

/// What a block's circuit gives: what comes before each column, and what comes
/// before the next tile.
struct BlockPrefixes {
  llvm::SmallVector<Part> before;
  Part next; // with sublists, the states of each row
};

/// A tile between its two halves: what comes before each of its parts within
/// the part above.
struct TileTotals {
  llvm::SmallVector<Part> beforeRuns;     // in the warp or, by rows, in the row
  llvm::SmallVector<mlir::Value> perRow;  // where there is a row circuit
  llvm::SmallVector<mlir::Value> rowCuts; // a bit for each row, 32 in an i32
  BlockPrefixes block;
};

/// Builds one kernel of a scan, a step of it per method.
class KernelBuilder : public StateBuilder {
public:
  /// Opens a kernel in `module`.
  static KernelBuilder open(mlir::gpu::GPUModuleOp module, ScanOp scan,
                            MonoidOp monoid, const PlannedKernel &planned);

  /// What the kernel walks over.
  const Domain &domain() const { return *walked; }
  mlir::Value length() const { return walked->length(); }
  /// The same as ops name it, bound where the kernel begins.
  mlir::TypedValue<WalkType> domainWalk();
  mlir::Value workspace() const { return workspacePointer; } // !llvm.ptr<1>
  /// The blocks of the kernels that stream (i32), in whichever kernel; of the
  /// single block's, its own.
  mlir::Value streamingBlocks() const { return blocks; }

  /// A kernel may start before the one before it in the stream has ended. Waits
  /// for what that one writes.
  void waitForKernelBefore();
  /// Lets the next one begin once all blocks have come here, where it may begin
  /// before this one ends.
  void letNextBegin();

  /// The executing thread in its block, its warp there, its lane in the warp;
  /// i32 all.
  mlir::Value threadId();
  mlir::Value warpId();
  mlir::Value laneId();
  mlir::Value isFirstLane(); // i1
  /// Whether `value`, which was built before, can be used here.
  bool isVisible(mlir::Value value) const;
  /// `byte` (an integer) bytes behind `base`.
  mlir::Value offsetBy(mlir::Value base, mlir::Value byte) {
    return OffsetOp::create(*this, base, byte);
  }
  /// The number of the launch (i32): another for each, but for replays of one
  /// graph.
  mlir::Value launchNumber();
  mlir::Value blockId();    // i64
  mlir::Value blockCount(); // i64

  /// for (k = 0; k < count; ++k) carry = body(k, carry); gives the last carry.
  State
  loop(mlir::Value count, mlir::ValueRange carry,
       llvm::function_ref<State(mlir::Value k, mlir::ValueRange carry)> body);
  void either(mlir::Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise);
  /// What one of both gives: `count` parts, which can be cut where the walk
  /// begins anew.
  using Parts = llvm::SmallVector<Part, 2>;
  Parts choose(mlir::Value condition, llvm::function_ref<Parts()> then,
               llvm::function_ref<Parts()> otherwise, size_t count = 1);
  /// What so many warps of the block do.
  struct Role {
    llvm::StringRef name;
    int64_t warps;
    std::function<void()> body;
  };
  /// The roles of all warps, from the first on.
  void roles(llvm::ArrayRef<Role> roles);
  /// The same where `condition` rarely holds: `body` is to be short, not quick.
  void onlyRarely(mlir::Value condition, llvm::function_ref<void()> body);

  /// The state a scan starts from: its init, or the identity. Where chains
  /// start from states in memory, their first elements have them in front as
  /// they are loaded, and nothing else does.
  State start();
  bool hasStart() { return scan.getInit() && !scan.getInitial(); }
  /// Of each of `length` chains without elements, writes the state that it
  /// starts from: as its final state, and as its only output if it has one.
  void passStarts();
  Place input();
  Place output();
  /// States at `base`; only `valid` of them exist, where given.
  Place states(mlir::Value base, mlir::Value valid = {});
  /// Input and output of a kernel that is over states; all exist.
  Place inputStates() { return states(in.front(), length()); }
  Place outputStates() { return states(out.front(), length()); }
  /// What the tiles of a side go along; null: nothing. It is bound once, where
  /// the kernel begins.
  mlir::Value walk(Side side);
  /// The states that chains start from and end in, in memory; null where the
  /// scan has none.
  mlir::Value initialStates() const { return initial; }
  mlir::Value finalStates() const { return final; }
  /// The states of the workspace.
  Place aggregates(mlir::Value valid = {}) {
    return states(workspace(), valid);
  }

  /// Stores behind scanTile() of what `from` held, which may be the same
  /// memory.
  void storeScanned(const Place &from, const Place &to, SkeletonAttr skeleton,
                    mlir::Value first, mlir::ValueRange rows);
  /// Stores `rows` as loaded, as if the scan left them as they are.
  void storeUnscanned(SkeletonAttr skeleton, mlir::Value first,
                      mlir::ValueRange rows);
  /// The block's first thread alone.
  void onlyFirstThread(llvm::function_ref<void()> body);

  /// The warp's first element of a block's tile that starts at `tileStart`.
  mlir::Value warpStart(SkeletonAttr skeleton, mlir::Value tileStart);

  /// Where chains begin in the warp's rows of a tile, of which `first` (i64) is
  /// the first element: for each row, a bit for each item of the lane's run, 32
  /// in an i32. Empty where the walk is one chain.
  llvm::SmallVector<mlir::Value> cuts(SkeletonAttr skeleton, mlir::Value first);
  /// The same of the `items` elements from `first` on (i64), as `restarts` has
  /// them.
  llvm::SmallVector<mlir::Value> cuts(const Restarts &restarts,
                                      mlir::Value first, int64_t items);

  /// Scans a block's tile: `rows` as loaded, after `carry`. Gives the outputs
  /// and the carry joined with the whole tile.
  std::pair<llvm::SmallVector<mlir::Value>, State>
  scanTile(SkeletonAttr skeleton, mlir::ValueRange rows, mlir::ValueRange carry,
           ScanOutputs outputs, mlir::ValueRange cuts = {});

  /// The two halves of scanTile, for a carry that is found between them. Up:
  /// what comes before the columns of the block's circuit, after `carry` or,
  /// without one, within the tile; down: the outputs.
  TileTotals scanTotals(SkeletonAttr skeleton, mlir::ValueRange rows,
                        mlir::ValueRange cuts = {},
                        mlir::ValueRange carry = {});
  llvm::SmallVector<mlir::Value> scanFrom(SkeletonAttr skeleton,
                                          mlir::ValueRange rows,
                                          const TileTotals &totals,
                                          ScanOutputs outputs,
                                          mlir::ValueRange cuts = {});

  /// Combines a block's tile: `rows` as loaded. Where operands may be
  /// reordered, the warps do it with fewer steps.
  State reduceTile(SkeletonAttr skeleton, mlir::ValueRange rows,
                   bool mayReorder);
  /// Input: per row and lane a run's total. Output: the warp's total, in the
  /// order of its elements.
  State reduceRowsInOrder(SkeletonAttr skeleton,
                          llvm::ArrayRef<mlir::Value> runs);

  /// Each row's run, combined; a vector over the rows per state value.
  llvm::SmallVector<mlir::Value> reduceRuns(SkeletonAttr skeleton,
                                            mlir::ValueRange rows,
                                            mlir::ValueRange cuts = {});
  State reduceRows(SkeletonAttr skeleton, mlir::ValueRange perRow,
                   mlir::ValueRange rowCuts = {});
  /// One run, a vector per state value, combined. `cuts` has a bit for each
  /// item that begins a chain, 32 in an i32; empty: none does.
  Part reduceRun(SkeletonAttr skeleton, mlir::ValueRange run,
                 mlir::ValueRange cuts = {});
  /// The same of states, within which `cuts` says that chains begin.
  Part reduceTotals(SkeletonAttr skeleton, mlir::ValueRange totals,
                    mlir::Value cuts = {}); // i32
  /// Every prefix of a run after `seed`, likewise.
  llvm::SmallVector<mlir::Value>
  scanRun(SkeletonAttr skeleton, mlir::ValueRange run, mlir::ValueRange seed,
          ScanOutputs outputs, mlir::ValueRange cuts = {});
  /// The same without cuts, and what comes behind the run.
  std::pair<llvm::SmallVector<mlir::Value>, State>
  scanRunOn(SkeletonAttr skeleton, mlir::ValueRange run, mlir::ValueRange seed,
            ScanOutputs outputs);
  /// Whether `masks` (i32) have a bit (i1); null for no mask.
  mlir::Value isAnyIn(mlir::ValueRange masks);
  mlir::Value isAnyIn(mlir::Value mask) {
    return mask ? isAnyIn(mlir::ValueRange(mask)) : mlir::Value();
  }
  /// What a chain's elements are joined to: its init, or nothing.
  State startOfChains() { return hasStart() ? start() : State(); }
  /// Every prefix of `parts`, inclusive, by `circuit` in registers.
  llvm::SmallVector<Part> scanParts(mlir::Attribute circuit,
                                    llvm::ArrayRef<Part> parts);
  /// The states of all folds of a lane, combined across the warp.
  State reduceWarp(SkeletonAttr skeleton, mlir::ValueRange perLane);
  /// The same of one fold.
  Part reduceWarp(SkeletonAttr skeleton, const Part &own);
  /// What comes before each fold of the lane, and the warp's total.
  std::pair<llvm::SmallVector<Part>, Part> scanWarp(SkeletonAttr skeleton,
                                                    llvm::ArrayRef<Part> folds);
  /// What comes before warp `warp` of a group and the totals of all, which are
  /// in shared memory from state `row` on (i32 both), by the block's circuit.
  std::pair<Part, Part> scanGroup(SkeletonAttr skeleton,
                                  mlir::TypedValue<StatesType> totals,
                                  mlir::Value row, mlir::Value warp,
                                  mlir::Value cuts, bool byLanes);
  /// The block's circuit on its columns: a state of each warp, or of each run
  /// of the thread where the circuit spans all runs; after `carry`, if any.
  /// With sublists, there is a carry for each row.
  BlockPrefixes scanBlock(SkeletonAttr skeleton, llvm::ArrayRef<Part> columns,
                          mlir::ValueRange carry);
  /// The same columns, combined; with sublists, those of each row apart.
  State reduceBlock(SkeletonAttr skeleton, llvm::ArrayRef<State> columns);
  /// For each state value, that of a vector of so many.
  llvm::SmallVector<mlir::Type> vectorTypes(int64_t length);
  /// Per state value a vector of its values in all states, and back.
  llvm::SmallVector<mlir::Value> acrossRows(llvm::ArrayRef<State> perRow);
  llvm::SmallVector<State> statesOfRows(SkeletonAttr skeleton,
                                        mlir::ValueRange perRow);

  /// What `circuit`, the name of a circuit of the scan, combines.
  circuits::Network networkOf(mlir::Attribute circuit);

  /// What shared memory has of this name: declared by `declare` where the
  /// kernel begins, once.
  mlir::Value sharedArray(llvm::StringRef name,
                          llvm::function_ref<mlir::Value()> declare);

private:
  static bool seedsFirst(SkeletonAttr skeleton) {
    return skeleton.getMapping().getMapping().seedFirst;
  }

  llvm::SmallVector<mlir::Value> beforeRun(mlir::ValueRange seed,
                                           mlir::ValueRange after,
                                           mlir::ValueRange cuts);
  /// Scans each run after what comes before it.
  llvm::SmallVector<mlir::Value> scanRuns(SkeletonAttr skeleton,
                                          mlir::ValueRange rows,
                                          llvm::ArrayRef<Part> before,
                                          ScanOutputs outputs,
                                          mlir::ValueRange cuts);
  /// The states of each row, with what `cuts` says of them.
  llvm::SmallVector<Part> partsOfRows(SkeletonAttr skeleton,
                                      mlir::ValueRange perRow,
                                      mlir::ValueRange cuts);
  /// The monoid of parts: the state, then whether a chain begins in it.
  mlir::FlatSymbolRefAttr monoidOfParts();
  mlir::IntegerAttr rowsOfBlock(SkeletonAttr skeleton) {
    return getI64IntegerAttr(skeleton.isBlockWide() ? skeleton.getRows() : 0);
  }

  KernelBuilder(mlir::ImplicitLocOpBuilder &builder, ScanOp scan,
                MonoidOp monoid, mlir::gpu::GPUModuleOp module)
      : StateBuilder(builder, monoid), scan(scan),
        access(Access::of(scan, monoid, module)) {}

  llvm::SmallVector<mlir::Value>
  reduceEachRow(SkeletonAttr skeleton, llvm::ArrayRef<mlir::Value> runs);

  ScanOp scan;
  bool letsNextBegin = false;
  /// Where the elements of a whole side are, for whom it matters.
  void number(Place &place);

  Access access;
  std::shared_ptr<const Domain> walked;
  std::array<mlir::Value, 3> walks;       // of each side, once it was asked for
  mlir::TypedValue<WalkType> whole;       // once it was asked for
  llvm::SmallVector<mlir::Value> in, out; // of each array
  llvm::StringMap<mlir::Value> sharedArrays;
  mlir::Value firstLane; // where it was asked for last
  mlir::Value workspacePointer, blocks;
  llvm::SmallVector<mlir::Value> outStrides; // of each array, if it has any
  mlir::Value initial, final; // states of chains, if the scan has such
};

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_KERNELS_KERNELBUILDER_H
