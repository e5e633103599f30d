//===- Laws.cpp - Whether a monoid keeps its laws -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/Laws.h"
#include "Domains.h"

#include "scanc/Verify/Elements.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;

namespace scanc::verify {

llvm::StringRef toString(Law law) {
  static const char *const names[] = {"defined",        "left-identity",
                                      "right-identity", "associative",
                                      "commutative",    "idempotent"};
  return names[static_cast<int>(law)];
}

llvm::StringRef toString(Verdict verdict) {
  static const char *const names[] = {"holds", "holds-up-to-rounding", "fails"};
  return names[static_cast<int>(verdict)];
}

llvm::StringRef toString(Domain domain) {
  static const char *const names[] = {"all-states", "combined", "elements"};
  return names[static_cast<int>(domain)];
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `-` for a combine that is one subtraction of its arguments in order; empty
/// for any other.
static StringRef infixOf(prefix::MonoidOp monoid) {
  Block &body = monoid.getCombine().front();
  if (body.getNumArguments() != 2 || body.getOperations().size() != 2)
    return "";
  Operation &op = body.front();
  if (op.getNumOperands() != 2 || op.getOperand(0) != body.getArgument(0) ||
      op.getOperand(1) != body.getArgument(1) ||
      body.getTerminator()->getOperand(0).getDefiningOp() != &op)
    return "";
  return llvm::StringSwitch<StringRef>(op.getName().getStringRef())
      .Cases({"arith.addi", "arith.addf"}, "+")
      .Cases({"arith.subi", "arith.subf"}, "-")
      .Cases({"arith.muli", "arith.mulf"}, "*")
      .Cases({"arith.divsi", "arith.divui", "arith.divf"}, "/")
      .Cases({"arith.remsi", "arith.remui", "arith.remf"}, "%")
      .Case("arith.andi", "&")
      .Case("arith.ori", "|")
      .Case("arith.xori", "^")
      .Case("arith.shli", "<<")
      .Cases({"arith.shrsi", "arith.shrui"}, ">>")
      .Default("");
}

/// `FILE:LINE:COLUMN`.
static std::string locationText(Location location) {
  auto place = dyn_cast<FileLineColLoc>(location);
  if (!place)
    return "";
  return llvm::formatv("{0}:{1}:{2}", place.getFilename().getValue(),
                       place.getLine(), place.getColumn());
}

/// Of a combine.
static std::string roundingsText(unsigned roundings) {
  return llvm::formatv("combines of {0} rounding{1}", roundings,
                       roundings == 1 ? "" : "s");
}

/// The fields of states as people write them: with the signs that the elements
/// of the monoid's first scan have.
static std::vector<Field> writtenFields(prefix::MonoidOp monoid) {
  const SmallVector<Type> state = llvm::to_vector(monoid.getStateTypes());
  if (auto module = monoid->getParentOfType<ModuleOp>())
    for (auto scan : module.getOps<prefix::ScanOp>())
      if (scan.getMonoid() == monoid.getSymName() &&
          scan.getElementTypes().size() == state.size())
        return fieldsOf(signedStates(scan, state));
  return fieldsOf(state);
}

namespace {
/// Writes instances of laws.
class CaseWriter {
public:
  CaseWriter(prefix::MonoidOp monoid, unsigned roundings)
      : fields(writtenFields(monoid)), infix(infixOf(monoid)),
        roundings(roundings) {}

  /// The case and, where its sides are so close that one may take the
  /// difference for rounding, why it is none.
  std::string write(Law law, const Case &found) const {
    return writeSides(law, found) + beyondText(found.apart);
  }

private:
  std::string beyondText(const Distance &apart) const {
    if (apart.equal || !apart.isClose || !apart.isBounded ||
        apart.withinRounding)
      return "";
    return llvm::formatv("; they are {0:f1} ulps apart, of at most {1:f1} "
                         "that {2} allow there",
                         apart.ulps, apart.allowedUlps,
                         roundingsText(roundings));
  }

  std::string writeSides(Law law, const Case &found) const {
    auto operand = [&](size_t index) { return value(found.operands[index]); };
    switch (law) {
    case Law::Defined:
      return apply(operand(0), operand(1)) + " fails: " + found.trap;
    case Law::LeftIdentity:
      return call("identity", operand(0)) + " = " + value(found.left);
    case Law::RightIdentity:
      return call(operand(0), "identity") + " = " + value(found.left);
    case Law::Associative:
      return apply(inner(operand(0), operand(1)), operand(2)) + " = " +
             value(found.left) + ", " +
             apply(operand(0), inner(operand(1), operand(2))) + " = " +
             value(found.right);
    case Law::Commutative:
      return apply(operand(0), operand(1)) + " = " + value(found.left) + ", " +
             apply(operand(1), operand(0)) + " = " + value(found.right);
    case Law::Idempotent:
      return apply(operand(0), operand(0)) + " = " + value(found.left);
    }
    llvm_unreachable("not a law");
  }

  std::string value(StateBytes state) const { return show(fields, state); }
  static std::string call(const std::string &low, const std::string &high) {
    return "combine(" + low + ", " + high + ")";
  }
  std::string apply(const std::string &low, const std::string &high) const {
    return infix.empty() ? call(low, high)
                         : low + " " + infix.str() + " " + high;
  }
  std::string inner(const std::string &low, const std::string &high) const {
    return infix.empty() ? call(low, high) : "(" + apply(low, high) + ")";
  }

  std::vector<Field> fields;
  StringRef infix;
  unsigned roundings; // of a combine
};
} // namespace

/// What fails, up to the colon.
static StringRef failureText(Law law) {
  static const char *const texts[] = {
      "is not defined everywhere",       "has no identity as stated",
      "has no identity as stated",       "is not associative",
      "is not commutative as it claims", "is not idempotent as it claims"};
  return texts[static_cast<int>(law)];
}

/// What holds.
static StringRef successText(Law law) {
  static const char *const texts[] = {"has a result for every pair",
                                      "has its identity on the left",
                                      "has its identity on the right",
                                      "is associative",
                                      "is commutative",
                                      "is idempotent"};
  return texts[static_cast<int>(law)];
}

static std::string domainText(const LawVerdict &law) {
  if (law.domain == Domain::AllStates)
    return "";
  return (law.domain == Domain::Elements
              ? " on the states that its scans' elements combine to, but not "
                "on all: "
              : " on the states that it gives, but not on all: ") +
         law.counterexample;
}

static std::string lineOf(StringRef monoid, const LawVerdict &law,
                          unsigned roundings) {
  std::string text = monoid.str() + " ";
  if (law.verdict == Verdict::Fails)
    return text + failureText(law.law).str() + ": " + law.counterexample;
  text += successText(law.law);
  if (law.verdict == Verdict::HoldsUpToRounding)
    text += llvm::formatv(
        " up to rounding: largest difference seen {0:f1} ulps, {1}", law.ulps,
        std::isfinite(law.allowed)
            ? llvm::formatv("of at most {0:f1} that {1} allow there",
                            law.allowed, roundingsText(roundings))
                  .str()
            : "where no bound is known");
  return text + domainText(law);
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

const LawVerdict *LawsReport::find(Law law) const {
  auto found = llvm::find_if(
      laws, [&](const LawVerdict &verdict) { return verdict.law == law; });
  return found == laws.end() ? nullptr : &*found;
}

std::vector<std::string> LawsReport::lines() const {
  std::vector<std::string> lines;
  for (const LawVerdict &law : laws) {
    const LawVerdict *left = find(Law::LeftIdentity);
    // One line is enough for an identity that is none.
    if (law.law == Law::RightIdentity && law.verdict == Verdict::Fails &&
        left->verdict == Verdict::Fails)
      continue;
    lines.push_back(law.text);
  }
  lines.insert(lines.end(), notes.begin(), notes.end());
  return lines;
}

llvm::json::Value LawsReport::toJSON() const {
  llvm::json::Array verdicts;
  for (const LawVerdict &law : laws) {
    llvm::json::Object verdict{{"law", toString(law.law)},
                               {"verdict", toString(law.verdict)},
                               {"domain", toString(law.domain)},
                               {"cases", law.cases},
                               {"text", law.text}};
    if (!law.counterexample.empty())
      verdict["counterexample"] = law.counterexample;
    if (law.verdict == Verdict::HoldsUpToRounding) {
      verdict["relative"] = law.relative;
      verdict["ulps"] = law.ulps;
      if (std::isfinite(law.allowed))
        verdict["allowedUlps"] = law.allowed;
      verdict["roundedCases"] = law.rounded;
      verdict["unboundedCases"] = law.unbounded;
      verdict["illConditionedCases"] = law.pointless;
    }
    verdicts.push_back(std::move(verdict));
  }
  return llvm::json::Object{{"monoid", monoid},
                            {"location", location},
                            {"ok", ok},
                            {"laws", std::move(verdicts)},
                            {"notes", llvm::json::Array(notes)}};
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

namespace {
class Judge {
public:
  Judge(HostMonoid &host, prefix::MonoidOp monoid, const LawOptions &options)
      : host(host), monoid(monoid), random(options.seed),
        constants(Constants::of(monoid)), errors(monoid),
        checker(host, errors, 2 * constants.largest(), options),
        writer(monoid, errors.roundings()),
        all(allStates(host, constants, random)) {
    report.monoid = host.name().str();
    report.location = locationText(monoid.getLoc());
  }

  llvm::Expected<LawsReport> run() {
    SmallVector<Law> laws = {Law::Defined, Law::LeftIdentity,
                             Law::RightIdentity, Law::Associative};
    SmallVector<Law> unclaimed;
    (monoid.getCommutative() ? laws : unclaimed).push_back(Law::Commutative);
    (monoid.getIdempotent() ? laws : unclaimed).push_back(Law::Idempotent);
    for (Law law : laws)
      if (llvm::Error error = check(law))
        return error;
    if (!report.ok && host.fields().size() > 1 &&
        (!reachable || reachable->domain != Domain::Elements))
      report.notes.push_back(
          report.monoid + " may keep its laws on the states that its scans "
                          "reach; to have it judged on those, give a scan its "
                          "typical elements: attributes {prefix.elements = "
                          "[[...], ...]}");
    if (report.find(Law::Associative)->verdict == Verdict::Fails)
      return std::move(report);
    for (Law law : unclaimed)
      if (llvm::Error error = checkUnclaimed(law))
        return error;
    return std::move(report);
  }

private:
  llvm::Error check(Law law) {
    llvm::Expected<Outcome> outcome = checker.check(law, all);
    if (!outcome)
      return outcome.takeError();
    LawVerdict verdict;
    verdict.law = law;
    if (outcome->violation) {
      verdict.counterexample = writer.write(law, *outcome->violation);
      llvm::Expected<bool> holds = holdsWhereReachable(law, verdict, *outcome);
      if (!holds)
        return holds.takeError();
      if (!*holds)
        verdict.verdict = Verdict::Fails;
    }
    if (verdict.verdict != Verdict::Fails && !outcome->exact)
      verdict.verdict = rounding(*outcome);
    if (outcome->special && !noted && verdict.verdict != Verdict::Fails) {
      noted = true;
      report.notes.push_back(
          report.monoid + " does not keep its laws with infinities or NaN: " +
          writer.write(law, *outcome->special));
    }
    verdict.cases = outcome->cases;
    verdict.relative = outcome->relative;
    verdict.ulps = outcome->ulps;
    verdict.allowed = outcome->allowedUlps;
    verdict.rounded = outcome->rounded;
    verdict.unbounded = outcome->unbounded;
    verdict.pointless = outcome->pointless;
    verdict.text = lineOf(report.monoid, verdict, errors.roundings());
    if (verdict.verdict == Verdict::HoldsUpToRounding &&
        2 * verdict.unbounded > verdict.rounded)
      report.notes.push_back(llvm::formatv(
          "no bound on the errors of {0} is known in {1} of the {2} cases in "
          "which it {3} up to rounding; there, 2/5 of the digits had to agree",
          report.monoid, verdict.unbounded, verdict.rounded, successText(law)));
    report.ok &= verdict.verdict != Verdict::Fails;
    report.laws.push_back(std::move(verdict));
    return llvm::Error::success();
  }

  /// Only a difference that was measured counts: where extreme or special
  /// operands alone differ, that is overflow.
  static Verdict rounding(const Outcome &outcome) {
    return outcome.relative > 0 ? Verdict::HoldsUpToRounding : Verdict::Holds;
  }

  /// Tries a law that fails again on reachable states; `outcome` becomes that
  /// of those.
  llvm::Expected<bool> holdsWhereReachable(Law law, LawVerdict &verdict,
                                           Outcome &outcome) {
    if (!triedReachable) {
      triedReachable = true;
      auto states =
          reachableStates(host, errors, monoid, all, constants, random);
      if (!states)
        return states.takeError();
      reachable = std::move(*states);
    }
    if (!reachable)
      return false;
    llvm::Expected<Outcome> again = checker.check(law, *reachable);
    if (!again)
      return again.takeError();
    if (again->violation) {
      // Where the elements are known, what fails elsewhere is of no interest.
      if (reachable->domain == Domain::Elements) {
        verdict.domain = Domain::Elements;
        verdict.counterexample = writer.write(law, *again->violation);
        outcome = std::move(*again);
      }
      return false;
    }
    verdict.domain = reachable->domain;
    outcome = std::move(*again);
    return true;
  }

  llvm::Error checkUnclaimed(Law law) {
    llvm::Expected<Outcome> outcome = checker.check(law, all);
    if (!outcome)
      return outcome.takeError();
    if (!outcome->violation && !outcome->special && !outcome->zeroSigns)
      report.notes.push_back(llvm::formatv(
          "{0} seems {1}{2} though it does not claim it", report.monoid,
          toString(law), outcome->exact ? "" : " up to rounding"));
    return llvm::Error::success();
  }

  HostMonoid &host;
  prefix::MonoidOp monoid;
  Random random;
  Constants constants;
  RunningErrors errors;
  LawChecker checker;
  CaseWriter writer;
  DomainStates all;
  bool noted = false; // that infinities or NaN break a law
  bool triedReachable = false;
  std::optional<DomainStates> reachable;
  LawsReport report;
};
} // namespace

llvm::Expected<LawsReport> checkLaws(prefix::MonoidOp monoid,
                                     const LawOptions &options) {
  llvm::Expected<HostMonoid> host = HostMonoid::create(monoid);
  if (!host)
    return host.takeError();
  return Judge(*host, monoid, options).run();
}

} // namespace scanc::verify
