//===- Gpu.h - The GPU that is measured -------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context, a stream, memory, events and one kernel: a comparison of bytes,
// which is hand-written PTX (compare.ptx), so that no compiler of ours takes
// part in judging what another part of ours computed.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_GPU_H
#define SCANC_TOOLS_SCANC_BENCH_GPU_H

#include "CudaDriver.h"
#include "Results.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace scanc::bench {

/// What a benchmark calls beside what every tool does.
struct BenchDriver : CudaDriver {
  int (*cuDriverGetVersion)(int *version);
  int (*cuDeviceTotalMem_v2)(size_t *bytes, int device);
  int (*cuMemGetInfo_v2)(size_t *free, size_t *total);
  int (*cuMemcpyDtoDAsync_v2)(DevicePointer to, DevicePointer from,
                              size_t bytes, CUstream_st *stream);
  int (*cuMemsetD8Async)(DevicePointer to, unsigned char value, size_t bytes,
                         CUstream_st *stream);
  int (*cuEventSynchronize)(void *event);
  int (*cuStreamBeginCapture_v2)(CUstream_st *stream, int mode);
  int (*cuStreamEndCapture)(CUstream_st *stream, void **graph);
  int (*cuGraphInstantiateWithFlags)(void **executable, void *graph,
                                     unsigned long long flags);
  int (*cuGraphLaunch)(void *executable, CUstream_st *stream);
  int (*cuGraphDestroy)(void *graph);
  int (*cuGraphExecDestroy)(void *executable);
  int (*cuModuleLoadData)(void **module, const void *image);
  int (*cuModuleGetFunction)(void **function, void *module, const char *name);
  int (*cuLaunchKernel)(void *function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes,
                        CUstream_st *stream, void **arguments, void **extra);

  static llvm::Expected<BenchDriver> open();
};

/// Memory of the GPU, freed at the end of its scope.
class DeviceMemory {
public:
  explicit DeviceMemory(const BenchDriver &driver) : driver(driver) {}
  ~DeviceMemory() { free(); }
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;

  /// Holds at least `bytes` afterwards; what it held is lost if it grows.
  llvm::Error reserve(size_t bytes);
  void free();

  DevicePointer address() const { return pointer; }
  size_t size() const { return bytes; }

private:
  const BenchDriver &driver;
  DevicePointer pointer = 0;
  size_t bytes = 0;
};

/// What is put into a stream at once, ready to be launched again and again.
class Graph {
public:
  explicit Graph(const BenchDriver &driver) : driver(driver) {}
  ~Graph();
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  /// Captures what `work` puts into the stream; nothing of that runs.
  llvm::Error capture(CUstream_st *stream,
                      llvm::function_ref<llvm::Error()> work);
  llvm::Error launch(CUstream_st *stream) const;

private:
  const BenchDriver &driver;
  void *executable = nullptr;
};

/// Where two arrays of bytes differ.
struct Difference {
  uint64_t words = 0; ///< So many 4-byte words do.
  uint64_t firstByte = 0;
};

class Gpu {
public:
  /// The first GPU. The error has status 3.
  static llvm::Expected<std::unique_ptr<Gpu>> open();
  ~Gpu();
  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;

  const BenchDriver &driver() const { return api; }
  const Machine &machine() const { return about; }
  CUstream_st *stream() const { return theStream; }

  llvm::Expected<uint64_t> freeMemory() const;
  llvm::Error synchronize(llvm::StringRef what) const;

  /// Microseconds that `work` takes in the stream, by events around it.
  llvm::Expected<double> time(llvm::function_ref<llvm::Error()> work) const;

  /// Compares `bytes` bytes at two addresses that are multiples of 4; of each
  /// `mask.size()` bytes only those whose mask is not 0.
  llvm::Expected<std::optional<Difference>>
  compare(DevicePointer got, DevicePointer expected, uint64_t bytes,
          llvm::ArrayRef<uint8_t> mask);

private:
  explicit Gpu(const BenchDriver &driver)
      : api(driver), maskMemory(api), resultMemory(api) {}
  llvm::Error start();
  llvm::Error compareRest(DevicePointer got, DevicePointer expected,
                          uint64_t from, uint64_t to,
                          llvm::ArrayRef<uint8_t> mask, Difference &found);

  BenchDriver api;
  Machine about;
  int device = 0;
  CUstream_st *theStream = nullptr;
  void *events[2] = {};
  void *compareKernel = nullptr;
  DeviceMemory maskMemory, resultMemory;
};

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_GPU_H
