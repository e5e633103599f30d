//===- Bundle.cpp - What a GPU machine needs to tune ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Tune/Bundle.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"
#include "scanc/Machine/GpuModel.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Target/Arrays.h"
#include "scanc/Target/Json.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/OutputFiles.h"
#include "scanc/Target/PTX.h"
#include "scanc/Tune/Candidates.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

// The runner, and the runtime that launchers have too.
extern "C" {
extern const char scanc_tune_h[];
extern const char scanc_tune_c[];
extern const char scanc_tune_gpu_c[];
extern const char scanc_tune_run_sh[];
extern const char scanc_tune_compare_ptx[];
extern const char scanc_status_h_text[];
extern const char scanc_runtime_h_text[];
extern const char scanc_tensor_h_text[];
extern const char scanc_arguments_h_text[];
extern const char scanc_driver_h_text[];
extern const char scanc_runtime_c_text[];
extern const char scanc_forms_h_text[];
extern const char scanc_forms_c_text[];
extern const char scanc_rows_h_text[];
extern const char scanc_rows_c_text[];
extern const char scanc_axis_h_text[];
extern const char scanc_axis_c_text[];
}

namespace scanc::tune {
namespace {

/// Writes one bundle; each method a part of it.
class BundleWriter {
public:
  BundleWriter(const BundleOptions &options, StringRef folder, Candidates all)
      : options(options), folder(folder), all(std::move(all)) {}

  Expected<BundleSummary>
  write(llvm::function_ref<void(size_t, size_t)> compiled);

private:
  Error prepareFolder();
  Error compile(const Candidate &candidate);
  void leaveOut(const std::vector<bool> &isOut);
  void resolveLengths();
  std::string printTables() const;
  std::string printManifest() const;
  void printScan(llvm::raw_ostream &os, StringRef rule,
                 const scanc_scan &runtime) const;
  std::string printMembers(const Measurement &measurement) const;
  std::string printTensors() const;
  size_t numberOf(const Tensor &tensor) const;
  void add(const Twine &path, std::string text) {
    size += text.size();
    files.add((folder + "/" + path).str(), std::move(text));
  }

  const BundleOptions &options;
  StringRef folder;
  Candidates all;
  std::vector<target::ScanDescription> descriptions;
  std::vector<uint64_t> singleTiles; ///< Of each candidate; 0 for skeletons.
  std::string hash;                  ///< Of all that is measured.
  uint64_t size = 0;
  target::OutputFiles files;
};

} // namespace

Error BundleWriter::prepareFolder() {
  namespace fs = llvm::sys::fs;
  std::error_code error;
  if (fs::exists(folder) && !fs::is_directory(folder))
    return llvm::createStringError("'" + folder + "' is no folder");
  const bool isEmpty =
      fs::directory_iterator(folder, error) == fs::directory_iterator();
  if (!isEmpty && !fs::exists(folder + "/candidates.json"))
    return llvm::createStringError("'" + folder +
                                   "' is not empty, and no bundle");
  // Candidates of an older bundle would stay.
  for (StringRef part : {"ptx", "runner"})
    (void)fs::remove_directories(folder + "/" + part);
  for (StringRef part : {"ptx", "runner/scanc/Runtime"})
    if ((error = fs::create_directories(folder + "/" + part)))
      return llvm::createStringError("cannot make '" + folder +
                                     "': " + error.message());
  return Error::success();
}

/// A skeleton is one kernel on C blocks, each with a state for each warp in the
/// workspace.
static void describeSkeleton(target::ScanDescription &scan,
                             mlir::gpu::GPUModuleOp kernels) {
  target::ScanKernel kernel =
      *llvm::find_if(scan.kernels, [&](const target::ScanKernel &kernel) {
        return kernels.lookupSymbol(scan.name + "_" + kernel.suffix);
      });
  kernel.dependent = false;
  using namespace launch;
  const uint64_t tile = scan.tile;
  LaunchRule rule = LaunchRule::begin(0, scan.rule.parameter(BlocksPerSM),
                                      scan.rule.parameter(MaxBlocks), tile,
                                      /*isAloneFirst=*/false);
  const Expr blocks = rule.define(
      "blocks", max(min(divideUp(n(), rule.addParameter("tile", tile)),
                        min(multiprocessors() * blocksPerSM(), maxBlocks())),
                    1));
  rule.cases.push_back({isLess(0, n()), {{0, blocks, blocks}}});
  rule.grids = {blocks};
  rule.workspaceBytes = roundUpToUnits(
      maxBlocks() * rule.addParameter("block_bytes", uint64_t(kernel.threads) /
                                                         32 * scan.stateSize));
  scan.kernels = {kernel};
  scan.rule = std::move(rule);
}

Error BundleWriter::compile(const Candidate &candidate) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        diagnostics += diagnostic.str() + "; ";
        return mlir::success();
      });
  auto failed = [&] {
    return llvm::createStringError("the candidate '" + candidate.name +
                                   "' does not compile: " + diagnostics);
  };
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(candidate.source, &context);
  CompileOptions compile;
  compile.arch = options.arch;
  compile.strategy = candidate.strategy;
  compile.skeleton = candidate.skeleton;
  compile.tuning = candidate.tuning;
  if (!module || mlir::failed(lowerTo(*module, Phase::Circuit, compile)))
    return failed();
  keepDomain(*module, candidate.domain);
  if (mlir::failed(lowerTo(*module, Phase::Llvm, compile)))
    return failed();
  auto kernels = *module->getOps<mlir::gpu::GPUModuleOp>().begin();
  target::ScanDescription scan = target::describe(kernels);
  singleTiles.push_back(candidate.skeleton.empty() ? scan.kernels[0].tile : 0);
  if (!candidate.skeleton.empty())
    describeSkeleton(scan, kernels);
  mlir::FailureOr<std::string> ptx =
      target::emitPtx(kernels, {options.arch, ""});
  if (mlir::failed(ptx))
    return failed();
  const target::Variant variant{
      options.arch, scan, *ptx, "", candidate.name + ".ptx", ""};
  Expected<std::string> json = target::emitJson(variant);
  if (!json)
    return json.takeError();
  hash += llvm::utohexstr(llvm::xxh3_64bits(*ptx));
  add("ptx/" + candidate.name + ".ptx", std::move(*ptx));
  add("ptx/" + candidate.name + ".json", std::move(*json));
  descriptions.push_back(std::move(scan));
  return Error::success();
}

/// Candidates, and what would be measured of them.
void BundleWriter::leaveOut(const std::vector<bool> &isOut) {
  std::vector<size_t> numbers(isOut.size());
  size_t kept = 0;
  for (size_t i = 0; i < isOut.size(); ++i)
    if (!isOut[i]) {
      if (kept != i)
        all.candidates[kept] = std::move(all.candidates[i]);
      numbers[i] = kept++;
    }
  all.candidates.resize(kept);
  llvm::erase_if(all.measurements, [&](const Measurement &measurement) {
    return isOut[measurement.candidate];
  });
  for (Measurement &measurement : all.measurements)
    measurement.candidate = numbers[measurement.candidate];
}

/// Lengths that were in tiles of the single block.
void BundleWriter::resolveLengths() {
  for (Measurement &measurement : all.measurements) {
    if (measurement.tiles)
      measurement.n = measurement.tiles * singleTiles[measurement.candidate];
    measurement.what["n"] = static_cast<int64_t>(measurement.n);
  }
}

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

/// The members of an object, without its braces.
std::string BundleWriter::printMembers(const Measurement &measurement) const {
  std::string text = llvm::formatv(
      "{0}", llvm::json::Value(llvm::json::Object(measurement.what)));
  return text.substr(1, text.size() - 2);
}

/// A string literal of C.
static std::string quote(StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

void BundleWriter::printScan(llvm::raw_ostream &os, StringRef rule,
                             const scanc_scan &runtime) const {
  // Sums have one array in and one out, and no states.
  os << llvm::formatv("     {{{0}, {1}, NULL, NULL,\n"
                      "      1, 1, {{{{{2}, {3}}}, {{{{{4}, {5}}},\n"
                      "      0, {8}, 0, {6}, 0, {{0, 0},\n      {7},\n      {{",
                      quote(runtime.name), runtime.arch, runtime.in->size,
                      runtime.in->align, runtime.out->size, runtime.out->align,
                      runtime.workspace_zeroed, runtime.kernel_count,
                      runtime.size_count);
  for (const scanc_kernel_info &kernel :
       llvm::ArrayRef(runtime.kernels, runtime.kernel_count))
    os << llvm::formatv("{{{0}, {1}, {2}, {3}},\n       ", quote(kernel.suffix),
                        kernel.threads, kernel.shared_bytes, kernel.flags);
  os << "}, 0,\n      {";
  for (uint64_t parameter : runtime.parameters)
    os << llvm::formatv("UINT64_C({0}), ", parameter);
  os << llvm::formatv("},\n      {0}_launches, {0}_workspace, NULL}},\n", rule);
}

size_t BundleWriter::numberOf(const Tensor &tensor) const {
  return llvm::find(options.domain->tensors, tensor) -
         options.domain->tensors.begin();
}

std::string BundleWriter::printTensors() const {
  if (!options.domain)
    return "";
  std::string text = "static const scanc_tensor tune_tensors[] = {\n";
  llvm::raw_string_ostream os(text);
  for (const Tensor &tensor : options.domain->tensors) {
    const scanc_tensor dense =
        target::denseTensor(descriptions.front(), tensor.extents, tensor.axis);
    os << llvm::formatv("    {{{0}, {1}, {{", dense.rank, dense.axis);
    for (uint64_t extent : tensor.extents)
      os << llvm::formatv("UINT64_C({0}), ", extent);
    os << "}, {";
    // The input and the output lie alike.
    for (const auto &strides : llvm::ArrayRef(dense.stride).take_front(2)) {
      os << "{";
      for (int64_t stride : llvm::ArrayRef(strides).take_front(dense.rank))
        os << llvm::formatv("INT64_C({0}), ", stride);
      os << "}, ";
    }
    os << "}},\n";
  }
  os << "};\n\n";
  return text;
}

std::string BundleWriter::printTables() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* candidates.c - What is measured; written by scanc tune. */\n\n"
     << "static const char tune_bundle[] = " << quote(hash) << ";\n"
     << "static const char tune_scanc[] = " << quote(options.version) << ";\n"
     << "static const unsigned tune_arch = "
     << machine::findGpu(options.arch)->capability << ";\n"
     << "enum { tune_rounds = " << (options.quick ? 5 : 11) << " };\n\n";
  // Rules that differ in their parameters alone share their functions.
  llvm::StringMap<std::string> rules;
  for (const target::ScanDescription &scan : descriptions) {
    auto [known, isNew] = rules.try_emplace(
        launch::printC(scan.rule, "@"), "rule_" + std::to_string(rules.size()));
    if (isNew)
      os << launch::printC(scan.rule, known->second) << "\n\n";
  }
  os << "static const struct tune_candidate tune_candidates[] = {\n";
  for (auto [candidate, scan] : llvm::zip_equal(all.candidates, descriptions)) {
    const char *check = candidate.skeleton.empty()   ? "TUNE_SUMS"
                        : candidate.skeleton == "in" ? "TUNE_NO_OUTPUT"
                                                     : "TUNE_COPY";
    os << "    {" << quote("ptx/" + candidate.name + ".ptx") << ", "
       << candidate.bytes << ", " << check << ",\n";
    printScan(os, rules[launch::printC(scan.rule, "@")],
              cantFail(target::makeRuntimeScan(scan, options.arch, nullptr)));
  }
  os << "};\n\n"
     << printTensors()
     << "static const struct tune_measurement tune_measurements[] = {\n";
  for (const Measurement &measurement : all.measurements)
    os << llvm::formatv(
        "    {{{0},\n     {1},\n     {2}, UINT64_C({3}), {4}, "
        "{5}, {6}},\n",
        quote(measurement.id), quote(printMembers(measurement)),
        measurement.candidate, measurement.n, measurement.blocksPerSM,
        measurement.single ? 1 : 0,
        measurement.tensor
            ? "&tune_tensors[" + std::to_string(numberOf(*measurement.tensor)) +
                  "]"
            : std::string("NULL"));
  os << "};\n";
  return text;
}

std::string BundleWriter::printManifest() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("format", 1);
    json.attribute("bundle", hash);
    json.attribute("arch", options.arch);
    json.attribute("scanc", options.version);
    json.attribute("quick", options.quick);
    json.attributeArray("candidates", [&] {
      for (auto [candidate, scan] :
           llvm::zip_equal(all.candidates, descriptions))
        json.object([&, &candidate = candidate, &scan = scan] {
          json.attribute("name", candidate.name);
          json.attribute("bytes", candidate.bytes);
          json.attribute("skeleton", candidate.skeleton);
          json.attribute("strategy", scan.strategy);
          json.attribute("tile", scan.tile);
          json.attribute("plan", scan.plan);
        });
    });
    json.attributeArray("measurements", [&] {
      for (const Measurement &measurement : all.measurements) {
        llvm::json::Object line(measurement.what);
        line["id"] = measurement.id;
        line["candidate"] = all.candidates[measurement.candidate].name;
        json.value(std::move(line));
      }
    });
  });
  os << '\n';
  return text;
}

Expected<BundleSummary>
BundleWriter::write(llvm::function_ref<void(size_t, size_t)> compiled) {
  std::vector<bool> isOut(all.candidates.size());
  for (auto [index, candidate] : llvm::enumerate(all.candidates)) {
    compiled(index, all.candidates.size());
    Error error = compile(candidate);
    if (error && !candidate.mayFail)
      return error;
    isOut[index] = static_cast<bool>(error);
    llvm::consumeError(std::move(error));
  }
  compiled(all.candidates.size(), all.candidates.size());
  leaveOut(isOut);
  resolveLengths();
  for (const Measurement &measurement : all.measurements)
    hash += measurement.id;
  hash = llvm::utohexstr(llvm::xxh3_64bits(hash), /*LowerCase=*/true);

  add("run.sh", scanc_tune_run_sh);
  add("candidates.json", printManifest());
  add("ptx/compare.ptx", scanc_tune_compare_ptx);
  add("runner/candidates.c", printTables());
  add("runner/tune.h", scanc_tune_h);
  add("runner/tune.c", scanc_tune_c);
  add("runner/tune_gpu.c", scanc_tune_gpu_c);
  add("runner/scanc_arguments.h", scanc_arguments_h_text);
  add("runner/scanc_driver.h", scanc_driver_h_text);
  add("runner/scanc_runtime.c", scanc_runtime_c_text);
  add("runner/scanc_forms.c", scanc_forms_c_text);
  add("runner/scanc_rows.c", scanc_rows_c_text);
  add("runner/scanc_axis.c", scanc_axis_c_text);
  add("runner/scanc/Runtime/scanc_runtime.h", scanc_runtime_h_text);
  add("runner/scanc/Runtime/scanc_forms.h", scanc_forms_h_text);
  add("runner/scanc/Runtime/scanc_rows.h", scanc_rows_h_text);
  add("runner/scanc/Runtime/scanc_axis.h", scanc_axis_h_text);
  add("runner/scanc/Runtime/scanc_status.h", scanc_status_h_text);
  add("runner/scanc/Runtime/scanc_tensor.h", scanc_tensor_h_text);
  if (Error error = prepareFolder())
    return error;
  if (Error error = files.commit())
    return error;
  namespace fs = llvm::sys::fs;
  if (std::error_code error = fs::setPermissions(
          folder + "/run.sh", fs::all_read | fs::all_exe | fs::owner_write))
    return llvm::createStringError("cannot make '" + folder +
                                   "/run.sh' a program: " + error.message());
  return BundleSummary{all.candidates.size(), all.measurements.size(),
                       static_cast<size_t>(llvm::count(isOut, true)), size};
}

Expected<BundleSummary>
writeBundle(const BundleOptions &options, StringRef folder,
            llvm::function_ref<void(size_t, size_t)> compiled) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  const auto &dialect = *context.getOrLoadDialect<prefix::PrefixDialect>();
  const prefix::Tuning base =
      options.tuning ? *options.tuning
                     : prefix::Tuning::forArch(prefix::tuningSchemaOf(dialect),
                                               options.arch);
  if (!options.domain)
    return BundleWriter(
               options, folder,
               makeCandidates(dialect, options.arch, base, options.quick))
        .write(compiled);
  Expected<Candidates> all =
      makeDomainCandidates(options.arch, base, *options.domain, options.quick);
  if (!all)
    return all.takeError();
  return BundleWriter(options, folder, std::move(*all)).write(compiled);
}

} // namespace scanc::tune
