//===- LauncherComments.cpp - What comments of a launcher say -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LauncherComments.h"
#include "CTypes.h"
#include "scanc/Runtime/scanc_runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scanc::target {

std::string inComment(StringRef text) {
  std::string result;
  for (char c : text) {
    char last = result.empty() ? ' ' : result.back();
    if ((last == '*' && c == '/') || (last == '/' && c == '*') ||
        (last == '?' && c == '?'))
      result += ' ';
    result += isPrint(c) && c != '\\' ? c : '.';
  }
  return result;
}

/// "(in0[i], in1[i])", or "in[i]" of one array.
static std::string printElement(ArrayRef<ScanArray> arrays, bool inParens) {
  const std::string list = join(namesOf(arrays), "[i], ") + "[i]";
  return arrays.size() > 1 || inParens ? "(" + list + ")" : list;
}

std::string printMeaning(const ScanDescription &scan) {
  const bool loads = !scan.loaded.empty(), stores = !scan.stored.empty();
  const bool fromInit = !scan.init.empty() && !scan.takesInitial,
             fromStart = scan.takesInitial;
  const std::string in = loads ? "x" : "in", out = stores ? "s" : "out";
  const std::string first = in + (scan.reverse ? "[n - 1]" : "[0]");
  // With a store, the states after elements are spelled out.
  const bool isShown = scan.inclusive || stores;
  // Of n + 1 outputs, that of element i is before it in memory.
  const std::string last =
      in + (isShown || (scan.hasTotal && scan.reverse) ? "[i]"
            : scan.reverse                             ? "[i + 1]"
                                                       : "[i - 1]");
  const std::vector<ScanArray> inputs = scan.inputArrays(),
                               outputs = scan.outputArrays();
  std::string result;
  raw_string_ostream os(result);
  if (loads)
    os << formatv(" *   x[i] = load{0}\n",
                  printElement(inputs, /*inParens=*/true));
  os << formatv(" *   {3}[i] = {0}{1} op ... op {2}{4}\n",
                fromInit    ? "init op "
                : fromStart ? "start op "
                            : "",
                first, last, out,
                !scan.hasTotal ? ""
                : scan.reverse ? ", for i from 0 to n - 1"
                               : ", for i from 1 to n");
  if (!isShown)
    os << formatv(" *   {0} = {1}\n",
                  !scan.reverse   ? "out[0]"
                  : scan.hasTotal ? "out[n]"
                                  : "out[n - 1]",
                  fromInit    ? "init"
                  : fromStart ? "start"
                              : "the identity");
  if (stores)
    os << formatv(" *   {0} = store of s[i], or s[{1}], and of elements\n",
                  printElement(outputs, /*inParens=*/false),
                  scan.reverse ? "i + 1" : "i - 1");
  if (!loads && inputs.size() > 1)
    os << formatv(
        " *   in[i] = {0}{1}\n", printElement(inputs, /*inParens=*/true),
        stores || outputs.size() == 1
            ? ""
            : ", out[i] = " + printElement(outputs, /*inParens=*/true));
  else if (!stores && outputs.size() > 1)
    os << formatv(" *   out[i] = {0}\n",
                  printElement(outputs, /*inParens=*/true));
  if (scan.leavesFinal)
    os << formatv(" *   *final = {0}{1} op ... op {2}, unless final is null\n",
                  fromInit    ? "init op "
                  : fromStart ? "start op "
                              : "",
                  first, in + (scan.reverse ? "[0]" : "[n - 1]"));
  if (fromStart)
    os << formatv(" *   start = *initial, or {0} if initial is null\n",
                  scan.init.empty() ? "the identity" : "init");
  if (!scan.init.empty())
    os << " *   init = " << inComment(join(scan.init, ", ")) << "\n";
  return result;
}

std::string printWorkspace(function_ref<uint64_t(uint64_t n)> bytesAt,
                           StringRef n) {
  const uint64_t most = bytesAt(SCANC_MAX_ELEMENTS);
  if (most == 0)
    return "always 0";
  // The first n that needs one; they never shrink.
  uint64_t free = 0, needs = SCANC_MAX_ELEMENTS;
  while (needs - free > 1) {
    const uint64_t middle = free + (needs - free) / 2;
    (bytesAt(middle) ? needs : free) = middle;
  }
  if (bytesAt(needs) == most)
    return free == 0 ? formatv("{0}", most).str()
                     : formatv("0 up to {0} = {1}, and {2} for all larger {0}",
                               n, free, most)
                           .str();
  return formatv("0 up to {0} = {1}; about {2} for each 2^20 elements of "
                 "larger {0}",
                 n, free, divideCeil(most, SCANC_MAX_ELEMENTS >> 20));
}

std::string printInPlace(const ScanDescription &scan, StringRef ofPairs) {
  const std::vector<ScanArray> inputs = scan.inputArrays(),
                               outputs = scan.outputArrays();
  SmallVector<std::string> all;
  for (auto [index, pair] : enumerate(zip(inputs, outputs)))
    if (auto &[in, out] = pair; !scan.hasTotal && in.size == out.size &&
                                !is_contained(scan.kept, index))
      all.push_back(out.name + " may be " + in.name);
  const bool areSeveral = inputs.size() + outputs.size() > 2 || scan.soa;
  const StringRef apart =
      areSeveral ? "no output may overlap anything" : "out must not overlap in";
  if (all.empty())
    return apart.str();
  return join(all, ", ") + ofPairs.str() +
         (areSeveral ? "; else " + apart
                     : ", and must not overlap it otherwise")
             .str();
}

std::string printStates(const ScanDescription &scan, Shape shape) {
  const bool ofLine = shape == Shape::Line;
  const StringRef chain = shape == Shape::Rows ? "row" : "chain";
  const bool in = scan.takesInitial, out = scan.leavesFinal;
  const StringRef start = scan.init.empty() ? "the identity" : "init";
  std::string result;
  raw_string_ostream os(result);
  if (shape == Shape::Axis)
    os << " * Chains are numbered in C order of the tensor's other dimensions, "
          "the last one\n * quickest, whatever the strides are.\n";
  if (in && !ofLine)
    os << formatv(" * {0}{1} i starts from the state initial[i]. If initial is "
                  "null, each {2}{4}starts{5}from {3}.\n",
                  toUpper(chain.front()), chain.drop_front(), chain, start,
                  shape == Shape::Rows ? " " : "\n * ",
                  shape == Shape::Rows ? "\n * " : " ");
  else if (in)
    os << formatv(" * The scan starts from the state at initial. If initial is "
                  "null, it starts from\n * {0}.\n",
                  start);
  if (out && !ofLine)
    os << formatv(" * The state after all elements of {0} i goes to final[i], "
                  "unless final is null.\n",
                  chain);
  else if (out)
    os << " * The state after all elements goes to final, unless final is "
          "null.\n";
  if (in && out)
    os << " * The final state of one part of an array is the initial state of "
       << (scan.reverse ? "the part\n * before it.\n" : "the next.\n");
  if (in)
    os << " * initial must not overlap an output or the workspace.\n";
  if (out)
    os << " * final must not overlap anything else.\n";
  return result;
}

} // namespace scanc::target
