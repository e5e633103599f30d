//===- cases.cuh - A tensor, its arrays and what must come out ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case is a scan, a shape, arrays that lie somehow, and states of chains. A
// loop on the CPU makes of their memory what a launch has to leave there.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_CASES_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_CASES_CUH

#include "scans.cuh"
#include "tensors.cuh"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// One of a case: where it lies, and in which memory.
struct Array {
  std::shared_ptr<Memory> memory;
  Layout layout;
  uint64_t size, shift; // bytes of an element, elements before the lowest

  uint64_t byteOf(int64_t place) const {
    return (shift + static_cast<uint64_t>(place)) * size;
  }
  void *pointer() const {
    return memory->pointer(byteOf(static_cast<int64_t>(layout.ahead)));
  }
};

/// How the arrays of a case lie to each other.
struct Style {
  bool isBetween, isInPlace, isShared;
  LayoutKind kind;

  std::string text() const {
    return std::string(isBetween   ? ", between"
                       : isInPlace ? ", in place"
                                   : "") +
           (isShared ? ", alike" : "") +
           (kind.isOrdered ? ", ordered" : ", permuted") +
           (kind.hasGaps ? ", gaps" : "") +
           (kind.isNegative ? ", negative" : "") +
           (kind.isExpanded ? ", expanded" : "");
  }
};

inline Style drawStyle(Random &random, const Scan &scan) {
  Style style;
  style.isBetween = scan.areOneSize() && below(random, 6) == 0;
  style.isInPlace =
      !style.isBetween && scan.mayReplace && below(random, 3) == 0;
  style.isShared = style.isBetween || below(random, 2);
  style.kind = {below(random, 2) == 0, below(random, 3) == 0,
                below(random, 3) == 0, below(random, 3) == 0};
  if (style.isShared)
    style.kind.isExpanded = false;
  return style;
}

/// The inputs and then the outputs. Of those in place, an output is the input
/// of its number.
inline std::vector<Array> drawArrays(Random &random, const Scan &scan,
                                     const TensorShape &shape,
                                     const Style &style) {
  const uint64_t more = scan.kind == Kind::Total;
  const auto count = static_cast<unsigned>(scan.sizes.size());
  const Layout shared = drawLayout(random, shape, more, style.kind);
  std::vector<Array> arrays;
  std::shared_ptr<Memory> all;
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t size = scan.sizes[i];
    const bool isInput = i < scan.inputs;
    if (!isInput && style.isInPlace && i - scan.inputs < scan.inputs &&
        scan.sizes[i - scan.inputs] == size) {
      arrays.push_back(arrays[i - scan.inputs]);
      continue;
    }
    LayoutKind kind = style.kind;
    kind.isExpanded = kind.isExpanded && isInput && !style.isInPlace;
    Layout layout =
        style.isShared ? shared : drawLayout(random, shape, more, kind);
    if (style.isBetween)
      layout = layout.between(count, i);
    const uint64_t shift = style.isBetween ? 0 : below(random, 5);
    std::shared_ptr<Memory> memory = all;
    if (!memory)
      memory = std::make_shared<Memory>((shift + layout.span) * size);
    if (style.isBetween)
      all = memory;
    arrays.push_back({memory, layout, size, shift});
  }
  return arrays;
}

/// Calls `visit` with the number of each chain, and with its first element.
template <class Visit>
void forEachChain(const TensorShape &shape, Visit visit) {
  uint64_t index[8] = {};
  const uint64_t chains = shape.chains();
  for (uint64_t chain = 0; chain < chains; ++chain) {
    visit(chain, index);
    for (unsigned k = shape.rank; k-- > 0;) {
      if (k == shape.axis)
        continue;
      if (++index[k] < shape.extent[k])
        break;
      index[k] = 0;
    }
  }
}

/// Calls `visit` with the byte of each element of a chain.
template <class Visit>
void forEachElement(const TensorShape &shape, const Array &array,
                    const uint64_t *index, uint64_t n, Visit visit) {
  const int64_t first = array.layout.place(index, shape.rank);
  const int64_t stride = n > 1 ? array.layout.stride[shape.axis] : 0;
  for (uint64_t k = 0; k < n; ++k)
    visit(k, array.byteOf(first + static_cast<int64_t>(k) * stride));
}

/// Elements that lie in one place are drawn again and again.
inline void drawElements(Random &random, const Scan &scan,
                         const TensorShape &shape,
                         const std::vector<Array> &arrays) {
  for (unsigned i = 0; i < scan.inputs; ++i)
    forEachChain(shape, [&](uint64_t, const uint64_t *index) {
      forEachElement(shape, arrays[i], index, shape.length(),
                     [&](uint64_t, uint64_t byte) {
                       arrays[i].memory->set(byte, arrays[i].size,
                                             scan.draw(random, i));
                     });
    });
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Of chains, in device memory, or none.
class ChainStates {
public:
  /// Of a scan that takes them: mostly, or always.
  ChainStates(Random &random, uint64_t chains, const Scan &scan,
              bool areAlways = false)
      : size(scan.stateBytes),
        areGiven(size != 0 && (areAlways || below(random, 4) != 0)),
        shift(below(random, 3) * size),
        memory(areGiven ? shift + chains * size : 0) {
    for (uint64_t chain = 0; areGiven && chain < chains; ++chain)
      set(chain, scan.drawState(random));
    memory.upload();
  }
  explicit operator bool() const { return areGiven; }
  void *pointer() const { return areGiven ? memory.pointer(shift) : nullptr; }
  uint64_t get(uint64_t chain) const {
    return areGiven ? memory.get(shift + chain * size, size) : 0;
  }
  void set(uint64_t chain, uint64_t bits) {
    if (areGiven)
      memory.set(shift + chain * size, size, bits);
  }
  uint64_t countWrong() const { return memory.countWrong(); }
  /// Takes over what is on the GPU, where it is near enough.
  void allowRounding(uint64_t chains, uint64_t floatBytes) {
    if (!areGiven)
      return;
    const std::vector<unsigned char> got = memory.download();
    for (uint64_t chain = 0; chain < chains; ++chain)
      memory.allowRounding(got, shift + chain * size, size, floatBytes);
  }
  /// Of all chains.
  const Memory &getMemory() const { return memory; }

private:
  uint64_t size;
  bool areGiven;
  uint64_t shift;
  Memory memory;
};

//===----------------------------------------------------------------------===//
// What must come out
//===----------------------------------------------------------------------===//

/// What a scan gives, in the arrays' memory and in `finals`.
inline void expect(const Scan &scan, const TensorShape &shape,
                   const std::vector<Array> &arrays, const ChainStates &initial,
                   ChainStates &finals) {
  const uint64_t n = shape.length();
  const uint64_t written = n + (scan.kind == Kind::Total);
  const unsigned outputs = static_cast<unsigned>(arrays.size()) - scan.inputs;
  Chain chain;
  chain.n = n;
  chain.in.assign(scan.inputs, std::vector<uint64_t>(n));
  chain.out.assign(outputs, std::vector<uint64_t>(written));
  forEachChain(shape, [&](uint64_t number, const uint64_t *index) {
    for (unsigned i = 0; i < scan.inputs; ++i)
      forEachElement(shape, arrays[i], index, n, [&](uint64_t k, uint64_t at) {
        chain.in[i][k] = arrays[i].memory->get(at, arrays[i].size);
      });
    finals.set(number,
               scan.reference(scan.kind, scan.reverse, chain,
                              static_cast<bool>(initial), initial.get(number)));
    for (unsigned i = 0; i < outputs; ++i) {
      const Array &to = arrays[scan.inputs + i];
      forEachElement(shape, to, index, written, [&](uint64_t k, uint64_t at) {
        to.memory->set(at, to.size, chain.out[i][k]);
      });
    }
  });
}

/// Behind `expect` and a launch: of floats, whose last places depend on the
/// order of combines, what is near enough on the GPU is what was expected. A
/// launch of the same has to leave the same bits again.
inline void allowRounding(const Scan &scan, const TensorShape &shape,
                          const std::vector<Array> &arrays,
                          ChainStates &finals) {
  if (scan.floatBytes == 0)
    return;
  check(cudaDeviceSynchronize());
  const uint64_t written = shape.length() + (scan.kind == Kind::Total);
  for (size_t i = scan.inputs; i < arrays.size(); ++i) {
    const Array &array = arrays[i];
    const std::vector<unsigned char> got = array.memory->download();
    forEachChain(shape, [&](uint64_t, const uint64_t *index) {
      forEachElement(
          shape, array, index, written, [&](uint64_t, uint64_t byte) {
            array.memory->allowRounding(got, byte, array.size, scan.floatBytes);
          });
    });
  }
  finals.allowRounding(shape.chains(), scan.floatBytes);
}

inline scanc_tensor tensorOf(const TensorShape &shape,
                             const std::vector<Array> &arrays) {
  scanc_tensor tensor;
  std::memset(&tensor, 0xee, sizeof tensor); // what nobody looks at
  tensor.rank = shape.rank;
  tensor.axis = shape.axis;
  for (unsigned k = 0; k < shape.rank; ++k) {
    tensor.extent[k] = shape.extent[k];
    for (size_t i = 0; i < arrays.size(); ++i)
      tensor.stride[i][k] = arrays[i].layout.stride[k];
  }
  return tensor;
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_CASES_CUH
