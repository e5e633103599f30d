//===- RenderTest.cpp - What the renderers print --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Render.h"

#include "TestNetworks.h"

#include "llvm/Support/JSON.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;
using llvm::StringRef;

namespace {

/// How often `needle` occurs in `text`.
size_t count(StringRef text, StringRef needle) { return text.count(needle); }

TEST(RenderJson, KeysInTheirOrder) {
  EXPECT_EQ(renderJson(build("brent_kung", 8), "brent_kung"), R"({
  "family": "brent_kung",
  "width": 8,
  "size": 11,
  "depth": 4,
  "stages": 5,
  "max_uses": 3,
  "level_fanout": 2,
  "tracks": 1,
  "deficiency": 1
}
)");
}

TEST(RenderJson, IsJson) {
  for (const FamilyInfo &info : families())
    for (int64_t width : {1, 2, 13}) {
      llvm::Expected<llvm::json::Value> value =
          llvm::json::parse(renderJson(build(info.name, width), info.name));
      ASSERT_TRUE(static_cast<bool>(value));
      EXPECT_EQ(value->getAsObject()->size(), 9u);
      EXPECT_EQ(value->getAsObject()->getInteger("width"), width);
    }
}

TEST(RenderText, Sklansky8) {
  EXPECT_EQ(renderText(build("sklansky", 8), "sklansky"),
            R"(sklansky, width 8
  size          12
  depth         3
  stages        3
  max uses      4
  level fanout  5
  tracks        1
  deficiency    1

stage      0 1 2 3 4 5 6 7
    1      +-* +-* +-* +-*
    2      | +-*-* | +-*-*
    3      | | | +-*-*-*-*
)");
}

TEST(RenderText, BrentKung13) {
  std::string text = renderText(build("brent_kung", 13), "brent_kung");
  EXPECT_NE(text.find("    1      +-* +-* +-* +-* +-* +-* |\n"
                      "    2      | +---* | +---* | +---* |\n"
                      "    3      | | | +-------* | | | | |\n"
                      "    4      | | | | | | | +-------* |\n"
                      "    5      | | | +---* | +---* | | |\n"
                      "    6      | +-* +-* +-* +-* +-* +-*\n"),
            std::string::npos)
      << text;
}

TEST(RenderText, OverlappingWiresGetLinesOfTheirOwn) {
  std::string text = renderText(build("kogge_stone", 4), "kogge_stone");
  EXPECT_NE(text.find("    1      +-* +-*\n"
                      "           | +-* |\n"
                      "    2      +---* |\n"
                      "           | +---*\n"),
            std::string::npos)
      << text;
}

TEST(RenderText, ListsWhatDoesNotRunInPlace) {
  std::string text = renderText(notInPlace4(), "mine");
  EXPECT_NE(
      text.find(
          "stage 2\n  0..2 = 0..0 . 1..2\nstage 3\n  1..3 = 1..2 . 3..3\n"),
      std::string::npos)
      << text;
}

TEST(RenderText, DrawsNoWideNetwork) {
  EXPECT_NE(renderText(build("serial", 64), "serial").find("stage "),
            std::string::npos);
  EXPECT_EQ(renderText(build("serial", 65), "serial").find("stage "),
            std::string::npos);
}

TEST(RenderDot, NodesAndEdges) {
  Network network = build("sklansky", 4);
  std::string dot = renderDot(network, "sklansky");
  EXPECT_TRUE(StringRef(dot).starts_with("digraph \"sklansky\" {\n"));
  EXPECT_TRUE(StringRef(dot).ends_with("}\n"));
  EXPECT_EQ(count(dot, "rank=same"), 2u);
  // An edge for each operand and for each output.
  EXPECT_EQ(count(dot, " -> "), 2u * 4 + 4);
  EXPECT_NE(dot.find("n7 [label=\"0..3\""), std::string::npos);
}

TEST(RenderSvg, DrawsEveryNodeWithItsSpan) {
  for (const FamilyInfo &info : families())
    for (int64_t width : {1, 8, 13, 64}) {
      Network network = build(info.name, width);
      std::string svg = renderSvg(network, info.name);
      EXPECT_TRUE(StringRef(svg).starts_with("<svg "));
      EXPECT_TRUE(StringRef(svg).ends_with("</svg>\n"));
      // Each node has its circle and the legend has three.
      EXPECT_EQ(count(svg, "<circle "), network.combines.size() + 3);
      EXPECT_EQ(count(svg, "class=\"column\""), size_t(width));
      EXPECT_EQ(count(svg, "class=\"spine\""), 1u);
      for (const char *element : {"svg", "text", "circle", "title", "style"})
        EXPECT_EQ(count(svg, std::string("<") + element + " ") +
                      count(svg, std::string("<") + element + ">"),
                  count(svg, std::string("</") + element + ">") +
                      (StringRef(element) == "circle" ? 3 : 0));
    }
}

TEST(RenderSvg, EscapesTheName) {
  std::string svg = renderSvg(sklansky4(), "a<b&c>");
  EXPECT_EQ(svg.find("a<b"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b&amp;c&gt;, width 4"), std::string::npos);
}

TEST(RenderSvg, PlacesNodesInColumnAndStage) {
  std::string svg = renderSvg(build("sklansky", 4), "sklansky");
  // Columns are 36 apart from 56; stages end at 92 + 31, and 34 further down.
  EXPECT_NE(svg.find("cx=\"92\" cy=\"123\" r=\"5\"><title>0..1 = 0..0 . 1..1<"),
            std::string::npos);
  EXPECT_NE(
      svg.find("cx=\"164\" cy=\"123\" r=\"5\"><title>2..3 = 2..2 . 3..3<"),
      std::string::npos);
  EXPECT_NE(
      svg.find("cx=\"128\" cy=\"157\" r=\"5\"><title>0..2 = 0..1 . 2..2<"),
      std::string::npos);
  EXPECT_NE(
      svg.find("cx=\"164\" cy=\"157\" r=\"5\"><title>0..3 = 0..1 . 2..3<"),
      std::string::npos);
}

TEST(RenderSvg, AValueReadLateBowsOut) {
  EXPECT_EQ(count(renderSvg(build("brent_kung", 16), "brent_kung"), "C"), 0u);
  EXPECT_GT(count(renderSvg(notInPlace4(), "mine"), "C"), 0u);
}

TEST(Spine, RunsFromTheFirstInputToTheLastOutput) {
  EXPECT_EQ(spineOf(sklansky4()), (std::vector<NodeId>{0, 4, 7}));
  EXPECT_EQ(spineOf({1, {}, {0}}), (std::vector<NodeId>{0}));
}

} // namespace
