//===- Trials.cpp - Which runs of a scan are worth a try ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <random>

using namespace scanc;
using namespace scanc::verify;
using Schedule = simt::LaunchOptions::Schedule;
using Grid = launch::Cadence::Grid;

std::string Trial::describe() const {
  std::string text;
  if (replayed)
    text += " (a replayed graph)";
  if (stopped)
    text += " (after a launch that was stopped)";
  if (inPlace)
    text += " (in place)";
  if (withoutInitial)
    text += " (without initial states)";
  if (withoutFinal)
    text += " (without final states)";
  switch (gaps) {
  case RowGaps::None:
    break;
  case RowGaps::Some:
    text += " (rows apart)";
    break;
  case RowGaps::InputBackwards:
    text += " (rows apart, the input's backwards)";
    break;
  case RowGaps::OutputBackwards:
    text += " (rows apart, the output's backwards)";
    break;
  }
  auto lie = [&text](const char *what, unsigned offset) {
    if (offset >= RunSettings::onlyArray)
      text += llvm::formatv(" (unaligned {0}, array {1})", what,
                            (offset - RunSettings::onlyArray) %
                                RunSettings::mostArrays);
    else if (offset)
      text += llvm::formatv(" (unaligned {0})", what);
  };
  if (form != TensorForm())
    text += form.describe();
  lie("input", inputOffset);
  lie("output", outputOffset);
  return text;
}

std::vector<Trial> verify::someWithoutStates(const KernelRun &kernels,
                                             std::vector<Trial> trials) {
  const target::ScanDescription &scan = kernels.description();
  for (auto [index, trial] : llvm::enumerate(trials)) {
    trial.withoutInitial = scan.takesInitial && index % 3 == 2;
    trial.withoutFinal = scan.leavesFinal && index % 5 == 3;
  }
  return trials;
}

std::vector<Trial> verify::withAndWithoutStates(const KernelRun &kernels,
                                                llvm::ArrayRef<Trial> trials) {
  const target::ScanDescription &scan = kernels.description();
  std::vector<Trial> all;
  for (Trial trial : trials)
    for (bool withoutInitial : {false, true})
      for (bool withoutFinal : {false, true})
        if ((scan.takesInitial || !withoutInitial) &&
            (scan.leavesFinal || !withoutFinal)) {
          trial.withoutInitial = withoutInitial;
          trial.withoutFinal = withoutFinal;
          all.push_back(trial);
        }
  return all;
}

std::vector<Trial> verify::withRows(const KernelRun &kernels,
                                    llvm::ArrayRef<Trial> trials) {
  std::vector<Trial> all;
  if (kernels.areOfAxis())
    return withChains(kernels, trials);
  if (!kernels.areOfRows())
    return someWithoutStates(kernels, trials);
  const uint64_t tile = std::max<uint64_t>(kernels.cadence().tile, 8);
  const uint64_t lengths[] = {1,
                              3,
                              32,
                              7,
                              tile,
                              2,
                              33,
                              tile + 1,
                              5,
                              tile - 1,
                              8,
                              100,
                              31,
                              4,
                              tile / 2 + 3,
                              64,
                              2 * tile + 3,
                              tile / 4 + 1,
                              4 * tile,
                              13,
                              3 * tile / 2};
  size_t next = 0;
  for (const Trial &trial : trials) {
    all.push_back(trial);
    const uint64_t length = lengths[next % std::size(lengths)];
    if (kernels.haveStrides())
      all.back().gaps = RowGaps(next % 4);
    Trial other = trial;
    other.row = length;
    other.n = (trial.n + length / 2) / length * length;
    if (other.n == 0)
      other.n = trial.n ? length : 0;
    if (kernels.haveStrides())
      other.gaps = RowGaps((next + 1 + next / 4) % 4);
    ++next;
    all.push_back(other);
  }
  return someWithoutStates(kernels, std::move(all));
}

/// The most threads in flight: each needs a stack, on every thread of the host.
static constexpr unsigned mostThreads = 3000;

/// Up to which n one block does it.
static uint64_t singleUpTo(const KernelRun &kernels) {
  return kernels.description().rule.parameter(launch::SingleBlockUpTo);
}

static unsigned mostBlocks(const KernelRun &kernels) {
  return kernels.description().rule.parameter(launch::MaxBlocks);
}

/// Threads of a block of the kernel over the input.
static unsigned threadsOf(const KernelRun &kernels) {
  return kernels.description().kernels[1].threads;
}

static Trial trial(uint64_t n, RunPlace place,
                   Schedule schedule = Schedule::RoundRobin,
                   uint64_t seed = 1) {
  Trial result;
  result.n = n;
  result.place = place;
  result.schedule = {schedule, seed};
  return result;
}

/// Whether launches find what the one before left in the workspace.
static bool remembers(const KernelRun &kernels) {
  return kernels.description().rule.workspaceZeroed;
}

std::vector<Trial> verify::trialsAt(const KernelRun &kernels,
                                    llvm::ArrayRef<uint64_t> sizes,
                                    llvm::ArrayRef<ScheduleChoice> schedules,
                                    const RunPlace &place, bool repeated) {
  std::vector<Trial> trials;
  for (uint64_t n : sizes) {
    const Trial plain{n, place, schedules.front()};
    trials.push_back(plain);
    if (repeated) {
      trials.back().repeats = 2;
      trials.push_back(trials.back());
      trials.back().replayed = true;
      trials.push_back(plain);
      trials.back().stopped = true;
    }
    for (const ScheduleChoice &schedule : schedules.drop_front()) {
      trials.push_back(plain);
      trials.back().schedule = schedule;
      if (repeated && remembers(kernels)) {
        trials.back().repeats = 2;
        trials.back().replayed = true;
      }
    }
    trials.push_back(plain);
    trials.back().inputOffset = 1;
    trials.push_back(plain);
    trials.back().outputOffset = 1;
    trials.push_back(plain);
    trials.back().inputOffset = trials.back().outputOffset = 2;
    if (kernels.canBeInPlace()) {
      trials.push_back(plain);
      trials.back().inPlace = true;
    }
  }
  return trials;
}

std::vector<Trial> verify::singleTrials(const KernelRun &kernels) {
  std::vector<Trial> trials;
  if (kernels.cadence().grid == Grid::Single || kernels.areOfAxis())
    return trials;
  const uint64_t tile = kernels.description().kernels[0].tile;
  for (uint64_t n : {uint64_t(1), uint64_t(33), tile - 1, tile, tile + 1,
                     2 * tile, 2 * tile + 1, 5 * tile / 2})
    if (n > singleUpTo(kernels))
      for (unsigned offset : {0u, 1u}) {
        trials.push_back(trial(n, {.inOneBlock = true}));
        trials.back().inputOffset = trials.back().outputOffset = offset;
      }
  return trials;
}

/// A length at which four blocks have one tile each, of the kernel that there
/// is for that.
static std::optional<uint64_t> shortLength(const KernelRun &kernels) {
  const uint64_t tile = kernels.cadence().shortTile, n = 3 * tile + 1;
  return tile && n > singleUpTo(kernels) ? std::optional(n) : std::nullopt;
}

std::vector<Trial> verify::impatientRaceTrials(const KernelRun &kernels) {
  std::vector<Trial> trials;
  // Others have a block for each tile, and none waits for another.
  if (kernels.cadence().grid != Grid::Fixed)
    return trials;
  const uint64_t tile = kernels.cadence().tile, single = singleUpTo(kernels);
  std::vector<uint64_t> sizes = {single + 4 * tile + 1};
  if (std::optional<uint64_t> few = shortLength(kernels))
    sizes.push_back(*few);
  auto add = [&](uint64_t n, unsigned resident, Schedule schedule,
                 uint64_t seed) {
    trials.push_back(trial(
        n, {.multiprocessors = 4, .residentBlocks = resident}, schedule, seed));
    trials.back().inPlace = kernels.canBeInPlace();
    trials.back().repeats = 2;
  };
  for (uint64_t n : sizes)
    for (unsigned resident : {2u, 3u}) {
      add(n, resident, Schedule::Random, 2);
      add(n, resident, Schedule::StarvedBlock, 3);
    }
  // More tiles than a ring has places, so that roles wait for an empty one.
  if (const uint64_t ring = kernels.cadence().blockRing) {
    add(single + 2 * tile * (ring + 1) + 1, 1, Schedule::Random, 2);
    trials.back().place.multiprocessors = 2;
    trials.back().repeats = 1;
  }
  return trials;
}

std::vector<Trial> verify::impatientTrials(const KernelRun &kernels) {
  std::vector<Trial> trials;
  // Others have a block for each tile, and none waits for another.
  if (kernels.cadence().grid != Grid::Fixed)
    return trials;
  const uint64_t tile = kernels.cadence().tile, single = singleUpTo(kernels);
  for (uint64_t n : {single + 4 * tile - 1, single + 4 * tile + 1})
    for (unsigned resident : {1u, 2u, 3u, 4u})
      for (auto [schedule, seed] : {std::pair{Schedule::StarvedBlock, 1},
                                    {Schedule::StarvedBlock, 6},
                                    {Schedule::Random, 2},
                                    {Schedule::ReverseBlocks, 1}})
        trials.push_back(
            trial(n, {.multiprocessors = 4, .residentBlocks = resident},
                  schedule, seed));
  // What blocks leave behind that came too late meets the next launch.
  for (Trial &each : trials) {
    each.repeats = 2;
    each.replayed = each.n % 2;
  }
  llvm::append_range(trials, impatientRaceTrials(kernels));
  return trials;
}

std::vector<Trial> verify::stoppedTrials(const KernelRun &kernels) {
  std::vector<Trial> trials;
  if (!remembers(kernels))
    return trials;
  std::vector<uint64_t> sizes = {singleUpTo(kernels) +
                                 4 * kernels.cadence().tile + 1};
  if (std::optional<uint64_t> few = shortLength(kernels))
    sizes.push_back(*few);
  // Sooner or later, by the seed. A block that sleeps does so before its last
  // steps, too, while the others are through theirs.
  for (uint64_t seed = 1; seed <= 12; ++seed)
    for (uint64_t n : sizes)
      for (auto [schedule, resident] : {std::pair{Schedule::Random, 4u},
                                        {Schedule::Random, 2u},
                                        {Schedule::StarvedBlock, 3u},
                                        {Schedule::Random, 1u}}) {
        trials.push_back(
            trial(n, {.multiprocessors = 4, .residentBlocks = resident},
                  schedule, seed));
        trials.back().stopped = true;
      }
  return trials;
}

std::vector<Trial> verify::replayTrials(const KernelRun &kernels) {
  std::vector<Trial> trials;
  if (!remembers(kernels))
    return trials;
  const launch::Cadence &cadence = kernels.cadence();
  const uint64_t tile = cadence.tile, single = singleUpTo(kernels);
  auto add = [&](uint64_t n, unsigned blocks, Schedule schedule,
                 uint64_t seed) {
    trials.push_back(
        trial(n, {.multiprocessors = blocks, .residentBlocks = blocks},
              schedule, seed));
    trials.back().repeats = 2;
    trials.back().replayed = true;
  };
  auto addSeveral = [&](uint64_t n, unsigned blocks) {
    add(n, blocks, Schedule::ReverseBlocks, 1);
    for (uint64_t seed : {1, 2, 3})
      add(n, blocks, Schedule::Random, seed);
  };
  for (unsigned blocks : {2u, 4u})
    for (uint64_t tiles : {blocks, 2 * blocks})
      addSeveral((single / tile + tiles) * tile + 1, blocks);
  if (const uint64_t few = cadence.shortTile)
    for (unsigned blocks : {2u, 4u})
      if (const uint64_t n = blocks * few - few / 2; n > single)
        addSeveral(n, blocks);
  // Blocks that take their tiles by cycles have tiles of like length, up to
  // some granule: only of many cycles does the last one lack some, and ends the
  // launch by another block than the last.
  constexpr uint64_t affordable = 300'000;
  if (cadence.blockRing)
    for (uint64_t cycles : {8, 16, 32})
      for (uint64_t more : {uint64_t(1), tile + 1})
        if (const uint64_t n = 2 * (cycles - 1) * tile + more;
            n > single && n <= affordable)
          add(n, 2, Schedule::ReverseBlocks, 1);
  return trials;
}

std::vector<Trial> verify::ringTrials(const KernelRun &kernels) {
  std::vector<Trial> trials;
  const uint64_t tile = kernels.cadence().tile,
                 ring = kernels.cadence().blockRing;
  if (!ring)
    return trials;
  // Each stage twice and once more.
  const uint64_t n = singleUpTo(kernels) + (2 * ring + 1) * tile + tile / 2 + 1;
  // Roles wait for each other longer than where all take turns.
  trials.push_back(trial(n, {.multiprocessors = 1}, Schedule::Random, 3));
  // Threads copy what bulk copies cannot.
  trials.push_back(trial(n, {.multiprocessors = 1}));
  trials.back().inputOffset = 1;
  trials.push_back(trial(n, {.multiprocessors = 1}));
  trials.back().outputOffset = 1;
  return trials;
}

/// Those of blocks that each have a ring.
static std::vector<Trial> blockRingTrials(const KernelRun &kernels) {
  const launch::Cadence &cadence = kernels.cadence();
  const uint64_t tile = cadence.tile, single = singleUpTo(kernels);
  std::vector<Trial> trials;
  // Each stage twice and once more; a ragged end.
  const uint64_t cycles = 2 * cadence.blockRing + 1;
  for (unsigned blocks : {1u, 2u})
    trials.push_back(trial(single + cycles * blocks * tile + tile / 2 + 1,
                           {.multiprocessors = blocks}));
  // Many blocks with little to do each: tiles are short while half of the
  // multiprocessors have no block.
  const unsigned most = mostBlocks(kernels);
  for (unsigned blocks : {5u, 33u, 65u, most}) {
    blocks = std::min(blocks, most);
    const unsigned resident =
        std::clamp(mostThreads / threadsOf(kernels), 1u, blocks);
    const uint64_t least = cadence.worthABlock ? cadence.worthABlock : tile;
    for (uint64_t n : {blocks * least, blocks * least + 1})
      trials.push_back(trial(single + n, {.multiprocessors = 2 * blocks,
                                          .residentBlocks = resident}));
  }
  for (uint64_t n : {5 * tile, 5 * tile + 1})
    trials.push_back(trial(single + n, {.multiprocessors = 5}));
  return trials;
}

std::vector<Trial> verify::laneTrials(const KernelRun &kernels) {
  std::vector<Trial> trials;
  if (!kernels.areOfRows() || !kernels.cadence().blockRing)
    return trials;
  constexpr unsigned blocks = 8;
  const uint64_t tile = kernels.cadence().tile, single = singleUpTo(kernels);
  for (uint64_t row : {2 * tile + tile / 3 + 1, 5 * tile + 7})
    for (auto [resident, schedule] : {std::pair{blocks, Schedule::RoundRobin},
                                      {3u, Schedule::RoundRobin},
                                      {blocks, Schedule::Random}}) {
      const uint64_t rows = (single + 5 * blocks * tile / 2) / row + 1;
      trials.push_back(trial(
          rows * row, {.multiprocessors = blocks, .residentBlocks = resident},
          schedule));
      trials.back().row = row;
    }
  // As many tiles as blocks, of rows that no block has for its own.
  const uint64_t own = kernels.description().kernels[0].tile,
                 few = kernels.cadence().shortTile;
  for (uint64_t row : {own + 1, own + own / 2})
    for (unsigned most : {4u, blocks})
      if (const uint64_t n = most * few / row * row; n > single) {
        trials.push_back(trial(n, {.multiprocessors = most}));
        trials.back().row = row;
      }
  return trials;
}

std::vector<Trial> verify::roundTrials(const KernelRun &kernels) {
  const uint64_t tile = kernels.cadence().tile, single = singleUpTo(kernels);
  std::vector<Trial> trials;
  if (kernels.cadence().grid == Grid::Single)
    return trials;
  if (kernels.cadence().blockRing)
    return blockRingTrials(kernels);
  for (unsigned blocks : {1u, 2u, 3u})
    for (uint64_t tiles : {2 * blocks, 5 * blocks + 1})
      for (uint64_t more : {uint64_t(0), uint64_t(1), tile / 2 + 1})
        trials.push_back(
            trial(single + tiles * tile + more, {.mostBlocks = blocks}));
  return trials;
}

std::vector<Trial> verify::windowTrials(const KernelRun &kernels) {
  const uint64_t tile = kernels.cadence().tile,
                 window = kernels.cadence().window;
  std::vector<Trial> trials;
  if (!window)
    return trials;
  // The first tile's block sleeps once it has its tile, so that nobody has a
  // prefix to post: all the others post totals, and look at them when it wakes,
  // the last one first: turns are odd.
  const unsigned threads = threadsOf(kernels);
  const unsigned resident =
      std::clamp<uint64_t>(mostThreads / threads, 2, window + 8);
  for (uint64_t turns : {1, 2, 4})
    trials.push_back(
        trial(resident * tile + tile / 2 + 1,
              {.multiprocessors = resident, .residentBlocks = resident},
              Schedule::StarvedBlock, resident * (turns * threads + 1)));
  return trials;
}

std::vector<Trial> verify::deepTrials(const KernelRun &kernels,
                                      uint64_t mostElements,
                                      uint64_t mostOfRing) {
  const launch::Cadence &cadence = kernels.cadence();
  const uint64_t tile = cadence.tile, totals = cadence.totalsTile;
  std::vector<Trial> trials;
  auto add = [&](uint64_t n, RunPlace place) {
    if (n <= mostElements)
      trials.push_back(trial(n, place));
  };
  if (cadence.totalsHaveTotals) {
    // Tiles of totals, the last one ragged; in one block each, and all in one.
    for (uint64_t level = tile * totals; level <= mostElements;
         level *= totals) {
      const uint64_t n = level + 3 * (level / totals) + 17;
      add(n, {});
      add(n, {.mostBlocks = 1});
      add(level, {});
      add(level + 1, {});
    }
  } else if (cadence.gridRing && cadence.gridRing * tile <= mostOfRing) {
    // A block that lags behind is waited for where the ring is used again; and
    // in further scans, whose tiles go on with other numbers.
    add((cadence.gridRing + 3) * tile + 17, {.residentBlocks = 2});
    if (!trials.empty()) {
      trials.back().schedule = {Schedule::StarvedBlock, 2 * 700};
      trials.back().repeats = 3;
    }
  } else if (totals) {
    // More blocks than a cycle of the kernel over their totals takes.
    const uint64_t blocks = std::min<uint64_t>(totals + 1, mostBlocks(kernels));
    const uint64_t perSM =
        kernels.description().rule.parameter(launch::BlocksPerSM);
    add(blocks * tile + 17, {.multiprocessors = unsigned(
                                 blocks / std::max<uint64_t>(1, perSM) + 1)});
  }
  return trials;
}

std::vector<Trial> verify::randomTrials(const KernelRun &kernels, size_t count,
                                        uint64_t seed, uint64_t mostElements) {
  if (kernels.areOfAxis())
    return randomAxisTrials(kernels, count, seed, mostElements);
  std::mt19937_64 random(seed);
  const uint64_t most = std::min(
      mostElements, singleUpTo(kernels) + 12 * kernels.cadence().tile + 64);
  std::vector<Trial> trials;
  while (trials.size() < count) {
    // Small sizes as often as large ones.
    const uint64_t bound = most >> random() % 8;
    Trial next =
        trial(1 + random() % (bound + 1),
              {.multiprocessors = unsigned(1 + random() % 4),
               .mostBlocks = random() % 2 ? unsigned(1 + random() % 4) : 0,
               .residentBlocks = unsigned(1 + random() % 4)},
              Schedule(random() % 5), 1 + random() % 32);
    constexpr unsigned offsets[] = {0,
                                    0,
                                    0,
                                    1,
                                    2,
                                    3,
                                    4,
                                    RunSettings::offsetOf(0),
                                    RunSettings::offsetOf(1),
                                    RunSettings::offsetOf(2)};
    next.inputOffset = offsets[random() % std::size(offsets)];
    next.outputOffset = offsets[random() % std::size(offsets)];
    if (kernels.areOfRows()) {
      next.row = 1 + random() % (bound + 1) / (1 + random() % 16);
      next.n = std::max<uint64_t>(1, next.n / next.row) * next.row;
    }
    if (kernels.haveStrides())
      next.gaps = RowGaps(random() % 4);
    if (kernels.description().takesInitial)
      next.withoutInitial = random() % 4 == 0;
    if (kernels.description().leavesFinal)
      next.withoutFinal = random() % 4 == 0;
    trials.push_back(next);
  }
  return trials;
}
