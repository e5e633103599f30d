//===- load.cuh - Tensors of all kernels, one after another ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane launches one scan again and again on one stream and one workspace,
// which is readied once. Its cases go to different kernels: many chains to
// `strips`, few long ones to `windows`, rows without gaps to those of rows; and
// the workspace is what the launch before has left of it. A round is
//
//   restore 0, .., restore 7, scan 0, .., scan 7, compare 0, .., compare 7
//
// of eight cases in an order drawn anew, so that eight launches follow each
// other without a gap. All bytes of all arrays and of the states are compared
// on the GPU, guards and gaps too.
//
// A stream that does not end for a minute is a hang: the program says which one
// and ends with status 3.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_LOAD_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_LOAD_CUH

#include "cases.cuh"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct LoadOptions {
  std::vector<const Scan *> scans;
  double seconds;
  uint64_t seed, rounds, elements;
};

//===----------------------------------------------------------------------===//
// Cases that are launched again and again
//===----------------------------------------------------------------------===//

/// What the chains of a tensor are like.
enum class Chains { Many, Few, Rows, Any };

/// So many times what a draw of up to `most` gives, and a few more or less.
inline uint64_t drawAround(Random &random, uint64_t unit, uint64_t most) {
  return unit * (1 + below(random, most)) + below(random, 3) * below(random, 9);
}

inline TensorShape drawShapeOf(Random &random, Chains chains, uint64_t most) {
  TensorShape shape = {};
  auto divided = [&](uint64_t by) {
    return std::max<uint64_t>(most / std::max<uint64_t>(by, 1), 1);
  };
  switch (chains) {
  case Chains::Many: // strips of 32 to 256, for most blocks or all
    shape.rank = 3;
    shape.axis = 1;
    shape.extent[0] = 1 + below(random, 4);
    shape.extent[2] = drawAround(random, 64, 160);
    shape.extent[1] =
        1 + below(random, divided(shape.extent[0] * shape.extent[2]));
    return shape;
  case Chains::Few: // a strip or a few, of many tiles
    shape.rank = 3;
    shape.axis = 1;
    shape.extent[0] = below(random, 2) ? 1 : 1 + below(random, 7);
    shape.extent[2] = below(random, 3) ? drawLength(random, 160) : 1;
    shape.extent[1] = divided(shape.extent[0] * shape.extent[2]);
    shape.extent[1] -= below(random, shape.extent[1] / 2 + 1);
    return shape;
  case Chains::Rows:
    shape.rank = 2;
    shape.axis = 1;
    shape.extent[1] = drawLength(random, most);
    shape.extent[0] = 1 + below(random, divided(shape.extent[1]));
    return shape;
  case Chains::Any:
    return drawTensorShape(random, most);
  }
  std::abort();
}

/// The device memory of a case's arrays and states, before a launch and after.
class Images {
public:
  /// Of all that `memories` are now.
  explicit Images(const std::vector<const Memory *> &memories)
      : memories(memories), before(copyAll()) {}
  Images(const Images &) = delete;
  ~Images() {
    for (unsigned char *each : before)
      cudaFree(each);
    for (unsigned char *each : after)
      cudaFree(each);
  }
  /// They are now what a launch has to leave.
  void setAfter() { after = copyAll(); }

  void restore(cudaStream_t stream) const {
    for (size_t i = 0; i < memories.size(); ++i)
      check(cudaMemcpyAsync(memories[i]->begin(), before[i],
                            memories[i]->bytes().size(),
                            cudaMemcpyDeviceToDevice, stream));
  }
  /// Adds the bytes that are wrong to errors[0]; errors[1] becomes the least of
  /// `label` << 48 | memory << 40 | byte.
  void compare(cudaStream_t stream, uint64_t label,
               unsigned long long *errors) const;

private:
  std::vector<unsigned char *> copyAll() const {
    std::vector<unsigned char *> copies;
    for (const Memory *each : memories) {
      check(cudaMalloc(&copies.emplace_back(), each->bytes().size()));
      check(cudaMemcpy(copies.back(), each->bytes().data(),
                       each->bytes().size(), cudaMemcpyHostToDevice));
    }
    return copies;
  }

  std::vector<const Memory *> memories;
  std::vector<unsigned char *> before, after;
};

__global__ void compareBytes(const unsigned char *got,
                             const unsigned char *expected, uint64_t bytes,
                             unsigned long long label,
                             unsigned long long *errors) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < bytes;
       i += uint64_t(gridDim.x) * blockDim.x)
    if (got[i] != expected[i]) {
      atomicAdd(&errors[0], 1ull);
      atomicMin(&errors[1], label | i);
    }
}

inline void Images::compare(cudaStream_t stream, uint64_t label,
                            unsigned long long *errors) const {
  for (size_t i = 0; i < memories.size(); ++i) {
    const uint64_t bytes = memories[i]->bytes().size();
    const auto blocks =
        static_cast<unsigned>(std::min<uint64_t>((bytes + 1023) / 1024, 1024));
    compareBytes<<<blocks, 256, 0, stream>>>(
        memories[i]->begin(), after[i], bytes, label << 48 | uint64_t(i) << 40,
        errors);
    check(cudaGetLastError());
  }
}

class LoadCase {
public:
  LoadCase(Random &random, const Scan &scan, Chains chains, uint64_t most)
      : scan(scan), shape(drawShapeOf(random, chains, most)),
        initial(random, shape.chains(), scan),
        finals(random, shape.chains(), scan) {
    Style style = drawStyle(random, scan);
    if (chains == Chains::Rows || (chains != Chains::Any && below(random, 2)))
      style = {false, style.isInPlace, true, {true, false, false, false}};
    arrays = drawArrays(random, scan, shape, style);
    text = shape.text() + style.text();
    tensor = tensorOf(shape, arrays);
    drawElements(random, scan, shape, arrays);
    for (const Array &each : arrays)
      pointers.push_back(each.pointer());
    images = std::make_unique<Images>(memories());
    expect(scan, shape, arrays, initial, finals);
    if (scan.floatBytes)
      launchAlone();
    images->setAfter();
  }

  size_t workspaceBytes() const { return scan.workspaceBytes(&tensor); }
  void restore(cudaStream_t stream) const { images->restore(stream); }
  scanc_status launch(cudaStream_t stream, void *workspace) const {
    return scan.launch(stream, pointers.data(), tensor, initial.pointer(),
                       finals.pointer(), workspace);
  }
  void compare(cudaStream_t stream, uint64_t label,
               unsigned long long *errors) const {
    images->compare(stream, label, errors);
  }
  const std::string &describe() const { return text; }
  size_t countArrays() const { return arrays.size(); }

private:
  /// Later launches are to leave the same bits as this one.
  void launchAlone() {
    void *workspace;
    const size_t bytes = std::max<size_t>(workspaceBytes(), 1);
    check(cudaMalloc(&workspace, bytes));
    check(cudaMemset(workspace, 0xa5, bytes));
    if (workspaceBytes() != 0)
      checkScan(scan.initWorkspace(workspace, nullptr), scan.name);
    restore(nullptr);
    checkScan(launch(nullptr, workspace), scan.name);
    allowRounding(scan, shape, arrays, finals);
    check(cudaFree(workspace));
  }

  /// Each once: arrays may be in one.
  std::vector<const Memory *> memories() const {
    std::vector<const Memory *> all;
    auto add = [&](const Memory *memory) {
      if (std::find(all.begin(), all.end(), memory) == all.end())
        all.push_back(memory);
    };
    for (const Array &each : arrays)
      add(each.memory.get());
    if (initial)
      add(&initial.getMemory());
    if (finals)
      add(&finals.getMemory());
    return all;
  }

  const Scan &scan;
  TensorShape shape;
  ChainStates initial, finals;
  std::vector<Array> arrays;
  std::vector<void *> pointers;
  scanc_tensor tensor;
  std::unique_ptr<Images> images;
  std::string text;
};

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

class Lane {
public:
  static constexpr unsigned round = 8, count = 20;

  Lane(const Scan &scan, uint64_t seed, uint64_t most)
      : scan(scan), random(seed) {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check(cudaMalloc(&errors, 2 * sizeof *errors));
    forgetErrors();
    constexpr Chains kinds[] = {Chains::Many, Chains::Few,  Chains::Rows,
                                Chains::Few,  Chains::Many, Chains::Any};
    size_t bytes = 1;
    for (unsigned i = 0; i < count; ++i) {
      // Half of them are short, so that several launches are in flight; the
      // first one has enough for all blocks to have several tiles of a strip.
      cases.push_back(
          std::make_unique<LoadCase>(random, scan, kinds[i % std::size(kinds)],
                                     i == 0  ? 4 * most
                                     : i % 2 ? std::max<uint64_t>(most / 32, 1)
                                             : most));
      bytes = std::max(bytes, cases.back()->workspaceBytes());
      order[i] = i;
    }
    check(cudaMalloc(&workspace, bytes));
    check(cudaMemset(workspace, 0xa5, bytes));
    check(cudaDeviceSynchronize());
    checkScan(scan.initWorkspace(workspace, stream), scan.name);
  }
  Lane(const Lane &) = delete;
  ~Lane() {
    cudaStreamSynchronize(stream);
    cudaFree(workspace);
    cudaFree(errors);
    cudaStreamDestroy(stream);
  }

  /// Enqueues the first part of a round.
  void launch() {
    shuffle(random, order, count);
    for (unsigned i = 0; i < round; ++i)
      cases[order[i]]->restore(stream);
    for (unsigned i = 0; i < round; ++i)
      checkScan(cases[order[i]]->launch(stream, workspace), scan.name);
  }
  /// And the second part.
  void compare() {
    for (unsigned i = 0; i < round; ++i)
      cases[order[i]]->compare(stream, order[i], errors);
  }

  /// Waits. What is wrong; empty: nothing is.
  std::string finish() {
    const auto start = std::chrono::steady_clock::now();
    while (cudaStreamQuery(stream) == cudaErrorNotReady) {
      if (std::chrono::steady_clock::now() - start > std::chrono::minutes(1)) {
        std::printf("FAILED load %s: the stream hangs\n", scan.name);
        std::fflush(stdout);
        std::_Exit(3);
      }
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    unsigned long long found[2];
    check(cudaMemcpy(found, errors, sizeof found, cudaMemcpyDeviceToHost));
    if (!found[0])
      return "";
    forgetErrors();
    const LoadCase &first = *cases[found[1] >> 48];
    return std::string(scan.name) + " " + first.describe() + ": byte " +
           std::to_string(found[1] & ((1ull << 40) - 1)) + " of memory " +
           std::to_string(found[1] >> 40 & 0xff) + " is wrong, and " +
           std::to_string(found[0] - 1) + " others";
  }

private:
  void forgetErrors() {
    const unsigned long long none[] = {0, ~0ull};
    check(cudaMemcpy(errors, none, sizeof none, cudaMemcpyHostToDevice));
  }

  const Scan &scan;
  Random random;
  std::vector<std::unique_ptr<LoadCase>> cases;
  unsigned order[count];
  cudaStream_t stream = nullptr;
  void *workspace = nullptr;
  unsigned long long *errors = nullptr;
};

//===----------------------------------------------------------------------===//
// The part
//===----------------------------------------------------------------------===//

/// Rounds of all lanes side by side, `most` or until the time is up.
inline void runLanes(const std::string &name, const std::vector<Lane *> &lanes,
                     double seconds, uint64_t most, Tally &tally) {
  std::string wrong;
  auto finish = [&] {
    for (Lane *lane : lanes)
      if (std::string found = lane->finish(); !found.empty())
        wrong = found;
  };
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double> limit(seconds);
  uint64_t rounds = 0;
  while (wrong.empty() && rounds < most &&
         (rounds == 0 || std::chrono::steady_clock::now() - start < limit)) {
    for (Lane *lane : lanes)
      lane->launch();
    for (Lane *lane : lanes)
      lane->compare();
    // Some rounds follow each other without a look.
    if (++rounds % 4 == 0)
      finish();
  }
  finish();
  std::printf(
      "%s load %s: %llu launches%s%s\n", wrong.empty() ? "ok" : "FAILED",
      name.c_str(),
      static_cast<unsigned long long>(rounds * Lane::round * lanes.size()),
      wrong.empty() ? "" : ": ", wrong.c_str());
  std::fflush(stdout);
  tally.add(wrong.empty());
}

/// Each scan on one stream, on two with a workspace each, and beside another.
inline void runLoad(const LoadOptions &options, Tally &tally) {
  const size_t count = options.scans.size();
  const double seconds = options.seconds / static_cast<double>(3 * count);
  auto makeLane = [&](size_t i, unsigned which) {
    return std::make_unique<Lane>(*options.scans[i],
                                  options.seed * 1'000'003 + 2 * i + which,
                                  options.elements);
  };
  std::unique_ptr<Lane> before;
  for (size_t i = 0; i < count; ++i) {
    const std::string name = options.scans[i]->name;
    const std::unique_ptr<Lane> lane = makeLane(i, 0);
    std::unique_ptr<Lane> other = makeLane(i, 1);
    runLanes(name + ", one stream", {lane.get()}, seconds, options.rounds,
             tally);
    runLanes(name + ", two streams", {lane.get(), other.get()}, seconds,
             options.rounds, tally);
    if (before)
      runLanes(name + " beside " + options.scans[i - 1]->name,
               {lane.get(), before.get()}, seconds, options.rounds, tally);
    before = std::move(other);
  }
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_LOAD_CUH
