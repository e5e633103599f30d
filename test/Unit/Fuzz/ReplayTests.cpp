//===- ReplayTests.cpp - What fuzzers once found --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file under test/Fuzz/Corpus/TARGET once broke that target, or stands for
// a kind of input. Here the targets run on all of them, without a fuzzer.
//
//===----------------------------------------------------------------------===//

#include "../../Fuzz/Targets.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <string>
#include <system_error>

namespace {

void replay(const std::string &target, void (*function)(llvm::StringRef)) {
  std::error_code error;
  unsigned count = 0;
  for (llvm::sys::fs::directory_iterator
           it(SCANC_FUZZ_CORPUS_DIR "/" + target, error),
       end;
       !error && it != end; it.increment(error)) {
    SCOPED_TRACE(it->path());
    auto file = llvm::MemoryBuffer::getFile(it->path());
    ASSERT_TRUE(file);
    function((*file)->getBuffer());
    ++count;
  }
  EXPECT_FALSE(error) << error.message();
  EXPECT_GT(count, 0u) << "no input";
}

TEST(Replay, Parse) { replay("parse", scanc::fuzz::fuzzParse); }
TEST(Replay, Spec) { replay("spec", scanc::fuzz::fuzzSpec); }
TEST(Replay, Npy) { replay("npy", scanc::fuzz::fuzzNpy); }

} // namespace
