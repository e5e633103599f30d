//===- RandomNetwork.h - Prefix networks that no family makes ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four ways to make a scan of any width, each with shapes the others lack:
//
//   trees     each output a random tree over its inputs, its parts shared with
//             other outputs now and then: many values in a column, wild reach
//   halves    split at a random place, both parts made in one of these ways,
//             the left total joined to the right outputs: Sklansky's recursion
//   pairs     neighbours are joined, here and there one is left over, the
//             joined ones scanned, the others filled in: Brent and Kung's
//   family    of lib/Circuits
//
// and on top of any: the combines in another topological order.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_FUZZ_RANDOMNETWORK_H
#define SCANC_TEST_UNIT_FUZZ_RANDOMNETWORK_H

#include "Random.h"

#include "scanc/Circuits/Network.h"

#include <string>

namespace scanc::test {

circuits::Network randomNetwork(Random &random, int64_t width);

/// A family that needs no parameters.
std::string randomFamily(Random &random);

/// The text of `prefix.circuit @name`.
std::string printCircuit(const circuits::Network &network,
                         const std::string &name);

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_FUZZ_RANDOMNETWORK_H
