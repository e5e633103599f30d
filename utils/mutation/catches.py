#===- catches.py - What findings are called -------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What the message of a finding says, and what that is called in tables."""

CATCHES = [
    ("race (", "race"),
    ("race on ", "race"),
    ("out of bounds", "out of bounds"),
    ("misaligned", "misaligned access"),
    ("must be aligned to", "misaligned access"),
    ("nobody has written", "never written"),
    ("no kernel wrote", "output never written"),
    ("wrote between two rows", "store between rows"),
    ("wrote between two elements", "store between elements"),
    ("barrier divergence", "barrier divergence"),
    ("warp divergence", "warp divergence"),
    ("dead-lock", "dead-lock"),
    ("integer division by zero", "division by zero"),
    ("lacks the lane", "wrong mask"),
    ("combines", "proof"),
    (", expected ", "wrong output"),
    ("writes to", "read-only memory"),
    ("mbarrier", "mbarrier"),
    ("barrier", "barrier"),
    ("cp.async", "copy"),
    ("copy", "copy"),
    ("trips of loops", "endless loop"),
    ("endless loop", "endless loop"),
    ("live-lock", "live-lock"),
]


def catch_of(message):
    """The name of what found a fault; None where nothing did."""
    if "to see it again" not in message:
        return None
    for words, name in CATCHES:
        if words in message:
            return name
    return "other"
