#===- seed_kernels.py - The kernels of the literature, with their figures ===#
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The files of circuits/ that are kernels of the literature, what their sources
say of them, and the figures that `scanc report` gives."""

import json
import subprocess
from dataclasses import dataclass, field

# In the order of docs/Seeds.md: file, and the claim of its source that the test
# test/Circuits/seeds.test holds the kernel to.
KERNELS = {
    "hillis_steele": "9217 additions for 1024 elements; a barrier a stage",
    "cudpp_warp_scan": "48 cells in place of 64; no branch, no barrier",
    "warp_scan_shuffles": "129 operators; no shared memory",
    "merrill_sklansky": "n/2 operators a level; two-way conflicts in the first "
                        "log2 H levels, none after",
    "merrill_sklansky_reverse": "the same",
    "merrill_sklansky_table": "no conflicts for half-warps of 16",
    "blelloch_inclusive": "conflicts double from level to level, to 32 ways",
    "blelloch_inclusive_padded": "conflict-free up to 1024",
    "blelloch_inclusive_geometric": "conflict-free with 16 banks",
    "blelloch_exclusive": "2n - log2 n - 2 operators; conflicts as above",
    "blelloch_exclusive_padded": "conflict-free up to 1024",
    "blelloch_exclusive_geometric": "conflict-free with 16 banks",
    "merrill_brent_kung_levels": "n - 2 cells more; stride two, and two-way "
                                 "conflicts at most",
    "merrill_brent_kung_permuted": "stride one: conflict-free, no cell more",
    "merrill_tree": "three tree levels, 1792 bytes, then 32 lanes",
    "merrill_srts": "32 rows of 8 at an odd stride, then 32 lanes",
    "merrill_linear": "16 rows of 32, no way back down; 2112 bytes",
    "cudpp_block_scan": "eight 32-wide scans, then one 8-wide",
    "matrixscan_block_scan": "31, 3 and 7 steps on 32, 8 and 1 rows",
    "chalmers_prefix_sum": "eight stages for 256 elements",
}

# Those that also have a reduction of their own in shared memory.
REDUCTIONS = ["merrill_tree", "merrill_srts", "merrill_linear"]


@dataclass
class Figures:
    """What one run of the circuit of a block takes, of one kernel."""

    kernel: str
    threads: int
    columns: int
    combines: int = 0
    barriers: int = 0
    warp_syncs: int = 0
    bytes: int = 0
    requests: int = 0
    wavefronts: int = 0
    # The degree of conflict in each stage, and the worst where elements come
    # to their cells and results from theirs.
    stages32: list = field(default_factory=list)
    stages16: list = field(default_factory=list)
    transfers32: int = 0
    transfers16: int = 0
    agrees: bool = True  # measured as predicted

    @property
    def degree32(self):
        return max(self.stages32, default=0)

    @property
    def degree16(self):
        return max(self.stages16, default=0)


def kernels(scanc, root, name):
    """The kernels of a file of circuits/ as its report has them, by name."""
    words = [scanc, "report", f"{root}/circuits/{name}.mlir", "--format=json"]
    report = json.loads(subprocess.run(words, check=True, text=True,
                                       stdout=subprocess.PIPE).stdout)
    return {kernel["name"]: kernel for kernel in report["kernels"]}


def figures(scanc, root, name):
    """Of the kernel that scans: NAME_scan, or NAME_single."""
    found = kernels(scanc, root, name)
    return figures_of(found.get(f"{name}_scan") or found[f"{name}_single"])


def figures_of_reduction(scanc, root, name):
    """Of NAME_reduce."""
    return figures_of(kernels(scanc, root, name)[f"{name}_reduce"])


def figures_of(kernel):
    widths = {circuit["name"]: circuit["width"] for step in kernel["steps"]
              for circuit in step["circuits"]}
    if not kernel["block_circuits"]:
        circuit = next(step["circuits"][0] for step in kernel["steps"]
                       if step["step"] == "warp_scan")
        return Figures(kernel["name"], kernel["threads"], circuit["width"],
                       circuit["size"])
    block = kernel["block_circuits"][0]
    found = Figures(kernel["name"], kernel["threads"], widths[block["circuit"]],
                    block["combines"], block["barriers"], block["warp_syncs"],
                    block["bytes"])
    for step in kernel["steps"]:
        predicted = step.get("predicted")
        if not predicted:
            continue
        found.agrees &= predicted["agrees"]
        found.requests += predicted["requests"]
        found.wavefronts += predicted["banks32"]["wavefronts"]
        degree32, degree16 = (step["shared"][banks]["degree"]
                              for banks in ("banks32", "banks16"))
        if ": stage " in step["step"]:
            found.stages32.append(degree32)
            found.stages16.append(degree16)
        else:
            found.transfers32 = max(found.transfers32, degree32)
            found.transfers16 = max(found.transfers16, degree16)
    return found


def row(name, claim, f):
    return (f"| [{name}](../circuits/{name}.mlir) | {claim} | {f.threads} | "
            f"{f.columns} | {f.combines} | {f.barriers} | {f.warp_syncs} | "
            f"{f.bytes} | {f.requests} | {f.wavefronts} | {f.degree32}, "
            f"{f.degree16} | {f.transfers32}, {f.transfers16} |")


def table(scanc, root):
    """The rows of docs/Seeds.md."""
    lines = ["| kernel | source says | threads | columns | combines | barriers | "
             "warp syncs | bytes | requests | wavefronts | worst stage, 32 and "
             "16 banks | to and from cells, likewise |",
             "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
             "---: | ---: | ---: |"]
    for name, claim in KERNELS.items():
        lines.append(row(name, claim, figures(scanc, root, name)))
        if name in REDUCTIONS:
            lines.append(row(name, "its reduction",
                             figures_of_reduction(scanc, root, name)))
    return "\n".join(lines) + "\n"
