//===- Options.cpp - What the command line asks for -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Sizes.h"
#include "ToolError.h"

#include "scanc/Runtime/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <thread>

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::OptionCategory category("scanc-bench options");

using List = cl::list<std::string>;
using Text = cl::opt<std::string>;

static List files(cl::Positional, cl::desc("[FILE.mlir...]"),
                  cl::cat(category));
static List ops("op", cl::CommaSeparated, cl::value_desc("OP,..."),
                cl::desc("built-in operators, and linear_recurrence, argmax, "
                         "matrix2x2_mod, or these with _soa for a structure of "
                         "arrays (default: add, without a file)"),
                cl::cat(category));
static List types("type", cl::CommaSeparated, cl::value_desc("T[:U],..."),
                  cl::desc("their element types, and output types where they "
                           "differ (default: i32)"),
                  cl::cat(category));
static List kinds("kind", cl::CommaSeparated, cl::value_desc("KIND,..."),
                  cl::desc("exclusive, inclusive (default: exclusive)"),
                  cl::cat(category));
static Text sizes("sizes", cl::init("2^10..2^28:2,odd"), cl::value_desc("LIST"),
                  cl::desc("numbers of elements, such as "
                           "2^10..2^28:2,2^20+1,1000003,odd"),
                  cl::cat(category));
static List rowLengths("row", cl::CommaSeparated, cl::value_desc("N,..."),
                       cl::desc("scan rows of so many elements, each by "
                                "itself: --sizes, down to whole rows, are of "
                                "all rows together"),
                       cl::cat(category));
static List shapes("shape", cl::CommaSeparated,
                   cl::value_desc("8x4096x1024,..."),
                   cl::desc("scan tensors of these extents along --axis, "
                            "instead of --sizes elements"),
                   cl::cat(category));
static cl::list<int>
    axes("axis", cl::CommaSeparated, cl::value_desc("K,..."),
         cl::desc("the dimension to scan along: 0 is the first one, -1 the "
                  "last one; one for all of --shape, or one for each"),
         cl::cat(category));
static List strategies("strategy", cl::CommaSeparated, cl::value_desc("S,..."),
                       cl::desc("measure each; see 'scanc list strategies' "
                                "(default: auto)"),
                       cl::cat(category));
static List planFiles("plan-file", cl::CommaSeparated,
                      cl::value_desc("FILE,..."),
                      cl::desc("measure plans, too: files that each hold a "
                               "#prefix.plan<...>"),
                      cl::cat(category));
static Text goalsFile("goals", cl::value_desc("FILE.json"),
                      cl::desc("goals by size (default: those for an H200)"),
                      cl::cat(category));
static Text json("json", cl::value_desc("FILE.json"),
                 cl::desc("where results go, after each case"),
                 cl::cat(category));
static cl::opt<bool> resume("resume",
                            cl::desc("keep what is in --json and go on"),
                            cl::cat(category));
static cl::opt<bool> table("table",
                           cl::desc("print the results as text (the "
                                    "default without --json)"),
                           cl::cat(category));
static Text plots("plots", cl::value_desc("DIR"),
                  cl::desc("draw the results, and index.html with them all"),
                  cl::cat(category));
static Text render("render", cl::value_desc("FILE.json"),
                   cl::desc("measure nothing: table and plots of these "
                            "results"),
                   cl::cat(category));
static Text cub("cub", cl::init("auto"), cl::value_desc("auto|off|FILE.so"),
                cl::desc("compare with the CUB of the CUDA toolkit (nvcc "
                         "compiles it), with nothing, or with the functions "
                         "of a library; see METHOD.md"),
                cl::cat(category));
static Text cubCache("cub-cache", cl::init("cub-cache"), cl::value_desc("DIR"),
                     cl::desc("where CUB's compiled scans are kept"),
                     cl::cat(category));
static Text prepareCub("prepare-cub", cl::value_desc("sm_90"),
                       cl::desc("compile CUB's scans for an architecture into "
                                "--cub-cache and end; needs no GPU"),
                       cl::cat(category));
static Text libdevice("libdevice", cl::value_desc("PATH"),
                      cl::desc("CUDA's libdevice.10.bc (default: searched "
                               "for)"),
                      cl::cat(category));
static cl::opt<unsigned> rounds("rounds", cl::init(15), cl::value_desc("R"),
                                cl::desc("times that each contestant is "
                                         "measured (default: 15)"),
                                cl::cat(category));
static cl::opt<unsigned> workingSet(
    "working-set", cl::init(160), cl::value_desc("MiB"),
    cl::desc("least total of the buffers that take turns (default: 160)"),
    cl::cat(category));
static cl::opt<unsigned>
    maxSlots("max-slots", cl::init(64), cl::value_desc("K"),
             cl::desc("but at most so many; 0 for any number (default: 64)"),
             cl::cat(category));
static cl::opt<bool>
    graphs("graphs",
           cl::desc("put each batch of launches into a CUDA graph: small "
                    "scans without the host's time for a launch"),
           cl::cat(category));
static Text checkUpTo("check-up-to", cl::value_desc("N"),
                      cl::desc("compare only so many outputs (default: all)"),
                      cl::cat(category));
static cl::opt<bool>
    profileMisses("profile-misses",
                  cl::desc("run ncu on what misses its goal; its figures go "
                           "to --json"),
                  cl::cat(category));
static cl::opt<bool> launchOnly("launch-only", cl::Hidden,
                                cl::desc("launch and measure nothing"),
                                cl::cat(category));

static void printVersion(llvm::raw_ostream &os) {
  os << "scanc-bench " SCANC_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

static const char examples[] = R"(
EXAMPLES:
  scanc-bench --op=add,max --type=i32,f32 --sizes=2^10..2^30:2 --json=out.json
  scanc-bench my.mlir --cub=off
  scanc-bench --op=add --type=i32 --strategy=auto,two_level_streaming
  scanc-bench --op=add --type=u8:u32,f16:f32
  scanc-bench --op=add --type=f32 --sizes=2^28 --row=8,123,2^20
  scanc-bench --op=add --type=f32 --shape=8x4096x1024,2^20x64 --axis=1,0
  scanc-bench --render=out.json --plots=plots

EXIT STATUS:
  0 done; 1 a result was wrong, or the input or the request is; 2 wrong usage;
  3 the GPU or a tool it needs failed or is missing
)";

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static std::vector<std::string> orDefault(const List &list,
                                          StringRef otherwise) {
  if (list.empty())
    return {otherwise.str()};
  return {list.begin(), list.end()};
}

static Expected<std::string> readText(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return badInput("cannot read '" + path + "': " + file.getError().message());
  return (*file)->getBuffer().str();
}

/// The tensors of --shape, each along an axis.
static Expected<std::vector<Extents>> parseTensors() {
  if (shapes.empty() && axes.empty())
    return std::vector<Extents>();
  if (shapes.empty())
    return badUsage("--axis goes with --shape, such as --shape=8x4096x1024");
  if (axes.empty())
    return badUsage("--shape goes with --axis=K, the dimension to scan along");
  if (!rowLengths.empty())
    return badUsage("--shape does not go with --row: rows of a matrix are "
                    "--shape=ROWSxN --axis=-1");
  if (sizes.getNumOccurrences())
    return badUsage("--shape does not go with --sizes: a shape says how many "
                    "elements there are");
  if (axes.size() != 1 && axes.size() != shapes.size())
    return badUsage("expected one --axis, or one for each of " +
                    llvm::Twine(shapes.size()) + " shapes; got " +
                    llvm::Twine(axes.size()));
  std::vector<Extents> tensors;
  for (const auto &[index, text] : llvm::enumerate(shapes)) {
    Expected<std::vector<uint64_t>> shape = parseShape(text);
    if (!shape)
      return shape.takeError();
    const int rank = static_cast<int>(shape->size()),
              axis = axes[axes.size() == 1 ? 0 : index];
    if (axis < -rank || axis >= rank)
      return badUsage("--axis=" + llvm::Twine(axis) +
                      ": expected a dimension of " + text + ", from " +
                      llvm::Twine(-rank) + " to " + llvm::Twine(rank - 1));
    tensors.push_back({target::Shape::Axis, std::move(*shape),
                       static_cast<size_t>(axis < 0 ? axis + rank : axis)});
  }
  return tensors;
}

/// Every operator with every type and kind, then the scans of the files.
static Error findSubjects(Options &options) {
  Expected<std::vector<Extents>> tensors = parseTensors();
  if (!tensors)
    return tensors.takeError();
  const target::Shape asked = !tensors->empty()     ? target::Shape::Axis
                              : !rowLengths.empty() ? target::Shape::Rows
                                                    : target::Shape::Line;
  if (files.empty() || !ops.empty())
    for (const std::string &op : orDefault(ops, "add"))
      for (const std::string &type : hasOwnTypes(op)
                                         ? std::vector<std::string>{""}
                                         : orDefault(types, "i32"))
        for (const std::string &kind : orDefault(kinds, "exclusive")) {
          if (kind != "exclusive" && kind != "inclusive")
            return badUsage("--kind must be exclusive or inclusive, got '" +
                            kind + "'");
          Expected<std::optional<Subject>> subject =
              makeSubject(op, type, kind == "inclusive");
          if (!subject)
            return subject.takeError();
          if (*subject)
            options.subjects.push_back(std::move(**subject));
          else
            options.skipped.push_back({kind + "_" + op + "_" + type,
                                       "no such operator for the type", 0});
        }
  for (const std::string &file : files) {
    Expected<std::vector<Subject>> subjects = readSubjects(file, asked);
    if (!subjects)
      return subjects.takeError();
    llvm::append_range(options.subjects, std::move(*subjects));
  }
  if (!rowLengths.empty()) {
    std::vector<Subject> inRows;
    for (const Subject &subject : options.subjects)
      for (const std::string &text : rowLengths) {
        Expected<std::vector<uint64_t>> lengths = parseSizes(text);
        if (!lengths)
          return lengths.takeError();
        for (uint64_t length : *lengths) {
          if (length == 0)
            return badUsage("--row must be at least 1");
          inRows.push_back(subject.inRows(length));
        }
      }
    options.subjects = std::move(inRows);
  }
  if (!tensors->empty()) {
    std::vector<Subject> along;
    for (const Subject &subject : options.subjects)
      for (const Extents &extents : *tensors)
        along.push_back(subject.along(extents));
    options.subjects = std::move(along);
  }
  if (options.subjects.empty())
    return badInput("no operator of --op has a form for a type of --type");
  for (size_t i = 0; i < options.subjects.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (options.subjects[i].name == options.subjects[j].name)
        return badUsage("two scans are called '" + options.subjects[i].name +
                        "'");
  return Error::success();
}

static Error findVariants(Options &options) {
  if (planFiles.empty() || !strategies.empty())
    for (const std::string &strategy : orDefault(strategies, "auto"))
      options.variants.push_back({strategy, strategy, ""});
  for (const std::string &file : planFiles) {
    Expected<std::string> text = readText(file);
    if (!text)
      return text.takeError();
    options.variants.push_back(
        {llvm::sys::path::stem(file).str(), "", std::move(*text)});
  }
  return Error::success();
}

static Error findMethod(Options &options) {
  Expected<std::vector<uint64_t>> list = parseSizes(sizes);
  if (!list)
    return list.takeError();
  options.sizes = std::move(*list);
  if (rounds == 0)
    return badUsage("--rounds must be at least 1");
  options.method.rounds = rounds;
  options.method.warmUps = 3;
  options.method.workingSet = uint64_t(workingSet) << 20;
  options.method.maxSlots = maxSlots;
  options.method.graphs = graphs;
  if (!checkUpTo.empty()) {
    Expected<std::vector<uint64_t>> limit = parseSizes(checkUpTo);
    if (!limit || limit->size() != 1) {
      if (!limit)
        llvm::consumeError(limit.takeError());
      return badUsage("--check-up-to must be one size, got '" + checkUpTo +
                      "'");
    }
    options.method.checkUpTo = limit->front();
  }
  options.goals = builtinGoals();
  if (!goalsFile.empty()) {
    Expected<std::string> text = readText(goalsFile);
    if (!text)
      return text.takeError();
    Expected<Goals> goals = parseGoals(*text, goalsFile);
    if (!goals)
      return goals.takeError();
    options.goals = std::move(*goals);
  }
  return Error::success();
}

static void findPeers(Options &options) {
  options.peers.off = cub == "off";
  if (cub != "off" && cub != "auto") {
    // dlopen searches the system for a name without a folder.
    llvm::SmallString<256> path{StringRef(cub)};
    llvm::sys::fs::make_absolute(path);
    options.peers.library = path.str().str();
  }
  llvm::SmallString<256> cache{StringRef(cubCache)};
  llvm::sys::fs::make_absolute(cache);
  options.peers.cache = cache.str().str();
  options.peers.threads = std::max(1u, std::thread::hardware_concurrency());
}

Expected<Options> bench::parseOptions(int argc, char **argv) {
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions(category);
  cl::extrahelp more(examples);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "scanc-bench times scans beside a copy and CUB",
          &llvm::errs()))
    return llvm::make_error<CommandError>(ExitStatus::BadUsage, "");
  Options options;
  options.json = json;
  options.plots = plots;
  options.render = render;
  options.resume = resume;
  options.profileMisses = profileMisses;
  options.launchOnly = launchOnly;
  options.libdevice = libdevice;
  options.prepareCub = !prepareCub.empty();
  options.prepareArch = prepareCub;
  options.table = table || json.empty();
  if (resume && json.empty())
    return badUsage("--resume goes with --json");
  if (!render.empty()) {
    options.table = table || plots.empty();
    return options;
  }
  options.program = llvm::sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(&parseOptions));
  for (auto find : {findMethod, findSubjects, findVariants})
    if (Error error = find(options))
      return error;
  findPeers(options);
  return options;
}
