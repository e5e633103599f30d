//===- ToolName.cpp - What a tool defines ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolError.h"

const llvm::StringLiteral scanc::toolName = "bench-tests";
