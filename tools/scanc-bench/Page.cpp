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
              "of launches back to back in one stream, over buffers of "
              "at least {1} MiB{2}",
              method.rounds, method.workingSet >> 20,
              method.maxSlots
                  ? formatv(" but at most {0} of them", method.maxSlots).str()
                  : ""));
  os << "</dl>\n";
}

std::string bench::printPage(const Results &results) {
  std::string page;
  llvm::raw_string_ostream os(page);
  os << "<!doctype html>\n<html lang=\"en\">\n<head>\n"
     << "<meta charset=\"utf-8\">\n<title>scanc-bench</title>\n<style>" << style
     << "</style>\n</head>\n<body>\n<h1>Scans beside a copy and CUB</h1>\n";
  printFacts(os, results);
  os << "<figure>\n" << drawHeatTable(results) << "</figure>\n";
  for (const std::string &scan : scansOf(results))
    os << "<figure>\n" << drawCurves(results, scan) << "</figure>\n";
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
  for (const std::string &scan : scansOf(results)) {
    // A file's stem may hold anything.
    std::string name = scan;
    for (char &c : name)
      if (!llvm::isAlnum(c) && c != '_' && c != '-' && c != '.')
        c = '_';
    files.add(path(name + ".svg"), drawCurves(results, scan));
  }
  files.add(path("overview.svg"), drawHeatTable(results));
  files.add(path("index.html"), printPage(results));
  return files.commit();
}
