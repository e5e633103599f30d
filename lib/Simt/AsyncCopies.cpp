//===- AsyncCopies.cpp - The outstanding copies of a launch ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "llvm/ADT/STLExtras.h"

using namespace scanc::simt;

AsyncCopies::AsyncCopies(const LaunchOptions &options) {
  if (options.asyncCompletion == LaunchOptions::AsyncCompletion::Random ||
      options.schedule == LaunchOptions::Schedule::Random)
    random.emplace(options.seed);
}

AsyncCopy &AsyncCopies::add(AsyncCopy copy) {
  copy.number = nextNumber++;
  ++count;
  Queue &queue = queues[copy.issuer];
  queue.push_back(std::move(copy));
  return queue.back();
}

void AsyncCopies::remove(const AsyncCopy &copy) {
  Queue &queue = queues[copy.issuer];
  queue.erase(queue.begin() + (&copy - queue.begin()));
  --count;
}

llvm::ArrayRef<AsyncCopy> AsyncCopies::of(const Thread &issuer) const {
  auto found = queues.find(&issuer);
  if (found == queues.end())
    return {};
  return found->second;
}

AsyncCopy *AsyncCopies::pick(const Thread &issuer, Filter filter) {
  auto found = queues.find(&issuer);
  if (found == queues.end())
    return nullptr;
  candidates.clear();
  for (AsyncCopy &copy : found->second)
    if (filter(copy))
      candidates.push_back(&copy);
  return choose();
}

AsyncCopy *AsyncCopies::pick(Filter filter) {
  candidates.clear();
  for (auto &[issuer, queue] : queues)
    for (AsyncCopy &copy : queue)
      if (filter(copy))
        candidates.push_back(&copy);
  return choose();
}

AsyncCopy *AsyncCopies::choose() {
  if (candidates.empty())
    return nullptr;
  if (random)
    return candidates[(*random)() % candidates.size()];
  return *llvm::min_element(candidates,
                            [](const AsyncCopy *a, const AsyncCopy *b) {
                              return a->number < b->number;
                            });
}
