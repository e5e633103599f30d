//===- ExampleTests.h - A file of circuits/ as it is ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SEMANTICS_EXAMPLETESTS_H
#define SCANC_TEST_UNIT_SEMANTICS_EXAMPLETESTS_H

#include "Check.h"

#include "llvm/ADT/STLExtras.h"

namespace scanc::test {

/// Compiles the file as a user would, with its own plan, and runs its scan at
/// every size, from buffers that are as aligned as can be and from others.
template <class In, class Out>
void testExample(const char *file,
                 const std::function<std::vector<In>(uint64_t)> &makeData,
                 const Reference<In, Out> &reference) {
  llvm::Expected<std::string> source = readCircuit(file);
  ASSERT_TRUE(bool(source)) << llvm::toString(source.takeError());
  std::vector<CompiledScan> scans = compileOrFail(*source);
  ASSERT_EQ(scans.size(), 1u);
  EXPECT_EQ(scans[0].description().name,
            llvm::StringRef(file).rsplit('.').first);
  checkSizes<In, Out>(scans[0], makeData, reference);
  RunOptions options;
  options.inOffset = options.outOffset = 1;
  checkSizes<In, Out>(scans[0], makeData, reference, options);
}

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_SEMANTICS_EXAMPLETESTS_H
