//===- ChainPlaces.cpp - Where chains lie in memory -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainPlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::verify;

static constexpr size_t others = TensorForm::mostOthers;

std::string TensorForm::describe() const {
  std::string text = llvm::formatv(
      " ({0} dimensions, {1} of them within the axis", others + 1, inner);
  auto tell = [&](const char *name, const SideForm &side) {
    if (side.gap)
      text += llvm::formatv("; {0} with gaps of {1}", name, side.gap);
    if (side.apart > 1)
      text += llvm::formatv("; {0}'s elements {1} apart", name, side.apart);
    if (side.pad)
      text += llvm::formatv("; {0} with {1} more behind dimension {2} from "
                            "within",
                            name, side.pad, side.padded);
    if (side.only != SideForm::all)
      text += llvm::formatv("; of {0} array {1} alone", name, side.only);
    if (!side.backward)
      return;
    text += llvm::formatv("; {0} backwards along", name);
    const char *before = " ";
    for (auto [bit, along] : {std::pair{SideForm::axis, "the axis"},
                              {SideForm::innermost, "the innermost"},
                              {SideForm::outer, "the others"}})
      if (side.backward & bit) {
        text += before + std::string(along);
        before = " and ";
      }
  };
  tell("input", in);
  tell("output", out);
  if (isAxisMoved)
    text += "; the axis elsewhere in each array";
  if (isShared)
    text += "; chains share elements";
  if (areStatesTurned)
    text += "; states in another order";
  return text + ")";
}

TensorForm::Extents TensorForm::extents(uint64_t chains) const {
  Extents extents;
  extents.fill(1);
  uint64_t rest = chains;
  for (size_t d = mostOthers - others; d + 1 < mostOthers; ++d) {
    uint64_t factor = rest;
    for (uint64_t prime = 2; prime * prime <= factor;)
      if (factor % prime == 0)
        factor /= prime;
      else
        ++prime;
    // A prime stays for the last one.
    if (factor == rest)
      continue;
    extents[d] = factor;
    rest /= factor;
  }
  extents.back() = rest;
  return extents;
}

size_t TensorForm::sharedDimension(const Extents &extents) const {
  size_t d = 0;
  while (d + 1 < mostOthers && extents[d] == 1)
    ++d;
  return d;
}

std::vector<uint64_t> TensorForm::sources(uint64_t chains) const {
  std::vector<uint64_t> result(chains);
  const Extents own = extents(chains);
  const size_t shared = sharedDimension(own);
  // Everything in front of it has extent 1.
  const uint64_t period = own[shared] ? chains / own[shared] : 1;
  for (auto [chain, source] : llvm::enumerate(result))
    source = isShared ? chain % period : chain;
  return result;
}

ChainPlaces ChainPlaces::ofRows(uint64_t rows, uint64_t length, int64_t apart) {
  ChainPlaces places;
  places.length = length;
  places.strides = {apart};
  TensorForm::Extents extents;
  extents.fill(1);
  extents.back() = rows;
  llvm::SmallVector<int64_t> strides(1 + others, 0);
  strides.front() = 1;
  strides.back() = apart;
  places.placeChains(extents, strides);
  return places;
}

ChainPlaces ChainPlaces::ofTensor(const TensorForm &form, uint64_t chains,
                                  uint64_t length, size_t number,
                                  size_t inputs) {
  const bool isInput = number < inputs;
  const SideForm &ofSide = isInput ? form.in : form.out;
  const SideForm side =
      ofSide.only == SideForm::all ||
              ofSide.only == (isInput ? number : number - inputs)
          ? ofSide
          : SideForm();
  const TensorForm::Extents extents = form.extents(chains);
  ChainPlaces places;
  places.length = length;
  places.strides.assign(1 + others, 0);
  const size_t shared = form.sharedDimension(extents);
  int64_t next = side.apart;
  size_t taken = 0;
  auto take = [&](size_t which, uint64_t extent, uint8_t backward) {
    const bool isPadded = taken++ == side.padded;
    // A launcher drops dimensions that are not there, too.
    if ((form.isShared && isInput && which == 1 + shared) ||
        (which > 0 && extent == 1))
      return;
    places.strides[which] = side.backward & backward ? -next : next;
    if (extent > 1)
      next *= static_cast<int64_t>(extent) + side.gap;
    if (isPadded)
      next += side.pad;
  };
  const size_t inner =
      form.isAxisMoved ? (form.inner + number) % (form.others + 1) : form.inner;
  for (size_t k = 0; k <= others; ++k) {
    if (k == inner)
      take(0, length, SideForm::axis);
    if (k < others)
      take(others - k, extents[others - 1 - k],
           k == 0 ? SideForm::innermost : SideForm::outer);
  }
  places.placeChains(extents, places.strides);
  return places;
}

ChainPlaces ChainPlaces::ofStates(const TensorForm &form, uint64_t chains) {
  const TensorForm::Extents extents = form.extents(chains);
  ChainPlaces places;
  places.length = 1;
  places.strides.assign(1 + others, 0);
  int64_t next = 1;
  for (size_t k = 0; k < others; ++k) {
    const size_t d = form.areStatesTurned ? k : others - 1 - k;
    places.strides[1 + d] = next;
    next *= static_cast<int64_t>(extents[d]);
  }
  places.placeChains(extents, places.strides);
  return places;
}

void ChainPlaces::placeChains(const TensorForm::Extents &extents,
                              llvm::ArrayRef<int64_t> strides) {
  step = strides.front();
  int64_t lowest = 0, highest = 0;
  auto reach = [&](uint64_t extent, int64_t stride) {
    const int64_t far = extent ? static_cast<int64_t>(extent - 1) * stride : 0;
    (far < 0 ? lowest : highest) += far;
  };
  reach(length, step);
  uint64_t chains = 1;
  for (size_t d = 0; d < others; ++d) {
    reach(extents[d], strides[1 + d]);
    chains *= extents[d];
  }
  first = static_cast<uint64_t>(-lowest);
  extent = chains && length ? static_cast<uint64_t>(highest - lowest) + 1 : 0;
  begins.resize(chains);
  for (auto [chain, begin] : llvm::enumerate(begins)) {
    uint64_t rest = chain;
    begin = first;
    for (size_t d = others; d-- > 0; rest /= extents[d])
      begin += strides[1 + d] * static_cast<int64_t>(rest % extents[d]);
  }
}

bool ChainPlaces::areDense() const {
  if (step != 1 || extent != count())
    return false;
  for (auto [chain, begin] : llvm::enumerate(begins))
    if (begin != chain * length)
      return false;
  return true;
}

std::vector<bool> ChainPlaces::taken() const {
  std::vector<bool> all(extent);
  for (uint64_t k = 0; k < count(); ++k)
    all[place(k)] = true;
  return all;
}
