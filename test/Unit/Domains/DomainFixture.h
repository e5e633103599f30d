//===- DomainFixture.h - Scans over a domain on the executor ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_DOMAINS_DOMAINFIXTURE_H
#define SCANC_TEST_UNIT_DOMAINS_DOMAINFIXTURE_H

#include "EverySecond/EverySecond.h"
#include "SecondHalf/SecondHalf.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Simt/LaunchScan.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/PTX.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <array>
#include <numeric>

namespace scanc::test {

using llvm::StringRef;

/// (a, b) then (c, d): a c, b c + d. It does not commute.
inline constexpr StringRef maps = R"(
  prefix.monoid @maps identity {
    %a = arith.constant 1 : i32
    %b = arith.constant 0 : i32
    prefix.yield %a, %b : i32, i32
  } combine (%a: i32, %b: i32), (%c: i32, %d: i32) {
    %x = arith.muli %a, %c : i32
    %bc = arith.muli %b, %c : i32
    %y = arith.addi %bc, %d : i32
    prefix.yield %x, %y : i32, i32
  })";

class DomainTests : public testing::Test {
protected:
  DomainTests() : context(mlir::MLIRContext::Threading::DISABLED) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    prefix::registerEverySecond(registry); // the line
    prefix::registerSecondHalf(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    handler.emplace(&context, [this](mlir::Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
    });
  }

  mlir::OwningOpRef<mlir::ModuleOp> lower(const std::string &text, Phase phase,
                                          StringRef strategy = "") {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    CompileOptions options;
    options.strategy = strategy.str();
    if (module && mlir::failed(lowerTo(*module, phase, options)))
      return nullptr;
    return module;
  }

  /// A scan on the executor: the form that has such a suffix, or the first.
  struct Compiled {
    std::unique_ptr<simt::Executor> executor;
    scanc_scan scan;
  };

  std::optional<Compiled> compile(const std::string &text, StringRef strategy,
                                  StringRef suffix = "") {
    module = lower(text, Phase::Llvm, strategy);
    EXPECT_TRUE(module) << errors;
    if (!module)
      return std::nullopt;
    // The first form whose name ends so.
    mlir::gpu::GPUModuleOp kernels;
    for (auto form : module->getOps<mlir::gpu::GPUModuleOp>())
      if (!kernels && form.getName().ends_with(suffix))
        kernels = form;
    description = target::describe(kernels);
    auto llvmContext = std::make_unique<llvm::LLVMContext>();
    auto llvmModule = target::translateToLlvmIR(kernels, *llvmContext);
    auto executor =
        simt::Executor::create(std::move(llvmModule), std::move(llvmContext));
    auto scan = target::makeRuntimeScan(description, "sm_90", nullptr);
    EXPECT_TRUE(static_cast<bool>(scan)) << llvm::toString(scan.takeError());
    return Compiled{std::move(*executor), *scan};
  }

  /// Scans n elements, of arrays that have elements of ElementT.
  template <class ElementT>
  void launch(Compiled &compiled, llvm::ArrayRef<std::vector<ElementT>> in,
              llvm::MutableArrayRef<std::vector<ElementT>> out, uint64_t n,
              llvm::ArrayRef<uint64_t> moreSizes = {}, unsigned sms = 2,
              scanc_states states = {}) {
    std::vector<const void *> from;
    std::vector<void *> to;
    for (const auto &array : in)
      from.push_back(array.data());
    for (auto &array : out)
      to.push_back(array.data());
    std::vector<uint64_t> workspace(
        scanc_workspace_bytes(&compiled.scan, 1, n) / 8 + 32);
    void *aligned = workspace.data();
    size_t room = workspace.size() * 8;
    std::align(128, room - 128, aligned, room);
    EXPECT_EQ(llvm::toString(simt::launchScan(
                  *compiled.executor, compiled.scan,
                  {from, to, aligned, n, sms, moreSizes, states})),
              "");
  }

  /// Both, of the scan of `text`.
  template <class ElementT>
  void run(const std::string &text, StringRef strategy,
           llvm::ArrayRef<std::vector<ElementT>> in,
           llvm::MutableArrayRef<std::vector<ElementT>> out, uint64_t n) {
    std::optional<Compiled> compiled = compile(text, strategy);
    if (compiled)
      launch<ElementT>(*compiled, in, out, n);
  }

  mlir::MLIRContext context;
  std::string errors;
  std::optional<mlir::ScopedDiagnosticHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> module; // what was compiled last
  target::ScanDescription description;      // of it
};

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_DOMAINS_DOMAINFIXTURE_H
