//===- PlanChecker.cpp - What a complete plan must satisfy ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/PlanChecker.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {

using machine::registersPerThread, machine::staticSharedBytes;

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

LogicalResult PlanChecker::checkCircuit(StringRef kernel, StringRef level,
                                        Attribute circuit, int64_t width,
                                        std::optional<int64_t> ofPiece) {
  CircuitOp op = lookup(cast<FlatSymbolRefAttr>(circuit));
  if (!op)
    return sayMissing(scan, level, circuit);
  if (op.getWidth() == width || op.getWidth() == ofPiece)
    return success();
  InFlightDiagnostic diag = scan.emitError()
                            << "the " << level << " circuit of '" << kernel
                            << "' must have width " << width;
  if (ofPiece && ofPiece != width)
    diag << ", or " << *ofPiece << " for a piece";
  diag << ", got " << op.getWidth();
  diag.attachNote(op.getLoc())
      << "'@" << op.getSymName() << "' is this circuit";
  return diag;
}

LogicalResult PlanChecker::checkRegisters(StringRef kernel,
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

LogicalResult PlanChecker::checkSharedMemory(StringRef kernel,
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
LogicalResult PlanChecker::checkBlockLevels(StringRef kernel,
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

LogicalResult PlanChecker::checkSkeleton(StrategyAttrInterface strategy,
                                         StringRef kernel,
                                         SkeletonAttr skeleton) {
  return failure(
      failed(checkCircuit(kernel, "thread", skeleton.getThread(),
                          skeleton.getItems(), strategy.getPiece(skeleton))) ||
      failed(checkBlockLevels(kernel, skeleton)) ||
      failed(checkRegisters(kernel, skeleton)) ||
      failed(checkSharedMemory(kernel, skeleton)));
}

/// What is true of kernels and roles in every strategy.
LogicalResult PlanChecker::checkEach(PlanAttr plan) {
  // Where chains lie side by side, `top` has stages, too: tiles whose totals
  // are gathered at once.
  for (auto [kernel, skeleton] : plan.getNamedSkeletons())
    if (skeleton.getStages() != 1 && !kernel.ends_with("scan") &&
        !plan.getStrategy().isAcross())
      return scan.emitError() << "only 'scan' can have more than 1 stage; '"
                              << kernel << "' must have 1";
  for (auto [kernel, skeleton] :
       {std::pair<StringRef, SkeletonAttr>{"top", plan.getTop()},
        {"tail", plan.getTail()}})
    if (skeleton && skeleton.getSublists())
      return scan.emitError()
             << "'" << kernel << "' scans one list: it can have no sublists";
  return success();
}

/// What kernels ask of each other.
LogicalResult PlanChecker::checkPasses(PlanAttr plan) {
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
  return checkBlocksPerSM(plan, std::max(plan.getScan().getThreads(),
                                         plan.getReduce().getThreads()));
}

LogicalResult PlanChecker::checkBlocksPerSM(PlanAttr plan, int64_t threads) {
  if (*plan.getBlocksPerSM() * threads > gpu.threadsPerSM)
    return scan.emitError() << "'blocks_per_sm' of " << *plan.getBlocksPerSM()
                            << " cannot fit: blocks of " << threads
                            << " threads, at most " << gpu.threadsPerSM
                            << " threads on a multiprocessor of " << gpu.name;
  return success();
}

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

LogicalResult PlanChecker::check(PlanAttr plan) {
  if (plan.getStrategy().needsContiguous() && !scan.getDomain().isContiguous())
    return refuse(plan) << "moves tiles as they lie in memory: the elements of "
                           "'"
                        << scan.getDomain().getName()
                        << "' do not lie side by side";
  if (scan.getDomain().hasChains() && !plan.getStrategy().takesChains())
    return refuse(plan)
           << "scans all elements as one: it cannot begin anew, as "
              "'"
           << scan.getDomain().getName() << "' asks";
  if (scan.getDomain().isAcross() != plan.getStrategy().isAcross())
    return refuse(plan) << (scan.getDomain().isAcross()
                                ? "gives each lane a part of a chain: the "
                                  "chains of '"
                                : "gives each lane chains of its own: those "
                                  "of '")
                        << scan.getDomain().getName()
                        << (scan.getDomain().isAcross()
                                ? "' lie side by side"
                                : "' do not lie side by side");
  const auto skeletons = plan.getNamedSkeletons();
  for (auto [kernel, skeleton] : skeletons)
    if (failed(checkSkeleton(plan.getStrategy(), kernel, skeleton)))
      return failure();
  return failure(
      failed(checkNeeds([&] { return scan.emitError(); }, plan.getStrategy(),
                        gpu)) ||
      failed(checkEach(plan)) ||
      failed(cast<StrategyPlanning>(plan.getStrategy()).check(*this, plan)) ||
      failed(checkOverlaps(scan, plan, monoid, lookup)));
}

} // namespace scanc::prefix
