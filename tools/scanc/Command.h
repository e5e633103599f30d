//===- Command.h - What every command of scanc shares -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command is a function that returns an llvm::Error; `main` prints it and
// turns it into the exit status (ToolError.h).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_COMMAND_H
#define SCANC_TOOLS_SCANC_COMMAND_H

#include "ToolError.h"

#include "llvm/Support/CommandLine.h"

namespace scanc {

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// The category of every option of ours: the rest of LLVM's are hidden.
llvm::cl::OptionCategory &commandCategory();

llvm::cl::SubCommand &runSubCommand();
llvm::cl::SubCommand &circuitSubCommand();
llvm::cl::SubCommand &listSubCommand();
llvm::cl::SubCommand &verifySubCommand();
llvm::cl::SubCommand &reportSubCommand();
llvm::cl::SubCommand &tuneSubCommand();

/// Each runs one command with the options as parsed.
llvm::Error runCompile();
llvm::Error runRun();
llvm::Error runCircuit();
llvm::Error runList();
llvm::Error runVerify();
llvm::Error runReport();
llvm::Error runTune();

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_COMMAND_H
