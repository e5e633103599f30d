//===- Scans.cpp - The scans of a module, at any phase --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scans.h"

#include "Command.h"
#include "Flags.h"
#include "Names.h"
#include "ScanRequest.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using llvm::Error;
using llvm::StringRef;

static bool isScan(mlir::Operation &op) {
  return mlir::isa<prefix::ScanOp, mlir::gpu::GPUModuleOp>(op);
}

static llvm::SmallVector<mlir::Operation *> findScans(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::Operation *> scans;
  for (mlir::Operation &op : *module.getBody())
    if (isScan(op))
      scans.push_back(&op);
  return scans;
}

static StringRef nameOf(mlir::Operation *op) {
  return mlir::SymbolTable::getSymbolName(op).getValue();
}

llvm::SmallVector<std::string> scanc::scanNames(mlir::ModuleOp module) {
  llvm::SmallVector<std::string> names;
  for (mlir::Operation *scan : findScans(module))
    names.push_back(nameOf(scan).str());
  return names;
}

Error scanc::loadScans(Compilation &compilation, StringRef file,
                       StringRef command) {
  llvm::Expected<std::optional<ScanRequest>> request = parseScanRequest(file);
  if (!request)
    return request.takeError();
  if (!*request && file.empty())
    return badUsage("expected FILE.mlir or --op=OP --type=T; see 'scanc " +
                    command + " --help'");
  if (!*request)
    return compilation.parse(file);
  auto module =
      buildModule(**request, (*request)->defaultName(), compilation.context());
  if (!module)
    return module.takeError();
  return compilation.adopt(std::move(*module));
}

void scanc::keepOnly(mlir::ModuleOp module, StringRef name) {
  for (mlir::Operation *scan : findScans(module))
    if (nameOf(scan) != name)
      scan->erase();
}

Error scanc::keepScan(Compilation &compilation, StringRef name) {
  llvm::SmallVector<mlir::Operation *> scans = findScans(compilation.module());
  if (scans.empty())
    return compilation.inputError("expected a prefix.scan, got none");
  llvm::SmallVector<StringRef> known;
  mlir::Operation *chosen = nullptr;
  for (mlir::Operation *scan : scans) {
    known.push_back(nameOf(scan));
    if (nameOf(scan) == name || (name.empty() && scans.size() == 1))
      chosen = scan;
  }
  if (!chosen && name.empty())
    return badUsage(
        "the input has several scans; choose one with --scan=, of " +
        listNames(known));
  if (!chosen)
    return badInput("no scan is named '" + name + "'; the input has " +
                    listNames(known) + suggest(name, known));
  keepOnly(compilation.module(), nameOf(chosen));
  return Error::success();
}

Error scanc::loadScan(Compilation &compilation, StringRef file,
                      StringRef command) {
  if (Error error = loadScans(compilation, file, command))
    return error;
  return keepScan(compilation, requestedScan());
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

/// Kernels are called after their scan, NAME_single, and from the llvm phase on
/// their shared memory after them, __wg_NAME_single_0.
static void renameKernels(mlir::gpu::GPUModuleOp kernels, StringRef from,
                          StringRef to) {
  mlir::SymbolTable symbols(kernels);
  for (mlir::Operation &op : llvm::make_early_inc_range(*kernels.getBody())) {
    mlir::StringAttr symbol = mlir::SymbolTable::getSymbolName(&op);
    StringRef rest = symbol ? symbol.getValue() : "";
    StringRef before = rest.consume_front("__wg_") ? "__wg_" : "";
    if (rest.consume_front(from) && rest.starts_with("_"))
      (void)symbols.rename(&op, (before + to + rest).str());
  }
}

/// A built-in monoid is found by name only while nothing in the module has that
/// name. Before a scan takes it, the monoid gets a definition here under
/// another name, and its users are told.
static void defineMonoidElsewhere(mlir::ModuleOp module, StringRef name) {
  if (!prefix::isPreludeMonoid(name))
    return;
  llvm::SmallVector<prefix::ScanOp> users;
  for (auto scan : module.getOps<prefix::ScanOp>())
    if (scan.getMonoid() == name)
      users.push_back(scan);
  if (users.empty())
    return;
  mlir::OwningOpRef<mlir::ModuleOp> prelude =
      mlir::parseSourceString<mlir::ModuleOp>(prefix::preludeSource(),
                                              module.getContext(), "prelude");
  auto monoid = prelude->lookupSymbol<prefix::MonoidOp>(name);
  prefix::MonoidOp copy = monoid.clone();
  mlir::SymbolTable::setSymbolName(copy, (name + "_monoid").str());
  // Inserting makes the name unique.
  mlir::StringAttr unique =
      mlir::SymbolTable(module).insert(copy, module.getBody()->begin());
  for (prefix::ScanOp user : users)
    user.setMonoid(unique.getValue());
}

/// Renames a symbol of the module and, if it is a compiled scan, its kernels.
/// An empty name stands for any that is free.
static void renameSymbol(mlir::ModuleOp module, mlir::Operation *op,
                         StringRef name) {
  std::string old = nameOf(op).str();
  mlir::SymbolTable symbols(module);
  if (name.empty())
    (void)symbols.renameToUnique(op, {});
  else
    (void)symbols.rename(op, name);
  if (auto kernels = mlir::dyn_cast<mlir::gpu::GPUModuleOp>(op))
    renameKernels(kernels, old, nameOf(op));
}

static void renameScan(mlir::ModuleOp module, mlir::Operation *scan,
                       StringRef name) {
  if (nameOf(scan) == name)
    return;
  // A monoid or a circuit has the name, or a scan that is yet to be renamed.
  if (mlir::Operation *holder = mlir::SymbolTable(module).lookup(name))
    renameSymbol(module, holder, "");
  else
    defineMonoidElsewhere(module, name);
  renameSymbol(module, scan, name);
}

void scanc::nameScans(mlir::ModuleOp module, StringRef name) {
  llvm::SmallVector<mlir::Operation *> scans = findScans(module);
  // All names first: renaming one scan may move another out of the way.
  llvm::SmallVector<std::string> names;
  for (mlir::Operation *scan : scans)
    names.push_back(scan == scans.front() ? name.str()
                                          : (name + "_" + nameOf(scan)).str());
  for (auto [scan, newName] : llvm::zip(scans, names))
    renameScan(module, scan, newName);
}
