//===- Bench.cpp - Scans beside a copy ------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches go back to back into one stream, over slots that rotate through
// more memory than the L2 holds; events around a batch of them give the time
// of one. The contestants take turns: a sample of the scan, one of the copy,
// one of CUB, and again; the median of each counts.
//
//===----------------------------------------------------------------------===//

#include "CubScan.h"
#include "Cuda.h"
#include "Reference.h"
#include "Suites.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>

using namespace scanc::gputest;

namespace {

constexpr unsigned samples = 21;
constexpr size_t workingSet = size_t(512) << 20;
constexpr size_t largest = size_t(4) << 30;
constexpr double batchMicroseconds = 2000;

/// Input and output in as many copies as outgrow the L2.
class Slots {
public:
  Slots(const Launcher &launcher, uint64_t n) {
    const ScanCase &scan = launcher.scan;
    uint64_t each = (n + 255) / 256 * 256; // slots stay aligned
    inStep = each * scan.elem.size;
    outStep = each * scan.out.size;
    count = std::max<size_t>(1, workingSet / (inStep + outStep));
    input.reserve(count * inStep);
    output.reserve(count * outStep);
    workspace.reserve(std::max<size_t>(1, launcher.workspaceBytes(n)));
    std::unique_ptr<Reference> reference = makeReference(scan);
    if (!reference)
      throw std::runtime_error("no reference");
    reference->generate(input.data(), count * each, Pattern::Normal, 1,
                        nullptr);
    SCANC_CUDA(cudaDeviceSynchronize());
  }

  void *in(size_t slot) const { return at(input, slot % count * inStep); }
  void *out(size_t slot) const { return at(output, slot % count * outStep); }
  void *work() const { return workspace.data(); }

private:
  size_t inStep, outStep, count;
  DeviceMemory input, output, workspace;

  static void *at(const DeviceMemory &memory, size_t offset) {
    return static_cast<char *>(memory.data()) + offset;
  }
};

/// One contestant: `launch(slot)` puts one run into the stream.
class Series {
public:
  Series(std::string name, std::function<void(size_t)> launch)
      : name(std::move(name)), launch(std::move(launch)) {
    SCANC_CUDA(cudaEventCreate(&start));
    SCANC_CUDA(cudaEventCreate(&stop));
  }
  ~Series() {
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
  }
  Series(const Series &) = delete;
  Series &operator=(const Series &) = delete;

  /// Warms up and finds how many launches make a batch.
  void calibrate(cudaStream_t stream) {
    sample(stream);
    batch = 10;
    double each = sample(stream);
    batch = static_cast<unsigned>(
        std::clamp(batchMicroseconds / std::max(each, 0.1), 1.0, 600.0));
    sample(stream);
    times.clear();
  }

  /// Microseconds a launch.
  double sample(cudaStream_t stream) {
    SCANC_CUDA(cudaStreamSynchronize(stream));
    SCANC_CUDA(cudaEventRecord(start, stream));
    for (unsigned k = 0; k < batch; ++k)
      launch(next++);
    SCANC_CUDA(cudaEventRecord(stop, stream));
    SCANC_CUDA(cudaEventSynchronize(stop));
    float milliseconds = 0;
    SCANC_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
    times.push_back(1000.0 * milliseconds / batch);
    return times.back();
  }

  double median() const {
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
  double spread() const {
    auto [least, most] = std::minmax_element(times.begin(), times.end());
    return (*most - *least) / median();
  }

  const std::string name;

private:
  std::function<void(size_t)> launch;
  cudaEvent_t start, stop;
  unsigned batch = 1;
  size_t next = 0;
  std::vector<double> times;
};

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

void measure(const Launcher &launcher, uint64_t n, Results &results) {
  const ScanCase &scan = launcher.scan;
  Stream stream;
  Slots slots(launcher, n);
  launcher.initWorkspace(slots.work(), stream);

  Series ours("scan", [&](size_t slot) {
    scanc_status status = launcher.launch(stream, slots.in(slot),
                                          slots.out(slot), n, slots.work());
    if (status != SCANC_OK)
      throw std::runtime_error(scanc_status_string(status));
  });
  size_t copied = n * std::min(scan.elem.size, scan.out.size);
  Series copy("copy", [&](size_t slot) {
    SCANC_CUDA(cudaMemcpyAsync(slots.out(slot), slots.in(slot), copied,
                               cudaMemcpyDeviceToDevice, stream));
  });
  CubScan cubScan = findCubScan(scan);
  DeviceMemory temporary;
  size_t temporaryBytes = 0;
  if (cubScan) {
    SCANC_CUDA(
        cubScan(nullptr, temporaryBytes, slots.in(0), slots.out(0), n, stream));
    temporary.reserve(std::max<size_t>(1, temporaryBytes));
  }
  Series cub("cub", [&](size_t slot) {
    SCANC_CUDA(cubScan(temporary.data(), temporaryBytes, slots.in(slot),
                       slots.out(slot), n, stream));
  });

  std::vector<Series *> contestants = {&ours, &copy};
  if (cubScan)
    contestants.push_back(&cub);
  for (Series *series : contestants)
    series->calibrate(stream);
  for (unsigned s = 0; s < samples; ++s)
    for (Series *series : contestants)
      series->sample(stream);

  std::vector<std::pair<std::string, std::string>> row = {
      {"bench", quoteJson(scan.name)}, {"n", std::to_string(n)}};
  std::printf("%-28s %11llu", scan.name.c_str(),
              static_cast<unsigned long long>(n));
  for (Series *series : contestants) {
    row.push_back({series->name + "_us", number(series->median())});
    row.push_back({series->name + "_spread", number(series->spread())});
    std::printf("  %s %9.2f us", series->name.c_str(), series->median());
  }
  double ratio = copy.median() / ours.median();
  row.push_back({"of_copy", number(ratio)});
  std::printf("  of copy %.3f\n", ratio);
  std::fflush(stdout);
  results.write(row);
}

} // namespace

void scanc::gputest::runBench(const Scans &scans, const Options &options,
                              Results &results) {
  for (const ScanCase &scan : scans) {
    if (!scan.in("bench"))
      continue;
    results.begin(scan.name);
    Launcher launcher(options.folder, scan);
    if (launcher.load() != SCANC_OK)
      throw std::runtime_error(scan.name + ": cannot be loaded");
    std::vector<unsigned> powers = {16, 20, 24, 26, 28, 30};
    if (scan.in("bench_all_sizes"))
      for (powers.clear(); powers.size() <= 20;)
        powers.push_back(static_cast<unsigned>(10 + powers.size()));
    for (unsigned power : powers) {
      uint64_t n = uint64_t(1) << power;
      if (n * std::max(scan.elem.size, scan.out.size) <= largest &&
          n <= options.maxElements)
        measure(launcher, n, results);
    }
    launcher.unload();
  }
}
