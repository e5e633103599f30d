//===- RunningErrors.cpp - What the roundings of a combine allow ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningErrors.h"
#include "Integers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace scanc::verify {

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Makes the steps of a body. A value that no rule here computes is not known.
class RunningErrors::Builder {
public:
  explicit Builder(RunningErrors &errors) : errors(errors) {}

  void build(Block &body) {
    for (BlockArgument argument : body.getArguments())
      add(argument);
    for (Operation &op : body.without_terminator()) {
      for (Value result : op.getResults())
        errors.registers[add(result)] = Bounded::unknown();
      if (op.getNumResults() == 1)
        addStep(&op);
    }
    for (Value result : body.getTerminator()->getOperands())
      errors.results.push_back(numbers.lookup(result));
  }

private:
  using Unary = Bounded (*)(const Bounded &);
  using Binary = Bounded (*)(const Bounded &, const Bounded &);
  using RoundedBinary = Bounded (*)(const Bounded &, const Bounded &,
                                    const FloatFormat &);

  unsigned add(Value value) {
    numbers[value] = errors.registers.size();
    errors.registers.emplace_back();
    return errors.registers.size() - 1;
  }

  /// The result becomes what `compute` makes of the operands.
  template <class Compute> void step(Operation *op, Compute compute) {
    SmallVector<unsigned, 3> from;
    for (Value operand : op->getOperands())
      from.push_back(numbers.lookup(operand));
    const unsigned to = numbers.lookup(op->getResult(0));
    errors.steps.push_back([=](std::vector<Bounded> &registers) {
      auto operand = [&](unsigned index) -> const Bounded & {
        return registers[from[index]];
      };
      registers[to] = compute(operand);
    });
  }

  static FloatFormat formatOf(Operation *op) {
    return FloatFormat::of(cast<FloatType>(op->getResult(0).getType()));
  }

  void exact(Operation *op, Unary f) {
    step(op, [=](auto operand) { return f(operand(0)); });
  }
  void exact(Operation *op, Binary f) {
    step(op, [=](auto operand) { return f(operand(0), operand(1)); });
  }
  void rounding(Operation *op, RoundedBinary f) {
    ++errors.roundingCount;
    step(op, [=, format = formatOf(op)](auto operand) {
      return f(operand(0), operand(1), format);
    });
  }
  using Real = long double (*)(long double);
  void monotoneFunction(Operation *op, Real f, double ulps) {
    ++errors.roundingCount;
    step(op, [=, format = formatOf(op)](auto operand) {
      return monotone(operand(0), f, format, ulps);
    });
  }
  void contractingFunction(Operation *op, Real f, double ulps) {
    ++errors.roundingCount;
    step(op, [=, format = formatOf(op)](auto operand) {
      return contraction(operand(0), f, format, ulps);
    });
  }
  void wholeFunction(Operation *op, Real f) {
    step(op, [=](auto operand) { return verify::step(operand(0), f); });
  }

  void addConstant(Operation *op, Attribute value);
  void addStep(Operation *op);
  void addCompare(arith::CmpFOp op);
  void addSelect(arith::SelectOp op);
  void addBitcast(arith::BitcastOp op);
  void addToInteger(Operation *op, bool isSigned);
  void addToFloat(Operation *op, bool isSigned);
  bool addArithmetic(Operation *op);
  bool addFunction(Operation *op);
  void addIntegers(Operation *op, IntegerFunction compute);

  RunningErrors &errors;
  llvm::DenseMap<Value, unsigned> numbers;
};

static Bounded ofBits(Type type, const APInt &bits) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return Bounded::integer(bits.getZExtValue());
  return Bounded::exact(
      APFloat(floatType.getFloatSemantics(), bits).convertToDouble());
}

void RunningErrors::Builder::addConstant(Operation *op, Attribute value) {
  Bounded &result = errors.registers[numbers.lookup(op->getResult(0))];
  if (auto number = dyn_cast<FloatAttr>(value))
    result = Bounded::meant(number.getValueAsDouble(), formatOf(op));
  else if (auto number = dyn_cast<IntegerAttr>(value))
    result = Bounded::integer(number.getValue().getZExtValue());
}

/// The outcomes of a comparison (see compare()) for which `predicate` is true.
static bool holds(arith::CmpFPredicate predicate, int order) {
  using P = arith::CmpFPredicate;
  if (order == 2) // one is NaN
    return predicate == P::AlwaysTrue || predicate >= P::UEQ;
  switch (predicate) {
  case P::AlwaysFalse:
  case P::UNO:
    return false;
  case P::OEQ:
  case P::UEQ:
    return order == 0;
  case P::OGT:
  case P::UGT:
    return order > 0;
  case P::OGE:
  case P::UGE:
    return order >= 0;
  case P::OLT:
  case P::ULT:
    return order < 0;
  case P::OLE:
  case P::ULE:
    return order <= 0;
  case P::ONE:
  case P::UNE:
    return order != 0;
  case P::ORD:
  case P::AlwaysTrue:
    return true;
  }
  llvm_unreachable("not a predicate");
}

void RunningErrors::Builder::addCompare(arith::CmpFOp op) {
  using P = arith::CmpFPredicate;
  const P predicate = op.getPredicate();
  step(op, [=](auto operand) {
    const Bounded &a = operand(0), &b = operand(1);
    std::optional<int> order = compare(a, b);
    const bool asksForNaN = predicate == P::ORD || predicate == P::UNO;
    if (!order && asksForNaN && a.isKnown() && b.isKnown())
      order = 0; // numbers, in whatever order
    Bounded result = Bounded::integer(
        holds(predicate,
              order ? *order : (a.center > b.center) - (a.center < b.center)));
    // What the centers say is what a select looks at first.
    if (!order)
      result.radius = Bounded::infinite;
    return result;
  });
}

void RunningErrors::Builder::addSelect(arith::SelectOp op) {
  const bool isFloat = isa<FloatType>(op.getType());
  step(op, [=](auto operand) {
    const Bounded &condition = operand(0);
    const bool isTrue = condition.bits & 1;
    const Bounded &taken = operand(isTrue ? 1 : 2);
    const Bounded &other = operand(isTrue ? 2 : 1);
    if (condition.isKnown())
      return taken;
    if (isFloat)
      return either(taken, other);
    return taken.isKnown() && other.isKnown() && taken.bits == other.bits
               ? taken
               : Bounded::unknown();
  });
}

void RunningErrors::Builder::addBitcast(arith::BitcastOp op) {
  Type from = op.getIn().getType(), to = op.getType();
  step(op, [=](auto operand) {
    const Bounded &a = operand(0);
    if (!a.isExact())
      return Bounded::unknown();
    APInt bits(widthOf(from), a.bits);
    if (auto type = dyn_cast<FloatType>(from)) {
      APFloat value(static_cast<double>(a.center));
      bool inexact;
      value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &inexact);
      bits = value.bitcastToAPInt();
    }
    return ofBits(to, bits);
  });
}

void RunningErrors::Builder::addToInteger(Operation *op, bool isSigned) {
  const unsigned width = widthOf(op->getResult(0).getType());
  step(op, [=](auto operand) {
    const Bounded whole = verify::step(operand(0), truncl);
    const long double most = std::ldexp(1.0L, width - isSigned);
    const bool fits = whole.isExact() && whole.center < most &&
                      whole.center >= (isSigned ? -most : 0);
    if (!fits)
      return Bounded::unknown();
    const uint64_t bits = whole.center < 0
                              ? -static_cast<uint64_t>(-whole.center)
                              : static_cast<uint64_t>(whole.center);
    return Bounded::integer(bits & (~uint64_t(0) >> (64 - width)));
  });
}

void RunningErrors::Builder::addToFloat(Operation *op, bool isSigned) {
  const unsigned width = widthOf(op->getOperand(0).getType());
  ++errors.roundingCount;
  step(op, [=, format = formatOf(op)](auto operand) {
    if (!operand(0).isKnown())
      return Bounded::unknown();
    APInt value(width, operand(0).bits);
    return convert(
        Bounded::exact(isSigned
                           ? static_cast<long double>(value.getSExtValue())
                           : static_cast<long double>(value.getZExtValue())),
        format);
  });
}

bool RunningErrors::Builder::addArithmetic(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::AddFOp) { return rounding(op, verify::add), true; })
      .Case([&](arith::SubFOp) { return rounding(op, subtract), true; })
      .Case([&](arith::MulFOp) { return rounding(op, multiply), true; })
      .Case([&](arith::DivFOp) { return rounding(op, divide), true; })
      .Case([&](math::FmaOp) {
        ++errors.roundingCount;
        step(op, [=, format = formatOf(op)](auto operand) {
          return fuse(operand(0), operand(1), operand(2), format);
        });
        return true;
      })
      .Case([&](arith::TruncFOp truncate) {
        ++errors.roundingCount;
        const bool isNearest = truncate.getRoundingmode().value_or(
                                   arith::RoundingMode::to_nearest_even) ==
                               arith::RoundingMode::to_nearest_even;
        step(op, [=, format = formatOf(op)](auto operand) {
          return convert(operand(0), format, isNearest ? 0.5 : 1);
        });
        return true;
      })
      .Case([&](arith::ExtFOp) {
        step(op, [](auto operand) { return operand(0); });
        return true;
      })
      .Case([&](arith::NegFOp) { return exact(op, negate), true; })
      .Case([&](math::AbsFOp) { return exact(op, absolute), true; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return exact(op, maximum), true; })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return exact(op, minimum), true; })
      .Case([&](math::ClampFOp) {
        step(op, [](auto operand) {
          return minimum(maximum(operand(0), operand(1)), operand(2));
        });
        return true;
      })
      .Case([&](arith::CmpFOp compare) { return addCompare(compare), true; })
      .Case([&](arith::SelectOp select) { return addSelect(select), true; })
      .Case([&](arith::BitcastOp cast) { return addBitcast(cast), true; })
      .Case<arith::FPToSIOp, arith::FPToUIOp>([&](auto) {
        return addToInteger(op, isa<arith::FPToSIOp>(op)), true;
      })
      .Case<arith::SIToFPOp, arith::UIToFPOp>(
          [&](auto) { return addToFloat(op, isa<arith::SIToFPOp>(op)), true; })
      .Default(false);
}

/// Errors in units in the last place: the larger of those that the CUDA C++
/// Programming Guide (appendix "Mathematical Functions") gives for f32 and f64.
bool RunningErrors::Builder::addFunction(Operation *op) {
  auto monotone = [&](Real f, double ulps) {
    monotoneFunction(op, f, ulps);
    return true;
  };
  auto contracting = [&](Real f, double ulps) {
    contractingFunction(op, f, ulps);
    return true;
  };
  auto whole = [&](Real f) { return wholeFunction(op, f), true; };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](math::SqrtOp) { return monotone(std::sqrt, 0.5); })
      .Case([&](math::RsqrtOp) {
        return monotone([](long double x) { return 1 / std::sqrt(x); }, 2);
      })
      .Case([&](math::CbrtOp) { return monotone(std::cbrt, 1); })
      .Case([&](math::ExpOp) { return monotone(std::exp, 2); })
      .Case([&](math::Exp2Op) { return monotone(std::exp2, 2); })
      .Case([&](math::ExpM1Op) { return monotone(std::expm1, 1); })
      .Case([&](math::LogOp) { return monotone(std::log, 1); })
      .Case([&](math::Log2Op) { return monotone(std::log2, 1); })
      .Case([&](math::Log10Op) { return monotone(std::log10, 2); })
      .Case([&](math::Log1pOp) { return monotone(std::log1p, 1); })
      .Case([&](math::SinhOp) { return monotone(std::sinh, 3); })
      .Case([&](math::AsinhOp) { return monotone(std::asinh, 3); })
      .Case([&](math::AtanhOp) { return monotone(std::atanh, 3); })
      .Case([&](math::AcoshOp) { return monotone(std::acosh, 4); })
      .Case([&](math::AsinOp) { return monotone(std::asin, 2); })
      .Case([&](math::AcosOp) { return monotone(std::acos, 2); })
      .Case([&](math::ErfOp) { return monotone(std::erf, 2); })
      .Case([&](math::AtanOp) { return monotone(std::atan, 2); })
      .Case([&](math::TanhOp) { return monotone(std::tanh, 2); })
      .Case([&](math::SinOp) { return contracting(std::sin, 2); })
      .Case([&](math::CosOp) { return contracting(std::cos, 2); })
      .Case([&](math::PowFOp) {
        ++errors.roundingCount;
        step(op, [=, format = formatOf(op)](auto operand) {
          return power(operand(0), operand(1), format, 8);
        });
        return true;
      })
      .Case([&](math::FloorOp) { return whole(std::floor); })
      .Case([&](math::CeilOp) { return whole(std::ceil); })
      .Case([&](math::TruncOp) { return whole(std::trunc); })
      .Case([&](math::RoundOp) { return whole(std::round); })
      .Case([&](math::RoundEvenOp) { return whole(std::nearbyint); })
      .Default(false);
}

/// An operation on integers, all of which are known or the result is not.
void RunningErrors::Builder::addIntegers(Operation *op,
                                         IntegerFunction compute) {
  SmallVector<unsigned, 3> widths;
  for (Value operand : op->getOperands())
    widths.push_back(widthOf(operand.getType()));
  step(op, [=](auto operand) {
    SmallVector<APInt, 3> values;
    for (auto [index, width] : llvm::enumerate(widths)) {
      if (!operand(index).isKnown())
        return Bounded::unknown();
      values.emplace_back(width, operand(index).bits, /*isSigned=*/false,
                          /*implicitTrunc=*/true);
    }
    std::optional<APInt> result = compute(values);
    return result ? Bounded::integer(result->getZExtValue())
                  : Bounded::unknown();
  });
}

void RunningErrors::Builder::addStep(Operation *op) {
  Attribute value;
  if (matchPattern(op, m_Constant(&value)))
    return addConstant(op, value);
  if (addArithmetic(op) || addFunction(op))
    return;
  if (IntegerFunction compute = integerFunctionOf(op))
    addIntegers(op, std::move(compute));
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

RunningErrors::RunningErrors(prefix::MonoidOp monoid)
    : fields(fieldsOf(monoid.getStateTypes())) {
  Builder(*this).build(monoid.getCombine().front());
}

BoundedState RunningErrors::enter(StateBytes state,
                                  ArrayRef<double> radii) const {
  BoundedState result;
  for (auto [index, field] : llvm::enumerate(fields)) {
    Bounded value =
        semanticsOf(field)
            ? Bounded::exact(floatValue(field, state))
            : Bounded::integer(loadBits(field, state).getZExtValue());
    value.radius = radii.empty() ? 0 : radii[index];
    result.push_back(value);
  }
  return result;
}

BoundedState RunningErrors::enterMeant(StateBytes state) const {
  BoundedState result = enter(state, {});
  for (auto [field, value] : llvm::zip_equal(fields, result))
    if (auto type = dyn_cast<FloatType>(field.type))
      value = Bounded::meant(value.center, FloatFormat::of(type));
  return result;
}

BoundedState RunningErrors::combine(ArrayRef<Bounded> low,
                                    ArrayRef<Bounded> high) {
  llvm::copy(low, registers.begin());
  llvm::copy(high, registers.begin() + low.size());
  for (const auto &step : steps)
    step(registers);
  BoundedState result;
  for (unsigned number : results)
    result.push_back(registers[number]);
  return result;
}

} // namespace scanc::verify
