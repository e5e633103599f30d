//===- tensors.cuh - Tensors drawn at random ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes of up to 8 dimensions at which kernels may go wrong, layouts of arrays
// that have them, and device memory of which every byte is looked at.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_TENSORS_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_TENSORS_CUH

#include "operators.cuh"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Bytes of device memory, between guards, and what they have to be.
class Memory {
public:
  static constexpr uint64_t guard = 256;

  explicit Memory(uint64_t bytes) : host(bytes + 2 * guard, 0x5a) {
    check(cudaMalloc(&device, host.size()));
  }
  Memory(const Memory &) = delete;
  ~Memory() { cudaFree(device); }

  void *pointer(uint64_t byte) const {
    return static_cast<char *>(device) + guard + byte;
  }
  uint64_t get(uint64_t byte, uint64_t size) const {
    uint64_t bits = 0;
    std::memcpy(&bits, &host[guard + byte], size);
    return bits;
  }
  void set(uint64_t byte, uint64_t size, uint64_t bits) {
    std::memcpy(&host[guard + byte], &bits, size);
  }
  void upload() {
    check(cudaMemcpy(device, host.data(), host.size(), cudaMemcpyHostToDevice));
  }
  /// All of it, guards included: on the GPU, and as it has to be.
  unsigned char *begin() const { return static_cast<unsigned char *>(device); }
  const std::vector<unsigned char> &bytes() const { return host; }
  std::vector<unsigned char> download() const {
    std::vector<unsigned char> got(host.size());
    check(cudaMemcpy(got.data(), device, got.size(), cudaMemcpyDeviceToHost));
    return got;
  }
  /// Takes over `size` bytes of what was downloaded, floats of so many bytes,
  /// where they are near enough.
  void allowRounding(const std::vector<unsigned char> &downloaded,
                     uint64_t byte, uint64_t size, uint64_t floatBytes) {
    uint64_t got = 0;
    std::memcpy(&got, &downloaded[guard + byte], size);
    if (areNear(get(byte, size), got, size, floatBytes))
      set(byte, size, got);
  }
  /// How many bytes are not as they have to be.
  uint64_t countWrong() const {
    const std::vector<unsigned char> got = download();
    return std::inner_product(got.begin(), got.end(), host.begin(), uint64_t(0),
                              std::plus<>(), std::not_equal_to<>());
  }

private:
  std::vector<unsigned char> host;
  void *device = nullptr;
};

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

struct TensorShape {
  unsigned rank, axis;
  uint64_t extent[8];

  uint64_t length() const { return extent[axis]; }
  uint64_t chains() const {
    uint64_t count = 1;
    for (unsigned k = 0; k < rank; ++k)
      count *= k == axis ? 1 : extent[k];
    return count;
  }
  std::string text() const {
    std::string all;
    for (unsigned k = 0; k < rank; ++k)
      all += (k ? "," : "(") + std::to_string(extent[k]);
    return all + ") along " + std::to_string(axis);
  }
};

inline void shuffle(Random &random, unsigned *items, unsigned count) {
  std::iota(items, items + count, 0u);
  for (unsigned i = count; i > 1; --i)
    std::swap(items[i - 1], items[below(random, i)]);
}

/// Whichever dimension comes first may be the long one.
inline TensorShape drawTensorShape(Random &random, uint64_t most) {
  TensorShape shape;
  shape.rank = 1 + static_cast<unsigned>(below(random, 8));
  shape.axis = static_cast<unsigned>(below(random, shape.rank));
  unsigned order[8];
  shuffle(random, order, shape.rank);
  uint64_t left = most;
  for (unsigned i = 0; i < shape.rank; ++i) {
    // Else the first ones would leave nothing.
    const uint64_t limit = below(random, 3) ? 1 + below(random, 140) : left;
    left /= shape.extent[order[i]] = drawLength(random, std::min(limit, left));
  }
  if (below(random, 40) == 0)
    shape.extent[below(random, shape.rank)] = 0;
  return shape;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Where the elements of an array of a tensor lie.
struct Layout {
  int64_t stride[8];
  uint64_t ahead; // elements before that of indices 0
  uint64_t span;  // from the lowest to behind the highest

  int64_t place(const uint64_t *index, unsigned rank) const {
    int64_t at = static_cast<int64_t>(ahead);
    for (unsigned k = 0; k < rank; ++k)
      if (index[k] != 0)
        at += stride[k] * static_cast<int64_t>(index[k]);
    return at;
  }
  /// The same, between those of as many others, of which it is number `own`.
  Layout between(unsigned count, unsigned own) const {
    Layout all = *this;
    for (int64_t &each : all.stride)
      each = static_cast<int64_t>(static_cast<uint64_t>(each) * count);
    all.ahead = ahead * count + own;
    all.span = span * count;
    return all;
  }
};

struct LayoutKind {
  bool isOrdered;  // the dimensions lie as they are named
  bool hasGaps;    // between elements
  bool isNegative; // some strides are
  bool isExpanded; // some strides are 0
};

/// Of arrays with `more` elements along the axis.
inline Layout drawLayout(Random &random, const TensorShape &shape,
                         uint64_t more, const LayoutKind &kind) {
  unsigned order[8];
  shuffle(random, order, shape.rank);
  if (kind.isOrdered)
    for (unsigned i = 0; i < shape.rank; ++i)
      order[i] = shape.rank - 1 - i;
  Layout layout = {{}, 0, 1};
  for (unsigned i = 0; i < shape.rank; ++i) {
    const unsigned k = order[i];
    const uint64_t extent = shape.extent[k] + (k == shape.axis ? more : 0);
    int64_t &stride = layout.stride[k];
    if (extent <= 1) { // nobody looks at it
      stride = static_cast<int64_t>(random());
      continue;
    }
    if (kind.isExpanded && below(random, 2) == 0) {
      stride = 0;
      continue;
    }
    stride = static_cast<int64_t>(layout.span);
    if (kind.hasGaps && below(random, 2))
      stride += static_cast<int64_t>(1 + below(random, 3));
    const uint64_t reach = (extent - 1) * static_cast<uint64_t>(stride);
    layout.span += reach;
    if (kind.isNegative && below(random, 2)) {
      layout.ahead += reach;
      stride = -stride;
    }
  }
  return layout;
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_TENSORS_CUH
