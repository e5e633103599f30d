//===- ShapeList.cpp - Shapes of tensors on the command line --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeList.h"

#include "Command.h"

#include "scanc/Runtime/scanc_runtime.h"

#include "llvm/Support/MathExtras.h"

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static Expected<std::vector<uint64_t>> parseShape(StringRef text,
                                                  uint64_t most) {
  auto refuse = [&](const Twine &why) {
    return badUsage("--shape=" + text + ": " + why);
  };
  std::vector<uint64_t> shape;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  uint64_t all = 1;
  for (StringRef part : parts) {
    uint64_t extent;
    if (part.getAsInteger(10, extent) || extent == 0)
      return refuse("'" + part +
                    "' is no number of 1 or more; expected the extents of a "
                    "tensor, such as 8x512x64");
    shape.push_back(extent);
    all = llvm::SaturatingMultiply(all, extent);
  }
  if (shape.size() > SCANC_MAX_RANK)
    return refuse(Twine(shape.size()) + " dimensions; expected at most " +
                  Twine(SCANC_MAX_RANK));
  if (all > most)
    return refuse("more than " + Twine(most) + " elements");
  return shape;
}

Expected<std::vector<Extents>>
scanc::parseShapes(llvm::ArrayRef<std::string> shapes,
                   llvm::ArrayRef<std::string> axes, uint64_t most) {
  if (shapes.empty())
    return badUsage("--axis goes with --shape=AxBxC, the shape of the tensor");
  if (axes.empty())
    return badUsage("--shape goes with --axis=K, the dimension to scan along");
  if (axes.size() != 1 && axes.size() != shapes.size())
    return badUsage("expected one --axis, or one for each of " +
                    Twine(shapes.size()) + " shapes; got " +
                    Twine(axes.size()));
  std::vector<Extents> all;
  for (size_t i = 0; i < shapes.size(); ++i) {
    Extents &extents = all.emplace_back();
    extents.kind = target::Shape::Axis;
    if (Error error = parseShape(shapes[i], most).moveInto(extents.shape))
      return error;
    const auto rank = static_cast<int64_t>(extents.shape.size());
    const StringRef text = axes[axes.size() == 1 ? 0 : i];
    int64_t axis;
    if (text.getAsInteger(10, axis) || axis < -rank || axis >= rank)
      return badUsage("--axis=" + text + ": expected a dimension of " +
                      shapes[i] + ", from " + Twine(-rank) + " to " +
                      Twine(rank - 1));
    extents.axis = axis < 0 ? axis + rank : axis;
  }
  return all;
}
