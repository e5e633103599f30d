//===- Targets.h - What a fuzzer feeds --------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that take any bytes and do with them what the compiler does with
// what a user hands in. None may crash, hang, or find a promise broken; an
// error for the user is the usual outcome and is dropped. A broken promise
// aborts, with the reason on standard error.
//
// libFuzzer calls them (LibFuzzer.cpp), and so does a unit test, on the inputs
// under Corpus/ that once broke them: see docs/Fuzzing.md.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_FUZZ_TARGETS_H
#define SCANC_TEST_FUZZ_TARGETS_H

#include "llvm/ADT/StringRef.h"

namespace scanc::fuzz {

/// The text of a module: parsed, verified, and, if it holds nothing but the
/// prefix dialect, lowered, small kernels to the llvm phase. Promises: what
/// fails says why; what was parsed prints as text that parses to the same; what
/// was lowered can be described.
void fuzzParse(llvm::StringRef text);

/// The name of a family, as `scanc circuit` takes it. Promises: what was read
/// prints as text that reads back the same; a family of a legal width is a
/// scan.
void fuzzSpec(llvm::StringRef text);

/// The start of a .npy file. Promise: a header that was read prints as a header
/// that reads back the same.
void fuzzNpy(llvm::StringRef bytes);

} // namespace scanc::fuzz

#endif // SCANC_TEST_FUZZ_TARGETS_H
