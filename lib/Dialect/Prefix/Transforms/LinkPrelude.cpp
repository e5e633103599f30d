//===- LinkPrelude.cpp - Bring in the built-in monoids --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Prelude/Prelude.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLINKPRELUDEPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {
struct PrefixLinkPreludePass
    : impl::PrefixLinkPreludePassBase<PrefixLinkPreludePass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    OwningOpRef<ModuleOp> prelude; // parsed when first needed
    OpBuilder builder(getOperation().getBodyRegion());
    for (auto scan : getOperation().getOps<ScanOp>()) {
      if (symbols.lookup(scan.getMonoid()) ||
          !isPreludeMonoid(scan.getMonoid()))
        continue;
      if (!prelude)
        prelude = parseSourceString<ModuleOp>(
            preludeSource(), ParserConfig(&getContext()), preludeFileName);
      if (!prelude)
        return signalPassFailure();
      Operation *monoid =
          SymbolTable::lookupSymbolIn(*prelude, scan.getMonoid());
      symbols.insert(builder.clone(*monoid));
    }
  }
};
} // namespace
} // namespace scanc::prefix
