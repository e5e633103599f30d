//===- axis.cu - Scans along an axis against a CPU, and beside copies -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// check   Launches the scans of scans.mlir over tensors drawn at random: 1 to 8
//         dimensions, the axis any of them, extents of 1, of primes, of powers
//         of two and one more, of 0; arrays that lie as the tensor names its
//         dimensions, or in another order, with gaps, backwards, between each
//         other, or with an input expanded; in place or not; aligned or not;
//         from states or not. A loop on the CPU is the reference, and every
//         byte of memory is compared.
// load    Launches one after another without a gap, of shapes that go to all
//         kernels of a scan, on one workspace; and on two streams with two.
// large   2^32 + 5 elements, and strides beyond 2^32, against a formula.
// time    Scans beside copies of as many bytes as they must move.
//
//   scanc scans.mlir --emit=ptx,launcher -o LAUNCHERS/scan
//   sh ../build.sh axis LAUNCHERS OUT
//   OUT/axis [check] [load] [large] [time] [--seconds=S] [--seed=K] [--cases=N]
//            [--elements=N]
//
// `check` takes S seconds or N cases, of up to N elements, and `load` as long,
// or N rounds of each of its lines. All that a case is drawn from is the seed
// and its number, which its line tells.
//
//===----------------------------------------------------------------------===//

#include "cases.cuh"
#include "large.cuh"
#include "load.cuh"
#include "scans.cuh"
#include "times.cuh"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <iterator>
#include <string>
#include <vector>

namespace {

bool runOne(Random &random, uint64_t number, uint64_t most) {
  const Scan &scan = scans[below(random, std::size(scans))];
  const TensorShape shape =
      drawTensorShape(random, below(random, 8) ? 1 + most / 15 : most);
  const Style style = drawStyle(random, scan);
  const std::vector<Array> arrays = drawArrays(random, scan, shape, style);
  drawElements(random, scan, shape, arrays);
  for (const Array &each : arrays)
    each.memory->upload();
  ChainStates initial(random, shape.chains(), scan.stateBytes),
      finals(random, shape.chains(), scan.stateBytes);

  std::vector<void *> pointers;
  for (const Array &each : arrays)
    pointers.push_back(each.pointer());
  const scanc_tensor tensor = tensorOf(shape, arrays);
  const scanc_status status =
      scan.launch(nullptr, pointers.data(), tensor, initial.pointer(),
                  finals.pointer(), workspaceFor(scan, tensor));
  if (status == SCANC_OK)
    expect(scan, shape, arrays, initial, finals);
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
  std::printf("%s %llu %s: %s%s%s%s", isRight ? "ok" : "FAILED",
              static_cast<unsigned long long>(number), scan.name,
              shape.text().c_str(), style.text().c_str(),
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
  bool checks = false, loads = false, isLarge = false, times = false;
  double seconds = 15;
  unsigned long long seed = 1, cases = ~0ull, elements = 1'000'000;
};

void checkAll(const Options &options, Tally &tally) {
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double> limit(options.seconds);
  const unsigned long long before = tally.failed;
  for (uint64_t number = 0;
       number < options.cases && tally.failed < before + 20 &&
       std::chrono::steady_clock::now() - start < limit;
       ++number) {
    Random random(options.seed * 1'000'003 + number);
    tally.add(runOne(random, number, options.elements));
  }
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "check") == 0)
      options.checks = true;
    else if (std::strcmp(argv[i], "load") == 0)
      options.loads = true;
    else if (std::strcmp(argv[i], "large") == 0)
      options.isLarge = true;
    else if (std::strcmp(argv[i], "time") == 0)
      options.times = true;
    else if (std::sscanf(argv[i], "--seconds=%lf", &options.seconds) != 1 &&
             std::sscanf(argv[i], "--seed=%llu", &options.seed) != 1 &&
             std::sscanf(argv[i], "--cases=%llu", &options.cases) != 1 &&
             std::sscanf(argv[i], "--elements=%llu", &options.elements) != 1) {
      std::fprintf(stderr, "axis: unknown argument '%s'\n", argv[i]);
      return 2;
    }
  }
  if (!options.loads && !options.isLarge && !options.times)
    options.checks = true;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, seed %llu\n", properties.name, options.seed);
  loadAll();
  Tally tally;
  if (options.checks)
    checkAll(options, tally);
  if (options.loads)
    runLoad({options.seconds, options.seed, options.cases, options.elements},
            tally);
  if (options.isLarge)
    runLarge(tally);
  if (options.times)
    measureAll();
  if (options.checks || options.loads || options.isLarge)
    std::printf("%llu passed, %llu failed\n", tally.passed, tally.failed);
  return tally.failed != 0;
}
