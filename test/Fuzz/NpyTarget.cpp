//===- NpyTarget.cpp - Any bytes as a .npy file ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <tuple>

using namespace scanc;

[[noreturn]] static void broken(llvm::StringRef promise,
                                llvm::StringRef header) {
  llvm::errs() << "fuzz-npy: " << promise << ": " << header << "\n";
  std::abort();
}

static bool same(const npy::Header &a, const npy::Header &b) {
  auto facts = [](const npy::Field &field) {
    return std::tie(field.name, field.kind, field.size, field.offset);
  };
  return a.structured == b.structured && a.itemSize == b.itemSize &&
         a.shape == b.shape && a.fortranOrder == b.fortranOrder &&
         llvm::equal(a.fields, b.fields, [&](const auto &x, const auto &y) {
           return facts(x) == facts(y);
         });
}

void fuzz::fuzzNpy(llvm::StringRef bytes) {
  llvm::Expected<npy::Header> header = npy::parseHeader(bytes, "input.npy");
  if (!header)
    return llvm::consumeError(header.takeError());
  if (header->dataOffset > bytes.size())
    broken("the data begins after the end", bytes);
  std::string printed = npy::printHeader(*header);
  llvm::Expected<npy::Header> again = npy::parseHeader(printed, "printed.npy");
  if (!again)
    broken(llvm::toString(again.takeError()), printed);
  if (!same(*header, *again))
    broken("reads back as another", printed);
  if (again->dataOffset != printed.size() || printed.size() % 64)
    broken("the data would begin at an odd place", printed);
}
