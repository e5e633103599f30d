//===- Opt.h - scanc-opt ----------------------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_OPT_OPT_H
#define SCANC_TOOLS_SCANC_OPT_OPT_H

namespace scanc {

/// The program scanc-opt: runs passes and pipelines on a module. Returns the
/// exit status.
int runOpt(int argc, char **argv);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_OPT_OPT_H
