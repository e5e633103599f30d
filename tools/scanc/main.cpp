//===- main.cpp - The scanc driver ----------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace scanc;
namespace cl = llvm::cl;

static const char overview[] =
    "scanc compiles prefix-scan circuits to GPU kernels: PTX and a C launcher";

static const char compileExamples[] = R"(
EXAMPLES:
  scanc sum.mlir -o sum                       sum.ptx sum.h sum.c sum.json
  scanc sum.mlir -o - --emit=plan             the plan, on standard output
  scanc --op=add --type=i32 -o cumsum         no file needed
  scanc run --op=max --type=f32 --inclusive --input=x.npy --output=y.npy
  scanc verify sum.mlir                       prove its kernels, without a GPU
  scanc circuit 'kogge_stone' --width=32
  scanc list operators

EXIT STATUS:
  0 done; 1 the input or the request is wrong; 2 wrong usage; 3 the GPU or a
  tool it needs failed or is missing
)";

static const char runExamples[] = R"(
EXAMPLES:
  scanc run sum.mlir --scan=cumsum --input=x.npy --output=y.npy
  scanc run --op=add --type=u8 --out-type=u32 --state-type=u32 --input=x.npy
  scanc run --op=max --type=f32 --inclusive --input=x.npy --device=simt

INPUT:
  A NumPy .npy file, little-endian: 1-D, or for scans with several state values
  a 1-D structured array or a 2-D array (n, fields). bf16 is '<u2' or '|V2'.
)";

static const char circuitExamples[] = R"(
EXAMPLES:
  scanc circuit sklansky --width=16
  scanc circuit brent_kung --width=1000 --emit=json
  scanc circuit kogge_stone --width=8 --emit=svg > kogge_stone.svg
  scanc circuit FILE.mlir --circuit=NAME --emit=dot
)";

static const char verifyExamples[] = R"(
EXAMPLES:
  scanc verify sum.mlir
  scanc verify --op=add --type=f32 --n=0..100,4096 --schedules=20 --seed=7
  scanc sum.mlir --intervals --emit=gpu -o kernels && scanc verify kernels.gpu.mlir

EXIT STATUS:
  0 everything holds; 1 something does not, or the input is wrong
)";

static const char reportExamples[] = R"(
EXAMPLES:
  scanc report --op=add --type=f32
  scanc report sum.mlir --scan=cumsum --format=html -o sum.html
  scanc report --op=max --type=i32 --n=100000 --format=json

  docs/Report.md says what each figure means.
)";

static const char tuneExamples[] = R"(
EXAMPLES:
  scanc tune -o sm_90.json                    on the GPU of this machine
  scanc tune --bundle=tuning --arch=sm_90     for a machine without scanc;
                                              there: tuning/run.sh
  scanc tune --results=results.jsonl -o sm_90.json
  scanc sum.mlir --tuning=sm_90.json -o sum

  docs/Tuning.md says what is measured, and how sizes are chosen.
)";

static const char listExamples[] = R"(
TOPICS:
  families operators types strategies skeletons phases archs schedules
)";

static void printVersion(llvm::raw_ostream &os) {
  os << "scanc " SCANC_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

/// LLVM's last resort: what it calls becomes an error like any other.
static void reportFatalError(void *, const char *reason, bool) {
  llvm::errs() << "scanc: error: LLVM failed: " << reason << '\n';
  _exit(static_cast<int>(ExitStatus::ToolFailed));
}

/// A crash is a bug, in scanc or below it; the user gets a line, not a trace.
/// LLVM has removed the temporary files before it calls this.
static void reportCrash(void *) {
  static const char message[] =
      "scanc: error: scanc crashed on this input; please report it\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(static_cast<int>(ExitStatus::ToolFailed));
}

/// A first word that names neither a command nor a file: the user meant a
/// command. (A file's name has a dot or a slash, or it exists.)
static bool isUnknownCommand(llvm::StringRef word) {
  if (word.empty() || word.starts_with("-") || word.contains('.') ||
      word.contains('/') || llvm::sys::fs::exists(word))
    return false;
  return llvm::none_of(
      cl::getRegisteredSubcommands(),
      [&](const cl::SubCommand *known) { return known->getName() == word; });
}

int main(int argc, char **argv) {
  llvm::install_fatal_error_handler(reportFatalError);
#if !LLVM_ADDRESS_SANITIZER_BUILD // which has a better report
  llvm::sys::AddSignalHandler(reportCrash, nullptr);
#endif
  cl::SetVersionPrinter(printVersion);
  llvm::StringRef command = argc > 1 ? argv[1] : "";
  cl::extrahelp examples(llvm::StringSwitch<const char *>(command)
                             .Case("run", runExamples)
                             .Case("circuit", circuitExamples)
                             .Case("list", listExamples)
                             .Case("verify", verifyExamples)
                             .Case("report", reportExamples)
                             .Case("tune", tuneExamples)
                             .Default(compileExamples));
  cl::SubCommand *commands[] = {&cl::SubCommand::getTopLevel(),
                                &runSubCommand(),
                                &circuitSubCommand(),
                                &listSubCommand(),
                                &verifySubCommand(),
                                &reportSubCommand(),
                                &tuneSubCommand()};
  for (cl::SubCommand *each : commands)
    cl::HideUnrelatedOptions(commandCategory(), *each);

  if (isUnknownCommand(command))
    return static_cast<int>(
        report(badUsage("unknown command '" + command +
                        "', and no file of that name; see 'scanc --help'")));
  // Given a stream, the parser returns instead of exiting with status 1.
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs()))
    return static_cast<int>(ExitStatus::BadUsage);
  llvm::Error error = runSubCommand()       ? runRun()
                      : circuitSubCommand() ? runCircuit()
                      : listSubCommand()    ? runList()
                      : verifySubCommand()  ? runVerify()
                      : reportSubCommand()  ? runReport()
                      : tuneSubCommand()    ? runTune()
                                            : runCompile();
  return static_cast<int>(report(std::move(error)));
}
