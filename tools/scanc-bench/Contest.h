//===- Contest.h - One subject on the GPU -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contestants of one case take turns: in each round a batch of launches of
// the copy, one of CUB's scan, one of each variant of ours. A batch goes back
// to back into one stream, or as one graph, over slots that rotate through
// memory:
//
//   input    | slot 0 | slot 1 | ...      each n elements and a guard
//   output   | slot 0 | slot 1 | ...
//
// Before anything is timed, each contestant but the copy runs once over every
// slot, the outputs poisoned, launches back to back as they will be timed; and
// all outputs are compared with the reference, on the GPU (Gpu.h).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_CONTEST_H
#define SCANC_TOOLS_SCANC_BENCH_CONTEST_H

#include "Gpu.h"
#include "Peers.h"
#include "Reference.h"
#include "Results.h"

#include <memory>
#include <variant>

namespace scanc::bench {

/// A wrong result: of interest, but no reason to end the run.
struct WrongResult {
  std::string text;
};
/// Not enough memory of the GPU.
struct TooLarge {
  std::string text;
};
using CaseOutcome = std::variant<Case, WrongResult, TooLarge>;

/// Arrays of so many elements one behind another, each aligned, with room
/// behind it that nothing may write to.
class ArrayBlock {
public:
  ArrayBlock(std::vector<target::ScanArray> arrays, uint64_t n);

  struct Part {
    target::ScanArray array;
    uint64_t offset = 0, bytes = 0;
  };
  const std::vector<Part> &parts() const { return all; }
  uint64_t bytes() const { return end; } ///< With the room.
  static constexpr uint64_t room = 256;
  /// What outputs and the room hold before a scan.
  static constexpr unsigned char poison = 0xa5;

private:
  std::vector<Part> all;
  uint64_t end = 0;
};

class Contest {
public:
  Contest(Gpu &gpu, const Method &method, const Prepared &prepared,
          PeerFunction peer, std::string peerAbsent)
      : gpu(gpu), method(method), prepared(prepared),
        scan(prepared.description()), peer(peer),
        peerAbsent(std::move(peerAbsent)), input(gpu.driver()),
        expected(gpu.driver()), inputs(gpu.driver()), outputs(gpu.driver()),
        shifted(gpu.driver()), inputBlock(scan.inputArrays(), prepared.n),
        expectedBlock(scan.outputArrays(), prepared.checked) {}
  ~Contest();

  /// Loads the kernels and copies input and reference to the GPU.
  llvm::Error start();

  /// Checks and times n elements. Errors are of the GPU (status 3).
  llvm::Expected<CaseOutcome> measure(uint64_t n);

  /// Launches a variant a few times and times nothing: for a profiler.
  llvm::Error launchOnly(uint64_t n);

  /// Bytes of the GPU that n elements need, beside input and reference.
  uint64_t bytesFor(uint64_t n) const;
  /// Bytes of input and reference.
  uint64_t residentBytes() const {
    return inputBlock.bytes() + expectedBlock.bytes();
  }

private:
  struct Entrant;

  unsigned slotsFor(uint64_t n) const;
  unsigned launchesFor(uint64_t n) const;
  uint64_t movedBytes(uint64_t n) const;
  uint64_t copyBytes(uint64_t n) const;
  uint64_t stepFor(std::vector<target::ScanArray> arrays, uint64_t n) const;
  /// Of each slot's arrays.
  struct SlotAddresses {
    std::vector<std::vector<void *>> in, out;
  };
  SlotAddresses addressSlots() const;
  void layOut(uint64_t n);
  DevicePointer inputAt(unsigned slot) const;
  DevicePointer outputAt(unsigned slot) const;
  llvm::Error fillInputs();
  llvm::Expected<std::vector<std::unique_ptr<Entrant>>> makeEntrants();
  llvm::Error addPeer(std::vector<std::unique_ptr<Entrant>> &entrants);
  scanc_status launch(const Compiled &variant, unsigned slot,
                      const SlotAddresses &addresses, void *workspace) const;
  /// Batches of launches, in rounds.
  llvm::Error time(std::vector<std::unique_ptr<Entrant>> &entrants);
  /// Empty if every output is right; `loose` is set if one is so only up to
  /// rounding.
  llvm::Expected<std::string> check(Entrant &entrant, bool &loose);
  llvm::Expected<std::string> checkSlot(unsigned slot, bool &loose);
  llvm::Expected<std::string> checkArray(unsigned slot, size_t index,
                                         bool &loose, bool asFirst);
  llvm::Expected<std::string> explain(unsigned slot, uint64_t first,
                                      uint64_t wrongWords, bool &loose);
  llvm::Expected<std::vector<uint8_t>> download(unsigned slot, uint64_t first,
                                                uint64_t count) const;
  llvm::Expected<std::string> checkGuards(unsigned slot);
  /// "output 5 of 8" or "output (0, 5) of (2, 4)".
  std::string nameOutput(uint64_t k) const;

  Gpu &gpu;
  const Method &method;
  const Prepared &prepared;
  const target::ScanDescription &scan;
  PeerFunction peer;
  std::string peerAbsent;
  unsigned loaded = 0; ///< Variants.

  DeviceMemory input, expected; ///< For the largest n.
  DeviceMemory inputs, outputs; ///< Slots.
  DeviceMemory shifted;         ///< A part of the reference, aligned.
  ArrayBlock inputBlock, expectedBlock;

  // Of the case at hand.
  uint64_t n = 0, inputStep = 0, outputStep = 0;
  std::unique_ptr<ArrayBlock> ins, outs; ///< Of a slot.
  unsigned slots = 0, launches = 0;
};

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_CONTEST_H
