//===- devices.cuh - Launches on two devices in one process ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launcher has a module for each device. Two threads launch a scan, each on a
// device of its own: their first launches, which load the modules, meet. Then
// one thread launches on both devices by turns. Shapes go to all kernels, those
// of rows too, as in load.cuh.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_DEVICES_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_DEVICES_CUH

#include "load.cuh"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <memory>
#include <string>
#include <thread>

/// A lane whose stream and memory are on one device.
class DeviceLane {
public:
  /// Makes the lane, and launches some rounds.
  DeviceLane(int device, const Scan &scan, uint64_t seed, uint64_t most,
             uint64_t rounds)
      : device(device) {
    enter();
    lane = std::make_unique<Lane>(scan, seed, most);
    for (uint64_t i = 0; i < rounds; ++i) {
      launch();
      compare();
    }
    finish();
  }
  DeviceLane(const DeviceLane &) = delete;
  ~DeviceLane() {
    enter();
    lane.reset();
  }

  void launch() {
    enter();
    lane->launch();
  }
  void compare() {
    enter();
    lane->compare();
  }
  void finish() {
    enter();
    if (std::string found = lane->finish(); !found.empty())
      wrong = " on device " + std::to_string(device) + ": " + found;
  }
  /// Empty: nothing is.
  const std::string &whatIsWrong() const { return wrong; }

private:
  void enter() const { check(cudaSetDevice(device)); }

  int device;
  std::unique_ptr<Lane> lane;
  std::string wrong;
};

/// Whether all is right.
inline bool runOnDevices(const Scan &scan, uint64_t seed, uint64_t most,
                         uint64_t rounds) {
  std::unique_ptr<DeviceLane> lanes[2];
  std::thread threads[2];
  for (int device = 0; device < 2; ++device)
    threads[device] = std::thread([&, device] {
      lanes[device] = std::make_unique<DeviceLane>(
          device, scan, seed + static_cast<uint64_t>(device), most, rounds);
    });
  for (std::thread &each : threads)
    each.join();
  for (uint64_t i = 0; i < rounds; ++i) {
    for (auto &each : lanes)
      each->launch();
    for (auto &each : lanes)
      each->compare();
  }
  std::string wrong;
  for (auto &each : lanes) {
    each->finish();
    wrong += each->whatIsWrong();
  }
  std::printf("%s devices %s: %llu launches on each of two%s\n",
              wrong.empty() ? "ok" : "FAILED", scan.name,
              static_cast<unsigned long long>(2 * rounds * Lane::round),
              wrong.c_str());
  std::fflush(stdout);
  return wrong.empty();
}

/// Each scan; or, where there is one device, nothing.
inline void runDevices(const LoadOptions &options, Tally &tally) {
  int devices = 0;
  check(cudaGetDeviceCount(&devices));
  if (devices < 2) {
    std::printf(
        "skipped: devices takes two, and this process sees one: nothing "
        "was launched\n");
    return;
  }
  const uint64_t most = std::min<uint64_t>(options.elements, 200'000),
                 rounds = std::min<uint64_t>(options.rounds, 10);
  for (size_t i = 0; i < options.scans.size(); ++i)
    tally.add(runOnDevices(*options.scans[i], options.seed * 1'000'003 + 2 * i,
                           most, rounds));
  check(cudaSetDevice(0));
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_DEVICES_CUH
