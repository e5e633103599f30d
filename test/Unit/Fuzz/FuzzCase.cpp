//===- FuzzCase.cpp - One random scan, compiled and run -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"
#include "RandomScan.h"

#include "../Semantics/ScanHarness.h"

#include "llvm/Support/Error.h"

using namespace scanc::test;

/// The executor moves some hundred thousand fields a second, and short inputs
/// are many tiles of the small shapes of RandomPlan.cpp already.
static constexpr uint64_t maxFields = 10000;

static RunOptions randomOptions(Random &random, const RandomScan &scan) {
  RunOptions options;
  options.smCount = random.between(1, 3);
  if (random.oneIn(2)) {
    options.inOffset = random.between(0, 17);
    options.outOffset = random.between(0, 17);
  }
  options.inPlace = scan.fitsInPlace() && random.oneIn(3);
  options.launch.residentBlocks = random.between(1, 5);
  return options;
}

/// One length where the scan goes from one way of working to another, or near
/// there, or anything below.
static uint64_t randomLength(Random &random, const CompiledScan &scan,
                             unsigned smCount) {
  std::vector<uint64_t> sizes = scan.sizes(smCount);
  const uint64_t fields = scan.description().element.size();
  while (true) {
    uint64_t n = random.pick(sizes);
    if (random.oneIn(2))
      n = random.between(n / 2, n + 3);
    if (n * fields <= maxFields)
      return n;
  }
}

static std::string runOnce(Random &random, const RandomScan &scan,
                           CompiledScan &compiled) {
  RunOptions options = randomOptions(random, scan);
  const uint64_t n = randomLength(random, compiled, options.smCount);
  std::vector<uint8_t> input = scan.makeInput(random, n);
  std::string where = "n = " + std::to_string(n) + ", " + options.str() + ": ";
  llvm::Expected<std::vector<uint8_t>> got = compiled.run(input, options);
  if (!got)
    return where + llvm::toString(got.takeError());
  std::string difference = scan.compare(scan.evaluate(input), *got);
  return difference.empty() ? "" : where + difference;
}

std::string scanc::test::runFuzzCase(uint64_t seed) {
  Random random(seed);
  RandomScan scan(random);
  std::string text = "\n" + fuzzSource(seed);
  llvm::Expected<std::vector<CompiledScan>> compiled =
      compileScans(scan.source());
  if (!compiled) {
    std::string message = llvm::toString(compiled.takeError());
    // The harness appends the source to what the compiler says.
    const bool isSilent =
        message.size() <= scan.source().size() + sizeof("does not compile: ");
    if (isSilent)
      return "refused without a diagnostic" + text;
    return scan.fault().empty() ? "refused: " + message : "";
  }
  if (!scan.fault().empty())
    return "compiles in spite of " + scan.fault() + text;
  for (int run = 0; run < 8; ++run) {
    std::string problem = runOnce(random, scan, compiled->front());
    if (!problem.empty())
      return problem + text;
  }
  return "";
}

std::string scanc::test::fuzzSource(uint64_t seed) {
  Random random(seed);
  RandomScan scan(random);
  return (scan.fault().empty() ? "" : "// Fault: " + scan.fault() + "\n") +
         scan.source();
}
