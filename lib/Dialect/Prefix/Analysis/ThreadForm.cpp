//===- ThreadForm.cpp - How a thread knows that it takes part -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/ThreadForm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

namespace scanc::prefix {

ThreadForm findThreadForm(llvm::ArrayRef<bool> active) {
  ThreadForm form;
  form.first = llvm::find(active, true) - active.begin();
  form.end = active.size();
  assert(form.first < form.end && "some thread is active");
  while (!active[form.end - 1])
    --form.end;
  auto agrees = [&](llvm::function_ref<bool(int64_t)> expected) {
    for (int64_t t = form.first; t < form.end; ++t)
      if (active[t] != expected(t))
        return false;
    return true;
  };

  if (agrees([](int64_t) { return true; }))
    return form;
  int64_t second = form.first + 1;
  while (!active[second])
    ++second;
  if (int64_t step = second - form.first;
      llvm::isPowerOf2_64(step) &&
      agrees([&](int64_t t) { return (t - form.first) % step == 0; })) {
    form.pattern = ThreadPattern::Step;
    form.argument = step;
    return form;
  }
  for (int64_t bit = 0; form.end >> bit; ++bit)
    if (agrees([&](int64_t t) { return t >> bit & 1; })) {
      form.pattern = ThreadPattern::Bit;
      form.argument = bit;
      return form;
    }
  uint32_t mask = 0;
  for (int64_t t = form.first; t < form.end; ++t) {
    mask |= uint32_t(active[t]) << t % 32;
  }
  if (agrees([&](int64_t t) { return mask >> t % 32 & 1; })) {
    form.pattern = ThreadPattern::Mask;
    form.argument = mask;
    return form;
  }
  form.pattern = ThreadPattern::Words;
  form.words.assign((active.size() + 31) / 32, 0);
  for (int64_t t = form.first; t < form.end; ++t)
    form.words[t / 32] |= int32_t(active[t]) << t % 32;
  return form;
}

} // namespace scanc::prefix
