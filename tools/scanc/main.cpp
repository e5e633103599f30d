//===- main.cpp - The scanc driver ----------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"
#include "DeveloperFlags.h"
#include "LspServer.h"
#include "Opt.h"

#include "scanc/Runtime/Version.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>
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
  0 done; 1 the input or the request is wrong, or an output cannot be written;
  2 wrong usage; 3 the GPU or a tool it needs failed or is missing
)";

static const char runExamples[] = R"(
EXAMPLES:
  scanc run sum.mlir --scan=cumsum --input=x.npy --output=y.npy
  scanc run --op=add --type=u8 --out-type=u32 --state-type=u32 --input=x.npy
  scanc run --op=max --type=f32 --inclusive --input=x.npy --device=simt
  scanc run linear.mlir --input=a.npy --input=b.npy --output=h.npy
  scanc run --op=add --type=i32 --input=x.npy --initial=s.npy --final=t.npy
  scanc run --op=add --type=f64 --inclusive --axis=-2 --input=x.npy -o y.npy

INPUT:
  A NumPy .npy file, little-endian: 1-D, or for scans with several state values
  a 1-D structured array or, unless --domain is given, a 2-D array (n, fields).
  With --domain=rows, there is a dimension more: the rows. 'scanc list types'
  says how NumPy spells each type.

AXIS:
  --axis=K scans arrays of 1 to 8 dimensions along dimension K, as NumPy's
  cumsum(x, axis=K) does: at each place of the other dimensions there is a
  chain, which is a scan of its own. Arrays may be in C or in Fortran order. The
  output is in C order and has the input's shape. Several state values are a
  structured array, or the last of three or more dimensions, which K does not
  count.

SEVERAL ARRAYS:
  A scan with a 'load' reads a file for each of its arrays, one with a 'store'
  writes a file for each: give --input and --output once for each, in the order
  of the scan's type. All inputs have as many elements, and along an axis one
  shape.

STATES:
  With --initial, a scan starts from the state in a file, or each row from one
  of its own. --final writes the states after the last elements: they are the
  initial ones of the next part of the data. A file of states is 1-D, with one
  for each row, or one in all; with --axis=K it has the input's dimensions less
  K. States of several values are structured, or have one dimension more. A scan
  of a file must say 'initial' and 'final'; one by --op need not.
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
  scanc report --op=add --type=f32 --shape=8x4096x64 --axis=1

  docs/Report.md says what each figure means.
)";

static const char tuneExamples[] = R"(
EXAMPLES:
  scanc tune -o sm_90.json                    on the GPU of this machine
  scanc tune --bundle=tuning --arch=sm_90     for a machine without scanc;
                                              there: tuning/run.sh
  scanc tune --results=results.jsonl -o sm_90.json
  scanc sum.mlir --tuning=sm_90.json -o sum
  scanc tune --domain=axis --shape=8x4096x1024,64x512x1000 --axis=1 -o plans.json

  docs/Tuning.md says what is measured, and how sizes are chosen.
)";

static const char listExamples[] = R"(
TOPICS:
  families operators types strategies domains skeletons phases archs schedules
)";

static void printVersion(llvm::raw_ostream &os) {
  os << "scanc " SCANC_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

/// LLVM's last resort: what it calls becomes an error like any other.
static void reportFatalError(void *, const char *reason, bool) {
  llvm::errs() << "scanc: error: LLVM failed: " << reason << '\n';
  _exit(static_cast<int>(ExitStatus::ToolFailed));
}

/// A crash is a bug, in scanc or below it; the user gets a line, and who builds
/// with assertions gets a trace as well. LLVM has removed the temporary files
/// before it calls this.
static void reportCrash(void *) {
#ifndef NDEBUG
  llvm::sys::PrintStackTrace(llvm::errs());
#endif
  static const char message[] =
      "scanc: error: scanc crashed on this input; please report it\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(static_cast<int>(ExitStatus::ToolFailed));
}

/// What was written to standard output arrives, or is an error. What standard
/// error does not take is lost, but is no reason for another status.
static void settleStreams() {
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    std::string reason = llvm::outs().error().message();
    llvm::outs().clear_error();
    llvm::errs() << "scanc: error: cannot write to standard output: " << reason
                 << '\n';
    _exit(static_cast<int>(ExitStatus::BadInput));
  }
  llvm::errs().clear_error();
}

/// A file that grows beyond the limit of `ulimit -f` is an error of the write,
/// as a full disk is, and no end of the program.
static void refuseLargeFilesQuietly() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
}

/// The examples under the help of each command.
static const char *examplesOf(llvm::StringRef command) {
  return llvm::StringSwitch<const char *>(command)
      .Case("run", runExamples)
      .Case("circuit", circuitExamples)
      .Case("list", listExamples)
      .Case("verify", verifyExamples)
      .Case("report", reportExamples)
      .Case("tune", tuneExamples)
      .Default(compileExamples);
}

/// Every command of ours, the one without a name first.
static llvm::SmallVector<cl::SubCommand *> allCommands() {
  return {&cl::SubCommand::getTopLevel(),
          &runSubCommand(),
          &circuitSubCommand(),
          &listSubCommand(),
          &verifySubCommand(),
          &reportSubCommand(),
          &tuneSubCommand()};
}

/// The command that the arguments name, with the options as parsed.
static llvm::Error runCommand() {
  return runSubCommand()       ? runRun()
         : circuitSubCommand() ? runCircuit()
         : listSubCommand()    ? runList()
         : verifySubCommand()  ? runVerify()
         : reportSubCommand()  ? runReport()
         : tuneSubCommand()    ? runTune()
                               : runCompile();
}

/// `scanc`, the driver.
static int runDriver(int argc, char **argv) {
  // Else a file that is opened could become standard output or error.
  if (std::error_code error =
          llvm::sys::Process::FixupStandardFileDescriptors())
    return static_cast<int>(ExitStatus::ToolFailed);
  refuseLargeFilesQuietly();
  // After the streams, so that it comes before their end. --help exits, too.
  llvm::outs();
  llvm::errs();
  std::atexit(settleStreams);
  llvm::install_fatal_error_handler(reportFatalError);
#if !LLVM_ADDRESS_SANITIZER_BUILD // which has a better report
  llvm::sys::AddSignalHandler(reportCrash, nullptr);
#endif

  registerDeveloperFlags(llvm::ArrayRef<const char *>(argv, argc));
  const std::vector<const char *> arguments =
      spellOutHelp(llvm::ArrayRef<const char *>(argv, argc));
  cl::SetVersionPrinter(printVersion);
  cl::extrahelp examples(examplesOf(arguments.size() > 1 ? arguments[1] : ""));
  for (cl::SubCommand *each : allCommands())
    cl::HideUnrelatedOptions(commandCategory(), *each);

  if (llvm::Error error = checkArguments(arguments))
    return static_cast<int>(report(std::move(error)));
  // The parsers of values print what is wrong with them (Values.h). Given a
  // stream, LLVM's returns instead of exiting with status 1.
  std::string rest;
  llvm::raw_string_ostream complaints(rest);
  if (!cl::ParseCommandLineOptions(static_cast<int>(arguments.size()),
                                   arguments.data(), overview, &complaints)) {
    if (!rest.empty())
      report(badUsage(llvm::StringRef(rest).trim()));
    return static_cast<int>(ExitStatus::BadUsage);
  }
  return static_cast<int>(report(runCommand()));
}

namespace {

/// Takes a command out of LLVM's list, which is protected there.
struct Forgotten : cl::SubCommand {
  static void forget(cl::SubCommand &command) {
    (command.*(&Forgotten::unregisterSubCommand))();
  }
};

} // namespace

/// Takes the driver's commands and flags away: a tool that shares the binary
/// has flags of the same names.
static void forgetDriverFlags() {
  for (cl::SubCommand *command : allCommands()) {
    llvm::SmallPtrSet<cl::Option *, 32> ours(command->PositionalOpts.begin(),
                                             command->PositionalOpts.end());
    for (const auto &[name, option] : command->OptionsMap)
      if (llvm::is_contained(option->Categories, &commandCategory()))
        ours.insert(option);
    // Of every command that has it, so another may find it gone.
    for (cl::Option *option : ours)
      option->removeArgument();
    if (!command->getName().empty())
      Forgotten::forget(*command);
  }
}

/// One binary with three names. What it is called decides which tool it is;
/// under any other name it is the driver.
int main(int argc, char **argv) {
  using Main = int (*)(int, char **);
  const Main other =
      llvm::StringSwitch<Main>(argc ? llvm::sys::path::filename(argv[0]) : "")
          .Case("scanc-opt", runOpt)
          .Case("scanc-lsp-server", runLspServer)
          .Default(nullptr);
  if (!other)
    return runDriver(argc, argv);
  forgetDriverFlags();
  return other(argc, argv);
}
