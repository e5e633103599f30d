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

Expected<Items> scanc::loadInitialStates(const npy::Array &file,
                                         const target::ScanDescription &scan,
                                         const Elements &elements) {
  Expected<std::vector<FieldSource>> sources =
      findFields(file, {"initial states", scan.chainState, /*dimensions=*/1,
                        /*mayBeScalar=*/true});
  if (!sources)
    return sources.takeError();
  const std::vector<uint64_t> &shape = file.header.shape;
  const uint64_t count = shape.empty() ? 1 : shape.front(),
                 chains = elements.chains();
  if (count != chains)
    return badInput(file.name() + ": expected " + Twine(chains) +
                    (chains == 1 ? " initial state" : " initial states") +
                    (scan.isOfRows() ? ", one for each row" : "") + ", got " +
                    Twine(count));
  return Items::join(file, *sources, /*rows=*/1, count,
                     {scan.chainState, scan.stateSize, scan.stateAlign});
}

FinalStates::FinalStates(llvm::ArrayRef<npy::Array> inputs,
                         const std::optional<npy::Array> &initial,
                         const target::ScanDescription &scan, uint64_t chains) {
  FileForm form;
  form.shape = {chains};
  form.opaque = findOpaque(initial ? llvm::ArrayRef(*initial) : inputs);
  if (initial) {
    const npy::Header &model = initial->header;
    if (model.structured)
      form.namedBy = &model;
    form.inLastDimension = model.shape.size() == 2;
  }
  file = npy::printHeader(
      makeHeader(scan.chainState, /*begin=*/0, scan.stateSize, form));
  begin = file.size();
  file.resize(begin + chains * scan.stateSize);
}

llvm::MutableArrayRef<char> FinalStates::bytes() {
  return llvm::MutableArrayRef<char>(file).drop_front(begin);
}
