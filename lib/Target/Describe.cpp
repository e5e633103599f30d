//===- Describe.cpp - What a host needs to launch a scan ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/ScalarTypes.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Target/ScanDescription.h"

#include "CTypes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace scanc::prefix;

namespace scanc::target {

static std::string print(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  attribute.print(stream, /*elideType=*/true);
  return text;
}

static std::vector<ScanField> fieldsOf(ArrayRef<Type> types,
                                       const StructLayout &layout) {
  std::vector<ScanField> fields;
  for (auto [type, offset] : llvm::zip_equal(types, layout.offsets)) {
    const machine::ScalarType &scalar = *scalarOf(type);
    fields.push_back({scalar.name.str(), offset, scalar.bytes()});
  }
  return fields;
}

bool areNamed(const std::vector<ScanField> &fields) {
  return llvm::any_of(
      fields, [](const ScanField &field) { return !field.name.empty(); });
}

std::string nameField(size_t index, const ScanField &field) {
  return field.name.empty() ? "f" + std::to_string(index) : field.name;
}

std::string nameArray(const std::string &side, size_t index,
                      const ScanField &field) {
  return side + (field.name.empty() ? std::to_string(index) : "_" + field.name);
}

ScanDescription describe(gpu::GPUModuleOp module) {
  auto launch =
      module->getAttrOfType<LaunchAttr>(PrefixDialect::launchAttrName);
  assert(launch && "the kernel phase ensures a launch description");
  const PlanAttr plan = launch.getPlan();
  const ScanTypes types = ScanTypes::of(launch);

  ScanDescription scan;
  scan.name = module.getName();
  scan.monoid = launch.getMonoid().str();
  scan.commutative = launch.getCommutative();
  scan.idempotent = launch.getIdempotent();
  scan.inclusive = launch.getKind() == ScanKind::Inclusive;
  scan.reverse = launch.getReverse();
  scan.soa = launch.getSoa();
  scan.strategy = plan.getStrategy().getName().str();
  scan.deterministic = plan.getStrategy().isDeterministic();

  auto describeFields = [](ArrayAttr attribute, std::vector<ScanField> &fields,
                           uint32_t &size, uint32_t &alignment) {
    auto types = llvm::to_vector(attribute.getAsValueRange<TypeAttr>());
    ArrayRef<Type> values = StructType::flatten(types);
    StructLayout layout = StructLayout::of(values);
    fields = fieldsOf(values, layout);
    size = layout.size;
    alignment = layout.alignment;
    StructType named = StructType::getOnly(types);
    if (!named)
      return std::string();
    for (auto [field, name] : llvm::zip_equal(fields, named.getFieldNames()))
      field.name = name.str();
    return named.getName().str();
  };
  scan.elementStruct = describeFields(launch.getElement(), scan.element,
                                      scan.elementSize, scan.elementAlign);
  describeFields(launch.getState(), scan.state, scan.stateSize,
                 scan.stateAlign);
  scan.outputStruct = describeFields(launch.getOutput(), scan.output,
                                     scan.outputSize, scan.outputAlign);
  for (Attribute value : launch.getInit())
    scan.init.push_back(print(value));

  if (DomainAttrInterface domain = launch.getDomain()) {
    scan.domain = domain.getName().str();
    scan.suffix = domain.getSuffix().str();
    for (StringRef size : domain.getSizeNames().drop_front())
      scan.moreSizes.push_back(size.str());
    if (domain.hasStrides())
      for (const auto &names : {nameArrays("in", scan.element, scan.soa),
                                nameArrays("out", scan.output, scan.soa)})
        for (const std::string &array : names)
          scan.moreSizes.push_back(array + "_stride");
  }

  scan.rule = plan.getStrategy().getLaunchRule(plan, types);
  scan.cadence = plan.getStrategy().getCadence(plan, types);
  scan.tile = scan.cadence.shortestTile;
  for (const PlannedKernel &kernel : getKernels(plan, types)) {
    SkeletonAttr skeleton = kernel.skeletons.front();
    scan.kernels.push_back(
        {kernel.suffix.str(), static_cast<uint32_t>(kernel.threads()),
         static_cast<uint32_t>(kernel.sharedBytes),
         static_cast<uint32_t>(kernel.blocksPerSM),
         static_cast<uint64_t>(skeleton.getTile()), /*dependent=*/true});
  }
  scan.plan = print(plan);
  return scan;
}

} // namespace scanc::target
