//===- Workers.cpp - Threads that share the runs of a scan ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include <algorithm>

using namespace scanc::verify;

Workers::Workers(unsigned count) {
  for (unsigned i = 0; i < std::max(count, 1u); ++i)
    threads.emplace_back([this] { work(); });
}

Workers::~Workers() {
  {
    std::lock_guard lock(mutex);
    isOver = true;
  }
  hasWork.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void Workers::work() {
  while (true) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex);
      hasWork.wait(lock, [&] { return isOver || !tasks.empty(); });
      if (tasks.empty())
        return;
      task = std::move(tasks.front());
      tasks.pop_front();
    }
    task();
  }
}

size_t Workers::forEach(size_t count, llvm::function_ref<bool(size_t)> item) {
  struct List {
    std::mutex mutex;
    std::condition_variable changed;
    size_t next = 0, failed, running = 0;
  } list;
  list.failed = count;
  auto takeItems = [&] {
    std::unique_lock lock(list.mutex);
    while (list.next < list.failed) {
      const size_t mine = list.next++;
      lock.unlock();
      const bool isRight = item(mine);
      lock.lock();
      if (!isRight)
        list.failed = std::min(list.failed, mine);
    }
    if (--list.running == 0)
      list.changed.notify_all();
  };
  const size_t helpers = std::min(count, threads.size());
  list.running = helpers;
  {
    std::lock_guard lock(mutex);
    for (size_t i = 0; i < helpers; ++i)
      tasks.emplace_back(takeItems);
  }
  hasWork.notify_all();
  std::unique_lock lock(list.mutex);
  list.changed.wait(lock, [&] { return list.running == 0; });
  return list.failed;
}
