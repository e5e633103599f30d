//===- Fiber.h - A flow of control with its own stack -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few lines between the machine and Boost.Context's fcontext, which is a
// bare exchange of callee-saved registers and stacks. A fibre stays on one OS
// thread for life.
//
// Under AddressSanitizer each switch is announced, so that it knows which
// stack is in use.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_FIBER_H
#define SCANC_LIB_SIMT_FIBER_H

#include "StackPool.h"
#include <boost/context/detail/fcontext.hpp>
#include <cstdint>

#if __has_feature(address_sanitizer)
#define SCANC_SIMT_ASAN 1
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
#define SCANC_SIMT_ASAN 0
#endif

namespace scanc::simt {

/// A fibre that is suspended, or the place where the running one will be left.
class Fiber {
public:
  /// Makes the next switch to this fibre call `body()` on `stack`. The body
  /// must never return; it leaves for good by finish().
  template <void (*body)()> void start(Stack stack) {
    context = boost::context::detail::make_fcontext(
        stack.top, stack.size(), [](boost::context::detail::transfer_t from) {
          arrive(from, /*fakeStack=*/nullptr);
          body();
        });
#if SCANC_SIMT_ASAN
    bottom = stack.bottom;
    size = stack.size();
    forgetFrames(stack);
#endif
  }

  /// Leaves the running fibre, to be known as `from`, for `to`; returns when
  /// somebody switches to `from`.
  static void switchTo(Fiber &from, Fiber &to) {
    void *fakeStack = nullptr;
#if SCANC_SIMT_ASAN
    __sanitizer_start_switch_fiber(&fakeStack, to.bottom, to.size);
#endif
    arrive(boost::context::detail::jump_fcontext(to.context, &from), fakeStack);
  }

  /// Leaves the running fibre for good.
  [[noreturn]] static void finish(Fiber &from, Fiber &to) {
#if SCANC_SIMT_ASAN
    __sanitizer_start_switch_fiber(nullptr, to.bottom, to.size);
#endif
    boost::context::detail::jump_fcontext(to.context, &from);
    __builtin_unreachable();
  }

private:
#if SCANC_SIMT_ASAN
  /// The frames that an earlier fibre left for good are still marked as in use.
  /// (Unpoisoning is for users' poison, which is off:
  /// cmake/SanitizerOptions.c.)
  __attribute__((no_sanitize("address"))) static void
  forgetFrames(const Stack &stack) {
    size_t scale, offset;
    __asan_get_shadow_mapping(&scale, &offset);
    auto shadowOf = [&](void *address) {
      return reinterpret_cast<volatile char *>(
          (reinterpret_cast<uintptr_t>(address) >> scale) + offset);
    };
    for (volatile char *byte = shadowOf(stack.bottom);
         byte < shadowOf(stack.top); ++byte)
      *byte = 0;
  }
#endif

  /// First thing after every switch: notes where the fibre left is suspended.
  static void arrive(boost::context::detail::transfer_t transfer,
                     [[maybe_unused]] void *fakeStack) {
    Fiber &from = *static_cast<Fiber *>(transfer.data);
    from.context = transfer.fctx;
#if SCANC_SIMT_ASAN
    __sanitizer_finish_switch_fiber(fakeStack, &from.bottom, &from.size);
#endif
  }

  boost::context::detail::fcontext_t context = nullptr;
#if SCANC_SIMT_ASAN
  const void *bottom = nullptr;
  size_t size = 0;
#endif
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_FIBER_H
