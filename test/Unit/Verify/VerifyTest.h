//===- VerifyTest.h - Parse what is to be verified --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_VERIFY_VERIFYTEST_H
#define SCANC_TEST_UNIT_VERIFY_VERIFYTEST_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Verify/Laws.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <cstring>

namespace scanc::verify {

/// Maps x -> a x + b, one after another: associative, and not commutative.
inline constexpr char affineMonoid[] = R"mlir(
prefix.monoid @affine identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %t = arith.muli %a1, %b0 : i32
  %b = arith.addi %t, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
)mlir";

/// The context of all tests of the process.
inline mlir::MLIRContext &context() {
  static mlir::MLIRContext *context = [] {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    auto *context =
        new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    return context;
  }();
  return *context;
}

inline mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      text, mlir::ParserConfig(&context()), "test.mlir");
  EXPECT_TRUE(module) << text.str();
  return module;
}

/// The first op of its kind in a module.
template <class Op> Op first(mlir::ModuleOp module) {
  return *module.getOps<Op>().begin();
}

/// The report on the first monoid of `text`.
inline LawsReport judge(llvm::StringRef text, const LawOptions &options = {}) {
  auto module = parse(text);
  llvm::Expected<LawsReport> report =
      checkLaws(first<prefix::MonoidOp>(*module), options);
  if (report)
    return std::move(*report);
  ADD_FAILURE() << llvm::toString(report.takeError());
  return {};
}

/// For the message of a test that failed.
inline std::string allLines(const LawsReport &report) {
  std::string text;
  for (const std::string &line : report.lines())
    text += line + "\n";
  return text;
}

/// A monoid of one field. `body` computes %c from %a and %b.
inline std::string scalar(const std::string &head, const std::string &type,
                          const std::string &identity,
                          const std::string &body) {
  return "prefix.monoid @" + head + " identity {\n  %e = arith.constant " +
         identity + " : " + type + "\n  prefix.yield %e : " + type +
         "\n} combine (%a: " + type + "), (%b: " + type + ") {\n" + body +
         "\n  prefix.yield %c : " + type + "\n}\n";
}

/// Expects exactly these laws to fail.
inline void expectFailures(const LawsReport &report,
                           const std::vector<Law> &failing) {
  EXPECT_EQ(report.ok, failing.empty());
  for (const LawVerdict &law : report.laws)
    EXPECT_EQ(law.verdict == Verdict::Fails,
              llvm::is_contained(failing, law.law))
        << law.text;
}

#define EXPECT_LINE(report, line)                                              \
  EXPECT_TRUE(llvm::is_contained((report).lines(), line)) << allLines(report)

template <class T> std::vector<uint8_t> bytesOf(const std::vector<T> &values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T> std::vector<T> valuesOf(const std::vector<uint8_t> &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty())
    std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

} // namespace scanc::verify

#endif // SCANC_TEST_UNIT_VERIFY_VERIFYTEST_H
