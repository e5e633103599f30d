//===- MachineObservers.cpp - What the machine tells observers ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "MemoryCheck.h"
#include "ProfileMemory.h"

using namespace scanc::simt;

void Machine::addObservers() {
  const Checks &checks = request.options.checks;
  if (checks.memory)
    observers.push_back(std::make_unique<MemoryCheck>(checks.buffers));
  if (checks.profile)
    observers.push_back(
        std::make_unique<ProfileMemory>(*checks.profile, *request.sites));
}

void Machine::combined(uint32_t site, bool kept) {
  for (const auto &observer : observers)
    observer->combined(*current, (*request.sites)[site], kept);
}
