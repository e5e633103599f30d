//===- RenderHtml.cpp - A report as a page --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// report.css is the page's style; circuits are drawn by lib/Circuits and put in
// as images, so that their style and the page's do not meet.
//
//===----------------------------------------------------------------------===//

#include "Figures.h"
#include "Legend.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Render.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

extern "C" const char scanc_report_css[]; // report.css

using llvm::formatv;

namespace scanc::reports {

namespace {

class Page {
public:
  Page(const Report &report, llvm::StringRef docs, llvm::raw_ostream &os)
      : report(report), docs(docs), legend(report), os(os) {}

  void write() {
    os << "<!doctype html>\n<html lang=\"en\">\n<head>\n"
       << "<meta charset=\"utf-8\">\n"
       << "<meta name=\"viewport\" content=\"width=device-width\">\n"
       << "<title>" << escapeHtml(report.scan.name) << "</title>\n<style>\n"
       << scanc_report_css << "</style>\n</head>\n<body>\n<main>\n";
    writeHead();
    for (const Kernel &kernel : report.kernels)
      writeKernel(kernel);
    writeCircuits();
    writePlan();
    writeLegend();
    os << "</main>\n</body>\n</html>\n";
  }

private:
  void writeHead() {
    os << "<header>\n<h1>" << escapeHtml(report.scan.name) << "</h1>\n<p>"
       << escapeHtml(describeScan(report.scan)) << "</p>\n</header>\n<dl>\n";
    for (const Fact &fact : facts(report))
      os << "<div><dt>" << legend.link(Legend::Run, fact.title) << "</dt><dd>"
         << escapeHtml(fact.value) << "</dd></div>\n";
    os << "</dl>\n";
  }

  void writeKernel(const Kernel &kernel) {
    n = report.runOf(kernel).n;
    os << "<section>\n<h2>"
       << legend.link(Legend::Kernels, kernel.suffix, kernel.name)
       << "</h2>\n<p>" << describeKernel(report, kernel)
       << "</p>\n<div class=\"tables\">\n";
    const std::vector<TableRow> rows = tableRows(kernel);
    writeTable("Work of the lanes, and where they meet", Topic::Work, rows);
    writeTable("Shared memory", Topic::Shared, rows);
    writeTable("Global memory", Topic::Global, rows);
    os << "</div>\n";
    writeBlockCircuits(kernel);
    writeBars(kernel);
    os << "</section>\n";
  }

  /// The columns of a topic, and the rows that have something in them.
  void writeTable(llvm::StringRef title, Topic topic,
                  llvm::ArrayRef<TableRow> rows) {
    std::vector<const Column *> shown;
    for (const Column &column : columns())
      if (column.topic == topic && llvm::any_of(rows, [&](const TableRow &row) {
            return !column.cell(row.step, n).empty();
          }))
        shown.push_back(&column);
    if (shown.empty())
      return;
    os << "<table>\n<caption>" << title
       << "</caption>\n<thead><tr><th>step</th>";
    for (const Column *column : shown)
      os << (column->isText ? "<th class=\"text\">" : "<th>")
         << legend.link(Legend::Figures, column->title) << "</th>";
    os << "</tr></thead>\n<tbody>\n";
    llvm::StringRef step;
    for (const TableRow &row : rows) {
      if (row.kind != TableRow::Kind::Part)
        step = row.step.name;
      if (llvm::any_of(shown, [&](const Column *column) {
            return !column->cell(row.step, n).empty();
          }))
        writeRow(row, step, shown);
    }
    os << "</tbody>\n</table>\n";
  }

  void writeRow(const TableRow &row, llvm::StringRef step,
                llvm::ArrayRef<const Column *> shown) {
    const bool isPart = row.kind == TableRow::Kind::Part;
    const char *kind = isPart                              ? " class=\"part\""
                       : row.kind == TableRow::Kind::Total ? " class=\"total\""
                                                           : "";
    llvm::StringRef name = row.step.name;
    os << "<tr" << kind << "><th>";
    // On a narrow screen a part may be far from its step.
    if (isPart)
      os << "<span class=\"of\">" << step << ": </span>";
    os << (isPart ? legend.link(Legend::Parts, generalPart(name), name)
                  : legend.link(Legend::Steps, name))
       << "</th>";
    for (const Column *column : shown)
      os << "<td" << (column->isText ? " class=\"text\"" : "")
         << " data-label=\"" << column->title << "\">"
         << escapeHtml(column->cell(row.step, n)) << "</td>";
    os << "</tr>\n";
  }

  void writeBlockCircuits(const Kernel &kernel) {
    for (const BlockCircuit &block : kernel.blockCircuits) {
      const std::vector<std::string> lines = describeBlock(block);
      os << "<h3>" << escapeHtml(lines.front()) << "</h3>\n<ul>\n";
      for (const std::string &line : llvm::drop_begin(lines))
        os << "<li>" << escapeHtml(line) << "</li>\n";
      os << "</ul>\n";
    }
  }

  /// A bar of two parts.
  struct Bar {
    std::string name;
    uint64_t good, excess;
  };

  void writeBars(const Kernel &kernel) {
    std::vector<Bar> waves, combines, sectors;
    for (const Step &step : kernel.steps) {
      const circuits::BankCost &banks = step.shared.banks32;
      if (banks.wavefronts)
        waves.push_back(
            {step.name, banks.least, banks.wavefronts - banks.least});
      if (step.combines)
        combines.push_back(
            {step.name, step.keptCombines, step.combines - step.keptCombines});
      if (step.global.sectors)
        sectors.push_back({step.name, step.global.leastSectors,
                           step.global.sectors - step.global.leastSectors});
    }
    os << "<div class=\"charts\">\n";
    writeChart("Combines", "kept", "thrown away", combines);
    writeChart("Wavefronts in shared memory", "without conflicts",
               "by conflicts", waves);
    writeChart("Sectors of global memory", "needed", "more than needed",
               sectors);
    os << "</div>\n";
  }

  void writeChart(llvm::StringRef title, llvm::StringRef good,
                  llvm::StringRef excess, llvm::ArrayRef<Bar> bars) {
    if (bars.empty())
      return;
    uint64_t most = 1;
    for (const Bar &bar : bars)
      most = std::max(most, bar.good + bar.excess);
    os << "<figure>\n<figcaption>" << title << " <span><i class=\"good\"></i>"
       << legend.link(Legend::Bars, good) << "</span>";
    if (llvm::any_of(bars, [](const Bar &bar) { return bar.excess; }))
      os << " <span><i class=\"excess\"></i>"
         << legend.link(Legend::Bars, excess) << "</span>";
    os << "</figcaption>\n<div class=\"bars\">\n";
    auto percent = [&](uint64_t value) {
      return 100.0 * static_cast<double>(value) / static_cast<double>(most);
    };
    for (const Bar &bar : bars) {
      os << "<span>" << escapeHtml(bar.name) << "</span><div>"
         << formatv("<i class=\"good\" style=\"width:{0:f2}%\"></i>",
                    percent(bar.good));
      if (bar.excess)
        os << formatv("<i class=\"excess\" style=\"width:{0:f2}%\"></i>",
                      percent(bar.excess));
      os << "</div><b>" << bar.good + bar.excess << "</b>\n";
    }
    os << "</div>\n</figure>\n";
  }

  /// The kernels and steps that run a circuit.
  std::string usesOf(const Circuit &circuit) {
    std::vector<std::string> uses;
    for (const Kernel &kernel : report.kernels)
      for (const Step &step : kernel.steps)
        for (const LevelCircuit &level : step.circuits)
          if (level.name == circuit.name) {
            // A part is a use of the whole step.
            std::string whole =
                llvm::StringRef(step.name).split(": ").first.str();
            if (!llvm::is_contained(uses, whole))
              uses.push_back(whole);
          }
    return llvm::join(uses, ", ");
  }

  void writeCircuits() {
    os << "<section>\n<h2>Circuits</h2>\n<div class=\"circuits\">\n";
    for (const Circuit &circuit : report.circuits) {
      const std::string uses = usesOf(circuit);
      // One column is a wire, and some kernels of the plan did not run.
      if (circuit.network.width < 2 || uses.empty())
        continue;
      os << "<figure>\n<figcaption>" << escapeHtml(circuit.name) << " <span>"
         << uses << "</span></figcaption>\n";
      if (llvm::Error error = circuits::checkDrawable(circuit.network))
        os << "<p>" << escapeHtml(llvm::toString(std::move(error))) << "</p>\n";
      else
        os << "<img alt=\"" << escapeHtml(circuit.name)
           << "\" src=\"data:image/svg+xml;base64,"
           << llvm::encodeBase64(
                  circuits::renderSvg(circuit.network, circuit.name))
           << "\">\n";
      os << "</figure>\n";
    }
    os << "</div>\n</section>\n";
  }

  void writePlan() {
    os << "<section>\n<h2>Plan</h2>\n<pre>" << escapeHtml(report.scan.plan)
       << "</pre>\n</section>\n";
  }

  void writeLegend() {
    os << "<section class=\"legend\">\n<h2>Legend</h2>\n";
    legend.write(os);
    os << "<h3>More, in scanc's documentation</h3>\n<dl>\n";
    static constexpr std::pair<const char *, const char *> pages[] = {
        {"Report.md", "every figure, defined exactly"},
        {"Architecture.md", "levels, strategies, kernels and their launches"},
        {"Dialect.md", "every key of plans and mappings"},
        {"recipes/Strategies.md", "which strategy when"}};
    for (auto [file, topic] : pages) {
      os << "<div><dt>";
      if (docs.empty())
        os << "docs/" << file;
      else
        os << "<a href=\"" << escapeHtml(docs) << "/" << file << "\">docs/"
           << file << "</a>";
      os << "</dt><dd>" << topic << "</dd></div>\n";
    }
    os << "</dl>\n</section>\n";
  }

  const Report &report;
  llvm::StringRef docs;
  Legend legend;
  uint64_t n = 0; // elements that the kernel that is being written scanned
  llvm::raw_ostream &os;
};

} // namespace

std::string renderHtml(const Report &report, llvm::StringRef docs) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Page(report, docs, os).write();
  return text;
}

} // namespace scanc::reports
