//===- Domains.h - The states that laws are about ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_DOMAINS_H
#define SCANC_LIB_VERIFY_DOMAINS_H

#include "LawChecker.h"

namespace scanc::verify {

/// The states of `monoid` that memory can hold.
DomainStates allStates(HostMonoid &host, const Constants &constants,
                       Random &random);

/// The states that scans reach, if they are known or can be guessed: see
/// Laws.h. `all` are the states of `allStates`.
llvm::Expected<std::optional<DomainStates>>
reachableStates(HostMonoid &host, RunningErrors &errors,
                prefix::MonoidOp monoid, const DomainStates &all,
                const Constants &constants, Random &random);

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_DOMAINS_H
