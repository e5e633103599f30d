//===- Compile.cpp - scanc FILE.mlir and scanc --op: compile scans --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compilation walks the list of phases once, in order. At each phase that is
// asked for, the module is printed; at the last, every scan becomes PTX, a
// cubin or a launcher. Nothing is written before everything has succeeded.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Compilation.h"
#include "Cubin.h"
#include "DeveloperFlags.h"
#include "Flags.h"
#include "Names.h"
#include "ScanRequest.h"
#include "Scans.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Target/Json.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/OutputFiles.h"
#include "scanc/Target/PTX.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::desc("FILE.mlir"),
                                            llvm::cl::cat(commandCategory()));
static llvm::cl::opt<std::string> outputName(
    "o",
    llvm::cl::desc(
        "write NAME.ptx, NAME.h, ... and call the API NAME (default: "
        "the scan's name); '-' writes one text kind to standard "
        "output"),
    llvm::cl::value_desc("NAME"), llvm::cl::cat(commandCategory()));
static llvm::cl::list<std::string> emitFlag(
    "emit",
    llvm::cl::desc("what to write: phases, see 'scanc list phases' (default: "
                   "ptx,launcher)"),
    llvm::cl::value_desc("KIND[,KIND...]"), llvm::cl::CommaSeparated,
    llvm::cl::cat(commandCategory()));
static llvm::cl::list<std::string>
    dumpAfter("dump-after",
              llvm::cl::desc("print the module to standard error after these "
                             "phases"),
              llvm::cl::value_desc("PHASE[,PHASE...]"),
              llvm::cl::CommaSeparated, llvm::cl::cat(commandCategory()));
static llvm::cl::opt<bool>
    explainFlag("explain",
                llvm::cl::desc("say why plans are as they are, in remarks at "
                               "the place of each scan"),
                llvm::cl::cat(commandCategory()));
static llvm::cl::opt<std::string>
    cudaPath("cuda-path",
             llvm::cl::desc("CUDA's folder, whose bin/ptxas makes cubins"),
             llvm::cl::value_desc("PATH"), llvm::cl::cat(commandCategory()));

//===----------------------------------------------------------------------===//
// The request
//===----------------------------------------------------------------------===//

static bool isMlir(Phase phase) { return phase <= Phase::Llvm; }

/// Phases by name, without repetition, in the order of the list of phases.
static Expected<std::vector<Phase>>
parsePhases(StringRef flag, llvm::ArrayRef<std::string> names) {
  std::vector<Phase> result;
  for (StringRef name : names) {
    std::optional<Phase> phase = parsePhase(name);
    if (!phase) {
      llvm::SmallVector<StringRef> known;
      for (const PhaseInfo &info : phases())
        known.push_back(info.name);
      return badUsage("unknown kind '" + name + "' for --" + flag +
                      "; the kinds are " + listNames(known) +
                      suggest(name, known));
    }
    result.push_back(*phase);
  }
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

namespace {

/// One compilation: what was asked for, and what it has made so far.
class Compile {
public:
  Error run();

private:
  Error parseFlags();
  Error loadModule();
  Error compileFor(StringRef arch);
  Error emitMlir();
  Expected<target::Variant> makeVariant(mlir::gpu::GPUModuleOp kernels,
                                        std::string ptx);
  Error emitScan(llvm::MutableArrayRef<target::Form> forms);

  bool wants(Phase kind) const { return llvm::is_contained(kinds, kind); }
  /// The path of an output of a scan or of the module, less the extension.
  std::string pathOf(StringRef name) const;
  void add(StringRef name, const Twine &extension, std::string contents);

  CompileOptions options;
  /// As given, or one that is empty: that of the module.
  std::vector<std::string> archs;
  std::vector<Phase> kinds, dumps;
  bool toStdout = false;
  std::string ptxas;
  Compilation compilation;
  /// Of each scan over each domain, in the order of the module.
  std::vector<target::Form> forms;
  target::OutputFiles files;
};

} // namespace

Error Compile::parseFlags() {
  std::vector<std::string> names(emitFlag.begin(), emitFlag.end());
  if (names.empty())
    names = {"ptx", "launcher"};
  if (emitFlag.empty() && outputName == "-")
    return badUsage("-o - writes one kind: choose it with --emit=");
  Expected<std::vector<Phase>> emitted = parsePhases("emit", names);
  if (!emitted)
    return emitted.takeError();
  kinds = *emitted;
  std::vector<std::string> dumped(dumpAfter.begin(), dumpAfter.end());
  Expected<std::vector<Phase>> dumpPhases = parsePhases("dump-after", dumped);
  if (!dumpPhases)
    return dumpPhases.takeError();
  dumps = *dumpPhases;
  if (!dumps.empty() && !isMlir(dumps.back()))
    return badUsage("--dump-after prints MLIR: there is none after the llvm "
                    "phase");
  toStdout = outputName == "-";
  if (toStdout && kinds.size() > 1)
    return badUsage("-o - writes one kind, got " + Twine(kinds.size()));
  if (toStdout && (wants(Phase::Launcher) || wants(Phase::Cubin)))
    return badUsage("-o - writes text: a launcher is several files and a cubin "
                    "is binary");
  if (cudaPath.getNumOccurrences() && !wants(Phase::Cubin))
    return badUsage("--cuda-path goes with --emit=cubin");
  Expected<CompileOptions> parsed = parseCompileFlags(&archs);
  if (!parsed)
    return parsed.takeError();
  options = *parsed;
  options.explain = explainFlag;
  takeDeveloperFlags(options);
  if (toStdout && archs.size() > 1)
    return badUsage("-o - writes one text, --arch asks for " +
                    Twine(archs.size()));
  if (archs.empty())
    archs = {""};
  return Error::success();
}

/// Whether the launchers of all `scans` of a module can declare their structs.
static Error checkStructs(mlir::ModuleOp module,
                          llvm::ArrayRef<std::string> scans) {
  llvm::StringMap<std::pair<prefix::StructType, prefix::ScanOp>> known;
  for (auto scan : module.getOps<prefix::ScanOp>()) {
    for (llvm::ArrayRef<mlir::Type> side :
         {scan.getFunctionType().getInputs(),
          scan.getFunctionType().getResults()}) {
      auto type = prefix::StructType::getOnly(side);
      if (!type)
        continue;
      std::vector<std::string> fields;
      for (mlir::StringAttr field : type.getFieldNames())
        fields.push_back(field.str());
      if (Error error =
              target::checkStructNames(type.getName(), fields, scans)) {
        scan.emitError(toString(std::move(error)));
        return alreadyReported();
      }
      if (!type.isNamed())
        continue;
      auto [first, isNew] =
          known.try_emplace(type.getName().getValue(), type, scan);
      if (isNew || first->second.first == type)
        continue;
      mlir::InFlightDiagnostic diag = scan.emitError("the struct '")
                                      << type.getName().getValue()
                                      << "' has other fields than in '@"
                                      << first->second.second.getSymName()
                                      << "'; C programs have one of a name";
      diag.attachNote(first->second.second.getLoc()) << "the other is here";
      diag.report();
      return alreadyReported();
    }
  }
  return Error::success();
}

Error Compile::loadModule() {
  Expected<std::optional<ScanRequest>> request = parseScanRequest(inputFile);
  if (!request)
    return request.takeError();
  if (*request) {
    if (outputName.empty())
      return badUsage("--op needs -o NAME");
    auto module = buildModule(**request, (*request)->defaultName(),
                              compilation.context());
    if (!module)
      return module.takeError();
    if (Error error = chooseDomains(**module))
      return error;
    if (Error error = compilation.adopt(std::move(*module)))
      return error;
  } else if (inputFile.empty()) {
    return badUsage("expected FILE.mlir or --op=OP --type=T; see "
                    "'scanc --help'");
  } else {
    if (Error error = compilation.parse(inputFile))
      return error;
    if (Error error = chooseDomains(compilation.module()))
      return error;
  }
  if (!requestedScan().empty())
    if (Error error = keepScan(compilation, requestedScan()))
      return error;

  Phase last =
      dumps.empty() ? kinds.back() : std::max(kinds.back(), dumps.back());
  if (Error error = checkDeciding(compilation.module(), last))
    return error;
  if (explainFlag && last < Phase::Plan)
    return badUsage("--explain explains plans: ask for the 'plan' phase or one "
                    "behind it");
  bool compiles = kinds.back() >= Phase::Plan;
  const llvm::SmallVector<std::string> forms = formNames(compilation.module());
  if (compiles && forms.empty())
    return compilation.inputError("expected a prefix.scan, got none");
  if (toStdout && !isMlir(kinds.back()) && forms.size() > 1)
    return badUsage(
        (inputFile.empty() ? "-o - writes one text, and these domains have "
                             "kernels of several forms: "
                           : "-o - writes one scan, the input has several; "
                             "choose one with --scan=, of ") +
        listNames(llvm::to_vector(llvm::map_range(
            forms, [](const std::string &form) { return StringRef(form); }))));
  if (!toStdout && !outputName.empty()) {
    StringRef name = llvm::sys::path::filename(outputName);
    if (Error error = target::checkApiName(name))
      return error;
    nameScans(compilation.module(), name);
  }
  // Programs take in all launchers of a file.
  if (wants(Phase::Launcher)) {
    llvm::SmallVector<std::string> names = scanNames(compilation.module());
    llvm::SmallVector<std::string> all = names;
    for (const std::string &form : formNames(compilation.module()))
      if (!llvm::is_contained(all, form))
        all.push_back(form);
    if (Error error = target::checkApiNames(all))
      return error;
    return checkStructs(compilation.module(), names);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The outputs
//===----------------------------------------------------------------------===//

std::string Compile::pathOf(StringRef name) const {
  llvm::SmallString<128> path(llvm::sys::path::parent_path(outputName));
  llvm::sys::path::append(path, name);
  return path.str().str();
}

void Compile::add(StringRef name, const Twine &extension,
                  std::string contents) {
  files.add(toStdout ? "-" : pathOf(name) + extension.str(),
            std::move(contents));
}

/// What tells the files of several architectures apart.
static std::string suffixOf(StringRef arch, bool several) {
  return several ? ("." + arch).str() : "";
}

/// Walks the phases that are MLIR, as far as any output needs.
Error Compile::emitMlir() {
  Phase last = std::min(kinds.back(), Phase::Llvm);
  if (!dumps.empty())
    last = std::max(last, dumps.back());

  // A module dump belongs to no one scan if there are several.
  llvm::SmallVector<std::string> scans = scanNames(compilation.module());
  std::string name = llvm::sys::path::filename(outputName).str();
  if (name.empty())
    name = scans.size() == 1 ? scans.front() : compilation.inputStem().str();
  if (name.empty())
    name = "scanc";

  if (options.arch.empty())
    options.arch = prefix::TargetAttr::of(compilation.module()).name;
  for (const PhaseInfo &info : phases()) {
    if (info.phase > last)
      break;
    bool emits = wants(info.phase);
    bool dumped = llvm::is_contained(dumps, info.phase);
    if (!emits && !dumped && info.phase != last)
      continue;
    if (Error error = compilation.lower(info.phase, options))
      return error;
    if (!emits && !dumped)
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    compilation.module().print(os, mlir::OpPrintingFlags().assumeVerified());
    os << '\n';
    if (dumped)
      llvm::errs() << "// -----// after " << info.name << " //----- //\n"
                   << text;
    if (emits)
      add(name,
          suffixOf(options.arch, archs.size() > 1) + "." + info.name + ".mlir",
          std::move(text));
  }
  return Error::success();
}

/// What is made of kernels and their PTX.
Expected<target::Variant> Compile::makeVariant(mlir::gpu::GPUModuleOp kernels,
                                               std::string ptx) {
  target::Variant variant;
  variant.arch = options.arch;
  variant.scan = target::describe(kernels);
  variant.ptx = std::move(ptx);
  const std::string stem =
      variant.scan.name + suffixOf(options.arch, archs.size() > 1);
  variant.ptxFile = stem + ".ptx";
  if (wants(Phase::Cubin)) {
    if (Error error = assembleCubin(ptxas, variant.ptx, options.arch)
                          .moveInto(variant.cubin))
      return error;
    variant.cubinFile = stem + ".cubin";
  }
  return variant;
}

/// The artefacts of one scan over all its domains.
Error Compile::emitScan(llvm::MutableArrayRef<target::Form> forms) {
  const std::string name = forms.front().front().scan.apiName();
  if (wants(Phase::Launcher)) {
    Expected<target::Launcher> launcher =
        target::emitFormsLauncher(forms, name);
    if (!launcher)
      return launcher.takeError();
    add(name, ".h", std::move(launcher->header));
    add(name, ".c", std::move(launcher->source));
  }
  for (target::Form &variants : forms) {
    if (wants(Phase::Launcher)) {
      Expected<std::string> json = target::emitJson(variants);
      if (!json)
        return json.takeError();
      add(variants.front().scan.name, ".json", std::move(*json));
    }
    for (target::Variant &variant : variants) {
      if (wants(Phase::Cubin))
        add(variant.cubinFile, "", std::move(variant.cubin));
      if (wants(Phase::Ptx))
        add(variant.ptxFile, "", std::move(variant.ptx));
    }
  }
  return Error::success();
}

/// Takes the module as far as any output needs.
Error Compile::compileFor(StringRef arch) {
  options.arch = arch.str();
  if (Error error = emitMlir())
    return error;
  if (isMlir(kinds.back()))
    return Error::success();
  auto modules =
      llvm::to_vector(compilation.module().getOps<mlir::gpu::GPUModuleOp>());
  for (mlir::gpu::GPUModuleOp kernels : modules)
    if (Error error = target::checkApiName(target::describe(kernels).name))
      return error;
  mlir::FailureOr<std::vector<std::string>> ptx = target::emitPtx(
      llvm::ArrayRef(modules), {options.arch, options.libdevice});
  if (mlir::failed(ptx))
    return alreadyReported();
  forms.resize(modules.size());
  for (auto [kernels, own, variants] : llvm::zip_equal(modules, *ptx, forms)) {
    Expected<target::Variant> variant = makeVariant(kernels, std::move(own));
    if (!variant)
      return variant.takeError();
    variants.push_back(std::move(*variant));
  }
  return Error::success();
}

Error Compile::run() {
  if (Error error = parseFlags())
    return error;
  if (Error error = loadModule())
    return error;
  // A missing tool is known before any work is done.
  if (wants(Phase::Cubin)) {
    Expected<std::string> found = findPtxas(cudaPath);
    if (!found)
      return found.takeError();
    ptxas = *found;
  }
  mlir::OwningOpRef<mlir::ModuleOp> source;
  if (archs.size() > 1)
    source = compilation.module().clone();
  for (const auto &[index, arch] : llvm::enumerate(archs)) {
    if (index > 0)
      if (Error error = compilation.adopt(source->clone()))
        return error;
    if (Error error = compileFor(arch))
      return error;
  }
  for (target::Form &variants : forms)
    if (Error error = target::sortVariants(variants))
      return badInput(toString(std::move(error)));
  for (llvm::MutableArrayRef<target::Form> rest = forms; !rest.empty();) {
    const std::string name = rest.front().front().scan.apiName();
    size_t own = 1;
    while (own < rest.size() && rest[own].front().scan.apiName() == name)
      ++own;
    if (Error error = emitScan(rest.take_front(own)))
      return error;
    rest = rest.drop_front(own);
  }
  return files.commit();
}

Error scanc::runCompile() { return Compile().run(); }
