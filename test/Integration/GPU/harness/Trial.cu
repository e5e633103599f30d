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
// The trial
//===----------------------------------------------------------------------===//

Trial::Trial(const Launcher &launcher, bool exact)
    : launcher(launcher), reference(makeReference(launcher.scan)),
      exact(exact) {
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
  reference->generate(original.data(), n, pattern, seed, stream);
  void *out = output.prepare(outBytes, placement.outShift * scan.out.size,
                             exact, stream);
  void *in = placement.inPlace
                 ? out
                 : input.prepare(inBytes, placement.inShift * scan.elem.size,
                                 exact, stream);
  size_t workspaceBytes = launcher.workspaceBytes(n);
  void *work = workspace.prepare(workspaceBytes, 0, exact, stream);
  verdictMemory.reserve(sizeof(Verdict));
  auto *verdict = static_cast<Verdict *>(verdictMemory.data());
  Verdict result{Verdict::none, 0, 0, 0, 0};
  SCANC_CUDA(cudaMemcpyAsync(verdict, &result, sizeof result,
                             cudaMemcpyHostToDevice, stream));

  // The scan, once or twice.
  scanc_status status = launcher.initWorkspace(workspaceBytes ? work : nullptr, stream);
  for (int round = 0; round <= again && status == SCANC_OK; ++round) {
    if (inBytes)
      SCANC_CUDA(cudaMemcpyAsync(in, original.data(), inBytes,
                                 cudaMemcpyDeviceToDevice, stream));
    if (round == 1) {
      previous.reserve(std::max<size_t>(1, outBytes));
      SCANC_CUDA(cudaMemcpyAsync(previous.data(), out, outBytes,
                                 cudaMemcpyDeviceToDevice, stream));
      if (!placement.inPlace)
        SCANC_CUDA(
            cudaMemsetAsync(out, GuardedBuffer::poison, outBytes, stream));
    }
    status = launcher.launch(stream, n ? in : nullptr, n ? out : nullptr, n,
                             workspaceBytes ? work : nullptr);
  }
  if (status != SCANC_OK)
    return std::string("status ") + std::to_string(status) + ": " +
           scanc_status_string(status);

  // What came out.
  reference->check(original.data(), out, n, verdict, stream);
  output.checkGuards(&verdict->guardBytes, stream);
  workspace.checkGuards(&verdict->guardBytes, stream);
  if (!placement.inPlace) {
    input.checkGuards(&verdict->guardBytes, stream);
    countUnequal(in, original.data(), inBytes, &verdict->inputBytes, stream);
  }
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
