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
// Columns.h) and a combine in the row of its stage. The spine is the chain of
// combines from input 0 to the last output, through the low operands.
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

/// Graphviz: nodes labelled by their span, one rank a stage. The network must
/// be drawable.
std::string renderDot(const Network &network, llvm::StringRef family);

/// A drawing that stands alone: columns, combines, diagonals, and the spine in
/// colour. The network must be drawable.
std::string renderSvg(const Network &network, llvm::StringRef family);

/// The nodes of the spine, from input 0 to the last output.
std::vector<NodeId> spineOf(const Network &network);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_RENDER_H
