//===- TargetAttr.cpp - The GPU that a module is for ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

using namespace mlir;
using namespace scanc::prefix;
using scanc::machine::findGpu;
using scanc::machine::GpuModel;

Attribute TargetAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  if (parser.parseLess())
    return {};
  const SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name) || parser.parseGreater())
    return {};
  return TargetAttr::getChecked([&] { return parser.emitError(loc); },
                                parser.getContext(), name);
}

void TargetAttr::print(AsmPrinter &printer) const {
  printer << "<" << getName() << ">";
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name) {
  const GpuModel *gpu = findGpu(name);
  if (!gpu || gpu->name != name) // target_c1
    return emitError() << "unknown architecture '" << name << "'; expected "
                       << scanc::machine::listGpus();
  return success();
}

const GpuModel &TargetAttr::getGpu() const { return *findGpu(getName()); }

const GpuModel &TargetAttr::of(ModuleOp module) {
  auto target =
      module->getAttrOfType<TargetAttr>(PrefixDialect::targetAttrName);
  return target ? target.getGpu() : scanc::machine::defaultGpu();
}
