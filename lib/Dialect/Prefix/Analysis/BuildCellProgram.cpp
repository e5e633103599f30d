//===- BuildCellProgram.cpp - Threads, loads, combines, stores ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildCellProgram.h"

#include "DropUnread.h"
#include "StageThreads.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace scanc::prefix {

using circuits::Network;
using circuits::NodeId;

namespace {

constexpr int64_t nothing = -1;

class ProgramBuilder {
public:
  ProgramBuilder(const StagedCircuit &circuit, const BlockShape &shape,
                 const Mapping &mapping, CellPlacement placement)
      : circuit(circuit), network(circuit.network()), shape(shape),
        mapping(mapping), placement(std::move(placement)),
        dealer(shape, mapping), threads(shape.threads()), recent(threads) {
    program.shape = shape;
    program.layout = mapping.layout;
    program.seedFirst = mapping.seedFirst;
    if (mapping.threads == ThreadChoice::Rows)
      program.rowLength = mapping.rowLength;
    program.numCells = this->placement.numCells;
  }

  CellProgram build(Results results, bool republish) {
    publish();
    for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
      runStage(stage);
    if (republish)
      republishPrefixes();
    else
      fetch(results);
    if (results == Results::Before)
      program.totals.clear();
    program.numValues = held.size();
    dropUnread(program, firstSpare());
    return std::move(program);
  }

private:
  /// Cells from here on are for values that have no place in the order of the
  /// columns, and no order among them.
  int64_t firstSpare() const {
    const bool inColumns = mapping.cells == CellChoice::Columns ||
                           mapping.cells == CellChoice::Exchange;
    return inColumns ? network.width + placement.identities.size()
                     : placement.numCells;
  }

  int64_t rows() const { return std::max<int64_t>(shape.rows, 1); }

  /// The element that row `row` of a thread is.
  int64_t elementOf(int64_t thread, int64_t row) const {
    const int64_t warp = thread / 32;
    return shape.rows ? (warp * shape.rows + row) * 32 + thread % 32 : warp;
  }
  /// The input of the circuit that an element is; the last one is none where
  /// the seed comes first.
  int64_t inputOf(int64_t element) const {
    if (!mapping.seedFirst)
      return element;
    return element + 1 < network.width ? element + 1 : nothing;
  }

  //===--------------------------------------------------------------------===//
  // Registers
  //===--------------------------------------------------------------------===//

  /// A new value, which holds `nodes` in each thread.
  ValueId define(std::vector<int64_t> nodes) {
    const ValueId value = held.size();
    for (int64_t thread = 0; thread < threads; ++thread)
      if (nodes[thread] != nothing)
        recent[thread].push_back(value);
    held.push_back(std::move(nodes));
    return value;
  }

  /// A value that holds `nodes` in all threads that want one, or noValue.
  ValueId findRegister(llvm::ArrayRef<int64_t> nodes) const {
    constexpr size_t patience = 64;
    const auto *first =
        llvm::find_if(nodes, [](int64_t node) { return node != nothing; });
    if (first == nodes.end())
      return noValue;
    size_t tried = 0;
    for (ValueId value : llvm::reverse(recent[first - nodes.begin()])) {
      if (held[value][first - nodes.begin()] == *first &&
          llvm::all_of(llvm::zip_equal(nodes, held[value]), [](auto pair) {
            auto [wanted, has] = pair;
            return wanted == nothing || wanted == has;
          }))
        return value;
      if (++tried == patience)
        break;
    }
    return noValue;
  }

  CellInstr &emit(CellInstr::Kind kind, ThreadCells cells) {
    program.instrs.push_back({kind});
    program.instrs.back().cells = std::move(cells);
    program.instrs.back().part = part;
    return program.instrs.back();
  }

  ValueId load(ThreadCells cells, std::vector<int64_t> nodes,
               ValueId otherwise = noValue) {
    CellInstr &instr = emit(CellInstr::Kind::Load, std::move(cells));
    instr.otherwise = otherwise;
    return instr.result = define(std::move(nodes));
  }

  /// `nodes` of all threads that want one: from a register or from `cells`.
  ValueId obtain(const std::vector<int64_t> &nodes, const ThreadCells &cells,
                 bool &isLoaded) {
    const ValueId value = findRegister(nodes);
    isLoaded = value == noValue;
    return isLoaded ? load(cells, nodes) : value;
  }

  void store(ValueId value, ThreadCells cells) {
    const bool forAll =
        llvm::all_of(cells, [](int32_t cell) { return cell >= 0; });
    CellInstr &instr = emit(CellInstr::Kind::Store, std::move(cells));
    instr.low = value;
    instr.forAll = forAll;
  }

  //===--------------------------------------------------------------------===//
  // Parts
  //===--------------------------------------------------------------------===//

  /// Inputs, the seed, and the identities of the padding go to their cells.
  void publish() {
    part = "publish";
    program.numInputs = rows() + mapping.seedFirst;
    for (int64_t row = 0; row < rows(); ++row) {
      std::vector<int64_t> nodes(threads);
      for (int64_t t = 0; t < threads; ++t)
        nodes[t] = inputOf(elementOf(t, row));
      define(std::move(nodes));
    }
    if (mapping.seedFirst)
      define(std::vector<int64_t>(threads, 0));

    llvm::ArrayRef<int32_t> identities = placement.identities;
    while (!identities.empty()) {
      llvm::ArrayRef<int32_t> now = identities.take_front(threads);
      ThreadCells cells(threads, -1);
      llvm::copy(now, cells.begin());
      store(identityValue, std::move(cells));
      identities = identities.drop_front(now.size());
    }
    for (int64_t row = 0; row < rows(); ++row) {
      ThreadCells cells(threads, -1);
      for (int64_t t = 0; t < threads; ++t)
        if (held[row][t] != nothing && (shape.rows || t % 32 == 0))
          cells[t] = placement.inputs[held[row][t]];
      store(row, std::move(cells));
    }
    if (mapping.seedFirst) {
      ThreadCells cells(threads, -1);
      cells[0] = placement.inputs[0];
      store(rows(), std::move(cells));
    }
  }

  /// The distance at which all columns combine, or 0.
  int32_t distanceOf(int32_t stage) const {
    return placement.distances.empty() ? 0 : placement.distances[stage - 1];
  }

  struct PendingStore {
    ValueId value;
    ThreadCells cells;
  };

  /// All loads of a stage come before all its stores.
  void runStage(int32_t stage) {
    part = formatv("stage {0}", stage);
    std::vector<PendingStore> pending;
    llvm::DenseMap<NodeId, int64_t> readerOf; // of a low operand
    for (const StageStep &step :
         dealer.deal(circuit.combinesOf(stage), circuit, placement)) {
      for (int64_t t = 0; t < threads; ++t)
        if (step[t] != nothing)
          readerOf.try_emplace(network.combines[step[t]].low, t);
      pending.push_back(combine(step, distanceOf(stage)));
    }
    moveValues(stage, readerOf, pending);
    for (PendingStore &later : pending)
      store(later.value, std::move(later.cells));
  }

  /// One combine by each thread of a step; what is to be stored of it.
  /// `distance`: all threads take part, and where there is no combine, the cell
  /// so far below holds the identity.
  PendingStore combine(const StageStep &step, int32_t distance) {
    std::vector<int64_t> lows(threads, nothing), highs = lows, results = lows;
    ThreadCells lowCells(threads, -1),
        highCells = lowCells, resultCells = lowCells, active = lowCells;
    for (int64_t t = 0; t < threads; ++t) {
      if (step[t] == nothing)
        continue;
      const CombineCells &placed = placement.combines[step[t]];
      lows[t] = network.combines[step[t]].low;
      highs[t] = network.combines[step[t]].high;
      results[t] = network.nodeOf(step[t]);
      lowCells[t] = placed.low;
      highCells[t] = placed.high;
      resultCells[t] = placed.result;
      active[t] = 0;
    }
    bool isLowLoaded, isHighLoaded;
    ValueId low = noValue, high;
    if (!distance)
      low = obtain(lows, lowCells, isLowLoaded);
    high = obtain(highs, highCells, isHighLoaded);
    if (distance && !isHighLoaded) {
      // The columns of the threads that hold one and do not combine.
      for (int64_t t = 0; t < threads; ++t)
        if (active[t] < 0 && held[high][t] != nothing) {
          const int32_t cell =
              placement.inputs[circuit.columnOf(held[high][t])];
          lowCells[t] = cell - distance;
          resultCells[t] = cell;
          results[t] = held[high][t];
          active[t] = 0;
        }
    }
    if (distance)
      low = load(lowCells, lows), isLowLoaded = true;

    const ValueId otherwise = !isHighLoaded  ? high
                              : !isLowLoaded ? low
                                             : noValue;
    for (int64_t t = 0; t < threads; ++t)
      if (active[t] < 0 && otherwise != noValue)
        results[t] = held[otherwise][t];
    CellInstr &instr = emit(CellInstr::Kind::Combine, std::move(active));
    instr.low = low;
    instr.high = high;
    instr.otherwise = otherwise;
    const ValueId result = define(std::move(results));
    program.instrs.back().result = result;
    return {result, std::move(resultCells)};
  }

  /// The moves of a stage: by the column's thread, or else by who reads the
  /// value anyway.
  void moveValues(int32_t stage,
                  const llvm::DenseMap<NodeId, int64_t> &readerOf,
                  std::vector<PendingStore> &pending) {
    struct MoveStep {
      std::vector<int64_t> nodes;
      ThreadCells from, to;
    };
    std::vector<MoveStep> steps;
    std::vector<size_t> next(threads, 0);
    int64_t dealt = 0;
    for (;
         move < placement.moves.size() && placement.moves[move].stage == stage;
         ++move) {
      const CellMove &own = placement.moves[move];
      auto reader = readerOf.find(own.node);
      int64_t thread, step;
      if (mapping.threads == ThreadChoice::Columns) {
        thread = dealer.threadOf(circuit.columnOf(own.node));
        step = dealer.rowOf(circuit.columnOf(own.node));
      } else {
        if (reader != readerOf.end())
          thread = reader->second;
        else if (mapping.threads == ThreadChoice::Rows)
          thread = dealer.threadOf(circuit.columnOf(own.node));
        else
          thread = dealt++ % dealer.dealt();
        step = next[thread]++;
      }
      while (steps.size() <= static_cast<size_t>(step) ||
             steps[step].from[thread] >= 0) {
        if (static_cast<size_t>(step) < steps.size())
          ++step;
        else
          steps.push_back({std::vector<int64_t>(threads, nothing),
                           ThreadCells(threads, -1), ThreadCells(threads, -1)});
      }
      steps[step].nodes[thread] = own.node;
      steps[step].from[thread] = own.from;
      steps[step].to[thread] = own.to;
    }
    for (MoveStep &step : steps) {
      if (llvm::all_of(step.from, [](int32_t cell) { return cell < 0; }))
        continue;
      bool isLoaded;
      const ValueId value = obtain(step.nodes, step.from, isLoaded);
      // What a combine passes through is stored along with what it computes.
      auto fits = [&](const PendingStore &store) {
        return store.value == value &&
               llvm::all_of(llvm::zip_equal(store.cells, step.to), [](auto c) {
                 return std::get<0>(c) < 0 || std::get<1>(c) < 0;
               });
      };
      auto same = llvm::find_if(pending, fits);
      if (same == pending.end()) {
        pending.push_back({value, std::move(step.to)});
        continue;
      }
      for (int64_t t = 0; t < threads; ++t)
        if (step.to[t] >= 0)
          same->cells[t] = step.to[t];
    }
  }

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// The output that comes before an element, or nothing.
  int64_t outputBefore(int64_t element) const {
    if (mapping.seedFirst)
      return element;
    const bool isFirst = shape.sublists ? element % 32 == 0 : element == 0;
    return isFirst ? nothing : element - 1;
  }

  /// Each thread gets output `wanted`, and the identity for nothing.
  ValueId fetchOutputs(llvm::ArrayRef<int64_t> wanted) {
    std::vector<int64_t> nodes(threads, nothing);
    ThreadCells cells(threads, -1);
    bool all = true;
    for (int64_t t = 0; t < threads; ++t) {
      all &= wanted[t] != nothing;
      if (wanted[t] == nothing)
        continue;
      nodes[t] = network.outputs[wanted[t]];
      cells[t] = placement.outputs[wanted[t]];
    }
    if (all)
      if (ValueId value = findRegister(nodes); value != noValue)
        return value;
    return load(std::move(cells), std::move(nodes), identityValue);
  }

  void fetch(Results results) {
    part = "fetch";
    const bool needsBefore = results != Results::Total || mapping.seedFirst;
    for (int64_t row = 0; row < rows() && needsBefore; ++row) {
      std::vector<int64_t> wanted(threads);
      for (int64_t t = 0; t < threads; ++t)
        wanted[t] = outputBefore(elementOf(t, row));
      program.before.push_back(fetchOutputs(wanted));
    }
    if (mapping.seedFirst) {
      joinLast();
    } else {
      const int64_t lists = shape.sublists ? shape.rows : 1;
      for (int64_t list = 0; list < lists; ++list) {
        std::vector<int64_t> last(threads, network.width - 1);
        if (shape.sublists)
          for (int64_t t = 0; t < threads; ++t)
            last[t] = elementOf(t - t % 32 + 31, list);
        program.totals.push_back(fetchOutputs(last));
      }
    }
    if (results == Results::Total)
      program.before.clear();
  }

  /// The total of a circuit that begins with the seed: its thread joins the
  /// last element, and shares the result.
  void joinLast() {
    part = "total";
    const int64_t element = network.width - 1;
    auto [thread, row] = dealer.elementAt(element);
    const int32_t cell = program.numCells++;
    ThreadCells active(threads, -1), to(threads, -1), all(threads, cell);
    active[thread] = 0;
    to[thread] = cell;
    CellInstr &instr = emit(CellInstr::Kind::Combine, std::move(active));
    instr.low = program.before[row];
    instr.high = row;
    const ValueId joined = define(std::vector<int64_t>(threads, nothing));
    program.instrs.back().result = joined;
    store(joined, std::move(to));
    program.totals.push_back(
        load(std::move(all), std::vector<int64_t>(threads, nothing)));
  }
  /// What comes before each warp, and the total, in cells of their own.
  void republishPrefixes() {
    part = "prefixes";
    const int32_t first = program.numCells;
    program.numCells += shape.warps + 1;
    std::vector<int64_t> own(threads, nothing);
    ThreadCells from(threads, -1), to(threads, -1);
    for (int64_t t = 0; t < shape.warps; ++t) {
      own[t] = network.outputs[t];
      from[t] = placement.outputs[t];
      to[t] = first + t + !mapping.seedFirst;
    }
    bool isLoaded;
    const ValueId value = obtain(own, from, isLoaded);
    if (!mapping.seedFirst) {
      ThreadCells identity(threads, -1);
      identity[0] = first;
      store(identityValue, std::move(identity));
    }
    store(value, std::move(to));
    part = "fetch";
    ThreadCells before(threads), total(threads, first + shape.warps);
    for (int64_t t = 0; t < threads; ++t)
      before[t] = first + t / 32;
    std::vector<int64_t> unknown(threads, nothing);
    program.before.push_back(load(std::move(before), unknown));
    if (mapping.seedFirst)
      return joinLast();
    program.totals.push_back(load(std::move(total), unknown));
  }

  const StagedCircuit &circuit;
  const Network &network;
  const BlockShape &shape;
  const Mapping &mapping;
  CellPlacement placement;
  StageThreads dealer;
  int64_t threads;
  CellProgram program;
  std::string part;
  /// What each value holds in each thread: a node, or nothing.
  std::vector<std::vector<int64_t>> held;
  std::vector<std::vector<ValueId>> recent; // by thread
  size_t move = 0;
};

} // namespace

llvm::Expected<CellProgram> buildCellProgram(const Network &network,
                                             const BlockShape &shape,
                                             const Mapping &mapping,
                                             Results results, bool republish) {
  if (llvm::Error error = StageThreads(shape, mapping).check())
    return error;
  StagedCircuit circuit(network);
  llvm::Expected<CellPlacement> placement = placeCells(circuit, mapping);
  if (!placement)
    return placement.takeError();
  if (llvm::Error error = checkPlacement(circuit, *placement))
    return error;
  return ProgramBuilder(circuit, shape, mapping, std::move(*placement))
      .build(results, republish);
}

} // namespace scanc::prefix
