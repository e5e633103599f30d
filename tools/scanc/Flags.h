//===- Flags.h - Flags that compile and run share ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   --arch=sm_90  --strategy=S  --libdevice=PATH  --scan=NAME
//   --tuning=FILE.json
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_FLAGS_H
#define SCANC_TOOLS_SCANC_FLAGS_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scanc {

/// The options of the compiler as given. Errors: an architecture or a strategy
/// that does not exist; the message lists those that do; a tuning that cannot
/// be read. Several architectures are an error, but for who asks for `archs`:
/// all of them in the order of the flag, none if it is not given.
llvm::Expected<CompileOptions>
parseCompileFlags(std::vector<std::string> *archs = nullptr);

/// Succeeds for an architecture that there is. The error lists those.
llvm::Error checkArch(llvm::StringRef name);

/// Refuses flags that would be ignored because they decide nothing on the way
/// from the phase that the module is in up to `last`.
llvm::Error checkDeciding(mlir::ModuleOp module, Phase last);

/// Refuses --libdevice where no PTX is made.
llvm::Error checkMakesPtx(bool makesPtx);

/// The tuning asked for; null for none. Errors: it cannot be read.
llvm::Expected<std::shared_ptr<const prefix::Tuning>> requestedTuning();

/// The flag itself.
const llvm::cl::Option &tuningOption();

/// The scan asked for by --scan; empty for none.
llvm::StringRef requestedScan();

/// With every strategy that there is.
const prefix::PrefixDialect &prefixDialect();

/// Every value of --strategy with a line about it.
std::vector<std::pair<llvm::StringRef, llvm::StringRef>> strategies();

/// Every value of --domain with a line about it.
std::vector<std::pair<llvm::StringRef, llvm::StringRef>> domains();

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_FLAGS_H
