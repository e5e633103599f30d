//===- Facts.h - What scanc knows of an op, as Markdown ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_LSP_SERVER_FACTS_H
#define SCANC_TOOLS_SCANC_LSP_SERVER_FACTS_H

#include "Source.h"

#include <string>

namespace scanc::editor {

/// Of a wire or combine of a circuit: its span, depth, stage and readers. Of an
/// op that stands for a circuit, and of a family: the figures that `scanc
/// circuit` prints. Of a monoid: its state, what it claims, and what becomes of
/// its laws when they are tried. Of a scan: what is planned for it. Nothing for
/// other subjects.
///
/// May take as long as a search or a trial of laws does. `subject` must be of
/// `source`.
std::string describe(Source &source, const Subject &subject);

} // namespace scanc::editor

#endif // SCANC_TOOLS_SCANC_LSP_SERVER_FACTS_H
