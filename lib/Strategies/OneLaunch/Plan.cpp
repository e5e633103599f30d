//===- Plan.cpp - Sizes of one-launch streaming ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sized by bytes, with the sizes of a tuning (Sizes.h); what matters is how
// many bytes are on their way at once, and that the threads of a warp read
// shared memory without conflicts. Of the operator it matters only whether a
// combine is so long that the spine would not keep up. What is built in for
// sm_90:
//
//   items   so many that a run is an odd number of 16-byte vectors, nine, or
//           eleven where elements have 16 bytes or a combine is long: eight
//           lanes that access memory together then cover all banks; where
//           elements and outputs differ in size, up to four vectors of the
//           wider more, so that a tile moves as many bytes: memory would be
//           done with a cycle sooner otherwise, and the spine would not;
//           of a structure of arrays as many bytes in all arrays together, and
//           an odd number of narrower accesses in each if it must be
//   warps   4 a group, so that a tile is about 18 KB, or 22
//   groups  2 that reduce and 2 that scan, or 3 where a run's combines, or its
//           maps, take longer than memory does
//   top     2 warps of the spine; one alone is the bottleneck of all sizes from
//           2^22 on, and three were slower than two
//   stages  as many tiles as shared memory holds, up to 11, or 9
//   piece   16 bytes where a combine takes more than 40 cycles, or 20 for tiles
//           of short launches: runs are then shorter where elements are few;
//           threads always go from piece to piece where there are 3 groups, or
//           a run would be more instructions than a multiprocessor keeps
//   short   for launches of at most one tile a block: tiles of 18 KB, or of
//           five vectors a thread where a combine takes more than 20 cycles
//   tail    a single block of 32 warps, or 16 with runs twice as long where a
//           combine takes more than 20 cycles
//   ahead   9 tiles, or 7: more lets the blocks' accesses drift apart, less
//           leaves the memory idle
//
// What a thread combines on its own is a tree where nothing but the total is
// wanted, which takes no more combines than a chain, and waits for fewer of
// them: in a short array a run is most of the way from the input to the total.
// A thread that scans its run does so serially, with the fewest combines.
//
// The spine has an entry for each of 160 blocks, 5 a lane.
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include <numeric>

using namespace mlir;

namespace scanc::prefix {

using machine::warpSize;

/// A block leaves each thread less than 100 registers: a combine of larger
/// states spills.
static constexpr int64_t mostStateRegisters = 8;

/// The fewest elements of `bytes` bytes that are whole accesses of 16 bytes.
static int64_t wholeAccesses(int64_t bytes) {
  return std::lcm<int64_t>(16, bytes) / bytes;
}

/// The most elements, up to `most`, that are an odd number of units; one unit
/// at least.
static int64_t mostOdd(int64_t unit, int64_t most) {
  const int64_t units = std::max<int64_t>(1, most / unit);
  return unit * (units - (units % 2 == 0));
}

/// Elements of `bytes` bytes whose vectors of 16 bytes are about `wanted`, and
/// odd in number where they can be.
static int64_t oddVectors(int64_t bytes, int64_t wanted) {
  const int64_t unit = wholeAccesses(bytes);
  const int64_t vectors = unit * bytes / 16;
  return mostOdd(unit, unit * (wanted / vectors));
}

/// The spine combines the totals of a cycle in the time that memory takes to
/// move the cycle's tiles. Where a combine is dear, the tiles that were
/// measured with sums are too short for that on an H200; so many bytes are
/// enough.
static constexpr int64_t dearTileBytes = 22 * 1024;
/// The states of a run that leave registers for the rest.
static constexpr int64_t mostRunRegisters = 72;

/// More vectors of the wider side than a run has where both are as wide.
static constexpr int64_t mostLonger = 4;

/// So long that tiles have about `dearTileBytes`, in a ring of the same bytes.
static OneLaunchSizes withLongerRuns(OneLaunchSizes sizes) {
  const OneLaunchSizes given = sizes;
  const int64_t enough = dearTileBytes / (16 * warpSize * given.warps);
  sizes.vectors = std::clamp(enough, given.vectors, given.vectors + 2);
  sizes.stages = std::max(given.stages * given.vectors / sizes.vectors,
                          std::max(given.groups, given.spineWarps));
  sizes.ahead = std::clamp<int64_t>(
      given.ahead - (given.stages - sizes.stages), 1,
      OneLaunchSizes::mostAhead(sizes.stages, sizes.groups));
  return sizes;
}

/// One group more of reducers and of scanners.
static OneLaunchSizes withMoreGroups(OneLaunchSizes sizes) {
  ++sizes.groups;
  sizes.stages = std::max(sizes.stages, sizes.groups);
  sizes.ahead = std::min(sizes.ahead,
                         OneLaunchSizes::mostAhead(sizes.stages, sizes.groups));
  return sizes;
}

/// The threads of a block whose groups have so many warps.
static int64_t countThreads(const OneLaunchSizes &sizes, int64_t warps) {
  return warpSize * (1 + sizes.spineWarps + 2 * sizes.groups * warps);
}

/// Circuits whose last output waits for as few combines as can be.
static constexpr Families trees{"sklansky", "sklansky"};

/// Null, after an error, where what is given does not fit what was chosen.
static SkeletonAttr withStream(ScanOp scan, StringRef name,
                               SkeletonAttr skeleton, int64_t stages,
                               std::optional<int64_t> groups,
                               std::optional<int64_t> ahead,
                               std::optional<int64_t> piece = {}) {
  auto emitError = [&] {
    return scan.emitError() << "one_launch_streaming: '" << name << "': ";
  };
  MLIRContext *context = skeleton.getContext();
  SkeletonParts parts = skeleton.getParts();
  parts.stages = stages;
  parts.setOwn(context, groupsKey, groups);
  parts.setOwn(context, aheadKey, ahead);
  parts.setOwn(context, pieceKey, piece);
  return SkeletonAttr::getChecked(emitError, context, parts);
}

/// As many stages as shared memory holds, up to those of `skeleton`; fewer than
/// groups if it does not hold a stage for each.
static int64_t countStages(ScanOp scan, SkeletonAttr skeleton, int64_t groups,
                           const ScanTypes &types, int64_t sharedBytes) {
  int64_t stages = skeleton.getStages();
  while (stages >= groups &&
         StreamLayout::of(withStream(scan, "scan", skeleton, stages, groups, 1),
                          types)
                 .bytes > sharedBytes)
    --stages;
  return stages;
}

namespace {

/// Sizes the kernels of one scan.
class OneLaunchPlanner {
public:
  explicit OneLaunchPlanner(PlanRequest &request)
      : request(request), scan(request.scan), monoid(request.monoid),
        given(request.given), tuning(request.tuning), gpu(request.gpu) {}

  /// Why somebody would have to ask for one launch; empty where nobody needs
  /// to: it can do what the plan asks for, and the GPU has room for it.
  std::string whyNot();
  FailureOr<PlanAttr> plan();

private:
  using Shape = TileShape;
  /// How threads go through their runs, where nobody says: at once, so too
  /// unless the launch is short, or piece by piece.
  enum class Runs { Whole, InPieces, ByPiece };

  int64_t widerBytes();
  int64_t widestArrayBytes();
  int64_t itemsOf(int64_t vectors);
  int64_t stagesInShared(Shape shape, int64_t groups);
  bool isTooMuchForTwo(int64_t items);
  bool hasRoomFor(OneLaunchSizes wider);
  OneLaunchSizes sizesOneLaunch();
  std::optional<int64_t> choosePiece(int64_t items);
  OneLaunchSizes sizesShort();
  bool wantsShort(SkeletonAttr down, Shape shape);
  Shape shapeOneLaunch(const OneLaunchSizes &sizes);
  Runs chooseRuns(int64_t items);
  SkeletonAttr completeRing(StringRef name, SkeletonAttr own, Shape shape,
                            const OneLaunchSizes &sizes, Runs runs);
  SkeletonAttr completeReduce(StringRef name, SkeletonAttr own,
                              SkeletonAttr down, Runs runs);
  Shape shapeSingle();

  PlanRequest &request;
  ScanOp scan;
  MonoidOp monoid;
  PlanAttr given;
  const Tuning &tuning;
  const machine::GpuModel &gpu;
};

} // namespace

/// The stages that shared memory holds of a ring of such tiles.
int64_t OneLaunchPlanner::stagesInShared(Shape shape, int64_t groups) {
  SkeletonAttr skeleton = SkeletonAttr::get(scan.getContext(), shape.parts());
  return countStages(scan, skeleton, groups, ScanTypes::of(scan, monoid),
                     tuning.limits.sharedBytes);
}

/// Bytes of an element or an output, whichever is larger.
int64_t OneLaunchPlanner::widerBytes() {
  return std::max(bytesOf(scan.getInputArrays()),
                  bytesOf(scan.getOutputArrays()));
}

/// The same in the array that has most of them.
int64_t OneLaunchPlanner::widestArrayBytes() {
  return std::max(widestOf(scan.getInputArrays()),
                  widestOf(scan.getOutputArrays()));
}

/// The elements of a run of about so many vectors. Of several arrays, all of
/// them together: a run is an odd number of accesses in each array, of 16 bytes
/// or, where that would take too many elements or too few, of less.
int64_t OneLaunchPlanner::itemsOf(int64_t vectors) {
  const int64_t widest = widestArrayBytes(), bytes = widerBytes();
  if (widest == bytes)
    return oddVectors(bytes, vectors);
  const int64_t most = std::max<int64_t>(1, vectors * 16 / bytes);
  for (int64_t access = 16; access > widest; access /= 2) {
    const int64_t items = mostOdd(access / widest, most);
    if (5 * items >= 4 * most)
      return items;
  }
  return mostOdd(1, most);
}

/// Whether a run takes two groups longer than memory: for its combines, which
/// wait for each other, or for its maps, which are many instructions.
bool OneLaunchPlanner::isTooMuchForTwo(int64_t items) {
  return outlastsMemory(costOfStates(scan, monoid).combine, items) ||
         mapsOutlastMemory(costOfMaps(scan), items);
}

/// Whether a run takes so long that more groups are worth it, and
/// what is given of the ring and of the block's warps leaves room for them.
bool OneLaunchPlanner::hasRoomFor(OneLaunchSizes wider) {
  const SkeletonAttr own = given.getScan(), top = given.getTop();
  if (own &&
      (own.getGivenStages() || own.getOwn(groupsKey) || own.getOwn(aheadKey)))
    return false;
  if (top && top.getGivenWarps())
    wider.spineWarps = top.getWarps();
  const Shape shape = request.resolve(own, shapeOneLaunch(wider));
  return isTooMuchForTwo(shape.items) &&
         countThreads(wider, shape.warps) <= machine::threadsPerBlock;
}

OneLaunchSizes OneLaunchPlanner::sizesOneLaunch() {
  const int64_t in = bytesOf(scan.getInputArrays()),
                out = bytesOf(scan.getOutputArrays()), bytes = widerBytes();
  auto countRegisters = [&](const OneLaunchSizes &sizes) {
    return itemsOf(sizes.vectors) * registersOf(request.state);
  };
  OneLaunchSizes sizes = tuning.get<OneLaunchSizes>(bytes);
  if (const OneLaunchSizes dear = withLongerRuns(sizes);
      isDear(costOfStates(scan, monoid).combine) &&
      countRegisters(dear) <= mostRunRegisters)
    sizes = dear;
  if (const OneLaunchSizes wider = withMoreGroups(sizes); hasRoomFor(wider))
    sizes = wider;
  // Where one side is narrower, a tile that moves as many bytes is longer.
  const int64_t asMuch = llvm::divideCeil(sizes.vectors * 2 * bytes, in + out);
  for (int64_t vectors = std::min(asMuch + 1, sizes.vectors + mostLonger);
       in != out && vectors > sizes.vectors; --vectors) {
    OneLaunchSizes longer = sizes;
    longer.vectors = vectors;
    const Shape shape{sizes.warps, 1, itemsOf(vectors), sizes.stages};
    if (countRegisters(longer) <= mostRunRegisters &&
        stagesInShared(shape, sizes.groups) >= sizes.ahead)
      return longer;
  }
  return sizes;
}

/// Of runs of so many items: whole accesses, of 16 bytes unless there are
/// several arrays; nothing if a run is not several.
std::optional<int64_t> OneLaunchPlanner::choosePiece(int64_t items) {
  int64_t piece = wholeAccesses(widestArrayBytes());
  const bool areApart = scan.getInput().apart || scan.getOutput().apart;
  while (areApart && piece > 1 && items % piece)
    piece /= 2;
  // Of maps, three at a time: more of their instructions are independent.
  if (mapsOutlastMemory(costOfMaps(scan), items) && items % (3 * piece) == 0 &&
      items > 3 * piece)
    piece *= 3;
  return items > piece && items % piece == 0 ? std::optional(piece)
                                             : std::nullopt;
}

/// The single block's. Where combines are long, so is a warp's circuit: half as
/// many warps take turns for half the time, and their threads combine twice as
/// many elements.
TileShape OneLaunchPlanner::shapeSingle() {
  Shape shape = request.shapeTail();
  const SkeletonAttr own = given.getTail();
  const bool isOpen = !request.widthOf(given.getThread()) &&
                      !(own && (own.getGivenWarps() || own.getGivenItems()));
  if (isOpen && shape.warps == machine::threadsPerBlock / warpSize &&
      isLong(costOfStates(scan, monoid).combine)) {
    shape.warps /= 2;
    shape.items *= 2;
  }
  return shape;
}

TileShape OneLaunchPlanner::shapeOneLaunch(const OneLaunchSizes &sizes) {
  constexpr int64_t runRegisters = 160;
  const int64_t givenItems = request.widthOf(given.getThread()),
                givenWarps = request.warpsOf(given.getBlock());
  // Narrow elements of wide states must not take more registers than there are.
  int64_t items = itemsOf(sizes.vectors);
  for (int64_t fewer = sizes.vectors;
       items * registersOf(request.state) > runRegisters && fewer > 1;)
    items = itemsOf(--fewer);
  return {givenWarps ? givenWarps : sizes.warps, 1,
          givenItems ? givenItems : items, sizes.stages};
}

/// Whether the GPU has bulk copies, and shared memory for the tiles that they
/// bring.
static bool canStream(const machine::GpuModel &gpu) {
  constexpr int64_t enough = 227 * 1024;
  return gpu.has(machine::BulkCopies) && gpu.sharedPerBlock >= enough;
}

std::string OneLaunchPlanner::whyNot() {
  if (!canStream(gpu))
    return "the GPU has no bulk copies, or too little shared memory for tiles";
  if (given.getReduce() || given.getScan() || given.getTop() || given.getRow())
    return "the plan shapes kernels of two passes";
  if (given.getBlocksPerSM() || given.getMaxBlocks())
    return "the plan says how many blocks there are";
  const int64_t warp = request.widthOf(given.getWarp()),
                block = request.widthOf(given.getBlock());
  if ((warp && warp != warpSize) || block >= warpSize)
    return "the plan's circuits span the runs of a warp or of a block";
  const OneLaunchSizes sizes = sizesOneLaunch();
  const Shape shape = shapeOneLaunch(sizes);
  const int64_t registers = shape.items * registersOf(request.state);
  if (countThreads(sizes, shape.warps) > machine::threadsPerBlock)
    return "a block has no room for the warps of all roles";
  if (registersOf(request.state) > mostStateRegisters ||
      registers > machine::registersPerThread ||
      shape.warps * warpSize * registers > gpu.registersPerSM)
    return "states take more registers than the threads of its roles have";
  if (stagesInShared(shape, sizes.groups) <
      std::max(sizes.groups, sizes.spineWarps))
    return "shared memory has no room for a tile for each group";
  return "";
}

/// Where combines are very dear it matters how many of them a thread does in a
/// row: in a short launch runs are shorter if that will do. Piece by piece
/// takes less code, and fewer registers, of which three groups leave few. Runs
/// of narrow elements take many where chains have states: each element is then
/// looked at for itself.
OneLaunchPlanner::Runs OneLaunchPlanner::chooseRuns(int64_t items) {
  const OperatorCost combine = costOfStates(scan, monoid).combine;
  constexpr int64_t mostWithStates = 48;
  const bool hasStates =
      scan.getInitial() || scan.getFinal() || scan.getTotal();
  if ((outgrowsCache(combine, items) || isTooMuchForTwo(items) ||
       (hasStates && items > mostWithStates)) &&
      !given.getThread())
    return Runs::ByPiece;
  return isVeryDear(combine) ? Runs::InPieces : Runs::Whole;
}

/// A kernel's `scan`, called `name` in the plan.
SkeletonAttr OneLaunchPlanner::completeRing(StringRef name, SkeletonAttr own,
                                            Shape shape,
                                            const OneLaunchSizes &sizes,
                                            Runs runs) {
  std::optional<int64_t> piece = own ? getPiece(own) : std::nullopt;
  if (!piece && runs != Runs::Whole)
    piece = choosePiece(request.resolve(own, shape).items);
  if (runs == Runs::ByPiece)
    shape.piece = piece.value_or(0);
  const SkeletonAttr down = request.complete(name, own, shape);
  if (!down)
    return {};
  const SkeletonParts said = own ? own.getParts() : SkeletonParts();
  const int64_t groups = said.getOwn(groupsKey).value_or(sizes.groups);
  auto aheadOf = [&](int64_t stages) {
    return std::min(OneLaunchSizes::mostAhead(stages, groups), sizes.ahead);
  };
  int64_t stages =
      said.stages ? *said.stages
                  : std::max(groups, countStages(scan, down, groups,
                                                 ScanTypes::of(scan, monoid),
                                                 tuning.limits.sharedBytes));
  // The spine of chains takes longer for a tile: there it matters more how far
  // ahead reducers are than how many tiles are under way.
  if (const int64_t fewer = stages - stages % groups;
      scan.getDomain().hasChains() && !said.stages &&
      aheadOf(fewer) > aheadOf(stages))
    stages = fewer;
  const int64_t ahead = said.getOwn(aheadKey).value_or(aheadOf(stages));
  return withStream(scan, name, down, stages, groups, ahead, piece);
}

/// Its `reduce`: of the same runs.
SkeletonAttr OneLaunchPlanner::completeReduce(StringRef name, SkeletonAttr own,
                                              SkeletonAttr down, Runs runs) {
  if (!down)
    return {};
  Shape shape{down.getWarps(), down.getRows(), down.getItems(), 1};
  if (runs == Runs::ByPiece)
    shape.piece = getPiece(down).value_or(0);
  const SkeletonAttr up = request.complete(name, own, shape, trees);
  std::optional<int64_t> piece = own ? getPiece(own) : std::nullopt;
  if (!piece && shape.piece)
    piece = shape.piece;
  return up && piece ? withStream(scan, name, up, up.getStages(), {}, {}, piece)
                     : up;
}

/// Of launches that give a block one tile at most: there is nothing to overlap
/// with, and one group does everything. Where combines are long, runs are
/// short, so that nothing long is done in a row; where they are very dear, more
/// warps share them out.
OneLaunchSizes OneLaunchPlanner::sizesShort() {
  OneLaunchSizes fewer = tuning.get<OneLaunchSizes>(widerBytes());
  const OperatorCost combine = costOfStates(scan, monoid).combine;
  if (isVeryDear(combine))
    fewer.warps *= 2;
  fewer.stages = fewer.groups = fewer.ahead = 1;
  if (isLong(combine))
    fewer.vectors = std::min<int64_t>(fewer.vectors, 5);
  return fewer;
}

/// Whether such launches have a kernel of their own: unless the plan says what
/// the kernel is to be, or blocks have chains of their own where those are
/// short, or the kernels are there beside others, which are to compile fast.
bool OneLaunchPlanner::wantsShort(SkeletonAttr down, Shape shape) {
  if (getShortScan(given) || getShortReduce(given))
    return true;
  return !given.getScan() && !given.getReduce() && !given.getThread() &&
         !given.getBlock() && shape.items <= down.getItems() &&
         !scan.getDomain().hasChains() && !scan.getDomain().isSecondary();
}

FailureOr<PlanAttr> OneLaunchPlanner::plan() {
  const OneLaunchSizes sizes = sizesOneLaunch();
  const OperatorCost combine = costOfStates(scan, monoid).combine;
  const Shape shape = shapeOneLaunch(sizes);
  const Runs runs = chooseRuns(request.resolve(given.getScan(), shape).items);
  const SkeletonAttr down =
      completeRing("scan", given.getScan(), shape, sizes, runs);
  const SkeletonAttr up =
      completeReduce("reduce", given.getReduce(), down, runs);
  SkeletonAttr top =
      request.complete("top", given.getTop(),
                       {sizes.spineWarps, 1, sizes.spineEntries, 1}, trees);
  if (!up || !top)
    return failure();

  SkeletonAttr shortUp, shortDown;
  const OneLaunchSizes fewer = sizesShort();
  if (const Shape shorter = shapeOneLaunch(fewer); wantsShort(down, shorter)) {
    const Runs shortRuns =
        runs == Runs::Whole && isLong(combine) ? Runs::InPieces : runs;
    shortDown = completeRing("short_scan", getShortScan(given), shorter, fewer,
                             shortRuns);
    shortUp = completeReduce("short_reduce", getShortReduce(given), shortDown,
                             shortRuns);
    if (!shortUp)
      return failure();
  }

  SkeletonAttr tail = request.completeTail(shapeSingle());
  if (!tail)
    return failure();

  if (failed(request.checkAllUsed()))
    return failure();
  return PlanAttr::getComplete(
      given.getStrategy(),
      given.getSingleBlockUpTo().value_or(
          request.isGiven ? 0 : sizes.singleBlockTiles * tail.getTile()),
      given.getBlocksPerSM().value_or(1),
      given.getMaxBlocks().value_or(32 * top.getItems()),
      {{"reduce", up},
       {"scan", down},
       {"top", top},
       {"tail", tail},
       {"short_reduce", shortUp},
       {"short_scan", shortDown}});
}

int OneLaunchStreamingAttr::getPreference(PlanRequest &request) const {
  const std::string why = OneLaunchPlanner(request).whyNot();
  if (!why.empty())
    request.explain(getName() + " is not chosen: " + why);
  return why.empty() ? 3 : 0;
}

/// What a ring of tiles is made of is said of one kernel only.
LogicalResult OneLaunchStreamingAttr::checkGiven(PlanRequest &request) const {
  for (auto [kernel, own] : request.given.getNamedSkeletons()) {
    const bool hasRing = kernel == "scan" || kernel == "short_scan",
               hasPieces =
                   hasRing || kernel == "reduce" || kernel == "short_reduce";
    if ((own.getOwn(groupsKey) || own.getOwn(aheadKey)) && !hasRing)
      return request.scan.emitError()
             << "'groups' and 'ahead' are of the 'scan' of "
                "one_launch_streaming, got one for the '"
             << kernel << "'";
    if (getPiece(own) && !hasPieces)
      return request.scan.emitError()
             << "'piece' is of the 'scan' and the 'reduce' of "
                "one_launch_streaming, got one for the '"
             << kernel << "'";
  }
  return success();
}

FailureOr<PlanAttr>
OneLaunchStreamingAttr::complete(PlanRequest &request) const {
  return OneLaunchPlanner(request).plan();
}

} // namespace scanc::prefix
