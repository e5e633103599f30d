//===- RenderText.cpp - A network as text ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Render.h"
#include "scanc/Circuits/Schedule.h"
#include "scanc/Circuits/Spans.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace scanc::circuits;

/// Widest network that is drawn in characters.
static constexpr int64_t maxTextWidth = 64;

static void printCost(const Network &network, llvm::StringRef family,
                      llvm::raw_ostream &os) {
  Cost cost = computeCost(network);
  os << family << ", width " << cost.width << '\n'
     << "  size          " << cost.size << '\n'
     << "  depth         " << cost.depth << '\n'
     << "  stages        " << cost.stages << '\n'
     << "  max uses      " << cost.maxUses << '\n'
     << "  level fanout  " << cost.levelFanout << '\n'
     << "  tracks        " << cost.tracks << '\n'
     << "  deficiency    " << cost.deficiency << '\n';
}

namespace {
/// One value of a stage with the columns it goes to, for the drawing.
struct Net {
  NodeId low;
  uint32_t from;
  std::vector<uint32_t> to;
  uint32_t left() const { return std::min(from, *llvm::min_element(to)); }
  uint32_t right() const { return std::max(from, *llvm::max_element(to)); }
};
} // namespace

static std::vector<Net> netsOfStage(const Network &network,
                                    llvm::ArrayRef<uint32_t> combines,
                                    const std::vector<uint32_t> &columns) {
  std::vector<Net> nets;
  for (uint32_t index : combines) {
    auto [low, high] = network.combines[index];
    auto net = llvm::find_if(
        nets, [low = low](const Net &known) { return known.low == low; });
    if (net == nets.end())
      net = nets.insert(net, {low, columns[low], {}});
    net->to.push_back(columns[high]);
  }
  llvm::sort(nets, [](const Net &a, const Net &b) {
    return std::pair(a.left(), a.low) < std::pair(b.left(), b.low);
  });
  return nets;
}

/// Draws a net over a line of columns that are two characters wide.
static void draw(const Net &net, std::string &line) {
  for (uint32_t i = 2 * net.left(); i <= 2 * net.right(); ++i)
    line[i] = '-';
  line[2 * net.from] = '+';
  for (uint32_t column : net.to)
    line[2 * column] = '*';
}

/// The lines of one stage: each net goes to the first line where it is free.
static std::vector<std::string> linesOfStage(const std::vector<Net> &nets,
                                             int64_t width) {
  std::string idle;
  for (int64_t column = 0; column < width; ++column)
    idle += column ? " |" : "|";
  std::vector<std::string> lines;
  std::vector<int64_t> filledTo;
  for (const Net &net : nets) {
    size_t line = 0;
    while (line < lines.size() && filledTo[line] >= net.left())
      ++line;
    if (line == lines.size()) {
      lines.push_back(idle);
      filledTo.push_back(-1);
    }
    draw(net, lines[line]);
    filledTo[line] = net.right();
  }
  return lines;
}

static void printDrawing(const Network &network, const StageGroups &groups,
                         llvm::raw_ostream &os) {
  std::vector<uint32_t> columns = columnsOf(network);
  // The column numbers, tens over units; tens stand where they change.
  std::string tens(11, ' '), units = "stage      ";
  for (int64_t column = 0; column < network.width; ++column) {
    units += std::to_string(column % 10) + " ";
    bool shown = column >= 10 && column % 10 == 0;
    tens += (shown ? std::to_string(column / 10) : " ") + " ";
  }
  if (network.width > 10)
    os << llvm::StringRef(tens).rtrim() << '\n';
  os << llvm::StringRef(units).rtrim() << '\n';
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    std::vector<Net> nets = netsOfStage(network, groups[stage], columns);
    bool first = true;
    for (const std::string &line : linesOfStage(nets, network.width)) {
      if (first)
        os << llvm::format("%5d      ", stage);
      else
        os << "           ";
      os << line << '\n';
      first = false;
    }
  }
}

static void printList(const Network &network, const StageGroups &groups,
                      llvm::raw_ostream &os) {
  llvm::Expected<std::vector<Span>> spans =
      checkSpans(network, Overlap::Allowed);
  if (!spans) {
    llvm::consumeError(spans.takeError());
    return;
  }
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    os << "stage " << stage << '\n';
    for (uint32_t index : groups[stage]) {
      auto [low, high] = network.combines[index];
      os << "  " << toString((*spans)[network.nodeOf(index)]) << " = "
         << toString((*spans)[low]) << " . " << toString((*spans)[high])
         << '\n';
    }
  }
}

static void printSearch(const SearchResult &result, llvm::raw_ostream &os) {
  os << "  least size    "
     << (result.isOptimal ? "yes" : "not proven, at least ");
  if (!result.isOptimal)
    os << result.lowerBound;
  os << "\n  method        " << result.method << '\n';
}

static std::string render(const Network &network, llvm::StringRef name,
                          const SearchResult *search) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printCost(network, name, os);
  if (search)
    printSearch(*search, os);
  if (network.width > maxTextWidth)
    return text;
  os << '\n';
  StageGroups groups(stagesOf(network));
  if (isInPlace(network))
    printDrawing(network, groups, os);
  else
    printList(network, groups, os);
  return text;
}

std::string scanc::circuits::renderText(const Network &network,
                                        llvm::StringRef family) {
  return render(network, family, nullptr);
}

std::string scanc::circuits::renderText(const SearchResult &result,
                                        llvm::StringRef name) {
  return render(result.network, name, &result);
}
