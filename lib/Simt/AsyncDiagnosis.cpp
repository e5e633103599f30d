//===- AsyncDiagnosis.cpp - Says what was wrong with a copy ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncUnit.h"
#include "Diagnosis.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::simt;
using llvm::formatv;

llvm::StringRef scanc::simt::nameOf(MbarrierOp op) {
  switch (op) {
  case MbarrierOp::Init:
    return "mbarrier.init";
  case MbarrierOp::Inval:
    return "mbarrier.inval";
  case MbarrierOp::Arrive:
  case MbarrierOp::ArriveNoComplete:
    return "mbarrier.arrive";
  case MbarrierOp::ArriveExpectTx:
    return "mbarrier.arrive.expect_tx";
  case MbarrierOp::ArriveDrop:
  case MbarrierOp::ArriveDropNoComplete:
    return "mbarrier.arrive_drop";
  case MbarrierOp::ArriveDropExpectTx:
    return "mbarrier.arrive_drop.expect_tx";
  case MbarrierOp::ExpectTx:
    return "mbarrier.expect_tx";
  case MbarrierOp::CompleteTx:
    return "mbarrier.complete_tx";
  case MbarrierOp::Wait:
  case MbarrierOp::WaitParity:
    return "wait for the mbarrier";
  case MbarrierOp::CopiesArrive:
  case MbarrierOp::CopiesArriveNoInc:
    return "cp.async.mbarrier.arrive";
  }
  return "mbarrier";
}

namespace {

std::string describe(const AsyncCopy &copy, const Block &block) {
  return formatv(
      "copy of {0} bytes from {1} to {2}, issued by thread {3}", copy.bytes,
      nameAddress(block, reinterpret_cast<uintptr_t>(copy.source)),
      nameAddress(block, reinterpret_cast<uintptr_t>(copy.destination)),
      copy.issuer->linearIndex);
}

/// "mbarrier at shared address 0x10".
std::string nameMbarrier(const Block &block, uintptr_t address) {
  return "mbarrier at " + nameAddress(block, address);
}

std::string describeUse(const AsyncFault &fault, const Block &block) {
  using Kind = AsyncFault::Kind;
  const std::string name = nameMbarrier(block, fault.address);
  switch (fault.kind) {
  case Kind::None:
    break;
  case Kind::NotShared:
    return block.cluster->blocks.size() == 1
               ? name + " must be in the shared memory of its block"
               : name + " must be in the shared memory of its block or, to "
                        "arrive there, of another one of the cluster that has "
                        "not ended";
  case Kind::NotInitialised:
    return "there is no " + name + ": it has not been initialised";
  case Kind::AlreadyInitialised:
    return name + " is initialised again before it is invalidated";
  case Kind::Overwritten:
    return name + " has been overwritten since it was initialised";
  case Kind::InvalidatedInUse:
    return name + " is invalidated before it is signalled";
  case Kind::Count:
    return formatv("arrival count of the {0} must be 1 to {1}, got {2}", name,
                   Mbarrier::maxCount, fault.first);
  case Kind::TooManyArrivals:
    return formatv("{0} arrivals are too many for the {1}", fault.first,
                   describeMbarrier(block, fault.address));
  case Kind::WouldComplete:
    return formatv("arrival of {0} without completion would complete the phase "
                   "of the {1}",
                   fault.first, describeMbarrier(block, fault.address));
  case Kind::TooManyPending:
    return formatv("pending count must stay below {0} at the {1}",
                   Mbarrier::maxCount + 1,
                   describeMbarrier(block, fault.address));
  case Kind::TxCount:
    return formatv("transaction count for the {0} must be 0 to {1}, got {2}",
                   name, Mbarrier::maxCount, fault.first);
  case Kind::TxOverflow:
    return formatv("a transaction count of {0} takes the tx-count beyond "
                   "-{1}..{1} at the {2}",
                   fault.first, Mbarrier::maxCount,
                   describeMbarrier(block, fault.address));
  case Kind::Parity:
    return formatv("phase parity must be 0 or 1, got {0}, at the {1}",
                   fault.first, name);
  case Kind::ForeignToken:
    return name + " is awaited with a token that it has not given";
  case Kind::StaleToken:
    return formatv("token of phase {0} is too old for the {1}", fault.first,
                   describeMbarrier(block, fault.address));
  case Kind::BulkSize:
    return formatv("size of a bulk copy must be a multiple of 16, got {0}",
                   fault.first);
  case Kind::SourceSize:
    return formatv("source size of an asynchronous copy must be at most {0}, "
                   "got {1}",
                   fault.second, fault.first);
  case Kind::OutsideShared:
    return formatv("asynchronous copy of {0} bytes at {1} leaves the {2} bytes "
                   "of shared memory of its block",
                   fault.first, nameAddress(block, fault.address),
                   block.sharedBytes);
  case Kind::BlockEnds:
    return formatv("the block ends while {0} asynchronous {1} may still use "
                   "its shared memory",
                   fault.first, fault.first == 1 ? "copy" : "copies");
  }
  return "misuse of an asynchronous copy";
}

} // namespace

std::string scanc::simt::describeMbarrier(const Block &block,
                                          uintptr_t address) {
  std::string name = nameMbarrier(block, address);
  const Block *owner = findOwner(block, address);
  const auto &mbarriers = (owner ? *owner : block).mbarriers;
  auto found = mbarriers.find(address);
  if (found == mbarriers.end())
    return name + ", which does not exist";
  const Mbarrier &mbarrier = found->second;
  return formatv("{0}, which is in phase {1} with {2} of {3} arrivals pending "
                 "and a tx-count of {4}",
                 name, mbarrier.phase, mbarrier.pending, mbarrier.expected,
                 mbarrier.tx);
}

std::string scanc::simt::describe(const AsyncFault &fault, const Block &block) {
  std::string text = describeUse(fault, block);
  if (fault.copy)
    text += "; " + ::describe(*fault.copy, block);
  return text;
}
