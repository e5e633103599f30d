//===- HostMonoid.cpp - Run a monoid on the CPU ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/HostMonoid.h"
#include "SerialKernels.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace scanc::verify {

std::vector<Field> fieldsOf(ArrayRef<Type> types) {
  auto layout = prefix::StructLayout::of(types);
  std::vector<Field> fields;
  for (auto [type, offset] : llvm::zip_equal(types, layout.offsets))
    fields.push_back({type, offset, prefix::getFieldBytes(type)});
  return fields;
}

HostMonoid::HostMonoid() = default;
HostMonoid::HostMonoid(HostMonoid &&) = default;
HostMonoid &HostMonoid::operator=(HostMonoid &&) = default;
HostMonoid::~HostMonoid() = default;

/// identity(out, count) writes `count` identities.
static void buildIdentity(SerialBuilder &b) {
  ValueRange arguments = b.open("identity", 1);
  Arrays out{{arguments[0]}, {llvm::to_vector(b.getStateTypes())}, {}};
  b.loop(arguments[1], {}, [&](Value i, ValueRange) {
    b.store(b.identity(), b.getStateTypes(), out, {i});
    return State();
  });
}

/// combine(lows, highs, out, progress, count) writes to `progress` the number
/// of each pair before it is combined, so that a trap can be located.
static void buildCombine(SerialBuilder &b) {
  ValueRange arguments = b.open("combine", 4);
  auto array = [&](unsigned index) {
    return Arrays{{arguments[index]}, {llvm::to_vector(b.getStateTypes())}, {}};
  };
  b.loop(arguments[4], {}, [&](Value i, ValueRange) {
    LLVM::StoreOp::create(b, i, arguments[3], /*alignment=*/8);
    State result = b.combine(b.load(array(0), {i}), b.load(array(1), {i}));
    b.store(result, b.getStateTypes(), array(2), {i});
    return State();
  });
}

llvm::Expected<HostMonoid> HostMonoid::create(prefix::MonoidOp monoid) {
  HostMonoid host;
  host.symbol = monoid.getSymName().str();
  SmallVector<Type> types = monoid.getStateTypes();
  host.layout = fieldsOf(types);
  host.size = prefix::StructLayout::of(types).size;
  auto executor = compileSerial(monoid, [](SerialBuilder &b) {
    buildIdentity(b);
    buildCombine(b);
  });
  if (!executor)
    return executor.takeError();
  host.executor = std::move(*executor);
  host.identityState.resize(host.size);
  if (llvm::Error error =
          runSerial(*host.executor, "identity", {host.identityState.data()}, 1))
    return error;
  return host;
}

/// The reason alone of an error that the one thread of a kernel ran into.
static std::string reasonOf(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  return StringRef(text).rsplit("thread 0: ").second.str();
}

llvm::Expected<CombinedStates> HostMonoid::tryCombine(ArrayRef<uint8_t> lows,
                                                      ArrayRef<uint8_t> highs) {
  assert(lows.size() == highs.size() && lows.size() % size == 0);
  CombinedStates result;
  result.states.resize(lows.size());
  const uint64_t count = lows.size() / size;
  for (uint64_t first = 0; first < count;) {
    const uint64_t none = ~uint64_t(0);
    uint64_t progress = none, at = first * size;
    llvm::Error error = runSerial(*executor, "combine",
                                  {lows.data() + at, highs.data() + at,
                                   result.states.data() + at, &progress},
                                  count - first);
    if (!error)
      break;
    if (progress == none) // the launch failed, not a combine
      return error;
    std::string reason = reasonOf(std::move(error));
    result.traps.push_back({first + progress, reason});
    first += progress + 1;
  }
  return result;
}

llvm::Expected<std::vector<uint8_t>>
HostMonoid::combine(ArrayRef<uint8_t> lows, ArrayRef<uint8_t> highs) {
  llvm::Expected<CombinedStates> result = tryCombine(lows, highs);
  if (!result)
    return result.takeError();
  if (!result->traps.empty())
    return llvm::createStringError(llvm::formatv(
        "'@{0}' traps on pair {1}: {2}", symbol, result->traps.front().index,
        result->traps.front().reason));
  return std::move(result->states);
}

} // namespace scanc::verify
