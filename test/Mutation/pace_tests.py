#===- pace_tests.py - Kernels without the waits that only take time -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Kernels are right without any of the waits that they say to be for the pace
alone (`prefix.pace`): all of these are dropped at once, and verify finds
nothing.

Run with scanc, the folder utils/ and the names of bases.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

scanc, utils, *names = sys.argv[1:]
sys.path.insert(0, utils)

from mutation.bases import BASES  # noqa: E402
from mutation.editor import Editor  # noqa: E402
from mutation.views import Tools, View  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    tools = Tools(Path(scanc), Path(folder))
    for name in names:
        base = next(base for base in BASES if base.name == name)
        view = View(tools, base, "gpu", "kernels")
        module, edits = view.module, {}
        for kernel in module.kernels:
            for op in module.ops(kernel):
                if op.paces:
                    edits.update(Editor(module).zeroed(op, 1)())
        edited = Path(folder) / "edited.mlir"
        edited.write_text(module.edited(edits))
        done = subprocess.run(
            [str(part) for part in view.verification(edited)],
            capture_output=True, text=True)
        print(f"{name}: {len(edits)} waits, exit status {done.returncode}")
        print(done.stderr, end="")
