//===- ScanHarness.h - Compile scans and run them on the CPU ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a semantic test needs: MLIR text goes in, a scan comes out that runs on
// the executor as the launcher would run it on a GPU. The kernels, the launch
// rule and the workspace are the ones a user gets; only the machine differs.
//
// A run is watched. The output is filled with a poison before, guards lie on
// both sides of the output and of the workspace, and input, guards and what
// follows the output are looked at afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SEMANTICS_SCANHARNESS_H
#define SCANC_TEST_UNIT_SEMANTICS_SCANHARNESS_H

#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Simt/Executor.h"
#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scanc::test {

/// How a scan is run. Offsets are in elements: an offset of 1 gives a pointer
/// that is aligned for one element and for nothing more.
struct RunOptions {
  unsigned smCount = 2;
  unsigned inOffset = 0;
  unsigned outOffset = 0;
  bool inPlace = false;
  simt::LaunchOptions launch;

  /// For the message of a test that failed.
  std::string str() const;
};

/// One compiled scan.
class CompiledScan {
public:
  CompiledScan(target::ScanDescription description,
               std::unique_ptr<simt::Executor> executor)
      : desc(std::move(description)), executor(std::move(executor)) {}

  const target::ScanDescription &description() const { return desc; }

  /// Scans the elements in `input` (whole elements, laid out as in memory) and
  /// returns the bytes of the output. Fails if a kernel fails, if a byte
  /// outside the output was written, or if the input was changed without
  /// `inPlace`.
  llvm::Expected<std::vector<uint8_t>> run(llvm::ArrayRef<uint8_t> input,
                                           const RunOptions &options);

  /// The most blocks the streaming kernels of a large scan use.
  uint64_t maxGrid(unsigned smCount) const;

  /// The sizes at which a scan goes from one way of working to another: around
  /// a warp, around a tile, around the largest single-block scan, and so many
  /// tiles that each block streams several, some one more, with a ragged end.
  std::vector<uint64_t> sizes(unsigned smCount) const;

private:
  target::ScanDescription desc;
  std::unique_ptr<simt::Executor> executor;
};

/// Compiles every scan in `source`, in the order of the text. The error holds
/// the compiler's diagnostics.
llvm::Expected<std::vector<CompiledScan>>
compileScans(llvm::StringRef source, const CompileOptions &options = {});

/// The text of a file under circuits/.
llvm::Expected<std::string> readCircuit(llvm::StringRef file);

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_SEMANTICS_SCANHARNESS_H
