//===- Launcher.cpp - The C files that launch a scan ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Launcher.h"
#include "CTypes.h"
#include "CudaRelease.h"
#include "scanc/Machine/GpuModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

// The templates and the runtime, embedded from the files themselves.
extern "C" {
extern const char scanc_launcher_h_in[];
extern const char scanc_launcher_c_in[];
extern const char scanc_status_h_text[];
extern const char scanc_runtime_h_text[];
extern const char scanc_plan_c_text[];
extern const char scanc_driver_h_text[];
extern const char scanc_runtime_c_text[];
}

namespace scanc::target {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

using Holes = StringMap<std::string>;

/// The template with each @HOLE@ replaced by its text. A template and the code
/// that fills it are one program: a hole without text is a bug.
static std::string fillHoles(StringRef text, const Holes &holes) {
  std::string result;
  while (true) {
    auto [before, rest] = text.split('@');
    result += before;
    if (before.size() == text.size())
      return result;
    auto [hole, after] = rest.split('@');
    auto value = holes.find(hole);
    if (value == holes.end())
      report_fatal_error(Twine("launcher template: unknown hole @") + hole +
                         "@");
    result += value->second;
    text = after;
  }
}

/// A file of the runtime without its includes of other files of the runtime.
static std::string paste(StringRef text) {
  std::string result;
  for (StringRef line : split(text.rtrim('\n'), '\n'))
    if (!line.starts_with("#include \"scanc"))
      result += (line + "\n").str();
  return result;
}

/// Text from the user's file, made harmless inside a comment of C.
static std::string inComment(StringRef text) {
  std::string result;
  for (char c : text) {
    char last = result.empty() ? ' ' : result.back();
    if ((last == '*' && c == '/') || (last == '/' && c == '*') ||
        (last == '?' && c == '?'))
      result += ' ';
    result += isPrint(c) && c != '\\' ? c : '.';
  }
  return result;
}

/// `text` as the inside of a string literal of C. Octal escapes have three
/// digits, so that a digit that follows is no part of them.
static void printLiteral(raw_ostream &os, StringRef text) {
  char last = 0;
  for (char c : text) {
    if (c == '\n')
      os << "\\n";
    else if (c == '\t')
      os << "\\t";
    else if (c == '"' || c == '\\' || (c == '?' && last == '?'))
      os << '\\' << c;
    else if (isPrint(c))
      os << c;
    else
      os << format("\\%03o", static_cast<unsigned char>(c));
    last = c;
  }
}

/// The PTX as string literals for an array of them: one for each line, since a
/// compiler of C99 need not take a literal of more than 4095 characters.
static std::string printPieces(StringRef ptx) {
  constexpr size_t longest = 4000;
  std::string result;
  raw_string_ostream os(result);
  while (!ptx.empty()) {
    size_t end = ptx.find('\n');
    size_t length =
        std::min(longest, end == StringRef::npos ? ptx.size() : end + 1);
    os << "    \"";
    printLiteral(os, ptx.take_front(length));
    os << "\",\n";
    ptx = ptx.drop_front(length);
  }
  return result;
}

/// "{4, 4}, {8, 8}".
static std::string printArrays(ArrayRef<scanc_array> arrays) {
  return join(
      map_range(arrays,
                [](const scanc_array &array) {
                  return formatv("{{{0}, {1}}", array.size, array.align).str();
                }),
      ", ");
}

//===----------------------------------------------------------------------===//
// The launcher
//===----------------------------------------------------------------------===//

/// A strategy in plans and in C; by its number there.
struct StrategyName {
  StringRef name, enumerator;
};
static constexpr StrategyName strategyNames[] = {
#define SCANC_STRATEGY_NAME(ENUMERATOR, NAME) {#NAME, #ENUMERATOR},
    SCANC_STRATEGIES(SCANC_STRATEGY_NAME)
#undef SCANC_STRATEGY_NAME
};

Expected<scanc_scan> makeRuntimeScan(const ScanDescription &scan,
                                     StringRef arch, const char *const *ptx) {
  scanc_scan result = {};
  result.name = scan.name.c_str();
  result.ptx = ptx;
  const machine::GpuModel *gpu = machine::findGpu(arch);
  if (!gpu)
    return createStringError("unknown architecture '" + arch + "'; expected " +
                             machine::listGpus());
  result.arch = gpu->capability;
  const StrategyName *strategy =
      find_if(strategyNames, [&](const StrategyName &known) {
        return known.name == scan.strategy;
      });
  if (strategy == std::end(strategyNames))
    return createStringError("no launcher for strategy '" + scan.strategy +
                             "'");
  result.strategy = strategy - strategyNames;
  const std::vector<ScanArray> in = scan.inputArrays(),
                               out = scan.outputArrays();
  if (in.size() > SCANC_MAX_ARRAYS || in.size() != out.size())
    return createStringError(formatv("a scan has 1 to {0} arrays in and as "
                                     "many out, got {1} and {2}",
                                     SCANC_MAX_ARRAYS, in.size(), out.size()));
  result.arrays = in.size();
  for (auto [array, known] : zip(in, result.in))
    known = {array.size, array.alignment};
  for (auto [array, known] : zip(out, result.out))
    known = {array.size, array.alignment};
  result.state_size = scan.stateSize;
  result.state_align = scan.stateAlign;
  result.tile = scan.tile;
  result.short_tile = scan.shortTile;
  result.single_up_to = scan.singleBlockUpTo;
  result.blocks_per_sm = scan.blocksPerSM;
  result.max_blocks = scan.maxBlocks;
  result.lists = scan.lists;
  result.workspace_zeroed = scan.workspaceZeroed;
  result.workspace_size = scan.workspaceSize;
  if (scan.kernels.size() > SCANC_MAX_KERNELS)
    return createStringError(formatv("a scan has at most {0} kernels, got {1}",
                                     SCANC_MAX_KERNELS, scan.kernels.size()));
  for (const ScanKernel &kernel : scan.kernels)
    result.kernels[result.kernel_count++] = {
        kernel.suffix.c_str(),
        kernel.threads,
        kernel.sharedBytes,
        kernel.blocksPerSM,
        kernel.tile,
        kernel.dependent && gpu->has(machine::DependentLaunch)
            ? SCANC_KERNEL_DEPENDENT
            : 0u};
  return result;
}

/// What the scan computes, as lines of a comment.
static std::string printMeaning(const ScanDescription &scan) {
  bool fromInit = !scan.init.empty();
  StringRef first = scan.reverse ? "in[n - 1]" : "in[0]";
  StringRef last = scan.inclusive ? "in[i]"
                   : scan.reverse ? "in[i + 1]"
                                  : "in[i - 1]";
  std::string result;
  raw_string_ostream os(result);
  os << formatv(" *   out[i] = {0}{1} op ... op {2}\n",
                fromInit ? "init op " : "", first, last);
  if (!scan.inclusive)
    os << formatv(" *   {0} = {1}\n", scan.reverse ? "out[n - 1]" : "out[0]",
                  fromInit ? "init" : "the identity");
  if (scan.soa)
    os << formatv(" *   in[i] = ({0}[i]), out[i] = ({1}[i])\n",
                  join(nameArrays("in", scan.element, true), "[i], "),
                  join(nameArrays("out", scan.output, true), "[i], "));
  if (fromInit)
    os << " *   init = " << inComment(join(scan.init, ", ")) << "\n";
  return result;
}

/// What a caller must know of a scan that is not deterministic.
static constexpr StringLiteral timingNote = R"( *
 * Its blocks combine in an order that depends on timing. Where op rounds, as
 * sums of floats do, outputs may differ in their last bits from run to run.
)";

static std::string printWorkspace(const scanc_scan &scan) {
  size_t most = scanc_workspace_bytes(&scan, SCANC_MAX_ELEMENTS);
  if (most == 0)
    return "always 0";
  // Where one tile does not do without.
  const uint64_t free = scanc_workspace_bytes(&scan, scan.tile) == 0
                            ? std::max(scan.single_up_to, scan.tile)
                            : scan.single_up_to;
  if (scanc_workspace_bytes(&scan, free + 1) == most)
    return formatv("0 up to n = {0}, and {1} for all larger n", free, most);
  return formatv("0 up to n = {0}; {1} for each {2} elements of larger n, and "
                 "a little more",
                 free, scan.state_size, scan.tile);
}

/// The initialisers of the kernels, a line each.
static std::string printKernels(const scanc_scan &scan) {
  std::string result;
  for (const scanc_kernel_info &kernel :
       ArrayRef(scan.kernels, scan.kernel_count))
    result +=
        formatv("        {{\"{0}\", {1}, {2}, {3}, UINT64_C({4}), {5}},\n",
                kernel.suffix, kernel.threads, kernel.shared_bytes,
                kernel.blocks_per_sm, kernel.tile, kernel.flags);
  return result;
}

/// Which outputs may replace inputs.
static std::string printInPlace(const ScanDescription &scan,
                                const scanc_scan &runtime) {
  SmallVector<std::string> pairs;
  for (unsigned i = 0; i < runtime.arrays; ++i)
    if (runtime.in[i].size == runtime.out[i].size)
      pairs.push_back(scan.soa
                          ? nameArray("out", i, scan.output[i]) + " may be " +
                                nameArray("in", i, scan.element[i])
                          : "out may be in");
  const StringRef apart =
      scan.soa ? "no output may overlap anything" : "out must not overlap in";
  if (pairs.empty())
    return apart.str();
  return join(pairs, ", ") +
         (scan.soa ? "; else " + apart : ", and must not overlap it otherwise")
             .str();
}

Expected<Launcher> emitLauncher(const ScanDescription &scan, StringRef ptx,
                                StringRef arch, StringRef baseName) {
  if (Error error = checkApiName(scan.name))
    return error;
  for (auto &[structName, fields] : {std::tie(scan.elementStruct, scan.element),
                                     std::tie(scan.outputStruct, scan.output)})
    if (Error error = checkStructNames(
            structName, map_to_vector(fields, std::mem_fn(&ScanField::name)),
            scan.name))
      return error;
  if (baseName.find_first_of("\"\\/\n\r?") != StringRef::npos)
    return createStringError("no #include can spell the file name '" +
                             baseName + ".h'");
  Expected<scanc_scan> runtime = makeRuntimeScan(scan, arch, nullptr);
  if (!runtime)
    return runtime.takeError();
  Expected<StringRef> release = findCudaRelease(ptx);
  if (!release)
    return release.takeError();
  const PointerTypes types = makePointerTypes(scan);
  const SmallVector<std::string> in = nameArrays("in", scan.element, scan.soa),
                                 out = nameArrays("out", scan.output, scan.soa);

  Holes holes;
  holes["NAME"] = scan.name;
  holes["BASE"] = baseName.str();
  holes["SUMMARY"] =
      formatv("{0}{1} scan of {2} by {3}", scan.reverse ? "reverse " : "",
              scan.inclusive ? "inclusive" : "exclusive", join(types.in, ", "),
              inComment(scan.monoid));
  holes["MONOID"] = inComment(scan.monoid);
  holes["MEANING"] = printMeaning(scan);
  holes["DETERMINISM"] = scan.deterministic ? "" : timingNote.str();
  holes["ARCH"] = arch.str();
  holes["ARCH_NUMBER"] = utostr(runtime->arch);
  holes["CUDA"] = release->str();
  holes["CAPABILITY"] =
      formatv("{0}.{1}", runtime->arch / 10, runtime->arch % 10);
  holes["TYPES"] = types.declarations;
  holes["POINTERS"] = printPointers(types, in, out);
  holes["IN"] = join(in, ", ");
  holes["OUT"] = join(out, ", ");
  holes["IN_PLACE"] = printInPlace(scan, *runtime);
  holes["WORKSPACE"] = printWorkspace(*runtime);

  holes["STATUS_H"] = paste(scanc_status_h_text);
  holes["RUNTIME_H"] = paste(scanc_runtime_h_text);
  holes["PLAN_C"] = paste(scanc_plan_c_text);
  holes["DRIVER_H"] = paste(scanc_driver_h_text);
  holes["RUNTIME_C"] = paste(scanc_runtime_c_text);
  holes["PTX"] = printPieces(ptx);

  holes["STRATEGY"] = strategyNames[runtime->strategy].enumerator.str();
  holes["ARRAYS"] = utostr(runtime->arrays);
  holes["SOA"] = scan.soa ? "true" : "false";
  holes["IN_TRAITS"] = printTraits(scan.element, scan.elementSize);
  holes["OUT_TRAITS"] = printTraits(scan.output, scan.outputSize);
  holes["IN_ARRAYS"] = printArrays(ArrayRef(runtime->in, runtime->arrays));
  holes["OUT_ARRAYS"] = printArrays(ArrayRef(runtime->out, runtime->arrays));
  holes["STATE_SIZE"] = utostr(scan.stateSize);
  holes["STATE_ALIGN"] = utostr(scan.stateAlign);
  holes["TILE"] = utostr(scan.tile);
  holes["SHORT_TILE"] = utostr(scan.shortTile);
  holes["SINGLE_UP_TO"] = utostr(scan.singleBlockUpTo);
  holes["BLOCKS_PER_SM"] = utostr(scan.blocksPerSM);
  holes["MAX_BLOCKS"] = utostr(scan.maxBlocks);
  holes["LISTS"] = utostr(scan.lists);
  holes["WORKSPACE_SIZE"] = utostr(scan.workspaceSize);
  holes["WORKSPACE_ZEROED"] = utostr(runtime->workspace_zeroed);
  holes["KERNEL_COUNT"] = utostr(runtime->kernel_count);
  holes["KERNELS"] = printKernels(*runtime);
  return Launcher{fillHoles(scanc_launcher_h_in, holes),
                  fillHoles(scanc_launcher_c_in, holes)};
}

} // namespace scanc::target
