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

namespace {
/// A side of a scan, as its launch describes it.
struct SideTypes {
  ArrayAttr types;
  bool soa, mapped;
  std::vector<ArrayFields> *parts = nullptr; // of a side that can be mapped
};
} // namespace

/// Appends the fields of a struct that begins `offset` bytes in.
static void addFields(std::vector<ScanField> &fields, ArrayRef<Type> types,
                      uint32_t offset, StructType names) {
  const StructLayout layout = StructLayout::of(types);
  for (auto [index, type] : llvm::enumerate(types)) {
    const machine::ScalarType &scalar = *scalarOf(type);
    fields.push_back({scalar.name.str(), offset + layout.offsets[index],
                      scalar.bytes(),
                      names ? names.getFieldNames()[index].str() : ""});
  }
}

/// Gives the name of the struct that an element of one array is.
static std::string describeFields(const SideTypes &side,
                                  std::vector<ScanField> &fields,
                                  uint32_t &size, uint32_t &alignment) {
  auto types = llvm::to_vector(side.types.getAsValueRange<TypeAttr>());
  const ElementArrays arrays = ElementArrays::of(types, side.soa, side.mapped);
  const StructLayout all =
      side.mapped ? arrays.together() : StructLayout::of(arrays.fields());
  size = all.size;
  alignment = all.alignment;
  StructType only = StructType::getOnly(types);
  if (!side.mapped) {
    addFields(fields, arrays.fields(), 0, only);
    return only ? only.getName().str() : "";
  }
  for (auto [index, type] : llvm::enumerate(types)) {
    auto own = dyn_cast<StructType>(type);
    const SmallVector<Type> inArray = arrays.fieldsOf(index);
    addFields(fields, inArray, all.offsets[index], own);
    side.parts->push_back({inArray.size(), own ? own.getName().str() : ""});
  }
  return only ? only.getName().str() : "";
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

/// The fields of states, of integers that have the signs of an element's unless
/// a map makes them.
static std::vector<ScanField> withSigns(std::vector<ScanField> state,
                                        const std::vector<ScanField> &element,
                                        bool isMapped) {
  for (auto [index, field] : llvm::enumerate(state)) {
    field.name = isMapped ? "" : element[index].name;
    if (!isMapped && element[index].type.front() == 'u' &&
        field.type.front() == 'i')
      field.type.front() = 'u';
  }
  return state;
}

ScanDescription describe(gpu::GPUModuleOp module) {
  auto launch =
      module->getAttrOfType<LaunchAttr>(PrefixDialect::launchAttrName);
  assert(launch && "the kernel phase ensures a launch description");
  const PlanAttr plan = launch.getPlan();
  const ScanTypes types = ScanTypes::of(launch);

  ScanDescription scan;
  scan.name = module.getName();
  scan.isAsked = !module->hasAttr(PrefixDialect::unaskedAttrName);
  scan.monoid = launch.getMonoid().str();
  scan.commutative = launch.getCommutative();
  scan.idempotent = launch.getIdempotent();
  scan.inclusive = launch.getKind() == ScanKind::Inclusive;
  scan.reverse = launch.getReverse();
  scan.soa = launch.getSoa();
  scan.strategy = plan.getStrategy().getName().str();
  scan.deterministic = plan.getStrategy().isDeterministic();

  describeFields({launch.getState(), launch.getSoa(), /*mapped=*/false},
                 scan.state, scan.stateSize, scan.stateAlign);
  scan.elementStruct = describeFields(
      {launch.getElement(), launch.getSoa(), launch.getLoads(), &scan.loaded},
      scan.element, scan.elementSize, scan.elementAlign);
  scan.outputStruct = describeFields(
      {launch.getOutput(), launch.getSoa(), launch.getStores(), &scan.stored},
      scan.output, scan.outputSize, scan.outputAlign);
  if (launch.getKept())
    scan.kept.assign(launch.getKept().asArrayRef().begin(),
                     launch.getKept().asArrayRef().end());
  for (Attribute value : launch.getInit())
    scan.init.push_back(print(value));

  scan.takesInitial = launch.getInitial();
  scan.leavesFinal = launch.getFinal();
  scan.hasTotal = launch.getTotal();
  if (scan.takesInitial || scan.leavesFinal)
    scan.chainState = withSigns(scan.state, scan.element, launch.getLoads());

  if (DomainAttrInterface domain = launch.getDomain()) {
    scan.domain = domain.getName().str();
    scan.suffix = domain.getSuffix().str();
    for (StringRef size : domain.getSizeNames().drop_front())
      scan.moreSizes.push_back(size.str());
    scan.columns = domain.getColumns();
    if (scan.columns > 1)
      scan.shape = Shape::Axis;
    else if (!scan.moreSizes.empty())
      scan.shape = domain.countStrides() > 1 ? Shape::Axis : Shape::Rows;
    std::vector<std::string> strided;
    for (const auto &arrays : {scan.inputArrays(), scan.outputArrays()})
      for (const ScanArray &array : arrays)
        strided.push_back(array.name);
    if (domain.isAcross() && types.hasStates)
      strided.push_back("states");
    for (const std::string &array : strided)
      for (size_t k = 0; k < domain.countStrides(); ++k)
        scan.moreSizes.push_back(
            array + "_stride" +
            (domain.countStrides() > 1 ? std::to_string(k) : std::string()));
  }

  scan.rule = plan.getStrategy().getLaunchRule(plan, types);
  scan.rule.sizes = scan.moreSizes;
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
  if (scan.leavesFinal || scan.hasTotal) {
    const PlannedKernel empty = emptyKernel(plan, types);
    const auto threads = static_cast<uint32_t>(empty.threads());
    scan.emptyKernel = scan.kernels.size();
    scan.kernels.push_back({empty.suffix.str(), threads,
                            static_cast<uint32_t>(empty.sharedBytes)});
    scan.kernels.back().dependent = true;
    // As scanc_plan_empty has it.
    scan.rule.grids.push_back(
        launch::min(launch::divideUp(launch::n(), uint64_t(threads)), 65535));
    scan.cadence.kernels.emplace_back();
  }
  scan.plan = print(plan);
  return scan;
}

} // namespace scanc::target
