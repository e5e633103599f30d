//===- Samples.cpp - States to try a law on -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace scanc::verify {

/// How many states of one field, and of several, all triples are made of.
static constexpr size_t exhaustiveScalars = 36, exhaustiveStates = 32;
/// States beyond those.
static constexpr size_t randomStates = 300;

Constants Constants::of(prefix::MonoidOp monoid) {
  Constants constants;
  monoid->walk([&](Operation *op) {
    Attribute value;
    if (!matchPattern(op, m_Constant(&value)))
      return;
    if (auto number = dyn_cast<FloatAttr>(value)) {
      double wide = number.getValueAsDouble();
      if (std::isfinite(wide))
        constants.floats.push_back(wide);
    } else if (auto integer = dyn_cast<IntegerAttr>(value)) {
      constants.integers.push_back(integer.getValue().getSExtValue());
    }
  });
  return constants;
}

double Constants::largest() const {
  double most = 0;
  for (double value : floats)
    most = std::max(most, std::fabs(value));
  return most;
}

//===----------------------------------------------------------------------===//
// One field
//===----------------------------------------------------------------------===//

namespace {
/// Collects distinct values.
class Collector {
public:
  void add(const APInt &bits) {
    if (!llvm::is_contained(result.values, bits))
      result.values.push_back(bits);
  }
  void endOfPlain() { result.plain = result.values.size(); }
  FieldValues take() { return std::move(result); }

private:
  FieldValues result;
};
} // namespace

static APInt integer(unsigned bits, int64_t value) {
  return APInt(bits, value, /*isSigned=*/true, /*implicitTrunc=*/true);
}

static APInt randomInteger(unsigned bits, Random &random) {
  uint64_t value = random();
  value >>= random() % bits; // all magnitudes
  return integer(bits, static_cast<int64_t>(value));
}

static FieldValues integerValues(unsigned bits, const Constants &constants,
                                 Random &random) {
  Collector all;
  for (int value : {1, 2, 3, 0, -1, 4, 5, 7, 10, -2, -3, 100})
    all.add(integer(bits, value));
  for (int64_t value : ArrayRef(constants.integers).take_front(6)) {
    for (int64_t offset : {0, -1, 1})
      all.add(integer(bits, static_cast<int64_t>(uint64_t(value) + offset)));
    all.add(-integer(bits, value));
  }
  all.endOfPlain();
  const APInt most = APInt::getSignedMaxValue(bits);
  const APInt least = APInt::getSignedMinValue(bits);
  for (const APInt &edge : {most, least, most - 1, least + 1})
    all.add(edge);
  for (unsigned shift : {bits / 2 - 1, bits / 2, bits - 2, 4u, 6u})
    all.add(APInt(bits, 1).shl(shift % bits));
  for (unsigned shift = 0; shift < bits; ++shift) {
    all.add(APInt(bits, 1).shl(shift));
    all.add(-APInt(bits, 1).shl(shift));
  }
  for (int k = 0; k < 40; ++k)
    all.add(randomInteger(bits, random));
  return all.take();
}

static APInt floating(const llvm::fltSemantics &semantics, double value) {
  APFloat number(value);
  bool inexact;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
  return number.bitcastToAPInt();
}

/// Of magnitude 1/4 to 8, all digits in use.
static APInt randomFloat(const llvm::fltSemantics &semantics, Random &random) {
  double digits = 1 + double(random() >> 12) * 0x1p-52;
  double value = std::ldexp(digits, int(random() % 5) - 2);
  return floating(semantics, random() & 1 ? value : -value);
}

static FieldValues floatValues(const llvm::fltSemantics &semantics,
                               const Constants &constants, Random &random) {
  Collector all;
  for (double value : {1.0, 2.0, 3.0, 0.0, -1.0, 0.5, -2.0, -3.0, 4.0, 5.0, 1.5,
                       -0.25, 7.0, -0.0})
    all.add(floating(semantics, value));
  for (double value : ArrayRef(constants.floats).take_front(6))
    for (double sign : {1.0, -1.0})
      all.add(floating(semantics, sign * value));
  for (int k = 0; k < 8; ++k)
    all.add(randomFloat(semantics, random));
  all.endOfPlain();
  for (bool negative : {false, true}) {
    all.add(APFloat::getInf(semantics, negative).bitcastToAPInt());
    all.add(APFloat::getLargest(semantics, negative).bitcastToAPInt());
    all.add(
        APFloat::getSmallestNormalized(semantics, negative).bitcastToAPInt());
    all.add(APFloat::getSmallest(semantics, negative).bitcastToAPInt());
    double power = std::ldexp(1.0, APFloat::semanticsPrecision(semantics));
    all.add(floating(semantics, negative ? -power : power));
    all.add(floating(semantics, (negative ? -1 : 1) / power));
  }
  all.add(APFloat::getQNaN(semantics).bitcastToAPInt());
  for (int k = 0; k < 40; ++k)
    all.add(randomFloat(semantics, random));
  return all.take();
}

FieldValues FieldValues::of(const Field &field, const Constants &constants,
                            Random &random) {
  if (const llvm::fltSemantics *semantics = semanticsOf(field))
    return floatValues(*semantics, constants, random);
  if (!field.type.isInteger(1))
    return integerValues(field.type.getIntOrFloatBitWidth(), constants, random);
  return {{APInt(1, 1), APInt(1, 0)}, 2};
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

namespace {
class StateSampler {
public:
  StateSampler(ArrayRef<Field> fields, unsigned stateSize,
               const Constants &constants, Random &random)
      : fields(fields), random(random), pool{stateSize, {}, {}, 0} {
    for (const Field &field : fields)
      values.push_back(FieldValues::of(field, constants, random));
  }

  StatePool scalars() {
    for (const APInt &value : values.front().values)
      add([&](size_t) { return value; });
    pool.exhaustive = std::min(pool.size(), exhaustiveScalars);
    return std::move(pool);
  }

  StatePool structs() {
    const size_t count = fields.size();
    for (size_t state = 0; state < naturalStates; ++state)
      add([&](size_t field) {
        return small(field, state * count + field + 1);
      });
    for (int value : {0, 1, 2})
      add([&](size_t field) { return small(field, value); });
    for (size_t one = 0; one < count; ++one)
      add([&](size_t field) { return small(field, field == one); });
    while (pool.size() < exhaustiveStates)
      add([&](size_t field) { return plain(field, 6); });
    pool.exhaustive = pool.size();
    for (size_t k = 0; k < randomStates; ++k) {
      const size_t odd = k % 4 ? count : random() % count;
      add([&](size_t field) {
        if (k % 16 == 7 || field == odd)
          return any(field);
        return plain(field, values[field].plain);
      });
    }
    return std::move(pool);
  }

private:
  APInt small(size_t field, int64_t value) {
    if (const llvm::fltSemantics *semantics = semanticsOf(fields[field]))
      return floating(*semantics, double(value));
    return integer(fields[field].type.getIntOrFloatBitWidth(), value);
  }
  APInt plain(size_t field, size_t first) {
    return values[field]
        .values[random() % std::min(first, values[field].plain)];
  }
  APInt any(size_t field) {
    return values[field].values[random() % values[field].values.size()];
  }

  void add(llvm::function_ref<APInt(size_t)> valueOf) {
    std::vector<uint8_t> state(pool.stateSize);
    for (auto [index, field] : llvm::enumerate(fields))
      storeBits(valueOf(index),
                MutableArrayRef(state).slice(field.offset, field.size));
    pool.add(state);
  }

  ArrayRef<Field> fields;
  Random &random;
  StatePool pool;
  std::vector<FieldValues> values;
};
} // namespace

StatePool sampleStates(ArrayRef<Field> fields, unsigned stateSize,
                       const Constants &constants, Random &random) {
  StateSampler sampler(fields, stateSize, constants, random);
  return fields.size() == 1 ? sampler.scalars() : sampler.structs();
}

} // namespace scanc::verify
