//===- Expr.h - Numbers that a launch depends on ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small tree of arithmetic in uint64_t, as data, so that one and the same
// formula can be evaluated, printed as C, and printed as Python:
//
//   min(divideUp(n, tile), max_blocks)        what a strategy writes
//   SCANC_MIN(SCANC_DIVIDE_UP(n, tile), ..)   in NAME.c
//   min(-(-n // tile), max_blocks)            in NAME.json
//
// A difference must not be negative, and a divisor not 0: Python has larger
// numbers than C, and both must agree. Conditions are 0 or 1. `ifElse` and
// `both` evaluate only what they need, in all three.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LAUNCH_EXPR_H
#define SCANC_LAUNCH_EXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>

namespace scanc::launch {

class Expr {
public:
  enum class Op {
    Number,
    Name,
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideUp,
    Remainder,
    Min,
    Max,
    Less,
    AtMost,
    Equal,
    Both,
    IfElse
  };

  /// Implicit, so that formulas have plain numbers.
  Expr(uint64_t number);
  Expr(int number) : Expr(static_cast<uint64_t>(number)) {}
  static Expr name(llvm::StringRef name);
  static Expr make(Op op, llvm::ArrayRef<Expr> operands);

  Op op() const;
  /// Of a number.
  uint64_t number() const;
  /// Of a name.
  llvm::StringRef name() const;
  /// Of all others: two, or the three of `ifElse`.
  llvm::ArrayRef<Expr> operands() const;

  bool isNumber(uint64_t value) const {
    return op() == Op::Number && number() == value;
  }

  /// Calls `visit` for each name in it.
  void forEachName(llvm::function_ref<void(llvm::StringRef)> visit) const;

private:
  struct Node;
  explicit Expr(std::shared_ptr<const Node> node);
  std::shared_ptr<const Node> node;
};

/// The elements to scan, and the multiprocessors of the GPU.
Expr n();
Expr multiprocessors();

Expr operator+(const Expr &a, const Expr &b);
Expr operator-(const Expr &a, const Expr &b);
Expr operator*(const Expr &a, const Expr &b);
Expr operator/(const Expr &a, const Expr &b);
Expr operator%(const Expr &a, const Expr &b);
/// a / b, rounded up.
Expr divideUp(const Expr &a, const Expr &b);
Expr min(const Expr &a, const Expr &b);
Expr max(const Expr &a, const Expr &b);
/// a < b, a <= b, a == b.
Expr isLess(const Expr &a, const Expr &b);
Expr isAtMost(const Expr &a, const Expr &b);
Expr isEqual(const Expr &a, const Expr &b);
/// Whether both hold; the second is asked only if the first holds.
Expr both(const Expr &a, const Expr &b);
Expr ifElse(const Expr &condition, const Expr &then, const Expr &otherwise);

/// Its value, where `valueOf` knows each name.
uint64_t evaluate(const Expr &expr,
                  llvm::function_ref<uint64_t(llvm::StringRef)> valueOf);

/// As C99 and C++98 have it: names are variables of type uint64_t, and the
/// macros SCANC_MIN, SCANC_MAX and SCANC_DIVIDE_UP are there.
std::string printC(const Expr &expr);
/// As Python has it, on numbers of type int.
std::string printPython(const Expr &expr);

} // namespace scanc::launch

#endif // SCANC_LAUNCH_EXPR_H
