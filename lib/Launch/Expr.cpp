//===- Expr.cpp - Numbers that a launch depends on ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Launch/Expr.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>
#include <string>
#include <vector>

using llvm::ArrayRef;
using llvm::StringRef;

namespace scanc::launch {

struct Expr::Node {
  Op op;
  uint64_t number = 0;
  std::string name;
  std::vector<Expr> operands;
};

Expr::Expr(std::shared_ptr<const Node> node) : node(std::move(node)) {}

Expr::Expr(uint64_t number)
    : node(std::make_shared<Node>(Node{Op::Number, number, {}, {}})) {}

Expr Expr::name(StringRef name) {
  return Expr(std::make_shared<Node>(Node{Op::Name, 0, name.str(), {}}));
}

Expr Expr::make(Op op, ArrayRef<Expr> operands) {
  assert(operands.size() == (op == Op::IfElse ? 3 : 2));
  return Expr(std::make_shared<Node>(Node{op, 0, {}, operands.vec()}));
}

Expr::Op Expr::op() const { return node->op; }

uint64_t Expr::number() const {
  assert(op() == Op::Number);
  return node->number;
}

StringRef Expr::name() const {
  assert(op() == Op::Name);
  return node->name;
}

ArrayRef<Expr> Expr::operands() const { return node->operands; }

void Expr::forEachName(llvm::function_ref<void(StringRef)> visit) const {
  if (op() == Op::Name)
    visit(name());
  for (const Expr &operand : operands())
    operand.forEachName(visit);
}

Expr n() { return Expr::name("n"); }
Expr multiprocessors() { return Expr::name("sm_count"); }

Expr operator+(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Add, {a, b});
}
Expr operator-(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Subtract, {a, b});
}
Expr operator*(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Multiply, {a, b});
}
Expr operator/(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Divide, {a, b});
}
Expr operator%(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Remainder, {a, b});
}
Expr divideUp(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::DivideUp, {a, b});
}
Expr min(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Min, {a, b});
}
Expr max(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Max, {a, b});
}
Expr isLess(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Less, {a, b});
}
Expr isAtMost(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::AtMost, {a, b});
}
Expr isEqual(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Equal, {a, b});
}
Expr both(const Expr &a, const Expr &b) {
  return Expr::make(Expr::Op::Both, {a, b});
}
Expr ifElse(const Expr &condition, const Expr &then, const Expr &otherwise) {
  return Expr::make(Expr::Op::IfElse, {condition, then, otherwise});
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

uint64_t evaluate(const Expr &expr,
                  llvm::function_ref<uint64_t(StringRef)> valueOf) {
  auto of = [&](size_t i) { return evaluate(expr.operands()[i], valueOf); };
  switch (expr.op()) {
  case Expr::Op::Number:
    return expr.number();
  case Expr::Op::Name:
    return valueOf(expr.name());
  case Expr::Op::IfElse:
    return of(0) ? of(1) : of(2);
  case Expr::Op::Both:
    return of(0) && of(1);
  default:
    break;
  }
  const uint64_t a = of(0), b = of(1);
  switch (expr.op()) {
  case Expr::Op::Add:
    return a + b;
  case Expr::Op::Subtract:
    assert(b <= a && "a difference must not be negative");
    return a - b;
  case Expr::Op::Multiply:
    return a * b;
  case Expr::Op::Divide:
    assert(b != 0 && "a divisor must not be 0");
    return a / b;
  case Expr::Op::DivideUp:
    assert(b != 0 && "a divisor must not be 0");
    return (a + b - 1) / b;
  case Expr::Op::Remainder:
    assert(b != 0 && "a divisor must not be 0");
    return a % b;
  case Expr::Op::Min:
    return std::min(a, b);
  case Expr::Op::Max:
    return std::max(a, b);
  case Expr::Op::Less:
    return a < b;
  case Expr::Op::AtMost:
    return a <= b;
  case Expr::Op::Equal:
    return a == b;
  default:
    llvm_unreachable("handled above");
  }
}

namespace {

/// How tightly an operation binds, in C as in Python, as far as both agree:
/// what is not named here has parentheses or a comma around its operands.
enum Tightness { Choice, Conjunction, Comparison, Sum, Product, Whole };

Tightness tightnessOf(Expr::Op op) {
  switch (op) {
  case Expr::Op::IfElse:
    return Choice;
  case Expr::Op::Both:
    return Conjunction;
  case Expr::Op::Less:
  case Expr::Op::AtMost:
  case Expr::Op::Equal:
    return Comparison;
  case Expr::Op::Add:
  case Expr::Op::Subtract:
    return Sum;
  case Expr::Op::Multiply:
  case Expr::Op::Divide:
  case Expr::Op::Remainder:
    return Product;
  default:
    return Whole;
  }
}

class Printer {
public:
  explicit Printer(bool isC) : isC(isC) {}

  /// With parentheses if it binds less tightly than `around`.
  std::string print(const Expr &expr, Tightness around) const {
    const std::string text = print(expr);
    return tightnessOf(expr.op()) < around ? "(" + text + ")" : text;
  }

  std::string print(const Expr &expr) const {
    switch (expr.op()) {
    case Expr::Op::Number:
      // A number that an int holds becomes whatever stands beside it.
      return isC && expr.number() > INT32_MAX
                 ? "UINT64_C(" + llvm::utostr(expr.number()) + ")"
                 : llvm::utostr(expr.number());
    case Expr::Op::Name:
      return expr.name().str();
    case Expr::Op::Add:
      return infix(expr, " + ", Sum, Sum);
    case Expr::Op::Subtract:
      return infix(expr, " - ", Sum, Product);
    case Expr::Op::Multiply:
      return infix(expr, " * ", Product, Whole);
    case Expr::Op::Divide:
      return infix(expr, isC ? " / " : " // ", Product, Whole);
    case Expr::Op::Remainder:
      return infix(expr, " % ", Product, Whole);
    case Expr::Op::Less:
      if (expr.operands()[0].isNumber(0))
        return print(expr.operands()[1], Sum) + " > 0";
      return infix(expr, " < ", Sum, Sum);
    case Expr::Op::AtMost:
      return infix(expr, " <= ", Sum, Sum);
    case Expr::Op::Equal:
      return infix(expr, " == ", Sum, Sum);
    case Expr::Op::Both:
      return infix(expr, isC ? " && " : " and ", Comparison, Comparison);
    case Expr::Op::Min:
      return call(isC ? "SCANC_MIN" : "min", expr);
    case Expr::Op::Max:
      return call(isC ? "SCANC_MAX" : "max", expr);
    case Expr::Op::DivideUp:
      if (isC)
        return call("SCANC_DIVIDE_UP", expr);
      return "-(-" + print(expr.operands()[0], Whole) + " // " +
             print(expr.operands()[1], Whole) + ")";
    case Expr::Op::IfElse: {
      const ArrayRef<Expr> of = expr.operands();
      if (isC)
        return print(of[0], Conjunction) + " ? " + print(of[1], Conjunction) +
               " : " + print(of[2], Choice);
      return print(of[1], Conjunction) + " if " + print(of[0], Conjunction) +
             " else " + print(of[2], Choice);
    }
    }
    llvm_unreachable("unknown operation");
  }

private:
  std::string infix(const Expr &expr, StringRef sign, Tightness left,
                    Tightness right) const {
    return print(expr.operands()[0], left) + sign.str() +
           print(expr.operands()[1], right);
  }

  std::string call(StringRef function, const Expr &expr) const {
    return function.str() + "(" + print(expr.operands()[0]) + ", " +
           print(expr.operands()[1]) + ")";
  }

  bool isC;
};

} // namespace

std::string printC(const Expr &expr) { return Printer(true).print(expr); }
std::string printPython(const Expr &expr) { return Printer(false).print(expr); }

} // namespace scanc::launch
