#===- tables.py - Results of peers.py as Markdown -------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A table for each operator and type; below it who did not take part."""

from cases import PEERS, extent_text

REASONS = ("missing", "skipped", "failed")


def where(entry):
    return ("x".join(extent_text(extent) for extent in entry["shape"])
            + f" along {entry['axis']}")


def cell(found):
    """"12.34 (0.567)": microseconds, and the part of the copy's speed."""
    if not found or "median_us" not in found:
        return ""
    text = f"{found['median_us']:.2f}"
    if "of_copy" in found and found["of_copy"] != 1:
        text += f" ({found['of_copy']:.3f})"
    return text + ("" if found.get("right", True) else " WRONG")


def reasons(entries):
    """Lines: who did not take part, where and why."""
    why = {}
    for entry in entries:
        if "failed" in entry:
            why.setdefault(("all", "failed", entry["failed"]), []).append(
                where(entry))
        for peer, found in entry["contestants"].items():
            for kind in REASONS:
                if kind in found:
                    why.setdefault((peer, kind, found[kind]), []).append(
                        where(entry))
            if not found.get("right", True):
                text = f"differs by {found['error']:.2g} from the reference"
                why.setdefault((peer, "wrong", text), []).append(where(entry))
    return [f"- {peer}, {kind}: {text} ({'; '.join(places)})"
            for (peer, kind, text), places in why.items()]


def markdown(results):
    peers = [peer for peer in PEERS
             if any(peer in entry["contestants"] for entry in results["cases"])]
    lines = [f"{name}: {version}" for name, version in
             results["versions"].items()]
    lines = ["; ".join(lines) + ".", "",
             "Microseconds, medians of launch after launch; in brackets, the "
             "part of the copy's speed. JAX by the host's clock, the others by "
             "events."]
    groups = {}
    for entry in results["cases"]:
        groups.setdefault((entry["operator"], entry["type"]), []).append(entry)
    for (operator, type_), entries in groups.items():
        lines += ["", f"### {operator}, {type_}", "",
                  "| shape, along | " + " | ".join(peers) + " |",
                  "| --- " * (1 + len(peers)) + "|"]
        for entry in entries:
            cells = [cell(entry["contestants"].get(peer)) for peer in peers]
            lines.append("| " + " | ".join([where(entry), *cells]) + " |")
        notes = reasons(entries)
        if notes:
            lines += ["", *notes]
    if results["not_begun"]:
        lines += ["", "Not begun, for want of time: "
                  + "; ".join(results["not_begun"]) + "."]
    return "\n".join(lines)


def count_wrong(results):
    """How often scanc was wrong, or failed."""
    found = [entry["contestants"].get("scanc", {})
             for entry in results["cases"]]
    return sum(not scanc.get("right", True) or "failed" in scanc
               for scanc in found)
