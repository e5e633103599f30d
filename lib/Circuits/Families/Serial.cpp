//===- Serial.cpp - The serial circuit ------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   0 1 2 3 4 5 6 7
//   +-* | | | | | |
//   | +-* | | | | |    column i reads column i-1, one after another
//   | | +-* | | | |
//   | | | +-* | | |    size n-1, the least; depth n-1, the most
//   | | | | +-* | |
//   | | | | | +-* |
//   | | | | | | +-*
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Generators.h"

using namespace scanc::circuits;

Network scanc::circuits::serial(int64_t width) {
  ColumnBuilder columns(width, width - 1);
  for (int64_t i = 1; i < width; ++i) {
    columns.combine(i - 1, i);
    columns.endStage();
  }
  return columns.finish();
}
