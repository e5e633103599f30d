//===- Svg.h - The shapes that our plots are made of ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes are written out on every shape: programs that know no style sheets
// show the drawings as well, and nothing leaks where one is pasted into a page.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_SVG_H
#define SCANC_TOOLS_SCANC_BENCH_SVG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>

namespace scanc::bench {

using Point = std::pair<double, double>;

// Colours that are apart in grey as well.
inline constexpr llvm::StringRef ink = "#111827", muted = "#4b5563",
                                 grid = "#e5e7eb", copyInk = "#6b7280",
                                 cubInk = "#0369a1";
inline constexpr llvm::StringRef ourInks[] = {"#c2410c", "#15803d", "#7e22ce",
                                              "#a16207"};

enum class Anchor { Start, Middle, End };

struct TextStyle {
  int size = 12;
  llvm::StringRef fill = "#111827";
  Anchor anchor = Anchor::Start;
  bool bold = false;
};

struct LineStyle {
  llvm::StringRef stroke = "#111827";
  double width = 1;
  llvm::StringRef dashes = ""; ///< "4 3"; empty for a full line.
};

class Svg {
public:
  /// A white ground of this size. `title` is what a screen reader says.
  Svg(double width, double height, llvm::StringRef title);

  void text(Point at, llvm::StringRef text, const TextStyle &style = {});
  /// A size as `2` with its exponent above, where it is a power of two.
  void size(Point at, uint64_t n, const TextStyle &style = {});
  void line(Point from, Point to, const LineStyle &style);
  void curve(llvm::ArrayRef<Point> points, const LineStyle &style);
  void area(llvm::ArrayRef<Point> points, llvm::StringRef fill, double opacity);
  void dot(Point at, double radius, llvm::StringRef fill);
  void box(Point at, double width, double height, llvm::StringRef fill);

  /// Ends the drawing.
  std::string finish();

private:
  std::string drawing;
  llvm::raw_string_ostream os{drawing};
};

/// Text with the characters escaped that mean something to XML.
std::string escapeXml(llvm::StringRef text);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_SVG_H
