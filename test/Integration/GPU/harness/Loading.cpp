//===- Loading.cpp - Loading and launching from several threads -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suites.h"
#include "Trial.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace scanc::gputest;

constexpr unsigned threadCount = 8;
constexpr unsigned rounds = 100;
static const Placement apart = {"", false, 0, 0};

namespace {
/// The first message of several threads.
class Complaint {
public:
  void add(const std::string &message) {
    std::lock_guard<std::mutex> guard(lock);
    if (text.empty())
      text = message;
  }
  void add(const char *what, scanc_status status) {
    if (status != SCANC_OK)
      add(std::string(what) + ": " + scanc_status_string(status));
  }
  std::string text;

private:
  std::mutex lock;
};
} // namespace

/// Runs `body(t)` in all threads, which start together.
static std::string
together(const std::function<void(unsigned, Complaint &)> &body) {
  Complaint complaint;
  std::atomic<unsigned> waiting{threadCount};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < threadCount; ++t)
    threads.emplace_back([&, t] {
      try {
        --waiting;
        while (waiting)
          std::this_thread::yield();
        SCANC_CUDA(cudaSetDevice(0));
        body(t, complaint);
      } catch (const std::exception &error) {
        complaint.add(error.what());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  return complaint.text;
}

/// Nothing else holds the scan, so each round really loads and unloads.
static std::string oneAfterAnother(const Launcher &launcher, uint64_t n) {
  std::mutex turn;
  std::atomic<unsigned> round{0};
  return together([&](unsigned, Complaint &complaint) {
    Trial trial(launcher, false);
    for (;;) {
      std::lock_guard<std::mutex> guard(turn);
      if (round++ >= rounds)
        return;
      complaint.add("load", launcher.load());
      complaint.add(trial.run(n, apart, Pattern::Normal, false));
      complaint.add("unload", launcher.unload());
    }
  });
}

/// Loads, launches and unloads meet in every order.
static std::string allAtOnce(const Launcher &launcher, uint64_t n) {
  return together([&](unsigned t, Complaint &complaint) {
    Trial trial(launcher, false);
    for (unsigned round = 0; round < rounds; ++round) {
      complaint.add("load", launcher.load());
      if (round % threadCount == t)
        complaint.add(trial.run(n + t, apart, Pattern::Normal, false));
      complaint.add("unload", launcher.unload());
    }
  });
}

/// The first launch of all threads at once, with nothing loaded.
static std::string firstLaunch(const Launcher &launcher, uint64_t n) {
  launcher.unload();
  std::string message = together([&](unsigned t, Complaint &complaint) {
    Trial trial(launcher, false);
    for (unsigned round = 0; round < 10; ++round)
      complaint.add(trial.run(n + t, apart, Pattern::Normal, false));
  });
  launcher.unload();
  return message;
}

/// The context goes and another comes; the scan goes on.
static std::string afterReset(const Launcher &launcher, uint64_t n) {
  std::string before =
      Trial(launcher, false).run(n, apart, Pattern::Normal, false);
  if (!before.empty())
    return before;
  SCANC_CUDA(cudaDeviceReset());
  SCANC_CUDA(cudaSetDevice(0));
  SCANC_CUDA(cudaFree(nullptr));
  return Trial(launcher, false).run(n, apart, Pattern::Normal, false);
}

void scanc::gputest::runLoading(const Scans &scans, const Options &options,
                                Results &results) {
  for (const ScanCase &scan : scans) {
    results.begin(scan.name);
    Launcher launcher(options.folder, scan);
    uint64_t n = scan.singleUpTo + 2 * scan.tile + 7;
    auto report = [&](const char *name, const std::string &message) {
      results.report(scan.name, name, message);
    };
    report("100 loads, one thread after another", oneAfterAnother(launcher, n));
    report("100 loads in each of 8 threads", allAtOnce(launcher, n));
    report("first launch in 8 threads", firstLaunch(launcher, n));
    report("unload of what is not loaded",
           launcher.unload() == SCANC_OK ? "" : "no SCANC_OK");
    report("another context", afterReset(launcher, n));
  }
}
