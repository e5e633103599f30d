//===- Scans.cpp - Every size and placement -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suites.h"
#include "Trial.h"

#include <set>
#include <stdexcept>

using namespace scanc::gputest;

static const Placement apart = {"", false, 0, 0};
static const Placement inPlace = {" in place", true, 0, 0};
static const Placement shifted[] = {
    {" in+1", false, 1, 0},
    {" out+1", false, 0, 1},
    {" in+1 out+1", false, 1, 1},
    {" in place +1", true, 1, 1},
};

constexpr uint64_t million = (1 << 20) + 1, large = (1 << 24) + 3;

/// Blocks of the two big kernels once n is large.
static uint64_t gridBlocks(const ScanCase &scan) {
  int count = 0;
  SCANC_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  return std::min<uint64_t>(uint64_t(count) * scan.blocksPerSM, scan.maxBlocks);
}

/// Around every border that the launch rule or a kernel has: the warp, the
/// tile, the last n of the single block, one tile for each block of the grid.
static std::set<uint64_t> sizesOf(const ScanCase &scan) {
  uint64_t tile = scan.tile;
  std::set<uint64_t> sizes = {0,
                              1,
                              2,
                              31,
                              32,
                              33,
                              tile - 1,
                              tile,
                              tile + 1,
                              3 * tile,
                              5 * tile + 17,
                              million,
                              large};
  if (scan.strategy == "single_block")
    return sizes;
  uint64_t wave = gridBlocks(scan) * tile;
  for (uint64_t n : {scan.singleUpTo, scan.singleUpTo + 1, wave - 1, wave + 1,
                     wave + 3 * tile + 5, 2 * wave + tile - 1})
    if (n <= 2 * large)
      sizes.insert(n);
  return sizes;
}

/// The sizes at which misaligned pointers are tried.
static std::set<uint64_t> shiftedSizesOf(const ScanCase &scan) {
  return {1, 33, scan.tile + 1, 5 * scan.tile + 17, million, large};
}

static bool isFloatOrder(const ScanCase &scan) {
  return (scan.op == "min" || scan.op == "max") && isFloat(scan.state.kind[0]);
}

namespace {
/// The trials of one launcher.
class Campaign {
public:
  Campaign(const Launcher &launcher, const Options &options, Results &results)
      : launcher(launcher), options(options), results(results),
        trial(launcher, options.exact) {}

  void run(uint64_t n, const Placement &placement,
           Pattern pattern = Pattern::Normal, bool again = false) {
    if (n > options.maxElements)
      return;
    std::string name = "n=" + std::to_string(n) + placement.name +
                       (pattern == Pattern::Special ? " zeros and NaN" : "") +
                       (again ? " twice" : "");
    results.report(launcher.scan.name, name,
                   trial.run(n, placement, pattern, again));
  }

private:
  const Launcher &launcher;
  const Options &options;
  Results &results;
  Trial trial;
};
} // namespace

static void runOne(const Launcher &launcher, const Options &options,
                   Results &results) {
  const ScanCase &scan = launcher.scan;
  bool sameSize = scan.elem.size == scan.out.size;
  Campaign campaign(launcher, options, results);
  std::set<uint64_t> sizes = sizesOf(scan);
  if (options.brief)
    sizes = {0,
             1,
             33,
             scan.tile - 1,
             5 * scan.tile + 17,
             scan.singleUpTo + scan.tile + 1};
  for (uint64_t n : sizes) {
    campaign.run(n, apart);
    if (sameSize)
      campaign.run(n, inPlace);
  }
  for (uint64_t n : shiftedSizesOf(scan))
    if (!options.brief || n < million)
      for (const Placement &placement : shifted)
        if (sameSize || !placement.inPlace)
          campaign.run(n, placement);
  campaign.run(million, apart, Pattern::Normal, /*again=*/true);
  if (isFloatOrder(scan))
    for (uint64_t n : {uint64_t(33), scan.tile + 1, million})
      campaign.run(n, apart, Pattern::Special);
}

/// Opens each launcher and runs `body`; a host-side error fails one case.
template <class Body>
static void forEach(const Scans &scans, const Options &options,
                    Results &results, Body body) {
  for (const ScanCase &scan : scans) {
    results.begin(scan.name);
    try {
      Launcher launcher(options.folder, scan);
      body(launcher);
    } catch (const CudaError &) {
      throw;
    } catch (const std::exception &error) {
      results.report(scan.name, "open", error.what());
    }
  }
}

void scanc::gputest::runScans(const Scans &scans, const Options &options,
                              Results &results) {
  forEach(scans, options, results, [&](const Launcher &launcher) {
    runOne(launcher, options, results);
  });
}

void scanc::gputest::runHuge(const Scans &scans, const Options &options,
                             Results &results) {
  constexpr uint64_t huge = (1ull << 31) + 5;
  forEach(scans, options, results, [&](const Launcher &launcher) {
    Campaign campaign(launcher, options, results);
    campaign.run(huge, apart);
    campaign.run(huge, inPlace);
    campaign.run(huge, shifted[2]);
  });
}

void scanc::gputest::runOnce(const Scans &scans, const Options &options,
                             Results &results) {
  forEach(scans, options, results, [&](const Launcher &launcher) {
    Campaign campaign(launcher, options, results);
    campaign.run(options.n, apart, Pattern::Normal, /*again=*/true);
  });
}
