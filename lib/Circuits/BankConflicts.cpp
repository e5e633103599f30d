//===- BankConflicts.cpp - What an access costs in shared memory ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/BankConflicts.h"

#include "llvm/ADT/SmallVector.h"

namespace scanc::circuits {

/// The most words that a group of lanes wants of one bank.
static uint32_t degreeOf(llvm::ArrayRef<LaneAccess> group, uint64_t bytes,
                         unsigned banks) {
  llvm::SmallVector<uint64_t, 64> words;
  for (const LaneAccess &access : group)
    for (uint64_t word = access.address / bankWordBytes,
                  last = (access.address + bytes - 1) / bankWordBytes;
         word <= last; ++word)
      words.push_back(word);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  llvm::SmallVector<uint32_t, 32> wanted(banks, 0);
  for (uint64_t word : words)
    ++wanted[word % banks];
  return *std::max_element(wanted.begin(), wanted.end());
}

BankCost countBankConflicts(llvm::ArrayRef<LaneAccess> lanes, uint64_t bytes,
                            unsigned banks) {
  BankCost cost;
  if (bytes == 0)
    return cost;
  const uint64_t words = (bytes + bankWordBytes - 1) / bankWordBytes;
  const auto atOnce =
      static_cast<unsigned>(std::max<uint64_t>(banks / words, 1));
  while (!lanes.empty()) {
    const unsigned group = lanes.front().lane / atOnce;
    auto members = lanes.take_while([&](const LaneAccess &access) {
      return access.lane / atOnce == group;
    });
    const uint32_t degree = degreeOf(members, bytes, banks);
    cost += {degree, 1, degree};
    lanes = lanes.drop_front(members.size());
  }
  return cost;
}

} // namespace scanc::circuits
