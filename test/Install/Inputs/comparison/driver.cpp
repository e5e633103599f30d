//===- driver.cpp - What docs/comparison/application.hpp calls, on the CPU ===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libcuda.so.1 with one stream, which a thread works through. Memory of the
// GPU is memory of the CPU.
//
//===----------------------------------------------------------------------===//

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace {
using address = unsigned long long;

class Stream {
public:
  Stream() {
    std::thread([this] { work(); }).detach();
  }
  void put(std::function<void()> step) {
    std::lock_guard<std::mutex> lock(mutex);
    steps.push_back(std::move(step));
    changed.notify_all();
  }
  void synchronize() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return steps.empty(); });
  }

private:
  void work() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return !steps.empty(); });
      std::function<void()> step = steps.front();
      lock.unlock();
      step();
      lock.lock();
      steps.pop_front();
      changed.notify_all();
    }
  }
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> steps; // the first one is at work
};

Stream &stream() {
  static Stream *only = new Stream;
  return *only;
}

template <class T> T *at(address memory) {
  return reinterpret_cast<T *>(memory);
}
} // namespace

extern "C" {
int cuInit(unsigned) { return 0; }
int cuDevicePrimaryCtxRetain(void **, int) { return 0; }
int cuCtxSetCurrent(void *) { return 0; }
int cuStreamCreate(void **made, unsigned) {
  *made = &stream();
  return 0;
}
int cuMemAlloc_v2(address *memory, std::size_t bytes) {
  *memory = reinterpret_cast<address>(std::malloc(bytes));
  return 0;
}
int cuMemAllocHost_v2(void **memory, std::size_t bytes) {
  *memory = std::malloc(bytes);
  return 0;
}
int cuMemsetD8Async(address to, unsigned char value, std::size_t bytes,
                    void *) {
  stream().put([=] { std::memset(at<void>(to), value, bytes); });
  return 0;
}
int cuMemcpyHtoDAsync_v2(address to, const void *from, std::size_t bytes,
                         void *) {
  stream().put([=] { std::memcpy(at<void>(to), from, bytes); });
  return 0;
}
int cuMemcpyDtoHAsync_v2(void *to, address from, std::size_t bytes, void *) {
  stream().put([=] { std::memcpy(to, at<void>(from), bytes); });
  return 0;
}
int cuLaunchHostFunc(void *, void (*function)(void *), void *data) {
  stream().put([=] { function(data); });
  return 0;
}
int cuStreamSynchronize(void *) {
  stream().synchronize();
  return 0;
}
}
