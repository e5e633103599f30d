//===- Trials.h - Which runs of a scan are worth a try ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels change their ways at places that their plan tells: a tile and one
// element more, as many tiles as blocks, a ring of stages that goes round. The
// runs here go there with as few elements as can be: on few multiprocessors and
// small grids, blocks go round everything soon.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_TRIALS_H
#define SCANC_LIB_VERIFY_TRIALS_H

#include "scanc/Verify/KernelRun.h"
#include "scanc/Verify/Verify.h"

namespace scanc::verify {

/// A run of a scan's kernels.
struct Trial {
  uint64_t n = 0;
  RunPlace place;
  ScheduleChoice schedule;
  /// As RunSettings has them.
  unsigned inputOffset = 0, outputOffset = 0;
  bool inPlace = false;
  /// n is a multiple of it.
  uint64_t row = 0;
  RowGaps gaps = RowGaps::None;
  TensorForm form = {};
  /// Whether a scan that takes initial states of chains is given none, and one
  /// that leaves final states is asked for none.
  bool withoutInitial = false, withoutFinal = false;
  /// Scans one behind the other in a stream, on one workspace.
  unsigned repeats = 1;
  /// Whether these are replays of one graph, launches of the same number.
  bool replayed = false;

  /// Whether a scan before it, on the same workspace, ended in the middle.
  bool stopped = false;

  auto operator<=>(const Trial &) const = default;
  /// What an interpreter of kernels has to do for it, in elements.
  uint64_t cost() const { return (repeats + stopped) * n + 2048; }
  /// " (in place)", " (replayed)"; empty for an aligned run from one array to
  /// another.
  std::string describe() const;
};

/// Each of these, and behind it the same with rows of some length, of which
/// there are many kinds; n changes a little where rows are not to be cut. Only
/// the former where the kernels are not of rows. Of kernels that take states of
/// chains, some go without initial states, some without final ones, and some
/// without both.
std::vector<Trial> withRows(const KernelRun &kernels,
                            llvm::ArrayRef<Trial> trials);

/// Leaves initial states out of every third trial and final ones out of every
/// fifth, if the kernels take such: a kernel may take the one for the other.
std::vector<Trial> someWithoutStates(const KernelRun &kernels,
                                     std::vector<Trial> trials);

/// Each of these with and without initial states, and final ones, as far as the
/// kernels take such.
std::vector<Trial> withAndWithoutStates(const KernelRun &kernels,
                                        llvm::ArrayRef<Trial> trials);

/// At each size, aligned arrays under all of `schedules`: two replays of a
/// graph, if `repeated` and if a launch can see what the one before left. Under
/// the first one also: two scans behind each other, two replays, and a scan
/// behind one that was stopped, if `repeated`; the unaligned paths; from an
/// array to itself, if the types let it.
std::vector<Trial> trialsAt(const KernelRun &kernels,
                            llvm::ArrayRef<uint64_t> sizes,
                            llvm::ArrayRef<ScheduleChoice> schedules,
                            const RunPlace &place, bool repeated);

/// Runs in which one block scans all of it, which plans leave to others from
/// some n on, or from the first.
std::vector<Trial> singleTrials(const KernelRun &kernels);

/// Replays of a graph, whose launches have one number: only what the first one
/// leaves in the workspace tells them apart. If it leaves the wrong thing, a
/// block of the second may take words of the first for those of a block that
/// has not posted yet. So all blocks are in flight, none is given up, and a
/// later one is ahead of an earlier one.
std::vector<Trial> replayTrials(const KernelRun &kernels);

/// Runs of one block that uses the places of its ring again and again.
std::vector<Trial> ringTrials(const KernelRun &kernels);

/// Runs of kernels of which some blocks wait for others, or lose patience: few
/// are in flight, clocks leap.
std::vector<Trial> impatientTrials(const KernelRun &kernels);
/// Those of impatientTrials() in which to look for races. They are in place, if
/// the types let them: what a block loads must come before what another stores.
/// Most have two scans on one workspace: the second finds what the first left.
std::vector<Trial> impatientRaceTrials(const KernelRun &kernels);

/// Runs behind one that ended in the middle and left its workspace as it was.
std::vector<Trial> stoppedTrials(const KernelRun &kernels);

/// Runs of rows on so many blocks that more than one lane of a spine has tiles
/// of a cycle, in some of which a row begins. Blocks are there, or stand-ins do
/// their work. And runs of as many tiles as blocks, where no block has rows of
/// its own.
std::vector<Trial> laneTrials(const KernelRun &kernels);

/// Runs in which blocks take so many tiles that everything that is used in turn
/// is used again.
std::vector<Trial> roundTrials(const KernelRun &kernels);

/// Runs in which tiles look back at as many totals as they can.
std::vector<Trial> windowTrials(const KernelRun &kernels);

/// Runs with more elements than others: of a recursive scan with totals of
/// totals, of one whose tiles are drawn with more tiles than entries.
/// The latter of at most `mostOfRing` elements.
std::vector<Trial> deepTrials(const KernelRun &kernels, uint64_t mostElements,
                              uint64_t mostOfRing);

/// Runs of which nothing is known but that the others are not like them.
std::vector<Trial> randomTrials(const KernelRun &kernels, size_t count,
                                uint64_t seed, uint64_t mostElements);

//===----------------------------------------------------------------------===//
// Along an axis
//===----------------------------------------------------------------------===//

/// Forms of tensors, each of which is unlike the others in something that
/// kernels may get wrong.
llvm::ArrayRef<TensorForm> tensorForms();

/// A trial of chains along an axis in each form that any trial has, and where
/// one array alone is not aligned.
std::vector<Trial> withForms(const KernelRun &kernels, const Trial &trial);

/// For kernels of chains along an axis, the counterpart of withRows().
std::vector<Trial> withChains(const KernelRun &kernels,
                              llvm::ArrayRef<Trial> trials);

/// Runs of fewer and more chains than lanes, lanes of a warp and of a strip
/// have, of chains that end where runs and tiles do, and around that; of more
/// strips than blocks, and of more tiles than a block's ring has places; and
/// those of axisRingTrials().
std::vector<Trial> axisTrials(const KernelRun &kernels);

/// Runs of so many chains that strips have all lanes of a warp, or of two warps
/// beside each other, and some more, and of as many strips as are no more few
/// (StripWidths).
std::vector<Trial> wideTrials(const KernelRun &kernels);

/// Runs in which blocks that draw tiles use places for totals again while one
/// of them lags behind; none where there are very many places.
std::vector<Trial> axisRingTrials(const KernelRun &kernels);

/// The counterpart of randomTrials().
std::vector<Trial> randomAxisTrials(const KernelRun &kernels, size_t count,
                                    uint64_t seed, uint64_t mostElements);

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_TRIALS_H
