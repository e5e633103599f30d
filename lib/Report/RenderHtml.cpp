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

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Render.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

extern "C" const char scanc_report_css[]; // report.css

using llvm::formatv;

namespace scanc::reports {

static std::string escape(llvm::StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

namespace {

class Page {
public:
  Page(const Report &report, llvm::raw_ostream &os) : report(report), os(os) {}

  void write() {
    os << "<!doctype html>\n<html lang=\"en\">\n<head>\n"
       << "<meta charset=\"utf-8\">\n"
       << "<meta name=\"viewport\" content=\"width=device-width\">\n"
       << "<title>" << escape(report.scan.name) << "</title>\n<style>\n"
       << scanc_report_css << "</style>\n</head>\n<body>\n<main>\n";
    writeHead();
    for (const Kernel &kernel : report.kernels)
      writeKernel(kernel);
    writeCircuits();
    writeLegend();
    os << "</main>\n</body>\n</html>\n";
  }

private:
  void writeHead() {
    os << "<header>\n<h1>" << escape(report.scan.name) << "</h1>\n<p>"
       << escape(describeScan(report.scan)) << "</p>\n</header>\n<dl>\n";
    for (const auto &[title, value] : facts(report))
      os << "<div><dt>" << escape(title) << "</dt><dd>" << escape(value)
         << "</dd></div>\n";
    os << "</dl>\n";
  }

  void writeKernel(const Kernel &kernel) {
    os << "<section>\n<h2>" << escape(kernel.name) << "</h2>\n<p>"
       << describeKernel(kernel)
       << "</p>\n<div class=\"scroll\">\n<table>\n<thead><tr><th>step</th>";
    // Columns that no step has anything in are left out.
    std::vector<const Column *> shown;
    for (const Column &column : columns())
      if (llvm::any_of(kernel.steps, [&](const Step &step) {
            return !column.cell(step, report.n).empty();
          }))
        shown.push_back(&column);
    for (const Column *column : shown)
      os << (column->isText ? "<th class=\"text\"" : "<th") << " title=\""
         << escape(column->meaning) << "\">" << column->title << "</th>";
    os << "</tr></thead>\n<tbody>\n";
    for (const TableRow &row : tableRows(kernel)) {
      const char *kind = row.kind == TableRow::Kind::Part ? " class=\"part\""
                         : row.kind == TableRow::Kind::Total
                             ? " class=\"total\""
                             : "";
      os << "<tr" << kind << "><th>" << escape(row.step.name) << "</th>";
      for (const Column *column : shown) {
        std::string cell = column->cell(row.step, report.n);
        os << (column->isText ? "<td class=\"text\">" : "<td>") << escape(cell)
           << "</td>";
      }
      os << "</tr>\n";
    }
    os << "</tbody>\n</table>\n</div>\n";
    writeBlockCircuits(kernel);
    writeBars(kernel);
    os << "</section>\n";
  }

  /// A bar of two parts.
  struct Bar {
    std::string name;
    uint64_t good, excess;
  };

  void writeBlockCircuits(const Kernel &kernel) {
    for (const BlockCircuit &block : kernel.blockCircuits) {
      const std::vector<std::string> lines = describeBlock(block);
      os << "<h3>" << escape(lines.front()) << "</h3>\n<ul>\n";
      for (const std::string &line : llvm::drop_begin(lines))
        os << "<li>" << escape(line) << "</li>\n";
      os << "</ul>\n";
    }
  }

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
    constexpr int label = 150, length = 250, row = 22, top = 8;
    uint64_t most = 1;
    for (const Bar &bar : bars)
      most = std::max(most, bar.good + bar.excess);
    const int height = top + row * static_cast<int>(bars.size());
    os << "<figure>\n<figcaption>" << title << " <span><i class=\"good\"></i>"
       << good << "</span> <span><i class=\"excess\"></i>" << excess
       << "</span></figcaption>\n"
       << formatv("<svg viewBox=\"0 0 {0} {1}\" role=\"img\" "
                  "aria-label=\"{2}\">\n",
                  label + length + 70, height, title);
    int y = top;
    for (const Bar &bar : bars) {
      const uint64_t sum = bar.good + bar.excess;
      auto scaled = [&](uint64_t value) {
        return static_cast<double>(value) * length / static_cast<double>(most);
      };
      os << formatv("<text x=\"{0}\" y=\"{1}\" class=\"name\">{2}</text>",
                    label - 8, y + 11, escape(bar.name))
         << formatv("<rect class=\"good\" x=\"{0}\" y=\"{1}\" width=\"{2:f1}\" "
                    "height=\"14\"/>",
                    label, y, scaled(bar.good));
      if (bar.excess)
        os << formatv("<rect class=\"excess\" x=\"{0:f1}\" y=\"{1}\" "
                      "width=\"{2:f1}\" height=\"14\"/>",
                      label + scaled(bar.good), y, scaled(bar.excess));
      os << formatv("<text x=\"{0:f1}\" y=\"{1}\">{2}</text>\n",
                    label + scaled(sum) + 6, y + 11, sum);
      y += row;
    }
    os << "</svg>\n</figure>\n";
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
      os << "<figure>\n<figcaption>" << escape(circuit.name) << " <span>"
         << uses << "</span></figcaption>\n";
      if (llvm::Error error = circuits::checkDrawable(circuit.network))
        os << "<p>" << escape(llvm::toString(std::move(error))) << "</p>\n";
      else
        os << "<img alt=\"" << escape(circuit.name)
           << "\" src=\"data:image/svg+xml;base64,"
           << llvm::encodeBase64(
                  circuits::renderSvg(circuit.network, circuit.name))
           << "\">\n";
      os << "</figure>\n";
    }
    os << "</div>\n</section>\n";
  }

  void writeLegend() {
    os << "<section>\n<h2>Figures</h2>\n<dl>\n";
    for (const Column &column : columns())
      os << "<div><dt>" << column.title << "</dt><dd>" << escape(column.meaning)
         << "</dd></div>\n";
    os << "</dl>\n<h2>Plan</h2>\n<pre>" << escape(report.scan.plan)
       << "</pre>\n</section>\n";
  }

  const Report &report;
  llvm::raw_ostream &os;
};

} // namespace

std::string renderHtml(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Page(report, os).write();
  return text;
}

} // namespace scanc::reports
