//===- Scans.h - The scans of a module, at any phase ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Until the plan phase a scan is a `prefix.scan`; from the kernel phase on it
// is a `gpu.module` of the same name. The driver picks and renames scans
// without asking which.
//
// From the circuit phase on there is one for each form of a scan: for each of
// its domains, or several for one. Their names are that of the scan and a
// suffix.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_SCANS_H
#define SCANC_TOOLS_SCANC_SCANS_H

#include "Compilation.h"
#include "ScanRequest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc {

/// The names of the scans, in the order of the text.
llvm::SmallVector<std::string> scanNames(mlir::ModuleOp module);

/// The names of their forms, those that there will be among them.
llvm::SmallVector<std::string> formNames(mlir::ModuleOp module);

/// Whether a form of a scan, from the circuit phase on, is over a domain that
/// has sizes beside n.
bool hasRows(mlir::ModuleOp module);

/// Takes the scans of a file, or the one that --op and its like ask for, as
/// the options of `command` say, over the domains that --domain names. What
/// --op asks for has the states that the command `needs`; all are along an axis
/// if they are to be. Errors: neither is given, or both; whatever is wrong with
/// them.
llvm::Error loadScans(Compilation &compilation, llvm::StringRef file,
                      llvm::StringRef command, MemoryStates needs = {},
                      bool isAlongAxis = false);

/// Erases every form but the one of this name, which the module has.
void keepOnlyForm(mlir::ModuleOp module, llvm::StringRef name);

/// Erases every scan but one, or every form but one, which is then in the
/// circuit phase at least. An empty name stands for the only scan. Errors: no
/// scan, no such scan, several to choose from.
llvm::Error keepScan(Compilation &compilation, llvm::StringRef name);

/// loadScans(), and of them one form of the one that --scan names, or of the
/// only one: the first that has functions of its own, or that of the domain
/// that --domain names. Along an axis, all that its functions take; the one
/// that takes every tensor is the last. Error: none is along an axis.
llvm::Error loadForm(Compilation &compilation, llvm::StringRef file,
                     llvm::StringRef command, MemoryStates needs = {},
                     bool isAlongAxis = false);

/// Names the scans for the output `name`: the first one is called `name`, each
/// of the others NAME_SCAN. Everything derived from a scan's name follows.
void nameScans(mlir::ModuleOp module, llvm::StringRef name);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_SCANS_H
