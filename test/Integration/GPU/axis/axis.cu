//===- axis.cu - Scans along an axis against a CPU, and beside copies -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// check   Launches the scans of scans.mlir over tensors that are chosen to go
//         to each kernel, and then over tensors drawn at random: 1 to 8
//         dimensions, the axis any of them, extents of 1, of primes, of powers
//         of two and one more, of 0; arrays that lie as the tensor names its
//         dimensions, or in another order, with gaps, backwards, between each
//         other, or with an input expanded; in place or not; aligned or not;
//         from states or not. A loop on the CPU is the reference, and every
//         byte of memory is compared.
// load    Launches one after another without a gap, of shapes that go to all
//         kernels of a scan, on one workspace; and on two streams with two.
// devices The same, short, on two devices: two threads with a device each, and
//         then one thread. Where there is one device, it says so, and nothing
//         is counted.
// large   2^32 + 5 elements, and strides beyond 2^32, against a formula.
// time    Scans beside copies of as many bytes as they must move.
//
//   scanc scans.mlir --emit=ptx,launcher -o LAUNCHERS/scan
//   sh ../build.sh axis LAUNCHERS OUT
//   OUT/axis [check] [load] [devices] [large] [time] [--seconds=S] [--seed=K]
//            [--cases=N] [--elements=N] [--scans=NAME[,NAME...]]
//
// `check` takes S seconds or N cases behind the chosen ones, of up to N
// elements, and `load` as long, or N rounds of each of its lines. All that a
// case is drawn from is the seed and its number, which its line tells. Scans
// have the names of their launchers; without --scans, all of them are launched.
//
//===----------------------------------------------------------------------===//

#include "cases.cuh"
#include "chosen.cuh"
#include "devices.cuh"
#include "large.cuh"
#include "load.cuh"
#include "scans.cuh"
#include "times.cuh"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

namespace {

/// Launches a scan over such a tensor. Whether all is right.
bool runCase(Random &random, const std::string &label, const Scan &scan,
             const TensorShape &shape, const Style &style, bool hasStates) {
  const std::vector<Array> arrays = drawArrays(random, scan, shape, style);
  drawElements(random, scan, shape, arrays);
  for (const Array &each : arrays)
    each.memory->upload();
  ChainStates initial(random, shape.chains(), scan, hasStates),
      finals(random, shape.chains(), scan, hasStates);

  std::vector<void *> pointers;
  for (const Array &each : arrays)
    pointers.push_back(each.pointer());
  const scanc_tensor tensor = tensorOf(shape, arrays);
  const scanc_status status =
      scan.launch(nullptr, pointers.data(), tensor, initial.pointer(),
                  finals.pointer(), workspaceFor(scan, tensor));
  if (status == SCANC_OK) {
    expect(scan, shape, arrays, initial, finals);
    allowRounding(scan, shape, arrays, finals);
  }
  check(cudaDeviceSynchronize());

  std::string wrong;
  auto note = [&](const std::string &what, uint64_t bytes) {
    if (bytes)
      wrong += " " + what + " " + std::to_string(bytes);
  };
  for (size_t i = 0; i < arrays.size(); ++i)
    note((i < scan.inputs ? "in" : "out") +
             std::to_string(i < scan.inputs ? i : i - scan.inputs),
         arrays[i].memory->countWrong());
  note("initial", initial.countWrong());
  note("final", finals.countWrong());
  const bool isRight = status == SCANC_OK && wrong.empty();
  std::printf("%s %s %s: %s%s%s%s", isRight ? "ok" : "FAILED", label.c_str(),
              scan.name, shape.text().c_str(), style.text().c_str(),
              initial ? ", from states" : "", finals ? ", leaving states" : "");
  if (status != SCANC_OK)
    std::printf(": %s", scanc_status_string(status));
  else if (!isRight)
    std::printf(": wrong bytes:%s", wrong.c_str());
  std::printf("\n");
  std::fflush(stdout);
  return isRight;
}

struct Options {
  bool checks = false, loads = false, onDevices = false, isLarge = false,
       times = false;
  LoadOptions of = {listScans(""), 15, 1, ~0ull, 1'000'000};

  /// Whether the program knows the word.
  bool read(const char *word) {
    const struct {
      const char *word;
      bool &isAsked;
    } parts[] = {{"check", checks},
                 {"load", loads},
                 {"devices", onDevices},
                 {"large", isLarge},
                 {"time", times}};
    for (const auto &part : parts)
      if (std::strcmp(word, part.word) == 0)
        return part.isAsked = true;
    if (std::strncmp(word, "--scans=", 8) == 0) {
      of.scans = listScans(word + 8);
      return !of.scans.empty();
    }
    unsigned long long number;
    if (std::sscanf(word, "--seed=%llu", &number) == 1)
      of.seed = number;
    else if (std::sscanf(word, "--cases=%llu", &number) == 1)
      of.rounds = number;
    else if (std::sscanf(word, "--elements=%llu", &number) == 1)
      of.elements = number;
    else
      return std::sscanf(word, "--seconds=%lf", &of.seconds) == 1;
    return true;
  }
};

void checkChosen(const LoadOptions &options, Tally &tally) {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  for (const ChosenCase &chosen :
       listChosen(static_cast<uint64_t>(properties.multiProcessorCount))) {
    const Scan *scan = findScan(chosen.scan);
    if (std::find(options.scans.begin(), options.scans.end(), scan) ==
        options.scans.end())
      continue;
    Random random(options.seed);
    tally.add(runCase(random, chosen.kernel, *scan, chosen.shape, chosen.style,
                      /*hasStates=*/true));
  }
}

void checkAll(const LoadOptions &options, Tally &tally) {
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double> limit(options.seconds);
  const unsigned long long before = tally.failed;
  for (uint64_t number = 0;
       number < options.rounds && tally.failed < before + 20 &&
       std::chrono::steady_clock::now() - start < limit;
       ++number) {
    Random random(options.seed * 1'000'003 + number);
    const Scan &scan = *options.scans[below(random, options.scans.size())];
    const TensorShape shape =
        drawTensorShape(random, below(random, 8) ? 1 + options.elements / 15
                                                 : options.elements);
    const Style style = drawStyle(random, scan);
    tally.add(runCase(random, std::to_string(number), scan, shape, style,
                      /*hasStates=*/false));
  }
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i)
    if (!options.read(argv[i])) {
      std::fprintf(stderr, "axis: unknown argument '%s'\n", argv[i]);
      return 2;
    }
  const bool isMore = options.loads || options.isLarge || options.times;
  if (!isMore && !options.onDevices)
    options.checks = true;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, seed %llu\n", properties.name,
              static_cast<unsigned long long>(options.of.seed));
  Tally tally;
  // Before anything is loaded: first launches are to do that.
  if (options.onDevices)
    runDevices(options.of, tally);
  if (options.checks || isMore)
    loadAll(options.of.scans);
  if (options.checks) {
    checkChosen(options.of, tally);
    checkAll(options.of, tally);
  }
  if (options.loads)
    runLoad(options.of, tally);
  if (options.isLarge)
    runLarge(tally);
  if (options.times)
    measureAll();
  if (options.checks || options.loads || options.onDevices || options.isLarge)
    std::printf("%llu passed, %llu failed\n", tally.passed, tally.failed);
  return tally.failed != 0;
}
