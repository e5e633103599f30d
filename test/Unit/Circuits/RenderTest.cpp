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
size_t occurrences(StringRef text, StringRef needle) {
  return text.count(needle);
}

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
  EXPECT_NE(dot.find("\ndigraph \"sklansky\" {\n"), std::string::npos);
  EXPECT_TRUE(StringRef(dot).ends_with("}\n"));
  EXPECT_EQ(occurrences(dot, "rank=same"), 2u);
  // An edge for each operand and for each output, and two rows in order.
  EXPECT_EQ(occurrences(dot, " -> "), 2u * 4 + 4 + 2 * 3);
  EXPECT_NE(dot.find("n7 [label=\"0:3\", group=c3, pos=\"150,-120\""),
            std::string::npos);
}

TEST(RenderDot, MarksTheSpine) {
  std::string dot = renderDot(build("sklansky", 8), "sklansky");
  // 0:1, 0:3 and 0:7; 2:3, 4:5, 6:7 and 4:7.
  EXPECT_EQ(occurrences(dot, "fillcolor=\"#f0a868\""), 3u);
  EXPECT_EQ(occurrences(dot, "fillcolor=\"#fbd5a5\""), 4u);
  EXPECT_EQ(occurrences(dot, "penwidth=2"), 3u);
}

/// Every family that needs no parameter, at widths around those where the
/// scale of the drawing changes.
template <class Check> void forEachDrawing(Check check) {
  for (const FamilyInfo &info : families())
    for (int64_t width : {1, 2, 8, 13, 33, 64, 130}) {
      if (llvm::errorToBool(checkFamily({info.name.str()}, width)))
        continue;
      SCOPED_TRACE(info.name.str() + " " + std::to_string(width));
      Network network = build(info.name, width);
      check(network, renderSvg(network, info.name));
    }
}

/// The text of the elements of a class, one after another.
std::string layer(StringRef svg, StringRef name) {
  std::string result;
  std::string group = ("<g class=\"" + name + "\"").str();
  std::string path = ("<path class=\"" + name + "\"").str();
  for (size_t at = svg.find(group); at != StringRef::npos;
       at = svg.find(group, at + 1))
    result += svg.substr(at, svg.find("</g>", at) - at);
  for (size_t at = svg.find(path); at != StringRef::npos;
       at = svg.find(path, at + 1))
    result += svg.substr(at, svg.find("/>", at) - at);
  return result;
}

TEST(RenderSvg, StandsAlone) {
  forEachDrawing([](const Network &, StringRef svg) {
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_EQ(occurrences(svg, "http"), 1u) << "nothing is fetched";
    EXPECT_EQ(occurrences(svg, "fill=\"#fff\"/>"), 1u) << "a ground of its own";
    for (const char *element : {"text", "title", "g", "tspan"})
      EXPECT_EQ(occurrences(svg, std::string("<") + element + " ") +
                    occurrences(svg, std::string("<") + element + ">"),
                occurrences(svg, std::string("</") + element + ">"));
  });
}

TEST(RenderSvg, DrawsEveryNodeOnce) {
  forEachDrawing([](const Network &network, StringRef svg) {
    size_t finished = occurrences(layer(svg, "finished"), "<circle ");
    size_t onPath = occurrences(layer(svg, "finished path"), "<circle ");
    size_t partial = occurrences(layer(svg, "partial"), "<circle ");
    EXPECT_EQ(finished + onPath + partial, network.combines.size());
    EXPECT_EQ(onPath, spinePathOf(network).size() - 1);
    EXPECT_GE(finished + onPath, size_t(network.width) - 1);
  });
}

TEST(RenderSvg, MarksTheSpine) {
  forEachDrawing([](const Network &network, StringRef svg) {
    // A way for each operand of its combines, and one to the output.
    size_t combines = spineOf(network).size() - network.width;
    EXPECT_EQ(occurrences(layer(svg, "spine"), "M"), 2 * combines + 1);
    EXPECT_EQ(occurrences(layer(svg, "path"), "M"),
              spinePathOf(network).size());
  });
}

TEST(RenderSvg, DrawsColumnsAndDiagonals) {
  for (const char *family : {"sklansky", "kogge_stone", "brent_kung"}) {
    Network network = build(family, 32);
    std::string svg = renderSvg(network, family);
    EXPECT_EQ(occurrences(layer(svg, "columns"), "M"), 32u);
    EXPECT_EQ(occurrences(layer(svg, "wires"), "M"), network.combines.size());
    EXPECT_EQ(occurrences(layer(svg, "late"), "M"), 0u);
  }
}

TEST(RenderSvg, LabelsColumnsAsFarAsThereIsRoom) {
  auto labels = [](int64_t width) {
    std::string svg = renderSvg(build("sklansky", width), "sklansky");
    std::string text = layer(svg, "labels");
    std::string last = std::to_string(width - 1);
    EXPECT_NE(text.find(">" + last + "</tspan>"), std::string::npos);
    EXPECT_NE(text.find(">0:" + last + "</text>"), std::string::npos);
    EXPECT_EQ(occurrences(text, ">x<tspan"), occurrences(text, ">0:"));
    return occurrences(text, ">0:");
  };
  EXPECT_EQ(labels(1), 1u);
  EXPECT_EQ(labels(16), 16u);
  EXPECT_EQ(labels(32), 32u);
  // Every fourth and every eighth, and the last.
  EXPECT_EQ(labels(64), 16u + 1);
  EXPECT_EQ(labels(128), 16u + 1);
}

TEST(RenderSvg, NamesStagesAndFigures) {
  std::string svg = renderSvg(build("brent_kung", 16), "brent_kung");
  EXPECT_EQ(occurrences(layer(svg, "stages"), "<text "), 7u);
  EXPECT_NE(svg.find(">brent_kung, width 16</text>"), std::string::npos);
  EXPECT_NE(svg.find("size 26 · depth 6 · stages 7 · deficiency 2"),
            std::string::npos);
  EXPECT_NE(svg.find("max uses 4 · level fanout 2 · tracks 1"),
            std::string::npos);
}

TEST(RenderSvg, LegendSaysWhatIsThere) {
  std::string serial = layer(renderSvg(build("serial", 8), "serial"), "legend");
  EXPECT_EQ(occurrences(serial, "finished prefix"), 1u);
  EXPECT_EQ(occurrences(serial, "intermediate value"), 0u);
  EXPECT_EQ(occurrences(serial, "moved on"), 0u);
  std::string mine = layer(renderSvg(notInPlace4(), "mine"), "legend");
  EXPECT_EQ(occurrences(mine, "intermediate value"), 1u);
  EXPECT_EQ(occurrences(mine, "moved on"), 1u);
}

TEST(RenderSvg, EscapesTheName) {
  std::string svg = renderSvg(sklansky4(), "a<b&c>");
  EXPECT_EQ(svg.find("a<b"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b&amp;c&gt;, width 4"), std::string::npos);
}

TEST(RenderSvg, SaysWhatEachCombineJoins) {
  std::string svg = renderSvg(build("sklansky", 4), "sklansky");
  for (const char *title : {"0:1 = 0:0 . 1:1", "2:3 = 2:2 . 3:3",
                            "0:2 = 0:1 . 2:2", "0:3 = 0:1 . 2:3"})
    EXPECT_EQ(occurrences(svg, title), 1u) << title;
}

/// The attribute of the circle whose title begins with `span`.
int coordinate(StringRef svg, StringRef name, StringRef span) {
  size_t title = svg.find(("<title>" + span + " =").str());
  StringRef circle = svg.take_front(title).rsplit("<circle ").second;
  StringRef value = circle.substr(circle.find((name + "=\"").str()));
  int result = -1;
  value.split('"').second.split('"').first.getAsInteger(10, result);
  return result;
}

TEST(RenderSvg, PlacesNodesInColumnAndStage) {
  std::string svg = renderSvg(build("sklansky", 4), "sklansky");
  auto x = [&](StringRef span) { return coordinate(svg, "cx", span); };
  auto y = [&](StringRef span) { return coordinate(svg, "cy", span); };
  EXPECT_GT(x("0:1"), 0);
  EXPECT_EQ(x("2:3"), x("0:3"));
  EXPECT_EQ(x("2:3") - x("0:2"), x("0:2") - x("0:1"));
  EXPECT_EQ(y("0:1"), y("2:3"));
  EXPECT_EQ(y("0:2"), y("0:3"));
  EXPECT_LT(y("0:1"), y("0:2"));
}

TEST(RenderSvg, AValueReadLateHasALane) {
  // 1:2 leaves column 2 in stage 2 and is read in stage 3.
  std::string svg = renderSvg(notInPlace4(), "mine");
  EXPECT_EQ(occurrences(layer(svg, "late"), "M"), 1u);
}

TEST(RenderSvg, AnOutputThatItsColumnForgotComesBack) {
  // Column 2 goes on to 1:2 after its output 0:2 is done.
  Network network{4,
                  {{0, 1}, {4, 2}, {1, 2}, {6, 3}, {0, 7}},
                  {0, 4, 5, 8},
                  {1, 2, 3, 4, 5}};
  std::string late = layer(renderSvg(network, "mine"), "late");
  // x1 and x2, which 1:2 reads; 0:2; and its way back.
  EXPECT_EQ(occurrences(late, "M"), 4u);
}

TEST(Spine, IsTheTreeOfTheLastOutput) {
  EXPECT_EQ(spineOf(sklansky4()), (std::vector<NodeId>{0, 1, 2, 3, 4, 5, 7}));
  EXPECT_EQ(spineOf({1, {}, {0}}), (std::vector<NodeId>{0}));
  for (const char *family : {"serial", "kogge_stone", "brent_kung"})
    EXPECT_EQ(spineOf(build(family, 100)).size(), 199u) << family;
  // An idempotent operator may use a value twice.
  EXPECT_EQ(spineOf(knowles4()), (std::vector<NodeId>{0, 1, 2, 3, 4, 6, 8}));
}

TEST(Spine, PathRunsFromTheFirstInputToTheLastOutput) {
  EXPECT_EQ(spinePathOf(sklansky4()), (std::vector<NodeId>{0, 4, 7}));
  EXPECT_EQ(spinePathOf({1, {}, {0}}), (std::vector<NodeId>{0}));
}

} // namespace
