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
#include "States.h"
#include "Values.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Machine/GpuModel.h"
#include "scanc/Target/OutputFiles.h"
#include "scanc/Target/PTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
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
static llvm::cl::opt<std::string> initialFlag(
    "initial",
    llvm::cl::desc(
        "the state that the scan starts from; of rows or chains, one "
        "for each (default: init, or the identity)"),
    llvm::cl::value_desc("X.npy"), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(runSubCommand()));
static llvm::cl::opt<std::string>
    finalFlag("final",
              llvm::cl::desc(
                  "where to write the state after the last element; of rows or "
                  "chains, one for each (default: nowhere)"),
              llvm::cl::value_desc("Y.npy"), llvm::cl::cat(commandCategory()),
              llvm::cl::sub(runSubCommand()));
static IntegerFlag axisFlag(
    "axis",
    llvm::cl::desc("the dimension to scan along: 0 is the first one, -1 the "
                   "last one; arrays have up to 8 (implies --domain=axis)"),
    IntegerRange{-SCANC_MAX_RANK, SCANC_MAX_RANK - 1},
    llvm::cl::value_desc("K"), llvm::cl::cat(commandCategory()),
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

/// Lowers the scan to the llvm phase, for the architecture that `options` name
/// or else for the place's.
static Error lowerFor(const Place &place, Compilation &compilation,
                      CompileOptions &options) {
  if (place.gpu && options.arch.empty())
    if (Error error =
            archFor(*place.gpu, compilation.module()).moveInto(options.arch))
      return error;
  if (options.arch.empty())
    options.arch = prefix::TargetAttr::of(compilation.module()).name;
  return compilation.lower(Phase::Llvm, options);
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

namespace {

/// What is read.
struct InputFiles {
  std::vector<npy::Array> elements;
  std::optional<npy::Array> initial; ///< The states that chains start from.
};

} // namespace

static Expected<InputFiles> readFiles() {
  InputFiles files;
  for (const std::string &file : inputFlag)
    if (Error error = npy::read(file).moveInto(files.elements.emplace_back()))
      return error;
  if (!initialFlag.empty())
    if (Error error = npy::read(initialFlag).moveInto(files.initial.emplace()))
      return error;
  return files;
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

/// Whether an axis is named for a scan along one.
static Error checkAxis(const target::ScanDescription &scan) {
  if (!scan.isOfAxis() || axisFlag.getNumOccurrences())
    return Error::success();
  return badUsage("'" + scan.apiName() +
                  "' scans along an axis: expected --axis=K");
}

/// Whether the scan has the states that flags name files for.
static Error checkStates(mlir::gpu::GPUModuleOp kernels,
                         const target::ScanDescription &scan) {
  auto refuse = [&](StringRef lacks, const llvm::cl::Option &flag) {
    kernels.emitError("'") << scan.apiName() << "' " << lacks
                           << " states: for --" << flag.ArgStr << ", add '"
                           << flag.ArgStr << "' to the scan";
    return alreadyReported();
  };
  if (!initialFlag.empty() && !scan.takesInitial)
    return refuse("takes no initial", initialFlag);
  if (!finalFlag.empty() && !scan.leavesFinal)
    return refuse("leaves no final", finalFlag);
  return Error::success();
}

/// Writes the files of `outputs`, of which there may be none, and of --final.
static Error writeFiles(llvm::ArrayRef<std::string> outputs,
                        OutputElements &elements,
                        std::optional<FinalStates> &finals) {
  target::OutputFiles files;
  if (!outputs.empty()) {
    std::vector<std::string> contents = elements.takeFiles();
    for (auto [path, text] : llvm::zip_equal(outputs, contents))
      files.add(path, std::move(text));
  }
  if (finals)
    files.add(finalFlag, finals->takeFile());
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

/// One line: what ran, where, and how long. `ran` is the form of the scan that
/// did.
static std::string describeRun(const target::ScanDescription &scan,
                               const target::ScanDescription &ran,
                               const Extents &extents, const Place &place,
                               const RunReport &report, unsigned repeat) {
  std::string types = typesOf(inputFileArrays(scan), scan.element);
  if (std::string out = typesOf(outputFileArrays(scan), scan.output);
      out != types)
    types += " to " + out;
  if (scan.soa)
    types += " soa";
  // Of what a map stores, the kind says nothing.
  const char *kind = !scan.stored.empty() ? ""
                     : scan.inclusive     ? "inclusive "
                                          : "exclusive ";
  std::string start;
  if (extents.kind == target::Shape::Axis)
    start = " along axis " + std::to_string(extents.axis) + " of " +
            describeShape(extents.shape);
  if (!initialFlag.empty())
    start +=
        extents.chains() == 1
            ? " from an initial state"
            : " from " + std::to_string(extents.chains()) + " initial states";
  return llvm::formatv("{0}: {1}{2}scan of {3} {4}{5} by {6}, {7}: {8}; on {9};"
                       " {10:f3} ms{11}\n",
                       ran.name, kind, scan.reverse ? "reverse " : "",
                       extents.describe(), types, start, scan.monoid,
                       ran.strategy, report.launches, place.name,
                       report.milliseconds,
                       repeat > 1 ? ", best of " + std::to_string(repeat) : "")
      .str();
}

/// The forms that a module of kernels has.
static std::vector<ScanForm> findForms(mlir::ModuleOp module) {
  std::vector<ScanForm> forms;
  for (auto kernels : module.getOps<mlir::gpu::GPUModuleOp>())
    forms.push_back({target::describe(kernels), kernels, ""});
  return forms;
}

/// Their PTX.
static Error emitForms(llvm::MutableArrayRef<ScanForm> forms,
                       const CompileOptions &options) {
  auto kernels = llvm::map_to_vector(
      forms, [](const ScanForm &form) { return form.kernels; });
  mlir::FailureOr<std::vector<std::string>> ptx =
      target::emitPtx(kernels, {options.arch, options.libdevice});
  if (mlir::failed(ptx))
    return alreadyReported();
  for (auto [form, text] : llvm::zip_equal(forms, *ptx))
    form.ptx = std::move(text);
  return Error::success();
}

Error scanc::runRun() {
  if (inputFlag.empty())
    return badUsage("expected --input=X.npy; see 'scanc run --help'");
  if (!outputFlag.empty() && !requestedOutput().empty())
    return badUsage("give --output or -o, not both");
  const std::vector<std::string> outputs = requestedOutputs();
  std::vector<std::string> allOutputs = outputs;
  if (!finalFlag.empty())
    allOutputs.push_back(finalFlag);
  if (Error error = checkOutputs(allOutputs))
    return error;
  if (Error error = checkMakesPtx(deviceFlag != DeviceChoice::Simt))
    return error;
  Expected<CompileOptions> options = parseCompileFlags();
  if (!options)
    return options.takeError();
  Compilation compilation;
  if (Error error = loadForm(compilation, sourceFile, "run",
                             {!initialFlag.empty(), !finalFlag.empty()},
                             axisFlag.getNumOccurrences() != 0))
    return error;
  if (Error error = checkDeciding(compilation.module(), Phase::Ptx))
    return error;
  Expected<InputFiles> files = readFiles();
  if (!files)
    return files.takeError();

  Expected<Place> place = choosePlace();
  if (!place)
    return place.takeError();
  if (Error error = lowerFor(*place, compilation, *options))
    return error;
  std::vector<ScanForm> forms = findForms(compilation.module());
  const target::ScanDescription &scan = forms.back().scan;
  if (Error error = checkAxis(scan))
    return error;
  if (Error error = checkFileCounts(scan, outputs))
    return error;
  if (Error error = checkStates(forms.back().kernels, scan))
    return error;
  if (place->gpu)
    if (Error error = emitForms(forms, *options))
      return error;

  InputRequest request;
  request.namesDomain = namesDomain();
  if (axisFlag.getNumOccurrences())
    request.axis = axisFlag;
  Expected<Elements> input = Elements::load(files->elements, scan, request);
  if (!input)
    return input.takeError();
  const Extents &extents = input->extents();
  Expected<OutputElements> output =
      OutputElements::make(files->elements, scan, extents);
  if (!output)
    return output.takeError();
  Items initial;
  if (files->initial)
    if (Error error =
            loadInitialStates(*files->initial, scan, extents).moveInto(initial))
      return error;
  std::optional<FinalStates> finals;
  if (!finalFlag.empty()) {
    Expected<FinalStates> made =
        FinalStates::make(files->elements, files->initial, scan, extents);
    if (!made)
      return made.takeError();
    finals = std::move(*made);
  }
  ScanJob job{forms,
              options->arch,
              extents,
              input->bytes(),
              output->bytes(),
              static_cast<unsigned>(repeatFlag),
              initial.bytes(),
              finals ? finals->bytes() : llvm::MutableArrayRef<char>()};
  Expected<RunReport> report =
      place->gpu ? place->gpu->run(job) : runOnSimt(job);
  if (!report)
    return report.takeError();

  if (Error error = writeFiles(outputs, *output, finals))
    return error;
  std::string line = describeRun(scan, forms[report->form].scan, extents,
                                 *place, *report, repeatFlag);
  if (!llvm::is_contained(allOutputs, "-"))
    return writeToStdout(line);
  // Standard output is the array.
  llvm::errs() << line;
  return Error::success();
}
