//===- Trial.cu - One scan of one buffer, checked -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

using namespace scanc::gputest;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static __global__ void countPoisonLost(const unsigned char *data, size_t bytes,
                                       unsigned long long *changed) {
  for (size_t i = threadIdx.x; i < bytes; i += blockDim.x)
    if (data[i] != GuardedBuffer::poison)
      atomicAdd(changed, 1ull);
}

static __global__ void countUnequalBytes(const unsigned char *a,
                                         const unsigned char *b, size_t bytes,
                                         unsigned long long *unequal) {
  size_t stride = size_t(gridDim.x) * blockDim.x;
  unsigned long long count = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < bytes;
       i += stride)
    count += a[i] != b[i];
  if (count)
    atomicAdd(unequal, count);
}

void scanc::gputest::countUnequal(const void *a, const void *b, size_t bytes,
                                  unsigned long long *unequal,
                                  cudaStream_t stream) {
  if (bytes == 0)
    return;
  auto blocks = static_cast<unsigned>(std::min<size_t>(1056, bytes / 256 + 1));
  countUnequalBytes<<<blocks, 256, 0, stream>>>(
      static_cast<const unsigned char *>(a),
      static_cast<const unsigned char *>(b), bytes, unequal);
  SCANC_CUDA(cudaGetLastError());
}

void *GuardedBuffer::prepare(size_t bytes, size_t shift, bool exact,
                             cudaStream_t stream) {
  size_t zone = exact ? 0 : guard;
  if (exact)
    memory = std::make_unique<DeviceMemory>();
  size = bytes;
  before = zone + shift;
  after = zone;
  memory->reserve(std::max<size_t>(1, before + size + after));
  data = static_cast<unsigned char *>(memory->data()) + before;
  SCANC_CUDA(
      cudaMemsetAsync(memory->data(), poison, before + size + after, stream));
  return data;
}

void GuardedBuffer::checkGuards(unsigned long long *changed,
                                cudaStream_t stream) const {
  if (before)
    countPoisonLost<<<1, 256, 0, stream>>>(data - before, before, changed);
  if (after)
    countPoisonLost<<<1, 256, 0, stream>>>(data + size, after, changed);
  SCANC_CUDA(cudaGetLastError());
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// `size` bytes of each of n elements, `stride` bytes from one to the next.
static __global__ void copyStrided(const unsigned char *from, size_t fromStride,
                                   unsigned char *to, size_t toStride,
                                   unsigned size, uint64_t n) {
  uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < n;
       i += stride)
    for (unsigned k = 0; k < size; ++k)
      to[i * toStride + k] = from[i * fromStride + k];
}

static void copyField(const void *from, size_t fromStride, void *to,
                      size_t toStride, unsigned size, uint64_t n,
                      cudaStream_t stream) {
  if (n == 0)
    return;
  if (fromStride == size && toStride == size) {
    SCANC_CUDA(cudaMemcpyAsync(to, from, n * size, cudaMemcpyDeviceToDevice,
                               stream));
    return;
  }
  auto blocks = static_cast<unsigned>(std::min<uint64_t>(1056, n / 256 + 1));
  copyStrided<<<blocks, 256, 0, stream>>>(
      static_cast<const unsigned char *>(from), fromStride,
      static_cast<unsigned char *>(to), toStride, size, n);
  SCANC_CUDA(cudaGetLastError());
}

GuardedArrays::GuardedArrays(const Layout &layout, bool soa)
    : layout(layout), soa(soa) {
  buffers.resize(soa ? layout.count : 1);
  begins.resize(buffers.size());
}

static unsigned sizeOf(const Layout &layout, bool soa, size_t array) {
  return soa ? bytesOf(layout.kind[array]) : layout.size;
}

static unsigned offsetOf(const Layout &layout, bool soa, size_t array) {
  return soa ? layout.offset[array] : 0;
}

void GuardedArrays::prepare(uint64_t n, unsigned shift, bool exact,
                            cudaStream_t stream) {
  this->n = n;
  for (size_t k = 0; k < buffers.size(); ++k) {
    const size_t size = sizeOf(layout, soa, k);
    begins[k] = buffers[k].prepare(n * size, shift * size, exact, stream);
  }
}

void GuardedArrays::poison(cudaStream_t stream) {
  for (size_t k = 0; k < begins.size(); ++k)
    SCANC_CUDA(cudaMemsetAsync(begins[k], GuardedBuffer::poison,
                               n * sizeOf(layout, soa, k), stream));
}

void GuardedArrays::fill(const void *structures, cudaStream_t stream) {
  for (size_t k = 0; k < begins.size(); ++k) {
    const unsigned size = sizeOf(layout, soa, k);
    copyField(static_cast<const char *>(structures) + offsetOf(layout, soa, k),
              layout.size, begins[k], size, size, n, stream);
  }
}

void GuardedArrays::gather(void *structures, cudaStream_t stream) const {
  for (size_t k = 0; k < begins.size(); ++k) {
    const unsigned size = sizeOf(layout, soa, k);
    copyField(begins[k], size,
              static_cast<char *>(structures) + offsetOf(layout, soa, k),
              layout.size, size, n, stream);
  }
}

void GuardedArrays::checkGuards(unsigned long long *changed,
                                cudaStream_t stream) const {
  for (const GuardedBuffer &buffer : buffers)
    buffer.checkGuards(changed, stream);
}

//===----------------------------------------------------------------------===//
// The trial
//===----------------------------------------------------------------------===//

Trial::Trial(const Launcher &launcher, bool exact)
    : launcher(launcher), reference(makeReference(launcher.scan)), exact(exact),
      input(launcher.scan.elem, launcher.scan.soa),
      output(launcher.scan.out, launcher.scan.soa) {
  if (!reference)
    throw std::runtime_error("no reference for operator '" + launcher.scan.op +
                             "' on these types");
}

std::string Trial::run(uint64_t n, const Placement &placement, Pattern pattern,
                       bool again) {
  const ScanCase &scan = launcher.scan;
  size_t inBytes = n * scan.elem.size, outBytes = n * scan.out.size;
  uint64_t seed = std::hash<std::string>()(scan.name) ^ (n * 0x2545f491u);

  // What goes in.
  original.reserve(std::max<size_t>(1, inBytes));
  SCANC_CUDA(cudaMemsetAsync(original.data(), GuardedBuffer::poison, inBytes,
                             stream)); // padding, too
  reference->generate(original.data(), n, pattern, seed, stream);
  output.prepare(n, placement.outShift, exact, stream);
  if (!placement.inPlace)
    input.prepare(n, placement.inShift, exact, stream);
  GuardedArrays &from = placement.inPlace ? output : input;
  size_t workspaceBytes = launcher.workspaceBytes(n);
  void *work = workspace.prepare(workspaceBytes, 0, exact, stream);
  verdictMemory.reserve(sizeof(Verdict));
  auto *verdict = static_cast<Verdict *>(verdictMemory.data());
  Verdict result{Verdict::none, 0, 0, 0, 0};
  SCANC_CUDA(cudaMemcpyAsync(verdict, &result, sizeof result,
                             cudaMemcpyHostToDevice, stream));

  // Arrays as structures, their padding poisoned.
  auto gather = [&](const GuardedArrays &arrays, DeviceMemory &memory) {
    const size_t bytes = arrays.bytesOfStructures();
    memory.reserve(std::max<size_t>(1, bytes));
    SCANC_CUDA(cudaMemsetAsync(memory.data(), GuardedBuffer::poison, bytes,
                               stream));
    arrays.gather(memory.data(), stream);
  };

  // The scan, once or twice.
  scanc_status status = launcher.initWorkspace(workspaceBytes ? work : nullptr, stream);
  for (int round = 0; round <= again && status == SCANC_OK; ++round) {
    if (round == 1) {
      gather(output, previous);
      if (!placement.inPlace)
        output.poison(stream);
    }
    from.fill(original.data(), stream);
    std::vector<void *> in = from.pointers(), out = output.pointers();
    if (n == 0) {
      std::fill(in.begin(), in.end(), nullptr);
      std::fill(out.begin(), out.end(), nullptr);
    }
    status = launcher.launchArrays(stream, in, out, n,
                                   workspaceBytes ? work : nullptr);
  }
  if (status != SCANC_OK)
    return std::string("status ") + std::to_string(status) + ": " +
           scanc_status_string(status);

  // What came out.
  if (!placement.inPlace) {
    structures.reserve(std::max<size_t>(1, inBytes));
    SCANC_CUDA(cudaMemcpyAsync(structures.data(), original.data(), inBytes,
                               cudaMemcpyDeviceToDevice, stream));
    input.gather(structures.data(), stream);
    input.checkGuards(&verdict->guardBytes, stream);
    countUnequal(structures.data(), original.data(), inBytes,
                 &verdict->inputBytes, stream);
  }
  gather(output, structures);
  const void *out = structures.data();
  reference->check(original.data(), out, n, verdict, stream);
  output.checkGuards(&verdict->guardBytes, stream);
  workspace.checkGuards(&verdict->guardBytes, stream);
  if (again)
    countUnequal(out, previous.data(), outBytes, &verdict->unequalBytes,
                 stream);
  SCANC_CUDA(cudaMemcpyAsync(&result, verdict, sizeof result,
                             cudaMemcpyDeviceToHost, stream));
  SCANC_CUDA(cudaStreamSynchronize(stream));

  std::string message;
  if (result.wrong)
    message +=
        std::to_string(result.wrong) + " of " + std::to_string(n) +
        " wrong, first out[" + std::to_string(result.firstWrong) + "]: " +
        reference->explain(original.data(), out, n, result.firstWrong, stream) +
        "; ";
  if (result.guardBytes)
    message += std::to_string(result.guardBytes) + " bytes written outside; ";
  if (result.inputBytes)
    message += std::to_string(result.inputBytes) + " bytes of the input lost; ";
  if (result.unequalBytes)
    message += std::to_string(result.unequalBytes) +
               " bytes differ in the second run; ";
  if (!message.empty())
    message.resize(message.size() - 2);
  return message;
}
