#===- lit.cfg.py - How lit runs the unit tests ----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//

import os

import lit.formats

config.name = "scanc-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.scanc_obj_root, "test", "Unit")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")

for variable in ("HOME", "LD_LIBRARY_PATH"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
if config.sanitized:
    config.environment["ASAN_OPTIONS"] = "detect_stack_use_after_return=0"
