//===- Run.cpp - scanc run: scan a .npy file ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Compilation.h"
#include "Device.h"
#include "Elements.h"
#include "Flags.h"
#include "Npy.h"
#include "Output.h"
#include "Scans.h"
#include "Values.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Machine/GpuModel.h"
#include "scanc/Target/OutputFiles.h"
#include "scanc/Target/PTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
enum class DeviceChoice { Auto, Gpu, Simt };
} // namespace

static llvm::cl::opt<std::string> sourceFile(llvm::cl::Positional,
                                             llvm::cl::desc("FILE.mlir"),
                                             llvm::cl::cat(commandCategory()),
                                             llvm::cl::sub(runSubCommand()));
static llvm::cl::list<std::string> inputFlag(
    "input",
    llvm::cl::desc("the array to scan; of a scan with a 'load', once for each "
                   "of its arrays, in order"),
    llvm::cl::value_desc("X.npy"), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(runSubCommand()));
static llvm::cl::list<std::string> outputFlag(
    "output",
    llvm::cl::desc("where to write the result (default: nowhere); of a scan "
                   "with a 'store', once for each of its arrays, in order"),
    llvm::cl::value_desc("Y.npy"), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(runSubCommand()));
static ChoiceFlag<DeviceChoice> deviceFlag(
    "device", llvm::cl::desc("where to run (default: auto)"),
    llvm::cl::values(
        clEnumValN(DeviceChoice::Auto, "auto", "the GPU if there is one"),
        clEnumValN(DeviceChoice::Gpu, "gpu", "the first GPU"),
        clEnumValN(DeviceChoice::Simt, "simt", "the executor, on the CPU")),
    llvm::cl::init(DeviceChoice::Auto), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(runSubCommand()));
static NumberFlag repeatFlag(
    "repeat", llvm::cl::desc("scan this many times and report the best time"),
    Range{1, 1'000'000}, llvm::cl::value_desc("K"), llvm::cl::init(1),
    llvm::cl::cat(commandCategory()), llvm::cl::sub(runSubCommand()));

//===----------------------------------------------------------------------===//
// Where
//===----------------------------------------------------------------------===//

namespace {

/// The device that was chosen.
struct Place {
  std::unique_ptr<Gpu> gpu; ///< Null: the executor.
  std::string name;         ///< For the report.
};

} // namespace

static Expected<Place> choosePlace() {
  Place place;
  place.name = "simt, the executor on the CPU";
  if (deviceFlag == DeviceChoice::Simt)
    return place;
  Expected<std::unique_ptr<Gpu>> gpu = Gpu::open();
  if (gpu) {
    place.gpu = std::move(*gpu);
    place.name = place.gpu->name().str();
    return place;
  }
  if (deviceFlag == DeviceChoice::Gpu)
    return gpu.takeError();
  place.name += " (" + llvm::toString(gpu.takeError()) + ")";
  return place;
}

/// What the file is planned for, if the GPU runs it; else the newest
/// architecture that it does.
static Expected<std::string> archFor(const Gpu &gpu, mlir::ModuleOp module) {
  auto target = module->getAttrOfType<prefix::TargetAttr>(
      prefix::PrefixDialect::targetAttrName);
  if (target && target.getGpu().capability <= gpu.arch())
    return target.getName().str();
  const machine::GpuModel *best = machine::newestFor(gpu.arch());
  if (!best)
    return toolFailed("the GPU (" + gpu.name() + ", sm_" + Twine(gpu.arch()) +
                      ") is older than " + machine::gpuModels().front().name);
  return best->name.str();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The files of --output, or that of -o; none if neither is given.
static std::vector<std::string> requestedOutputs() {
  if (requestedOutput().empty())
    return outputFlag;
  return {requestedOutput().str()};
}

static Expected<std::vector<npy::Array>> readInputs() {
  std::vector<npy::Array> arrays;
  for (const std::string &file : inputFlag)
    if (Error error = npy::read(file).moveInto(arrays.emplace_back()))
      return error;
  return arrays;
}

/// Whether a flag names a file for each of the arrays.
static Error checkFileCount(const target::ScanDescription &scan,
                            StringRef reads, StringRef flag,
                            llvm::ArrayRef<std::string> files,
                            const std::vector<target::ScanArray> &arrays) {
  if (files.size() == arrays.size())
    return Error::success();
  auto names = llvm::map_range(
      arrays, [](const target::ScanArray &array) { return array.name; });
  return badUsage("'" + scan.apiName() + "' " + reads + " " +
                  Twine(arrays.size()) +
                  (arrays.size() == 1 ? " file (" : " files (") +
                  llvm::join(names, ", ") + "): expected " + flag +
                  (arrays.size() == 1 ? " once" : " once for each, in order") +
                  "; got '" + llvm::join(files, "', '") + "'");
}

/// Whether there is a file for each array of the input, and of the output if it
/// is to be written.
static Error checkFileCounts(const target::ScanDescription &scan,
                             llvm::ArrayRef<std::string> outputs) {
  if (Error error = checkFileCount(scan, "reads", "--input", inputFlag,
                                   inputFileArrays(scan)))
    return error;
  if (outputs.empty())
    return Error::success();
  return checkFileCount(scan, "writes", "--output", outputs,
                        outputFileArrays(scan));
}

static Error writeFiles(llvm::ArrayRef<std::string> paths,
                        OutputElements &elements) {
  if (paths.empty())
    return Error::success();
  std::vector<std::string> contents = elements.takeFiles();
  target::OutputFiles files;
  for (auto [path, text] : llvm::zip_equal(paths, contents))
    files.add(path, std::move(text));
  return files.commit();
}

//===----------------------------------------------------------------------===//
// What ran
//===----------------------------------------------------------------------===//

static std::string typesOf(llvm::ArrayRef<target::ScanField> fields) {
  std::string text;
  for (const target::ScanField &field : fields)
    text += (text.empty() ? "" : ", ") + field.type;
  return fields.size() == 1 ? text : "(" + text + ")";
}

/// What each array holds: "f32 and (f32, i64)".
static std::string typesOf(llvm::ArrayRef<target::ScanArray> arrays,
                           llvm::ArrayRef<target::ScanField> fields) {
  std::string text;
  for (const target::ScanArray &array : arrays)
    text += (text.empty() ? "" : " and ") +
            typesOf(fields.slice(array.firstField, array.fieldCount));
  return text;
}

/// One line: what ran, where, and how long.
static std::string describeRun(const target::ScanDescription &scan,
                               const Elements &elements, const Place &place,
                               const RunReport &report, unsigned repeat) {
  std::string types = typesOf(inputFileArrays(scan), scan.element);
  if (std::string out = typesOf(outputFileArrays(scan), scan.output);
      out != types)
    types += " to " + out;
  if (scan.soa)
    types += " soa";
  return llvm::formatv("{0}: {1}{2} scan of {3} {4} by {5}, {6}: {7}; on {8}; "
                       "{9:f3} ms{10}\n",
                       scan.name, scan.inclusive ? "inclusive" : "exclusive",
                       scan.reverse ? " reverse" : "", elements.describeCount(),
                       types, scan.monoid, scan.strategy, report.launches,
                       place.name, report.milliseconds,
                       repeat > 1 ? ", best of " + std::to_string(repeat) : "")
      .str();
}

Error scanc::runRun() {
  if (inputFlag.empty())
    return badUsage("expected --input=X.npy; see 'scanc run --help'");
  if (!outputFlag.empty() && !requestedOutput().empty())
    return badUsage("give --output or -o, not both");
  const std::vector<std::string> outputs = requestedOutputs();
  if (Error error = checkOutputs(outputs))
    return error;
  if (Error error = checkMakesPtx(deviceFlag != DeviceChoice::Simt))
    return error;
  Expected<CompileOptions> options = parseCompileFlags();
  if (!options)
    return options.takeError();
  Compilation compilation;
  if (Error error = loadForm(compilation, sourceFile, "run"))
    return error;
  if (Error error = checkDeciding(compilation.module(), Phase::Ptx))
    return error;
  Expected<std::vector<npy::Array>> arrays = readInputs();
  if (!arrays)
    return arrays.takeError();

  Expected<Place> place = choosePlace();
  if (!place)
    return place.takeError();
  if (place->gpu && options->arch.empty())
    if (Error error =
            archFor(*place->gpu, compilation.module()).moveInto(options->arch))
      return error;
  if (options->arch.empty())
    options->arch = prefix::TargetAttr::of(compilation.module()).name;
  if (Error error = compilation.lower(Phase::Llvm, *options))
    return error;
  auto kernels = *compilation.module().getOps<mlir::gpu::GPUModuleOp>().begin();
  target::ScanDescription scan = target::describe(kernels);
  if (Error error = checkFileCounts(scan, outputs))
    return error;
  std::string ptx;
  if (place->gpu) {
    mlir::FailureOr<std::string> emitted =
        target::emitPtx(kernels, {options->arch, options->libdevice});
    if (mlir::failed(emitted))
      return alreadyReported();
    ptx = std::move(*emitted);
  }

  Expected<Elements> input = Elements::load(*arrays, scan);
  if (!input)
    return input.takeError();
  OutputElements output(*arrays, scan, input->count());
  ScanJob job{scan,
              kernels,
              options->arch,
              ptx,
              input->bytes(),
              output.bytes(),
              input->count(),
              input->row(),
              static_cast<unsigned>(repeatFlag)};
  Expected<RunReport> report =
      place->gpu ? place->gpu->run(job) : runOnSimt(job);
  if (!report)
    return report.takeError();

  if (Error error = writeFiles(outputs, output))
    return error;
  std::string line = describeRun(scan, *input, *place, *report, repeatFlag);
  if (!llvm::is_contained(outputs, "-"))
    return writeToStdout(line);
  // Standard output is the array.
  llvm::errs() << line;
  return Error::success();
}
