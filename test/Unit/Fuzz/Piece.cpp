//===- Piece.cpp - Small monoids to build large ones from -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piece.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace scanc::test;
using llvm::ArrayRef;

using NameRef = ArrayRef<std::string>;
using BitsRef = ArrayRef<uint64_t>;

static const Scalar i1{Scalar::Kind::Integer, 1};

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string BodyWriter::define(const std::string &expression) {
  std::string name = "%v" + std::to_string(count++);
  text += "  " + name + " = arith." + expression + "\n";
  return name;
}

std::string BodyWriter::op(const std::string &name, const std::string &a,
                           const std::string &b, Scalar type) {
  return define(name + " " + a + ", " + b + " : " + type.str());
}

std::string BodyWriter::select(const std::string &condition,
                               const std::string &a, const std::string &b,
                               Scalar type) {
  return define("select " + condition + ", " + a + ", " + b + " : " +
                type.str());
}

std::string BodyWriter::constant(uint64_t bits, Scalar type) {
  return define("constant " + printAttribute(bits, type));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

uint64_t scanc::test::drawNumber(Random &random, Domain domain, Scalar memory) {
  const bool isUnsigned = !memory.isFloat() && memory.isUnsigned();
  switch (domain) {
  case Domain::Any:
    while (true) {
      const uint64_t bits = random.bits() & memory.mask();
      if (!memory.isFloat())
        return bits;
      // Most bit patterns are very large or very small numbers.
      if (random.oneIn(2))
        return fromDouble(random.between(-1000, 1000) / 4.0, memory);
      if (std::isfinite(toDouble(bits, memory)))
        return bits;
    }
  case Domain::Small:
    if (memory.bits == 1)
      return random.oneIn(2);
    return fromDouble(random.between(isUnsigned ? 0 : -3, 3), memory);
  case Domain::Sign:
    // A zero is all that is left after the first one.
    if (random.oneIn(500))
      return 0;
    return fromDouble(isUnsigned || random.oneIn(2) ? 1 : -1, memory);
  case Domain::Flag:
    return fromDouble(random.oneIn(8), memory);
  }
}

Bits Piece::draw(Random &random, ArrayRef<Scalar> memory) const {
  Bits element;
  for (auto [domain, type] : llvm::zip_equal(domains, memory))
    element.push_back(drawNumber(random, domain, type));
  return element;
}

static Scalar randomInteger(Random &random, unsigned leastBits = 1) {
  Scalar type;
  do
    type.bits = random.pick<unsigned>({1, 8, 16, 32, 32, 64});
  while (type.bits < leastBits);
  return type;
}

static Scalar randomFloat(Random &random) {
  return random.pick<Scalar>({{Scalar::Kind::BFloat, 16},
                              {Scalar::Kind::Float, 16},
                              {Scalar::Kind::Float, 32},
                              {Scalar::Kind::Float, 32},
                              {Scalar::Kind::Float, 64}});
}

//===----------------------------------------------------------------------===//
// One operation on one value
//===----------------------------------------------------------------------===//

namespace {
class IntegerPiece : public Piece {
public:
  enum Op { Add, Mul, MinS, MaxS, MinU, MaxU, And, Or, Xor };

  explicit IntegerPiece(Random &random)
      : op(static_cast<Op>(random.between(Add, Xor))) {
    types = {randomInteger(random)};
    domains = {Domain::Any};
    commutative = true;
    idempotent = op != Add && op != Mul && op != Xor;
  }
  Bits identity() const override {
    const Scalar type = types[0];
    switch (op) {
    case Add:
    case MaxU:
    case Or:
    case Xor:
      return {0};
    case Mul:
      return {1};
    case MinS:
      return {type.mask() / 2};
    case MaxS:
      return {type.mask() / 2 + 1};
    case MinU:
    case And:
      return {type.mask()};
    }
  }
  Bits combine(BitsRef low, BitsRef high) const override {
    const uint64_t a = low[0], b = high[0];
    auto isLess = [&] { return toSigned(a, types[0]) < toSigned(b, types[0]); };
    switch (op) {
    case Add:
      return {(a + b) & types[0].mask()};
    case Mul:
      return {a * b & types[0].mask()};
    case MinS:
      return {isLess() ? a : b};
    case MaxS:
      return {isLess() ? b : a};
    case MinU:
      return {std::min(a, b)};
    case MaxU:
      return {std::max(a, b)};
    case And:
      return {a & b};
    case Or:
      return {a | b};
    case Xor:
      return {a ^ b};
    }
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    static const char *const names[] = {"addi",  "muli",  "minsi",
                                        "maxsi", "minui", "maxui",
                                        "andi",  "ori",   "xori"};
    return {body.op(names[op], low[0], high[0], types[0])};
  }

private:
  Op op;
};

/// Sums of small numbers, products of signs, extrema of any.
class FloatPiece : public Piece {
public:
  enum Op { Add, Mul, Minimum, Maximum };

  explicit FloatPiece(Random &random)
      : op(static_cast<Op>(random.between(Add, Maximum))) {
    types = {randomFloat(random)};
    if (op == Add && types[0].bits == 16)
      types[0] = {Scalar::Kind::Float, 32};
    domains = {op == Add   ? Domain::Small
               : op == Mul ? Domain::Sign
                           : Domain::Any};
    commutative = true;
    idempotent = op >= Minimum;
  }
  Bits identity() const override {
    const double number = op == Add       ? 0.0
                          : op == Mul     ? 1.0
                          : op == Minimum ? HUGE_VAL
                                          : -HUGE_VAL;
    return {fromDouble(number, types[0])};
  }
  Bits combine(BitsRef low, BitsRef high) const override {
    const double a = toDouble(low[0], types[0]);
    const double b = toDouble(high[0], types[0]);
    if (op == Add || op == Mul)
      return {fromDouble(op == Add ? a + b : a * b, types[0])};
    // -0 lies below +0.
    const bool less = a < b || (a == b && std::signbit(a));
    return {less == (op == Minimum) ? low[0] : high[0]};
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    static const char *const names[] = {"addf", "mulf", "minimumf", "maximumf"};
    return {body.op(names[op], low[0], high[0], types[0])};
  }

private:
  Op op;
};

//===----------------------------------------------------------------------===//
// Operators that do not commute
//===----------------------------------------------------------------------===//

/// (present, value): the first or the last value that is present.
class EndPiece : public Piece {
public:
  explicit EndPiece(Random &random) : last(random.oneIn(2)) {
    types = {i1, random.oneIn(2) ? randomInteger(random) : randomFloat(random)};
    domains = {Domain::Flag, Domain::Any};
    idempotent = true;
  }
  Bits identity() const override { return {0, 0}; }
  Bits combine(BitsRef low, BitsRef high) const override {
    const bool takeHigh = last ? high[0] : !low[0];
    return {low[0] | high[0], takeHigh ? high[1] : low[1]};
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    std::string any = body.op("ori", low[0], high[0], i1);
    return {any, last ? body.select(high[0], high[1], low[1], types[1])
                      : body.select(low[0], low[1], high[1], types[1])};
  }
  /// What is not present is zero, so that the identity is one for every state.
  Bits draw(Random &random, ArrayRef<Scalar> memory) const override {
    Bits element = Piece::draw(random, memory);
    if (!element[0])
      element[1] = 0;
    return element;
  }

private:
  bool last;
};

/// y -> a*y + b modulo 2^k, or modulo a prime below 2^16 or 2^31.
class AffinePiece : public Piece {
public:
  explicit AffinePiece(Random &random) {
    Scalar type = randomInteger(random);
    if (random.oneIn(2)) {
      type.bits = random.oneIn(2) ? 32 : 64;
      prime = type.bits == 32 ? 46337 : 2147483647;
    }
    types = {type, type};
    domains = {Domain::Any, Domain::Any};
  }
  Bits identity() const override { return {1, 0}; }
  Bits combine(BitsRef low, BitsRef high) const override {
    return {reduce(low[0] * high[0]), reduce(high[0] * low[1] + high[1])};
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    auto multiply = [&](const std::string &a, const std::string &b) {
      return body.op("muli", a, b, types[0]);
    };
    std::string a = multiply(low[0], high[0]);
    std::string b =
        body.op("addi", multiply(high[0], low[1]), high[1], types[0]);
    if (prime) {
      std::string modulus = body.constant(prime, types[0]);
      a = body.op("remui", a, modulus, types[0]);
      b = body.op("remui", b, modulus, types[0]);
    }
    return {a, b};
  }
  Bits draw(Random &random, ArrayRef<Scalar> memory) const override {
    Bits element = Piece::draw(random, memory);
    if (prime)
      for (auto [bits, type] : llvm::zip_equal(element, memory))
        bits &= 0x7f & type.mask() >> !type.isUnsigned();
    return element;
  }

private:
  uint64_t reduce(uint64_t number) const {
    return prime ? number % prime : number & types[0].mask();
  }
  uint64_t prime = 0;
};

/// Unitriangular 3x3 matrices modulo 2^k: (a, b, c) is 1 a c / 0 1 b / 0 0 1.
class TrianglePiece : public Piece {
public:
  explicit TrianglePiece(Random &random) {
    types.assign(3, randomInteger(random, 8));
    domains.assign(3, Domain::Any);
  }
  Bits identity() const override { return {0, 0, 0}; }
  Bits combine(BitsRef low, BitsRef high) const override {
    Bits sum = {low[0] + high[0], low[1] + high[1],
                low[2] + high[2] + low[0] * high[1]};
    for (uint64_t &value : sum)
      value &= types[0].mask();
    return sum;
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    Names sum;
    for (size_t i = 0; i < 3; ++i)
      sum.push_back(body.op("addi", low[i], high[i], types[0]));
    sum[2] = body.op("addi", sum[2], body.op("muli", low[0], high[1], types[0]),
                     types[0]);
    return sum;
  }
};

/// (sum, least prefix sum), as for the depth of brackets. No sum overflows.
class DepthPiece : public Piece {
public:
  explicit DepthPiece(Random &random) {
    types.assign(2, randomInteger(random, 32));
    domains = {Domain::Small, Domain::Any};
  }
  Bits identity() const override { return {0, 0}; }
  Bits combine(BitsRef low, BitsRef high) const override {
    const int64_t total = toSigned(low[0], types[0]);
    const int64_t least = std::min(toSigned(low[1], types[0]),
                                   total + toSigned(high[1], types[0]));
    return {(low[0] + high[0]) & types[0].mask(),
            static_cast<uint64_t>(least) & types[0].mask()};
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    std::string shifted = body.op("addi", low[0], high[1], types[0]);
    return {body.op("addi", low[0], high[0], types[0]),
            body.op("minsi", low[1], shifted, types[0])};
  }
  /// The least prefix of one element, the empty one counted.
  Bits draw(Random &random, ArrayRef<Scalar> memory) const override {
    Bits element = Piece::draw(random, memory);
    const int64_t step =
        toSigned(convert(element[0], memory[0], types[0]), types[0]);
    element[1] = step < 0 && !memory[1].isUnsigned()
                     ? static_cast<uint64_t>(step) & memory[1].mask()
                     : 0;
    if (step < 0 && memory[1].isUnsigned())
      element[0] = 0;
    return element;
  }
};

/// (value, index): the greatest value, of equal ones that of the least index,
/// of those the first.
class ArgmaxPiece : public Piece {
public:
  explicit ArgmaxPiece(Random &random) {
    types = {random.oneIn(2) ? randomInteger(random, 8) : randomFloat(random),
             randomInteger(random, 8)};
    domains = {random.oneIn(2) ? Domain::Any : Domain::Small, Domain::Any};
    idempotent = true;
  }
  Bits identity() const override {
    return {types[0].isFloat() ? fromDouble(-HUGE_VAL, types[0])
                               : types[0].mask() / 2 + 1,
            types[1].mask() / 2};
  }
  Bits combine(BitsRef low, BitsRef high) const override {
    const bool earlier =
        toSigned(high[1], types[1]) < toSigned(low[1], types[1]);
    bool above, equal;
    if (types[0].isFloat()) {
      above = toDouble(high[0], types[0]) > toDouble(low[0], types[0]);
      equal = toDouble(high[0], types[0]) == toDouble(low[0], types[0]);
    } else {
      above = toSigned(high[0], types[0]) > toSigned(low[0], types[0]);
      equal = high[0] == low[0];
    }
    BitsRef taken = above || (equal && earlier) ? high : low;
    return {taken[0], taken[1]};
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    const bool isFloat = types[0].isFloat();
    std::string above =
        body.op(isFloat ? "cmpf ogt," : "cmpi sgt,", high[0], low[0], types[0]);
    std::string equal =
        body.op(isFloat ? "cmpf oeq," : "cmpi eq,", high[0], low[0], types[0]);
    std::string earlier = body.op("cmpi slt,", high[1], low[1], types[1]);
    std::string take =
        body.op("ori", above, body.op("andi", equal, earlier, i1), i1);
    return {body.select(take, high[0], low[0], types[0]),
            body.select(take, high[1], low[1], types[1])};
  }
};

//===----------------------------------------------------------------------===//
// Lifting
//===----------------------------------------------------------------------===//

/// (flag, state of another piece): a flag starts a segment.
class SegmentPiece : public Piece {
public:
  explicit SegmentPiece(std::unique_ptr<Piece> lifted)
      : inner(std::move(lifted)) {
    types = inner->types;
    types.insert(types.begin(), i1);
    domains = inner->domains;
    domains.insert(domains.begin(), Domain::Flag);
  }
  Bits identity() const override { return withFlag(0, inner->identity()); }
  Bits combine(BitsRef low, BitsRef high) const override {
    BitsRef right = high.drop_front();
    return withFlag(low[0] | high[0],
                    high[0] ? right.vec()
                            : inner->combine(low.drop_front(), right));
  }
  Names emit(BodyWriter &body, NameRef low, NameRef high) const override {
    Names result = inner->emit(body, low.drop_front(), high.drop_front());
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = body.select(high[0], high[i + 1], result[i], types[i + 1]);
    result.insert(result.begin(), body.op("ori", low[0], high[0], i1));
    return result;
  }
  Bits draw(Random &random, ArrayRef<Scalar> memory) const override {
    return withFlag(drawNumber(random, Domain::Flag, memory[0]),
                    inner->draw(random, memory.drop_front()));
  }

private:
  static Bits withFlag(uint64_t flag, Bits state) {
    state.insert(state.begin(), flag);
    return state;
  }
  std::unique_ptr<Piece> inner;
};
} // namespace

static std::unique_ptr<Piece> anyPiece(Random &random, unsigned lifts) {
  switch (random.between(0, lifts ? 8 : 7)) {
  case 0:
    return std::make_unique<IntegerPiece>(random);
  case 1:
  case 2:
    return std::make_unique<FloatPiece>(random);
  case 3:
    return std::make_unique<EndPiece>(random);
  case 4:
    return std::make_unique<AffinePiece>(random);
  case 5:
    return std::make_unique<TrianglePiece>(random);
  case 6:
    return std::make_unique<DepthPiece>(random);
  case 7:
    return std::make_unique<ArgmaxPiece>(random);
  default:
    return std::make_unique<SegmentPiece>(anyPiece(random, lifts - 1));
  }
}

std::unique_ptr<Piece> scanc::test::randomPiece(Random &random,
                                                unsigned maxFields,
                                                unsigned maxBytes) {
  while (true) {
    std::unique_ptr<Piece> piece = anyPiece(random, 2);
    unsigned bytes = 0;
    for (Scalar type : piece->types)
      bytes += type.bytes();
    if (piece->types.size() <= maxFields && bytes <= maxBytes)
      return piece;
  }
}
