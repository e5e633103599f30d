//===- Explorer.cpp - Runs until all code was reached ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explorer.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using namespace scanc::verify;
using simt::CoverageCounts;
using simt::CoveragePoint;

/// Runs between two looks at what is still missing: the same number whatever
/// the threads, so that the runs are the same.
static constexpr size_t batchSize = 16;

Explorer::Explorer(const KernelRun &kernels, Workers &workers, TrialRunner run,
                   bool wantsRaces,
                   std::function<void(const Trial &, uint64_t)> note)
    : kernels(kernels), workers(workers), runTrial(std::move(run)),
      wantsRaces(wantsRaces), note(std::move(note)), total(kernels.coverage()),
      unreachable(kernels.coverage().counts),
      nearest(2 * kernels.coverage().comparisons.size()) {}

bool Explorer::run(llvm::ArrayRef<Trial> trials,
                   llvm::ArrayRef<Watch> watches) {
  std::vector<std::string> wrong(trials.size());
  const size_t first = workers.forEach(trials.size(), [&](size_t i) {
    wrong[i] = runTrial(trials[i], watches[i]);
    return wrong[i].empty();
  });
  const size_t done = std::min(first + 1, trials.size());
  for (const Trial &trial : trials.take_front(done)) {
    ++runCount;
    elementCount += trial.n;
    triedSizes.insert(trial.n);
  }
  if (first == trials.size())
    return true;
  failed = Failure{trials[first], std::move(wrong[first])};
  // What is wrong because of a race is better called one.
  if (wantsRaces && !watches[first].races) {
    Watch watch;
    watch.races = true;
    std::string race = runTrial(trials[first], watch);
    if (!race.empty())
      failed->text = std::move(race);
  }
  return false;
}

bool Explorer::explore(llvm::ArrayRef<Trial> trials, uint64_t budget,
                       bool races) {
  std::vector<Trial> affordable;
  for (const Trial &trial : trials)
    if (trial.cost() <= budget && tried.try_emplace(trial).second) {
      affordable.push_back(trial);
      budget -= trial.cost();
    }
  for (llvm::ArrayRef<Trial> rest = affordable; !rest.empty();) {
    llvm::ArrayRef<Trial> batch =
        rest.take_front(std::min(batchSize, rest.size()));
    rest = rest.drop_front(batch.size());
    std::vector<CoverageCounts> counts(batch.size(), CoverageCounts(total));
    std::vector<Watch> watches(batch.size());
    for (auto [watch, own] : llvm::zip_equal(watches, counts)) {
      own = CoverageCounts(kernels.coverage());
      watch.coverage = &own;
      watch.races = races;
    }
    const bool isRight = run(batch, watches);
    for (auto [trial, own] : llvm::zip_equal(batch, counts)) {
      if (failed && trial == failed->trial)
        break;
      learn(trial, own);
    }
    if (!isRight)
      return false;
  }
  return true;
}

void Explorer::learn(const Trial &trial, const CoverageCounts &counts) {
  note(trial, trial.cost());
  std::vector<std::string> where;
  uint64_t &accesses = tried[trial];
  for (const CoveragePoint &point : kernels.coverage().points)
    if (point.kind == CoveragePoint::Kind::Access)
      accesses += counts.of(point);
  for (const CoveragePoint &point : kernels.coverage().points)
    if (counts.of(point) && !total.of(point) &&
        (where.empty() || where.back() != point.function))
      where.push_back(point.function);
  total.add(counts);
  if (!where.empty()) {
    kept.push_back({trial, std::move(where), {}});
    kept.back().reached.resize(kernels.coverage().points.size());
    for (auto [i, point] : llvm::enumerate(kernels.coverage().points))
      if (counts.of(point))
        kept.back().reached.set(i);
  }
  // The nearest few, so that the search has more than one place to start from.
  constexpr size_t most = 3;
  auto noteDistance = [&](std::vector<Nearest> &known, uint64_t distance) {
    auto at = llvm::upper_bound(known, distance,
                                [](uint64_t value, const Nearest &other) {
                                  return value < other.distance;
                                });
    if (size_t(at - known.begin()) >= most)
      return;
    known.insert(at, {distance, trial});
    if (known.size() > most)
      known.pop_back();
  };
  for (uint32_t i = 0; i < kernels.coverage().comparisons.size(); ++i) {
    if (std::optional<uint64_t> distance = counts.below(i))
      noteDistance(nearest[2 * i], *distance);
    if (std::optional<uint64_t> distance = counts.above(i))
      noteDistance(nearest[2 * i + 1], *distance);
  }
}

std::vector<uint32_t> Explorer::missing() const {
  std::vector<uint32_t> counts;
  for (const CoveragePoint &point : kernels.coverage().points)
    if (!total.of(point) && !unreachable.test(point.count))
      counts.push_back(point.count);
  llvm::sort(counts);
  counts.erase(llvm::unique(counts), counts.end());
  return counts;
}

void Explorer::proveUnreachable() {
  const std::vector<uint32_t> counts = missing();
  if (counts.empty())
    return;
  const std::vector<bool> proven = kernels.proveUnreachable(counts);
  for (auto [count, isProven] : llvm::zip_equal(counts, proven))
    if (isProven)
      unreachable.set(count);
}

/// Runs that may change by how much a comparison missed what is missing.
std::vector<Trial> Explorer::neighbours() const {
  std::set<Trial> proposed;
  std::vector<uint32_t> absent = missing();
  auto isMissing = [&](uint32_t count) {
    return llvm::binary_search(absent, count);
  };
  // As many chains, each of another length.
  auto proposeLength = [&](Trial trial, int64_t change) {
    const int64_t length = int64_t(trial.row) + change;
    if (length <= 0 || uint64_t(length) > 2 * trial.row + 64)
      return;
    trial.n = trial.n / trial.row * length;
    trial.row = length;
    if (!tried.count(trial))
      proposed.insert(trial);
  };
  auto propose = [&](Trial trial, int64_t change) {
    if (kernels.areOfAxis() && trial.row) {
      proposeLength(trial, change);
      change *= int64_t(trial.row);
    }
    const int64_t n = int64_t(trial.n) + change;
    if (n < 0 || uint64_t(n) > 2 * trial.n + 64)
      return;
    // Whole rows.
    trial.n = trial.row ? n - n % int64_t(trial.row) : n;
    if (!tried.count(trial))
      proposed.insert(trial);
  };
  for (auto [i, first] : llvm::enumerate(kernels.coverage().comparisons)) {
    const bool isNext = isMissing(first + 3);
    if (!isNext && !isMissing(first) && !isMissing(first + 1) &&
        !isMissing(first + 2))
      continue;
    for (const std::vector<Nearest> &side :
         {nearest[2 * i], nearest[2 * i + 1]})
      for (const Nearest &near : side) {
        if (near.distance > near.trial.n)
          continue;
        const int64_t distance = near.distance;
        for (int64_t scale : {uint64_t(1), kernels.description().tile})
          for (int64_t change : {distance - isNext, distance, distance + 1})
            if (change * scale <= int64_t(near.trial.n) + 64)
              for (int64_t sign : {-1, 1})
                propose(near.trial, sign * change * scale);
      }
  }
  return {proposed.begin(), proposed.end()};
}

bool Explorer::search(uint64_t budget, uint64_t seed) {
  uint64_t round = 0;
  auto cheapest = [&](std::vector<Trial> trials) {
    // By n first, and so by cost.
    llvm::sort(trials);
    std::vector<Trial> chosen;
    for (const Trial &trial : trials) {
      if (trial.cost() > budget || chosen.size() == 2 * batchSize)
        break;
      budget -= trial.cost();
      chosen.push_back(trial);
    }
    return chosen;
  };
  // Where distances lead nowhere, chance may; after some vain rounds nothing
  // will.
  constexpr unsigned patience = 3;
  for (unsigned vain = 0; vain < patience && !missing().empty(); ++vain) {
    const size_t before = missing().size();
    std::vector<Trial> trials = cheapest(neighbours());
    if (trials.size() < batchSize)
      llvm::append_range(
          trials,
          cheapest(randomTrials(kernels, batchSize, seed + ++round, budget)));
    if (trials.empty())
      break;
    if (!explore(trials, ~uint64_t(0)))
      return false;
    if (missing().size() < before)
      vain = 0;
  }
  return true;
}

/// Of the runs that reached something new, so many that together they reach all
/// that was reached: one after another goes, those with most accesses first.
std::vector<const Explorer::Kept *> Explorer::needed() const {
  std::vector<const Kept *> runs;
  std::vector<unsigned> reachedBy(kernels.coverage().points.size());
  for (const Kept &run : kept) {
    runs.push_back(&run);
    for (unsigned point : run.reached.set_bits())
      ++reachedBy[point];
  }
  // Of runs with as many accesses, the first in the list.
  llvm::sort(runs, [&](const Kept *a, const Kept *b) {
    return std::pair(tried.at(b->trial), a) < std::pair(tried.at(a->trial), b);
  });
  llvm::erase_if(runs, [&](const Kept *run) {
    if (llvm::any_of(run->reached.set_bits(),
                     [&](unsigned point) { return reachedBy[point] == 1; }))
      return false;
    for (unsigned point : run->reached.set_bits())
      --reachedBy[point];
    return true;
  });
  return runs;
}

bool Explorer::lookForRaces(llvm::ArrayRef<Trial> others, uint64_t budget) {
  struct Choice {
    Trial trial;
    Watch watch;
    uint64_t accesses;
  };
  std::vector<Choice> choices;
  std::set<Trial> chosen;
  // Of runs that cost a lot, only what they were made for.
  constexpr uint64_t large = 400'000;
  auto add = [&](const Kept &run) {
    if (!chosen.insert(run.trial).second)
      return;
    Watch watch{.races = true, .raceKernels = {}};
    uint64_t accesses = tried.at(run.trial);
    if (run.trial.n >= large) {
      watch.raceKernels = run.kernels;
      accesses /= 4;
    }
    choices.push_back({run.trial, std::move(watch), accesses});
  };
  for (const Kept *run : needed())
    add(*run);
  auto afford = [&](const Trial &trial) {
    const auto known = tried.find(trial);
    if (known == tried.end() || known->second > budget ||
        !chosen.insert(trial).second)
      return;
    budget -= known->second;
    choices.push_back(
        {trial, {.races = true, .raceKernels = {}}, known->second});
  };
  for (const Kept &run : kept)
    afford(run.trial);
  for (const Trial &trial : others)
    afford(trial);
  for (llvm::ArrayRef<Choice> rest = choices; !rest.empty();) {
    llvm::ArrayRef<Choice> batch =
        rest.take_front(std::min(batchSize, rest.size()));
    rest = rest.drop_front(batch.size());
    std::vector<Trial> trials;
    std::vector<Watch> watches;
    for (const Choice &choice : batch) {
      trials.push_back(choice.trial);
      watches.push_back(choice.watch);
    }
    if (!run(trials, watches))
      return false;
    for (const Choice &choice : batch)
      note(choice.trial, choice.accesses / accessesPerElement);
  }
  return true;
}

std::vector<uint64_t> Explorer::sizes() const {
  return {triedSizes.begin(), triedSizes.end()};
}
