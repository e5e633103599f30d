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
// large   2^32 + 5 elements, and strides beyond 2^32, against a formula.
// time    Scans beside copies of as many bytes as they must move.
//
//   scanc scans.mlir --emit=ptx,launcher -o LAUNCHERS/scan
//   sh ../build.sh axis LAUNCHERS OUT
//   OUT/axis [check] [large] [time] [--seconds=S] [--seed=K] [--cases=N]
//            [--elements=N]
//
// `check` takes S seconds or N cases, of up to N elements. All that a case is
// drawn from is the seed and its number, which its line tells.
//
//===----------------------------------------------------------------------===//

#include "large.cuh"
#include "operators.cuh"
#include "scans.cuh"
#include "tensors.cuh"
#include "times.cuh"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace {

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// One of a case: where it lies, and in which memory.
struct Array {
  std::shared_ptr<Memory> memory;
  Layout layout;
  uint64_t size, shift; // bytes of an element, elements before the lowest

  uint64_t byteOf(int64_t place) const {
    return (shift + static_cast<uint64_t>(place)) * size;
  }
  void *pointer() const {
    return memory->pointer(byteOf(static_cast<int64_t>(layout.ahead)));
  }
};

/// How the arrays of a case lie to each other.
struct Style {
  bool isBetween, isInPlace, isShared;
  LayoutKind kind;

  std::string text() const {
    return std::string(isBetween   ? ", between"
                       : isInPlace ? ", in place"
                                   : "") +
           (isShared ? ", alike" : "") +
           (kind.isOrdered ? ", ordered" : ", permuted") +
           (kind.hasGaps ? ", gaps" : "") +
           (kind.isNegative ? ", negative" : "") +
           (kind.isExpanded ? ", expanded" : "");
  }
};

Style drawStyle(Random &random, const Scan &scan) {
  Style style;
  style.isBetween = scan.areOneSize() && below(random, 6) == 0;
  style.isInPlace =
      !style.isBetween && scan.mayReplace && below(random, 3) == 0;
  style.isShared = style.isBetween || below(random, 2);
  style.kind = {below(random, 2) == 0, below(random, 3) == 0,
                below(random, 3) == 0, below(random, 3) == 0};
  if (style.isShared)
    style.kind.isExpanded = false;
  return style;
}

/// The inputs and then the outputs. Of those in place, an output is the input
/// of its number.
std::vector<Array> drawArrays(Random &random, const Scan &scan,
                              const TensorShape &shape, const Style &style) {
  const uint64_t more = scan.kind == Kind::Total;
  const auto count = static_cast<unsigned>(scan.sizes.size());
  const Layout shared = drawLayout(random, shape, more, style.kind);
  std::vector<Array> arrays;
  std::shared_ptr<Memory> all;
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t size = scan.sizes[i];
    const bool isInput = i < scan.inputs;
    if (!isInput && style.isInPlace && i - scan.inputs < scan.inputs &&
        scan.sizes[i - scan.inputs] == size) {
      arrays.push_back(arrays[i - scan.inputs]);
      continue;
    }
    LayoutKind kind = style.kind;
    kind.isExpanded = kind.isExpanded && isInput && !style.isInPlace;
    Layout layout =
        style.isShared ? shared : drawLayout(random, shape, more, kind);
    if (style.isBetween)
      layout = layout.between(count, i);
    const uint64_t shift = style.isBetween ? 0 : below(random, 5);
    std::shared_ptr<Memory> memory = all;
    if (!memory)
      memory = std::make_shared<Memory>((shift + layout.span) * size);
    if (style.isBetween)
      all = memory;
    arrays.push_back({memory, layout, size, shift});
  }
  return arrays;
}

/// Calls `visit` with the number of each chain, and with its first element.
template <class Visit>
void forEachChain(const TensorShape &shape, Visit visit) {
  uint64_t index[8] = {};
  const uint64_t chains = shape.chains();
  for (uint64_t chain = 0; chain < chains; ++chain) {
    visit(chain, index);
    for (unsigned k = shape.rank; k-- > 0;) {
      if (k == shape.axis)
        continue;
      if (++index[k] < shape.extent[k])
        break;
      index[k] = 0;
    }
  }
}

/// Calls `visit` with the byte of each element of a chain.
template <class Visit>
void forEachElement(const TensorShape &shape, const Array &array,
                    const uint64_t *index, uint64_t n, Visit visit) {
  const int64_t first = array.layout.place(index, shape.rank);
  const int64_t stride = n > 1 ? array.layout.stride[shape.axis] : 0;
  for (uint64_t k = 0; k < n; ++k)
    visit(k, array.byteOf(first + static_cast<int64_t>(k) * stride));
}

/// Elements that lie in one place are drawn again and again.
void drawElements(Random &random, const Scan &scan, const TensorShape &shape,
                  const std::vector<Array> &arrays) {
  for (unsigned i = 0; i < scan.inputs; ++i)
    forEachChain(shape, [&](uint64_t, const uint64_t *index) {
      forEachElement(shape, arrays[i], index, shape.length(),
                     [&](uint64_t, uint64_t byte) {
                       arrays[i].memory->set(byte, arrays[i].size,
                                             scan.draw(random, i));
                     });
    });
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Of chains, in device memory, or none.
class ChainStates {
public:
  ChainStates(Random &random, uint64_t chains, uint64_t stateBytes)
      : size(stateBytes), areGiven(stateBytes != 0 && below(random, 4) != 0),
        shift(below(random, 3) * stateBytes),
        memory(areGiven ? shift + chains * stateBytes : 0) {
    for (uint64_t chain = 0; areGiven && chain < chains; ++chain)
      set(chain, random() | 1);
    memory.upload();
  }
  explicit operator bool() const { return areGiven; }
  void *pointer() const { return areGiven ? memory.pointer(shift) : nullptr; }
  uint64_t get(uint64_t chain) const {
    return areGiven ? memory.get(shift + chain * size, size) : 0;
  }
  void set(uint64_t chain, uint64_t bits) {
    if (areGiven)
      memory.set(shift + chain * size, size, bits);
  }
  uint64_t countWrong() const { return memory.countWrong(); }

private:
  uint64_t size;
  bool areGiven;
  uint64_t shift;
  Memory memory;
};

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// What a scan gives, in the arrays' memory and in `finals`.
void expect(const Scan &scan, const TensorShape &shape,
            const std::vector<Array> &arrays, const ChainStates &initial,
            ChainStates &finals) {
  const uint64_t n = shape.length();
  const uint64_t written = n + (scan.kind == Kind::Total);
  const unsigned outputs = static_cast<unsigned>(arrays.size()) - scan.inputs;
  Chain chain;
  chain.n = n;
  chain.in.assign(scan.inputs, std::vector<uint64_t>(n));
  chain.out.assign(outputs, std::vector<uint64_t>(written));
  forEachChain(shape, [&](uint64_t number, const uint64_t *index) {
    for (unsigned i = 0; i < scan.inputs; ++i)
      forEachElement(shape, arrays[i], index, n, [&](uint64_t k, uint64_t at) {
        chain.in[i][k] = arrays[i].memory->get(at, arrays[i].size);
      });
    finals.set(number,
               scan.reference(scan.kind, scan.reverse, chain,
                              static_cast<bool>(initial), initial.get(number)));
    for (unsigned i = 0; i < outputs; ++i) {
      const Array &to = arrays[scan.inputs + i];
      forEachElement(shape, to, index, written, [&](uint64_t k, uint64_t at) {
        to.memory->set(at, to.size, chain.out[i][k]);
      });
    }
  });
}

scanc_tensor tensorOf(const TensorShape &shape,
                      const std::vector<Array> &arrays) {
  scanc_tensor tensor;
  std::memset(&tensor, 0xee, sizeof tensor); // what nobody looks at
  tensor.rank = shape.rank;
  tensor.axis = shape.axis;
  for (unsigned k = 0; k < shape.rank; ++k) {
    tensor.extent[k] = shape.extent[k];
    for (size_t i = 0; i < arrays.size(); ++i)
      tensor.stride[i][k] = arrays[i].layout.stride[k];
  }
  return tensor;
}

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
  bool checks = false, isLarge = false, times = false;
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
  if (!options.isLarge && !options.times)
    options.checks = true;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, seed %llu\n", properties.name, options.seed);
  loadAll();
  Tally tally;
  if (options.checks)
    checkAll(options, tally);
  if (options.isLarge)
    runLarge(tally);
  if (options.times)
    measureAll();
  if (options.checks || options.isLarge)
    std::printf("%llu passed, %llu failed\n", tally.passed, tally.failed);
  return tally.failed != 0;
}
