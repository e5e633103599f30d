//===- Legend.cpp - What a page explains of its words ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legend.h"

#include "Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace scanc::reports {

std::string escapeHtml(llvm::StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

/// Of the two colours of a chart.
static llvm::ArrayRef<Term> barTerms() {
  static const Term terms[] = {
      {"kept", "combines whose result the lane keeps"},
      {"thrown away", "combines that a lane executed only because the rest of "
                      "its warp did"},
      {"without conflicts", "wavefronts that the requests would take if no two "
                            "lanes met in a bank"},
      {"by conflicts", "wavefronts that bank conflicts add"},
      {"needed", "sectors that the bytes would fill if they lay in a row"},
      {"more than needed", "sectors that were touched beyond these"},
  };
  return terms;
}

Legend::Legend(const Report &report) {
  std::vector<Term> run, figures;
  for (const Fact &fact : facts(report))
    run.push_back({fact.title, fact.meaning});
  for (const Column &column : columns())
    figures.push_back({column.title, column.meaning});
  sections = {
      {"run", "The run", run, {}},
      {"kernel", "Kernels, by the end of their name", kernelTerms().vec(), {}},
      {"step", "Steps", stepTerms().vec(), {}},
      {"part", "Parts of a block's circuit", partTerms().vec(), {}},
      {"figure", "Columns", figures, {}},
      {"bar", "Bars", barTerms().vec(), {}},
      {"word", "Words used above", wordTerms().vec(), {}}};
  for (const Term &word : sections[Words].terms)
    sections[Words].used.insert(word.name);
}

static std::string idOf(llvm::StringRef section, llvm::StringRef term) {
  std::string id = (section + "-" + term).str();
  llvm::replace(id, ' ', '-');
  return id;
}

std::string Legend::link(Group group, llvm::StringRef term,
                         llvm::StringRef text) {
  Section &section = sections[group];
  const std::string shown = escapeHtml(text.empty() ? term : text);
  const size_t rank = rankOf(term, section.terms);
  if (rank == section.terms.size())
    return shown;
  section.used.insert(section.terms[rank].name);
  return "<a href=\"#" + idOf(section.id, term) + "\">" + shown + "</a>";
}

void Legend::write(llvm::raw_ostream &os) const {
  for (const Section &section : sections) {
    if (section.used.empty())
      continue;
    os << "<h3>" << section.title << "</h3>\n<dl>\n";
    for (const Term &term : section.terms)
      if (section.used.count(term.name))
        os << "<div id=\"" << idOf(section.id, term.name) << "\"><dt>"
           << escapeHtml(term.name) << "</dt><dd>" << escapeHtml(term.meaning)
           << "</dd></div>\n";
    os << "</dl>\n";
  }
}

} // namespace scanc::reports
