//===- Workers.h - Threads that share the runs of a scan --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs of kernels are independent of each other, so OS threads may share them;
// what comes out must not depend on how. Work is a list whose items are taken
// in order. An item that fails ends the list: all before it have been taken by
// then, and are finished, so the first failure in the order of the list is
// known whatever the threads did.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_WORKERS_H
#define SCANC_LIB_VERIFY_WORKERS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace scanc::verify {

class Workers {
public:
  explicit Workers(unsigned threads);
  ~Workers();

  /// Calls `item` with 0 to count - 1 on the threads, and waits for them.
  /// Returns the first for which it said false, or `count`; later ones may have
  /// been left out. May be called from several threads, which are none of the
  /// workers.
  size_t forEach(size_t count, llvm::function_ref<bool(size_t)> item);

private:
  void work();

  std::mutex mutex;
  std::condition_variable hasWork;
  std::deque<std::function<void()>> tasks;
  bool isOver = false;
  std::vector<std::thread> threads;
};

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_WORKERS_H
