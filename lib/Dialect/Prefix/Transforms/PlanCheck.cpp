//===- PlanCheck.cpp - What a complete plan must satisfy ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCheck.h"

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {

using machine::GpuModel, machine::registersPerThread,
    machine::staticSharedBytes, machine::threadsPerBlock;

/// Blocks may be as many cycles apart, twice; a row of totals is used again
/// after 32.
static constexpr int64_t mostStreamStages = 15;
/// Each has a state in the workspace, whatever n is.
static constexpr int64_t mostStreamingBlocks = 65535;

int64_t registersOf(ArrayRef<Type> types) {
  int64_t registers = 0;
  for (Type type : types)
    registers += getFieldBytes(type) > 4 ? 2 : 1;
  return registers;
}

InFlightDiagnostic sayMissing(ScanOp scan, StringRef level, Attribute circuit) {
  InFlightDiagnostic diag = scan.emitError()
                            << "the plan's " << level << " circuit " << circuit;
  auto symbol = dyn_cast<SymbolRefAttr>(circuit);
  Operation *op =
      symbol ? SymbolTable::lookupNearestSymbolFrom(scan, symbol) : nullptr;
  if (!op)
    return std::move(diag << " does not exist");
  diag << " is no circuit";
  diag.attachNote(op->getLoc()) << "it is a '" << op->getName() << "'";
  return diag;
}

namespace {

class PlanCheck {
public:
  PlanCheck(ScanOp scan, ArrayRef<Type> state, const GpuModel &gpu,
            function_ref<CircuitOp(FlatSymbolRefAttr)> lookup)
      : scan(scan), state(state), gpu(gpu), lookup(lookup) {}

  LogicalResult checkSkeleton(StringRef kernel, SkeletonAttr skeleton);
  LogicalResult checkEach(PlanAttr plan);
  LogicalResult checkTogether(PlanAttr plan);
  LogicalResult checkStream(PlanAttr plan, MonoidOp monoid);
  LogicalResult checkStream(PlanAttr plan, MonoidOp monoid, StringRef prefix);
  LogicalResult checkDrawnTiles(PlanAttr plan);
  LogicalResult checkStrategy(PlanAttr plan);

private:
  LogicalResult checkOutputsHoldStates();
  LogicalResult checkCircuit(StringRef kernel, StringRef level,
                             Attribute circuit, int64_t width,
                             int64_t ofPiece = 0);
  LogicalResult checkBlockLevels(StringRef kernel, SkeletonAttr skeleton);
  LogicalResult checkRegisters(StringRef kernel, SkeletonAttr skeleton);
  LogicalResult checkSharedMemory(StringRef kernel, SkeletonAttr skeleton);

  ScanOp scan;
  ArrayRef<Type> state;
  const GpuModel &gpu;
  function_ref<CircuitOp(FlatSymbolRefAttr)> lookup;
};

LogicalResult PlanCheck::checkCircuit(StringRef kernel, StringRef level,
                                      Attribute circuit, int64_t width,
                                      int64_t ofPiece) {
  CircuitOp op = lookup(cast<FlatSymbolRefAttr>(circuit));
  if (!op)
    return sayMissing(scan, level, circuit);
  if (op.getWidth() == width || (ofPiece && op.getWidth() == ofPiece))
    return success();
  InFlightDiagnostic diag = scan.emitError()
                            << "the " << level << " circuit of '" << kernel
                            << "' must have width " << width;
  if (ofPiece && ofPiece != width)
    diag << ", or " << ofPiece << " for a piece";
  diag << ", got " << op.getWidth();
  diag.attachNote(op.getLoc())
      << "'@" << op.getSymName() << "' is this circuit";
  return diag;
}

LogicalResult PlanCheck::checkRegisters(StringRef kernel,
                                        SkeletonAttr skeleton) {
  int64_t registers =
      skeleton.getRows() * skeleton.getItems() * registersOf(state);
  if (registers > registersPerThread)
    return scan.emitError()
           << "the plan of '" << kernel
           << "' cannot fit: " << skeleton.getRows() << " rows of "
           << skeleton.getItems() << " items take at least " << registers
           << " registers a thread, of " << registersPerThread;
  if (skeleton.getThreads() * registers > gpu.registersPerSM)
    return scan.emitError()
           << "the plan of '" << kernel
           << "' cannot fit: " << skeleton.getThreads()
           << " threads with at least " << registers << " registers each take "
           << skeleton.getThreads() * registers << ", of " << gpu.registersPerSM
           << " on a multiprocessor";
  return success();
}

LogicalResult PlanCheck::checkSharedMemory(StringRef kernel,
                                           SkeletonAttr skeleton) {
  CircuitOp block = lookup(cast<FlatSymbolRefAttr>(skeleton.getBlock()));
  if (block.getWidth() == 1)
    return success();
  auto program = mapCircuit(getNetwork(block), skeleton.getBlockShape(),
                            skeleton.getMapping().getMapping());
  if (!program)
    return scan.emitError()
           << "'@" << block.getSymName() << "' cannot run as the mapping of '"
           << kernel << "' asks: " << llvm::toString(program.takeError());
  int64_t bytes = 0;
  for (Type type : state)
    bytes += program->memoryCells() * getFieldBytes(type);
  if (bytes > staticSharedBytes)
    return scan.emitError()
           << "the plan of '" << kernel << "' cannot fit: '@"
           << block.getSymName() << "' takes " << bytes
           << " bytes of shared memory, of " << staticSharedBytes;
  return success();
}

/// The levels above a thread's runs: warp, row and block, or the block alone.
LogicalResult PlanCheck::checkBlockLevels(StringRef kernel,
                                          SkeletonAttr skeleton) {
  if (skeleton.isBlockWide())
    return checkCircuit(kernel, "block", skeleton.getBlock(),
                        skeleton.getBlockShape().width());
  if (skeleton.isWarpWide())
    return failure(failed(checkCircuit(kernel, "warp", skeleton.getWarp(),
                                       32 * skeleton.getRows())) ||
                   failed(checkCircuit(kernel, "block", skeleton.getBlock(),
                                       skeleton.getWarps())));
  return failure(failed(checkCircuit(kernel, "warp", skeleton.getWarp(), 32)) ||
                 failed(checkCircuit(kernel, "row", skeleton.getRow(),
                                     skeleton.getRows())) ||
                 failed(checkCircuit(kernel, "block", skeleton.getBlock(),
                                     skeleton.getWarps())));
}

LogicalResult PlanCheck::checkSkeleton(StringRef kernel,
                                       SkeletonAttr skeleton) {
  return failure(
      failed(checkCircuit(kernel, "thread", skeleton.getThread(),
                          skeleton.getItems(), skeleton.getPiece())) ||
      failed(checkBlockLevels(kernel, skeleton)) ||
      failed(checkRegisters(kernel, skeleton)) ||
      failed(checkSharedMemory(kernel, skeleton)));
}

/// What one-launch streaming asks of its kernel's roles.
LogicalResult PlanCheck::checkStream(PlanAttr plan, MonoidOp monoid) {
  if (!gpu.has(machine::BulkCopies))
    return scan.emitError()
           << "one_launch_streaming needs bulk copies, which " << gpu.name
           << " does not have; take sm_90 or later, or another strategy";
  if (failed(checkStream(plan, monoid, "")))
    return failure();
  if (!plan.getShortScan())
    return success();
  const SkeletonAttr down = plan.getShortScan();
  if (down.getStages() != 1 || down.getGroups() != 1)
    return scan.emitError()
           << "one_launch_streaming: 'short_scan' is of one tile a block: it "
              "must have 1 stage and 1 group, got "
           << down.getStages() << " and " << down.getGroups();
  return checkStream(plan.getShort(), monoid, "short_");
}

/// The same of one kernel, whose skeletons have names that begin with `prefix`.
LogicalResult PlanCheck::checkStream(PlanAttr plan, MonoidOp monoid,
                                     StringRef prefix) {
  SkeletonAttr up = plan.getReduce(), down = plan.getScan(),
               spine = plan.getTop();
  const std::string ofUp = (prefix + "reduce").str(),
                    ofDown = (prefix + "scan").str();
  auto refuse = [&] { return scan.emitError() << "one_launch_streaming: "; };
  for (auto [name, skeleton] :
       {std::pair<StringRef, SkeletonAttr>{ofUp, up}, {ofDown, down}})
    if (skeleton.getRows() != 1 || skeleton.isBlockWide() ||
        skeleton.isWarpWide() || skeleton.getSublists())
      return refuse() << "'" << name
                      << "' must have 1 row, a warp circuit of 32 columns and "
                         "a block circuit over its warps";
  if (up.getWarps() != down.getWarps() || up.getItems() != down.getItems())
    return refuse() << "the warps and items of '" << ofUp << "' and '" << ofDown
                    << "' must agree, got " << up.getWarps() << " x "
                    << up.getItems() << " and " << down.getWarps() << " x "
                    << down.getItems();
  if (up.getPiece() && up.getPiece() != down.getRunPiece())
    return refuse() << "the pieces of '" << ofUp << "' and '" << ofDown
                    << "' must agree, got " << up.getPiece() << " and "
                    << down.getRunPiece();
  if (spine.getRows() != 1 || spine.getSublists() || spine.isBlockWide() ||
      spine.isWarpWide())
    return refuse() << "'top' must have 1 row and a warp circuit of 32 columns";
  if (spine.getWarps() > down.getStages())
    return refuse() << "'top' can have a warp for each of " << down.getStages()
                    << " stages, got " << spine.getWarps();
  if (*plan.getMaxBlocks() > 32 * spine.getItems())
    return refuse() << "'max_blocks' of " << *plan.getMaxBlocks()
                    << " is more than the " << 32 * spine.getItems()
                    << " entries of 'top'";
  if (*plan.getBlocksPerSM() != 1)
    return refuse() << "'blocks_per_sm' must be 1, got "
                    << *plan.getBlocksPerSM();
  if (!down.getGroups() || !down.getAhead())
    return refuse() << "'" << ofDown << "' must have groups and ahead";
  if (down.getStages() < down.getGroups())
    return refuse() << "'" << ofDown << "' must have a stage for each of its "
                    << down.getGroups() << " groups, got " << down.getStages();
  if (down.getStages() > mostStreamStages)
    return refuse() << "'" << ofDown << "' can have at most "
                    << mostStreamStages << " stages, got " << down.getStages();
  const int64_t mostAhead =
      StreamLayout::mostAhead(down.getStages(), down.getGroups());
  if (down.getAhead() > mostAhead)
    return refuse() << "with " << down.getStages() << " stages and "
                    << down.getGroups() << " groups, 'ahead' can be at most "
                    << mostAhead << ", got " << down.getAhead();
  const int64_t roles = prefix.empty() ? 2 : 1;
  const int64_t threads =
      32 * (1 + spine.getWarps() + roles * down.getGroups() * down.getWarps());
  const std::string groups =
      roles == 1 ? "a group"
                 : "2 times " + std::to_string(down.getGroups()) + " groups";
  if (threads > threadsPerBlock)
    return refuse() << groups << " of " << down.getWarps() << " warps and "
                    << 1 + spine.getWarps() << " more cannot fit: " << threads
                    << " threads, at most " << threadsPerBlock << " in a block";
  const int64_t bytes =
      StreamLayout::of(down, ScanTypes::of(scan, monoid)).bytes;
  if (bytes > gpu.sharedPerBlock)
    return refuse() << "'" << ofDown << "' with " << down.getStages()
                    << " stages takes " << bytes
                    << " bytes of shared memory, of " << gpu.sharedPerBlock
                    << " a block on " << gpu.name;
  return success();
}

/// What blocks that draw their tiles ask of their kernel and of the warp that
/// looks back.
LogicalResult PlanCheck::checkDrawnTiles(PlanAttr plan) {
  SkeletonAttr tile = plan.getScan(), window = plan.getTop();
  auto refuse = [&] {
    return scan.emitError() << stringifyStrategy(*plan.getStrategy()) << ": ";
  };
  if (tile.getStages() != 1)
    return refuse() << "'scan' must have 1 stage, got " << tile.getStages();
  if (tile.getSublists())
    return refuse() << "a tile has one total: 'scan' can have no sublists";
  if (window.getWarps() != 1 || window.getRows() != 1 ||
      window.getStages() != 1 || window.getSublists() || window.isBlockWide() ||
      window.isWarpWide())
    return refuse() << "'top' must have 1 warp, 1 row, 1 stage and a warp "
                       "circuit of 32 columns";
  if (!llvm::isPowerOf2_64(window.getItems()))
    return refuse() << "the items of 'top', entries of a look-back a lane, "
                       "must be a power of two, got "
                    << window.getItems();
  if (*plan.getBlocksPerSM() * tile.getThreads() > gpu.threadsPerSM)
    return refuse() << "'blocks_per_sm' of " << *plan.getBlocksPerSM()
                    << " cannot fit: blocks of " << tile.getThreads()
                    << " threads, at most " << gpu.threadsPerSM
                    << " threads on a multiprocessor of " << gpu.name;
  return success();
}

/// What is true of kernels and roles in every strategy.
LogicalResult PlanCheck::checkEach(PlanAttr plan) {
  for (auto [kernel, skeleton] : plan.getSkeletons())
    if (skeleton && skeleton.getStages() != 1 && !kernel.ends_with("scan"))
      return scan.emitError() << "only 'scan' can have more than 1 stage; '"
                              << kernel << "' must have 1";
  for (auto [kernel, skeleton] :
       {std::pair<StringRef, SkeletonAttr>{"top", plan.getTop()},
        {"tail", plan.getTail()}})
    if (skeleton.getSublists())
      return scan.emitError()
             << "'" << kernel << "' scans one list: it can have no sublists";
  return success();
}

/// What kernels ask of each other.
LogicalResult PlanCheck::checkTogether(PlanAttr plan) {
  if (plan.getScan().getStages() > 2)
    return scan.emitError() << "'scan' can have at most 2 stages, got "
                            << plan.getScan().getStages();
  if (plan.getScan().getLists() != plan.getReduce().getLists())
    return scan.emitError()
           << "the sublists of 'scan' and 'reduce' must agree, got "
           << plan.getScan().getLists() << " and "
           << plan.getReduce().getLists();
  if (plan.getScan().getSublists() && plan.getScan().getStages() != 1)
    return scan.emitError() << "'scan' with sublists must have 1 stage, got 2";
  if (plan.getScan().getTile() % plan.getReduce().getTile())
    return scan.emitError()
           << "the tile of 'scan' (" << plan.getScan().getTile()
           << " elements) must be a multiple of that of 'reduce' ("
           << plan.getReduce().getTile() << ")";
  if (plan.getTop().getWarps() != plan.getTail().getWarps())
    return scan.emitError()
           << "'top' and 'tail' run in one block: their warps "
              "must agree, got "
           << plan.getTop().getWarps() << " and " << plan.getTail().getWarps();
  const int64_t threads =
      std::max(plan.getScan().getThreads(), plan.getReduce().getThreads());
  if (*plan.getBlocksPerSM() * threads > gpu.threadsPerSM)
    return scan.emitError() << "'blocks_per_sm' of " << *plan.getBlocksPerSM()
                            << " cannot fit: blocks of " << threads
                            << " threads, at most " << gpu.threadsPerSM
                            << " threads on a multiprocessor of " << gpu.name;
  return success();
}

/// Whether `output` has a value of its own for each of a state of type `state`.
static bool holds(Type output, Type state) {
  if (auto float_ = dyn_cast<FloatType>(state)) {
    auto other = dyn_cast<FloatType>(output);
    return other && APFloat::isRepresentableBy(float_.getFloatSemantics(),
                                               other.getFloatSemantics());
  }
  return output.isInteger() &&
         output.getIntOrFloatBitWidth() >= state.getIntOrFloatBitWidth();
}

LogicalResult PlanCheck::checkOutputsHoldStates() {
  for (auto [index, output] : llvm::enumerate(scan.getOutputTypes()))
    if (!holds(output, state[index]))
      return scan.emitError()
             << "scan_then_propagate reads its outputs back as states, and "
                "output #"
             << index << ", of " << output << ", cannot hold every value of "
             << state[index]
             << "; use reduce_then_scan or two_level_streaming, or outputs of "
                "the state's type";
  return success();
}

/// What a strategy asks of its plan.
LogicalResult PlanCheck::checkStrategy(PlanAttr plan) {
  const Strategy strategy = *plan.getStrategy();
  if (strategy == Strategy::TwoLevelStreaming &&
      *plan.getMaxBlocks() > mostStreamingBlocks)
    return scan.emitError()
           << "'max_blocks' of two_level_streaming must be at most "
           << mostStreamingBlocks << ", got " << *plan.getMaxBlocks();
  if (!isRecursive(strategy))
    return success();
  if (plan.getScan().getStages() != 1)
    return scan.emitError()
           << "'scan' can have 2 stages only where blocks scan one tile after "
              "another; in "
           << stringifyStrategy(strategy) << " it must have 1";
  if (plan.getScan().getSublists())
    return scan.emitError() << stringifyStrategy(strategy)
                            << " has one total for each tile: 'scan' and "
                               "'reduce' can have no sublists";
  return strategy == Strategy::ScanThenPropagate ? checkOutputsHoldStates()
                                                 : success();
}

} // namespace

LogicalResult checkOverlaps(ScanOp scan, PlanAttr plan, MonoidOp monoid,
                            function_ref<CircuitOp(FlatSymbolRefAttr)> lookup) {
  if (monoid.getIdempotent())
    return success();
  WalkResult result = plan.walk([&](FlatSymbolRefAttr symbol) {
    CircuitOp circuit = lookup(symbol);
    if (!circuit || !circuit.getIdempotent())
      return WalkResult::advance();
    CombineOp combine = circuit.findOverlap();
    if (!combine)
      return WalkResult::advance();
    SpanType low = combine.getLow().getType();
    SpanType high = combine.getHigh().getType();
    InFlightDiagnostic diag =
        scan.emitError() << "circuit '" << symbol << "' combines "
                         << low.getLo() << ".." << low.getHi() << " with "
                         << high.getLo() << ".." << high.getHi()
                         << ", which overlap: the monoid must be idempotent";
    diag.attachNote(monoid.getLoc())
        << "'@" << monoid.getSymName() << "' is not declared idempotent";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult checkPlan(ScanOp scan, PlanAttr plan, MonoidOp monoid,
                        const GpuModel &gpu,
                        function_ref<CircuitOp(FlatSymbolRefAttr)> lookup) {
  SmallVector<Type> state = monoid.getStateTypes();
  PlanCheck check(scan, state, gpu, lookup);
  return failure(
      failed(check.checkSkeleton("scan", plan.getScan())) ||
      failed(check.checkSkeleton("reduce", plan.getReduce())) ||
      failed(check.checkSkeleton("top", plan.getTop())) ||
      failed(check.checkSkeleton("tail", plan.getTail())) ||
      (plan.getShortScan() &&
       (failed(check.checkSkeleton("short_scan", plan.getShortScan())) ||
        failed(check.checkSkeleton("short_reduce", plan.getShortReduce())))) ||
      failed(check.checkEach(plan)) ||
      failed(*plan.getStrategy() == Strategy::OneLaunchStreaming
                 ? check.checkStream(plan, monoid)
             : drawsTiles(*plan.getStrategy()) ? check.checkDrawnTiles(plan)
                                               : check.checkTogether(plan)) ||
      failed(check.checkStrategy(plan)) ||
      failed(checkOverlaps(scan, plan, monoid, lookup)));
}

} // namespace scanc::prefix
