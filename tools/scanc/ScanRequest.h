//===- ScanRequest.h - A scan asked for by flags ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   --op=OP --type=T [--state-type=S] [--out-type=U] [--inclusive|--exclusive]
//   [--init=V] [--reverse] [--states=initial,final] [--total]
//
// is the module that a user would have written by hand:
//
//   prefix.scan @exclusive_add_u8 exclusive @add_i8 : (ui8) -> (ui8)
//
// The flags are those of `scanc` and of `scanc run`.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_SCANREQUEST_H
#define SCANC_TOOLS_SCANC_SCANREQUEST_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace scanc {

/// Which states of chains lie in memory, beside the elements.
struct MemoryStates {
  bool initial = false; ///< What each starts from.
  bool final = false;   ///< What is after its last element.
};

struct ScanRequest {
  std::string op;        ///< "add".
  std::string type;      ///< Of the input, "u8".
  std::string stateType; ///< Empty: the default of `type`.
  std::string outType;   ///< Empty: `type`.
  bool inclusive = false;
  bool reverse = false;
  bool total = false;              ///< An output more than inputs.
  std::optional<std::string> init; ///< A value of the state type, as text.
  MemoryStates states;
  std::string plan; ///< What #prefix.plan<...> holds; empty: left to choose.

  /// The scan's symbol where the user gives no name: "exclusive_add_u8".
  std::string defaultName() const;
};

/// What the flags say; the scan has the states that --states names, and those
/// that the command `needs`. Errors: `--type` missing; flags of a request given
/// along with a file; both of `--inclusive` and `--exclusive`; no such states,
/// or some twice.
llvm::Expected<std::optional<ScanRequest>>
parseScanRequest(llvm::StringRef inputFile, MemoryStates needs = {});

/// Gives all scans of a module in the source phase the domains that --domain
/// names, if it is given; else, where they are to be along an axis, that to
/// those that have it not. Errors: no such domain, or one twice; one or all of
/// them not along an axis; a module in a later phase.
llvm::Error chooseDomains(mlir::ModuleOp module, bool isAlongAxis = false);

/// Whether --domain is given.
bool namesDomain();

/// The one domain that --domain names; empty: it is not given. Error: several.
llvm::Expected<std::string> requestedDomain();

/// The module of a request, its scan named `name`. Not verified. Errors: no
/// such operator, type, or operator for the type; an init value that its type
/// cannot hold; a plan that cannot be read.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
buildModule(const ScanRequest &request, llvm::StringRef name,
            mlir::MLIRContext &context);

/// The operators that the prelude holds, without their types, in its order.
struct BuiltinOperator {
  std::string name;               ///< "max".
  std::vector<std::string> types; ///< State types, "i8", ..., "u8", ...
};
std::vector<BuiltinOperator> builtinOperators();

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_SCANREQUEST_H
