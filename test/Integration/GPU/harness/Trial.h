//===- Trial.h - One scan of one buffer, checked ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trial fills an input, poisons the output and the workspace and the guard
// zones before and after each of the three, launches, and looks at every byte:
//
//   | guard | shift elements | n elements | guard |
//
// Afterwards each output is right, the input is as it was (unless the scan is
// in place), and the guards are untouched. With exact allocations, for
// compute-sanitizer, there are no guards and the allocation ends where the
// data do.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_TRIAL_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_TRIAL_H

#include "Cuda.h"
#include "Launcher.h"
#include "Reference.h"

#include <memory>
#include <string>
#include <vector>

namespace scanc::gputest {

/// Where input and output lie; shifts are in elements.
struct Placement {
  const char *name;
  bool inPlace;
  unsigned inShift, outShift;
};

/// Poisoned device memory with guard zones.
class GuardedBuffer {
public:
  static constexpr size_t guard = 4096;
  static constexpr unsigned char poison = 0xA5;

  /// `bytes` of poison, `shift` bytes behind an aligned address; returns where
  /// they begin. Asynchronous unless the buffer has to grow.
  void *prepare(size_t bytes, size_t shift, bool exact, cudaStream_t stream);
  /// Counts the bytes around the buffer that are poison no more.
  void checkGuards(unsigned long long *changed, cudaStream_t stream) const;

private:
  std::unique_ptr<DeviceMemory> memory = std::make_unique<DeviceMemory>();
  unsigned char *data = nullptr;
  size_t size = 0, before = 0, after = 0;
};

/// The arrays of a scan's input or output: one of structures, or one for each
/// field.
class GuardedArrays {
public:
  GuardedArrays(const Layout &layout, bool soa);

  /// Poisons arrays of n elements, `shift` elements behind aligned addresses.
  void prepare(uint64_t n, unsigned shift, bool exact, cudaStream_t stream);
  /// Poisons the elements alone.
  void poison(cudaStream_t stream);
  /// Takes them from structures.
  void fill(const void *structures, cudaStream_t stream);
  /// Puts them into structures, whose padding stays what it is.
  void gather(void *structures, cudaStream_t stream) const;

  std::vector<void *> pointers() const { return begins; }
  size_t bytesOfStructures() const { return n * layout.size; }
  void checkGuards(unsigned long long *changed, cudaStream_t stream) const;

private:
  const Layout &layout;
  bool soa;
  uint64_t n = 0;
  std::vector<GuardedBuffer> buffers;
  std::vector<void *> begins;
};

class Trial {
public:
  /// `launcher` outlives the trial. Throws if its operator is not known.
  Trial(const Launcher &launcher, bool exact);

  /// Scans `n` elements; returns what went wrong, empty if nothing did. With
  /// `again`, scans a second time with the workspace as the first scan left it
  /// and demands the same bits.
  std::string run(uint64_t n, const Placement &placement, Pattern pattern,
                  bool again);

private:
  const Launcher &launcher;
  std::unique_ptr<Reference> reference;
  bool exact;
  Stream stream;
  DeviceMemory original, previous, structures, verdictMemory;
  GuardedArrays input, output;
  GuardedBuffer workspace;
};

/// Counts the bytes in which two ranges differ.
void countUnequal(const void *a, const void *b, size_t bytes,
                  unsigned long long *unequal, cudaStream_t stream);

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_TRIAL_H
