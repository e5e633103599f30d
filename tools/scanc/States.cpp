//===- States.cpp - Between .npy arrays and the states of chains ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "States.h"

#include "Command.h"

using namespace scanc;
using llvm::Expected;
using llvm::Twine;

/// The dimensions of the states of chains. The state of a tensor of one
/// dimension has none, or one if `file`, which may be null, has it so.
static std::vector<uint64_t> stateShape(const Extents &extents,
                                        const target::ScanDescription &scan,
                                        const npy::Header *file) {
  if (extents.kind != target::Shape::Axis)
    return {extents.chains()};
  if (extents.shape.size() > 1 || !file)
    return extents.others();
  const bool hasFieldsLast = !file->structured && scan.chainState.size() > 1;
  if (file->shape.size() == (hasFieldsLast ? 2 : 1))
    return {1};
  return {};
}

Expected<Items> scanc::loadInitialStates(const npy::Array &file,
                                         const target::ScanDescription &scan,
                                         const Extents &extents) {
  const bool isOfAxis = extents.kind == target::Shape::Axis;
  const std::vector<uint64_t> wanted = stateShape(extents, scan, &file.header);
  Contents contents;
  contents.name = "initial states";
  contents.fields = scan.chainState;
  contents.dimensions = wanted.size();
  // Of several rows, the number of states says what is missing.
  contents.mayBeScalar = !isOfAxis;
  Expected<std::vector<FieldSource>> sources = findFields(file, contents);
  if (!sources)
    return sources.takeError();
  llvm::ArrayRef<uint64_t> shape = file.header.shape;
  shape = shape.take_front(wanted.size());
  if (isOfAxis && shape != llvm::ArrayRef(wanted))
    return badInput(file.name() + ": expected initial states of shape " +
                    describeShape(wanted) + ", one for each chain, got " +
                    describeShape(shape));
  const uint64_t count = shape.empty() ? 1 : shape.front(),
                 chains = extents.chains();
  if (!isOfAxis && count != chains)
    return badInput(file.name() + ": expected " + Twine(chains) +
                    (chains == 1 ? " initial state" : " initial states") +
                    (scan.isOfRows() ? ", one for each row" : "") + ", got " +
                    Twine(count));
  return Items::join(file, *sources, shape,
                     {scan.chainState, scan.stateSize, scan.stateAlign});
}

Expected<FinalStates>
FinalStates::make(llvm::ArrayRef<npy::Array> inputs,
                  const std::optional<npy::Array> &initial,
                  const target::ScanDescription &scan, const Extents &extents) {
  FileForm form;
  form.shape = stateShape(extents, scan, initial ? &initial->header : nullptr);
  form.opaque = findOpaque(initial ? llvm::ArrayRef(*initial) : inputs);
  if (initial) {
    const npy::Header &model = initial->header;
    if (model.structured)
      form.namedBy = &model;
    form.inLastDimension = model.shape.size() == form.shape.size() + 1;
  }
  FinalStates own;
  own.file = npy::printHeader(
      makeHeader(scan.chainState, /*begin=*/0, scan.stateSize, form));
  own.begin = own.file.size();
  if (llvm::Error error = enlarge(own.file, extents.chains() * scan.stateSize,
                                  "states after chains"))
    return error;
  return own;
}

llvm::MutableArrayRef<char> FinalStates::bytes() {
  return llvm::MutableArrayRef<char>(file).drop_front(begin);
}
