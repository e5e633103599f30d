//===- FuzzCase.h - One random scan, compiled and run -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case is a number: it determines the scan, the inputs, and how each is run.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_FUZZ_FUZZCASE_H
#define SCANC_TEST_UNIT_FUZZ_FUZZCASE_H

#include <cstdint>
#include <string>

namespace scanc::test {

/// Compiles the scan of `seed` and runs it at several lengths, aligned and not,
/// in place or not. Returns what went wrong with the text of the module, or
/// nothing. A scan with a fault is refused with a diagnostic, or that is wrong.
std::string runFuzzCase(uint64_t seed);

/// The text of the module of `seed`, with its fault as a comment.
std::string fuzzSource(uint64_t seed);

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_FUZZ_FUZZCASE_H
