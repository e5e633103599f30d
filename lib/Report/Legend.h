//===- Legend.h - What a page explains of its words -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page writes its words as links to their meanings; the legend at its end has
// those that it wrote, and no others.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_REPORT_LEGEND_H
#define SCANC_LIB_REPORT_LEGEND_H

#include "Terms.h"

#include "llvm/Support/raw_ostream.h"

#include <set>
#include <string>
#include <vector>

namespace scanc::reports {

struct Report;

/// `text` as it can stand in a page.
std::string escapeHtml(llvm::StringRef text);

class Legend {
public:
  /// The parts of the legend, in their order.
  enum Group { Run, Kernels, Steps, Parts, Figures, Bars, Words };

  explicit Legend(const Report &report);

  /// `text` as a link to what `term` means; `term` itself where it has no
  /// text. Plain text where no such term is known.
  std::string link(Group group, llvm::StringRef term,
                   llvm::StringRef text = "");

  /// The terms that were linked to, and all words.
  void write(llvm::raw_ostream &os) const;

private:
  struct Section {
    llvm::StringRef id, title;
    std::vector<Term> terms;
    std::set<llvm::StringRef> used;
  };
  std::vector<Section> sections; // by Group
};

} // namespace scanc::reports

#endif // SCANC_LIB_REPORT_LEGEND_H
