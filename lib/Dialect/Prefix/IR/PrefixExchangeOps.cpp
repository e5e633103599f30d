//===- PrefixExchangeOps.cpp - Verifiers of ops between warps, blocks -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyStates.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scanc::prefix;

bool scanc::prefix::isPointerTo(Type type, unsigned space) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer && pointer.getAddressSpace() == space;
}

Type scanc::prefix::pointerTo(MLIRContext *context, unsigned space) {
  return LLVM::LLVMPointerType::get(context, space);
}

/// Whether `value` is what a `SourceT` gives; if not, `op` says so, of `what`.
template <typename SourceT>
static LogicalResult comesFrom(Operation *op, Value value, StringRef what) {
  if (value.getDefiningOp<SourceT>())
    return success();
  return op->emitOpError() << "the " << what << " must be what a '"
                           << SourceT::getOperationName() << "' gives";
}

// Shared memory

/// More than any GPU has, and little enough to be an offset of an instruction.
static constexpr int64_t mostShared = int64_t(1) << 30;

/// The bytes from `offset` on, `count` times `bytes`, lie where they can.
static LogicalResult verifyArray(Operation *op, int64_t offset, int64_t count,
                                 int64_t bytes, int64_t alignment) {
  if (bytes < 1)
    return op->emitOpError("must have elements of at least one byte, got ")
           << bytes;
  if (count < 1)
    return op->emitOpError("must have at least one element, got ") << count;
  if (offset < 0 || offset % alignment)
    return op->emitOpError("must lie at a multiple of ")
           << alignment << " bytes, got " << offset;
  if (offset > mostShared || count > mostShared || bytes > mostShared ||
      offset + count * bytes > mostShared)
    return op->emitOpError("must end within ")
           << mostShared << " bytes of shared memory";
  return success();
}

void BarriersOp::getAsmResultNames(OpAsmSetValueNameFn set) {
  set(getArray(), getName());
}
void WordsOp::getAsmResultNames(OpAsmSetValueNameFn set) {
  set(getArray(), getName());
}
void StatesOp::getAsmResultNames(OpAsmSetValueNameFn set) {
  set(getArray(), getName());
}
void SlotsOp::getAsmResultNames(OpAsmSetValueNameFn set) {
  set(getArray(), getName());
}

using Extents = SmallVector<std::pair<int64_t, int64_t>>;

static constexpr int64_t barrierBytes = 8;

LogicalResult BarriersOp::verify() {
  return verifyArray(*this, getOffset(), getCount(), barrierBytes,
                     barrierBytes); // barriers_c1
}

Extents BarriersOp::getExtents() {
  return {{getOffset(), barrierBytes * getCount()}};
}

static int64_t wordBytes(WordsOp op) {
  return llvm::divideCeil(op.getArray().getType().getWord().getWidth(), 8);
}

/// Whether memory holds integers of this type as they are.
static bool isWord(Type type) {
  return type.isSignlessInteger(8) || type.isSignlessInteger(16) ||
         type.isSignlessInteger(32) || type.isSignlessInteger(64);
}

LogicalResult WordsOp::verify() {
  if (!isWord(getArray().getType().getWord())) // words_c2
    return emitOpError("must be words of type i8, i16, i32 or i64, got ")
           << getArray().getType().getWord();
  return verifyArray(*this, getOffset(), getCount(), wordBytes(*this),
                     wordBytes(*this)); // words_c1
}

Extents WordsOp::getExtents() {
  return {{getOffset(), wordBytes(*this) * getCount()}};
}

LogicalResult StatesOp::verify() {
  auto state = stateOf(*this, getMonoidAttr());
  if (failed(state))
    return failure();
  if (getOffsets().size() != state->size()) // states_c1
    return emitOpError("must have an offset for each value of a state (")
           << state->size() << "), got " << getOffsets().size();
  for (auto [offset, type] : llvm::zip_equal(getOffsets(), *state)) {
    const int64_t bytes = getFieldBytes(type);
    if (!bytes)
      return emitOpError("memory cannot hold a value of type ") << type;
    if (failed(verifyArray(*this, offset, getCount(), bytes,
                           bytes))) // states_c2
      return failure();
  }
  return success();
}

Extents StatesOp::getExtents() {
  Extents extents;
  auto monoid =
      SymbolTable::lookupNearestSymbolFrom<MonoidOp>(*this, getMonoidAttr());
  for (auto [offset, type] :
       llvm::zip_equal(getOffsets(), monoid.getStateTypes()))
    extents.emplace_back(offset, getFieldBytes(type) * getCount());
  return extents;
}

LogicalResult SlotsOp::verify() {
  constexpr int64_t unit = 16;
  if (getBytes() % unit) // slots_c1
    return emitOpError("must have slots of a multiple of ")
           << unit << " bytes, got " << getBytes();
  return verifyArray(*this, getOffset(), getCount(), getBytes(), unit);
}

Extents SlotsOp::getExtents() {
  return {{getOffset(), getBytes() * getCount()}};
}

LogicalResult SlotOp::verify() {
  if (failed(comesFrom<SlotsOp>(*this, getSlots(), "slots"))) // slot_c2
    return failure();
  const int64_t bytes = getSlots().getDefiningOp<SlotsOp>().getBytes();
  if (static_cast<int64_t>(getByte()) < 0 ||
      static_cast<int64_t>(getByte()) >= bytes) // slot_c1
    return emitOpError("must be a byte of a slot (0 to ")
           << bytes - 1 << "), got " << static_cast<int64_t>(getByte());
  return success();
}

/// Whether `values` are a state of what `states` holds.
template <typename OpT>
static LogicalResult verifyState(OpT op, Value states, ValueRange values,
                                 StringRef what) {
  if (failed(comesFrom<StatesOp>(op, states, "states"))) // state_c1
    return failure();
  auto state = stateOf(op, states.getDefiningOp<StatesOp>().getMonoidAttr());
  return failure(failed(state) || failed(checkTypes(op, what, values.getTypes(),
                                                    *state))); // state_c2
}

LogicalResult LoadStateOp::verify() {
  return verifyState(*this, getStates(), getState(), "results");
}

LogicalResult StoreStateOp::verify() {
  return verifyState(*this, getStates(), getState(), "values");
}

template <typename OpT> static LogicalResult verifyWord(OpT op) {
  if (failed(comesFrom<WordsOp>(op, op.getWords(), "words"))) // word_c1
    return failure();
  IntegerType word = op.getWords().getType().getWord();
  if (op.getWord().getType().getIntOrFloatBitWidth() < word.getWidth())
    return op.emitOpError("a word of ")
           << word << " does not fit in " << op.getWord().getType();
  return success();
}

void LoadWordOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  if (getRelaxed()) // may see another value each time
    effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult WordIsOp::verify() {
  return comesFrom<WordsOp>(*this, getWords(), "words"); // word_is_c1
}

LogicalResult LoadWordOp::verify() { return verifyWord(*this); }
LogicalResult StoreWordOp::verify() { return verifyWord(*this); }

LogicalResult NextSlotOp::verify() {
  return comesFrom<SlotsOp>(*this, getSlots(), "slots"); // next_c1
}

// Which elements are whose

/// An attribute that counts something there is at least one of.
static LogicalResult isCount(Operation *op, StringRef name, int64_t value) {
  if (value >= 1)
    return success();
  return op->emitOpError() << "'" << name << "' must be at least 1, got "
                           << value;
}

LogicalResult MemberOp::verify() {
  if (static_cast<int64_t>(getFirst()) < 0) // member_c1
    return emitOpError("'from' must be the number of a warp, got ")
           << static_cast<int64_t>(getFirst());
  if (failed(isCount(*this, "warps", getWarps())))
    return failure();
  if (!getAnew())
    return success();
  if (!getAnew().getType().getWord().isInteger(32)) // member_c2
    return emitOpError("'anew' must name words of 32 bits, got ")
           << getAnew().getType().getWord();
  return comesFrom<WordsOp>(*this, getAnew(), "words");
}

LogicalResult PiecesOp::verify() { // pieces_c1
  return failure(failed(isCount(*this, "most", getMost())) ||
                 failed(isCount(*this, "size", getSize())) ||
                 failed(isCount(*this, "threads", getThreads())));
}

LogicalResult TileLengthOp::verify() { // length_c1
  return failure(failed(isCount(*this, "granule", getGranule())) ||
                 failed(isCount(*this, "most", getMost())));
}

LogicalResult TileOp::verify() {
  if (failed(comesFrom<WalkOp>(*this, getWalk(), "walk"))) // tile_c1
    return failure();
  DomainAttrInterface domain = getWalk().getDefiningOp<WalkOp>().getDomain();
  if (domain.isContiguous())
    return success();
  return emitOpError("the elements of '")
         << domain.getName() << "' do not lie side by side";
}

// Roles and barriers

/// Nothing in a region of `op` leaves it.
static LogicalResult staysInside(Operation *op) {
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (inner.hasTrait<OpTrait::IsTerminator>())
        return op->emitOpError("'")
               << inner.getName() << "' cannot end a region of this op";
  return success();
}

LogicalResult RolesOp::verify() {
  const size_t roles = getBodies().size();
  if (!roles || getNames().size() != roles ||
      getWarps().size() != roles) // roles_c1
    return emitOpError("must have a name, a number of warps and a region for "
                       "each role, and at least one");
  if (failed(staysInside(*this))) // roles_c3
    return failure();
  int64_t warps = 0;
  for (auto [name, count] :
       llvm::zip_equal(getNames().getAsRange<StringAttr>(), getWarps())) {
    if (count < 1)
      return emitOpError("role ")
             << name << " must have at least one warp, got " << count;
    warps += count;
  }
  auto kernel = (*this)->getParentOfType<gpu::GPUFuncOp>();
  DenseI32ArrayAttr block =
      kernel ? kernel.getKnownBlockSizeAttr() : DenseI32ArrayAttr();
  if (!block)
    return emitOpError("must be in a kernel with a known block size");
  const ArrayRef<int32_t> extents = block.asArrayRef();
  if (llvm::any_of(extents.drop_front(), [](int32_t n) { return n != 1; }))
    return emitOpError("must be in a kernel whose blocks have one dimension");
  const int64_t threads = extents.front();
  if (32 * warps != threads) // roles_c2
    return emitOpError("the roles have ")
           << warps << " warps, and the kernel has " << threads << " threads";
  return success();
}

LogicalResult InitBarriersOp::verify() {
  constexpr int64_t most = (1 << 20) - 1;
  const auto arrivals = static_cast<int64_t>(getArrivals());
  if (arrivals < 1 || arrivals > most) // init_c2
    return emitOpError("a phase must have 1 to ")
           << most << " arrivals, got " << arrivals;
  return comesFrom<BarriersOp>(*this, getBarriers(), "barriers"); // init_c1
}

LogicalResult ReleaseOp::verify() {
  return comesFrom<BarriersOp>(*this, getBarriers(), "barriers"); // release_c1
}

LogicalResult AcquireOp::verify() {
  if (failed(staysInside(*this)))
    return failure();
  if (getPaces() && !getMeanwhile().empty()) // acquire_c2
    return emitOpError("a wait that 'paces' does nothing meanwhile");
  return comesFrom<BarriersOp>(*this, getBarriers(), "barriers"); // acquire_c1
}

LogicalResult GiveUpOp::verify() { // give_c1
  if (!getMode().getType().getWord().isInteger(32))
    return emitOpError("'mode' must be a word of 32 bits, got ")
           << getMode().getType().getWord();
  return failure(failed(comesFrom<WordsOp>(*this, getMode(), "mode")) ||
                 failed(comesFrom<BarriersOp>(*this, getLeft(), "barriers")));
}

// What blocks of a cluster tell each other

/// Whether `words` are wide enough for a tag and a part.
static LogicalResult verifyMail(Operation *op, TypedValue<WordsType> words) {
  if (!words.getType().getWord().isInteger(64))
    return op->emitOpError("must be words of 64 bits, got ")
           << words.getType().getWord();
  return comesFrom<WordsOp>(op, words, "words");
}

LogicalResult TellOp::verify() {
  if (getParts().empty()) // tell_c2
    return emitOpError("must tell a part at least");
  return verifyMail(*this, getWords()); // tell_c1
}

LogicalResult HearOp::verify() {
  const size_t count = getIndices().size();
  if (count == 0 || getExist().size() != count) // hear_c2
    return emitOpError("must have an index at least, and whether it exists for "
                       "each, got ")
           << count << " and " << getExist().size();
  const auto each = static_cast<int64_t>(getEach());
  if (failed(isCount(*this, "each", each)))
    return failure();
  if (getParts().size() != each * count) // hear_c3
    return emitOpError("must give ") << each << " parts for each of " << count
                                     << ", got " << getParts().size();
  return verifyMail(*this, getWords()); // hear_c1
}

// Tiles

LogicalResult StretchOp::verify() {
  if (static_cast<int64_t>(getSize()) < 1) // stretch_c1
    return emitOpError("an element must have at least one byte, got ")
           << static_cast<int64_t>(getSize());
  return success();
}

LogicalResult CopyInOp::verify() {
  return comesFrom<BarriersOp>(*this, getBarriers(), "barriers"); // copy_c1
}

/// What ops have in common by which the threads of a group copy elements.
template <typename OpT> static LogicalResult verifyGroup(OpT op) {
  const auto unit = static_cast<int64_t>(op.getUnit()),
             size = static_cast<int64_t>(op.getSize()),
             threads = static_cast<int64_t>(op.getThreads());
  if (!llvm::is_contained<int64_t>({1, 2, 4, 8}, unit)) // rest_c1
    return op.emitOpError("'unit' must be 1, 2, 4 or 8 bytes, got ") << unit;
  if (size < 1 || size % unit)
    return op.emitOpError("'size' must be a multiple of 'unit' (")
           << unit << "), got " << size;
  if (threads < 1)
    return op.emitOpError("must be by at least one thread, got ") << threads;
  return success();
}

LogicalResult CopyRestOp::verify() {
  if (getTarget().getType() == getSource().getType()) // rest_c2
    return emitOpError("must be between global and shared memory, got two "
                       "addresses of type ")
           << getSource().getType();
  return verifyGroup(*this);
}

LogicalResult FillOp::verify() { return verifyGroup(*this); }

// Totals

/// Whether an integer of this type can be an atomic at byte `byte`.
static LogicalResult verifyAtomic(Operation *op, Type type, uint64_t byte) {
  if (!isWord(type)) // relaxed_c1
    return op->emitOpError("must be of type i8, i16, i32 or i64, got ") << type;
  const auto offset = static_cast<int64_t>(byte);
  const int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  if (offset < 0 || offset > mostShared || offset % bytes) // relaxed_c2
    return op->emitOpError("must be at a multiple of ")
           << bytes << " bytes, at most " << mostShared << ", got " << offset;
  return success();
}

LogicalResult LoadRelaxedOp::verify() {
  return verifyAtomic(*this, getValue().getType(), getByte());
}

LogicalResult StoreRelaxedOp::verify() {
  return verifyAtomic(*this, getValue().getType(), getByte());
}

LogicalResult ExchangeOp::verify() {
  if (static_cast<int64_t>(getPerLane()) < 1) // exchange_c1
    return emitOpError("a lane must have at least one entry, got ")
           << static_cast<int64_t>(getPerLane());
  return failure(failed(stateOf(*this, getMonoidAttr())));
}

template <typename OpT> static LogicalResult verifyExchange(OpT op) {
  return comesFrom<ExchangeOp>(op, op.getExchange(), "exchange");
}

static ExchangeOp sourceOf(TypedValue<ExchangeType> exchange) {
  return exchange.getDefiningOp<ExchangeOp>();
}

LogicalResult EntryOp::verify() { return verifyExchange(*this); } // entry_c1

LogicalResult PostOp::verify() {
  if (failed(verifyExchange(*this))) // post_c1
    return failure();
  auto state = stateOf(*this, sourceOf(getExchange()).getMonoidAttr());
  return failure(failed(state) ||
                 failed(checkTypes(*this, "values", getState().getTypes(),
                                   *state))); // post_c2
}

/// Whether there is a mask for each entry of a lane.
template <typename OpT> static LogicalResult verifyMasks(OpT op) {
  if (failed(verifyExchange(op))) // row_c1, gather_c1
    return failure();
  const auto perLane =
      static_cast<int64_t>(sourceOf(op.getExchange()).getPerLane());
  const auto masks = static_cast<int64_t>(op.getMasks().size());
  if (masks != perLane) // row_c2, gather_c2
    return op.emitOpError("must have a mask for each entry of a lane (")
           << perLane << "), got " << masks;
  return success();
}

LogicalResult RowOp::verify() { return verifyMasks(*this); }

LogicalResult GatherOp::verify() {
  if (failed(verifyMasks(*this)))
    return failure();
  ExchangeOp exchange = sourceOf(getExchange());
  auto state = stateOf(*this, exchange.getMonoidAttr());
  return failure(failed(state) ||
                 failed(checkTypes(
                     *this, "results", getTotals().getTypes(),
                     vectorsOf(*state, exchange.getPerLane())))); // gather_c3
}

LogicalResult EntriesBelowOp::verify() {
  if (failed(verifyExchange(*this))) // below_c1
    return failure();
  ExchangeOp exchange = sourceOf(getExchange());
  auto state = stateOf(*this, exchange.getMonoidAttr());
  if (failed(state))
    return failure();
  const SmallVector<Type> entries = vectorsOf(*state, exchange.getPerLane());
  if (failed(checkTypes(*this, "entries", getTotals().getTypes(), entries)) ||
      failed(checkTypes(*this, "results", getBelow().getTypes(),
                        entries))) // below_c2
    return failure();
  if (getCuts() && exchange.getPerLane() > 32) // below_c3
    return emitOpError("'cuts' has bits for 32 entries of a lane, got ")
           << exchange.getPerLane();
  if (!getCuts() != !getCutsBelow())
    return emitOpError("must have a result for 'cuts' where they are given");
  return success();
}

LogicalResult IsLastEntryOp::verify() { return verifyExchange(*this); }
LogicalResult MustClearOp::verify() { return verifyExchange(*this); }

LogicalResult ClearBehindOp::verify() { return verifyExchange(*this); }
LogicalResult ClearRowsOp::verify() { return verifyExchange(*this); }
LogicalResult AdvanceOp::verify() { return verifyExchange(*this); }

// Counts

LogicalResult CountOp::verify() {
  if (getAcquires() && !getReleases()) // count_c1
    return emitOpError("what 'acquires' also 'releases'");
  return success();
}

LogicalResult CloseCountOp::verifyRegions() {
  Block &body = getIsOver().front();
  const Type word = IntegerType::get(getContext(), 64),
             condition = IntegerType::get(getContext(), 1);
  auto pass = dyn_cast<PassOp>(body.back());
  if (!pass)
    return emitOpError("the region must end with a 'prefix.pass'");
  return failure(
      failed(checkTypes(*this, "the region's arguments",
                        body.getArgumentTypes(), word)) ||
      failed(checkTypes(*this, "what the region passes",
                        pass.getValues().getTypes(), condition))); // close_c1
}

// Tiles that are drawn

LogicalResult EntriesOp::verify() {
  const auto perLane = static_cast<int64_t>(getPerLane());
  if (perLane < 1 || !llvm::isPowerOf2_64(perLane)) // entries_c1
    return emitOpError("the entries of a lane must be a power of two, got ")
           << perLane;
  return failure(failed(stateOf(*this, getMonoidAttr())));
}

template <typename OpT> static LogicalResult verifyEntries(OpT op) {
  return comesFrom<EntriesOp>(op, op.getEntries(), "entries");
}

static EntriesOp sourceOf(TypedValue<EntriesType> entries) {
  return entries.getDefiningOp<EntriesOp>();
}

/// The same, and `values` are a state.
template <typename OpT>
static LogicalResult verifyStateOf(OpT op, ValueRange values, StringRef what) {
  if (failed(verifyEntries(op)))
    return failure();
  auto state = stateOf(op, sourceOf(op.getEntries()).getMonoidAttr());
  return failure(failed(state) ||
                 failed(checkTypes(op, what, values.getTypes(), *state)));
}

LogicalResult OpenTilesOp::verify() { return verifyEntries(*this); }
LogicalResult DrawTileOp::verify() { return verifyEntries(*this); }
LogicalResult CloseTilesOp::verify() { return verifyEntries(*this); }
LogicalResult AwaitReadersOp::verify() { return verifyEntries(*this); }

LogicalResult PostTileOp::verify() {
  return verifyStateOf(*this, getState(), "values");
}

LogicalResult ReadPrefixOp::verify() {
  return verifyStateOf(*this, getState(), "results");
}

LogicalResult LookBackOp::verify() {
  if (failed(verifyStateOf(*this, getStart(), "'start'"))) // look_c1, look_c2
    return failure();
  EntriesOp entries = sourceOf(getEntries());
  auto state = stateOf(*this, entries.getMonoidAttr());
  return checkTypes(*this, "results", getWindow().getTypes(),
                    vectorsOf(*state, entries.getPerLane())); // look_c3
}
