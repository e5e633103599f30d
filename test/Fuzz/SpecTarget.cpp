//===- SpecTarget.cpp - Any text as the name of a family ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Spans.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace scanc;
using namespace scanc::circuits;

[[noreturn]] static void broken(llvm::StringRef promise, llvm::StringRef spec) {
  llvm::errs() << "fuzz-spec: " << promise << ": " << spec << "\n";
  std::abort();
}

void fuzz::fuzzSpec(llvm::StringRef text) {
  llvm::Expected<FamilySpec> spec = parseFamilySpec(text);
  if (!spec)
    return llvm::consumeError(spec.takeError());
  std::string printed = toString(*spec);
  llvm::Expected<FamilySpec> again = parseFamilySpec(printed);
  if (!again)
    broken(llvm::toString(again.takeError()), printed);
  if (!(*again == *spec))
    broken("reads back as another", printed);

  for (int64_t width : {1, 2, 3, 7, 8, 32, 33}) {
    llvm::Expected<Network> network = buildFamily(*spec, width);
    if (!network) {
      llvm::consumeError(network.takeError());
      continue;
    }
    Overlap overlap = lookupFamily(spec->name)->mayOverlap ? Overlap::Allowed
                                                           : Overlap::Refused;
    if (auto spans = checkSpans(*network, overlap); !spans)
      broken(llvm::toString(spans.takeError()), printed);
  }
}
