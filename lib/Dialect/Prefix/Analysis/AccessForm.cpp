//===- AccessForm.cpp - How a thread computes an index --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/AccessForm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cassert>
#include <optional>

namespace scanc::prefix {

int64_t AccessForm::evaluate(int64_t lane) const {
  switch (kind) {
  case Kind::Offset:
    return lane - offset;
  case Kind::Bits:
    return constant + scale * lane + shifted * (lane >> shift);
  case Kind::Table:
    return table[lane];
  }
  return 0;
}

/// Solves c + a * lane + b * (lane >> s) for `s`, from the first active lanes
/// that tell a and b apart.
static std::optional<AccessForm>
solveBits(llvm::ArrayRef<int32_t> indices,
          const llvm::SmallVector<int64_t> &lanes, unsigned shift) {
  // Two active lanes with the same lane >> s give a; then any two others give
  // b.
  AccessForm form;
  form.kind = AccessForm::Kind::Bits;
  form.shift = shift;
  int64_t first = lanes.front();
  for (size_t i = 1; i < lanes.size(); ++i)
    if (int64_t low = lanes[i - 1], high = lanes[i];
        low >> shift == high >> shift) {
      int64_t run = high - low, rise = indices[high] - indices[low];
      if (rise % run)
        return std::nullopt;
      form.scale = rise / run;
      break;
    }
  for (int64_t lane : lanes)
    if (int64_t run = (lane >> shift) - (first >> shift)) {
      int64_t rise =
          indices[lane] - indices[first] - form.scale * (lane - first);
      if (rise % run)
        return std::nullopt;
      form.shifted = rise / run;
      break;
    }
  form.constant =
      indices[first] - form.scale * first - form.shifted * (first >> shift);
  return form;
}

static std::optional<AccessForm>
findClosedForm(llvm::ArrayRef<int32_t> indices) {
  llvm::SmallVector<int64_t> lanes;
  for (auto [lane, index] : llvm::enumerate(indices))
    if (index >= 0)
      lanes.push_back(lane);
  assert(!lanes.empty() && "a step has an active lane");
  auto agrees = [&](const AccessForm &form) {
    return llvm::all_of(lanes, [&](int64_t lane) {
      return form.evaluate(lane) == indices[lane];
    });
  };

  AccessForm offset;
  offset.offset = lanes.front() - indices[lanes.front()];
  if (agrees(offset))
    return offset;
  for (unsigned shift = 1;
       (int64_t(1) << shift) <= std::max<int64_t>(lanes.back(), 2); ++shift)
    if (auto bits = solveBits(indices, lanes, shift); bits && agrees(*bits))
      return *bits;

  return std::nullopt;
}

AccessForm findAccessForm(llvm::ArrayRef<int32_t> indices, bool table) {
  AccessForm form;
  if (!table)
    if (std::optional<AccessForm> closed = findClosedForm(indices))
      return *closed;
  form.kind = AccessForm::Kind::Table;
  for (int32_t index : indices)
    form.table.push_back(std::max(index, 0));
  return form;
}

} // namespace scanc::prefix
