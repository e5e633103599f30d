//===- Pch.cpp - The target that makes the precompiled header -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target that makes a precompiled header needs a source file; this is it.
//
//===----------------------------------------------------------------------===//
