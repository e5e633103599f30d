//===- PrefixDialect.cpp - The prefix dialect -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Machine/ScalarTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/IR/PrefixDialect.cpp.inc"

void PrefixDialect::initialize() {
  registerTypes();
  registerAttrs();
  addOperations<
#define GET_OP_LIST
#include "scanc/Dialect/Prefix/IR/PrefixOps.cpp.inc"
      >();
}

/// Whether `fields` are types that memory can hold, as those of a scan. Where
/// they are of `arrays`, each can be a struct; else only all of them together.
static LogicalResult verifyFields(Operation *op, StringRef what,
                                  ArrayAttr fields, bool arrays = false) {
  if (fields.empty() || fields.size() > 8)
    return op->emitError() << "'" << PrefixDialect::launchAttrName
                           << "' must list 1 to 8 types as '" << what
                           << "', got " << fields.size();
  for (Attribute field : fields) {
    auto type = dyn_cast<TypeAttr>(field);
    if ((arrays || fields.size() == 1) && type &&
        isa<StructType>(type.getValue()))
      continue; // its verifier has seen its fields
    if (!type || !getFieldBytes(type.getValue()))
      return op->emitError()
             << "'" << PrefixDialect::launchAttrName << "' must list integers "
             << "of 1, 8, 16, 32 or 64 bits, " << scanc::machine::listFloats()
             << " as '" << what << "', got " << field;
  }
  return success();
}

/// Whether the blocks that kernels say they have, in any phase, are such that a
/// GPU can launch: PTX takes no others, and says so without a place.
static LogicalResult verifyBlocks(Operation *kernels) {
  constexpr int64_t mostThreads = 1024;
  for (Region &region : kernels->getRegions())
    for (Operation &kernel : region.getOps())
      for (StringRef name : {"known_block_size", "gpu.known_block_size",
                             "nvvm.maxntid", "nvvm.reqntid"}) {
        std::optional<Attribute> found = kernel.getInherentAttr(name);
        auto extents = dyn_cast_or_null<DenseI32ArrayAttr>(
            found && *found ? *found : kernel.getDiscardableAttr(name));
        if (!extents)
          continue;
        int64_t threads = 1;
        for (int32_t extent : extents.asArrayRef()) {
          const bool isExtent = extent >= 1 && extent <= mostThreads;
          threads *= extent;
          if (!isExtent || threads > mostThreads)
            return kernel.emitError()
                   << "'" << name << "' must be a block of 1 to " << mostThreads
                   << " threads, got " << extents;
        }
      }
  return success();
}

LogicalResult PrefixDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() == phaseAttrName && !isa<StringAttr>(attr.getValue()))
    return op->emitError() << "'" << phaseAttrName
                           << "' must be the name of a phase";
  for (StringRef name :
       {rareAttrName, paceAttrName, partsAttrName, unaskedAttrName})
    if (attr.getName() == name && !isa<UnitAttr>(attr.getValue()))
      return op->emitError() << "'" << name << "' takes no value";
  if (attr.getName() == targetAttrName &&
      !(isa<ModuleOp>(op) && isa<TargetAttr>(attr.getValue())))
    return op->emitError() << "'" << targetAttrName
                           << "' must be a #prefix.target of a module";
  if (attr.getName() != launchAttrName)
    return success();
  auto launch = dyn_cast<LaunchAttr>(attr.getValue());
  if (!launch)
    return op->emitError() << "'" << launchAttrName
                           << "' must be a #prefix.launch attribute";
  return failure(failed(verifyFields(op, "element", launch.getElement(),
                                     launch.getLoads())) ||
                 failed(verifyFields(op, "state", launch.getState())) ||
                 failed(verifyFields(op, "output", launch.getOutput(),
                                     launch.getStores())) ||
                 failed(verifyBlocks(op)));
}
