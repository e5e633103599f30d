/*===- SanitizerOptions.c - Defaults of the sanitized executables
-----------===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Debian's LLVM is not instrumented, and our code inlines some of its headers:
|* an arena that our half of an allocator poisons, its half writes to, unaware;
|* the same holds for the unused ends of containers. Both checks would only
|* report that.
|*
\*===----------------------------------------------------------------------===*/

const char *__asan_default_options(void);

const char *__asan_default_options(void) {
  return "allow_user_poisoning=0:detect_container_overflow=0";
}
