//===- Names.cpp - What belongs in a table --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A bf16x2 is another word.
const char *type = "bf16";
const char *arch = "sm_120";
const char *strategy = "one_launch_streaming";
