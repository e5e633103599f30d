//===- main.cpp - The benchmark -------------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Options.h"
#include "Plots.h"
#include "Results.h"
#include "Table.h"
#include "ToolError.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::Expected;

const llvm::StringLiteral scanc::toolName = "scanc-bench";

/// LLVM's last resort: what it calls becomes an error like any other.
static void reportFatalError(void *, const char *reason, bool) {
  llvm::errs() << toolName << ": error: LLVM failed: " << reason << '\n';
  _exit(static_cast<int>(ExitStatus::ToolFailed));
}

/// Tables and plots, whatever became of the run.
static Error show(const Options &options, const Results &results) {
  if (options.table)
    if (Error error = writeToStdout(printTable(results)))
      return error;
  if (options.plots.empty())
    return Error::success();
  return writePlots(results, options.plots);
}

static Error render(const Options &options) {
  Expected<Results> results = readResults(options.render);
  if (!results)
    return results.takeError();
  return show(options, *results);
}

static Error measure(const Options &options) {
  Results results;
  if (options.resume && llvm::sys::fs::exists(options.json)) {
    Expected<Results> older = readResults(options.json);
    if (!older)
      return older.takeError();
    results = std::move(*older);
  }
  Error error = runBench(options, results);
  if (options.launchOnly)
    return error;
  // What was measured before the GPU failed is worth to be seen, too.
  const bool failed = static_cast<bool>(error);
  if (!failed || !results.cases.empty())
    error = llvm::joinErrors(std::move(error), show(options, results));
  if (!results.failures.empty())
    error = llvm::joinErrors(std::move(error),
                             badInput(llvm::Twine(results.failures.size()) +
                                      " results are wrong; the first: " +
                                      results.failures.front().scan + ", n = " +
                                      llvm::Twine(results.failures.front().n) +
                                      ": " + results.failures.front().text));
  return error;
}

int main(int argc, char **argv) {
  llvm::install_fatal_error_handler(reportFatalError);
  Expected<Options> options = parseOptions(argc, argv);
  if (!options)
    return static_cast<int>(report(options.takeError()));
  Error error = !options->render.empty() ? render(*options)
                : options->prepareCub    ? prepareCub(*options)
                                         : measure(*options);
  return static_cast<int>(report(std::move(error)));
}
