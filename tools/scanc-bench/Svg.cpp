//===- Svg.cpp - The shapes that our plots are made of --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Svg.h"
#include "Sizes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::bench;
using llvm::formatv;
using llvm::StringRef;

std::string scanc::bench::escapeXml(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

/// A tenth of a pixel, without an end of zeros.
static std::string number(double value) {
  std::string text = formatv("{0:f1}", value);
  if (StringRef(text).ends_with(".0"))
    text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

static std::string attributesOf(const TextStyle &style) {
  StringRef anchor = style.anchor == Anchor::Start    ? "start"
                     : style.anchor == Anchor::Middle ? "middle"
                                                      : "end";
  return formatv("font-family=\"sans-serif\" font-size=\"{0}\" fill=\"{1}\" "
                 "text-anchor=\"{2}\"{3}",
                 style.size, style.fill, anchor,
                 style.bold ? " font-weight=\"bold\"" : "");
}

static std::string attributesOf(const LineStyle &style) {
  std::string text =
      formatv("fill=\"none\" stroke=\"{0}\" stroke-width=\"{1}\"", style.stroke,
              number(style.width));
  if (!style.dashes.empty())
    text += formatv(" stroke-dasharray=\"{0}\"", style.dashes).str();
  return text;
}

static std::string listOf(llvm::ArrayRef<Point> points) {
  std::string list;
  for (auto [x, y] : points)
    list += (list.empty() ? "" : " ") + number(x) + "," + number(y);
  return list;
}

Svg::Svg(double width, double height, StringRef title) {
  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n"
                "<title>{2}</title>\n",
                number(width), number(height), escapeXml(title));
  box({0, 0}, width, height, "#ffffff");
}

void Svg::text(Point at, StringRef text, const TextStyle &style) {
  os << formatv("<text x=\"{0}\" y=\"{1}\" {2}>{3}</text>\n", number(at.first),
                number(at.second), attributesOf(style), escapeXml(text));
}

void Svg::size(Point at, uint64_t n, const TextStyle &style) {
  const std::string spelled = printSize(n);
  auto [base, exponent] = StringRef(spelled).split('^');
  if (exponent.empty() || exponent.find_first_of("+-") != StringRef::npos) {
    text(at, spelled, style);
    return;
  }
  os << formatv("<text x=\"{0}\" y=\"{1}\" {2}>{3}<tspan dy=\"-4\" "
                "font-size=\"{4}\">{5}</tspan></text>\n",
                number(at.first), number(at.second), attributesOf(style), base,
                style.size * 3 / 4, exponent);
}

void Svg::line(Point from, Point to, const LineStyle &style) {
  curve({from, to}, style);
}

void Svg::curve(llvm::ArrayRef<Point> points, const LineStyle &style) {
  os << formatv("<polyline points=\"{0}\" {1} stroke-linejoin=\"round\"/>\n",
                listOf(points), attributesOf(style));
}

void Svg::area(llvm::ArrayRef<Point> points, StringRef fill, double opacity) {
  os << formatv("<polygon points=\"{0}\" fill=\"{1}\" fill-opacity=\"{2:f2}\""
                "/>\n",
                listOf(points), fill, opacity);
}

void Svg::dot(Point at, double radius, StringRef fill) {
  os << formatv("<circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\" fill=\"{3}\"/>\n",
                number(at.first), number(at.second), number(radius), fill);
}

void Svg::box(Point at, double width, double height, StringRef fill) {
  os << formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                "fill=\"{4}\"/>\n",
                number(at.first), number(at.second), number(width),
                number(height), fill);
}

std::string Svg::finish() {
  os << "</svg>\n";
  return std::move(drawing);
}
