//===- Check.h - Compare a run with a serial reference ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reference is a function from the input's elements to the output's elements,
// one after another on the CPU. Elements are C++ values whose bytes are those
// in memory: scalars, or structs of scalars.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SEMANTICS_CHECK_H
#define SCANC_TEST_UNIT_SEMANTICS_CHECK_H

#include "Numbers.h"
#include "ScanHarness.h"

#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace scanc::test {

template <class In, class Out>
using Reference = std::function<std::vector<Out>(const std::vector<In> &)>;

/// What a scan says besides its operator.
template <class State> struct Order {
  bool inclusive = true;
  bool reverse = false;
  std::optional<State> init = std::nullopt;
};

/// Every prefix of `in`, by definition. Nothing is combined with the identity.
template <class State, class Combine>
std::vector<State> serialScan(const std::vector<State> &in, Combine combine,
                              State identity, const Order<State> &order) {
  std::vector<State> out(in.size());
  std::optional<State> sum = order.init;
  for (size_t k = 0; k < in.size(); ++k) {
    size_t i = order.reverse ? in.size() - 1 - k : k;
    if (!order.inclusive)
      out[i] = sum.value_or(identity);
    sum = sum ? combine(*sum, in[i]) : in[i];
    if (order.inclusive)
      out[i] = *sum;
  }
  return out;
}

/// One run against the values it should give.
template <class In, class Out>
testing::AssertionResult checkRun(CompiledScan &scan, const std::vector<In> &in,
                                  const std::vector<Out> &expected,
                                  const RunOptions &options) {
  auto fail = [&] {
    return testing::AssertionFailure()
           << "@" << scan.description().name << ", n = " << in.size() << ", "
           << options.str() << ": ";
  };
  if (scan.description().elementSize != sizeof(In) ||
      scan.description().outputSize != sizeof(Out))
    return fail() << "elements take " << scan.description().elementSize
                  << " bytes in and " << scan.description().outputSize
                  << " out, not " << sizeof(In) << " and " << sizeof(Out);
  llvm::Expected<std::vector<uint8_t>> bytes = scan.run(
      {reinterpret_cast<const uint8_t *>(in.data()), in.size() * sizeof(In)},
      options);
  if (!bytes)
    return fail() << llvm::toString(bytes.takeError());
  for (size_t i = 0; i < expected.size(); ++i) {
    Out got;
    std::memcpy(&got, bytes->data() + i * sizeof(Out), sizeof(Out));
    if (same(got, expected[i]))
      continue;
    testing::AssertionResult result = fail();
    std::ostringstream text;
    text << "expected output " << i << " to be ";
    show(text, expected[i]);
    text << ", got ";
    show(text, got);
    return result << text.str();
  }
  return testing::AssertionSuccess();
}

/// Runs of the first elements of an endless input at each of the scan's sizes.
template <class In, class Out>
void checkSizes(CompiledScan &scan,
                const std::function<std::vector<In>(uint64_t)> &makeData,
                const Reference<In, Out> &reference, RunOptions options = {}) {
  std::vector<uint64_t> sizes = scan.sizes(options.smCount);
  std::vector<In> all = makeData(sizes.back());
  for (uint64_t n : sizes) {
    std::vector<In> in(all.begin(), all.begin() + n);
    options.launch.residentBlocks = 1 + n % 4;
    ASSERT_TRUE(checkRun(scan, in, reference(in), options));
  }
}

/// Compiles a text that must compile, to as many scans as it has.
inline std::vector<CompiledScan>
compileOrFail(llvm::StringRef source, const CompileOptions &options = {}) {
  llvm::Expected<std::vector<CompiledScan>> scans =
      compileScans(source, options);
  if (scans)
    return std::move(*scans);
  ADD_FAILURE() << llvm::toString(scans.takeError());
  return {};
}

/// The settings of a streaming scan whose tiles are small enough that a short
/// input keeps several blocks busy with several tiles each: 2 warps of 2 rows
/// of `items` elements a lane.
inline std::string smallStreaming(unsigned items) {
  std::string run = ", items = " + std::to_string(items) + ">";
  return "strategy = two_level_streaming, single_block_up_to = 40, "
         "blocks_per_sm = 2, max_blocks = 3, "
         "reduce = <warps = 2, rows = 2" +
         run + ", scan = <warps = 2, rows = 2" + run +
         ", top = <warps = 2, rows = 1, items = 1>"
         ", tail = <warps = 2, rows = 1" +
         run;
}

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_SEMANTICS_CHECK_H
