//===- AxisTrials.cpp - Which scans along an axis are worth a try ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels do depends on how many chains there are, how long these are, and
// how they lie: all three go round at different paces, so that few runs have
// many pairs of them.
//
//===----------------------------------------------------------------------===//

#include "Trials.h"

#include "scanc/Dialect/Prefix/IR/StripWidths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <random>
#include <tuple>

using namespace scanc;
using namespace scanc::verify;
using Schedule = simt::LaunchOptions::Schedule;

llvm::ArrayRef<TensorForm> verify::tensorForms() {
  constexpr uint8_t axis = SideForm::axis, innermost = SideForm::innermost,
                    outer = SideForm::outer;
  static const TensorForm forms[] = {
      {},
      {.others = 2},
      {.others = 1, .inner = 0},
      {.others = 3, .inner = 1, .in = {.gap = 1}},
      {.in = {.gap = 2}, .out = {.gap = 4}},
      {.others = 2, .in = {.backward = axis}},
      {.others = 2, .isShared = true},
      {.others = 2, .out = {.gap = 2, .backward = axis | outer}},
      {.others = 7, .inner = 3, .out = {.gap = 1}},
      {.others = 2, .inner = 1, .isAxisMoved = true},
      {.others = 3, .in = {.backward = innermost}, .areStatesTurned = true},
      {.isShared = true},
      {.others = 4,
       .inner = 2,
       .in = {.gap = 2, .backward = axis | outer},
       .out = {.gap = 4},
       .areStatesTurned = true},
      {.others = 2, .inner = 0, .out = {.backward = axis | innermost | outer}},
      {.others = 2, .inner = 2, .areStatesTurned = true},
      {.others = 3, .inner = 2, .out = {.gap = 3}},
      {.in = {.apart = 2}},
      {.others = 2, .out = {.apart = 2}},
      {.in = {.pad = 1}},
      {.others = 2, .out = {.pad = 1}},
      {.others = 2, .in = {.pad = 1, .padded = 1}},
      {.others = 2, .out = {.pad = 1, .padded = 1}},
  };
  return forms;
}

/// Forms for 210 chains, or a multiple: 210 = 2 x 3 x 5 x 7, so that dimensions
/// of more than one element have different extents, and none can be taken for
/// another unseen.
static std::vector<TensorForm> unlikeForms() {
  std::vector<TensorForm> forms;
  for (uint8_t others : {4, 5, 6, 7})
    for (bool areTurned : {false, true})
      forms.push_back({.others = others,
                       .inner = uint8_t(others / 2),
                       .areStatesTurned = areTurned});
  return forms;
}

/// A form for each array of the inputs, and then of the outputs. This array
/// alone lies as `change` says, by its number; the rest is as in `form`.
static std::vector<TensorForm>
formsForEach(const KernelRun &kernels, const TensorForm &form,
             llvm::function_ref<SideForm(uint8_t)> change) {
  std::vector<TensorForm> forms;
  for (size_t k = 0; k < kernels.description().inputArrays().size(); ++k)
    (forms.emplace_back(form).in = change(uint8_t(k))).only = uint8_t(k);
  for (size_t k = 0; k < kernels.description().outputArrays().size(); ++k)
    (forms.emplace_back(form).out = change(uint8_t(k))).only = uint8_t(k);
  return forms;
}

/// One array's elements lie apart.
static std::vector<TensorForm> apartForms(const KernelRun &kernels) {
  return formsForEach(kernels, TensorForm(),
                      [](uint8_t) { return SideForm{.apart = 2}; });
}

/// One array has an odd stride, where all extents are even.
static std::vector<TensorForm> oddForms(const KernelRun &kernels) {
  std::vector<TensorForm> all;
  for (uint8_t padded = 0; padded <= TensorForm::mostOthers; ++padded)
    llvm::append_range(
        all,
        formsForEach(
            kernels, {.others = TensorForm::mostOthers, .inner = 1},
            [=](uint8_t) { return SideForm{.pad = 1, .padded = padded}; }));
  return all;
}

/// The trial where one array alone is not aligned, by 1 to 8 elements.
static std::vector<Trial> withOneUnaligned(const KernelRun &kernels,
                                           const Trial &trial) {
  std::vector<Trial> all;
  auto add = [&](size_t arrays, unsigned Trial::*offset) {
    for (unsigned log : {0u, 1u, 2u, 3u})
      for (unsigned array = 0; array < arrays; ++array)
        all.emplace_back(trial).*offset = RunSettings::offsetOf(array, log);
  };
  add(kernels.description().inputArrays().size(), &Trial::inputOffset);
  add(kernels.description().outputArrays().size(), &Trial::outputOffset);
  return all;
}

std::vector<Trial> verify::withForms(const KernelRun &kernels,
                                     const Trial &trial) {
  std::vector<TensorForm> forms(tensorForms().begin(), tensorForms().end());
  for (const std::vector<TensorForm> &more :
       {unlikeForms(), apartForms(kernels), oddForms(kernels)})
    llvm::append_range(forms, more);
  std::vector<Trial> all;
  for (const TensorForm &form : forms)
    if (!trial.inPlace || !form.isShared)
      all.emplace_back(trial).form = form;
  if (!trial.inputOffset && !trial.outputOffset && !trial.inPlace)
    llvm::append_range(all, withOneUnaligned(kernels, trial));
  return all;
}

namespace {
/// Trials of so many chains of some length, each of another form.
class Maker {
public:
  explicit Maker(const KernelRun &kernels) : Maker(kernels, kernels.strips()) {}
  Maker(const KernelRun &kernels, const StripShape &shape)
      : kernels(kernels), shape(shape) {}

  /// Chains of a strip, where there are enough.
  uint64_t strip() const { return 32 * shape.rows; }
  /// Steps of a tile where there are so many chains.
  uint64_t tileSteps(uint64_t chains) const {
    const uint64_t lanes = llvm::PowerOf2Ceil(std::min<uint64_t>(
        llvm::divideCeil(std::max<uint64_t>(chains, 1), shape.rows), 32));
    return shape.warps * shape.items * (32 / lanes);
  }

  /// Tiles of a strip of all lanes: of a shorter chain, strips may be narrower
  /// (StripLayout::findNarrowest), by half for each power of two.
  uint64_t tilesOfWide() const {
    return 2 * std::min<uint64_t>(llvm::PowerOf2Ceil(shape.rows * widest()),
                                  16) +
           1;
  }
  /// The widest element of an array, in bytes.
  uint64_t widest() const {
    uint64_t widest = 1;
    for (const auto &arrays : {kernels.description().inputArrays(),
                               kernels.description().outputArrays()})
      for (const target::ScanArray &array : arrays)
        widest = std::max<uint64_t>(widest, array.size);
    return widest;
  }

  Trial &add(uint64_t chains, uint64_t length) {
    const llvm::ArrayRef<TensorForm> forms = tensorForms();
    return add(chains, length, forms[next++ % forms.size()]);
  }
  Trial &add(uint64_t chains, uint64_t length, const TensorForm &form) {
    Trial &trial = trials.emplace_back();
    trial.n = chains * length;
    trial.row = length;
    trial.form = form;
    return trial;
  }
  /// The same, also where arrays are not aligned, and in place.
  void addEverywhere(uint64_t chains, uint64_t length, const TensorForm &form) {
    add(chains, length, form);
    add(chains, length, form).inputOffset = 1;
    add(chains, length, form).outputOffset = 1;
    if (kernels.canBeInPlace() && !form.isShared)
      add(chains, length, form).inPlace = true;
  }
  const KernelRun &kernels;
  const StripShape shape;
  std::vector<Trial> trials;

private:
  size_t next = 0;
};
} // namespace

/// One array that cannot be accessed as the others can: it lies at another
/// address, or its steps, its chains or what is around them lie further apart.
static void addAlone(Maker &m) {
  const uint64_t chains = 8 * m.shape.rows;
  for (uint64_t length : {2 * m.shape.items + 1, 3 * m.tileSteps(chains) + 1}) {
    for (const TensorForm &form : apartForms(m.kernels))
      m.add(chains, length, form);
    const Trial trial = m.add(chains, length, TensorForm());
    llvm::append_range(m.trials, withOneUnaligned(m.kernels, trial));
  }
  // Of the dimensions beside the axis, the innermost has some elements, and
  // each of the others two.
  for (const TensorForm &form : oddForms(m.kernels))
    m.add(64 * 2 * m.shape.rows, 2 * m.shape.items, form);
}

/// Blocks that have the tiles of a strip in turn, and wait for each other. What
/// they leave in the workspace meets the next launch.
static void addTogether(Maker &m) {
  if (!m.kernels.description().rule.workspaceZeroed)
    return;
  const uint64_t rows = m.shape.rows, strip = m.strip();
  for (uint64_t chains : {uint64_t(1), 4 * rows, strip, 2 * strip + 1})
    for (uint64_t tiles : {uint64_t(3), uint64_t(9)})
      for (auto [schedule, seed, resident] :
           {std::tuple{Schedule::ReverseBlocks, 1u, 4u},
            {Schedule::Random, 1u, 4u},
            {Schedule::Random, 2u, 2u},
            {Schedule::StarvedBlock, 3u, 3u},
            {Schedule::StarvedBlock, 6u, 4u}}) {
        Trial &trial = m.add(chains, tiles * m.tileSteps(chains) + 1);
        trial.place = {.multiprocessors = 4, .residentBlocks = resident};
        trial.schedule = {schedule, seed};
        trial.repeats = 2;
        trial.replayed = seed % 2;
      }
  // Strips of all lanes, which have longer chains.
  for (uint64_t chains : {strip, 2 * strip + 1})
    for (auto [schedule, seed, resident] :
         {std::tuple{Schedule::ReverseBlocks, 1u, 4u},
          {Schedule::StarvedBlock, 3u, 3u}}) {
      Trial &trial = m.add(chains, m.tilesOfWide() * m.tileSteps(chains) + 1,
                           TensorForm());
      trial.place = {.multiprocessors = 4, .residentBlocks = resident};
      trial.schedule = {schedule, seed};
      trial.repeats = 2;
    }
  // The next window.
  const uint64_t window = m.kernels.drawnStrips().window;
  for (auto [chains, tiles, schedule] :
       {std::tuple{uint64_t(1), window + 2, Schedule::RoundRobin},
        {strip, std::max(2 * window + 1, m.tilesOfWide()), Schedule::Random}}) {
    Trial &trial = m.add(chains, tiles * m.tileSteps(chains) + 1, TensorForm());
    trial.place = {.multiprocessors = 4, .residentBlocks = 4};
    trial.schedule = {schedule, 7};
  }
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Trial &trial = m.add(4 * rows, 5 * m.tileSteps(4 * rows) + 1);
    trial.place = {.multiprocessors = 4, .residentBlocks = 3};
    trial.schedule = {Schedule::Random, seed};
    trial.stopped = true;
  }
}

/// A seed of a starved block that falls asleep when it has polled in vain
/// `polls` times: lib/Simt/StarvedBlock.cpp.
static ScheduleChoice asleepAtPoll(uint64_t block, uint64_t polls) {
  return {Schedule::StarvedBlock, (2 * polls - 1) << 32 | block};
}

/// Of `blocks`, one that begins when others have had so many turns, has so many
/// turns of its own, and falls asleep.
static ScheduleChoice asleepLate(uint64_t block, uint64_t blocks,
                                 uint64_t turnsOfOthers, uint64_t ownTurns) {
  return {Schedule::StarvedBlock,
          (2 * turnsOfOthers) << 32 | (block + blocks * ownTurns)};
}

std::vector<Trial> verify::axisRingTrials(const KernelRun &kernels) {
  // Longer rings go round in very long scans only.
  constexpr uint64_t longest = 16, mostThreads = 3000;
  const StripShape &drawn = kernels.drawnStrips();
  if (!kernels.areOfAxis() || drawn.ring == 0 || drawn.ring > longest)
    return {};
  Maker m(kernels, drawn);
  const uint64_t ring = drawn.ring, threads = drawn.threads,
                 window = std::min(drawn.window, ring / 4);
  auto add = [&](uint64_t blocks, uint64_t tiles,
                 ScheduleChoice schedule) -> Trial & {
    Trial &trial = m.add(1, tiles * m.tileSteps(1) + 1, TensorForm());
    trial.place = {.multiprocessors = unsigned(blocks),
                   .residentBlocks = unsigned(blocks)};
    trial.schedule = schedule;
    return trial;
  };
  // As many as it takes for tiles a ring apart to be under way together.
  auto affordable = [&](uint64_t blocks) {
    return std::clamp<uint64_t>(mostThreads / threads, 3, blocks);
  };
  // A block that waits for the window before its own, or for a tile of its own
  // window, or the last block; it looks again when the others can do nothing
  // more.
  const uint64_t few = affordable(ring + 1);
  // How far the others are by then depends on how they load.
  for (unsigned offset : {1u, 0u})
    for (uint64_t polls : {uint64_t(2), uint64_t(1)})
      for (uint64_t block : {window + 1, window, 2 * window + 1, few - 1})
        add(few, 5 * ring, asleepAtPoll(block % few, polls)).inputOffset =
            offset;
  // One tile alone that comes a ring later than another: a few chances.
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    Trial &trial = m.add(1, ring * m.tileSteps(1) + 1);
    trial.place = {.multiprocessors = unsigned(few),
                   .residentBlocks = unsigned(few)};
    trial.schedule = {Schedule::Random, seed};
  }
  // A block that has drawn the last tile of a window and all of the next one,
  // and has told nobody. Which tiles it draws depends on when it begins.
  const uint64_t more = affordable(ring + 2);
  if (drawn.stages > window)
    for (uint64_t turns : {uint64_t(28), uint64_t(22), uint64_t(34)})
      for (unsigned offset : {1u, 0u}) {
        Trial &trial =
            add(more, 6 * ring,
                asleepLate(3 % more, more, turns * threads * more,
                           (drawn.stages - 1) * threads + 3 * threads / 4));
        trial.inputOffset = trial.outputOffset = offset;
      }
  // What launches before have left in the places, and as marks of blocks that
  // begin when the others are done.
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    Trial &trial =
        add(few, 3 * ring + seed,
            {seed % 2 ? Schedule::StarvedBlock : Schedule::Random, seed});
    trial.repeats = 2;
    trial.replayed = seed > 2;
    if (trial.replayed)
      trial.place.residentBlocks = 3;
  }
  return std::move(m.trials);
}

std::vector<Trial> verify::axisTrials(const KernelRun &kernels) {
  if (!kernels.areOfAxis())
    return {};
  Maker m(kernels);
  m.trials = axisRingTrials(kernels);
  const uint64_t rows = m.shape.rows, items = m.shape.items, strip = m.strip(),
                 stages = m.shape.stages;
  // Chains beside each other.
  for (uint64_t chains :
       {uint64_t(1),  uint64_t(2),  uint64_t(3),  uint64_t(5),  rows + 1,
        4 * rows,     8 * rows + 1, 16 * rows,    uint64_t(31), uint64_t(32),
        uint64_t(33), uint64_t(63), uint64_t(64), uint64_t(65), strip - 1,
        strip,        strip + 1,    strip + rows, 2 * strip,    2 * strip + 3})
    for (uint64_t length : {uint64_t(1), items + 1, m.tileSteps(chains) + 1})
      m.add(chains, length);
  // Steps along them. On one multiprocessor, a block has whole strips.
  for (uint64_t chains : {uint64_t(1), 2 * rows + 1, strip / 2, strip}) {
    const uint64_t tile = m.tileSteps(chains);
    for (uint64_t length :
         {uint64_t(2), items - 1, items, 2 * items + 1, tile - items, tile - 1,
          tile, tile + items, 2 * tile - 1, 2 * tile, 2 * tile + 1, 3 * tile})
      for (unsigned multiprocessors : {1u, 4u})
        if (length && (multiprocessors == 1 || length > tile))
          m.add(chains, length).place.multiprocessors = multiprocessors;
  }
  // By one block, all lanes of which lie side by side.
  for (uint64_t chains : {strip - 1, strip})
    for (const TensorForm &form : {TensorForm(), tensorForms()[chains % 8]}) {
      Trial &trial =
          m.add(chains, m.tilesOfWide() * m.tileSteps(strip) + 1, form);
      trial.place.multiprocessors = 1;
    }
  // Accesses to several chains at a time, and where they are not possible.
  for (uint64_t chains : {8 * rows, strip, 2 * strip})
    for (const TensorForm &form : tensorForms().take_front(8))
      m.addEverywhere(chains, 2 * items + 1, form);
  // One odd number is enough: extents of 11, 3 and 2, of two rows, have some.
  for (const TensorForm &form : tensorForms())
    m.add(strip + rows, 2 * items + 1, form);
  addAlone(m);
  for (const TensorForm &form : unlikeForms()) {
    constexpr uint64_t chains = 2 * 3 * 5 * 7;
    m.add(chains, items + 1, form);
    m.add(0, chains, form);
    // Enough for lanes that have chains of their own.
    m.add(11 * chains, items + 1, form).place.multiprocessors = 1;
  }
  // Lanes without chains, and chains that are numbered as the last step is.
  for (uint64_t chains : {3 * rows, 5 * rows, 6 * rows, 10 * rows})
    for (uint64_t length : {m.tileSteps(chains) + 4, 2 * m.tileSteps(chains)})
      for (size_t form : {1, 4})
        m.add(chains, length, tensorForms()[form]);
  m.add(2 * strip, strip + 1, TensorForm());
  // Blocks with several strips, whose memory is used again.
  for (unsigned blocks : {1u, 2u})
    for (uint64_t chains : {2 * strip + 1, 4 * strip + rows})
      for (auto [length, schedule] :
           {std::pair{items, Schedule::Random},
            {m.tileSteps(strip) + 1, Schedule::RoundRobin},
            {m.tileSteps(strip) + 1, Schedule::Random}}) {
        Trial &trial = m.add(chains, length);
        trial.place = {.multiprocessors = 1, .mostBlocks = blocks};
        trial.schedule = {schedule, 3};
      }
  // A ring that goes round, of one block and of some.
  for (uint64_t chains : {strip, uint64_t(1), 4 * rows})
    for (auto [tiles, schedule] : {std::pair{stages, Schedule::Random},
                                   {2 * stages, Schedule::RoundRobin}})
      for (unsigned blocks : {1u, 2u}) {
        Trial &trial = m.add(
            chains, (blocks * tiles + 1) * m.tileSteps(chains) + items / 2 + 1,
            TensorForm());
        trial.place.multiprocessors = blocks;
        trial.schedule = {schedule, 5};
      }
  addTogether(m);
  // Chains without elements.
  for (uint64_t chains :
       {uint64_t(1), uint64_t(24), uint64_t(128), 3 * strip + 2})
    for (size_t form : {8, 4, 10, 14}) {
      m.add(0, chains, tensorForms()[form]);
      m.add(0, chains, tensorForms()[form]).place.mostBlocks = 1;
    }
  for (Trial &trial : m.trials)
    trial.form.isShared &= !trial.inPlace;
  return someWithoutStates(kernels, std::move(m.trials));
}

std::vector<Trial> verify::wideTrials(const KernelRun &kernels) {
  if (!kernels.areOfAxis())
    return {};
  Maker m(kernels);
  using Widths = prefix::StripWidths;
  const auto warps = static_cast<int64_t>(m.shape.warps);
  const Widths widths(static_cast<int64_t>(m.shape.rows),
                      static_cast<int64_t>(m.widest()));
  const uint64_t more = m.shape.rows + 1, items = m.shape.items;
  const auto halved = widths.halvedUpTo();
  for (int64_t chains : halved)
    m.add(static_cast<uint64_t>(chains) + more, items + 1, TensorForm());
  m.add((Widths::fewStrips * m.strip()) >> halved.size(),
        (m.shape.warps * items * 2 << halved.size()) + 1, TensorForm());
  // A strip for each multiprocessor, too long for one of fewer lanes
  // (StripLayout::findNarrowest).
  if (widths.idleWarps(warps, static_cast<int64_t>(items)))
    m.add(2 * m.strip(), (m.shape.warps * items * 2 << 4) + 1, TensorForm())
        .place = {.multiprocessors = 2, .residentBlocks = 2};
  if (Widths::canBeWide(warps)) {
    const auto chains =
        static_cast<uint64_t>(std::max(widths.wideFrom(), Widths::farApart));
    m.add(chains + more, m.shape.warps * items / 2 + 1, TensorForm()).inPlace =
        kernels.canBeInPlace();
  }
  return someWithoutStates(kernels, std::move(m.trials));
}

std::vector<Trial> verify::withChains(const KernelRun &kernels,
                                      llvm::ArrayRef<Trial> trials) {
  const uint64_t lengths[] = {1, 3, 32, 7, 2, 33, 5, 100, 13, 64};
  const llvm::ArrayRef<TensorForm> forms = tensorForms();
  const uint64_t most = 4 * Maker(kernels).strip() + 3;
  std::vector<Trial> all;
  for (auto [number, trial] : llvm::enumerate(trials)) {
    auto add = [&](const TensorForm &form) -> Trial & {
      all.push_back(trial);
      all.back().form = form;
      all.back().form.isShared &= !trial.inPlace;
      return all.back();
    };
    // All of it is one chain.
    add(forms[number % forms.size()]);
    Trial &other = add(forms[(number + 1) % forms.size()]);
    other.row = lengths[number % std::size(lengths)];
    // A strip takes as long as a tile, however short its chains are; many more
    // strips than blocks show nothing new.
    const uint64_t chains = std::max<uint64_t>(trial.n / other.row, 1);
    other.n =
        trial.n ? (chains > most ? 1 + chains % most : chains) * other.row : 0;
  }
  return someWithoutStates(kernels, std::move(all));
}

std::vector<Trial> verify::randomAxisTrials(const KernelRun &kernels,
                                            size_t count, uint64_t seed,
                                            uint64_t mostElements) {
  std::mt19937_64 random(seed);
  Maker m(kernels);
  while (m.trials.size() < count) {
    const uint64_t chains = 1 + random() % ((3 * m.strip()) >> random() % 7);
    const uint64_t most =
        std::min(3 * m.tileSteps(chains) + 64,
                 std::max(mostElements / chains, uint64_t(1)));
    Trial &next = m.add(chains, 1 + random() % ((most >> random() % 6) + 1),
                        tensorForms()[random() % tensorForms().size()]);
    next.place.multiprocessors = unsigned(1 + random() % 4);
    next.place.mostBlocks = random() % 2 ? unsigned(1 + random() % 4) : 0;
    next.place.residentBlocks = unsigned(1 + random() % 4);
    next.schedule = {Schedule(random() % 5), 1 + random() % 32};
    constexpr unsigned offsets[] = {0,
                                    0,
                                    0,
                                    1,
                                    2,
                                    4,
                                    8,
                                    RunSettings::offsetOf(0),
                                    RunSettings::offsetOf(1),
                                    RunSettings::offsetOf(2)};
    next.inputOffset = offsets[random() % std::size(offsets)];
    next.outputOffset = offsets[random() % std::size(offsets)];
    if (kernels.description().takesInitial)
      next.withoutInitial = random() % 4 == 0;
    if (kernels.description().leavesFinal)
      next.withoutFinal = random() % 4 == 0;
  }
  return std::move(m.trials);
}
