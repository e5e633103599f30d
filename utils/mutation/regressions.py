#===- regressions.py - Mutants that were missed once ----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Mutants that verify missed once and must find from now on, by name."""

REGRESSIONS = [
]
