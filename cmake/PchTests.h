//===- PchTests.h - GoogleTest, precompiled ---------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What unit tests include besides, on top of PchLlvm.h or of PchPrefix.h.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CMAKE_PCHTESTS_H
#define SCANC_CMAKE_PCHTESTS_H

#include <gtest/gtest.h>

#endif // SCANC_CMAKE_PCHTESTS_H
