//===- VariantPrinter.cpp - What NAME.c has of an architecture ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariantPrinter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <cinttypes>

using namespace llvm;

namespace scanc::target {

/// `text` as the inside of a string literal of C. Octal escapes have three
/// digits, so that a digit that follows is no part of them.
static void printLiteral(raw_ostream &os, StringRef text) {
  char last = 0;
  for (char c : text) {
    if (c == '\n')
      os << "\\n";
    else if (c == '\t')
      os << "\\t";
    else if (c == '"' || c == '\\' || (c == '?' && last == '?'))
      os << '\\' << c;
    else if (isPrint(c))
      os << c;
    else
      os << format("\\%03o", static_cast<unsigned char>(c));
    last = c;
  }
}

/// The PTX as string literals for an array of them: one for each line, since a
/// compiler of C99 need not take a literal of more than 4095 characters.
static std::string printPieces(StringRef ptx) {
  constexpr size_t longest = 4000;
  std::string result;
  raw_string_ostream os(result);
  while (!ptx.empty()) {
    size_t end = ptx.find('\n');
    size_t length =
        std::min(longest, end == StringRef::npos ? ptx.size() : end + 1);
    os << "    \"";
    printLiteral(os, ptx.take_front(length));
    os << "\",\n";
    ptx = ptx.drop_front(length);
  }
  return result;
}

/// "{4, 4}, {8, 8}".
static std::string printArrays(ArrayRef<scanc_array> arrays) {
  return join(
      map_range(arrays,
                [](const scanc_array &array) {
                  return formatv("{{{0}, {1}}", array.size, array.align).str();
                }),
      ", ");
}

/// The initialisers of the kernels, a line each.
static std::string printKernels(const scanc_scan &scan) {
  std::string result;
  for (const scanc_kernel_info &kernel :
       ArrayRef(scan.kernels, scan.kernel_count))
    result += formatv("         {{\"{0}\", {1}, {2}, {3}},\n", kernel.suffix,
                      kernel.threads, kernel.shared_bytes, kernel.flags);
  return result;
}

/// A cubin as numbers of 8 bytes, which are aligned as the driver wants it.
static std::string printWords(StringRef bytes) {
  std::string result;
  raw_string_ostream os(result);
  for (size_t at = 0; at < bytes.size(); at += 8) {
    uint64_t word = 0;
    for (size_t i = 0; i < 8 && at + i < bytes.size(); ++i)
      word |= uint64_t(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    os << (at % 32 ? " "
           : at    ? "\n    "
                   : "    ")
       << format("UINT64_C(0x%" PRIx64 "),", word);
  }
  os << "\n";
  return result;
}

void VariantPrinter::print(const Variant &variant, const scanc_scan &runtime) {
  const std::string own = (name + (several ? "_" + variant.arch : "")).str();
  const std::string &rule = printRule(variant, own);
  code << "/* The kernels, as PTX for " << variant.arch << " and later. */\n"
       << "static const char *const " << own << "_ptx[] = {\n"
       << printPieces(variant.ptx) << "    NULL,\n};\n\n";
  if (!variant.cubin.empty())
    code << "/* The same as a cubin, for GPUs of compute capability "
         << runtime.arch / 10 << "." << runtime.arch % 10 << " to "
         << runtime.arch / 10 << ".9: what the\n"
         << "   driver would make of the PTX. */\n"
         << "static const uint64_t " << own << "_cubin[] = {\n"
         << printWords(variant.cubin) << "};\n\n";
  describe(variant, runtime, own, rule);
}

std::string codeText, descriptionText;

/// Rules that differ in their parameters alone share their functions.
const std::string &VariantPrinter::printRule(const Variant &variant,
                                             const std::string &own) {
  auto [known, isNew] =
      rules.try_emplace(launch::printC(variant.scan.rule, "@"), own);
  if (isNew)
    code << "/* What is launched, and on what; and the workspace. */\n"
         << launch::printC(variant.scan.rule, own) << "\n\n";
  return known->second;
}

void VariantPrinter::describe(const Variant &variant, const scanc_scan &runtime,
                              StringRef own, StringRef rule) {
  auto &os = descriptions;
  os << formatv("    {{\"{0}\", /* arch */ {1}, {2}_ptx, {3},\n", name,
                runtime.arch, own,
                variant.cubin.empty() ? "NULL" : own.str() + "_cubin");
  os << "     /* arrays in and out, and the size and alignment of what they "
        "hold */\n";
  os << formatv("     {0}, {1}, {{{2}}, {{{3}},\n", runtime.inputs,
                runtime.outputs,
                printArrays(ArrayRef(runtime.in, runtime.inputs)),
                printArrays(ArrayRef(runtime.out, runtime.outputs)));
  os << "     /* inputs to keep, a bit each; sizes beside n; of the "
        "workspace, "
        "where it\n        begins, and how much is zeroed */\n";
  os << formatv("     {0}, {1}, {2}, {3},\n", runtime.kept, runtime.size_count,
                runtime.workspace_begin, runtime.workspace_zeroed);
  os << "     /* states of chains that kernels take, and their size and "
        "alignment */\n";
  os << formatv("     {0}, {{{1}, {2}},\n", runtime.states, runtime.state.size,
                runtime.state.align);
  os << "     /* kernels: suffix, threads, dynamic shared memory, flags; the "
        "one for\n        chains without elements, or 0 */\n";
  os << formatv("     {0}, {{\n{1}     }, {2},\n", runtime.kernel_count,
                printKernels(runtime), runtime.empty);
  SmallVector<std::string> names, values;
  for (const auto &[key, value] : variant.scan.rule.parameters) {
    names.push_back(key);
    values.push_back(formatv("UINT64_C({0})", value));
  }
  os << formatv("     /* {0} */\n     {{{1}},\n", join(names, ", "),
                join(values, ", "));
  os << formatv("     {0}_launches, {0}_workspace, NULL},\n", rule);
}

} // namespace scanc::target
