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

static bool areSplit(mlir::ModuleOp module) {
  mlir::FailureOr<Phase> phase = getPhase(module);
  return mlir::succeeded(phase) && *phase > Phase::Source;
}

/// The name of the scan that `op` is, or is a form of.
static StringRef scanNameOf(mlir::Operation *op) {
  if (!areSplit(op->getParentOfType<mlir::ModuleOp>()))
    return nameOf(op);
  if (auto scan = mlir::dyn_cast<prefix::ScanOp>(op))
    return scan.getApiName();
  auto launch = op->getAttrOfType<prefix::LaunchAttr>(
      prefix::PrefixDialect::launchAttrName);
  return launch ? prefix::withoutSuffix(nameOf(op), launch.getDomain())
                : nameOf(op);
}

llvm::SmallVector<std::string> scanc::scanNames(mlir::ModuleOp module) {
  llvm::SmallVector<std::string> names;
  for (mlir::Operation *scan : findScans(module))
    if (StringRef name = scanNameOf(scan); !llvm::is_contained(names, name))
      names.push_back(name.str());
  return names;
}

llvm::SmallVector<std::string> scanc::formNames(mlir::ModuleOp module) {
  llvm::SmallVector<std::string> names;
  for (mlir::Operation *op : findScans(module)) {
    auto scan = mlir::dyn_cast<prefix::ScanOp>(op);
    if (!scan || areSplit(module)) {
      names.push_back(nameOf(op).str());
      continue;
    }
    for (prefix::DomainAttrInterface domain : scan.getAllDomains())
      for (mlir::Attribute form : domain.getForms()) {
        StringRef suffix =
            mlir::cast<prefix::DomainAttrInterface>(form).getSuffix();
        const std::string name =
            (nameOf(op) + (suffix.empty() ? "" : "_") + suffix).str();
        // Two domains may have a form in common.
        if (!llvm::is_contained(names, name))
          names.push_back(name);
      }
  }
  return names;
}

/// The domain of a form, from the circuit phase on; null: that of lines.
static prefix::DomainAttrInterface domainOf(mlir::Operation *form) {
  if (auto scan = mlir::dyn_cast<prefix::ScanOp>(form))
    return scan.getDomain();
  auto launch = form->getAttrOfType<prefix::LaunchAttr>(
      prefix::PrefixDialect::launchAttrName);
  return launch ? launch.getDomain() : prefix::DomainAttrInterface();
}

bool scanc::hasRows(mlir::ModuleOp module) {
  return llvm::any_of(findScans(module), [](mlir::Operation *op) {
    prefix::DomainAttrInterface domain = domainOf(op);
    return domain && domain.getSizeNames().size() > 1;
  });
}

Error scanc::loadScans(Compilation &compilation, StringRef file,
                       StringRef command, MemoryStates needs,
                       bool isAlongAxis) {
  llvm::Expected<std::optional<ScanRequest>> request =
      parseScanRequest(file, needs);
  if (!request)
    return request.takeError();
  if (!*request && file.empty())
    return badUsage("expected FILE.mlir or --op=OP --type=T; see 'scanc " +
                    command + " --help'");
  if (!*request) {
    if (Error error = compilation.parse(file))
      return error;
    return chooseDomains(compilation.module(), isAlongAxis);
  }
  auto module =
      buildModule(**request, (*request)->defaultName(), compilation.context());
  if (!module)
    return module.takeError();
  if (Error error = chooseDomains(**module, isAlongAxis))
    return error;
  return compilation.adopt(std::move(*module));
}

void scanc::keepOnlyForm(mlir::ModuleOp module, StringRef name) {
  for (mlir::Operation *scan : findScans(module))
    if (nameOf(scan) != name)
      scan->erase();
}

Error scanc::keepScan(Compilation &compilation, StringRef name) {
  mlir::ModuleOp module = compilation.module();
  const llvm::SmallVector<std::string> names = scanNames(module);
  if (names.empty())
    return compilation.inputError("expected a prefix.scan, got none");
  const llvm::SmallVector<StringRef> known(names.begin(), names.end());
  if (name.empty() && known.size() > 1)
    return badUsage(
        "the input has several scans; choose one with --scan=, of " +
        listNames(known));
  const std::string chosen = name.empty() ? names.front() : name.str();
  if (llvm::is_contained(names, chosen)) {
    for (mlir::Operation *scan : findScans(module))
      if (scanNameOf(scan) != chosen)
        scan->erase();
    return Error::success();
  }
  auto refuse = [&] {
    return badInput("no scan is named '" + name + "'; the input has " +
                    listNames(known) + suggest(name, known));
  };
  if (!llvm::is_contained(formNames(module), chosen))
    return refuse();
  if (!areSplit(module))
    if (Error error = compilation.lower(Phase::Circuit, {}))
      return error;
  // Not every scan has every form of its domains.
  if (!llvm::is_contained(formNames(compilation.module()), chosen))
    return refuse();
  keepOnlyForm(compilation.module(), chosen);
  return Error::success();
}

/// Keeps the forms of a scan that its functions for an axis take.
static Error keepAxisForms(mlir::ModuleOp module) {
  auto *dialect =
      module.getContext()->getOrLoadDialect<prefix::PrefixDialect>();
  const prefix::DomainAttrInterface axis = dialect->findDomain("axis");
  const llvm::SmallVector<mlir::Attribute> taken = axis.getForms();
  const llvm::SmallVector<mlir::Operation *> forms = findScans(module);
  if (llvm::none_of(
          forms, [&](mlir::Operation *form) { return domainOf(form) == axis; }))
    return badUsage("--axis goes with the domain 'axis', for which '" +
                    nameOf(forms.front()) + "' has no kernels");
  for (mlir::Operation *form : forms)
    if (!llvm::is_contained(taken, mlir::Attribute(domainOf(form))))
      form->erase();
  return Error::success();
}

/// Keeps one form of a scan, or those for an axis.
static Error keepForm(Compilation &compilation, bool isAlongAxis) {
  if (!isAlongAxis) {
    if (Error error = requestedDomain().takeError())
      return error;
    if (formNames(compilation.module()).size() == 1)
      return Error::success();
  }
  if (!areSplit(compilation.module()))
    if (Error error = compilation.lower(Phase::Circuit, {}))
      return error;
  mlir::ModuleOp module = compilation.module();
  if (isAlongAxis)
    return keepAxisForms(module);
  // That of the domain comes before others that the domain has, but for those
  // that serve the functions of other domains.
  const llvm::SmallVector<mlir::Operation *> forms = findScans(module);
  auto *first = llvm::find_if(forms, [](mlir::Operation *form) {
    return !form->hasAttr(prefix::PrefixDialect::unaskedAttrName);
  });
  keepOnlyForm(module, nameOf(first == forms.end() ? forms.front() : *first));
  return Error::success();
}

Error scanc::loadForm(Compilation &compilation, StringRef file,
                      StringRef command, MemoryStates needs, bool isAlongAxis) {
  if (Error error = loadScans(compilation, file, command, needs, isAlongAxis))
    return error;
  if (Error error = keepScan(compilation, requestedScan()))
    return error;
  return keepForm(compilation, isAlongAxis);
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
  if (scans.empty())
    return;
  // All names first: renaming one scan may move another out of the way.
  llvm::SmallVector<std::string> names;
  const std::string first = scanNameOf(scans.front()).str();
  for (mlir::Operation *scan : scans) {
    const StringRef own = scanNameOf(scan),
                    suffix = nameOf(scan).substr(own.size());
    names.push_back(
        (own == first ? name + suffix : name + "_" + own + suffix).str());
  }
  for (auto [scan, newName] : llvm::zip(scans, names))
    renameScan(module, scan, newName);
}
