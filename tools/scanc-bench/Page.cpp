//===- Page.cpp - Results as a page, and all files of it ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plots.h"
#include "Svg.h"
#include "Table.h"
#include "ToolError.h"

#include "scanc/Target/OutputFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::formatv;
using llvm::StringRef;

static constexpr StringRef style = R"(
body { font: 15px/1.5 sans-serif; color: #111827; margin: 2rem auto; max-width: 1100px; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
dl { display: grid; grid-template-columns: max-content auto; gap: .2rem 1.5rem; }
dt { color: #4b5563; }
dd { margin: 0; }
figure { margin: 1.5rem 0; overflow-x: auto; }
pre { font-size: 12px; overflow-x: auto; }
)";

static void printFact(llvm::raw_ostream &os, StringRef what,
                      const std::string &fact) {
  os << "<dt>" << escapeXml(what) << "</dt><dd>" << escapeXml(fact)
     << "</dd>\n";
}

static void printFacts(llvm::raw_ostream &os, const Results &results) {
  const Machine &machine = results.machine;
  const Method &method = results.method;
  os << "<dl>\n";
  printFact(os, "GPU",
            formatv("{0} ({1}), {2} multiprocessors, {3} MiB of L2",
                    machine.gpu, machine.arch, machine.multiprocessors,
                    machine.l2Bytes >> 20));
  printFact(os, "driver",
            formatv("CUDA {0}.{1}", machine.driver / 1000,
                    machine.driver % 1000 / 10));
  printFact(os, "CUB",
            machine.cub ? printCubVersion(machine.cub) : std::string("none"));
  printFact(
      os, "method",
      formatv("median of {0} rounds, contestants interleaved, batches "
              "of launches {1}, over buffers of at least {2} MiB{3}",
              method.rounds,
              method.graphs ? "in a CUDA graph" : "back to back in one stream",
              method.workingSet >> 20,
              method.maxSlots
                  ? formatv(" but at most {0} of them", method.maxSlots).str()
                  : ""));
  os << "</dl>\n";
}

namespace {
struct Drawing {
  std::string name, svg;
};
} // namespace

static std::vector<Drawing> drawAll(const Results &results) {
  std::vector<Drawing> drawings;
  for (bool ofTensors : {false, true})
    if (hasHeatTable(results, ofTensors))
      drawings.push_back({ofTensors ? "tensors" : "overview",
                          drawHeatTable(results, ofTensors)});
  for (const std::string &plot : lengthPlotsOf(results))
    drawings.push_back({plot, drawLengths(results, plot)});
  // One size of rows, or of a tensor, is in the plots above.
  for (const std::string &scan : scansOf(results)) {
    const std::vector<const Case *> cases = casesOf(results, scan);
    if (cases.front()->shape.empty() &&
        (!cases.front()->row || cases.size() > 1))
      drawings.push_back({scan, drawCurves(results, scan)});
  }
  return drawings;
}

std::string bench::printPage(const Results &results) {
  std::string page;
  llvm::raw_string_ostream os(page);
  os << "<!doctype html>\n<html lang=\"en\">\n<head>\n"
     << "<meta charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n"
     << "<title>scanc-bench</title>\n<style>" << style
     << "</style>\n</head>\n<body>\n<h1>Scans beside a copy and CUB</h1>\n";
  printFacts(os, results);
  for (const Drawing &drawing : drawAll(results))
    os << "<figure>\n" << drawing.svg << "</figure>\n";
  os << "<details>\n<summary>Figures</summary>\n<pre>"
     << escapeXml(printTable(results)) << "</pre>\n</details>\n"
     << "</body>\n</html>\n";
  return page;
}

Error bench::writePlots(const Results &results, StringRef folder) {
  if (results.cases.empty())
    return badInput("there is nothing to draw: no case was measured");
  if (std::error_code failure = llvm::sys::fs::create_directories(folder))
    return badInput("cannot make the folder '" + folder +
                    "': " + failure.message());
  target::OutputFiles files;
  auto path = [&](StringRef name) { return (folder + "/" + name).str(); };
  for (Drawing &drawing : drawAll(results)) {
    // A file's stem may hold anything.
    for (char &c : drawing.name)
      if (!llvm::isAlnum(c) && c != '_' && c != '-' && c != '.')
        c = '_';
    files.add(path(drawing.name + ".svg"), std::move(drawing.svg));
  }
  files.add(path("index.html"), printPage(results));
  return files.commit();
}
