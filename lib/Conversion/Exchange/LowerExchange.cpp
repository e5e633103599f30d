//===- LowerExchange.cpp - Ops between warps and blocks -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWEREXCHANGEPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Ops that bind what others name: these lower to nothing once nobody does.
bool isNameOnly(Operation *op) {
  return isa<BarriersOp, WordsOp, StatesOp, SlotsOp, ExchangeOp, EntriesOp>(op);
}

struct PrefixLowerExchangePass
    : impl::PrefixLowerExchangePassBase<PrefixLowerExchangePass> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    SmallVector<Operation *> names;
    bool hasShared = false;
    module.walk([&](Operation *op) {
      if (isNameOnly(op))
        names.push_back(op);
      hasShared |= isa<BarriersOp, WordsOp, StatesOp, SlotsOp>(op);
    });
    if (hasShared)
      declareSharedMemory(module);

    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<
        ThreadOp, WarpOp, LaneOp, LaunchNumberOp, MemberOp, CyclesBeforeLastOp,
        PiecesOp, TileLengthOp, TileOp, RunElementsOp, BlockIndexOp, OwnTilesOp,
        WordIsOp, WarpStartOp, AreAllOp, IsCompleteOp, StandInCycleOp,
        FirstLaneOp, GiveUpOp, GroupScanOp, NextSlotOp, EntriesBelowOp,
        IsLastEntryOp, MustClearOp, SlotOp, LoadStateOp, StoreStateOp,
        LoadWordOp, StoreWordOp, RolesOp, InitBarriersOp, ReleaseOp, AcquireOp,
        OffsetOp, RoundDownOp, StretchOp, CopyInOp, CopyRestOp, FillOp,
        LoadRelaxedOp, StoreRelaxedOp, EntryOp, PostOp, RowOp, GatherOp,
        ClearBehindOp, ClearRowsOp, AdvanceOp, CounterOp, CountOp, LoadCountOp,
        CountOfOp, IsClosedOp, CloseCountOp, ResetCountOp, OpenTilesOp,
        DrawTileOp, CloseTilesOp, PostTileOp, ReadPrefixOp, AwaitReadersOp,
        LookBackOp, PostAcrossOp, GatherAcrossOp, LookAcrossOp, MarkTileOp,
        AwaitMarksOp, TellOp, HearOp>();

    RewritePatternSet patterns(&getContext());
    addSharedMemoryPatterns(patterns);
    addRolePatterns(patterns);
    addGroupPatterns(patterns);
    addDivisionPatterns(patterns);
    addTileCopyPatterns(patterns);
    addTotalPatterns(patterns);
    addCountPatterns(patterns);
    addTileEntryPatterns(patterns);
    addAcrossEntryPatterns(patterns);
    addClusterPatterns(patterns);
    ConversionConfig config;
    config.allowPatternRollback = false;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(module, target, std::move(patterns),
                                      config)))
      return signalPassFailure();
    for (Operation *name : llvm::reverse(names))
      name->erase();
  }
};

} // namespace
} // namespace scanc::prefix
