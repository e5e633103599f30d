//===- Render.h - A network as JSON, text, dot or SVG -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readers that print. All take the name of the network as the user wrote it
// (`harris<l=1,f=2>`, or a circuit's symbol), and a network that passes
// `checkSpans` (overlap allowed) and `checkStages`. All end with a newline.
//
// The drawings put a value in the column of the last input it covers (see
// Columns.h) and a combine in the row of its stage. They mark the spine, the
// tree that computes the last output: what a circuit adds to a reduction is
// what is not in it. The term is Merrill and Grimshaw's ("Parallel scan for
// stream architectures", 2009, figures 3, 6 and 9).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_RENDER_H
#define SCANC_CIRCUITS_RENDER_H

#include "scanc/Circuits/Network.h"
#include "scanc/Circuits/Search.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc::circuits {

/// Most combines and most columns that a drawing (dot, svg) may have.
inline constexpr size_t maxDrawnCombines = size_t(1) << 15;
inline constexpr int64_t maxDrawnWidth = 4096;

/// Fails where a network is too large for `renderDot` and `renderSvg`.
llvm::Error checkDrawable(const Network &network);

/// One object with the keys family, width, size, depth, stages, max_uses,
/// level_fanout, tracks, deficiency, in this order; the meanings are Cost.h's.
std::string renderJson(const Network &network, llvm::StringRef family);

/// The same of what a search found, and the keys optimal, lower_bound, method.
std::string renderJson(const SearchResult &result, llvm::StringRef name);

/// The figures, then up to width 64 a drawing (or a list of combines, where the
/// network does not run in place). In the drawing a column is two characters,
/// `+` a value that is read, `*` a combine, `-` the wire between them and `|`
/// what stays; a stage has several lines where its wires would overlap, and all
/// lines of a stage read the values from before it.
std::string renderText(const Network &network, llvm::StringRef family);

/// The same of what a search found, with how good it is.
std::string renderText(const SearchResult &result, llvm::StringRef name);

/// Graphviz: nodes labelled by their span, one rank a stage, one group a
/// column. The nodes have positions, too, for `neato -n`. The network must be
/// drawable.
std::string renderDot(const Network &network, llvm::StringRef family);

/// A drawing that stands alone, in vectors and on a ground of its own: columns
/// with the inputs above and the outputs below, combines, diagonals, and the
/// spine. Colours differ in lightness, for print. The layers are groups with
/// the classes stages, spine, columns, wires, late, path, partial, finished and
/// labels. The network must be drawable.
std::string renderSvg(const Network &network, llvm::StringRef family);

/// The nodes of the spine in ascending order, so that the last output is the
/// last. Without overlap these are the inputs and width - 1 combines.
std::vector<NodeId> spineOf(const Network &network);

/// The way through the spine from input 0 to the last output: each node is the
/// low operand of the next.
std::vector<NodeId> spinePathOf(const Network &network);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_RENDER_H
