//===- Laws.h - Whether a monoid keeps its laws -----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan is right for every circuit only if its operator is associative and
// its identity is one. The compiler takes both on trust, and the claims
// `commutative` and `idempotent` too. Here they are tried out, on the operator
// that the GPU gets (HostMonoid.h), on many states; a law that fails comes with
// a counterexample in small numbers:
//
//   subtract is not associative: (1 - 2) - 3 = -4, 1 - (2 - 3) = 2
//   add1 has no identity as stated: combine(identity, 1) = 2
//
// Trying is no proof: a law that holds here held for all that was tried.
//
// *States.* All triples of special values, with the constants of the monoid's
// own text, and random ones. Many monoids keep their laws only on some states:
// products modulo p on reduced entries, rotations on unit quaternions. A law
// that fails on a state that memory can hold is tried again on the states that
// a scan can reach, and the report says so and quotes what fails elsewhere:
//
//   elements   the elements that a scan of the module declares in its attribute
//              `prefix.elements` (a list of lists of numbers), or, where its
//              element is narrower than the state, any element; and what those
//              combine to
//   combined   without such elements, for states of several fields: what
//              combine itself gives on any states, and states of small natural
//              numbers
//
// A state of one field has no such excuse: a scan over i32 meets any i32.
//
// *Floats.* Integers, and operators that only select, are judged bit by bit.
// Float arithmetic is associative only up to rounding. How much that is follows
// from the operations of the combine and from the values that they meet: each
// rounding adds at most half a unit in the last place of its result, each
// operation passes the errors of its operands on, and the two sides of a law
// may differ by the sum of their errors (RunningErrors.h; N. J. Higham,
// "Accuracy and Stability of Numerical Algorithms", 2nd edition, SIAM, 2002,
// section 3.3). What differs by more is no rounding, and the law fails. The
// report tells the largest difference seen, measured against the largest
// operand or intermediate value of the field, and what was allowed there. Where
// no bound is known, 2/5 of the digits must agree; where any difference may be
// rounding, a case says nothing. Operands so large or small that a few
// operations overflow, and results that are not finite although the operands
// are, are not held against a law. Zeros of either sign are equal, and so are
// all NaNs. Where an operand is NaN, and where an infinity turns into a NaN, a
// difference is a note and no failure, and so is any difference by an infinity
// in a state of several fields, except that the identity must give it back.
// Laws that give a state back, identity and idempotence, may be off by 4 units
// in the last place and no more, whatever the roundings of one combine allow.
//
// *Traps.* A combine must have a result for every pair of states it may meet;
// an integer division by zero fails the law `defined`.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_LAWS_H
#define SCANC_VERIFY_LAWS_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace scanc::verify {

enum class Law {
  Defined,       // combine(a, b) does not trap
  LeftIdentity,  // combine(identity, a) = a
  RightIdentity, // combine(a, identity) = a
  Associative,   // combine(combine(a, b), c) = combine(a, combine(b, c))
  Commutative,   // combine(a, b) = combine(b, a)
  Idempotent,    // combine(a, a) = a
};

enum class Verdict { Holds, HoldsUpToRounding, Fails };

/// The states that a verdict is about.
enum class Domain { AllStates, Combined, Elements };

/// `defined`, `left-identity`, ...; `holds`, `holds-up-to-rounding`, `fails`;
/// `all-states`, `combined`, `elements`.
llvm::StringRef toString(Law law);
llvm::StringRef toString(Verdict verdict);
llvm::StringRef toString(Domain domain);

struct LawVerdict {
  Law law;
  Verdict verdict = Verdict::Holds;
  Domain domain = Domain::AllStates;
  uint64_t cases = 0;     // tried in `domain`
  double relative = 0;    // the largest difference that was taken for rounding
  double ulps = 0;        // the same in units of the type's precision
  double allowed = 0;     // what the roundings allow there, in these units;
                          // NaN where no bound is known
  uint64_t rounded = 0;   // cases with such differences
  uint64_t unbounded = 0; // those of them for which no bound is known
  uint64_t pointless = 0; // so ill-conditioned that any difference may be
  /// What fails, in `domain` or, where the law holds there, on other states.
  std::string counterexample;
  std::string text; // a line for the user
};

struct LawOptions {
  uint64_t seed = 1;
  uint64_t samples = 20000; // random cases for each law
};

struct LawsReport {
  std::string monoid;
  std::string location; // FILE:LINE:COLUMN of the monoid; empty if unknown
  bool ok = true;       // no law fails
  std::vector<LawVerdict> laws;
  std::vector<std::string> notes; // worth knowing, no failures

  /// The verdict on `law`; null for a claim the monoid does not make.
  const LawVerdict *find(Law law) const;
  /// For the user: a line for each law, then the notes.
  std::vector<std::string> lines() const;
  llvm::json::Value toJSON() const;
};

/// Tries the laws of `monoid` and what it claims. Fails where the monoid does
/// not compile or a declaration of elements does not fit; a law that does not
/// hold is no error but part of the report.
llvm::Expected<LawsReport> checkLaws(prefix::MonoidOp monoid,
                                     const LawOptions &options = {});

} // namespace scanc::verify

#endif // SCANC_VERIFY_LAWS_H
