//===- Gpu.cpp - The GPU that is measured ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu.h"
#include "ToolError.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <numeric>

extern "C" const char scanc_bench_compare_ptx[]; // compare.ptx

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Driver and memory
//===----------------------------------------------------------------------===//

Expected<BenchDriver> BenchDriver::open() {
  Expected<CudaDriver> common = CudaDriver::open();
  if (!common)
    return common.takeError();
  BenchDriver driver;
  static_cast<CudaDriver &>(driver) = *common;
  // It is open already.
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  std::string missing;
  auto find = [&](const char *name, auto &function) {
    void *address = library ? dlsym(library, name) : nullptr;
    if (!address && missing.empty())
      missing = name;
    std::memcpy(&function, &address, sizeof(function));
  };
#define SCANC_FIND(NAME) find(#NAME, driver.NAME)
  SCANC_FIND(cuDriverGetVersion);
  SCANC_FIND(cuDeviceTotalMem_v2);
  SCANC_FIND(cuMemGetInfo_v2);
  SCANC_FIND(cuMemcpyDtoDAsync_v2);
  SCANC_FIND(cuMemsetD8Async);
  SCANC_FIND(cuEventSynchronize);
  SCANC_FIND(cuStreamBeginCapture_v2);
  SCANC_FIND(cuStreamEndCapture);
  SCANC_FIND(cuGraphInstantiateWithFlags);
  SCANC_FIND(cuGraphLaunch);
  SCANC_FIND(cuGraphDestroy);
  SCANC_FIND(cuGraphExecDestroy);
  SCANC_FIND(cuModuleLoadData);
  SCANC_FIND(cuModuleGetFunction);
  SCANC_FIND(cuLaunchKernel);
#undef SCANC_FIND
  if (!missing.empty())
    return toolFailed("no GPU: the CUDA driver has no " + missing);
  return driver;
}

void DeviceMemory::free() {
  if (pointer)
    driver.cuMemFree_v2(pointer);
  pointer = 0;
  bytes = 0;
}

Error DeviceMemory::reserve(size_t wanted) {
  if (wanted <= bytes)
    return Error::success();
  free();
  if (Error error =
          driver.check(driver.cuMemAlloc_v2(&pointer, wanted),
                       "allocating " + std::to_string(wanted) + " bytes"))
    return error;
  bytes = wanted;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

Graph::~Graph() {
  if (executable)
    driver.cuGraphExecDestroy(executable);
}

Error Graph::capture(CUstream_st *stream, llvm::function_ref<Error()> work) {
  constexpr int threadLocal = 1; // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
  if (Error error =
          driver.check(driver.cuStreamBeginCapture_v2(stream, threadLocal),
                       "cuStreamBeginCapture"))
    return error;
  Error failed = work();
  void *graph = nullptr;
  // Whatever happened, the stream must leave the capture.
  Error ended = driver.check(driver.cuStreamEndCapture(stream, &graph),
                             "cuStreamEndCapture");
  if (failed || ended)
    return llvm::joinErrors(std::move(failed), std::move(ended));
  Error made = driver.check(
      driver.cuGraphInstantiateWithFlags(&executable, graph, /*flags=*/0),
      "cuGraphInstantiate");
  driver.cuGraphDestroy(graph);
  return made;
}

Error Graph::launch(CUstream_st *stream) const {
  return driver.check(driver.cuGraphLaunch(executable, stream),
                      "cuGraphLaunch");
}

//===----------------------------------------------------------------------===//
// The GPU
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<Gpu>> Gpu::open() {
  Expected<BenchDriver> driver = BenchDriver::open();
  if (!driver)
    return driver.takeError();
  std::unique_ptr<Gpu> gpu(new Gpu(*driver));
  if (Error error = gpu->start())
    return error;
  return gpu;
}

Error Gpu::start() {
  constexpr int l2CacheSize = 38; // CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE
  int major = 0, minor = 0, l2 = 0;
  size_t memory = 0;
  char name[256] = {};
  void *context = nullptr, *module = nullptr;
  auto attribute = [&](int &value, int which) {
    return api.cuDeviceGetAttribute(&value, which, device);
  };
  // The first call that fails ends it.
  llvm::StringRef failed;
  int result = 0;
  auto call = [&](llvm::StringRef what, auto &&function) {
    if (result == 0 && (result = function()) != 0)
      failed = what;
  };
  call("cuDeviceGet", [&] { return api.cuDeviceGet(&device, 0); });
  call("cuDeviceGetName",
       [&] { return api.cuDeviceGetName(name, sizeof(name) - 1, device); });
  call("cuDeviceGetAttribute", [&] {
    return attribute(about.multiprocessors,
                     static_cast<int>(DeviceAttribute::Multiprocessors));
  });
  call("cuDeviceGetAttribute", [&] {
    return attribute(major, static_cast<int>(DeviceAttribute::CapabilityMajor));
  });
  call("cuDeviceGetAttribute", [&] {
    return attribute(minor, static_cast<int>(DeviceAttribute::CapabilityMinor));
  });
  call("cuDeviceGetAttribute", [&] { return attribute(l2, l2CacheSize); });
  call("cuDeviceTotalMem",
       [&] { return api.cuDeviceTotalMem_v2(&memory, device); });
  call("cuDriverGetVersion",
       [&] { return api.cuDriverGetVersion(&about.driver); });
  call("cuDevicePrimaryCtxRetain",
       [&] { return api.cuDevicePrimaryCtxRetain(&context, device); });
  call("cuCtxSetCurrent", [&] { return api.cuCtxSetCurrent(context); });
  call("cuStreamCreate", [&] { return api.cuStreamCreate(&theStream, 0); });
  for (void *&event : events)
    call("cuEventCreate", [&] { return api.cuEventCreate(&event, 0); });
  call("loading compare.ptx",
       [&] { return api.cuModuleLoadData(&module, scanc_bench_compare_ptx); });
  call("cuModuleGetFunction", [&] {
    return api.cuModuleGetFunction(&compareKernel, module,
                                   "scanc_bench_compare");
  });
  about.gpu = name;
  about.arch = "sm_" + std::to_string(10 * major + minor);
  about.l2Bytes = l2;
  about.memoryBytes = memory;
  return api.check(result, failed);
}

Gpu::~Gpu() {
  maskMemory.free();
  resultMemory.free();
  for (void *event : events)
    if (event)
      api.cuEventDestroy_v2(event);
  if (theStream)
    api.cuStreamDestroy_v2(theStream);
  api.cuDevicePrimaryCtxRelease_v2(device);
}

Expected<uint64_t> Gpu::freeMemory() const {
  size_t free = 0, total = 0;
  if (Error error =
          api.check(api.cuMemGetInfo_v2(&free, &total), "cuMemGetInfo"))
    return error;
  return free;
}

Error Gpu::synchronize(llvm::StringRef what) const {
  return api.check(api.cuStreamSynchronize(theStream), what);
}

Expected<double> Gpu::time(llvm::function_ref<Error()> work) const {
  if (Error error =
          api.check(api.cuEventRecord(events[0], theStream), "cuEventRecord"))
    return error;
  if (Error error = work())
    return error;
  if (Error error =
          api.check(api.cuEventRecord(events[1], theStream), "cuEventRecord"))
    return error;
  if (Error error =
          api.check(api.cuEventSynchronize(events[1]), "running a batch"))
    return error;
  float milliseconds = 0;
  if (Error error =
          api.check(api.cuEventElapsedTime(&milliseconds, events[0], events[1]),
                    "cuEventElapsedTime"))
    return error;
  return 1000.0 * milliseconds;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// The last bytes, fewer than a word, on the host.
Error Gpu::compareRest(DevicePointer got, DevicePointer expected, uint64_t from,
                       uint64_t to, llvm::ArrayRef<uint8_t> mask,
                       Difference &found) {
  uint8_t a[4], b[4];
  if (from == to)
    return Error::success();
  for (auto [host, address] : {std::pair(a, got), std::pair(b, expected)})
    if (Error error =
            api.check(api.cuMemcpyDtoH_v2(host, address + from, to - from),
                      "copying outputs"))
      return error;
  for (uint64_t at = from; at < to; ++at)
    if (mask[at % mask.size()] && a[at - from] != b[at - from]) {
      if (!found.words++)
        found.firstByte = at;
      break;
    }
  return Error::success();
}

Expected<std::optional<Difference>> Gpu::compare(DevicePointer got,
                                                 DevicePointer expected,
                                                 uint64_t bytes,
                                                 llvm::ArrayRef<uint8_t> mask) {
  // The mask as whole words, so often as makes it end where an element does.
  std::vector<uint8_t> words(std::lcm<size_t>(mask.size(), 4));
  for (auto [index, byte] : llvm::enumerate(words))
    byte = mask[index % mask.size()] ? 0xff : 0;
  uint64_t result[2] = {0, ~uint64_t(0)};
  uint64_t count = bytes / 4;
  if (Error error = maskMemory.reserve(words.size()))
    return error;
  if (Error error = resultMemory.reserve(sizeof(result)))
    return error;
  if (Error error = api.check(
          api.cuMemcpyHtoD_v2(maskMemory.address(), words.data(), words.size()),
          "copying a mask"))
    return error;
  if (Error error = api.check(
          api.cuMemcpyHtoD_v2(resultMemory.address(), result, sizeof(result)),
          "copying a count"))
    return error;
  if (count) {
    DevicePointer maskAt = maskMemory.address();
    DevicePointer resultAt = resultMemory.address();
    uint64_t period = words.size() / 4;
    void *arguments[] = {&got, &expected, &maskAt, &period, &count, &resultAt};
    constexpr unsigned threads = 256;
    const unsigned blocks =
        std::min<uint64_t>((count + threads - 1) / threads, 4096);
    if (Error error = api.check(api.cuLaunchKernel(compareKernel, blocks, 1, 1,
                                                   threads, 1, 1, 0, theStream,
                                                   arguments, nullptr),
                                "comparing outputs"))
      return error;
    if (Error error = synchronize("comparing outputs"))
      return error;
  }
  if (Error error = api.check(
          api.cuMemcpyDtoH_v2(result, resultMemory.address(), sizeof(result)),
          "copying a count"))
    return error;
  Difference found{result[0], result[0] ? 4 * result[1] : 0};
  if (Error error = compareRest(got, expected, 4 * count, bytes, mask, found))
    return error;
  if (!found.words)
    return std::nullopt;
  return found;
}
