//===- Attr.cpp - Lanes have chains of their own --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "ClusterLayout.h"
#include "Rule.h"
#include "StripLayout.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/IR/TaggedWords.h"
#include "scanc/Strategies/Strips.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

// Strategies are parsed and printed by the dialect
// (PrefixDialect::addStrategy).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "Strips/Strips.cpp.inc"
#pragma GCC diagnostic pop

StringRef StripsAttr::getName() const { return getMnemonic(); }

StringRef StripsAttr::getSummary() const {
  return "one launch: lanes go along chains of their own, or blocks walk along "
         "strips of chains that lie side by side, or draw their tiles; 2n "
         "bytes moved";
}

bool StripsAttr::isAcross() const { return true; }

bool StripsAttr::takesChains() const { return true; }

ArrayRef<StringLiteral> StripsAttr::getSkeletonNames() const {
  static constexpr StringLiteral names[] = {
      "scan",        "drawn_scan",     "top",
      "column_scan", "clustered_scan", "clustered_top"};
  return names;
}

ArrayRef<ArrayRef<StringLiteral>> StripsAttr::getOptionalSkeletons() const {
  static constexpr StringLiteral windows[] = {"drawn_scan", "top"};
  static constexpr StringLiteral columns[] = {"column_scan"};
  static constexpr StringLiteral clusters[] = {"clustered_scan",
                                               "clustered_top"};
  static const ArrayRef<StringLiteral> groups[] = {windows, columns, clusters};
  return groups;
}

/// Blocks of a cluster: as many as every GPU that has clusters can start.
static constexpr int64_t mostCluster = 8;

ArrayRef<SkeletonParameter> StripsAttr::getSkeletonParameters() const {
  static constexpr SkeletonParameter parameters[] = {
      {ringKey, WindowLayout::mostTiles}, {clusterKey, mostCluster}};
  return parameters;
}

LogicalResult
StripsAttr::verifySkeleton(function_ref<InFlightDiagnostic()> emitError,
                           const SkeletonParts &parts) const {
  const std::optional<int64_t> ring = parts.getOwn(ringKey),
                               cluster = parts.getOwn(clusterKey);
  if (ring && (!llvm::isPowerOf2_64(*ring) ||
               *ring < WindowLayout::windows)) // strips_c4
    return emitError() << "'ring' must be a power of two, "
                       << WindowLayout::windows << " or more, got " << *ring;
  if (cluster && (!llvm::isPowerOf2_64(*cluster) || *cluster < 2)) // strips_c6
    return emitError() << "'cluster' must be 2, 4 or 8, got " << *cluster;
  auto family = dyn_cast_or_null<FamilyAttr>(parts.thread);
  if (family && parts.items && family.getWidth() != *parts.items)
    return emitError() << "the thread circuit must have width " << *parts.items
                       << ", got " << family.getName() << "<"
                       << family.getWidth() << ">";
  return success();
}

/// Warps that find what comes before tiles, of as many tiles at once as `top`
/// has stages.
static int64_t scoutsOf(SkeletonAttr top) {
  return top.getWarps() * top.getStages();
}

std::vector<PlannedKernel>
StripsAttr::getKernels(PlanAttr plan, const ScanTypes &types) const {
  PlannedKernel strips{"strips", {plan.getScan()}, *plan.getBlocksPerSM()};
  strips.sharedBytes = StripLayout::of(plan.getScan(), types).bytes;
  std::vector<PlannedKernel> kernels = {strips};
  if (SkeletonAttr drawn = getDrawn(plan)) {
    kernels.push_back({"windows", {drawn}, *plan.getBlocksPerSM()});
    kernels.back().sharedBytes =
        StripLayout::ofDrawn(drawn, plan.getTop(), types).bytes;
    kernels.back().otherWarps = scoutsOf(plan.getTop()) + 1;
  }
  if (SkeletonAttr columns = getColumns(plan)) {
    kernels.push_back({"columns", {columns}, *plan.getBlocksPerSM()});
    kernels.back().sharedBytes = StripLayout::ofColumns(columns, types).bytes;
  }
  if (SkeletonAttr clustered = getClustered(plan)) {
    kernels.push_back({"clusters", {clustered}, *plan.getBlocksPerSM()});
    const ClusterLayout layout(clustered, getClusteredTop(plan), types);
    kernels.back().sharedBytes = layout.bytes;
    kernels.back().otherWarps = layout.otherWarps();
    kernels.back().cluster = layout.cluster;
  }
  for (PlannedKernel &kernel : kernels)
    kernel.letsNextBegin = true;
  return kernels;
}

launch::LaunchRule StripsAttr::getLaunchRule(PlanAttr plan,
                                             const ScanTypes &types) const {
  const SkeletonAttr scan = plan.getScan();
  StripsRule rule;
  auto of = [&](SkeletonAttr skeleton) {
    return StripsRule::Shape{
        static_cast<uint64_t>(skeleton.getRows()),
        static_cast<uint64_t>(skeleton.getWarps() * skeleton.getItems()),
        /*narrowest=*/0,
        llvm::map_to_vector(StripLayout::widthsOf(skeleton, types).halvedUpTo(),
                            llvm::StaticCastTo<uint64_t>)};
  };
  rule.walking = of(scan);
  rule.walking.narrowest =
      static_cast<uint64_t>(StripLayout::findNarrowest(scan, types));
  rule.walking.wideFrom =
      static_cast<uint64_t>(StripLayout::findWide(scan, types));
  rule.bytesOfElement =
      static_cast<uint64_t>(bytesOf(types.inputs()) + bytesOf(types.outputs()));
  rule.walking.idle = static_cast<uint64_t>(StripLayout::findIdle(scan, types));
  rule.walking.warps = static_cast<uint64_t>(scan.getWarps());
  rule.axis = types.chain;
  rule.stretch = types.stretch;
  if (SkeletonAttr drawn = getDrawn(plan)) {
    rule.drawing = of(drawn);
    // Strips of half the lanes are slower, by what was measured of two bytes.
    if (!rule.walking.halvedUpTo.empty() &&
        std::max(widestOf(types.inputs()), widestOf(types.outputs())) == 2)
      rule.walkersOf = 2;
    const WindowLayout layout(drawn, plan.getTop(), types.state);
    rule.windowBytes = layout.bytes;
    rule.mostStrips = layout.tiles / WindowLayout::windows;
    rule.mostBlocks = WindowLayout::blocks;
  }
  if (SkeletonAttr columns = getColumns(plan))
    rule.chainsOfColumns = static_cast<uint64_t>(32 * columns.getRows());
  if (SkeletonAttr clustered = getClustered(plan)) {
    rule.clustering = of(clustered);
    rule.cluster = static_cast<uint64_t>(getCluster(getClusteredTop(plan)));
    const GroupLayout groups(getClusteredTop(plan), types.state);
    rule.groupBytes = static_cast<uint64_t>(groups.bytes);
    rule.mostGroups = static_cast<uint64_t>(groups.most);
  }
  return rule.make(launch::LaunchRule::begin(
      /*singleBlockUpTo=*/0, *plan.getBlocksPerSM(), *plan.getMaxBlocks(),
      scan.getTile(), /*isAloneFirst=*/false));
}

launch::Cadence StripsAttr::getCadence(PlanAttr plan,
                                       const ScanTypes &types) const {
  launch::Cadence cadence;
  cadence.tile = cadence.shortestTile = plan.getScan().getTile();
  cadence.kernels.resize(getKernels(plan, types).size());
  return cadence;
}

MemoryPasses StripsAttr::getMemoryPasses() const { return {1, 1}; }

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

int StripsAttr::getPreference(PlanRequest &) const { return 1; }

/// Of what a lane has of a tile: bytes of each step in the widest array, bytes
/// in all, and values of states. A strip of 32 such lanes has 256 bytes of each
/// step where elements are not narrow, so that memory is read in long enough
/// pieces; wider strips are fewer.
static constexpr int64_t bytesOfStep = 8, registersOfLane = 64;
/// Chains of a lane at most, where they have that many bytes of a step: of
/// elements of two bytes, of others, and where tiles are drawn.
static constexpr int64_t mostRows = 2, fewestOfHalves = 8, fewestBytes = 4,
                         fewestOfDrawn = 1;
/// Warps of a block: the fewer, the fewer totals each lane combines, and the
/// more registers it has. Combines that are long take more warps, and fewer of
/// them written out in a row.
static constexpr int64_t warpsOfBlock = 8, warpsOfLong = 16, itemsOfLong = 16;
/// Tiles in shared memory, where a block walks: as many as memory needs to be
/// asked for where strips are few. A lane has so many bytes of a tile, but at
/// least some steps; where it looks at neighbours, which it reads from memory
/// at either end of its steps, it has more of them, and fewer tiles.
static constexpr int64_t stagesOfRing = 4, bytesOfLane = 128, leastItems = 8;
static constexpr int64_t stagesWithNeighbours = 2, bytesWithNeighbours = 288;
/// With neighbours, elements of more bytes have fewer warps, and longer steps.
static constexpr int64_t wideElement = 8, warpsOfWide = 6, bytesOfWide = 384;
/// Where tiles are drawn, more of them are in shared memory, which are smaller.
/// With three scouts and one warp that draws, a block has 12 warps, or 16 with
/// long combines. What does not fit into their registers is far away: shared
/// memory leaves the L1 cache little.
static constexpr int64_t bytesOfDrawn = 128, warpsOfLongDrawn = 12;
/// Scouts of a tile, entries of other tiles that a lane of them gathers, if a
/// state is one register, and how many tiles find what comes before them at
/// once.
static constexpr int64_t warpsOfTop = 1, entriesOfTop = 16, stagesOfTop = 3;
/// Warps of a block, and groups of scouts, which have two barriers each.
static constexpr int64_t mostWarps = 32, mostStagesOfTop = 7;
/// Where lanes go along chains of their own: tiles, and chains of a lane at
/// most.
static constexpr int64_t stagesOfColumns = 4, rowsOfColumns = 4;

/// The `top` with a ring of so many places.
static SkeletonAttr withRing(SkeletonAttr top, int64_t places) {
  SkeletonParts parts = top.getParts();
  parts.setOwn(top.getContext(), ringKey, places);
  return SkeletonAttr::get(top.getContext(), parts);
}

LogicalResult StripsAttr::checkGiven(PlanRequest &request) const {
  for (auto [kernel, skeleton] : request.given.getNamedSkeletons())
    for (auto [key, owner] :
         {std::pair(ringKey, "top"), std::pair(clusterKey, "clustered_top")})
      if (skeleton.getOwn(key) && kernel != owner) // strips_c4, strips_c6
        return request.scan.emitError()
               << "'" << key << "' is of the '" << owner << "' of " << getName()
               << ", got one for the '" << kernel << "'";
  return success();
}

/// Of windows of two tiles. With one tile each, every tile is the last of its
/// window: none gathers others, and none is posted ahead.
PlanAttr StripsAttr::shortenRings(PlanAttr plan) const {
  constexpr int64_t places = 2 * WindowLayout::windows;
  const SkeletonAttr top = plan.getTop();
  if (!top || *top.getOwn(ringKey) <= places)
    return {};
  return PlanAttr::getComplete(plan.getStrategy(), *plan.getSingleBlockUpTo(),
                               *plan.getBlocksPerSM(), *plan.getMaxBlocks(),
                               {{"scan", plan.getScan()},
                                {"drawn_scan", getDrawn(plan)},
                                {"top", withRing(top, places)},
                                {"column_scan", getColumns(plan)},
                                {"clustered_scan", getClustered(plan)},
                                {"clustered_top", getClusteredTop(plan)}});
}

/// Chains of a lane: a power of two, up to `mostRows`.
static int64_t chooseRows(int64_t widest, int64_t registers, int64_t mostRows,
                          int64_t fewest) {
  int64_t rows = 1;
  while ((rows < mostRows || rows * widest < fewest) &&
         2 * rows * widest <= bytesOfStep &&
         2 * rows * registers <= registersOfLane)
    rows *= 2;
  return rows;
}

/// The widest element of an array, in bytes.
static int64_t widestElement(const PlanRequest &request) {
  ScanOp scan = request.scan;
  return std::max(widestOf(scan.getInputArrays()),
                  widestOf(scan.getOutputArrays()));
}

/// Places for tiles' totals: as many as there can be, so that rings come round
/// seldom, but of wide states fewer, so that a workspace has at most some 8 MB.
static int64_t choosePlaces(SkeletonAttr drawn, SkeletonAttr top,
                            ArrayRef<Type> state) {
  constexpr int64_t mostBytes = 9 << 20, enough = 2048;
  int64_t places = WindowLayout::mostTiles;
  while (places > enough &&
         WindowLayout(drawn, withRing(top, places), state).bytes > mostBytes)
    places /= 2;
  return places;
}

namespace {
/// What a tile has at most, or about.
struct TileSizes {
  int64_t warps, mostRows, stages, leastStages;
  int64_t fewest = fewestBytes, bytes = bytesWithNeighbours, leastItems = 1;
};
} // namespace

/// A skeleton of that name, as far as it is not given, of such sizes, that fits
/// into the GPU by what `sharedBytes` says of shared memory.
static SkeletonAttr
completeTile(PlanRequest &request, StringRef name, SkeletonAttr given,
             const TileSizes &sizes,
             function_ref<int64_t(SkeletonAttr)> sharedBytes) {
  ScanOp scan = request.scan;
  const int64_t element = bytesOf(scan.getInputArrays());
  const int64_t registers = registersOf(request.state);
  const int64_t givenItems = request.widthOf(request.given.getThread());
  // Tiles of bytes are small, and take as long for all but their elements.
  const int64_t valuesOfLane =
      widestElement(request) == 1 ? 2 * registersOfLane : registersOfLane;
  TileShape shape{sizes.warps,
                  chooseRows(widestElement(request), registers, sizes.mostRows,
                             sizes.fewest),
                  givenItems, sizes.stages};
  if (!givenItems)
    shape.items = std::clamp<int64_t>(
        std::min(std::max(sizes.bytes / element, sizes.leastItems * shape.rows),
                 valuesOfLane / registers) /
            shape.rows,
        1, isLong(request.combineCost) ? itemsOfLong : 32);
  auto complete = [&] {
    return request.complete(name, given, shape,
                            {/*thread=*/"serial", /*block=*/"serial"});
  };
  auto fits = [&](SkeletonAttr skeleton) {
    return sharedBytes(skeleton) <= request.gpu.sharedPerBlock;
  };
  SkeletonAttr skeleton = complete();
  // A smaller GPU, or a large state, has room for fewer tiles, steps, or warps.
  while (skeleton && !fits(skeleton) && shape.stages > sizes.leastStages) {
    --shape.stages;
    skeleton = complete();
  }
  for (int64_t *less : {&shape.items, &shape.warps})
    while (skeleton && !fits(skeleton) && *less > 1) {
      *less /= 2;
      skeleton = complete();
    }
  return skeleton;
}

/// Why a scan can have no NAME_clusters on a GPU; empty: it can.
static std::string whyNoClusters(ScanOp scan, MonoidOp monoid,
                                 const machine::GpuModel &gpu) {
  const ScanTypes types = ScanTypes::of(scan, monoid);
  if (!gpu.has(machine::BulkCopies))
    return "the GPU has no bulk copies";
  if (types.inputs().size() != 1)
    return "elements come from several arrays";
  if (types.looksAround)
    return "its maps look at neighbours";
  if (scan.getTotal())
    return "it has one output more than elements";
  if (scan.hasStore() && scan.getStoreArguments()->getIn())
    return "its 'store' takes elements";
  if (TaggedWords::count(types.state) != 1)
    return "a state has more than 12 bytes";
  return "";
}

/// The skeletons of NAME_clusters, as far as they are not given: a lane has 128
/// bytes of a tile, 16 of each step at most, or 8 where elements have two
/// bytes; six tiles of 32 KB are in shared memory; clusters have four blocks,
/// and exchange two groups at once: 16 warps have 128 registers each. Gives
/// none where that does not suit the scan, unless some is given.
static LogicalResult completeClusters(PlanRequest &request,
                                      SkeletonAttr &clustered,
                                      SkeletonAttr &top) {
  constexpr int64_t warps = 8, mostRows = 4, bytesOfStep = 16;
  constexpr int64_t stages = 6, fewestStages = 4;
  constexpr int64_t entries = 12, atOnce = 2, blocks = 4;
  const PlanAttr given = request.given;
  const bool isGiven = getClustered(given) || getClusteredTop(given);
  const ScanTypes types = ScanTypes::of(request.scan, request.monoid);
  const int64_t element = bytesOf(types.inputs());
  // A plan that shapes other kernels has those that it names, or windows.
  const bool isShaped =
      given.getScan() || getDrawn(given) || given.getTop() || getColumns(given);
  const std::string whyNot =
      whyNoClusters(request.scan, request.monoid, request.gpu);
  if (isGiven && !whyNot.empty())
    return request.scan.emitError()
           << "'clustered_scan' and 'clustered_top' are for no such scan: "
           << whyNot;
  const int64_t rows = std::clamp<int64_t>(bytesOfStep / element, 1, mostRows);
  const int64_t items = std::max<int64_t>(bytesOfLane / (rows * element), 1);
  const bool isSuited =
      whyNot.empty() && element > 1 && element <= 8 &&
      llvm::isPowerOf2_64(element) &&
      rows * items * registersOf(request.state) <= registersOfLane &&
      !isLong(request.combineCost) && given.getBlocksPerSM().value_or(1) == 1 &&
      !isShaped;
  if (!isGiven && !isSuited)
    return success();
  top = request.complete("clustered_top", getClusteredTop(given),
                         {/*warps=*/1, /*rows=*/1, entries, atOnce},
                         {/*thread=*/"serial", /*block=*/"serial"});
  if (!top)
    return failure();
  SkeletonParts parts = top.getParts();
  const SkeletonAttr said = getClusteredTop(given);
  const std::optional<int64_t> givenBlocks =
      said ? said.getOwn(clusterKey) : std::nullopt;
  parts.setOwn(top.getContext(), clusterKey, givenBlocks.value_or(blocks));
  top = SkeletonAttr::get(top.getContext(), parts);
  // Wider states leave room for fewer tiles.
  for (int64_t tiles = stages; tiles >= fewestStages; --tiles) {
    clustered = request.complete("clustered_scan", getClustered(given),
                                 {warps, rows, items, tiles},
                                 {/*thread=*/"serial", /*block=*/"serial"});
    if (!clustered)
      return failure();
    if (ClusterLayout(clustered, top, types).bytes <=
        request.gpu.sharedPerBlock)
      return success();
  }
  if (!isGiven)
    clustered = top = {};
  return success();
}

FailureOr<PlanAttr> StripsAttr::complete(PlanRequest &request) const {
  const PlanAttr given = request.given;
  const ScanTypes types = ScanTypes::of(request.scan, request.monoid);
  const bool isLong = scanc::prefix::isLong(request.combineCost);
  const int64_t givenWarps = request.warpsOf(given.getBlock()),
                warps = givenWarps ? givenWarps
                        : isLong   ? warpsOfLong
                                   : warpsOfBlock,
                rows = isLong ? 1 : mostRows;
  TileSizes walked{warps, rows, stagesWithNeighbours, stagesWithNeighbours,
                   !isLong && widestElement(request) == 2 ? fewestOfHalves
                                                          : fewestBytes};
  if (!isLong && !types.looksAround) {
    walked.stages = stagesOfRing;
    walked.bytes = bytesOfLane;
    walked.leastItems = leastItems;
  } else if (!isLong && !givenWarps &&
             bytesOf(request.scan.getInputArrays()) > wideElement) {
    walked.warps = warpsOfWide;
    walked.bytes = bytesOfWide;
  }
  SkeletonAttr scan = completeTile(
      request, "scan", given.getScan(), walked, [&](SkeletonAttr skeleton) {
        return StripLayout::of(skeleton, types).bytes;
      });
  if (!scan)
    return failure();
  // A tile is in shared memory while scouts find what comes before it, while it
  // comes, and while it is scanned. A smaller GPU, or a large state, has room
  // for the scouts of fewer tiles.
  const SkeletonAttr givenDrawn = getDrawn(given);
  const std::optional<int64_t> givenStages =
      givenDrawn ? givenDrawn.getParts().stages : std::nullopt;
  SkeletonAttr top, drawn;
  for (int64_t stages = std::clamp<int64_t>(
           givenStages.value_or(stagesOfTop + 2) - 2, 1, stagesOfTop);
       stages > 0; --stages) {
    top = request.complete(
        "top", given.getTop(),
        {warpsOfTop, 1,
         std::max<int64_t>(entriesOfTop / registersOf(request.state), 2),
         stages},
        {/*thread=*/"serial", /*block=*/"serial"});
    if (!top)
      return failure();
    auto bytesOf = [&](SkeletonAttr skeleton) {
      return StripLayout::ofDrawn(skeleton, top, types).bytes;
    };
    drawn = completeTile(request, "drawn_scan", givenDrawn,
                         {givenWarps || !isLong ? warps : warpsOfLongDrawn,
                          rows, top.getStages() + 2, top.getStages() + 2,
                          fewestOfDrawn, bytesOfDrawn},
                         bytesOf);
    if (!drawn)
      return failure();
    if (bytesOf(drawn) <= request.gpu.sharedPerBlock)
      break;
  }
  SkeletonAttr columns;
  // Lanes by themselves combine half as often. Where that is not what takes the
  // time, it is no faster.
  if (getColumns(given) || isLong) {
    columns =
        completeTile(request, "column_scan", getColumns(given),
                     {/*warps=*/1, isLong ? 1 : rowsOfColumns, stagesOfColumns,
                      stagesOfColumns},
                     [&](SkeletonAttr skeleton) {
                       return StripLayout::ofColumns(skeleton, types).bytes;
                     });
    if (!columns)
      return failure();
  }
  SkeletonAttr clustered, clusteredTop;
  if (failed(completeClusters(request, clustered, clusteredTop)))
    return failure();
  if (failed(request.checkAllUsed()))
    return failure();
  const SkeletonParts said =
      given.getTop() ? given.getTop().getParts() : SkeletonParts();
  top = withRing(top, said.getOwn(ringKey).value_or(
                          choosePlaces(drawn, top, types.state)));
  return PlanAttr::getComplete(given.getStrategy(), /*singleBlockUpTo=*/0,
                               given.getBlocksPerSM().value_or(1),
                               given.getMaxBlocks().value_or(mostBlocksOfGrid),
                               {{"scan", scan},
                                {"drawn_scan", drawn},
                                {"top", top},
                                {"column_scan", columns},
                                {"clustered_scan", clustered},
                                {"clustered_top", clusteredTop}});
}

/// Of a skeleton that tiles have, which come so many stages ahead.
static LogicalResult checkTile(PlanChecker &checker, PlanAttr plan,
                               StringRef name, SkeletonAttr skeleton,
                               int64_t ahead = 1) {
  auto refuse = [&] { return checker.refuse(plan); };
  if (skeleton.getStages() <= ahead)
    return refuse() << "tiles come " << ahead << " ahead: '" << name
                    << "' must have " << ahead + 1 << " stages or more, got "
                    << skeleton.getStages();
  if (skeleton.getSublists() || skeleton.isBlockWide() || skeleton.isWarpWide())
    return refuse() << "'" << name
                    << "' must have a warp circuit of 32 columns and a block "
                       "circuit of one for each warp";
  if (!llvm::isPowerOf2_64(skeleton.getRows()) || skeleton.getRows() > 32)
    return refuse() << "the rows of '" << name
                    << "', which are chains, must be a power of two, at most "
                       "32, got "
                    << skeleton.getRows();
  return checker.checkBlocksPerSM(plan, skeleton.getThreads());
}

/// What NAME_clusters asks for.
static LogicalResult checkClusters(PlanChecker &checker, PlanAttr plan) {
  const SkeletonAttr scan = getClustered(plan), top = getClusteredTop(plan);
  auto refuse = [&] { return checker.refuse(plan); };
  if (!scan != !top)
    return refuse() << "'clustered_scan' and 'clustered_top' are of the same "
                       "kernel: a plan has both, or none";
  if (!scan)
    return success();
  if (const std::string whyNot =
          whyNoClusters(checker.scan, checker.monoid, checker.gpu);
      !whyNot.empty())
    return refuse() << "'clustered_scan' is for no such scan: " << whyNot;
  if (failed(checkTile(checker, plan, "clustered_scan", scan)))
    return failure();
  const int64_t reducers = ClusterLayout::mostReducers;
  if (scan.getWarps() != 2 && scan.getWarps() % reducers)
    return refuse() << "'clustered_scan' must have 2 warps or a multiple of "
                    << reducers << ", got " << scan.getWarps();
  if (!top.getOwn(clusterKey))
    return refuse() << "'clustered_top' must have a cluster";
  if (top.getWarps() != 1 || top.getRows() != 1)
    return refuse() << "'clustered_top' must have 1 warp, for each of its "
                       "stages, and 1 row, got "
                    << top.getWarps() << " and " << top.getRows();
  const int64_t warps = scan.getWarps() + std::min(scan.getWarps(), reducers) +
                        top.getStages() + ClusterLayout::othersOfBlock;
  if (warps > mostWarps)
    return refuse() << "a block has the warps of 'clustered_scan', those that "
                       "reduce, "
                    << ClusterLayout::othersOfBlock
                    << " more, and one for each stage of 'clustered_top': at "
                       "most "
                    << mostWarps << ", got " << warps;
  return checker.checkBlocksPerSM(plan, 32 * warps);
}

LogicalResult StripsAttr::check(PlanChecker &checker, PlanAttr plan) const {
  const SkeletonAttr drawn = getDrawn(plan), top = plan.getTop();
  if (failed(checkTile(checker, plan, "scan", plan.getScan())))
    return failure();
  if (SkeletonAttr columns = getColumns(plan)) {
    if (columns.getWarps() != 1)
      return checker.refuse(plan)
             << "lanes of 'column_scan' know of no other lane: it must have 1 "
                "warp, got "
             << columns.getWarps();
    if (failed(checkTile(checker, plan, "column_scan", columns)))
      return failure();
  }
  if (failed(checkClusters(checker, plan)))
    return failure();
  if (!drawn != !top)
    return checker.refuse(plan)
           << "'drawn_scan' and 'top' are of the same kernel: "
              "a plan has both, or none";
  if (!drawn)
    return success();
  if (top.getRows() != 1 || top.getSublists() || top.isBlockWide() ||
      top.isWarpWide())
    return checker.refuse(plan)
           << "'top', entries that warps gather, must have 1 row, a warp "
              "circuit of 32 columns and a block circuit of one for each warp";
  if (drawn.getWarps() + 1 + scoutsOf(top) > mostWarps)
    return checker.refuse(plan) << "a block has the warps of 'drawn_scan', one "
                                   "that draws, and those "
                                   "of 'top' for each of its stages: at most "
                                << mostWarps << ", got " << drawn.getWarps()
                                << ", 1 and " << scoutsOf(top);
  if (top.getStages() > mostStagesOfTop)
    return checker.refuse(plan)
           << "'top' can have at most " << mostStagesOfTop
           << " stages, for each of which a block needs two of its 16 barriers,"
              " got "
           << top.getStages();
  if (!top.getOwn(ringKey))
    return checker.refuse(plan) << "'top' must have a ring";
  if (failed(
          checkTile(checker, plan, "drawn_scan", drawn, top.getStages() + 1)))
    return failure();
  return checker.checkBlocksPerSM(plan, drawn.getThreads() +
                                            32 * (1 + scoutsOf(top)));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void StripsAttr::build(const ScanSource &source) const {
  buildStrips(source);
  if (getDrawn(source.plan))
    buildWindows(source);
  if (getColumns(source.plan))
    buildColumns(source);
  if (getClustered(source.plan))
    buildClusters(source);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct StripsExtension : DialectExtension<StripsExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<StripsAttr>();
  }
};
} // namespace

void scanc::prefix::registerStrips(DialectRegistry &registry) {
  registry.addExtensions<StripsExtension>();
}
