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
static llvm::cl::opt<std::string> inputFile("input",
                                            llvm::cl::desc("the array to scan"),
                                            llvm::cl::value_desc("X.npy"),
                                            llvm::cl::cat(commandCategory()),
                                            llvm::cl::sub(runSubCommand()));
static llvm::cl::opt<std::string>
    outputFile("output",
               llvm::cl::desc("where to write the result (default: nowhere)"),
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

static std::string typesOf(llvm::ArrayRef<target::ScanField> fields) {
  std::string text;
  for (const target::ScanField &field : fields)
    text += (text.empty() ? "" : ", ") + field.type;
  return fields.size() == 1 ? text : "(" + text + ")";
}

/// One line: what ran, where, and how long.
static std::string describeRun(const target::ScanDescription &scan,
                               const Elements &elements, const Place &place,
                               const RunReport &report, unsigned repeat) {
  std::string types = typesOf(scan.element);
  if (std::string out = typesOf(scan.output); out != types)
    types += " to " + out;
  if (scan.soa)
    types += " soa";
  std::string count = std::to_string(elements.count());
  if (scan.isOfRows())
    count =
        llvm::formatv("{0} {1} of {2}", elements.rows(),
                      elements.rows() == 1 ? "row" : "rows", elements.row());
  return llvm::formatv("{0}: {1}{2} scan of {3} {4} by {5}, {6}: {7}; on {8}; "
                       "{9:f3} ms{10}\n",
                       scan.name, scan.inclusive ? "inclusive" : "exclusive",
                       scan.reverse ? " reverse" : "", count, types,
                       scan.monoid, scan.strategy, report.launches, place.name,
                       report.milliseconds,
                       repeat > 1 ? ", best of " + std::to_string(repeat) : "")
      .str();
}

Error scanc::runRun() {
  if (inputFile.empty())
    return badUsage("expected --input=X.npy; see 'scanc run --help'");
  if (!outputFile.empty() && !requestedOutput().empty())
    return badUsage("give --output or -o, not both");
  const std::string output =
      outputFile.empty() ? requestedOutput().str() : outputFile.getValue();
  if (Error error = checkOutput(output))
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
  Expected<npy::Array> array = npy::read(inputFile);
  if (!array)
    return array.takeError();

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
  std::string ptx;
  if (place->gpu) {
    mlir::FailureOr<std::string> emitted =
        target::emitPtx(kernels, {options->arch, options->libdevice});
    if (mlir::failed(emitted))
      return alreadyReported();
    ptx = std::move(*emitted);
  }

  Expected<Elements> input = Elements::load(*array, scan, inputFile);
  if (!input)
    return input.takeError();
  // The output file, its data yet to come.
  std::string result = npy::printHeader(outputHeader(array->header, scan));
  size_t headerSize = result.size();
  result.resize(headerSize + input->count() * scan.outputSize);
  ScanJob job{scan,
              kernels,
              options->arch,
              ptx,
              input->bytes(),
              llvm::MutableArrayRef<char>(result).drop_front(headerSize),
              input->count(),
              input->row(),
              static_cast<unsigned>(repeatFlag)};
  Expected<RunReport> report =
      place->gpu ? place->gpu->run(job) : runOnSimt(job);
  if (!report)
    return report.takeError();

  if (!output.empty()) {
    target::OutputFiles files;
    files.add(output, std::move(result));
    if (Error error = files.commit())
      return error;
  }
  std::string line = describeRun(scan, *input, *place, *report, repeatFlag);
  if (output != "-")
    return writeToStdout(line);
  // Standard output is the array.
  llvm::errs() << line;
  return Error::success();
}
